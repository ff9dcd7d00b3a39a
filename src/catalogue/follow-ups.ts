/** `decide`: needs a decision that the tool cannot make. `verify`: behaviour or a default changed, check it. */
export type FollowUpKind = 'decide' | 'verify';

/** The texts of a follow-up code. */
export interface FollowUpText {
  readonly kind: FollowUpKind;
  readonly title: string;
  /** Its meaning and what to do, as shown by `explain`. */
  readonly explanation: string;
}

/**
 * The reason why a follow-up is still open. `run`: runs report it until its cause is gone. `text`: its text
 * still exists. `path`: its file or folder is still where the run left it. `option`: its option is not set, and
 * its text still exists. `ignored`, `unignored`: git ignores the file, or does not. `person`: the files cannot
 * show whether it is done, so someone has to close it.
 */
export type Condition = 'run' | 'text' | 'path' | 'option' | 'ignored' | 'unignored' | 'person';

/**
 * An edit that can be made for a follow-up: move its folder, write the old default of its option, add its
 * package, point its alias to the source directory, or install the dependencies.
 */
type Fix = 'move' | 'keep-default' | 'add-package' | 'point-alias' | 'install';

interface FollowUpRow extends FollowUpText {
  /** Defaults to `text`. */
  readonly until?: Condition;
  /** Set if it can be about a whole file, in which case no line is shown. */
  readonly about?: 'file';
  /** Set if ignoring it causes no error: files are silently lost, skipped or served. */
  readonly breaksSilently?: true;
  /** Set if dealing with it once is enough: for the run, or for a place that several projects share. */
  readonly once?: 'run' | 'place';
  /** Set if the project cannot be built or migrated before it is done. */
  readonly blocks?: true;
  /** The edit that can be made once someone has decided to. */
  readonly fix?: Fix;
}

type Particulars = Omit<FollowUpRow, keyof FollowUpText>;

/** Rows of one kind. The first sentence of a text is the title, the others are the explanation. */
function rowsOf(kind: FollowUpKind, shared: Particulars = {}) {
  return (text: string, particulars?: Particulars): FollowUpRow => {
    const end = text.indexOf('. ');
    const [title, explanation] = [text.slice(0, end), text.slice(end + 2)];
    return { kind, title, explanation, ...shared, ...particulars };
  };
}

const decide = rowsOf('decide');
const verify = rowsOf('verify');
/** Runs report it until its cause is gone. */
const pending = rowsOf('decide', { until: 'run' });
/** The same, and the project cannot be built or migrated before. */
const blocking = rowsOf('decide', { until: 'run', blocks: true });

