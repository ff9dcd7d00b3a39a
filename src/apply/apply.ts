import type { DiskSnapshot, TreePath } from '../project/snapshot.ts';
import { discard, leftoverNote } from './area.ts';
import { checkPlan, checkSources, refuseDrift } from './check.ts';
import { commit } from './commit.ts';
import type { Place } from './disk.ts';
import type { Folders, PastFolders } from './folders.ts';
import { closeJournal, type Journal, journalPath, openJournal, refuseInterrupted } from './journal.ts';
import type { Phases } from './phases.ts';
import { ApplyProblem, guarded } from './problem.ts';
import { forgetRecord, keepRecord } from './record.ts';
import { openStaging, stage } from './staging.ts';
import { stamped } from './stamp.ts';
import { stepsOf } from './steps.ts';
import type { FileToDo } from './to-do.ts';

/** What a run did to the files of a folder. */
export interface Applied {
  /** How many files have another place. */
  readonly moved: number;
  /** How many files have another text. */
  readonly changed: number;
  /** A file or folder of ours that could not be removed when all was done; the next run will try again. */
  readonly leftover?: TreePath;
}

/** What files are moved and changed for. */
export type Purpose =
  /** A plan, and what it was made from. */
  | { readonly run: 'migration'; readonly seen?: Pick<DiskSnapshot, 'drift'> }
  /** The last run is taken back; what it did to folders. */
  | { readonly run: 'undo'; readonly past: PastFolders };

/**
 * Does something to the files of a folder, all of it or nothing. Throws an `ApplyProblem` where it cannot; the folder
 * then is as before, unless the problem says what is displaced.
 */
export function* apply(place: Place, files: readonly FileToDo[], purpose: Purpose): Phases<Applied> {
  const leftover = yield* carryOut(place, files, purpose);
  return {
    moved: files.filter(({ from, to, isSpare }) => isSpare || from !== to).length,
    changed: files.filter(({ text }) => text !== undefined).length,
    ...(leftover === undefined ? {} : { leftover }),
  };
}

function* carryOut(place: Place, files: readonly FileToDo[], purpose: Purpose): Phases<TreePath | undefined> {
  refuseInterrupted(place);
  const folders = checkPlan(place, files);
  const staging = openStaging(place);
  try {
    const journal = yield* prepared(place, files, folders, staging, purpose);
    openJournal(place, journal);
    // All this takes its time, in which a person may have saved a file.
    checkSources(place, files);
    checkSeen(place, purpose);
    commit(place, journal);
  } catch (error) {
    throw tidied(place, staging, error);
  }
  return closeJournal(place, staging) ? discard(place, staging) : journalPath;
}

/** The plan follows from every file that was read, not only from those that it changes. */
function checkSeen({ folder }: Place, purpose: Purpose): void {
  if (purpose.run !== 'migration') return;
  const drift = guarded(folder, () => purpose.seen?.drift());
  if (drift) refuseDrift(drift);
}

/** Writes all that is new beside the project, and says which steps bring it into place. */
function* prepared(
  place: Place,
  files: readonly FileToDo[],
  folders: Folders,
  staging: TreePath,
  purpose: Purpose,
): Phases<Journal> {
  const { run } = purpose;
  yield* stage(place, staging, files);
  const steps = stamped(place, stepsOf(files, folders, staging, run === 'undo' ? purpose.past : undefined));
  const last = run === 'undo' ? forgetRecord(staging) : yield* keepRecord(place, staging, files, steps);
  return { run, staging, steps: [...steps, ...last] };
}

/** Removes the files of the run after a failure, unless originals may be among them that could not be put back. */
function tidied(place: Place, staging: TreePath, error: unknown): unknown {
  if (error instanceof ApplyProblem && error.displaced !== undefined) return error;
  if (!closeJournal(place, staging)) return error;
  const leftover = discard(place, staging);
  if (leftover === undefined || !(error instanceof ApplyProblem)) return error;
  return new ApplyProblem(error.path, error.summary + leftoverNote(leftover));
}
