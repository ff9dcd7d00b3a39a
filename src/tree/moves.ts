/**
 * The new place of every file, from a list of folders and files that move: with `pages` to `app/pages`, `pages/a.vue`
 * is at `app/pages/a.vue`.
 */

import { firstIndex, groupedBy } from '../base/grouped.ts';
import { lazy, memo } from '../base/memo.ts';
import {
  baseName,
  isInside,
  longestPlace,
  type PlacePath,
  pathFrom,
  placeAt,
} from '../base/paths.ts';
import { parentOf } from './snapshot.ts';

/** A folder or file that moves, with all its content. */
export interface Move {
  readonly from: PlacePath;
  readonly to: PlacePath;
}

/** The new places of all files. Of nested moves the innermost applies. */
export type MoveMap = Readonly<ReturnType<typeof createMoveMap>>;

/**
 * Creates a map of moves. A move to the same place keeps a part of a moving folder where it is. Places that do
 * not exist keep their move, since paths may refer to them, but they do not split a folder.
 */
export function createMoveMap(
  moves: readonly Move[],
  exists: (place: PlacePath) => boolean = () => true,
) {
  const targets = new Map(moves.map(({ from, to }) => [from, to]));
  const bareNames = new Set(moves.map(({ from }) => from.replace(/\.[^./]+$/, '')));
  const moving: readonly Move[] = moves
    .filter(({ from, to }) => from !== to)
    .toSorted(longestFirst);
  const inside = createFolderIndex(moving);
  const realInside = createFolderIndex(moves.filter(({ from }) => exists(from)));
  const folders = new Map<PlacePath, PlacePath>([['', '']]);
  const folderAfter = (folder: PlacePath): PlacePath =>
    memo(folders, folder, () => afterIn(targets, folder));
  // Called for every reference of every file, and most of them are in the same folders.
  const after = (place: PlacePath): PlacePath => {
    const target = place === '' ? place : targets.get(place);
    if (target !== undefined) return target;
    const slash = place.lastIndexOf('/');
    if (slash < 1) return place;
    const folder = place.slice(0, slash);
    const moved = folderAfter(folder);
    return moved === folder ? place : moved + place.slice(slash);
  };
  const sources = lazy(() => groupedBy(moving, ({ to }) => to));
  /** The place itself, and the old places for moves to it or to a folder above it. */
  const candidates = (place: PlacePath): PlacePath[] => [
    place,
    ...[place, ...foldersAbove(place)].flatMap((folder) =>
      (sources().get(folder) ?? []).map(({ from }) => placeAt(from, pathFrom(folder, place))),
    ),
  ];
  return {
    moves: moving,
    /** Whether anything moves, inside or outside the folder that places are relative to. */
    hasMoves: moving.length > 0,
    /** The moves of a folder itself and of its content. */
    inside: (folder: PlacePath) => (folder === '' ? moving : inside(folder).toSorted(longestFirst)),
    /** Places inside a moving folder that stay. */
    held: moves.flatMap(({ from, to }) => (from === to ? [from] : [])),
    /** The new place of a file or folder; the same if nothing moves it. */
    after,
    /** The moves of content that does not move along with its folder; `levels` limits the depth. */
    partsOf: (folder: PlacePath, levels = Number.POSITIVE_INFINITY) =>
      realInside(folder).filter(({ from, to }) => {
        if (from === folder) return false;
        const path = pathFrom(folder, from);
        return path.split('/').length <= levels && to !== placeAt(after(folder), path);
      }),
    /** The old places that end up at a place, whether they exist or not. */
    originsOf: (place: PlacePath) => candidates(place).filter((origin) => after(origin) === place),
    /** Whether a move starts at a place, or at a file of the same name beside a folder. */
    startsAt: (place: PlacePath) => targets.has(place) || bareNames.has(place),
  };
}

/** All folders above a place, nearest first; the last one is the root. */
export function foldersAbove(place: PlacePath): PlacePath[] {
  const folders: PlacePath[] = [];
  for (let folder = place; folder !== '' && !/(?:^|\/)\.\.$/.test(folder); folders.push(folder))
    folder = parentOf(folder);
  return folders;
}

function longestFirst(a: Move, b: Move): number {
  return b.from.length - a.from.length || (a.from < b.from ? -1 : 1);
}

