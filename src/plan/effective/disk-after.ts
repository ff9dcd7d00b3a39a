import { isInside, type PlacePath, placeAt } from '../../config/places.ts';
import type { DiskView, Evidence } from '../../project/evidence.ts';
import type { MoveMap } from '../../project/moves.ts';

/** The disk as the moves leave it; places are seen from where the project is then. */
export function diskAfter(evidence: Evidence, moves: MoveMap): DiskView {
  const origins = (place: PlacePath): PlacePath[] => [
    place,
    ...moves.moves.flatMap(({ from, to }) =>
      isInside(place, to) ? [placeAt(from, place.slice(to.length + 1))] : [],
    ),
  ];
  const kindOf: DiskView['kindOf'] = (place) => {
    for (const origin of origins(place)) {
      const kind = moves.after(origin) === place ? evidence.kindOf(origin) : undefined;
      if (kind !== undefined) return kind;
    }
    const isMade = moves.moves.some(
      ({ from, to }) => isInside(to, place) && evidence.kindOf(from) !== undefined,
    );
    return isMade ? 'folder' : undefined;
  };
  const hasFile: DiskView['hasFile'] = (place) => {
    // What is not listed does not move either.
    if (evidence.resolve(place) === undefined && evidence.hasFile(place)) return true;
    return origins(place).some((origin) => {
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
  };
}

/** Whether a file is what a place without an ending names. */
function isNamed(file: PlacePath, place: PlacePath): boolean {
  return file.startsWith(`${place}.`) || isInside(file, place);
}
