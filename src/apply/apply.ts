import type { PlannedFile } from '../plan/plan.ts';
import type { TreePath } from '../project/snapshot.ts';
import { discard, leftoverNote } from './area.ts';
import { checkPlan, checkSources } from './check.ts';
import { commit } from './commit.ts';
import { type Disk, type Place, realDisk } from './disk.ts';
import type { Folders, PastFolders } from './folders.ts';
import {
  closeJournal,
  type Journal,
  journalPath,
  openJournal,
  type RunKind,
  refuseInterrupted,
} from './journal.ts';
import { ApplyProblem } from './problem.ts';
import { forgetRecord, keepRecord } from './record.ts';
import { openStaging, stage } from './staging.ts';
import { stamped } from './stamp.ts';
import { stepsOf } from './steps.ts';

/** What a run did to the files of a folder. */
export interface Applied {
  /** How many files have another place. */
  readonly moved: number;
  /** How many files have another text. */
  readonly changed: number;
  /** A file or folder of ours that could not be removed when all was done; the next run will try again. */
  readonly leftover?: TreePath;
}

/** What a plan is carried out for, where that is written down. */
export interface Purpose {
  readonly run: RunKind;
  /** What the run that is taken back did to folders. */
  readonly past?: PastFolders;
}

/**
 * Carries out the plan for the files of a folder, all of it or nothing. Throws an `ApplyProblem` where it cannot; the
 * folder then is as before, unless the problem says what is displaced.
 */
export function applyPlan(
  files: readonly PlannedFile[],
  folder: string,
  disk: Disk = realDisk,
  purpose?: Purpose,
): Applied {
  const place = { disk, folder };
  const toDo = files.map(withoutSameText).filter(({ from, to, text }) => from !== to || text !== undefined);
  const isNeeded = toDo.length > 0 || purpose?.run === 'undo';
  const leftover = isNeeded ? carryOut(place, toDo, purpose) : undefined;
  return {
    moved: toDo.filter(({ from, to }) => from !== to).length,
    changed: toDo.filter(({ text }) => text !== undefined).length,
    ...(leftover === undefined ? {} : { leftover }),
  };
}

/** A text that stays the same is none to write. */
function withoutSameText(file: PlannedFile): PlannedFile {
  const { text, ...rest } = file;
  return text !== undefined && text.before === text.after ? rest : file;
}

function carryOut(place: Place, files: readonly PlannedFile[], purpose?: Purpose): TreePath | undefined {
  refuseInterrupted(place);
  const folders = checkPlan(place, files);
  const staging = openStaging(place);
  try {
    const journal = prepared(place, files, folders, staging, purpose);
    openJournal(place, journal);
    // All this takes its time, in which a person may have saved a file.
    checkSources(place, files);
    commit(place, journal);
  } catch (error) {
    throw tidied(place, staging, error);
  }
  return closeJournal(place, staging) ? discard(place, staging) : journalPath;
}

/** Writes all that is new beside the project, and says which steps bring it into place. */
function prepared(
  place: Place,
  files: readonly PlannedFile[],
  folders: Folders,
  staging: TreePath,
  purpose?: Purpose,
): Journal {
  stage(place, staging, files);
  const steps = stamped(place, stepsOf(files, folders, staging, purpose?.past));
  const run = purpose?.run ?? 'migration';
  if (!purpose) return { run, staging, steps };
  const last = run === 'undo' ? forgetRecord(staging) : keepRecord(place, staging, files, steps);
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
