import { type PlacePath, placeAt, placeFromRoot, splitGlob } from '../../config/places.ts';
import type { Evidence } from '../../project/evidence.ts';
import type { PathRule } from '../../project/path-rules.ts';
import type { Bases } from './bases.ts';

/** What is on disk where a config is read, seen from its folder. */
export type Disk = Pick<Evidence, 'kindOf' | 'exists' | 'hasFile' | 'isListed' | 'lists'>;

/** Where the reference names no base, the source directory is tried first, then the root. */
export function unstatedPlace(
  text: string,
  { names }: Pick<PathRule, 'names'>,
  { root, source }: Bases,
  disk: Disk | undefined,
): PlacePath | undefined {
  if (!('place' in root) || !('place' in source)) return undefined;
  const fromRoot = placeFromRoot(text, root.place, source.place);
  if (fromRoot !== undefined) return fromRoot;
  const places = [placeAt(source.place, text), placeAt(root.place, text)];
  if (!disk) return places[0];
  const file = names === 'files' ? places.find((place) => disk.hasFile(place)) : undefined;
  return file ?? places.find((place) => disk.exists(globFolder(place)));
}

/** The folder that all matches of a glob are in. */
function globFolder(place: PlacePath): PlacePath {
  const { folder, pattern } = splitGlob(place);
  return pattern === '' ? place : folder.replace(/\/$/, '');
}
