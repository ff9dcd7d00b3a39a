import { dirname, join } from 'node:path';
import type { TreePath } from '../project/snapshot.ts';
import { foldersOf, lookAt, type Place } from './disk.ts';
import { foreignState } from './foreign.ts';
import { isInterrupted, journalPath } from './journal.ts';
import { lockPath, ownerAtWork, refusal, takeLock } from './lock.ts';
import { ApplyProblem, guarded, nothingChanged } from './problem.ts';
import { hasState, readSealed, stateFolder } from './state.ts';

/**
 * Makes sure that no other run is at work on files of a folder until the lock that it gives is released. Throws an
 * `ApplyProblem` if one is, or was interrupted: in the folder itself, in one that it lies in, or in one on the way to
 * the files.
 */
export function lock(place: Place, paths: readonly TreePath[]): () => void {
  if (
    !guarded(place.folder, () => place.disk.statSync(place.folder, { throwIfNoEntry: false })?.isDirectory())
  )
    throw new ApplyProblem(place.folder, `There is no such folder. ${nothingChanged}`);
  const release = takeLock(place);
  try {
    // Of two runs that begin at the same time, at least one sees the lock of the other.
    refuseNeighbours(place, neighboursOf(place, paths.flatMap(foldersOf)));
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

function refuseNeighbours(place: Place, folders: readonly string[]): void {
  for (const folder of folders) {
    const neighbour = { ...place, folder };
    if (!mayConcern(place, neighbour)) continue;
    const who = ownerAtWork(neighbour);
    if (who !== undefined) throw refusal(who, join(folder, lockPath));
  }
  refuseInterruptedIn(place, folders);
}

/**
 * Throws an `ApplyProblem` if a run was interrupted in a folder that this one lies in, or in one of those below it that
 * matter: what is there is neither before that run nor after.
 */
export function refuseInterruptedNear(place: Place, below: Iterable<TreePath>): void {
  refuseInterruptedIn(place, neighboursOf(place, below));
}

function refuseInterruptedIn(place: Place, folders: readonly string[]): void {
  for (const folder of folders) {
    const neighbour = { ...place, folder };
    if (!mayConcern(place, neighbour) || !isInterrupted(neighbour)) continue;
    const path = join(folder, journalPath);
    if (!readSealed(neighbour, 'run', journalPath)?.isOwn) throw foreignState(path);
    throw new ApplyProblem(
      path,
      `A run on that folder was interrupted. Revert it first: \`fw-migrate undo\` there. ${nothingChanged}`,
    );
  }
}

function neighboursOf({ disk, folder }: Place, below: Iterable<TreePath>): readonly string[] {
  const found = [...new Set(below)].map((path) => join(folder, path));
  const real = guarded(folder, () => disk.realpathSync(folder));
  for (let inner = real; dirname(inner) !== inner; inner = dirname(inner)) found.push(dirname(inner));
  return found;
}

/**
 * Whether state in a neighbouring folder can be that of a run of ours, or of the owner of this folder: anybody may put
 * something into a folder above that all users share. What cannot be read is not ours either.
 */
function mayConcern(place: Place, neighbour: Place): boolean {
  try {
    if (!hasState(neighbour)) return false;
    const owner = lookAt(neighbour, stateFolder)?.uid;
    return owner === process.getuid?.() || owner === lookAt(place, '')?.uid;
  } catch {
    return false;
  }
}
