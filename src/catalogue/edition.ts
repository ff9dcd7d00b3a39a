/**
 * The shape of an edition, which its check, its JSON Schema and its page are made from. How it changes the tables is in
 * overlay.ts.
 */

import { rules, valueTypes } from './option.ts';
import {
  flag,
  json,
  listOf,
  mapOf,
  object,
  oneOf,
  type Shape,
  type TypeOf,
  text,
  textThat,
  withSchema,
} from './shape.ts';

function matching(wanted: string, pattern: RegExp): Shape<string> {
  return textThat(wanted, (value) => pattern.test(value), { pattern: pattern.source });
}

const identifier = matching('a JavaScript identifier', /^[A-Za-z_$][\w$]*$/);
const packageName = matching('a package name', /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/);
const importPath = matching(
  'a package or a path in a package',
  /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w./~-]*$/,
);
const fileName = matching(
  'a plain name without slashes or patterns',
  /^(?!\.{1,2}$)[^/\\\s*?[\]{}]+$/,
);
const folderPath = matching(
  'a path inside the project, such as `app/views`',
  /^(?!\.{0,2}(?:\/|$))(?!.*\/\.{0,2}(?:\/|$))[^\\\s]+$/,
);
const place = matching(
  'a path that starts with `<rootDir>` or `<srcDir>`',
  /^<(?:rootDir|srcDir)>(?:\/(?!\.{1,2}(?:\/|$))[^/\\\s]+)*$/,
);
const key = matching('a key of the config', /^(?!__proto__$|constructor$)[\w$-]+$/);
const optionPath = matching(
  'an option path',
  /^(?!.*__proto__)[\w$-]+(?:\[\])?(?:\.[\w$-]+(?:\[\])?)*$/,
);
const version = matching('a version such as `4.0.0`', /^\d+\.\d+\.\d+$/);
const release = matching(
  'a version such as `4.0.0` or `4.0.0-rc.1`',
  /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/,
);
const word = matching('a non-empty line of text', /^(?=.*\S)\P{Cc}+$/u);
/** `null` removes an entry of the default edition. */
function orNone<Type>(check: Shape<Type>): Shape<Type | null> {
  const either = (value: unknown, at: string) => {
    if (value !== null) check(value, at);
  };
  return withSchema(either, { anyOf: [check.schema, { type: 'null' }] });
}

/** A fact that may differ between the variants. */
function byVariant<Type>(check: Shape<Type>) {
  return object({
    'b?': check.described('In the older variant.'),
    'a?': check.described('In the newer variant.'),
  });
}

const base = oneOf('root', 'source');
const bases = byVariant(base);

const names = object({
  'framework?': word.described(
    'The name of the framework in messages. Defaults to the name of its package.',
  ),
  'package?': packageName.described(
    'The package that projects depend on. Other names default to ones derived from it: for `acme`, the config is `acme.config`, its function `defineAcmeConfig`, the scope `@acme`, the build folder `.acme`, and the prefix of environment variables `ACME_`.',
  ),
  'scope?': matching('a scope such as `@acme`', /^@[a-z0-9~-][\w.~-]*$/).described(
    'The npm scope of its other packages: `@acme`.',
  ),
  'variants?': object({
    'b?': word.described('The older variant.'),
    'a?': word.described('The newer variant.'),
  }).described('The names of the two variants in messages.'),
  'configFile?': fileName.described(
    'The name of the config file without its extension: `acme.config`.',
  ),
  'configHelper?': identifier.described('The function that wraps a config: `defineAcmeConfig`.'),
  'configHelperModules?': listOf(importPath).described(
    'Modules that this function may be imported from. If empty, it is recognised by its name alone.',
  ),
  'kitModules?': listOf(importPath).described(
    'Modules that `createResolver` may be imported from.',
  ),
  'buildDir?': fileName.described('The folder for generated files: `.acme`.'),
  'virtual?': object({
    'app?': word.described('Defaults to `#app`.'),
    'imports?': word.described('Defaults to `#imports`.'),
    'build?': word.described('Defaults to `#build`.'),
  }).described('The prefixes of virtual modules provided by the framework.'),
  'dataFunctions?': listOf(identifier).described(
    'Functions that fetch data. Four names replace `useAsyncData`, `useLazyAsyncData`, `useFetch` and `useLazyFetch`, in this order, also in the names of options.',
  ),
  'keys?': mapOf(key).described(
    'Option keys with a different name, anywhere in the path of an option: `{ "serverEngine": "acmeServer" }`. The left side is a key of the default edition. Tools (`bundler1`, `ui`, `ui-router` and so on) are also renamed in default values and texts.',
  ),
  'firstVersion?': version.described(
    'The first version of the newer variant: `4.0.0`. Its major version also selects the newer variant in `future.compatibilityVersion`, and the one before it the older variant.',
  ),
});

