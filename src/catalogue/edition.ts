import { rules } from './path-rules.ts';
import {
  type Check,
  described,
  flag,
  integer,
  json,
  listOf,
  mapOf,
  object,
  oneOf,
  type TypeOf,
  text,
  where,
} from './shape.ts';

function matching(wanted: string, pattern: RegExp): Check<string> {
  const test = (value: unknown) => typeof value === 'string' && pattern.test(value);
  return where(wanted, test, { type: 'string', pattern: pattern.source });
}

const identifier = matching('a name as JavaScript has them', /^[A-Za-z_$][\w$]*$/);
const packageName = matching('the name of a package', /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/);
const importPath = matching('a package, or a path in one', /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w./~-]*$/);
const fileName = matching('a plain name, without slashes and patterns', /^(?!\.{1,2}$)[^/\\\s*?[\]{}]+$/);
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
  'the path of an option',
  /^(?!.*__proto__)[\w$-]+(?:\[\])?(?:\.[\w$-]+(?:\[\])?)*$/,
);
const version = matching('a version such as `4.0.0`', /^\d+\.\d+\.\d+$/);
const word = matching('a line of text that is not empty', /^(?=.*\S)\P{Cc}+$/u);
const range = matching(
  'a range of versions such as `^4.0.0`',
  /^[\^~>=<]*\s*\d+(?:\.[\dx*]+){0,2}(?:[\s\d.^~>=<|x*-]*)$/,
);

/** What is taken away is set to `null`. */
function orNone<Type>(check: Check<Type>): Check<Type | null> {
  const either = (value: unknown, at: string) => {
    if (value !== null) check(value, at);
  };
  return Object.assign(either, { schema: { anyOf: [check.schema, { type: 'null' }] } });
}

const base = oneOf('root', 'source');
const bases = object({
  'b?': described('In the older variant.', base),
  'a?': described('In the newer variant.', base),
});

const names = object({
  'framework?': described('What messages call the framework. By default, the name of its package.', word),
  'package?': described(
    'The package that projects depend on. Names that are not given follow from it: with `acme`, the config is `acme.config`, its function `defineAcmeConfig`, the scope `@acme`, the build folder `.acme`, the prefix of the environment `ACME_`.',
    packageName,
  ),
  'scope?': described(
    'The npm scope of its other packages: `@acme`.',
    matching('a scope such as `@acme`', /^@[a-z0-9~-][\w.~-]*$/),
  ),
  'variants?': described(
    'What messages call the two generations.',
    object({ 'b?': described('The older one.', word), 'a?': described('The newer one.', word) }),
  ),
  'configFile?': described('The name of the config file without its extension: `acme.config`.', fileName),
  'configHelper?': described('The function that a config is wrapped in: `defineAcmeConfig`.', identifier),
  'configHelperModules?': described(
    'Modules that this function may be imported from. If there are none, it is known by its name, from wherever.',
    listOf(importPath),
  ),
  'kitModules?': described('Modules that `createResolver` may be imported from.', listOf(importPath)),
  'builderPackages?': described(
    'Packages of bundlers that are not installed along with the framework, by the value of `builder`.',
    mapOf(packageName),
  ),
  'buildDir?': described('The folder of generated files: `.acme`.', fileName),
  'envPrefix?': described(
    'What environment variables start with that replace runtime values: `ACME_`.',
    matching('capital letters, digits and `_`', /^[A-Z][A-Z0-9_]*$/),
  ),
  'virtual?': described(
    'What names start with that are imported from the framework and have no file.',
    object({
      'app?': described('By default `#app`.', word),
      'imports?': described('By default `#imports`.', word),
      'build?': described('By default `#build`.', word),
    }),
  ),
  'dataFunctions?': described(
    'Functions that fetch data. Four other names take the place of `useAsyncData`, `useLazyAsyncData`, `useFetch` and `useLazyFetch`, in this order, also where options are called after them.',
    listOf(identifier),
  ),
  'clearFunction?': described('The function that clears fetched data: `clearAcmeData`.', identifier),
  'keys?': described(
    'Keys of options that are named differently, wherever they stand in the path of an option: `{ "serverEngine": "acmeServer" }`. The left side is a key of the default edition. The tools (`bundler1`, `ui`, `ui-router` and so on) are renamed in default values and texts as well.',
    mapOf(key),
  ),
  'firstVersion?': described('The first version of the newer variant: `4.0.0`.', version),
  'range?': described('What package.json asks for after the migration: `^4.0.0`.', range),
  'generations?': described(
    'The values of `future.compatibilityVersion` that choose the rules of a variant.',
    object({ 'b?': described('The older one.', integer(0)), 'a?': described('The newer one.', integer(1)) }),
  ),
  'oldestGeneration?': described('Projects on a major version below this are left as they are.', integer(0)),
  'olderGenerationKeys?': described(
    'Top-level keys of a generation that is even older: a config with one of them is left as it is, unless package.json asks for a generation that is known.',
    listOf(key),
  ),
});

