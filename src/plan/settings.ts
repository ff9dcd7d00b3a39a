import {
  described,
  flag,
  innerPath,
  listOf,
  mapOf,
  nameIn,
  object,
  oneOf,
  type TypeOf,
  text,
  where,
} from '../catalogue/shape.ts';
import { type PlacePath, placeAt } from '../config/places.ts';
import { compilePattern } from '../project/ignore-patterns.ts';
import { bytesOf } from '../project/ignore-rules.ts';
import { layoutModes } from '../project/layout.ts';
import { toolingModes } from './tooling.ts';
import type { TransformDefinition } from './transform.ts';

const folders = listOf(
  innerPath('a folder among the sources, such as `stores` or `lib/api`', (path) => placeAt('', path) !== ''),
);

const projectPath = innerPath(
  'the folder of a project below this file, or a pattern such as `apps/*`',
  (path) => path !== '',
);

const named = (what: string) =>
  where<string>(what, (value) => typeof value === 'string' && value.trim() !== '' && !/\0/.test(value), {
    type: 'string',
    minLength: 1,
  });

const choices = {
  'layout?': described(
    '`auto`: an explicit `srcDir` stays; `app`: sources end up in `app/`; `keep`: nothing moves.',
    oneOf(...layoutModes),
  ),
  'move?': described(
    'Folders of the sources that move as well, such as `stores`: the source folders of your own conventions. `auto` takes those for which the figures are clear: only moved sources and tests use them, moving them saves rewrites, and they hold no package or tool of their own.',
    folders,
  ),
  'stay?': described('Folders of the sources that are held back.', folders),
  'keepDefaults?': described('Whether the old defaults of options whose default changed are written.', flag),
};

/** Checks that a value is what a settings file may hold. */
export function settingsShape(transforms: readonly TransformDefinition[]) {
  const ids = transforms.map(({ id }) => id);
  const separable = transforms.filter(({ followsMoves }) => !followsMoves).map(({ id }) => id);
  const project = object({
    'leave?': described(
      'Whether the project is left as it is, except for references to what others move.',
      flag,
    ),
    ...choices,
    'skip?': described(
      'Transforms that are left out for this project. Those that follow moving folders can only be left out of the whole run.',
      listOf(nameIn('a transform that does not follow moving folders', separable)),
    ),
  });
  return described(
    'Settings of fw-migrate for a repository: `fw-migrate.config.json`, or the key `fw-migrate` of package.json. Flags on the command line win, key by key.',
    object({
      '$schema?': described('The JSON Schema, for editors.', text),
      'edition?': described(
        'The edition of the framework: a file, from the folder of this file, or a package.',
        named('a file or a package'),
      ),
      ...choices,
      'tooling?': described(
        '`edit`: paths in files of other tools are updated where that is certain; `report`: all of them are only listed.',
        oneOf(...toolingModes),
      ),
      'only?': described('Runs these transforms alone.', listOf(nameIn('a transform', ids))),
      'skip?': described('Transforms that are left out.', listOf(nameIn('a transform', ids))),
      'todos?': described(
        'Whether every open follow-up is also written as a comment at its place. `false` takes them away.',
        flag,
      ),
      'transforms?': described(
        'Files with transforms of your own, from the folder of this file. Running them needs `--trust-config`.',
        listOf(named('the name of a file')),
      ),
      'projects?': described(
        'What differs for single projects, by their folder from the folder of this file; `.` is that folder itself. A pattern matches the whole path, with `*`, `**`, `?` and `[…]` as in .gitignore. Where several match, the later one wins, key by key.',
        mapOf(project, projectPath),
      ),
    }),
  );
}

/** The settings of a repository, as `fw-migrate.config.ts` exports them. */
export interface Settings extends TypeOf<ReturnType<typeof settingsShape>> {}

/** What settings say about single projects. */
export type ProjectSettings = NonNullable<Settings['projects']>[string];

/** Declares the settings of a repository, in `fw-migrate.config.ts`. They are checked when the file is read. */
export function defineSettings(settings: Settings): Settings {
  return settings;
}

/** What is said about some projects, and whether a project is one of them. */
export interface ProjectRule {
  /** As it is written. */
  readonly key: string;
  readonly settings: ProjectSettings;
  /** The folder that it names; undefined if it is a pattern. */
  readonly folder: PlacePath | undefined;
  /** Takes the folder of a project as seen from the settings. */
  matches(folder: PlacePath): boolean;
}

/** What settings say about single projects, in the order in which it is written. */
export function projectRules({ projects = {} }: Pick<Settings, 'projects'>): ProjectRule[] {
  return Object.entries(projects).map(([key, settings]) => {
    const place = placeAt('', key);
    const pattern = compilePattern(bytesOf(place), new Map());
    return {
      ...{ key, settings, folder: /[*?[]/.test(place) ? undefined : place },
      // A folder may be named like a pattern.
      matches: (folder) => folder === place || (pattern?.matches(bytesOf(folder)) ?? false),
    };
  });
}

/** What holds for one project: of several rules the later one wins, key by key. */
export function settingsFor(folder: PlacePath, rules: readonly ProjectRule[]): ProjectSettings {
  let found: ProjectSettings = {};
  for (const { settings } of rules.filter(({ matches }) => matches(folder))) {
    const said = Object.entries(settings).filter(([, value]) => value !== undefined);
    const { move, stay, ...others } = found;
    found = {
      ...others,
      // What moves by one rule stays by a later one, and the other way round.
      ...(move && { move: without(move, settings.stay) }),
      ...(stay && { stay: without(stay, settings.move) }),
      ...Object.fromEntries(said),
    };
  }
  return found;
}

function without(list: readonly string[], names: readonly string[] = []): string[] {
  return list.filter((name) => !names.includes(name));
}
