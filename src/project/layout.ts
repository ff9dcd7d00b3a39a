import { ConfigPath } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import type { Lookup } from '../config/lookup.ts';
import { isAbsolutePath, isInside, type PlacePath, pathFrom, placeAt, splitGlob } from '../config/places.ts';
import type { Position } from '../config/problem.ts';
import type { FollowUpCode } from '../reference/follow-ups.ts';
import { names } from '../reference/index.ts';
import { type AliasesBefore, aliasesBefore, isSigned, readText, unknownAliasIn } from './aliases.ts';
import { createMoveMap, type Move, type MoveMap } from './moves.ts';

/** `auto`: an explicit source directory stays; `app`: sources end up in `app/`; `keep`: nothing moves. */
export type LayoutMode = 'auto' | 'app' | 'keep';

export const layoutModes = ['auto', 'app', 'keep'] as const satisfies readonly LayoutMode[];

/** Where sources are before and after, and what moves in between. */
export interface Layout {
  readonly root: PlacePath;
  readonly before: PlacePath;
  readonly after: PlacePath;
  /** Whether the config says where the sources are. */
  readonly explicit: boolean;
  readonly moves: MoveMap;
}

/** Something a person must know about how the layout was decided. */
export interface LayoutNote {
  readonly code: FollowUpCode;
  readonly option: string;
  readonly at: Position;
  readonly message: string;
}

/** How the paths of a config are to be read. */
export type LayoutDecision =
  | { readonly kind: 'layout'; readonly layout: Layout; readonly notes: readonly LayoutNote[] }
  /** The project follows Variant A already: every path is right as it is. */
  | { readonly kind: 'migrated' }
  /** Not to be known: no path may be touched. */
  | { readonly kind: 'unknown'; readonly notes: readonly LayoutNote[] };

/** Decides the layout from the config's text. Folders are assumed to exist. */
export function decideLayout(config: ConfigDocument, mode: LayoutMode): LayoutDecision {
  const mixed = overriddenBase(config, ['future.compatibilityVersion']);
  if (mixed) return { kind: 'unknown', notes: [mixed] };
  const version = config.lookup('future.compatibilityVersion');
  if (version.kind === 'static' && version.value === 4) return { kind: 'migrated' };
  const unset = version.kind === 'absent' || isValue(version, 3) || isValue(version, undefined);
  // The transform for that option says so; here it only means that no path can be read.
  if (!unset) return { kind: 'unknown', notes: [] };

  const overridden = overriddenBase(config, ['srcDir', 'rootDir']);
  if (overridden) return { kind: 'unknown', notes: [overridden] };
  const root = folderOf(config, 'rootDir', '');
  if (typeof root !== 'string') return { kind: 'unknown', notes: [root] };
  const before = folderOf(config, 'srcDir', root);
  if (typeof before !== 'string') return { kind: 'unknown', notes: [before] };
  return layoutFrom(config, mode, root, before);
}

function layoutFrom(
  config: ConfigDocument,
  mode: LayoutMode,
  root: PlacePath,
  before: PlacePath,
): LayoutDecision {
  const source = config.lookup('srcDir');
  const explicit = source.kind === 'static' && typeof source.value !== 'undefined' && source.value !== null;
  const stay = (notes: readonly LayoutNote[] = []): LayoutDecision => ({
    kind: 'layout',
    layout: { root, before, after: before, explicit, moves: createMoveMap([]) },
    notes,
  });
  if (source.kind !== 'absent' && !isInside(before, root)) {
    const message = `\`srcDir\` leads out of the project (${before}); nothing moves.`;
    return stay([{ code: 'source-dir-outside', option: 'srcDir', at: source.at, message }]);
  }
  if (mode === 'keep' || (mode === 'auto' && explicit)) return stay();
  const after = placeAt(root, names.sourceDirA);
  const moves = before === root ? movesFromRoot(config, root, after) : movesFromFolder(root, before, after);
  return {
    kind: 'layout',
    layout: { root, before, after, explicit, moves: createMoveMap(moves) },
    notes: [],
  };
}

function isValue(lookup: Lookup, value: unknown): boolean {
  return lookup.kind === 'static' && lookup.value === value;
}

function unknownBase({ at }: { readonly at: Position }, option: string, why: string): LayoutNote {
  return { code: 'source-dir-unknown', option, at, message: `${why}; no path was touched.` };
}

/** A source directory that depends on the environment gives every path two meanings. */
function overriddenBase(config: ConfigDocument, options: readonly string[]): LayoutNote | undefined {
  for (const scope of config.scopes) {
    if (scope.block === '') continue;
    for (const option of options) {
      const lookup = scope.lookup(option);
      const main = config.lookup(option);
      // Variant B behaves as with 3 where nothing is set.
      const isDefault = main.kind === 'absent' && isValue(lookup, 3);
      const same = isDefault || (lookup.kind === 'static' && isValue(main, lookup.value));
      if (lookup.kind === 'absent' || same) continue;
      const why = `\`${scope.block}\` changes \`${option}\`, so a path means different places in different environments`;
      return unknownBase(lookup, `${scope.block}.${option}`, why);
    }
  }
  return undefined;
}