const folder = object({
  'name?': folderPath.described('The default name of the folder.'),
  'base?': bases.described('The folder that contains it by default.'),
  'readFrom?': bases.described('The folder that the value of its option is relative to.'),
});

const aliasTable = mapOf(
  orNone(place),
  matching(
    'an alias other than `~`, `@`, `~~` and `@@`, which mean the same in all editions',
    /^(?!~~?$|@@?$)/,
  ),
);

const facts = object({
  'sourceDir?': folderPath.described('The default source directory of the newer variant.'),
  'folders?': mapOf(orNone(folder)).described(
    'Folders that the framework finds by their location, by their names in the default edition: `pages`, `layouts`, `middleware`, `plugins`, `assets`, `components`, `composables`, `utils`, `server`, `public`, `modules`, `shared`, `layers`, and `app` for the folder set by `dir.app`. Any other name adds a source folder, which moves with the sources. `null` removes one.',
  ),
  'bundlerRoot?': bases.described(
    'The root folder of the bundler: paths with a leading slash are resolved from there.',
  ),
  'layerAliases?': oneOf('layer', 'project', 'either').described(
    'Whether an alias in the config of a layer refers to folders of the layer or of the project. `either`: whichever exists on disk.',
  ),
  'settingsFile?': fileName.described(
    'A file beside the config that may set options, too: `.acmerc`.',
  ),
  'layerAlias?': folderPath.described(
    'The alias of layers, followed by the name of one: `#layers` for `#layers/theme`.',
  ),
  'aliases?': byVariant(aliasTable).described(
    'Built-in aliases: `{ "a": { "#server": "<rootDir>/server" } }`. `null` removes one.',
  ),
  'generatedTsConfigs?': listOf(fileName).described(
    'The tsconfig files that the newer variant generates in its build folder.',
  ),
  'generatedLists?': listOf(
    object({
      list: word.described('What it lists, in the plural: `components`.'),
      file: folderPath.described('The file in the build folder that contains it.'),
      entries: listOf(
        matching('a text with `<name>`, `<names>` or `<file>`', /<(?:names?|file)>/),
      ).described(
        'How an entry is written: `const <name>: typeof import("<file>")`. `<names>` stands for several strings with `|` between them. Spaces match any or no white space, and quotes match both kinds.',
      ),
      'except?': listOf(word).described(
        'Names that the framework brings along, which are not compared. `<file>`: those that are the name of their file or folder. `Lazy<name>`: those that only add to another name.',
      ),
      'needs?': optionPath.described('The option that must be set for the framework to write it.'),
    }),
  ).described(
    'Lists of what the framework found in a project, which `fw-migrate verify` compares.',
  ),
  'loadingTemplateFrom?': oneOf('source', 'root', 'unstated').described(
    'The folder that `spaLoadingTemplate` is relative to. `unstated`: the source directory is tried first, then the project root.',
  ),
  'modules?': mapOf(
    object({
      'key?': key.described(
        'The key of its options in the config: those in a tuple, `[["@acme/store", { … }]]`, are read in the same way.',
      ),
      'folders?': listOf(folderPath).described(
        'Folders that it looks for in the source directory: if a project uses the module, they move with the sources. A follow-up reports one that does not.',
      ),
      'rootFolders?': mapOf(version).described(
        'Folders that it looks for in the source directory in the older variant, and in the project root in the newer one, by the version that always looks in the root: `{ "texts": "3.0.0" }`. A follow-up reports those in a source directory.',
      ),
      'moves?': flag.described(
        'Whether these folders move. Defaults to `true`; with `false`, they are only reported.',
      ),
      'reads?': mapOf(folderPath).described(
        'Files that it reads from the project root, or behind an alias, by the option that names another one: `{ "gallery.css": "assets/gallery.css" }`. If the module would no longer find the file, the option is added.',
      ),
      'readsBelow?': version.described('The first version that no longer reads these files there.'),
      'builds?': release.described(
        'The first version that was built with the newest release, if older ones only say that they support it.',
      ),
      'imports?': listOf(identifier).described('The names that it auto-imports.'),
      'along?': mapOf(release).described(
        'Packages that are raised with it, with the first version that fits: `{ "acme-store": "3.0.0" }`.',
      ),
      'successor?': packageName.described(
        'The module to use instead, if no version of it supports the newer variant.',
      ),
    }),
  ).described(
    'Modules of the framework, by the name of their package: `{ "@acme/store": { "folders": ["stores"] } }`.',
  ),
  'autoImports?': object({
    'b?': listOf(place).described('The folders whose exports the older variant auto-imports.'),
    'a?': listOf(place).described('Those of the newer one; what it reads in addition wins.'),
    'names?': listOf(identifier).described('Names that only the newer variant has itself.'),
  }).described('What is auto-imported: `{ "b": ["<srcDir>/utils"] }`.'),
  'styleSources?': object({
    packages: listOf(packageName).described('The packages with the tool; one is enough.'),
    imports: importPath.described('What a style sheet imports that needs class names.'),
    writes: matching('a text with `<folder>`', /<folder>/).described('How it names a folder.'),
  }).described(
    'A style tool that looks for class names in the root of the bundler. Folders that are no longer in it are added to the style sheet.',
  ),
  'release?': object({
    version: version.described(
      'Its version: exact versions in package.json become this one, and what an installed module says itself is compared with it.',
    ),
    node: word.described('The versions of Node that it needs: `^22.19.0 || >=24.11.0`.'),
  }).described('The newest release of the newer variant.'),
  'moduleVersions?': object({
    date: matching('a date such as `2026-01-31`', /^\d{4}-\d\d-\d\d$/).described(
      'When the versions were looked up.',
    ),
    since: mapOf(orNone(release)).described(
      'The first version of each module that supports the newer variant, as all later ones do: `{ "@acme/store": "2.1.0" }`. `0.0.0`: all versions do. `null`: none does.',
    ),
    'also?': mapOf(word).described(
      'Older versions that support it as well, although some after them do not: `{ "@acme/store": "1.2.0 - 1.4.1" }`.',
    ),
  }).described(
    'Which versions of modules support the newer variant. Without it, they are not checked.',
  ),
  'related?': mapOf(release).described(
    'Packages that are raised together with the framework, with the first version that fits the newer variant: `{ "@acme/kit": "4.0.0" }`.',
  ),
  'ignored?': byVariant(listOf(word)).described(
    'Globs that are ignored by default. Replaces the list of the default edition.',
  ),
});

