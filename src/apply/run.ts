import { defined } from '../catalogue/shape.ts';
import type { PlannedFile } from '../plan/plan.ts';
import type { DiskSnapshot } from '../project/snapshot.ts';
import { guarded } from './apply-problem.ts';
import { toDoFor } from './check.ts';
import type { Kept } from './clear.ts';
import { amendRecord, dateOf, lastRun, recordPath, refuseInterrupted, runBefore } from './journal.ts';
import { lock, locked } from './lock.ts';
import type { RecoverOptions } from './recover.ts';
import { type RunFolderOptions, runFolderAt } from './run-folder.ts';
import { refuseForeignState } from './state-directory.ts';
import { type Applied, apply, type Phases } from './transaction.ts';
import { type Forced, undoing } from './undo.ts';

/** Runs all phases without stopping. */
function inOneGo<Result>(work: Phases<Result>): Result {
  for (;;) {
    const moment = work.next();
    if (moment.done) return moment.value;
  }
}

/** How a plan is applied. */
export interface RunOptions extends RunFolderOptions {
  /** The snapshot that the plan was made from. */
  readonly seen?: Pick<DiskSnapshot, 'drift'> | undefined;
  /** How many runs can be undone one after the other, including this one; three by default. */
  readonly keepRuns?: number | undefined;
}

/** Enough to undo a migration after another run and one more to correct that. */
export const usualRuns = 3;

/** The result of a run, and whether it can be undone directly. */
export interface Ran extends Applied {
  /** Where the secret of seals should be, if it could not be stored: `undo` then needs `--recover`. */
  readonly unkeptIn?: string;
}

/**
 * Applies a plan completely or not at all, and records it so that it can be undone. The files must be as they
 * were when the plan was made.
 */
export function runPlan(files: readonly PlannedFile[], folder: string, options?: RunOptions): Ran {
  return inOneGo(phasesOfRun(files, folder, options));
}

/** The same as `runPlan`, with points at which it may be stopped. */
export function* phasesOfRun(
  files: readonly PlannedFile[],
  folder: string,
  options: RunOptions = {},
): Phases<Ran> {
  const toDo = toDoFor(files);
  if (toDo.length === 0) return { moved: 0, changed: 0, kept: [] };
  const root = runFolderAt(folder, options);
  refuseForeignState(root);
  const release = lock(root, toDo);
  try {
    const applied = yield* apply(root, toDo, { seen: options.seen, keepRuns: options.keepRuns ?? usualRuns });
    const { unkeptIn } = root.trust;
    return { ...applied, ...defined({ unkeptIn }) };
  } finally {
    release();
  }
}

/** Records the commits of the last run. */
export function recordCommits(folder: string, commits: readonly string[], options?: RunFolderOptions): void {
  const root = runFolderAt(folder, options);
  locked(root, () => amendRecord(root, commits));
}

/** The commits of the last run, oldest first; empty if it was not committed. */
export function commitsOfLastRun(folder: string, options?: RunFolderOptions): readonly string[] {
  return lastRun(runFolderAt(folder, options))?.commits ?? [];
}

/** The result of undoing the last run. */
export interface Undone extends Applied {
  /** Files that had changed since the run, and where the changed version is kept. */
  readonly forced: readonly (Forced & Partial<Pick<Kept, 'copy'>>)[];
  /** Whether the previous run can be undone next. */
  readonly hasMore: boolean;
  /** The dates of the run, and of the previous run if that can be undone next. */
  readonly dates: readonly string[];
}

/**
 * Undoes the last run in a folder completely or not at all; undefined if no run is recorded. Files that were
 * edited since prevent it, unless it is forced.
 */
export function undoLastRun(folder: string, options?: RecoverOptions): Undone | undefined {
  return inOneGo(phasesOfUndo(folder, options));
}

/** The same as `undoLastRun`, with points at which it may be stopped. */
export function* phasesOfUndo(folder: string, options: RecoverOptions = {}): Phases<Undone | undefined> {
  const root = runFolderAt(folder, options);
  refuseForeignState(root);
  refuseInterrupted(root);
  // Without a recorded run, not even a lock is written.
  const recorded = lastRun(root);
  if (!recorded) return undefined;
  const release = lock(root, recorded.files);
  try {
    refuseInterrupted(root);
    const undone = lastRun(root);
    if (!undone) return undefined;
    const runs = [undone, runBefore(root, undone) ?? []].flat();
    const dates = guarded(recordPath, () => runs.flatMap((run) => dateOf(root, run) ?? []));
    const { toDo, forced } = undoing(root, undone, options.force ?? false);
    // The record stays, because there may be something to undo on another branch.
    if (toDo.length === 0) return { moved: 0, changed: 0, kept: [], forced: [], hasMore: false, dates };
    const { kept, ...applied } = yield* apply(root, toDo, { undone });
    const copyOf = ({ path, outcome }: Forced) =>
      outcome === 'replaced' ? kept.find((entry) => entry.path === path) : undefined;
    const copies = new Set(forced.map(copyOf));
    return {
      ...{ ...applied, hasMore: runs.length > 1, dates },
      forced: forced.map((file) => ({ ...file, ...defined({ copy: copyOf(file)?.copy }) })),
      kept: kept.filter((entry) => !copies.has(entry)),
    };
  } finally {
    release();
  }
}
