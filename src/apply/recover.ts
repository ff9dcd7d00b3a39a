import type { TreePath } from '../project/snapshot.ts';
import { clearRuns } from './clear.ts';
import { lookAt, onDisk, type Place, type PlaceOptions, placeOf } from './disk.ts';
import { lock } from './exclusive.ts';
import { refuseForeignState } from './foreign.ts';
import { isInterrupted, journalPath, lastRun } from './journal.ts';
import { createKeep, type Kept } from './kept.ts';
import { ApplyProblem, guarded, nothingChanged } from './problem.ts';
import { closeReverted, notesOf, revert, whereabouts, whereOriginalsAre } from './revert.ts';
import type { Stuck } from './rollback.ts';
import { type Run, type RunKind, readRun } from './run-document.ts';
import { checkpointOf } from './staging.ts';
import { kindOfState, namesInState, removeEmptyState, stateFolder } from './state.ts';

/** How a run was reverted that had been interrupted. */
export interface Recovery {
  readonly run: RunKind;
  /** What a person changed since, and was in the way: where it was, and where it is kept. */
  readonly kept: readonly Kept[];
  /** What a person deleted since, and is nowhere to be found. */
  readonly missing: readonly TreePath[];
  /** A folder of ours that could not be removed. */
  readonly leftover?: TreePath;
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
    return takeUp(place, options.force ?? false);
  } finally {
    release();
  }
}

/** Whether there is anything that a run leaves only if it is killed. */
function hasRemains(place: Place): boolean {
  const names = namesInState(place);
  if (names.some((name) => ['lock', 'other lock', 'journal'].includes(kindOfState(name)))) return true;
  const stagings = names.filter((name) => kindOfState(name) === 'staging');
  if (stagings.length === 0) return false;
  const last = lastRun(place)?.staging;
  if (stagings.some((name) => `${stateFolder}/${name}` !== last)) return true;
  return last !== undefined && guarded(last, () => lookAt(place, checkpointOf(last))) !== undefined;
}

function takeUp(place: Place, force: boolean): Recovery | undefined {
  const run = readRun(place, journalPath);
  const kept = run ? settle(place, run, force) : [];
  for (const name of namesInState(place).filter((one) => kindOfState(one) === 'other lock'))
    guarded(stateFolder, () => place.disk.unlinkSync(onDisk(place, `${stateFolder}/${name}`)));
  const cleared = clearRuns(place);
  if (!run) return undefined;
  return { run: run.run, ...cleared, kept: [...kept, ...cleared.kept], missing: missingAfter(place, run) };
}

/** The files of the project that should be back, and are not. */
function missingAfter(place: Place, { files }: Run): readonly TreePath[] {
  return files.flatMap(({ from, before }) =>
    before !== undefined && !guarded(from, () => lookAt(place, from)) ? [from] : [],
  );
}

/** Brings the folder to the state before the run. Gives what had to be moved for that. */
function settle(place: Place, run: Run, force: boolean): readonly Kept[] {
  if (!guarded(run.staging, () => lookAt(place, run.staging)?.isDirectory()))
    throw new ApplyProblem(journalPath, `${withoutStaging(run.staging)} ${nothingChanged}`);
  const { stuck, kept } = revert(place, run, force ? createKeep(place) : undefined);
  if (stuck.length > 0) throw problemOf(place, run, stuck, notesOf({ kept }));
  if (!closeReverted(place, run))
    throw new ApplyProblem(journalPath, 'It could not be removed. Check the permissions, then run again.');
  return kept;
}

function withoutStaging(staging: TreePath): string {
  return (
    `An earlier run was interrupted, and ${staging}, where it kept files, is gone. ` +
    `Restore your files from a backup, delete ${journalPath}, and run again.`
  );
}

function problemOf(place: Place, run: Run, stuck: readonly Stuck[], notes: readonly string[]): ApplyProblem {
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
