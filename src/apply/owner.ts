import { constants } from 'node:fs';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import { type Disk, lookAt, onDisk, type Place, type Stats } from './disk.ts';

/** Gives an open file to an owner: a run as the superuser, as in containers, would otherwise take it away from them. */
export function giveFile(disk: Disk, file: number, { uid, gid }: Pick<Stats, 'uid' | 'gid'>): void {
  const own = disk.fstatSync(file);
  if (own.uid === uid && own.gid === gid) return;
  try {
    disk.fchownSync(file, uid, gid);
  } catch {
    // Only the superuser may give files away.
  }
}

/** Gives an open file to whom the folder belongs that it is in. */
export function giveLikeFolder(place: Place, file: number, path: TreePath): void {
  const parent = lookAt(place, parentOf(path));
  if (parent) giveFile(place.disk, file, parent);
}

// Windows has neither owners nor modes of folders, and cannot open one.
const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
const folderFlags =
  O_DIRECTORY === undefined || O_NOFOLLOW === undefined ? undefined : O_RDONLY | O_DIRECTORY | O_NOFOLLOW;

/** Does something to a folder by its descriptor, so that it is that very folder and nothing that took its name. */
export function withFolder(place: Place, path: TreePath, use: (file: number) => void): void {
  if (folderFlags === undefined) return;
  const file = place.disk.openSync(onDisk(place, path), folderFlags);
  try {
    use(file);
  } finally {
    place.disk.closeSync(file);
  }
}
