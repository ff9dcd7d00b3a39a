import { isInside, type PlacePath, pathFrom, placeAt } from '../config/places.ts';
import type { DiskView, Evidence } from './evidence.ts';
import type { MoveMap } from './moves.ts';
import { once, remembered } from './remembered.ts';
import { parentOf } from './snapshot.ts';
import type { EntryKind, NameLookup, Tree } from './tree.ts';

/** Where things are before the moves that are requested by where they are afterwards. */
export interface Origins {
  /** The place itself, and where a move to it or to a folder above it starts. */
  candidates(place: PlacePath): readonly PlacePath[];
  /** Where something has to be before to be at a place afterwards, whether anything is there or not. */
  originsOf(place: PlacePath): readonly PlacePath[];
}

/** Reads moves backwards. */
export function createOrigins({ moves, after }: MoveMap): Origins {
  const sources = new Map<PlacePath, PlacePath[]>();
  for (const { from, to } of moves) remembered(sources, to, (): PlacePath[] => []).push(from);
  const candidates = (place: PlacePath): PlacePath[] => [
    place,
    ...[place, ...foldersAbove(place)].flatMap((folder) =>
      (sources.get(folder) ?? []).map((from) => placeAt(from, pathFrom(folder, place))),
    ),
  ];
  return {
    candidates,
    originsOf: (place) => candidates(place).filter((origin) => after(origin) === place),
  };
}

/** The tree as the moves leave it. */
interface TreeAfter extends Origins {
  /** What is at a place afterwards; undefined if nothing is. */
  kindOf(place: PlacePath): EntryKind | undefined;
  kindsIn(folder: PlacePath): NameLookup;
}

/** Makes the tree after the moves; `tree` and `moves` are seen from the same folder. */
export function createTreeAfter(tree: Pick<Tree, 'kindOf'>, moves: MoveMap): TreeAfter {
  const origins = createOrigins(moves);
  const made = once(() => foldersMade(tree, moves));
  const kindOf = (place: PlacePath): EntryKind | undefined => {
    for (const origin of origins.originsOf(place)) {
      const kind = tree.kindOf(origin);
      if (kind !== undefined) return kind;
    }
    return made().has(place) ? 'folder' : undefined;
  };
  return { ...origins, kindOf, kindsIn: (folder) => (name) => kindOf(placeAt(folder, name)) };
}

/** The disk as the moves leave it; places are seen from where the project is then. */
export function diskAfter(evidence: Evidence, moves: MoveMap): DiskView {
  const { kindOf, candidates } = createTreeAfter(evidence, moves);
  const hasFile: DiskView['hasFile'] = (place) => {
    // What is not listed does not move either.
    if (evidence.resolve(place) === undefined && evidence.hasFile(place)) return true;
    return candidates(place).some((origin) => {
      const file = evidence.resolve(origin);
      return file !== undefined && isNamed(moves.after(file), place);
    });
  };
  return {
    kindOf,
    hasFile,
    exists: (place) => kindOf(place) !== undefined || hasFile(place),
    // What is not listed does not move.
    isListed: (place) => evidence.isListed(place),
    lists: (name) => evidence.lists(name),
    aliases: new Map(
      Array.from(evidence.aliases, ([name, place]) => [
        name,
        place === undefined ? undefined : moves.after(place),
      ]),
    ),
  };
}

/** Whether a file is what a place without an extension names. */
function isNamed(file: PlacePath, place: PlacePath): boolean {
  return file.startsWith(`${place}.`) || isInside(file, place);
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
