import { type PlacePath, pathFrom, placeAt } from '../config/places.ts';
import type { MoveMap } from './moves.ts';
import { remembered } from './remembered.ts';
import { parentOf } from './snapshot.ts';
import type { EntryKind, Tree } from './tree.ts';

/** The tree as the moves leave it. */
export interface TreeAfter {
  /** What is at a place afterwards; undefined if nothing is. */
  kindOf(place: PlacePath): EntryKind | undefined;
  /** Where something has to be before to be at a place afterwards, whether anything is there or not. */
  originsOf(place: PlacePath): readonly PlacePath[];
}

/** Makes the tree after the moves; `tree` and `moves` are seen from the same folder. */
export function createTreeAfter(tree: Pick<Tree, 'kindOf'>, moves: MoveMap): TreeAfter {
  const sources = new Map<PlacePath, PlacePath[]>();
  for (const { from, to } of moves.moves) remembered(sources, to, (): PlacePath[] => []).push(from);
  const originsOf = (place: PlacePath): PlacePath[] => {
    const origins = [place];
    for (const folder of [place, ...foldersAbove(place)]) {
      for (const from of sources.get(folder) ?? []) origins.push(placeAt(from, pathFrom(folder, place)));
    }
    return origins.filter((origin) => moves.after(origin) === place);
  };
  let made: ReadonlySet<PlacePath> | undefined;
  return {
    originsOf,
    kindOf(place) {
      for (const origin of originsOf(place)) {
        const kind = tree.kindOf(origin);
        if (kind !== undefined) return kind;
      }
      made ??= foldersMade(tree, moves);
      return made.has(place) ? 'folder' : undefined;
    },
  };
}

/** The folders that are made because something moves into them. */
function foldersMade(tree: Pick<Tree, 'kindOf'>, { moves }: MoveMap): ReadonlySet<PlacePath> {
  const real = moves.filter(({ from }) => tree.kindOf(from) !== undefined);
  return new Set(real.flatMap(({ to }) => foldersAbove(to)));
}

/** All folders above a place, nearest first; the last one is the root. */
function foldersAbove(place: PlacePath): PlacePath[] {
  const folders: PlacePath[] = [];
  for (let folder = place; folder !== '' && !/(?:^|\/)\.\.$/.test(folder); folders.push(folder))
    folder = parentOf(folder);
  return folders;
}
