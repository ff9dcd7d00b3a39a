import { ConfigPath } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import type { Lookup } from '../config/lookup.ts';
import { matchOption } from '../config/match.ts';
import { isAbsolutePath, isInside, type PlacePath, pathFrom, placeAt, splitGlob } from '../config/places.ts';
import type { Position } from '../config/problem.ts';
import type { FollowUpCode } from '../reference/follow-ups.ts';
import { names } from '../reference/index.ts';
import { type AliasesBefore, aliasesBefore, isSigned, readText, unknownAliasIn } from './aliases.ts';
import { type Evidence, linkOnTheWay } from './evidence.ts';
import { createMoveMap, type Move, type MoveMap } from './moves.ts';

/** `auto`: an explicit source directory stays; `app`: sources end up in `app/`; `keep`: nothing moves. */
export type LayoutMode = 'auto' | 'app' | 'keep';

export const layoutModes = ['auto', 'app', 'keep'] as const satisfies readonly LayoutMode[];

/** Where sources are before and after, and what moves in between. */
export interface Layout {
  readonly root: PlacePath;
  readonly before: PlacePath;
  readonly after: PlacePath;
  /** What becomes of `srcDir`: `written` where it was unset and the sources stay. */
  readonly sourceOption: 'kept' | 'removed' | 'written';
  readonly moves: MoveMap;
}

