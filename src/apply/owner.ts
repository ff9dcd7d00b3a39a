import { join } from 'node:path';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import type { Disk, Place, Stats } from './disk.ts';

/** Gives an open file to an owner: a run as the superuser, as in containers, would otherwise take it away from them. */
export function giveFile(disk: Disk, file: number, { uid, gid }: Stats): void {
  const own = disk.fstatSync(file);
  if (own.uid === uid && own.gid === gid) return;
  try {
    disk.fchownSync(file, uid, gid);
  } catch {
    // Only the superuser may give files away.
  }
}

/** Gives what is new to whom another path belongs. */
export function giveLike({ disk, folder }: Place, path: TreePath, other: TreePath): void {
  try {
    const { uid, gid } = disk.statSync(join(folder, other));
    const own = disk.lstatSync(join(folder, path));
    if (own.uid !== uid || own.gid !== gid) disk.chownSync(join(folder, path), uid, gid);
  } catch {
    // As above; nothing else depends on it.
  }
}

/** Gives what is new to whom the folder belongs that it is in. */
export function giveLikeFolder(place: Place, path: TreePath): void {
  giveLike(place, path, parentOf(path));
}
