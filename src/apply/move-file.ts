import { errorCode } from '../project/file-errors.ts';
import type { TreePath } from '../project/snapshot.ts';
import { lookAt, onDisk, type Place } from './disk.ts';

/** Renames whatever is at a path at this instant, if the new name is free: in our folder nobody else takes one. */
export function renameIfFree(place: Place, from: TreePath, to: TreePath): void {
  // The file system would silently replace what is there.
  if (lookAt(place, to)) throw Object.assign(new Error(`${to} exists`), { code: 'EEXIST' });
  place.disk.renameSync(onDisk(place, from), onDisk(place, to));
}

/**
 * Puts a file of our folder into a place. A second name is made first, which fails if the name is taken, so that a file
 * which appears there at this instant is not replaced. Links, and files on file systems without second names, are
 * renamed if the name is free.
 */
export function putInPlace(place: Place, from: TreePath, to: TreePath, kind: 'file' | 'link' = 'file'): void {
  if (kind === 'link' || !giveSecondName(place, from, to)) renameIfFree(place, from, to);
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
  ...(process.platform === 'win32' ? ['EISDIR'] : []),
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

/** Whether two paths are names of one file, which then has at least two. */
export function isOneFile(place: Place, one: TreePath, other: TreePath): boolean {
  // Numbers of files may be larger than what a number holds exactly.
  const [a, b] = [one, other].map((path) => place.disk.lstatSync(onDisk(place, path), { bigint: true }));
  return a !== undefined && b !== undefined && a.nlink > 1n && a.ino === b.ino && a.dev === b.dev;
}