/** Every follow-up the tool can report. The codes are stable, because filters and baselines use them. */
export const fwFollowUps = {
  'app-folder-foreign': pending(
    '`app/` already contains something else. Variant A keeps sources in `app/`, but that folder is already used for something else. Nothing moves, and `srcDir` preserves the current layout. Move the other contents out of `app/` and run again, or keep the layout as it is.',
  ),
  'builder-package': decide(
    'The selected bundler needs its own package. Only the default bundler is installed with the framework. Add the builder package to package.json, or remove `builder` to use the default.',
    { until: 'run', blocks: true, fix: 'add-package' },
  ),
  'bundler1-path': verify(
    'A path passed directly to the bundler. Variant A starts the bundler in the project root instead of the source directory. Start the dev server and check that it still finds these files.',
  ),
  'changed-default': verify(
    'The project relies on a default that changed. Your code uses something that behaves differently in Variant A unless the option is set. Check the places listed here, or set the option to its old default: `--keep-default <option>` writes it into the config, also after the migration.',
    { until: 'option', fix: 'keep-default' },
  ),
  'compatibility-version-3': verify(
    'The project had opted into the old behaviour. `future.compatibilityVersion: 3` is removed, so the defaults of v4 apply. `fw-migrate effective --changed` lists them. To keep an old default, run with `--keep-default <option>`: it writes it into the config.',
    { until: 'person' },
  ),
  'compatibility-version-unknown': blocking(
    'The variant of the project is unknown. `future.compatibilityVersion` decides how every path in the config is resolved, but its value is not a literal 3 or 4. No path was changed. Set it to a plain number, then run again.',
  ),
  'config-string-path': decide(
    'A string in the config that may be a path. The string matches a file or folder, but it depends on the code that uses it whether it is resolved from the source directory, the project root or the root of the bundler. These no longer all give the same path. Find out which one applies, then update the string for it.',
    { once: 'place' },
  ),
  'config-unreadable': blocking(
    'The config cannot be read. The project was not changed, because its config cannot be understood without running it. The message says what was found and where. Simplify that part of the config and run again.',
  ),
  'dir-static-conflict': verify(
    'Two folders for public files. `dir.static` and `dir.public` name different folders. Variant A only has `dir.public`, so `dir.static` is removed. Move the files you still need to the public folder.',
    { breaksSilently: true, until: 'person' },
  ),
  'dynamic-path': decide(
    'A computed path. The value is the path of a file or folder, but it cannot be determined without running the config. The source directory changes in this migration: check that the path is still correct.',
  ),
  'dynamic-reference': decide(
    'A computed reference. At least part of this path is computed at runtime, and it starts with a folder in which some files move and others stay. Check the code and update the path.',
    { breaksSilently: true },
  ),
  'escaped-path': decide(
    'A path with escapes. The path has to change, but it is written with escapes, or the new one needs some. Only plain paths are edited: write the path that the message gives.',
  ),
  'folder-not-found': decide(
    'A module no longer finds its folder. With Variant A, the module looks for this folder in the project root, and no longer in the source directory. Move it there, or set the folder in the options of the module.',
    { breaksSilently: true, until: 'path' },
  ),
  'folder-now-read': decide(
    'A folder that Variant B ignored is now used. Variant A looks for these files in a different place than Variant B: in the project root, or in the new source directory. Something with that name already exists there, and would now be served or executed. If you do not want that, remove or rename it, or set the option to another folder.',
    { breaksSilently: true },
  ),
  'framework-range': decide(
    'The framework version is set elsewhere. package.json does not contain the version of the framework, but points to where it is set. Update the version to 4 there, then install.',
    { once: 'run', until: 'run', blocks: true },
  ),
  'framework-shared': blocking(
    'The framework stays, because another project needs the current version. Several projects share this package.json, and at least one of them could not be migrated. Version 4 would break it, so the range stays as it is. The migrated projects need version 4: fix the problem reported for the other project, run again, then update the range.',
  ),
  'generate-exclude-active': verify(
    'Excluded routes now take effect. `generate.exclude` had no effect in Variant B. As `serverEngine.prerender.ignore` it takes effect: these routes are no longer prerendered. Remove the entries you want to prerender.',
    { breaksSilently: true },
  ),
  'glob-split': decide(
    'A pattern that matches both files that move and files that stay. After the move, no single pattern matches exactly the same files. Use one pattern for each location, or a broader one.',
    { breaksSilently: true },
  ),
  'ignored-paths': verify(
    'Folders that are no longer ignored by default. Variant A no longer ignores these folders by default, so it watches and scans them. If you do not want that, add them to `ignore`. During the migration, `--keep-defaults` adds them.',
  ),
  'install-framework': verify(
    'The framework version changes. The version range in package.json changes. Install, run the project once, and commit the lock file.',
    { once: 'run', until: 'person', blocks: true, fix: 'install' },
  ),
  'layer-folder': decide(
    'A folder option of a layer that would apply to its project. The migration writes an option that names a folder into the config of a layer, so that the layer keeps its folders. Options of layers are merged into those of the project, which does not set this one. Set it in the config of the project, to the folder that the project uses.',
    { blocks: true },
  ),
  'layer-outside': pending(
    'A layer outside the migrated folder. The project extends a layer that is outside the migrated folder or in a separate repository, such as a submodule, so the layer was not migrated. Run on a folder that contains both, or migrate the layer separately.',
  ),
  'layer-stays': pending(
    'A layer that stays because of a project that is not migrated. A project that is not migrated looks for the sources of its layer where they are, so they do not move. If other projects that extend the layer are migrated, its source directory is set in its config, which both variants read. Migrate all of them together to move the layer as well.',
  ),
  'layer-without-config': pending(
    'A layer without a config. A folder is a layer of the project, but has no config, so fw-migrate does not take it for a project, and its sources do not move. The newer variant looks for them in its default source directory. Add an empty config to the layer and run again, or move the sources yourself.',
  ),
  'left-behind': verify(
    'Files ignored by git do not move. Dependencies and build output are recreated, so they do not move with their folder. Once the migrated project runs, delete what is left.',
    { about: 'file', until: 'path' },
  ),
  'module-option-path': decide(
    'A path in the options of a module. The value is the path of a file or folder, and it depends on the module whether it is resolved from the source directory, the project root or an alias. Check the documentation of the module, and update the path so that it still points to the same place.',
  ),
  'module-version': verify(
    'A module may not support Variant A. A module supports Variant A only since the version in the message, and package.json or the catalog of a workspace requires an older one, or does not say which. One follow-up names all such modules of a config. Install those versions or newer ones together with the framework, and read their release notes.',
  ),
  'moved-option-conflict': verify(
    'An option has a new name, which is already set. The option has a different name in Variant A, which is set as well. That value takes precedence, so the old one is dropped; the message shows it. If you need both, merge them manually.',
    { until: 'person' },
  ),
  'no-longer-ignored': decide(
    'A file is no longer ignored by git. A rule in .gitignore matches the old path of this file. The file moves with its folder, so the rule no longer applies, and the next commit would include the file. Update the rule first.',
    { about: 'file', breaksSilently: true, until: 'unignored' },
  ),
  'not-written': decide(
    'A change that could not be made. The option is set in code that is shared, or that cannot be understood without running the config. Nothing was changed there: make the change manually.',
    { blocks: true },
  ),
  'now-ignored': decide(
    'Git would ignore tracked files. A rule in .gitignore matches the new path of these files. The next commit would delete them without adding them again. Update the rule, or add the files with `git add --force`.',
    { about: 'file', breaksSilently: true, until: 'ignored' },
  ),
  'older-generation': blocking(
    'A project or option older than Variant B. The version of the framework, or a key of the config, is older than Variant B. Such a project is not changed. Upgrade it to Variant B first, following the upgrade guide of that version.',
  ),
  'path-in-docs': verify(
    'Documentation mentions a path that moves. The text mentions files or folders that move. It is not changed: update the paths if they are still relevant. One follow-up lists the places in all files.',
    { once: 'run' },
  ),
  'path-in-tooling': decide(
    'A tool config mentions a path that moves. Containers, pipelines, checks and scripts each have their own way to specify paths, so these files are not changed. Update the paths at the lines listed here, or the tool will silently skip the files that move.',
  ),
  'path-not-found': decide(
    'A path that does not exist. The file does not exist in the source directory or the project root, or it is a file where a folder is expected. The path was not changed. Fix or remove it.',
  ),
  'project-refused': blocking(
    'A project that could not be migrated. Something in this project prevents its migration: files that would overwrite others, that git would ignore or that cannot be moved, a config that cannot be changed, or a layer with such a problem. The whole project stays as it is, and the other projects are migrated. Follow the message, then run again.',
  ),
  'remote-layer': verify(
    'A layer that is not in this repository. The project extends a layer from a package or another repository. Use a version of it made for Variant A: the framework would not find the sources of one made for Variant B.',
  ),
  'removed-experimental': decide(
    'An experimental option that Variant A no longer has. The option is removed, because Variant A no longer has it or the behaviour it enabled. Replace that behaviour: rewrite templates that use lodash syntax (`<% %>`) or compile them in a module, replace the `templateUtils` object with your own functions, and expect absolute paths in `builder:watch` listeners. If no use is listed, check whether the project has one.',
    { blocks: true },
  ),
  'removed-option': decide(
    'An option that Variant A does not have. The option is set, and Variant A has no equivalent, so it is removed. Check whether the project relies on it; if so, replace it.',
  ),
  'scanned-folder-stays': decide(
    'A folder that a module scans does not move. A module looks for this folder in the source directory. It is not a folder of the framework, so it does not move, and the module will no longer find it. Run with `--move` and the name of the folder, or set the folder in the options of the module.',
    { breaksSilently: true, until: 'path', fix: 'move' },
  ),
  'second-config': decide(
    'Two configs in one folder. The framework only reads the first one, in the order of the extensions ts, mts, cts, js, mjs, cjs. The other one was not changed: remove it, or copy what you need from it.',
    { about: 'file', until: 'run' },
  ),
  'settings-file': pending(
    'Options outside the config. The framework also reads options from this file. fw-migrate does not change it. Options that name files or folders, or that change in Variant A, are listed: move them to the config and run again, or check each of them.',
  ),
  'shallow-data': verify(
    'Fetched data may be changed in place. In Variant A, `data` of `useAsyncData` and `useFetch` is no longer deeply reactive: assigning a new value updates the page, changing something inside the old value does not. Calls whose data is changed in their own file got `deep: true`. The line listed here changes something that such a call may have fetched: a prop, a parameter, or what a composable or store returns. Set `deep: true` in the call that is named, or assign a new value instead of changing the old one. To keep the old behaviour for the whole project, set the option to `true` (`--keep-default experimental.defaults.useAsyncData.deep` does this).',
    { until: 'option', fix: 'keep-default' },
  ),
  'source-dir-empty': pending(
    'The source directory contains nothing to move to `app/`. Nothing in `srcDir` would move to `app/`, but the project root contains what looks like source files. Without `srcDir` these would be used as the sources, so nothing moves and `srcDir` stays. If they are the sources, remove `srcDir` and run again; otherwise keep the layout as it is.',
  ),
  'source-dir-link': pending(
    'The sources are behind a symbolic link. Files behind a symbolic link may belong to something else, so nothing moves. Folders that Variant A would look for elsewhere are set in the config. Replace the link with the folder itself and run again, or keep the layout as it is.',
  ),
  'source-dir-outside': pending(
    'The sources are outside the project. `srcDir` points outside the project root, or to something that is not part of this git repository, so nothing moves. To use the layout of Variant A, move the sources into the project yourself.',
  ),
  'source-dir-unknown': blocking(
    'The source directory is unknown. Every path in the config depends on the source directory, which cannot be determined without running the config. No path was changed. Write `srcDir` (or `rootDir`) as a plain string, then run again.',
  ),
  'sources-left-in-root': pending(
    'Sources in the root of a project that uses another source directory. The project already runs as the newer variant, with its sources in another folder, but a folder or file with the name of a source is still in the project root, where nothing finds it. Move it to the source directory, or delete it if it is unused.',
  ),
  'spa-loading-template': decide(
    'The loading template is expected in another folder. Unless `spaLoadingTemplate` is set, Variant A looks for the template in the source directory itself; Variant B looked in its `app` folder. If the project has one, set `spaLoadingTemplate` to it or move it.',
  ),
  'stays-behind': decide(
    'Variant A does not find a folder that stays in place. Variant A only looks for this in its source directory, and no option of `dir` can point to it. Add it to `components` or `imports.dirs`, or let it move.',
    { breaksSilently: true, until: 'path', fix: 'move' },
  ),
  'tool-alias': decide(
    'A tool config defines the source alias itself. References are updated for the source directory of Variant A, but this tool has its own list of aliases, in which the alias still points to the old source directory. Point it to the new one, and define the doubled alias (`~~`, `@@`) for the project root: references to files that do not move use it.',
    { fix: 'point-alias' },
  ),
  'tracked-unknown': verify(
    'Git could not list the tracked files. Tracked files belong to the project even if a rule ignores them. Git could not list them, so all ignored files are left out: they do not move unless their folder does, and are not searched for references. Make sure that `git ls-files` works, then run again.',
    { about: 'file', until: 'run' },
  ),
  'transformer2-moved': verify(
    'Options of the second transformer move to the first. Variant A has only one transformer. Build the project and check that the output still runs on your target platforms.',
    { until: 'person' },
  ),
  'tsconfig-extends': decide(
    'A tsconfig extends a file that is no longer generated. Variant A generates one tsconfig for each part of the project. Extend the one for the part to which the files next to this tsconfig belong.',
    { once: 'run', blocks: true },
  ),
  'tsconfig-gone': blocking(
    'A tool uses a tsconfig that is no longer generated. Variant A generates one tsconfig for each part of the project. Name the one for the part that the tool is used for, or the root tsconfig if the tool follows its references. A script that checks the types of all parts is `vue-tsc -b --noEmit`.',
  ),
  'tsconfig-own-options': verify(
    'A tsconfig has its own options. Variant A generates several tsconfig files, which the root tsconfig references as projects. Options set next to these references do not apply to them: move the options to `typescript.tsConfig`, and run the type check. Files listed next to the references are checked without the generated options and aliases: give them a tsconfig that extends one of the generated files.',
  ),
  'type-check-build': verify(
    'A type check has to check the referenced projects. The root tsconfig only references the generated ones, and without `-b` the compiler would check none of them. `-b` is added to the script; with `--noEmit`, it needs TypeScript 5.6 or newer. Run the script once.',
    { until: 'person' },
  ),
  'type-check-empty': decide(
    'A type check that no longer checks anything. The root tsconfig only references the generated ones, and without `-b` the compiler checks none of them: the command always passes. Use `tsc -b --noEmit` with TypeScript 5.6 or newer; set other compiler options in `typescript.tsConfig`.',
    { breaksSilently: true },
  ),
  'typescript-hoist': verify(
    'More modules are hoisted by default. Variant A hoists seven more modules than Variant B. You can remove your own entries for these; run the type check once.',
  ),
  'typescript-ts-config': verify(
    'The TypeScript options now apply to several files. Variant A generates one tsconfig for each part of the project, and `typescript.tsConfig` extends all of them. Options for one part only, such as `include` or `paths`, may need to be narrowed.',
  ),
  'unknown-option': pending(
    'An unknown option. Neither variant has this option, so it is either a typo or left over. Fix or remove it.',
  ),
  'unreadable-part': pending(
    'Options that cannot be read. Some of these options come from a call, a package or a computed key, so they were not migrated. Check them manually, or write them as plain values and run again.',
  ),
  'unsearched-file': decide(
    'A file that could not be searched for references. The file mentions something that moves, but could not be searched for the reason given. It is not changed: open it and update its paths.',
    { about: 'file', until: 'person' },
  ),
  'unverified-path': decide(
    'A string no longer matches a file. The string looks like a path and matches a file or folder before the migration, and something else or nothing afterwards. It is not clear whether it is used as a path, so it is not changed. Update it if it is.',
  ),
  'value-type': pending(
    'A value of the wrong type. The framework may ignore this value or fail. Use one of the types listed in the message.',
  ),
  'watch-pattern': decide(
    'A regular expression that matches paths relative to the source directory. The source directory changes, and so do the paths that the expression is tested against. Rewrite it for paths relative to the new source directory.',
  ),
} satisfies { readonly [code: string]: FollowUpRow };

