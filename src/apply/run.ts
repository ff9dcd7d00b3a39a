import { defined } from '../catalogue/shape.ts';
import type { PlannedFile } from '../plan/plan.ts';
import type { DiskSnapshot } from '../project/snapshot.ts';
import { toDoFor } from './check.ts';
import type { Kept } from './clear.ts';
import { amendRecord, dateOf, lastRun, recordPath, refuseInterrupted, runBefore } from './journal.ts';
import { lock, locked } from './lock.ts';
import { guarded } from './problem.ts';
import type { RecoverOptions } from './recover.ts';
import { type RunFolderOptions, runFolderAt } from './run-folder.ts';
import { refuseForeignState } from './state-directory.ts';
import { type Applied, apply, type Phases } from './transaction.ts';
import { type Forced, undoing } from './undo.ts';

/** Does work to its end. */
function inOneGo<Result>(work: Phases<Result>): Result {
  for (;;) {
    const moment = work.next();
    if (moment.done) return moment.value;
  }
}

/** What a plan is carried out with. */
export interface RunOptions extends RunFolderOptions {
  /** What the plan was made from. */
  readonly seen?: Pick<DiskSnapshot, 'drift'> | undefined;
  /** How many runs can be undone one after the other, with this one; three by default. */
  readonly keepRuns?: number | undefined;
}

/** So that a run after the migration, and one more to correct that, do not take its undo away. */
export const usualRuns = 3;

/** What a run did, and whether it can be undone directly. */
export interface Ran extends Applied {
  /** Where the secret should be that shows whose run it was, if it could not be kept: `undo` then needs `--recover`. */
  readonly unkeptIn?: string;
}

/**
 * Carries out a plan, all of it or nothing, and records it so that it can be undone. What the plan was made from
 * must still be there.
 */
export function runPlan(files: readonly PlannedFile[], folder: string, options?: RunOptions): Ran {
  return inOneGo(phasesOfRun(files, folder, options));
}

/** The same, with moments at which it may be left. */
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

/** The commits of the last run, the first one first; none if it was not committed. */
export function commitsOfLastRun(folder: string, options?: RunFolderOptions): readonly string[] {
  return lastRun(runFolderAt(folder, options))?.commits ?? [];
}

/** How the last run was undone. */
export interface Undone extends Applied {
  /** Files that were not what the run left, and where a version is kept that someone wrote. */
  readonly forced: readonly (Forced & Partial<Pick<Kept, 'copy'>>)[];
  /** Whether the run before can be undone next. */
  readonly hasMore: boolean;
  /** When it was written, and when the run before was, if that can be undone next. */
  readonly dates: readonly string[];
}

/**
 * Undoes the last run in a folder, all of it or nothing; undefined if none is recorded. Files that were edited since
 * stop it, unless it is forced.
 */
export function undoLastRun(folder: string, options?: RecoverOptions): Undone | undefined {
  return inOneGo(phasesOfUndo(folder, options));
}

/** The same, with moments at which it may be left. */
export function* phasesOfUndo(folder: string, options: RecoverOptions = {}): Phases<Undone | undefined> {
  const root = runFolderAt(folder, options);
  refuseForeignState(root);
  refuseInterrupted(root);
  // If there was no run, nothing is written either.
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
    // On another branch there may still be something to undo.
    if (toDo.length === 0) return { moved: 0, changed: 0, kept: [], forced: [], hasMore: false, dates };
    const { kept, ...applied } = yield* apply(root, toDo, { undone });
    const copyOf = ({ path, outcome }: Forced) =>
      outcome === 'replaced' ? kept.find((one) => one.path === path) : undefined;
    const copies = new Set(forced.map(copyOf));
    return {
      ...{ ...applied, hasMore: runs.length > 1, dates },
      forced: forced.map((one) => ({ ...one, ...defined({ copy: copyOf(one)?.copy }) })),
      kept: kept.filter((one) => !copies.has(one)),
    };
  } finally {
    release();
  }
}
