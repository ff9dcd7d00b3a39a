import { errorCode } from '../project/open-file.ts';
import type { DiskSnapshot, TreePath } from '../project/snapshot.ts';
import { checkPlan, checkSources, type FileToDo, refuseDrift } from './check.ts';
import { type Cleared, clearRuns, notesOf } from './clear.ts';
import { isAt, type Place } from './disk.ts';
import { syncPaths } from './file-operations.ts';
import { finishJournal, journalPath, openJournal, type Run, refuseInterrupted } from './journal.ts';
import { openStaging, type Phases, prepare } from './prepare.ts';
import { ApplyProblem, causeOf, guarded, nothingChanged, refused } from './problem.ts';
import { revert, whereabouts, whereOriginalsAre } from './revert.ts';
import { isOurs, stateFolder } from './state.ts';
import { asidePath, foldersTouchedBy, perform, type Step, stepsOf } from './steps.ts';

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
export function* apply(place: Place, files: readonly FileToDo[], { seen, undone }: Purpose): Phases<Applied> {
  refuseInterrupted(place);
  const folders = checkPlan(place, files);
  const staging = openStaging(place);
  let run: Run | undefined;
  try {
    run = yield* prepare(place, staging, files, folders, undone);
    openJournal(place, run);
    // All this takes its time, in which a person may have saved a file.
    checkSources(place, files);
    // The plan follows from every file that was read, not only from those that it changes.
    const drift = guarded(place.folder, () => seen?.drift());
    if (drift) refuseDrift(drift);
    commit(place, run);
  } catch (error) {
    throw afterReverting(place, run, error);
  }
  return {
    moved: files.filter(({ from, to, isSpare }) => isSpare || from !== to).length,
    changed: files.filter(({ after }) => after).length,
    ...clearRuns(place),
  };
}

function commit(place: Place, run: Run): void {
  const steps = stepsOf(run);
  for (const step of steps.aside) doStep(place, run, step);
  checkAside(place, run);
  doStep(place, run, { kind: 'make folder', path: steps.checkpoint });
  for (const step of steps.inPlace) doStep(place, run, step);
  // An editor that had a file open before it went aside still writes to it.
  checkAside(place, run);
  // After a power cut the record must not be there without all that it stands for.
  syncPaths(place, foldersTouchedBy(steps));
  guarded(journalPath, () => finishJournal(place, run));
}

function doStep(place: Place, run: Run, step: Step): void {
  try {
    perform(place, step);
  } catch (error) {
    throw refused(blamed(run, step, errorCode(error)), causeOf(error));
  }
}

/** The path that a person should look at if a step fails. */
function blamed({ files }: Run, step: Step, code: string | undefined): TreePath {
  if (step.kind !== 'rename') return isOurs(step.path) ? stateFolder : step.path;
  const target = files.find(({ to }) => to === step.to);
  if (!target) return step.from;
  return target.after || code === 'EEXIST' ? target.to : target.from;
}

/** What is replaced must be what the plan was made from, until the moment at which the run counts as done. */
function checkAside(place: Place, { staging, files }: Run): void {
  for (const [index, { from, kind, before: digest, after }] of files.entries()) {
    if (digest === undefined || !after) continue;
    if (!guarded(from, () => isAt(place, asidePath(staging, index), { kind, digest })))
      refuseDrift({ path: from, how: 'edited' });
  }
}

/** Reverts what was done before a failure; what a person saved in the meantime is kept. Gives what to throw. */
function afterReverting(place: Place, run: Run | undefined, error: unknown): unknown {
  const { stuck, kept, isClosed } = run ? revert(place, run, true) : { stuck: [], kept: [], isClosed: true };
  // A journal that stays is found by the next run, which has nothing left to revert.
  const cleared = isClosed ? clearRuns(place) : { kept: [] };
  const notes = notesOf({ ...cleared, kept: [...kept, ...cleared.kept] });
  const isProblem = error instanceof ApplyProblem;
  const path = isProblem ? error.path : place.folder;
  if (stuck.length === 0)
    return isProblem && notes.length > 0
      ? new ApplyProblem(path, [error.summary, ...notes].join('\n  '))
      : error;
  const cause = isProblem ? error.summary.replace(` ${nothingChanged}`, '') : causeOf(error);
  const displaced = run ? whereOriginalsAre(place, run) : [];
  const lines = [
    `${cause} Some changes could not be reverted. Move these files back by hand:`,
    ...[...displaced.map(whereabouts), ...notes],
  ];
  return new ApplyProblem(path, lines.join('\n  '), displaced);
}
