import type { TreePath } from '../project/snapshot.ts';
import { onDisk, type Place } from './disk.ts';

/** Writes a new file down to the disk. */
export function writeDurably(
  place: Place,
  path: TreePath,
  text: string,
  finish: (file: number) => void = () => {},
): void {
  const { disk } = place;
  const file = disk.openSync(onDisk(place, path), 'wx', 0o600);
  try {
    // Unlike `writeSync`, this goes on until all of it is written.
    disk.writeFileSync(file, text);
    finish(file);
    disk.fsyncSync(file);
  } finally {
    disk.closeSync(file);
  }
}

/** Brings files, and the names in folders, down to the disk, as far as the system has a way to do so. */
export function syncPaths(place: Place, paths: Iterable<TreePath>): void {
  for (const path of paths) {
    try {
      const file = place.disk.openSync(onDisk(place, path), 'r');
      try {
        place.disk.fsyncSync(file);
      } finally {
        place.disk.closeSync(file);
      }
    } catch {
      // Windows does not open folders, and a folder may be gone by now. Only a power cut could tell the difference.
    }
  }
}
