import { errorCode } from '../project/file-errors.ts';
import type { TreePath } from '../project/snapshot.ts';
import { lookAt, onDisk, type Place } from './disk.ts';
import { giveLikeFolder, withFolder } from './owner.ts';

/** Makes a folder with the owner of its parent folder. An existing one is not an error. */
export function makeFolder(place: Place, path: TreePath, mode?: number): void {
  try {
    place.disk.mkdirSync(onDisk(place, path));
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && lookAt(place, path)?.isDirectory()) return;
    throw error;
  }
  try {
    withFolder(place, path, (file) => {
      giveLikeFolder(place, file, path);
      if (mode !== undefined) place.disk.fchmodSync(file, mode);
    });
  } catch (error) {
    // It is made as it should be, or not at all.
    removeFolder(place, path);
    throw error;
  }
}

const noMatter: ReadonlySet<string | undefined> = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT']);

/** Removes a folder unless something is in it. */
export function removeFolder(place: Place, path: TreePath): void {
  try {
    place.disk.rmdirSync(onDisk(place, path));
  } catch (error) {
    if (!noMatter.has(errorCode(error))) throw error;
  }
}
