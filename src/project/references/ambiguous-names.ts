import { isInside, type PlacePath, placeAt } from '../../config/places.ts';
import type { MoveMap } from '../moves.ts';
import { parentOf, type TreePath } from '../snapshot.ts';
import { resolveFile, type Tree } from '../tree.ts';
import { createTreeAfter } from '../tree-after.ts';
import type { MovedTree } from './reference.ts';

/**
 * Files of one name with other extensions that come together because folders merge: a text without an extension may
 * then mean another one of them.
 */
export interface AmbiguousNames {
  /** Whether a name without its extension may mean another file afterwards, at its new place. */
  isAt(place: PlacePath): boolean;
  /** The same for any name in a folder, at any depth. */
  areBelow(folder: PlacePath): boolean;
  /** The file that a place without its extension means afterwards. */
  fileAt(place: PlacePath, also: 'modules' | 'styles'): PlacePath | undefined;
}

export function findAmbiguousNames({ tree, moves }: MovedTree): AmbiguousNames {
  const shared = moves.moves.length === 0 ? new Map<PlacePath, Set<string>>() : sharedNames(tree, moves);
  const isShared = (place: PlacePath) => shared.get(parentOf(place))?.has(stemOf(place)) ?? false;
  const after = createTreeAfter(tree, moves);
  return {
    isAt: (place) => shared.size > 0 && (isShared(place) || isShared(placeAt(place, 'index'))),
    areBelow: (folder) => shared.size > 0 && [...shared.keys()].some((place) => isInside(place, folder)),
    fileAt: (place, also) => resolveFile(after, place, also),
  };
}

/** The names that entries of different folders share afterwards, by the folder that they are in then. */
function sharedNames(tree: Tree, moves: MoveMap): Map<PlacePath, Set<string>> {
  const shared = new Map<PlacePath, Set<string>>();
  // By the folder and the stem of a name afterwards: the first folder that brought it there.
  const owners = new Map<PlacePath, Map<string, TreePath>>();
  for (const path of entriesBelow(tree, '')) {
    const to = moves.after(path);
    const [home, owner, stem] = [parentOf(to), parentOf(path), stemOf(to)];
    const names = owners.get(home) ?? new Map<string, TreePath>();
    owners.set(home, names);
    const first = names.get(stem) ?? owner;
    names.set(stem, first);
    if (first !== owner) shared.set(home, (shared.get(home) ?? new Set()).add(stem));
  }
  return shared;
}

function* entriesBelow(tree: Tree, folder: TreePath): Iterable<TreePath> {
  for (const [name, kind] of tree.entries(folder)) {
    const path = folder === '' ? name : `${folder}/${name}`;
    yield path;
    if (kind === 'folder') yield* entriesBelow(tree, path);
  }
}

/** A name without its extensions, and without the mark of a partial. */
function stemOf(place: PlacePath): string {
  const name = place.slice(place.lastIndexOf('/') + 1).replace(/^_/, '');
  return /^.[^.]*/s.exec(name)?.[0] ?? name;
}