const folder = object({
  'name?': described('The name of the folder where it is by default.', folderPath),
  'base?': described('What the folder is in by default.', bases),
  'readFrom?': described('What the option that names the folder is read from.', bases),
  'searched?': described('Whether files in it are found without an import.', flag),
});

const aliasTable = mapOf(orNone(place));

const facts = object({
  'sourceDir?': described(
    'The source directory of the newer variant, if `srcDir` does not name one.',
    folderPath,
  ),
  'folders?': described(
    'Folders that the framework finds by where they are, by their names in the default edition: `pages`, `layouts`, `middleware`, `plugins`, `assets`, `components`, `composables`, `utils`, `server`, `public`, `modules`, `shared`, `layers`, and `app` for what `dir.app` names. Any other name is a new folder of sources, which moves along with them. `null` takes one away.',
    mapOf(orNone(folder)),
  ),
  'olderAppFolder?': described(
    'The folder among the sources that has router options and the loading template in the older variant.',
    folderPath,
  ),
  'bundlerRoot?': described(
    'The folder that the bundler starts in: what has a slash in front is read from there.',
    bases,
  ),
  'layerAliases?': described(
    "Whose folders an alias in a layer's config means. `either`: what exists on disk decides.",
    oneOf('layer', 'project', 'either'),
  ),
  'aliases?': described(
    'Aliases that are there without being defined: `{ "a": { "#server": "<rootDir>/server" } }`. `null` takes one away.',
    object({
      'b?': described('In the older variant.', aliasTable),
      'a?': described('In the newer variant.', aliasTable),
    }),
  ),
  'generatedTsConfigs?': described(
    'The tsconfig files that the newer variant generates in its build folder.',
    listOf(fileName),
  ),
  'loadingTemplate?': described(
    'Where the loading template is looked for among the sources if `spaLoadingTemplate` does not name it.',
    object({
      'b?': described('In the older variant.', folderPath),
      'a?': described('In the newer variant.', folderPath),
    }),
  ),
  'loadingTemplateFrom?': described(
    'What `spaLoadingTemplate` is read from. `unstated`: the source directory is tried first, then the root.',
    oneOf('source', 'root', 'unstated'),
  ),
  'contentFolders?': described(
    'Names of folders with posts and pages of the site, whose texts are not searched for paths, in place of those of the default edition.',
    listOf(folderPath),
  ),
  'scannedFolders?': described(
    'Folders of the source directory that modules look for: `{ "@acme/store": ["stores"] }`. Where such a module is in use and its folder stays behind, people are asked.',
    mapOf(listOf(folderPath)),
  ),
  'modulePaths?': described(
    'What options of modules that name places are read from: `{ "icon.customCollections[].dir": { "b": "root" } }`. `[]` stands for each item of a list.',
    mapOf(
      object({
        b: described('In the older variant.', oneOf('source', 'root')),
        'a?': described('In the newer variant; the same unless it is given.', oneOf('source', 'root')),
      }),
    ),
  ),
  'ignored?': described(
    'Globs that are ignored by default, in place of those of the default edition.',
    object({
      'b?': described('In the older variant.', listOf(word)),
      'a?': described('In the newer variant.', listOf(word)),
    }),
  ),
});

