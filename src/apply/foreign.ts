import { GitProblem, trackedBelow } from '../project/git.ts';
import type { Place } from './disk.ts';
import { ApplyProblem, nothingChanged } from './problem.ts';
import { hasState, isOwnName, kindOfState, namesInState, readSealed, stateFolder } from './state.ts';

/**
 * Throws an `ApplyProblem` if state in a folder was not left by a run of this user on this machine in this folder: a
 * repository could use it to move, delete and publish files. What git tracks is never ours, whatever anybody confirms.
 */
export function refuseForeignState(place: Place): void {
  // Also before the first run: what it leaves there could not be undone.
  if (!hasState(place)) return;
  refuseTracked(place);
  if (place.trust.acceptsForeign) return;
  const names = namesInState(place).filter((name) => kindOfState(name) !== 'none');
  const foreign = names.find((name) => !isOwn(place, name));
  if (foreign !== undefined) throw foreignState(`${stateFolder}/${foreign}`);
}

function isOwn(place: Place, name: string): boolean {
  const kind = kindOfState(name);
  if (kind === 'staging' || kind === 'other lock') return isOwnName(place, name);
  return readSealed(place, kind === 'lock' ? 'lock' : 'run', `${stateFolder}/${name}`)?.isOwn ?? true;
}

function refuseTracked(place: Place): void {
  const tracked = firstTracked(place);
  if (tracked === undefined) return;
  throw new ApplyProblem(
    tracked,
    `This is part of the repository, and fw-migrate does not trust state that comes from a repository. Stop tracking it (\`git rm -r --cached ${stateFolder}\`), and delete it from disk unless it comes from a run of yours. ${nothingChanged}`,
  );
}

function firstTracked({ folder, trust }: Place): string | undefined {
  try {
    return trackedBelow(folder, stateFolder)?.[0];
  } catch (error) {
    // A repository that git cannot read tracks nothing; but then only the seals tell whose the state is.
    if (error instanceof GitProblem && !trust.acceptsForeign) return undefined;
    throw error;
  }
}

/** Says what to do about state that is not ours. */
export function foreignState(path: string): ApplyProblem {
  return new ApplyProblem(
    path,
    [
      'This is not from a run of yours in this folder, so it is not trusted.',
      `${nothingChanged} What to do:`,
      '  If another run is at work here, wait for it to finish.',
      `  If it came with the repository, delete ${stateFolder}/ and run again.`,
      '  If it is from a run of yours elsewhere (another machine, container or user, or the folder was',
      '  moved), it may hold your originals: `fw-migrate undo --recover` reverts that run.',
    ].join('\n'),
  );
}
