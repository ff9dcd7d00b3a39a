import { dirname, join } from 'node:path';
import type { TreePath } from '../project/snapshot.ts';
import { area } from './area.ts';
import { foldersOf, lookAt, type Place } from './disk.ts';
import { isInterrupted, journalPath } from './journal.ts';
import { refuseLive, takeLock, unlock } from './lock.ts';
import { ApplyProblem, guarded, nothingChanged } from './problem.ts';

/**
 * Makes sure that no other run is at work on files of a folder until this one gives back the lock. Throws an
 * `ApplyProblem` where one is, or was interrupted: in the folder itself, in one that it lies in, or in one on the way to
 * the files.
 */
export function lock(place: Place, paths: readonly TreePath[]): void {
  if (
    !guarded(place.folder, () => place.disk.statSync(place.folder, { throwIfNoEntry: false })?.isDirectory())
  )
    throw new ApplyProblem(place.folder, `There is no such folder. ${nothingChanged}`);
  takeLock(place);
  try {
    // Of two runs that begin at the same time, at least one sees the lock of the other.
    refuseNeighbours(place, paths.flatMap(foldersOf));
  } catch (error) {
    unlock(place);
    throw error;
  }
}

/**
 * Throws an `ApplyProblem` where a run is at work, or was interrupted, in a folder that this one lies in, or in one of
 * those below it that matter: what is there is neither before that run nor after.
 */
export function refuseNeighbours(place: Place, below: Iterable<TreePath>): void {
  for (const folder of above(place)) refuseBusy({ ...place, folder });
  for (const path of new Set(below)) refuseBusy({ ...place, folder: join(place.folder, path) });
}

function above({ disk, folder }: Place): readonly string[] {
  const found: string[] = [];
  const real = guarded(folder, () => disk.realpathSync(folder));
  for (let inner = real; dirname(inner) !== inner; inner = dirname(inner)) found.push(dirname(inner));
  return found;
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
