import {
  folderKinds,
  kindsMovedToRoot,
  rootFolderKinds,
  sourceFolderKinds,
} from '../catalogue/folder-kinds.ts';
import { ConfigPath } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import type { Lookup } from '../config/lookup.ts';
import { isAbsolutePath, isInside, type PlacePath, pathFrom, placeAt, splitGlob } from '../config/places.ts';
import { aliasesBefore, type KnownAliases, readText, unknownAliasIn } from './aliases.ts';
import type { Move } from './moves.ts';
import { alwaysMoving, folderPlaceIn, isAlwaysMoving } from './source-folders.ts';

/** What a person adds to the folders that move, or holds back. */
export interface Wishes {
  readonly move?: readonly string[] | undefined;
  readonly stay?: readonly string[] | undefined;
}

/** Folders beside the sources that are none. */
const noSources = /^(?:node_modules|tests?|__tests__|spec|e2e|\..*)$/;

/** From the root, source folders go to `app/` one by one; the root itself is not a source folder any more. */
export function movesFromRoot(
  config: ConfigDocument,
  root: PlacePath,
  after: PlacePath,
  { move = [], stay = [] }: Wishes,
): Move[] {
  const aliases = aliasesBefore(config, root, root);
  const folders = new Set(alwaysMoving.map((name) => placeAt(root, name)));
  for (const scope of config.scopes) {
    for (const kind of sourceFolderKinds) {
      const folder = folderPlaceIn(config, scope, kind, root, aliases);
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

function isMovable(folder: PlacePath, root: PlacePath, after: PlacePath): boolean {
  if (folder === root || !isInside(folder, root) || isInside(folder, after)) return false;
  const [top = ''] = pathFrom(root, folder).split('/');
  return !rootFolderKinds.some(({ name }) => name === top) && !noSources.test(top);
}

const componentFolders = ['components', 'components.dirs', 'imports.dirs'];

/** The folders that `components` and `imports.dirs` name. */
function namedFolders(
  scope: ConfigScope,
  root: PlacePath,
  after: PlacePath,
  aliases: KnownAliases,
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
  { table, own, unknown }: KnownAliases,
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

/** Whether Variant A finds something only where its sources are: by its name, or because of the folder that it is in. */
export function isFoundInPlace(
  config: ConfigDocument,
  root: PlacePath,
  source: PlacePath,
  name: string,
): boolean {
  if (isAlwaysMoving(name)) return true;
  const aliases = aliasesBefore(config, root, source);
  const folders = folderKinds
    .filter(({ searched }) => searched)
    .flatMap((kind) => config.scopes.map((scope) => folderPlaceIn(config, scope, kind, source, aliases)));
  const place = placeAt(source, name);
  return folders.some((folder) => folder !== place && isInside(place, folder));
}

/** From a folder of its own everything moves, except what Variant A reads from the root. */
export function movesFromFolder(
  root: PlacePath,
  before: PlacePath,
  after: PlacePath,
  { stay = [] }: Wishes,
): Move[] {
  const inner: Move = { from: placeAt(before, 'app'), to: after };
  const held = stay.map((name) => ({ from: placeAt(before, name), to: placeAt(before, name) }));
  if (before === after) return [inner, ...held];
  const toRoot = kindsMovedToRoot.map(({ name }) => ({
    from: placeAt(before, name),
    to: placeAt(root, name),
  }));
  return [{ from: before, to: after }, inner, ...toRoot, ...held];
}