const followUpKind = oneOf('decide', 'verify').described(
  '`decide`: someone must make a decision. `verify`: something changed and should be checked.',
);
const followUp = object({
  kind: followUpKind,
  message: word.described('What changed and what to do.'),
});

const pathRule = oneOf(...(Object.keys(rules) as (keyof typeof rules)[]));

const option = object({
  'types?': listOf(oneOf(...valueTypes)).described('The allowed types.'),
  'oneOf?': listOf(json).described('The allowed values, if they can be listed.'),
  'default?': byVariant(json).described(
    'The default value. A variant without an entry has no default; of a removed option, the newer one is what the variant always does.',
  ),
  'fate?': oneOf('kept', 'removed', 'manual').described(
    'What happens to the option. `kept`: nothing. `removed`: it is removed from the config. `manual`: someone must check it, see `followUp`. Use `movedTo` if it moves.',
  ),
  'movedTo?': optionPath.described('The option that receives its value.'),
  'merge?': oneOf('append', 'target-wins').described(
    'What to do if the target is also set: `append` adds the items to its list, `target-wins` drops the old value.',
  ),
  'keys?': oneOf('listed', 'any', 'passed-on').described(
    'Which keys an object may have. `listed`: only those with their own entries. `any`: any key. `passed-on`: another tool reads them.',
  ),
  'paths?': mapOf(pathRule).described(
    'The parts of the value that are paths, and how to resolve them: `{ "": "folder" }` for the value itself, `{ "[]": "file" }` for every item, `{ ".*": "alias" }` for every key.',
  ),
  'keepDefault?': json.described(
    'The value that `--keep-defaults` writes to preserve a changed default. `null`: nothing is written.',
  ),
  'summary?': word.described('What the option is for, in one sentence.'),
  'followUp?': followUp.described('A follow-up for projects that set the option.'),
});

