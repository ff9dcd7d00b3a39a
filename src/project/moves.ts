import { isInside, type PlacePath, pathFrom, placeAt } from '../config/places.ts';

/** A folder or file that changes its place, with all that is in it. */
export interface Move {
  readonly from: PlacePath;
  readonly to: PlacePath;
}

/** Where everything is after the migration. Of moves inside each other the innermost counts. */
export interface MoveMap {
  readonly moves: readonly Move[];
  /** The place that something has afterwards: the same where nothing moves it. */
  after(place: PlacePath): PlacePath;
  /** Whether a folder comes apart: parts of it move, and not together with it. */
  splits(folder: PlacePath): boolean;
}

export function createMoveMap(moves: readonly Move[]): MoveMap {
  const innermostFirst = moves
    .filter(({ from, to }) => from !== to)
    .toSorted((a, b) => b.from.length - a.from.length || (a.from < b.from ? -1 : 1));
  const after = (place: PlacePath): PlacePath => {
    const move = innermostFirst.find(({ from }) => isInside(place, from));
    return move ? placeAt(move.to, pathFrom(move.from, place)) : place;
  };
  return {
    moves: innermostFirst,
    after,
    splits: (folder) =>
      innermostFirst.some(
        ({ from, to }) =>
          from !== folder && isInside(from, folder) && to !== placeAt(after(folder), pathFrom(folder, from)),
      ),
  };
}
