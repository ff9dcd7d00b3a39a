import { firstIndex } from '../config/grouped.ts';
import { isInside, longestPlace, type PlacePath, pathFrom, placeAt } from '../config/places.ts';
import { once, remembered } from './remembered.ts';
import { parentOf } from './snapshot.ts';

/** A folder or file that changes its place, with all that is in it. */
export interface Move {
  readonly from: PlacePath;
  readonly to: PlacePath;
}

/** Where everything is after the migration. Of moves inside each other the innermost counts. */
export interface MoveMap {
  readonly moves: readonly Move[];
  /** Whether anything moves, also outside the folder that the map is seen from. */
  readonly hasMoves: boolean;
  /** Places inside a folder that moves, which are kept in place. */
  readonly held: readonly PlacePath[];
  /** The moves that start in a folder, or at it. */
  inside(folder: PlacePath): readonly Move[];
  /** The place that something has afterwards: the same where nothing moves it. */
  after(place: PlacePath): PlacePath;
  /** What is in a folder and does not go where the folder goes. Only the first levels may be asked for. */
  partsOf(folder: PlacePath, levels?: number): readonly Move[];
  /** Whether a move starts just here, or at a file of this name: a folder and a file beside it may part. */
  startsAt(place: PlacePath): boolean;
  /** Whether a move starts at anything directly in a folder. */
  startsIn(folder: PlacePath): boolean;
}

/**
 * Makes a map of moves. A move to the place itself holds back a part of a folder that moves. What does not exist keeps
 * its move, since it may be named, but no folder comes apart over it.
 */
export function createMoveMap(
  moves: readonly Move[],
  exists: (place: PlacePath) => boolean = () => true,
): MoveMap {
  const targets = new Map(moves.map(({ from, to }) => [from, to]));
  const bareNames = new Set(moves.map(({ from }) => from.replace(/\.[^./]+$/, '')));
  const homes = new Set(moves.map(({ from }) => parentOf(from)));
  const moving = moves.filter(({ from, to }) => from !== to).toSorted(longestFirst);
  const inside = createFolderIndex(moving);
  const realInside = createFolderIndex(moves.filter(({ from }) => exists(from)));
  const folders = new Map<PlacePath, PlacePath>([['', '']]);
  const folderAfter = (folder: PlacePath): PlacePath =>
    remembered(folders, folder, () => afterIn(targets, folder));
  // Asked for every reference of every file: most of them are in the same folders.
  const after = (place: PlacePath): PlacePath => {
    const target = place === '' ? place : targets.get(place);
    if (target !== undefined) return target;
    const slash = place.lastIndexOf('/');
    if (slash < 1) return place;
    const folder = place.slice(0, slash);
    const moved = folderAfter(folder);
    return moved === folder ? place : moved + place.slice(slash);
  };
  return {
    moves: moving,
    hasMoves: moving.length > 0,
    inside: (folder) => (folder === '' ? moving : inside(folder).toSorted(longestFirst)),
    held: moves.flatMap(({ from, to }) => (from === to ? [from] : [])),
    after,
    partsOf: (folder, levels = Number.POSITIVE_INFINITY) =>
      realInside(folder).filter(({ from, to }) => {
        if (from === folder) return false;
        const path = pathFrom(folder, from);
        return path.split('/').length <= levels && to !== placeAt(after(folder), path);
      }),
    startsAt: (place) => targets.has(place) || bareNames.has(place),
    startsIn: (folder) => homes.has(folder),
  };
}

function longestFirst(a: Move, b: Move): number {
  return b.from.length - a.from.length || (a.from < b.from ? -1 : 1);
}

/** Finds what starts in a folder without looking at what does not: with many projects, most is elsewhere. */
function createFolderIndex(moves: readonly Move[]): (folder: PlacePath) => readonly Move[] {
  const sorted = moves.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const firstFrom = (text: string) => firstIndex(sorted, ({ from }) => from < text);
  return (folder) => {
    if (folder === '') return sorted.filter(({ from }) => isInside(from, ''));
    const own = sorted[firstFrom(folder)];
    // A zero is the character behind the slash.
    const found = sorted.slice(firstFrom(`${folder}/`), firstFrom(`${folder}0`));
    return own?.from === folder ? [own, ...found] : found;
  };
}

/** One lookup for each folder above it, however many moves there are. */
function afterIn(targets: ReadonlyMap<PlacePath, PlacePath>, place: PlacePath): PlacePath {
  if (place.length > longestPlace) return place;
  for (let end = place.length; end > 0; end = place.lastIndexOf('/', end - 1)) {
    const target = targets.get(end === place.length ? place : place.slice(0, end));
    if (target !== undefined) return target + place.slice(end);
  }
  return place;
}

/**
 * Where something is afterwards that is named without an extension. A file is what such a name means, also beside a
 * folder; where only folders are meant, a file counts if there is no such folder.
 */
export function afterByName(
  place: PlacePath,
  { after, startsAt }: MoveMap,
  resolve: (place: PlacePath) => PlacePath | undefined,
): PlacePath {
  const file = startsAt(place) ? resolve(place) : undefined;
  if (file === undefined || file === place || isInside(file, place)) return after(place);
  const moved = after(file);
  const [folder, name] = [
    moved.slice(0, moved.lastIndexOf('/') + 1),
    place.slice(place.lastIndexOf('/') + 1),
  ];
  return folder + name;
}

/**
 * What is in a folder and cannot be named from the place that the folder goes to; a text that reaches every depth still
 * names all within it.
 */
export function partingFrom(moves: MoveMap, folder: PlacePath, isDeep = true, levels?: number): Move[] {
  const home = moves.after(folder);
  return moves.partsOf(folder, levels).filter(({ to }) => !isDeep || !isInside(to, home));
}

/** The moves of several projects in one list; those of a project inside another go along with what the outer one moves. */
export function combineMoves(
  projects: readonly { readonly folder: PlacePath; readonly moves: MoveMap }[],
): Move[] {
  const all: Move[] = [];
  const outer = new Map<PlacePath, PlacePath>();
  for (const { folder, moves } of projects) {
    const listed = [...moves.moves, ...moves.held.map((place) => ({ from: place, to: place }))];
    const own = listed.map(({ from, to }) => ({
      from: placeAt(folder, from),
      to: afterIn(outer, placeAt(folder, to)),
    }));
    for (const { from, to } of own) outer.set(from, to);
    all.push(...own);
  }
  return all;
}

/** The same map, seen from a folder that may itself be moved. It lists the moves inside, and knows all of them. */
export function movesSeenFrom(map: MoveMap, folder: PlacePath): MoveMap {
  const home = map.after(folder);
  if (folder === '' && home === '') return map;
  const seen = ({ from, to }: Move): Move => ({ from: pathFrom(folder, from), to: pathFrom(home, to) });
  // Mostly single places are requested; with many projects, lists for each of them would be work for nothing.
  const moves = once(() => map.inside(folder).map(seen));
  const held = once(() =>
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
    after: (place) => pathFrom(home, map.after(placeAt(folder, place))),
    partsOf: (place, levels) => map.partsOf(placeAt(folder, place), levels).map(seen),
    startsAt: (place) => map.startsAt(placeAt(folder, place)),
    startsIn: (place) => map.startsIn(placeAt(folder, place)),
  };
}
