import { type Cleared, clearRuns } from './clear.ts';
import { isInterrupted, journalPath, type Run, recordPath, retireRecord, undoableRuns } from './journal.ts';
import { locked } from './lock.ts';
import { guarded, refused } from './problem.ts';
import { type RunFolder, type RunFolderOptions, runFolderAt } from './run-folder.ts';
import { hasState, pathsInState, refuseForeignState, stateFolder } from './state-directory.ts';

/** What a folder keeps for `undo`: how many runs, and how many bytes these take. */
export interface KeptRuns {
  readonly runs: number;
  readonly bytes: number;
}

/** What is kept for `undo` in a folder. Throws an `ApplyProblem` if it cannot be read. */
export function keptRuns(folder: string, options?: RunFolderOptions): KeptRuns {
  return measured(runFolderAt(folder, options));
}

function measured(root: RunFolder): KeptRuns {
  const runs = undoableRuns(root).length;
  const sizes = guarded(stateFolder, () => {
    const inside = pathsInState(root, 'staging').flatMap((staging) =>
      root.disk.readdirSync(root.onDisk(staging)).map((name) => `${staging}/${name}`),
    );
    return [recordPath, ...inside]
      .map((path) => root.lookAt(path))
      .map((stats) => (stats?.isFile() ? stats.size : 0));
  });
  return { runs, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** What was kept for `undo` before and after something was removed. */
export interface Cleaned extends Cleared {
  readonly before: KeptRuns;
  readonly after: KeptRuns;
}

/**
 * Removes what `undo` does not need: the runs before the last few, and those from one on that is in the history of git,
 * where it is undone. Throws an `ApplyProblem` if a run was interrupted: its originals are needed.
 */
export function cleanRuns(
  folder: string,
  keepRuns: number,
  isInHistory: (commit: string) => boolean,
  options?: RunFolderOptions,
): Cleaned {
  const root = runFolderAt(folder, options);
  refuseForeignState(root);
  const nothing = { runs: 0, bytes: 0 };
  if (!hasState(root)) return { before: nothing, after: nothing, kept: [] };
  return locked(root, () => {
    if (isInterrupted(root))
      throw refused(
        journalPath,
        'An earlier run was interrupted, so its originals are needed. Restore the files first with `fw-migrate undo`.',
      );
    const before = measured(root);
    const runs = undoableRuns(root);
    const isCommitted = ({ commits = [] }: Run) => commits.some(isInHistory);
    const needed = runs.findIndex((run, index) => index >= keepRuns || isCommitted(run));
    if (needed === 0 && runs[0]) retireRecord(root, runs[0]);
    const cleared = clearRuns(root, needed === -1 ? undefined : needed);
    return { ...cleared, before, after: measured(root) };
  });
}
