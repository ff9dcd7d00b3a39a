/** `decide`: the tool cannot settle it, a person must choose. `verify`: something changed, or the default did: look. */
export type FollowUpKind = 'decide' | 'verify';

/** What there is to tell about a code. */
export interface FollowUpText {
  readonly kind: FollowUpKind;
  readonly title: string;
  /** What it means and what to do, as `explain` tells it. */
  readonly explanation: string;
}

interface FollowUpRow extends FollowUpText {
  /** Set where it can be about a file as a whole, and then no line of it tells anything. */
  readonly about?: 'file';
  /** Set where nothing fails as long as it is overlooked: files are lost, missed or served without an error. */
  readonly breaksSilently?: true;
  /** Set where one for the whole run is enough: who deals with it once has dealt with all of them. */
  readonly perRun?: true;
}

/** Everything the tool may leave to a person. The codes are stable: people filter and baseline by them. */
export const fwFollowUps = {
  'app-folder-foreign': {
    kind: 'decide',
    title: 'The folder `app/` holds something else',
    explanation:
      'Variant A has its sources in `app/`, but that folder belongs to something else. Nothing was moved, and `srcDir` keeps the older layout. Move the other contents away and run again, or leave it so.',
  },
  'builder-package': {
    kind: 'decide',
    title: 'The chosen bundler needs a package of its own',
    explanation:
      'Only the default bundler is installed along with the framework. Add the builder package to package.json, or remove `builder` to use the default.',
  },
  'bundler-root-path': {
    kind: 'decide',
    title: 'A path that starts with a slash',
    explanation:
      'The bundler reads such texts from the folder that it starts in, which was the source directory and is the project root in Variant A. The text led to a file that is no longer found by it. It may also be an address of the site, so it was left as it is: write the path with an alias if the file is meant.',
  },
  'bundler1-path': {
    kind: 'verify',
    title: 'A path that is handed straight to the bundler',
    explanation:
      'Variant A starts the bundler in the project root instead of the source directory. Start the dev server once and see that the files it should serve are found.',
  },
  'changed-default': {
    kind: 'verify',
    title: 'The default of an option changed, and the project relies on it',
    explanation:
      'The sources use something that behaves differently in Variant A unless the option is set. Look at the places that are named; `--keep-defaults` writes the older default into the config instead.',
  },
  'compatibility-version-3': {
    kind: 'verify',
    title: 'The project had asked for the older behaviour',
    explanation:
      '`future.compatibilityVersion: 3` is gone, so the defaults of v4 apply. Run with `--keep-defaults` to write the older defaults into the config instead, one option at a time.',
  },
  'compatibility-version-unknown': {
    kind: 'decide',
    title: 'Which generation the project runs on is not known',
    explanation:
      '`future.compatibilityVersion` is neither 3 nor 4 as far as the text tells, and it decides how every path in the config is read. No path was touched. Set it to a plain number, then run again.',
  },
  'config-string-path': {
    kind: 'decide',
    title: 'A text of the config that names a path',
    explanation:
      'The text names a file or folder, and whoever reads it decides from where: the source directory, the root, or the folder that the bundler starts in. Not all of these lead to the same place any more. Look up how it is read, and write the path that is named for that.',
  },
  'config-unreadable': {
    kind: 'decide',
    title: 'A config that cannot be read',
    explanation:
      'The project was left as it is, because its config has a shape that cannot be read without running it. The message says what was found and where. Bring it into a plain shape and run again.',
  },
  'dir-static-conflict': {
    kind: 'verify',
    breaksSilently: true,
    title: 'Two folders for public files',
    explanation:
      '`dir.static` and `dir.public` named different folders. Variant A knows `dir.public` alone, so `dir.static` was removed. Move the files that are still needed over.',
  },
  'dynamic-path': {
    kind: 'decide',
    title: 'A path that is computed',
    explanation:
      'The value names a file or folder, but only running the config would tell which. The source directory changes in this migration: check by hand whether the path still leads to the same place.',
  },
  'dynamic-reference': {
    kind: 'decide',
    breaksSilently: true,
    title: 'A reference that is computed',
    explanation:
      'What is loaded is computed, at least in part. Either it starts with a folder of which some files move and others stay, or the file holds the path of something that has moved and may load it by that. Look at the place, and write the path as it is now.',
  },
  'folder-now-read': {
    kind: 'decide',
    breaksSilently: true,
    title: 'A folder that only Variant A reads',
    explanation:
      'Variant A looks for these files in another place than Variant B did: in the root of the project, or in the folder that the sources move to. Something of that name was there all along. It would be served or run now. Remove or rename it if that is not wanted, or name another folder in the option.',
  },
  'framework-range': {
    kind: 'decide',
    perRun: true,
    title: 'The version of the framework is set elsewhere',
    explanation:
      'package.json does not say which versions of the framework it takes, but points to where that is said. Raise the version to 4 there, then install.',
  },
  'framework-shared': {
    kind: 'decide',
    title: 'The framework was not raised, because another project needs it as it is',
    explanation:
      'This package.json counts for several projects, and at least one of them could not be migrated. Version 4 would break that one, so the range was left. The projects that were migrated need version 4: solve what is reported about the other one, run again, and raise the range.',
  },
  'generate-dynamic': {
    kind: 'decide',
    title: 'Prerendered routes that are computed',
    explanation:
      'Whether the value is a list, a promise or a function cannot be told from the text, and Variant A takes only a list. Where it is a list, move it by hand; otherwise add the routes from a hook.',
  },
  'generate-exclude-active': {
    kind: 'verify',
    breaksSilently: true,
    title: 'Excluded routes are excluded again',
    explanation:
      '`generate.exclude` had no effect in Variant B. As `serverEngine.prerender.ignore` it has: the routes it names are no longer prerendered. Remove the entries that should be.',
  },
  'generate-routes-function': {
    kind: 'decide',
    title: 'Prerendered routes come from a function',
    explanation:
      '`serverEngine.prerender.routes` takes a list. Compute the list before the config is exported, or add the routes in a hook of the server engine, then remove `generate.routes`.',
  },
  'generate-target': {
    kind: 'decide',
    title: 'Routes cannot be added to what is there',
    explanation:
      '`serverEngine.prerender` already holds a value that items cannot be added to. Merge the two lists by hand, then remove the option under `generate`.',
  },
  'generate-unknown': {
    kind: 'decide',
    title: 'An option of `generate` that is not in the reference',
    explanation:
      'The reference lists only `generate.routes` and `generate.exclude`, and Variant A has no `generate` at all. Find out whether the option still does anything; if not, remove it.',
  },
  'glob-split': {
    kind: 'decide',
    breaksSilently: true,
    title: 'A pattern that covers files which move and files which stay',
    explanation:
      'After the move no single pattern matches just the same files. Write one pattern for each place, or a wider one.',
  },
  'ignored-paths': {
    kind: 'verify',
    title: 'Folders that only Variant B ignored by default',
    explanation:
      'Variant A no longer ignores these folders by default, so it watches and scans them. Add them to `ignore` if that is not wanted; `--keep-defaults` does it.',
  },
  'install-framework': {
    kind: 'verify',
    perRun: true,
    title: 'The framework has a new version',
    explanation:
      'The range in package.json was raised. Install, run the project once, and commit the lock file.',
  },
  'layer-outside': {
    kind: 'decide',
    title: 'A layer outside of what was migrated',
    explanation:
      'The project extends a layer that is not in the folder of the run, or in a repository of its own such as a submodule, so it was not migrated. Run on a folder that holds both, or migrate the layer where it is.',
  },
  'left-behind': {
    kind: 'verify',
    about: 'file',
    title: 'Something that git ignores stayed behind',
    explanation:
      'Dependencies and build output are made anew, so they were not moved along with the folder they lie in. Remove what is left once the project runs.',
  },
  'module-option-path': {
    kind: 'decide',
    title: 'An option of a module that names a path',
    explanation:
      'The value names a file or folder, and only the module knows whether it reads it from the source directory, from the root, or through an alias. Look it up, and write the path so that it leads to the same place as before.',
  },
  'moved-option-conflict': {
    kind: 'verify',
    title: 'An option moved, and its new place was set already',
    explanation:
      'The option has another name in Variant A, and that was set as well. What was set there counts, so the older value was removed; the message shows it. Merge the two by hand if both are needed.',
  },
  'no-longer-ignored': {
    kind: 'decide',
    breaksSilently: true,
    about: 'file',
    title: 'Git sees a file that it ignored',
    explanation:
      'A rule in .gitignore names the file where it was. It moved along with its folder, so the rule no longer applies, and the next commit would take the file in. Correct the rule first.',
  },
  'not-written': {
    kind: 'decide',
    title: 'A change that could not be written',
    explanation:
      'The option is written in a place that other code shares, or that only running the config would tell. Nothing was changed there: make the described change by hand.',
  },
  'now-ignored': {
    kind: 'decide',
    breaksSilently: true,
    about: 'file',
    title: 'Git would ignore files that it keeps',
    explanation:
      'A rule in .gitignore matches where files move to. The next commit would remove them without adding them again. Correct the rule, or add the files with `git add --force`.',
  },
  'older-generation': {
    kind: 'decide',
    title: 'A project or an option of an even older generation',
    explanation:
      'The version of the framework, or a key of the config, belongs to the generation before Variant B. A project of that generation is left as it is. Bring it to Variant B first, with the upgrade guide of that generation.',
  },
  'path-in-docs': {
    kind: 'verify',
    title: 'Documentation that names a path which has moved',
    explanation:
      'The text tells readers where something is, and it is elsewhere now. It was left as it is: correct the paths where they are still meant.',
  },
  'path-in-tooling': {
    kind: 'decide',
    title: 'A file of a tool that names a path which has moved',
    explanation:
      'Containers, pipelines, checks and scripts name places on disk in ways of their own, so these files were left as they are. Correct the paths at the lines that are named, or the tool passes over the files without a word.',
  },
  'path-not-found': {
    kind: 'decide',
    title: 'A path that leads nowhere',
    explanation:
      'There is no such file among the sources or in the root, or there is a file where a folder is meant. It was left as it is. Correct it, or remove it.',
  },
  'project-refused': {
    kind: 'decide',
    title: 'A project that could not be migrated as it is',
    explanation:
      'Something stands in the way in this project alone: files that would land on others, that git would ignore or that cannot be moved, a config that cannot be changed, or a layer that has such a problem. All of the project was left as it is, and the other projects were migrated. Do what the message says, and run again.',
  },
  'remote-layer': {
    kind: 'verify',
    title: 'A layer that is not in this repository',
    explanation:
      'The project extends a layer that comes from a package or another repository. Use a version of it that is made for Variant A; one that is made for Variant B has its sources where they are no longer looked for.',
  },
  'removed-experimental': {
    kind: 'decide',
    title: 'An experiment that Variant A does not have any more',
    explanation:
      'The option was removed, since Variant A does not know it, and what it switched on is gone. What comes in its place is up to you: templates in the style of lodash (`<% %>`) must be written without it or compiled by a module, what the `templateUtils` object did needs functions of your own, and listeners to `builder:watch` get absolute paths. Where no use is named, find out whether the project has one.',
  },
  'removed-option': {
    kind: 'decide',
    title: 'An option that Variant A does not have',
    explanation:
      'The option was set, and Variant A has nothing like it, so it was removed. Find out whether the project relies on it, and replace it by something else if it does.',
  },
  'scanned-folder-stays': {
    kind: 'decide',
    breaksSilently: true,
    title: 'A folder that a module looks for stays behind',
    explanation:
      'A module of the config looks for this folder in the source directory. It is no folder of the framework, so it was not moved, and the module will not find it any more. Run with `--move` and its name, or name the folder in the options of the module if it has one for that.',
  },
  'second-config': {
    kind: 'decide',
    about: 'file',
    title: 'Two configs in one folder',
    explanation:
      'The framework reads only the first of them, by the order of the endings ts, mts, cts, js, mjs, cjs. The other one was left as it is: remove it, or take from it what is needed.',
  },
  'source-dir-empty': {
    kind: 'decide',
    title: 'The source directory holds nothing for `app/`',
    explanation:
      'Nothing in `srcDir` would go to `app/`, while the root of the project holds what looks like sources. Without `srcDir` those would be taken for the sources, so nothing was moved, and `srcDir` stays. Remove `srcDir` by hand if they are the sources, then run again, or leave it so.',
  },
  'source-dir-link': {
    kind: 'decide',
    title: 'The sources are behind a symbolic link',
    explanation:
      'Moving what is behind a link could move files of others, so nothing was moved. Folders that Variant A would look for elsewhere are named in the config. Replace the link by the folder itself and run again, or leave it so.',
  },
  'source-dir-outside': {
    kind: 'decide',
    title: 'The sources are outside the project',
    explanation:
      '`srcDir` leads out of the project root, or to what git does not keep in this repository, so nothing is moved. Move the sources into the project by hand if they should follow the layout of Variant A.',
  },
  'source-dir-unknown': {
    kind: 'decide',
    title: 'Where the sources are is not known',
    explanation:
      'Every path in the config depends on the source directory, and only running the config would tell which it is. No path was touched. Write `srcDir` (or `rootDir`) as plain text, then run again.',
  },
  'spa-loading-template': {
    kind: 'decide',
    title: 'The loading template is looked for in another folder',
    explanation:
      'Unless `spaLoadingTemplate` names a file, Variant A looks for it directly in the source directory, Variant B looked in the folder `app` below. If the project has the file, name it in `spaLoadingTemplate` or move it.',
  },
  'stays-behind': {
    kind: 'decide',
    breaksSilently: true,
    title: 'Something was held back that Variant A does not find by itself',
    explanation:
      'Variant A looks for this only in its source directory, and no option of `dir` names it. Add it to `components` or `imports.dirs`, or let it move.',
  },
  'tool-alias': {
    kind: 'decide',
    title: 'A tool that has the source alias in its own config',
    explanation:
      'References are written for the source directory of Variant A, but this tool has its own table of aliases, in which the alias still points to the old source directory. Point it to the new one, and define the doubled alias (`~~`, `@@`) for the project root: references to files that stayed use it now.',
  },
  'tracked-unknown': {
    kind: 'verify',
    about: 'file',
    title: 'Git could not tell which files it tracks',
    explanation:
      'A file that git tracks belongs to the project, also if a rule ignores it. Git did not answer, so all ignored files were left out: they did not move, unless their folder did, and were not searched for references. Make sure that `git ls-files` works, and run again.',
  },
  'transformer2-conflict': {
    kind: 'verify',
    title: 'Two values for one transformer option',
    explanation:
      'Both transformers set the option. Variant A has only the first, whose value was kept; the other one is named in the message.',
  },
  'transformer2-moved': {
    kind: 'verify',
    title: 'Options of the second transformer moved to the first',
    explanation:
      'Variant A has one transformer. Build the project once and see that the output still runs where it must.',
  },
  'tsconfig-extends': {
    kind: 'decide',
    title: 'A tsconfig that extends what is no longer generated',
    explanation:
      'Variant A generates one tsconfig for each part of the project. Extend the one for the part that the sources beside this file belong to.',
  },
  'tsconfig-own-options': {
    kind: 'verify',
    title: 'A tsconfig with options of its own',
    explanation:
      'The generated typing options now come as several files, which are referred to as projects. Options that stand beside no longer apply to them: move them to `typescript.tsConfig`, and run the type check.',
  },
  'type-check-build': {
    kind: 'verify',
    title: 'A type check that checks referenced projects now',
    explanation:
      'The root tsconfig only refers to the generated ones, and without `-b` the compiler would check none of them. `-b` was added to the script; together with `--noEmit` it needs TypeScript 5.6 or newer. Run the script once.',
  },
  'type-check-empty': {
    kind: 'decide',
    breaksSilently: true,
    title: 'A type check that checks nothing any more',
    explanation:
      'The root tsconfig only refers to the generated ones, and without `-b` the compiler checks none of them: the command passes whatever is wrong. Use `tsc -b --noEmit` with TypeScript 5.6 or newer; other flags of the compiler belong into `typescript.tsConfig`.',
  },
  'typescript-hoist': {
    kind: 'verify',
    title: 'More modules are hoisted by default',
    explanation:
      'Variant A hoists seven more modules than Variant B. Own entries that repeat one of them can go; run the type check once.',
  },
  'typescript-ts-config': {
    kind: 'verify',
    title: 'The typing options now extend several files',
    explanation:
      'Variant A generates one tsconfig for each part of the project and `typescript.tsConfig` extends them all. Options meant for one part only, such as `include` or `paths`, may have to be narrowed.',
  },
  'unknown-option': {
    kind: 'decide',
    title: 'An option that the reference does not list',
    explanation:
      'The group is closed: neither variant has such an option, so it is either misspelt or left over. Correct it or remove it.',
  },
  'unreadable-part': {
    kind: 'decide',
    title: 'Options that only running the config would tell',
    explanation:
      'Part of the group comes from a call, a package or a computed key. What it sets there was not migrated: look it up, or write it as plain text and run again.',
  },
  'unsearched-file': {
    kind: 'decide',
    about: 'file',
    title: 'A file whose references could not be followed',
    explanation:
      'The file names something that has moved, but it cannot be searched for the reason given. It was left as it is: open it and correct its paths.',
  },
  'unverified-path': {
    kind: 'decide',
    title: 'A text that named a file, and no longer does',
    explanation:
      'The text has the form of a path, named something that exists, and names something else or nothing after the run. Nothing shows that it is used as a path, so it was left as it is. Update it if it is one.',
  },
  'value-type': {
    kind: 'decide',
    title: 'A value of a kind that the reference does not allow',
    explanation: 'The framework may ignore the value or fail on it. Write one of the kinds that are listed.',
  },
  'watch-pattern': {
    kind: 'decide',
    title: 'A regular expression that matches paths from the source directory',
    explanation:
      'The source directory changes, so the paths that the expression is matched against change too. Rewrite it for paths relative to the new source directory.',
  },
} as const satisfies { readonly [code: string]: FollowUpRow };

export type FollowUpCode = keyof typeof fwFollowUps;

export function isFollowUpCode(text: string): text is FollowUpCode {
  return Object.hasOwn(fwFollowUps, text);
}

function rowOf(code: string): FollowUpRow | undefined {
  return isFollowUpCode(code) ? fwFollowUps[code] : undefined;
}

/** Whether a code can be about a file as a whole. */
export function isAboutFile(code: string): boolean {
  return rowOf(code)?.about === 'file';
}

/** Whether nothing fails as long as a follow-up of this code is overlooked: such ones come first. */
export function breaksSilently(code: string): boolean {
  return rowOf(code)?.breaksSilently === true;
}

/** Whether one follow-up of this code is enough for a whole run. */
export function isPerRun(code: string): boolean {
  return rowOf(code)?.perRun === true;
}
