/** The shapes of what users pass in: settings files, arguments of the API, and results of their transforms. */

import { type PlacePath, placeAt } from '../base/paths.ts';
import { editionShape } from '../catalogue/edition.ts';
import { fwFollowUps } from '../catalogue/follow-ups.ts';
import { layoutModes, toolingModes } from '../catalogue/names.ts';
import {
  byKind,
  type Check,
  fields,
  flag,
  innerPath,
  integer,
  listOf,
  Mismatch,
  mapOf,
  mismatch,
  nameIn,
  object,
  oneOf,
  type Shape,
  suchThat,
  type TypeOf,
  text,
  textThat,
  where,
} from '../catalogue/shape.ts';
import { compileGlob } from '../tree/globs.ts';
import type { KeptDefaults, TransformDefinition } from './definition.ts';
import { overlaid, ownSteps } from './selection.ts';

const sourceFolder = 'a folder in the source directory, such as `stores` or `lib/api`';
const folders = listOf(innerPath(sourceFolder, (path) => placeAt('', path) !== ''));

const projectFolder = 'a project folder relative to this file, or a pattern such as `apps/*`';
const projectPath = innerPath(projectFolder, (path) => path !== '');

const named = (what: string) =>
  textThat(what, (value) => value.trim() !== '' && !/\0/.test(value), { minLength: 1 });

const layout = oneOf(...layoutModes);

/** Checks the value of `keepDefaults`. */
const keptDefaults: Shape<KeptDefaults> = where(
  'true, false, `used`, `drop`, or a list of options',
  (value) =>
    typeof value === 'boolean' ||
    value === 'used' ||
    value === 'drop' ||
    (Array.isArray(value) && value.every((name) => typeof name === 'string')),
  { anyOf: [flag.schema, { enum: ['used', 'drop'] }, listOf(text).schema] },
);

const choices = {
  'layout?': layout.described(
    '`auto`: move sources to `app/`, unless `srcDir` is set; `app`: always move them; `keep`: move nothing.',
  ),
  'move?': folders.described(
    'Additional folders of the source directory to move, such as `stores`. `auto` selects those that are clearly source code: only moved sources and tests use them, moving them saves rewrites, and they contain no separate package or tool.',
  ),
  'stay?': folders.described('Folders of the source directory that do not move.'),
  'keepDefaults?': keptDefaults.described(
    'Whether to write the old defaults of options whose default changed; `used`: those that code relies on; a list names the options to write. `drop` removes them again, and lists the code to look at.',
  ),
};

/** The shape of a settings file. */
export function settingsShape(transforms: readonly TransformDefinition[]) {
  const ids = transforms.map(({ id }) => id);
  const separable = transforms.filter(({ followsMoves }) => !followsMoves).map(({ id }) => id);
  const project = object({
    'leave?': flag.described(
      'Whether to skip the project, except for references to files that other projects move.',
    ),
    ...choices,
    'skip?': listOf(
      nameIn('a transform that does not update paths to moved folders', separable),
    ).described(
      'Transforms to skip for this project. Those that update paths to moved folders can only be skipped for the whole run.',
    ),
  });
  return object({
    '$schema?': text.described('The JSON Schema, for editors.'),
    'edition?': named('a file or a package').described(
      'The edition of the framework: a file relative to this one, a package, or the name of a built-in one (`nuxt`).',
    ),
    ...choices,
    'tooling?': oneOf(...toolingModes).described(
      '`edit`: update paths in files of other tools if it is safe; `report`: only list them.',
    ),
    'only?': listOf(nameIn('a transform', ids)).described('Only run these transforms.'),
    'skip?': listOf(nameIn('a transform', ids)).described('Transforms to skip.'),
    'transforms?': listOf(named('a file name')).described(
      'Files with your own transforms, relative to this file. Running them requires `--trust-config`.',
    ),
    'projects?': mapOf(project, projectPath).described(
      'Settings for single projects, by their folder relative to this file; `.` is the folder of this file. Patterns match the whole path, with `*`, `**`, `?` and `[…]` as in .gitignore. If several match, the last one takes precedence, key by key.',
    ),
  }).described(
    'Settings of fw-migrate for a repository: `fw-migrate.config.json`, or the key `fw-migrate` of package.json. Command line options take precedence, key by key.',
  );
}

/** The settings of a repository, as `fw-migrate.config.ts` exports them. */
export interface Settings extends TypeOf<ReturnType<typeof settingsShape>> {}

/** The settings of a single project. */
export type ProjectSettings = NonNullable<Settings['projects']>[string];

/** Declares the settings of a repository, in `fw-migrate.config.ts`. They are checked when the file is read. */
export function defineSettings(settings: Settings): Settings {
  return settings;
}

/** Settings for the projects that a key matches: the folder that it names, unless it is a pattern. */
export type ProjectRule = ReturnType<typeof projectRules>[number];

