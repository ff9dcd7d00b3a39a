import type { TreePath } from '../project/snapshot.ts';
import { ApplyProblem, guarded, refused } from './apply-problem.ts';
import { type Cleared, clearRuns, type Kept, notesOf } from './clear.ts';
import { checkpointOf } from './file-steps.ts';
import { isInterrupted, journalPath, lastRun, type Run, readRun } from './journal.ts';
import { locked } from './lock.ts';
import { revert, whereabouts, whereOriginalsAre } from './revert.ts';
import { type RunFolder, type RunFolderOptions, runFolderAt } from './run-folder.ts';
import { pathsInState, refuseForeignState, removeEmptyState, stateFolder } from './state-directory.ts';

/** The result of reverting an interrupted run. Files in the way that someone changed since are kept. */
export interface Recovery extends Cleared {
  readonly run: Run['run'];
  /** Files that someone deleted since, and that cannot be found anywhere. */
  readonly missing: readonly TreePath[];
}

/** How much a command may do to files that someone changed since. */
export interface RecoverOptions extends RunFolderOptions {
  /** Whether files in the way may be moved into our folder, where they are kept. */
  readonly force?: boolean;
}

/**
 * Throws an `ApplyProblem` if a run was interrupted in a folder or is in progress: the files are then
 * half-written. If the journal is not ours, the problem says that instead.
 */
export function refuseHalfDone(folder: string, why: string): void {
  const root = runFolderAt(folder);
  if (!isInterrupted(root)) return;
  refuseForeignState(root);
  throw new ApplyProblem(journalPath, why);
}

/**
 * Reverts an interrupted run in a folder, and removes the remains of runs. Undefined if no run was interrupted.
 * Throws an `ApplyProblem` if files that someone changed since are in the way, unless they may be moved.
 */
export function recover(folder: string, options: RecoverOptions = {}): Recovery | undefined {
  const root = runFolderAt(folder, options);
  refuseForeignState(root);
  if (!hasRemains(root)) {
    // A run that was killed at its very first or last call leaves only our empty folder.
    removeEmptyState(root);
    return undefined;
  }
  return locked(root, () => {
    const run = readRun(root, journalPath);
    const kept = run ? revertInterrupted(root, run, options.force ?? false) : [];
    for (const path of pathsInState(root, 'other lock')) guarded(stateFolder, () => root.removeFile(path));
    const cleared = clearRuns(root);
    if (!run) return undefined;
    // The files of the project that should be restored, but are missing.
    const missing = run.files.filter(
      ({ from, before }) => before !== undefined && !guarded(from, () => root.lookAt(from)),
    );
    return {
      ...{ run: run.run, ...cleared },
      ...{ kept: [...kept, ...cleared.kept], missing: missing.map(({ from }) => from) },
    };
  });
}

/** Whether there is anything that only a killed run leaves. */
function hasRemains(root: RunFolder): boolean {
  if (pathsInState(root, 'lock', 'other lock', 'journal').length > 0) return true;
  const stagings = pathsInState(root, 'staging');
  const last = stagings.length === 0 ? undefined : lastRun(root)?.staging;
  return stagings.some(
    (staging) => staging !== last || guarded(staging, () => root.lookAt(checkpointOf(staging))),
  );
}

/** Restores the folder as it was before the run. Returns the files that had to be moved for that. */
function revertInterrupted(root: RunFolder, run: Run, force: boolean): readonly Kept[] {
  const { staging } = run;
  if (!guarded(staging, () => root.lookAt(staging)?.isDirectory()))
    throw refused(
      journalPath,
      `An earlier run was interrupted, and ${staging}, where it kept files, is gone. ` +
        `Restore your files from a backup, delete ${journalPath}, and run again.`,
    );
  const { stuck, kept, isClosed } = revert(root, run, force);
  if (stuck.length > 0) {
    const displaced = whereOriginalsAre(root, run);
    const lines = [
      'An earlier run was interrupted, and could not be fully reverted. Nothing was overwritten.',
      'Rename or remove these files and run again, or run `fw-migrate undo --force`, which moves them to .fw-migrate/:',
      ...firstOf(stuck.map(({ path, why }) => `  ${path}: ${why}`)),
      ...(displaced.length > 0 ? ['Where your files are now:'] : []),
      ...firstOf(displaced.map((file) => `  ${whereabouts(file)}`)),
      ...notesOf({ kept }),
    ];
    throw new ApplyProblem(stuck[0]?.path ?? journalPath, lines.join('\n'), displaced);
  }
  if (!isClosed)
    throw new ApplyProblem(journalPath, 'It could not be removed. Check the permissions, then run again.');
  return kept;
}

/** As many lines as fit on a screen. */
function firstOf(lines: readonly string[]): readonly string[] {
  return lines.length > 12 ? [...lines.slice(0, 10), `  and ${lines.length - 10} more`] : lines;
}