/** The folder that an option names, from `base`; or why that is not known. */
function folderOf(
  config: ConfigDocument,
  option: 'rootDir' | 'srcDir',
  base: PlacePath,
): PlacePath | LayoutNote {
  const lookup = config.lookup(option);
  if (lookup.kind === 'absent') return base;
  if (lookup.kind === 'dynamic') {
    return unknownBase(lookup, option, `\`${option}\` ${lookup.why}`);
  }
  const { value } = lookup;
  if (value === undefined || value === null) return base;
  if (value instanceof ConfigPath) return value.place;
  if (typeof value === 'string' && !isAbsolutePath(value)) return placeAt(base, value);
  const why = typeof value === 'string' ? 'is an absolute path' : 'is not a path';
  return unknownBase(lookup, option, `\`${option}\` ${why}`);
}

/** The folders of `dir` that hold sources. */
export const sourceDirs = ['assets', 'layouts', 'middleware', 'pages', 'plugins'] as const;

const alwaysMoving = [
  'components',
  'composables',
  'utils',
  'app.vue',
  'error.vue',
  'app.config',
  ...names.configExtensions.map((extension) => `app.config.${extension}`),
];
const alwaysStaying = /^(?:server|public|modules|shared|layers|node_modules|tests?|__tests__|spec|e2e|\..*)$/;

/** From the root, source folders go to `app/` one by one; the root itself is not a source folder any more. */
function movesFromRoot(config: ConfigDocument, root: PlacePath, after: PlacePath): Move[] {
  const aliases = aliasesBefore(config, root, root);
  const folders = new Set(alwaysMoving.map((name) => placeAt(root, name)));
  for (const scope of config.scopes) {
    for (const name of sourceDirs) {
      const folder = dirPlace(config, scope, name, root, aliases);
      folders.add(formerPlace(folder, root, after));
    }
    for (const folder of namedFolders(scope, root, after, aliases)) folders.add(folder);
  }
  return [...folders]
    .filter((folder) => isMovable(folder, root, after))
    .map((from) => ({ from, to: placeAt(after, pathFrom(root, from)) }));
}

/** A folder that the config names where it goes is known by the place that its files are still referred to by. */
function formerPlace(folder: PlacePath, root: PlacePath, after: PlacePath): PlacePath {
  return isInside(folder, after) ? placeAt(root, pathFrom(after, folder)) : folder;
}

/** A folder of `dir` in one environment: what an override block leaves out it takes from the rest. */
function dirPlace(
  config: ConfigDocument,
  scope: ConfigScope,
  name: string,
  source: PlacePath,
  { table }: AliasesBefore,
): PlacePath {
  const own = scope.lookup(`dir.${name}`);
  const lookup = own.kind === 'absent' ? config.lookup(`dir.${name}`) : own;
  const value = lookup.kind === 'static' ? lookup.value : undefined;
  if (value instanceof ConfigPath) return value.place;
  if (typeof value !== 'string' || isAbsolutePath(value)) return placeAt(source, name);
  const alias = isSigned(value) ? readText(table, value) : undefined;
  return alias ? alias.place : placeAt(source, value);
}

function isMovable(folder: PlacePath, root: PlacePath, after: PlacePath): boolean {
  if (folder === root || !isInside(folder, root) || isInside(folder, after)) return false;
  const [top = ''] = pathFrom(root, folder).split('/');
  return !alwaysStaying.test(top);
}

const componentFolders = ['components', 'components.dirs', 'imports.dirs'];

/** The folders that `components` and `imports.dirs` name. */
function namedFolders(
  scope: ConfigScope,
  root: PlacePath,
  after: PlacePath,
  aliases: AliasesBefore,
): PlacePath[] {
  return componentFolders.flatMap((option) =>
    (scope.entries(option)?.list ?? []).flatMap(({ path, lookup }) => {
      if (typeof path.at(-1) !== 'number') return [];
      const isEntry = lookup.kind === 'static' && isObject(lookup.value);
      const item = isEntry ? scope.lookup([...path, 'path']) : lookup;
      const folder = namedFolder(item, root, after, aliases);
      return folder === undefined ? [] : [folder];
    }),
  );
}

function namedFolder(
  item: Lookup,
  root: PlacePath,
  after: PlacePath,
  { table, own, unknown }: AliasesBefore,
): PlacePath | undefined {
  if (item.kind !== 'static') return undefined;
  if (item.value instanceof ConfigPath) return formerPlace(item.value.place, root, after);
  if (typeof item.value !== 'string' || isAbsolutePath(item.value)) return undefined;
  const { folder } = splitGlob(item.value);
  if (unknownAliasIn(folder, unknown) !== undefined) return undefined;
  const read = readText(table, folder);
  // Part of a folder that the config has a name for does not leave it.
  if (read && own.has(read.alias) && read.place !== table.get(read.alias)) return undefined;
  return read ? read.place : placeAt(root, folder);
}

function isObject(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !(value instanceof ConfigPath) && !Array.isArray(value)
  );
}

/** From a folder of its own everything moves, except what Variant A reads from the root. */
function movesFromFolder(root: PlacePath, before: PlacePath, after: PlacePath): Move[] {
  const inner: Move = { from: placeAt(before, 'app'), to: after };
  if (before === after) return [inner];
  const toRoot = ['server', 'public', 'modules'].map((name) => ({
    from: placeAt(before, name),
    to: placeAt(root, name),
  }));
  return [{ from: before, to: after }, inner, ...toRoot];
}

export function isLayoutMode(text: unknown): text is LayoutMode {
  return layoutModes.some((mode) => mode === text);
}
