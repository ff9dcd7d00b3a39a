import type { TreePath } from '../project/snapshot.ts';
import { type Cleared, clearRuns, type Kept, notesOf } from './clear.ts';
import { lookAt, type Place, type PlaceOptions, placeOf } from './disk.ts';
import { removeFile } from './file-operations.ts';
import { isInterrupted, journalPath, lastRun, type Run, type RunKind, readRun } from './journal.ts';
import { lock } from './lock.ts';
import { ApplyProblem, guarded, refused } from './problem.ts';
import { revert, type Stuck, whereabouts, whereOriginalsAre } from './revert.ts';
import { pathsInState, refuseForeignState, removeEmptyState, stateFolder } from './state.ts';
import { checkpointOf } from './steps.ts';

/** How a run was reverted that had been interrupted. What a person changed since, and was in the way, is kept. */
export interface Recovery extends Cleared {
  readonly run: RunKind;
  /** What a person deleted since, and is nowhere to be found. */
  readonly missing: readonly TreePath[];
}

/** How much a command may do to files that a person changed since. */
export interface RecoverOptions extends PlaceOptions {
  /** Whether what is in the way may be moved into our folder, where it is kept. */
  readonly force?: boolean;
}

/**
 * Throws an `ApplyProblem` if a run was interrupted in a folder, or is at work there: what is on disk then is neither
 * before nor after. What says so may not be ours; then that is said instead.
 */
export function refuseHalfDone(folder: string, why: string): void {
  const place = placeOf(folder);
  if (!isInterrupted(place)) return;
  refuseForeignState(place);
  throw new ApplyProblem(journalPath, why);
}

/**
 * Reverts a run that was interrupted in a folder, and removes what runs left. Undefined if none was. Throws an
 * `ApplyProblem` if something that a person did since is in the way, unless that may be moved.
 */
export function recover(folder: string, options: RecoverOptions = {}): Recovery | undefined {
  const place = placeOf(folder, options);
  refuseForeignState(place);
  if (!hasRemains(place)) {
    // A run that was killed at its very first or last call leaves the folder alone.
    removeEmptyState(place);
    return undefined;
  }
  const release = lock(place, []);
  try {
    return recoverLocked(place, options.force ?? false);
  } finally {
    release();
  }
}

/** Whether there is anything that a run leaves only if it is killed. */
function hasRemains(place: Place): boolean {
  if (pathsInState(place, 'lock', 'other lock', 'journal').length > 0) return true;
  const stagings = pathsInState(place, 'staging');
  const last = stagings.length === 0 ? undefined : lastRun(place)?.staging;
  return stagings.some(
    (staging) => staging !== last || guarded(staging, () => lookAt(place, checkpointOf(staging))),
  );
}

function recoverLocked(place: Place, force: boolean): Recovery | undefined {
  const run = readRun(place, journalPath);
  const kept = run ? revertInterrupted(place, run, force) : [];
  for (const path of pathsInState(place, 'other lock')) guarded(stateFolder, () => removeFile(place, path));
  const cleared = clearRuns(place);
  if (!run) return undefined;
  // The files of the project that should be back, and are not.
  const missing = run.files.filter(
    ({ from, before }) => before !== undefined && !guarded(from, () => lookAt(place, from)),
  );
  return {
    ...{ run: run.run, ...cleared },
    ...{ kept: [...kept, ...cleared.kept], missing: missing.map(({ from }) => from) },
  };
}

/** Brings the folder to the state before the run. Gives what had to be moved for that. */
function revertInterrupted(place: Place, run: Run, force: boolean): readonly Kept[] {
  const { staging } = run;
  if (!guarded(staging, () => lookAt(place, staging)?.isDirectory()))
    throw refused(
      journalPath,
      `An earlier run was interrupted, and ${staging}, where it kept files, is gone. ` +
        `Restore your files from a backup, delete ${journalPath}, and run again.`,
    );
  const { stuck, kept, isClosed } = revert(place, run, force);
  if (stuck.length > 0) throw stuckProblem(place, run, stuck, notesOf({ kept }));
  if (!isClosed)
    throw new ApplyProblem(journalPath, 'It could not be removed. Check the permissions, then run again.');
  return kept;
}

function stuckProblem(
  place: Place,
  run: Run,
  stuck: readonly Stuck[],
  notes: readonly string[],
): ApplyProblem {
  const displaced = whereOriginalsAre(place, run);
  const lines = [
    'An earlier run was interrupted, and not all of it could be reverted. Nothing was overwritten.',
    'Rename or remove what is in the way and run again, or run `fw-migrate undo --force`, which moves it to .fw-migrate/:',
    ...firstOf(stuck.map(({ path, why }) => `  ${path}: ${why}`)),
    ...(displaced.length > 0 ? ['Where your files are now:'] : []),
    ...firstOf(displaced.map((one) => `  ${whereabouts(one)}`)),
    ...notes,
  ];
  return new ApplyProblem(stuck[0]?.path ?? journalPath, lines.join('\n'), displaced);
}

/** As many lines as fit on a screen. */
function firstOf(lines: readonly string[]): readonly string[] {
  return lines.length > 12 ? [...lines.slice(0, 10), `  and ${lines.length - 10} more`] : lines;
}
