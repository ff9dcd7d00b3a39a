import { dirname, join } from 'node:path';
import type { TreePath } from '../project/snapshot.ts';
import { area } from './area.ts';
import { foldersOf, lookAt, type Place } from './disk.ts';
import { isInterrupted, journalPath } from './journal.ts';
import { refuseLive, releaseLock, takeLock } from './lock.ts';
import { ApplyProblem, guarded, nothingChanged } from './problem.ts';

/**
 * Does something to the files of a folder while no other run is at work on them. Throws an `ApplyProblem` where one is,
 * or was interrupted: in the folder itself, in one that it lies in, or in one on the way to the files.
 */
export function locked<Result>(place: Place, paths: readonly TreePath[], work: () => Result): Result {
  if (!guarded(place.folder, () => lookAt(place, '.')?.isDirectory()))
    throw new ApplyProblem(place.folder, `There is no such folder. ${nothingChanged}`);
  takeLock(place);
  try {
    // Of two runs that begin at the same time, at least one sees the lock of the other.
    for (const folder of neighboursOf(place, paths)) refuseBusy({ ...place, folder });
    return work();
  } finally {
    releaseLock(place);
  }
}

/** Other folders that a run may have been given which concerns the same files. */
function neighboursOf({ disk, folder }: Place, paths: readonly TreePath[]): readonly string[] {
  const above: string[] = [];
  const real = guarded(folder, () => disk.realpathSync(folder));
  for (let inner = real; dirname(inner) !== inner; inner = dirname(inner)) above.push(dirname(inner));
  const below = new Set(paths.flatMap(foldersOf));
  return [...above, ...[...below].map((path) => join(folder, path))];
}

function refuseBusy(place: Place): void {
  // What else has our name there is nothing to this run.
  if (!isFolder(place)) return;
  try {
    refuseLive(place);
    if (!isInterrupted(place)) return;
  } catch (error) {
    if (!(error instanceof ApplyProblem)) throw error;
    throw new ApplyProblem(join(place.folder, error.path), error.summary);
  }
  throw new ApplyProblem(
    join(place.folder, journalPath),
    `A run on that folder was interrupted. Take it back first: \`fw-migrate undo\` there. ${nothingChanged}`,
  );
}

function isFolder(place: Place): boolean {
  try {
    return lookAt(place, area)?.isDirectory() ?? false;
  } catch {
    return false;
  }
}