/** What a layout is decided by, beside the config's text. */
export interface LayoutOptions {
  readonly mode: LayoutMode;
  /** Folders and files of the source directory that move as well, or are held back. */
  readonly move?: readonly string[] | undefined;
  readonly stay?: readonly string[] | undefined;
  /** Without it all folders are assumed to exist. */
  readonly evidence?: Evidence | undefined;
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

/** Decides the layout from the config, and from the disk where there is one to look at. */
export function decideLayout(config: ConfigDocument, options: LayoutOptions): LayoutDecision {
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
  if (isMigrated(config, root, options)) return { kind: 'migrated' };
  return layoutFrom(config, options, root, before);
}

function layoutFrom(
  config: ConfigDocument,
  options: LayoutOptions,
  root: PlacePath,
  before: PlacePath,
): LayoutDecision {
  const explicit = isExplicit(config);
  const { mode, evidence, stay: held = [] } = options;
  const after = placeAt(root, names.sourceDirA);
  const obstacle = obstacleTo(config, { root, before, after }, options);
  if (obstacle || mode === 'keep' || (mode === 'auto' && explicit)) {
    const sourceOption = explicit ? 'kept' : 'written';
    const layout: Layout = { root, before, after: before, sourceOption, moves: createMoveMap([]) };
    return { kind: 'layout', layout, notes: obstacle ? [obstacle] : [] };
  }
  const moves =
    before === root
      ? movesFromRoot(config, root, after, options)
      : movesFromFolder(root, before, after, options);
  const left = held.filter(
    (name) => isFoundByName(name) && (evidence?.exists(placeAt(before, name)) ?? true),
  );
  const notes = left.map((name): LayoutNote => {
    const message = `\`${name}\` stays behind, and Variant A looks for it in \`${names.sourceDirA}/\` alone: name it in the config, or let it move.`;
    return { code: 'stays-behind', option: 'srcDir', at: config.at, message };
  });
  const layout: Layout = { root, before, after, sourceOption: 'removed', moves: createMoveMap(moves) };
  return { kind: 'layout', layout, notes };
}

function isExplicit(config: ConfigDocument): boolean {
  const source = config.lookup('srcDir');
  return source.kind === 'static' && source.value !== undefined && source.value !== null;
}

/** Why nothing can move, whatever is asked for. */
function obstacleTo(
  config: ConfigDocument,
  {
    root,
    before,
    after,
  }: { readonly root: PlacePath; readonly before: PlacePath; readonly after: PlacePath },
  { mode, evidence }: LayoutOptions,
): LayoutNote | undefined {
  const source = config.lookup('srcDir');
  const at = source.kind === 'absent' ? config.at : source.at;
  if (!isInside(before, root)) {
    const message = `\`srcDir\` leads out of the project (${before}); nothing moves.`;
    return { code: 'source-dir-outside', option: 'srcDir', at, message };
  }
  if (!evidence || mode === 'keep' || (mode === 'auto' && isExplicit(config))) return undefined;
  const link = linkOnTheWay(evidence, before, root);
  if (link !== undefined) {
    const message = `\`srcDir\` is behind the symbolic link \`${link}\`; nothing moves.`;
    return { code: 'source-dir-link', option: 'srcDir', at, message };
  }
  const foreign = before === after ? undefined : foreignIn(config, evidence, { root, before, after });
  if (foreign === undefined) return undefined;
  const message = `\`${names.sourceDirA}/\` holds something else (${foreign}), so nothing moves: empty it, or keep this layout.`;
  return { code: 'app-folder-foreign', option: 'srcDir', at, message };
}

/** What in `app/` tells that it is not a folder of sources. */
function foreignIn(
  config: ConfigDocument,
  evidence: Evidence,
  { root, before, after: folder }: Pick<Layout, 'root' | 'before' | 'after'>,
): string | undefined {
  const kind = evidence.kindOf(folder);
  if (kind !== undefined && kind !== 'folder') return kind === 'link' ? 'a symbolic link' : 'a file';
  const found = evidence.names(folder);
  const own = found.find((name) => name === 'package.json' || configNames.includes(name));
  if (own !== undefined) return `${names.sourceDirA}/${own}`;
  if (found.some(isSourceName) || namesSourcesIn(config, evidence, root, folder)) return undefined;
  // Of sources at the root, Variant B has a few files in `app/` already.
  if (before === root && found.some(isFormerAppFile)) return undefined;
  const foreign = found.find((name) => !name.startsWith('.'));
  return foreign === undefined ? undefined : `${names.sourceDirA}/${foreign}`;
}

/** Whether the config itself names something in the new source directory that is there. */
function namesSourcesIn(
  config: ConfigDocument,
  evidence: Evidence,
  root: PlacePath,
  folder: PlacePath,
): boolean {
  const isThere = (place: PlacePath) => place !== folder && isInside(place, folder) && evidence.exists(place);
  const folders = sourceDirs.flatMap((name) =>
    textsAt(config, `dir.${name}`).map((text) => placeAt(root, text)),
  );
  // Only Variant A reads these among the new sources.
  const files = sourceTexts
    .flatMap((pattern) => textsAt(config, pattern))
    .filter((text) => /^[~@]\//.test(text) && !evidence.exists(placeAt(root, text.slice(2))))
    .map((text) => placeAt(folder, text.slice(2)));
  return [...folders, ...files].some(isThere);
}

/** Options that name sources. */
const sourceTexts = [
  'css[]',
  'plugins[]',
  'plugins[].src',
  'components[]',
  'components[].path',
  'imports.dirs[]',
];

function textsAt(config: ConfigDocument, pattern: string): string[] {
  return config.scopes.flatMap((scope) =>
    matchOption(scope, pattern).flatMap(({ lookup }) =>
      lookup.kind === 'static' && typeof lookup.value === 'string' ? [lookup.value] : [],
    ),
  );
}

const configNames: readonly string[] = names.configExtensions.map(
  (extension) => `${names.configFile}.${extension}`,
);

function isFormerAppFile(name: string): boolean {
  return name === names.spaLoadingTemplate || name.startsWith(`${names.routerOptions}.`);
}

/** Whether the disk shows that the sources already are where Variant A has them. */
function isMigrated(config: ConfigDocument, root: PlacePath, { evidence }: LayoutOptions): boolean {
  if (!evidence || isExplicit(config)) return false;
  const after = placeAt(root, names.sourceDirA);
  const aliases = aliasesBefore(config, root, root);
  const former = sourceDirs
    .map((name) => dirPlace(config, config.scopes[0], name, root, aliases))
    .some((place) => !isInside(place, after) && evidence.kindOf(place) !== undefined);
  const isFormer = former || evidence.names(root).some(isAlwaysMoving);
  const isNew =
    (evidence.names(after).some(isSourceName) || namesSourcesIn(config, evidence, root, after)) &&
    foreignIn(config, evidence, { root, before: after, after }) === undefined;
  return isFormer === isNew ? evidence.generation === 'a' : isNew;
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

/** Found by their names alone: no option says where they are. */
const foundByName = ['components', 'composables', 'utils', 'app.vue', 'error.vue'];

function isFoundByName(name: string): boolean {
  return foundByName.includes(name) || name.startsWith('app.config');
}

const alwaysMoving: readonly string[] = [
  ...foundByName,
  'app.config',
  ...names.configExtensions.map((extension) => `app.config.${extension}`),
];

function isAlwaysMoving(name: string): boolean {
  return alwaysMoving.includes(name);
}

function isSourceName(name: string): boolean {
  return isAlwaysMoving(name) || sourceDirs.some((folder) => folder === name);
}

const alwaysStaying = /^(?:server|public|modules|shared|layers|node_modules|tests?|__tests__|spec|e2e|\..*)$/;

/** From the root, source folders go to `app/` one by one; the root itself is not a source folder any more. */
function movesFromRoot(
  config: ConfigDocument,
  root: PlacePath,
  after: PlacePath,
  { move = [], stay = [] }: LayoutOptions,
): Move[] {
  const aliases = aliasesBefore(config, root, root);
  const folders = new Set(alwaysMoving.map((name) => placeAt(root, name)));
  for (const scope of config.scopes) {
    for (const name of sourceDirs) {
      const folder = dirPlace(config, scope, name, root, aliases);
      folders.add(formerPlace(folder, root, after));
    }
    for (const folder of namedFolders(scope, root, after, aliases)) folders.add(folder);
  }
  const asked = new Set(move.map((name) => placeAt(root, name)));
  const held = new Set(stay.map((name) => placeAt(root, name)));
  const moving = [...folders].filter((folder) => isMovable(folder, root, after));
  return [...new Set([...moving, ...asked, ...held])].map((from) => ({
    from,
    to: held.has(from) ? from : placeAt(after, pathFrom(root, from)),
  }));
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
function movesFromFolder(
  root: PlacePath,
  before: PlacePath,
  after: PlacePath,
  { stay = [] }: LayoutOptions,
): Move[] {
  const inner: Move = { from: placeAt(before, 'app'), to: after };
  const held = stay.map((name) => ({ from: placeAt(before, name), to: placeAt(before, name) }));
  if (before === after) return [inner, ...held];
  const toRoot = ['server', 'public', 'modules'].map((name) => ({
    from: placeAt(before, name),
    to: placeAt(root, name),
  }));
  return [{ from: before, to: after }, inner, ...toRoot, ...held];
}

export function isLayoutMode(text: unknown): text is LayoutMode {
  return layoutModes.some((mode) => mode === text);
}
