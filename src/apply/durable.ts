import type { TreePath } from '../project/snapshot.ts';
import { onDisk, type Place } from './disk.ts';

/** Writes a new file; nothing that is there already is overwritten or followed. */
export function writeNew(
  place: Place,
  path: TreePath,
  text: string,
  finish: (file: number) => void = () => {},
  mode = 0o644,
): void {
  const { disk } = place;
  const file = disk.openSync(onDisk(place, path), 'wx', mode);
  try {
    // Unlike `writeSync`, this goes on until all of it is written.
    disk.writeFileSync(file, text);
    finish(file);
  } finally {
    disk.closeSync(file);
  }
}

/** Writes a new file down to the disk, for its owner alone to read. */
export function writeDurably(
  place: Place,
  path: TreePath,
  text: string,
  finish: (file: number) => void = () => {},
): void {
  const finishDurably = (file: number): void => {
    finish(file);
    place.disk.fsyncSync(file);
  };
  writeNew(place, path, text, finishDurably, 0o600);
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