const behaviour = object({
  'option?': optionPath.described(
    'The option that controls it: if a project sets it, nothing is reported.',
  ),
  kind: followUpKind,
  what: word.described('What changed, in one sentence without a full stop.'),
  todo: word.described('What to do, in one sentence.'),
  'calls?': listOf(identifier).described('Names of called functions.'),
  'arguments?': listOf(
    matching('a key, or a key and a value such as `dedupe: true`', /^[A-Za-z_$][\w$]*(?:: \S.*)?$/),
  ).described(
    'Keys of objects in the arguments of these functions, at any depth: `hid`, or with a value: `dedupe: true`. Without them, every call is reported.',
  ),
  'texts?': listOf(word).described(
    'Texts in files: `JSON.parse(<name>.data`. Spaces match any or no white space, quotes match all kinds, `<name>` a name or members of one, and `<text>` a part of a statement.',
  ),
  'files?': listOf(word).described(
    'Parts of the paths of the files that may have these texts, which need not be source files: `package.json`. By default, all source files.',
  ),
  'since?': version.described('The release of the newer variant that it comes with.'),
  'until?': version.described('The release that no longer has it.'),
  'tags?': listOf(matching('a component name', /^[A-Za-z][\w-]*$/)).described(
    'Components used in templates: `AcmeOldLink`.',
  ),
  'writes?': mapOf(word).described(
    'The text to write instead of some of these arguments: `{ "hid": "key", "dedupe: true": "dedupe: \'cancel\'" }`.',
  ),
  'shared?': flag.described(
    'Whether only calls count whose first argument is the same text while these arguments differ.',
  ),
  'names?': oneOf('components').described(
    'What these places name: only files count that name a component which the newer variant gives another name than its file.',
  ),
  'reads?': listOf(identifier).described(
    'Names of which a file with such a call needs one to notice the difference: `pending`.',
  ),
});

/** The shape of an edition, for its check, its JSON Schema and its documentation. */
export const editionShape = object({
  '$schema?': text.described('The JSON Schema of this file, for editors.'),
  'extends?': word.described(
    'The edition that this one extends: a file, a package, or the name of a built-in one (`nuxt`).',
  ),
  'names?': names.described('The names of things.'),
  'facts?': facts.described('How the framework behaves, apart from its options.'),
  'options?': mapOf(orNone(option), optionPath).described(
    'New or different options, by their paths in this edition. `null` removes one.',
  ),
  'behaviours?': mapOf(behaviour).described(
    'What to look for in source files, by a name of your choice.',
  ),
});

/** An overlay on the tables: the same framework under other names and with a few other facts. */
export type Edition = TypeOf<typeof editionShape>;

export type EditionOption = TypeOf<typeof option>;
export type EditionFolder = TypeOf<typeof folder>;

/** Declares an edition: the object as it is, with its type checked. */
export function defineEdition(edition: Edition): Edition {
  return edition;
}
