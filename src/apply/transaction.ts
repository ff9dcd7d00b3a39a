import { errorCode } from '../project/open-file.ts';
import type { DiskSnapshot, TreePath } from '../project/snapshot.ts';
import { checkPlan, checkSources, type FileToDo, refuseDrift } from './check.ts';
import { type Cleared, clearRuns, notesOf } from './clear.ts';
import { syncPaths } from './file-operations.ts';
import { finishJournal, journalPath, openJournal, type Run, refuseInterrupted } from './journal.ts';
import { openStaging, type Phases, prepare } from './prepare.ts';
import { ApplyProblem, causeOf, guarded, nothingChanged, refused } from './problem.ts';
import { revert, whereabouts, whereOriginalsAre } from './revert.ts';
import { isAt, type RunFolder } from './run-folder.ts';
import { isOurs, stateFolder } from './state-directory.ts';
import { asidePath, foldersTouchedBy, perform, type RunStep, stepsOf } from './steps.ts';

/** What a run did to the files of a folder, and what it cleared away afterwards. */
export interface Applied extends Cleared {
  /** How many files have another place. */
  readonly moved: number;
  /** How many files have another text. */
  readonly changed: number;
}

/** What files are moved and changed for: a plan, or to undo a run. */
interface Purpose {
  /** What the plan was made from. */
  readonly seen?: Pick<DiskSnapshot, 'drift'> | undefined;
  /** The run that is undone. */
  readonly undone?: Run;
}

/**
 * Does something to the files of a folder, all of it or nothing. Throws an `ApplyProblem` if it cannot; the folder then
 * is as before, unless the problem says what is displaced.
 */
export function* apply(
  root: RunFolder,
  files: readonly FileToDo[],
  { seen, undone }: Purpose,
): Phases<Applied> {
  refuseInterrupted(root);
  const folders = checkPlan(root, files);
  const staging = openStaging(root);
  let run: Run | undefined;
  try {
    run = yield* prepare(root, staging, files, folders, undone);
    openJournal(root, run);
    // All this takes its time, in which someone may have saved a file.
    checkSources(root, files);
    // The plan follows from every file that was read, not only from those that it changes.
    const drift = guarded(root.folder, () => seen?.drift());
    if (drift) refuseDrift(drift);
    commit(root, run);
  } catch (error) {
    throw afterReverting(root, run, error);
  }
  return {
    moved: files.filter(({ from, to, isSpare }) => isSpare || from !== to).length,
    changed: files.filter(({ after }) => after).length,
    ...clearRuns(root),
  };
}

function commit(root: RunFolder, run: Run): void {
  const steps = stepsOf(run);
  for (const step of steps.aside) doStep(root, run, step);
  checkAside(root, run);
  doStep(root, run, { kind: 'make folder', path: steps.checkpoint });
  for (const step of steps.inPlace) doStep(root, run, step);
  // An editor that had a file open before it was set aside still writes to it.
  checkAside(root, run);
  // After a power cut the record must not be there without all that it stands for.
  syncPaths(root, foldersTouchedBy(steps));
  guarded(journalPath, () => finishJournal(root, run));
}

function doStep(root: RunFolder, run: Run, step: RunStep): void {
  try {
    perform(root, step);
  } catch (error) {
    throw refused(blamed(run, step, errorCode(error)), causeOf(error));
  }
}

/** The path that someone should look at if a step fails. */
function blamed({ files }: Run, step: RunStep, code: string | undefined): TreePath {
  if (step.kind !== 'rename') return isOurs(step.path) ? stateFolder : step.path;
  const target = files.find(({ to }) => to === step.to);
  if (!target) return step.from;
  return target.after || code === 'EEXIST' ? target.to : target.from;
}

/** What is replaced must be what the plan was made from, until the moment at which the run counts as done. */
function checkAside(root: RunFolder, { staging, files }: Run): void {
  for (const [index, { from, kind, before: digest, after }] of files.entries()) {
    if (digest === undefined || !after) continue;
    if (!guarded(from, () => isAt(root, asidePath(staging, index), { kind, digest })))
      refuseDrift({ path: from, how: 'edited' });
  }
}

/** Reverts what was done before a failure; what someone saved in the meantime is kept. Gives what to throw. */
function afterReverting(root: RunFolder, run: Run | undefined, error: unknown): unknown {
  const { stuck, kept, isClosed } = run ? revert(root, run, true) : { stuck: [], kept: [], isClosed: true };
  // A journal that stays is found by the next run, which has nothing left to revert.
  const cleared = isClosed ? clearRuns(root) : { kept: [] };
  const notes = notesOf({ ...cleared, kept: [...kept, ...cleared.kept] });
  const isProblem = error instanceof ApplyProblem;
  const path = isProblem ? error.path : root.folder;
  if (stuck.length === 0)
    return isProblem && notes.length > 0
      ? new ApplyProblem(path, [error.summary, ...notes].join('\n  '))
      : error;
  const cause = isProblem ? error.summary.replace(` ${nothingChanged}`, '') : causeOf(error);
  const displaced = run ? whereOriginalsAre(root, run) : [];
  const lines = [
    `${cause} Some changes could not be reverted. Move these files back manually:`,
    ...[...displaced.map(whereabouts), ...notes],
  ];
  return new ApplyProblem(path, lines.join('\n  '), displaced);
}
