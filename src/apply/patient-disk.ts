/** Waits for programs that hold a file or a lock for a moment. */

import { errorCode, type FileSystem } from '../tree/open-file.ts';

// In milliseconds. On Windows, scanners open each new file, mostly for less than a second.
const [longestScan, pause] = [2_000, 20];

const busy: readonly (string | undefined)[] = ['EBUSY', 'EPERM', 'EACCES'];

/** Repeats something until it works, the error is another one, or the time is over. */
export function patiently<Result>(
  work: () => Result,
  mayPass: (error: unknown) => boolean,
  longest: number,
): Result {
  const end = Date.now() + longest;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!mayPass(error) || Date.now() > end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
  }
}

/** The disk of Windows, where a file that a scanner has open can be neither renamed nor removed. */
export function patientDisk(disk: FileSystem): FileSystem {
  const isBusy = (error: unknown) => busy.includes(errorCode(error));
  // Where a second name is refused for good, a file is renamed instead.
  const isInUse = (error: unknown) => errorCode(error) === 'EBUSY';
  return {
    ...disk,
    linkSync: (from, to) => patiently(() => disk.linkSync(from, to), isInUse, longestScan),
    renameSync: (from, to) => patiently(() => disk.renameSync(from, to), isBusy, longestScan),
    unlinkSync: (path) => patiently(() => disk.unlinkSync(path), isBusy, longestScan),
  };
}
