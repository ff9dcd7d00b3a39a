import { errorCode } from '../project/file-errors.ts';
import type { TreePath } from '../project/snapshot.ts';
import { lookAt, onDisk, type Place } from './disk.ts';

/** Takes whatever is at a path at this instant to a path in our folder, where nobody else puts anything. */
export function takeAside(place: Place, from: TreePath, to: TreePath): void {
  // The file system would replace what is there without a word.
  if (lookAt(place, to)) throw Object.assign(new Error(`${to} exists`), { code: 'EEXIST' });
  place.disk.renameSync(onDisk(place, from), onDisk(place, to));
}

/**
 * Puts a file of our folder into a place, and never replaces another that appears there at this instant: a second name
 * is made first, which fails if the name is taken.
 */
export function putInPlace(place: Place, from: TreePath, to: TreePath, kind: 'file' | 'link' = 'file'): void {
  if (kind === 'link' || !giveSecondName(place, from, to)) takeAside(place, from, to);
  else place.disk.unlinkSync(onDisk(place, from));
}

/** Not every file system has second names, and not for every file. */
const withoutSecondNames: ReadonlySet<string | undefined> = new Set([
  'EACCES',
  'EINVAL',
  'EMLINK',
  'ENOSYS',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EPERM',
]);

/** Gives a file another name, if that is free: throws if it is not. Whether the file system could. */
export function giveSecondName(place: Place, from: TreePath, to: TreePath): boolean {
  try {
    place.disk.linkSync(onDisk(place, from), onDisk(place, to));
    return true;
  } catch (error) {
    if (withoutSecondNames.has(errorCode(error))) return false;
    throw error;
  }
}