const followUp = object({
  kind: described(
    '`decide`: a person must choose. `verify`: something changed, look.',
    oneOf('decide', 'verify'),
  ),
  message: described('What is different, and what to do.', word),
  'code?': described(
    'What reports and baselines call it. By default `edition-` and the name of the entry.',
    matching('a code in kebab case', /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/),
  ),
});

const pathRule = oneOf(...(Object.keys(rules) as (keyof typeof rules)[]));

const option = object({
  'types?': described(
    'The kinds of value that are allowed.',
    listOf(oneOf('string', 'number', 'boolean', 'null', 'array', 'object', 'function', 'regexp', 'date')),
  ),
  'oneOf?': described('The values that are allowed, where they can be listed.', listOf(json)),
  'default?': described(
    'What the option is where a project does not set it. A variant that is left out has no default.',
    object({
      'b?': described('In the older variant.', json),
      'a?': described('In the newer variant.', json),
    }),
  ),
  'fate?': described(
    'What becomes of it. `kept`: nothing. `removed`: it is taken out of the config. `manual`: a person has to look, see `followUp`. Use `movedTo` where it moves.',
    oneOf('kept', 'removed', 'manual'),
  ),
  'movedTo?': described('The option that its value goes to.', optionPath),
  'merge?': described(
    'Where the target of a move is set too: `append` adds the items to its list, `target-wins` drops the old value.',
    oneOf('append', 'target-wins'),
  ),
  'keys?': described(
    'Which keys an object may have. `listed`: only those of other rows. `any`: the project chooses. `passed-on`: another tool reads them.',
    oneOf('listed', 'any', 'passed-on'),
  ),
  'paths?': described(
    'Places in the value that name files or folders, and how they are read: `{ "": "folder" }` for the value itself, `{ "[]": "file" }` for every item, `{ ".*": "alias" }` for every key.',
    mapOf(pathRule),
  ),
  'keepDefault?': described(
    'What `--keep-defaults` writes, so that a changed default keeps its effect.',
    json,
  ),
  'summary?': described('What the option is for, in a sentence.', word),
  'followUp?': described('What a person has to know where the option is set.', followUp),
});

const behaviour = object({
  'option?': described(
    'The option that decides it: where a project sets it, nothing is reported.',
    optionPath,
  ),
  kind: described('`decide`: a person must choose. `verify`: look.', oneOf('decide', 'verify')),
  'code?': described(
    'What reports and baselines call it. By default `edition-` and the name of the entry.',
    matching('a code in kebab case', /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/),
  ),
  what: described('What is different, in a sentence without a full stop.', word),
  todo: described('What to do, in a sentence.', word),
  'calls?': described('Functions that are called.', listOf(identifier)),
  'members?': described(
    'Members of what these functions return: `clear` of `useFetch()`.',
    listOf(identifier),
  ),
  'imports?': described(
    'Modules that are imported, or names of one: `@acme/legacy`, `#app { useOld }`.',
    listOf(matching('a module, or a module and a name in braces', /^\S+(?: \{ [A-Za-z_$][\w$]* \})?$/)),
  ),
  'tags?': described(
    'Components that templates use: `AcmeOldLink`.',
    listOf(matching('the name of a component', /^[A-Za-z][\w-]*$/)),
  ),
});

/** The shape of an edition, for its check, its JSON Schema and its documentation. */
export const editionShape = object({
  '$schema?': described('The JSON Schema of this file, for editors.', text),
  'extends?': described('An edition that this one builds upon: a file, or a package.', word),
  'names?': described('What things are called.', names),
  'facts?': described('What the framework does, beside its options.', facts),
  'options?': described(
    'Options that are new or different, by their paths as this edition has them. `null` takes one away.',
    mapOf(orNone(option), optionPath),
  ),
  'behaviours?': described('What to look for in sources, by a name of your choice.', mapOf(behaviour)),
});

/** An overlay on the tables: the same framework under other names and with a few other facts. */
export type Edition = TypeOf<typeof editionShape>;

export type EditionOption = TypeOf<typeof option>;
export type EditionBehaviour = TypeOf<typeof behaviour>;
export type EditionFolder = TypeOf<typeof folder>;

/** Declares an edition: the object as it is, with its type checked. */
export function defineEdition(edition: Edition): Edition {
  return edition;
}
