import type { PlannedFile } from '../plan/plan.ts';
import type { TreePath } from '../project/snapshot.ts';
import { checkPlan, checkSources } from './check.ts';
import { commit } from './commit.ts';
import { type Disk, type Place, realDisk } from './disk.ts';
import { ApplyProblem } from './problem.ts';
import { discard, leftoverNote, openStaging, stage } from './staging.ts';
import { stepsOf } from './steps.ts';

/** What a run did to the files of a folder. */
export interface Applied {
  /** How many files have another place. */
  readonly moved: number;
  /** How many files have another text. */
  readonly changed: number;
  /** A folder of ours that could not be removed when all was done. */
  readonly leftover?: TreePath;
}

/**
 * Carries out the plan for the files of a folder, all of it or nothing. Throws an `ApplyProblem` where it cannot; the
 * folder then is as before, unless the problem says what is displaced.
 */
export function applyPlan(files: readonly PlannedFile[], folder: string, disk: Disk = realDisk): Applied {
  const place = { disk, folder };
  const toDo = files.map(withoutSameText).filter(({ from, to, text }) => from !== to || text !== undefined);
  const leftover = toDo.length === 0 ? undefined : carryOut(place, toDo);
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

function carryOut(place: Place, files: readonly PlannedFile[]): TreePath | undefined {
  const folders = checkPlan(place, files);
  const staging = openStaging(place);
  try {
    stage(place, staging, files);
    // Staging takes its time, in which a person may have saved a file.
    checkSources(place, files);
    commit(place, stepsOf(files, folders, staging));
  } catch (error) {
    throw tidied(place, staging, error);
  }
  return discard(place, staging);
}

/** Removes the staging folder after a failure, unless originals may be in it that could not be put back. */
function tidied(place: Place, staging: TreePath, error: unknown): unknown {
  if (error instanceof ApplyProblem && error.displaced !== undefined) return error;
  const leftover = discard(place, staging);
  if (leftover === undefined || !(error instanceof ApplyProblem)) return error;
  return new ApplyProblem(error.path, error.summary + leftoverNote(leftover));
}