/** Finds the moves in a folder without checking all moves: with many projects, most are elsewhere. */
function createFolderIndex(moves: readonly Move[]): (folder: PlacePath) => readonly Move[] {
  const sorted = moves.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const firstFrom = (text: string) => firstIndex(sorted, ({ from }) => from < text);
  return (folder) => {
    if (folder === '') return sorted.filter(({ from }) => isInside(from, ''));
    const ownMove = sorted[firstFrom(folder)];
    // `0` is the character after the slash.
    const inner = sorted.slice(firstFrom(`${folder}/`), firstFrom(`${folder}0`));
    return ownMove?.from === folder ? [ownMove, ...inner] : inner;
  };
}

/** Needs one lookup for each parent folder, however many moves there are. */
function afterIn(targets: ReadonlyMap<PlacePath, PlacePath>, place: PlacePath): PlacePath {
  if (place.length > longestPlace) return place;
  for (let end = place.length; end > 0; end = place.lastIndexOf('/', end - 1)) {
    const target = targets.get(end === place.length ? place : place.slice(0, end));
    if (target !== undefined) return target + place.slice(end);
  }
  return place;
}

/**
 * The new place of a name without an extension. Such a name means a file, even beside a folder; if only folders
 * are meant, a file counts if there is no such folder.
 */
export function afterByName(
  place: PlacePath,
  { after, startsAt }: MoveMap,
  resolve: (place: PlacePath) => PlacePath | undefined,
): PlacePath {
  const file = startsAt(place) ? resolve(place) : undefined;
  if (file === undefined || file === place || isInside(file, place)) return after(place);
  const moved = after(file);
  return moved.slice(0, moved.lastIndexOf('/') + 1) + baseName(place);
}

/**
 * The content of a folder that cannot be reached from the folder's new place; a pattern of any depth reaches
 * everything inside it.
 */
export function splitOffFrom(
  moves: MoveMap,
  folder: PlacePath,
  isDeep = true,
  levels?: number,
): Move[] {
  const home = moves.after(folder);
  return moves.partsOf(folder, levels).filter(({ to }) => !isDeep || !isInside(to, home));
}

/** The moves of several projects in one list; nested projects move along with the outer ones. */
export function combineMoves(
  projects: readonly { readonly folder: PlacePath; readonly moves: MoveMap }[],
): Move[] {
  const combined: Move[] = [];
  const outer = new Map<PlacePath, PlacePath>();
  for (const { folder, moves } of projects) {
    const listed = [...moves.moves, ...moves.held.map((place) => ({ from: place, to: place }))];
    const projectMoves = listed.map(({ from, to }) => ({
      from: placeAt(folder, from),
      to: afterIn(outer, placeAt(folder, to)),
    }));
    for (const { from, to } of projectMoves) outer.set(from, to);
    combined.push(...projectMoves);
  }
  return combined;
}

/** A map relative to a folder that may itself move. It lists only the moves inside, but knows all. */
export function movesSeenFrom(map: MoveMap, folder: PlacePath): MoveMap {
  const home = map.after(folder);
  if (folder === '' && home === '') return map;
  const seenBefore = (place: PlacePath): PlacePath => pathFrom(folder, place);
  const seen = ({ from, to }: Move): Move => ({ from: seenBefore(from), to: pathFrom(home, to) });
  // Lists are created on demand, because mostly single places are requested.
  const moves = lazy(() => map.inside(folder).map(seen));
  const held = lazy(() =>
    map.held.filter((place) => isInside(place, folder)).map((place) => pathFrom(folder, place)),
  );
  return {
    get moves() {
      return moves();
    },
    hasMoves: map.hasMoves,
    inside: (place) => map.inside(placeAt(folder, place)).map(seen),
    get held() {
      return held();
    },
    after: (place) => {
      const [seen, moved] = [placeAt(folder, place), map.after(placeAt(folder, place))];
      // A path out of the folder and into it again stays as it is written.
      return seen === moved && folder === home ? place : pathFrom(home, moved);
    },
    partsOf: (place, levels) => map.partsOf(placeAt(folder, place), levels).map(seen),
    originsOf: (place) => map.originsOf(placeAt(home, place)).map(seenBefore),
    startsAt: (place) => map.startsAt(placeAt(folder, place)),
  };
}
