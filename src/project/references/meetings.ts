import { isInside, type PlacePath, pathFrom, placeAt } from '../../config/places.ts';
import type { MoveMap } from '../moves.ts';
import { parentOf, type TreePath } from '../snapshot.ts';
import { type EntryKind, resolveFile, type Tree } from '../tree.ts';

/**
 * Files of one name with other endings that come together where folders merge: a text without an ending may then mean
 * another one of them.
 */
export interface Meetings {
  /** Whether a name without its ending may mean another file afterwards, where it then is. */
  isAt(place: PlacePath): boolean;
  /** The same for any name in a folder, at any depth. */
  areBelow(folder: PlacePath): boolean;
  /** The file that a place without its ending means afterwards. */
  fileAt(place: PlacePath, also: 'modules' | 'styles'): PlacePath | undefined;
}

export function createMeetings({ tree, moves }: { readonly tree: Tree; readonly moves: MoveMap }): Meetings {
  const met = moves.moves.length === 0 ? new Map<PlacePath, Set<string>>() : findMeetings(tree, moves);
  const isNamed = (place: PlacePath) => met.get(parentOf(place))?.has(stemAt(place)) ?? false;
  const after = { kindOf: (place: PlacePath) => kindAfter(place, tree, moves) };
  return {
    isAt: (place) => met.size > 0 && (isNamed(place) || isNamed(placeAt(place, 'index'))),
    areBelow: (folder) => met.size > 0 && [...met.keys()].some((place) => isInside(place, folder)),
    fileAt: (place, also) => resolveFile(after, place, also),
  };
}

/** The names that entries of different folders share afterwards, by the folder that they are in then. */
function findMeetings(tree: Tree, moves: MoveMap): Map<PlacePath, Set<string>> {
  const homes = new Map<PlacePath, Set<TreePath>>();
  for (const path of entriesBelow(tree, '')) {
    const to = parentOf(moves.after(path));
    homes.set(to, (homes.get(to) ?? new Set()).add(parentOf(path)));
  }
  const met = new Map<PlacePath, Set<string>>();
  for (const [folder, parts] of homes) {
    if (parts.size === 1) continue;
    const shared = sharedNames(folder, parts, tree, moves);
    if (shared.size > 0) met.set(folder, shared);
  }
  return met;
}

function sharedNames(
  folder: PlacePath,
  parts: ReadonlySet<TreePath>,
  tree: Tree,
  moves: MoveMap,
): Set<string> {
  const owners = new Map<string, TreePath>();
  const shared = new Set<string>();
  for (const part of parts) {
    for (const name of tree.entries(part).keys()) {
      const to = moves.after(inside(part, name));
      if (parentOf(to) !== folder) continue;
      const stem = stemAt(to);
      const owner = owners.get(stem) ?? part;
      if (owner !== part) shared.add(stem);
      owners.set(stem, owner);
    }
  }
  return shared;
}

function* entriesBelow(tree: Tree, folder: TreePath): Iterable<TreePath> {
  for (const [name, kind] of tree.entries(folder)) {
    const path = inside(folder, name);
    yield path;
    if (kind === 'folder') yield* entriesBelow(tree, path);
  }
}

function inside(folder: TreePath, name: string): TreePath {
  return folder === '' ? name : `${folder}/${name}`;
}

/** A name without its endings, and without the mark of a partial. */
function stemAt(place: PlacePath): string {
  const name = place.slice(place.lastIndexOf('/') + 1).replace(/^_/, '');
  return /^.[^.]*/s.exec(name)?.[0] ?? name;
}

function kindAfter(place: PlacePath, tree: Tree, { moves, after }: MoveMap): EntryKind | undefined {
  const origins = moves.flatMap(({ from, to }) =>
    isInside(place, to) ? [inside(from, pathFrom(to, place)).replace(/\/$/, '')] : [],
  );
  for (const origin of [place, ...origins]) {
    const kind = after(origin) === place ? tree.kindOf(origin) : undefined;
    if (kind !== undefined) return kind;
  }
  return undefined;
}