export type FollowUpCode = keyof typeof fwFollowUps;

export function isFollowUpCode(text: string): text is FollowUpCode {
  return Object.hasOwn(fwFollowUps, text);
}

/** The row of a code; undefined for codes of editions and of users' transforms. */
export function followUpRow(code: string): FollowUpRow | undefined {
  return isFollowUpCode(code) ? fwFollowUps[code] : undefined;
}

/** Whether ignoring a follow-up of this code causes no error: such follow-ups come first. */
export function breaksSilently(code: string): boolean {
  return followUpRow(code)?.breaksSilently === true;
}

/** Orders follow-ups by urgency: those that block the build, fail silently, need a decision, need a check. */
export function rankOf({
  code,
  kind,
}: {
  readonly code: string;
  readonly kind: FollowUpKind;
}): number {
  if (followUpRow(code)?.blocks) return 0;
  if (breaksSilently(code)) return 1;
  return kind === 'decide' ? 2 : 3;
}

/** The sentences that explain when a follow-up is done. */
export const doneWhen: { readonly [C in Condition]: string } = {
  run: 'Closes by itself when its cause is gone.',
  text: 'Closes by itself when the text it points to is edited or removed.',
  path: 'Closes by itself when nothing is left at that path.',
  option: 'Closes by itself when the option is set, or the text it points to is edited or removed.',
  ignored: 'Closes by itself when git no longer ignores the file.',
  unignored: 'Closes by itself when git ignores the file.',
  person: 'Close it when you have checked it.',
};

/** The reason why a follow-up of this code is still open. */
export function conditionOf(code: string): Condition {
  return followUpRow(code)?.until ?? 'text';
}