/** The settings for single projects, in the order in which they are written. */
export function projectRules({ projects = {} }: Pick<Settings, 'projects'>) {
  return Object.entries(projects).map(([key, settings]) => {
    const place = placeAt('', key);
    const isMatch = compileGlob(place);
    return {
      key,
      settings,
      folder: /[*?[]/.test(place) ? undefined : place,
      // Takes the folder of a project relative to the settings file, which may be named like a pattern.
      matches: (folder: PlacePath) => folder === place || (isMatch?.(folder) ?? false),
    };
  });
}

/** The merged settings of one project: later rules win, key by key. */
export function settingsFor(folder: PlacePath, rules: readonly ProjectRule[]): ProjectSettings {
  const matching = rules.filter(({ matches }) => matches(folder));
  return matching.reduce<ProjectSettings>((merged, { settings }) => overlaid(merged, settings), {});
}

/** Throws a `TypeError` that names the function and the argument if a value has the wrong shape. */
export function checkArgument(caller: string, name: string, value: unknown, check: Check): void {
  try {
    check(value, name);
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    throw new TypeError(`${caller}: ${error.message}`);
  }
}

export const callable = where('a function', (value) => typeof value === 'function');

const anyList = listOf(() => {});

/** A snapshot from any source. */
export const snapshotShape = fields({
  files: anyList,
  ignored: anyList,
  unreadable: anyList,
  foreign: anyList,
  ignoredBy: callable,
  list: callable,
  read: callable,
});

const transformList: Check = (value, at) => {
  anyList(value, at);
  ownSteps(value, at);
};

/** An edition, or its name: the text is that of a built-in one or of a file. */
export const editionChoice: Check = (value, at) => {
  if (typeof value === 'object' && value !== null) editionShape(value, at);
  else if (typeof value !== 'string' || value === '')
    throw mismatch(at, 'an edition, the name of one, or a JSON file', value);
};

const selection = {
  'layout?': layout,
  'keepDefaults?': keptDefaults,
  'only?': listOf(text),
  'skip?': listOf(text),
  'transforms?': transformList,
  'edition?': editionChoice,
};

const projectChoices: Check = (value, at) => {
  if (!(value instanceof Map)) throw mismatch(at, 'a Map', value);
  const names = listOf(text);
  const shape = object({
    'leave?': flag,
    'layout?': layout,
    'keepDefaults?': keptDefaults,
    'move?': names,
    'stay?': names,
    'skip?': names,
  });
  for (const [folder, chosen] of value) shape(chosen, `${at}.get('${folder}')`);
};

const wholeShard: Check = (value, at) => {
  fields({ index: integer(1), count: integer(1) })(value, at);
  const { index, count } = value as { readonly index: number; readonly count: number };
  if (index > count) throw mismatch(`${at}.index`, `a whole number from 1 to ${count}`, index);
};

export const configName = textThat('the file name of the config', (value) => value !== '');

/** An empty name is mostly an unset variable, and would mean the current folder. */
export const folderName = textThat(
  'the path of a folder',
  (value) => value !== '' && !value.includes('\0'),
);

/** The options of `migrateConfig`. */
export const migrateConfigShape = object({ filename: configName, ...selection, 'read?': callable });

/** The options of `planMigration`. */
export const planMigrationShape = object({
  ...selection,
  'move?': listOf(text),
  'stay?': listOf(text),
  'allowIgnored?': flag,
  'within?': listOf(text),
  'tooling?': oneOf(...toolingModes),
  'choices?': projectChoices,
  'shard?': wholeShard,
  'onProgress?': callable,
});

const position = fields({ file: text, line: integer(1), column: integer(1) });
const path = listOf(
  where('a key or an index', (value) => ['string', 'number'].includes(typeof value)),
);

const target = { path, layer: integer(0) };
const change = byKind({
  set: suchThat(fields(target), 'a change with a `value`', (value) =>
    Object.hasOwn(value, 'value'),
  ),
  remove: fields(target),
  rename: fields({ ...target, to: path }),
  append: fields({ ...target, items: anyList }),
});

const kind = oneOf('decide', 'verify');
const noteFields = {
  code: text,
  message: text,
  'kind?': kind,
  'at?': position,
  'evidence?': listOf(position),
};
const note: Check = (value, at) => {
  fields(noteFields)(value, at);
  const { code, kind: given } = value as { readonly code: string; readonly kind?: unknown };
  if (given !== undefined || Object.hasOwn(fwFollowUps, code)) return;
  throw mismatch(`${at}.kind`, `decide or verify, because \`${code}\` is your own code`, given);
};

const effect = fields({ what: text, done: text });
const message: Check = (value, at) => (typeof value === 'object' ? effect : text)(value, at);

/** The return value of `run` in a transform. */
export const findings = listOf(
  fields({
    option: text,
    at: position,
    'changes?': listOf(change),
    'message?': message,
    'followUps?': listOf(note),
  }),
);
