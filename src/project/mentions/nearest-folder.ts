import { isInside, type PlacePath } from '../../config/places.ts';
import { parentOf } from '../snapshot.ts';
import type { EntryKind } from '../tree.ts';

/** The folder that a place would be made in; nothing where no part of the way to it from a base is there. */
export function nearestFolder(
  place: PlacePath,
  base: PlacePath,
  { kindOf }: { kindOf(place: PlacePath): EntryKind | undefined },
): PlacePath | undefined {
  for (let folder = parentOf(place); folder !== '' && !isInside(base, folder); folder = parentOf(folder)) {
    const kind = kindOf(folder);
    if (kind !== undefined) return kind === 'folder' ? folder : undefined;
  }
  return undefined;
}
