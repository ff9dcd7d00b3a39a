import { errorCode } from '../project/file-errors.ts';
import type { DiskSnapshot, TreePath } from '../project/snapshot.ts';
import { checkPlan, checkSources, refuseDrift } from './check.ts';
import { clearRuns } from './clear.ts';
import { digestAt, digestOf, isAt } from './digest.ts';
import type { Place } from './disk.ts';
import { syncPaths } from './durable.ts';
import { type Folders, foldersToDo } from './folders.ts';
import { finishJournal, journalPath, lastRun, openJournal, refuseInterrupted } from './journal.ts';
import { createKeep, type Kept } from './kept.ts';
import type { Phases } from './phases.ts';
import { ApplyProblem, causeOf, guarded, nothingChanged } from './problem.ts';
import { closeReverted, notesOf, revert, whereabouts, whereOriginalsAre } from './revert.ts';
import type { FileOfRun, Run } from './run-document.ts';
import { asidePath, openStaging, stage } from './staging.ts';
import { stateFolder } from './state.ts';
import { perform, type Step, stepsOf, touchedBy } from './steps.ts';
import type { FileToDo } from './to-do.ts';

/** What a run did to the files of a folder. */
export interface Applied {
  /** How many files have another place. */
  readonly moved: number;
  /** How many files have another text. */
  readonly changed: number;
  /** What somebody saved while this run or one before it was at work, and where it is kept. */
  readonly kept: readonly Kept[];
  /** A folder of ours that could not be removed when all was done; the next run will try again. */
  readonly leftover?: TreePath;
}

/** What files are moved and changed for. */
type Purpose =
  /** A plan, and what it was made from. */
  | { readonly run: 'migration'; readonly seen?: Pick<DiskSnapshot, 'drift'> }
  /** Another run is undone. */
  | { readonly run: 'undo'; readonly undone: Run };

/**
 * Does something to the files of a folder, all of it or nothing. Throws an `ApplyProblem` if it cannot; the folder then
 * is as before, unless the problem says what is displaced.
 */
export function* apply(place: Place, files: readonly FileToDo[], purpose: Purpose): Phases<Applied> {
  refuseInterrupted(place);
  const folders = checkPlan(place, files);
  const staging = openStaging(place);
  let run: Run | undefined;
  try {
    run = yield* prepared(place, files, folders, staging, purpose);
    openJournal(place, run);
    // All this takes its time, in which a person may have saved a file.
    checkSources(place, files);
    checkSeen(place, purpose);
    commit(place, run);
  } catch (error) {
    throw reverted(place, run, error);
  }
  return {
    moved: files.filter(({ from, to, isSpare }) => isSpare || from !== to).length,
    changed: files.filter(({ text, original }) => text !== undefined || original).length,
    ...clearRuns(place),
  };
}

/** The plan follows from every file that was read, not only from those that it changes. */
function checkSeen({ folder }: Place, purpose: Purpose): void {
  if (purpose.run !== 'migration') return;
  const drift = guarded(folder, () => purpose.seen?.drift());
  if (drift) refuseDrift(drift);
}

/** Writes all that is new beside the project, and says what the run does. */
function* prepared(
  place: Place,
  files: readonly FileToDo[],
  folders: Folders,
  staging: TreePath,
  purpose: Purpose,
): Phases<Run> {
  yield* stage(place, staging, files);
  const known: FileOfRun[] = [];
  for (const file of files) {
    known.push(guarded(file.from, () => fileOfRun(place, file)));
    yield 'may stop';
  }
  const undone = purpose.run === 'undo' ? purpose.undone : undefined;
  const previous = (undone ?? lastRun(place))?.staging;
  // Somebody may have deleted the files of the run before; its record still has to go somewhere.
  if (previous !== undefined)
    guarded(stateFolder, () => perform(place, { kind: 'make folder', path: previous }));
  return {
    ...{ run: purpose.run, staging, files: known, folders: foldersToDo(files, folders, undone) },
    ...(previous === undefined ? {} : { previous }),
  };
}

function fileOfRun(place: Place, file: FileToDo): FileOfRun {
  const { from, to, kind, text, original, expected, isLost, isSpare, isTheirs } = file;
  const after = text === undefined ? original : { digest: digestOf(text) };
  return {
    ...{ from, to, kind },
    ...(isLost ? {} : { before: expected ?? digestAt(place, from, kind) }),
    ...(after ? { after } : {}),
    ...(isSpare ? { isSpare } : {}),
    ...(isTheirs ? { isTheirs } : {}),
  };
}

function commit(place: Place, run: Run): void {
  const { aside, checkpoint, inPlace } = stepsOf(run);
  for (const step of aside) doStep(place, run, step);
  checkAside(place, run);
  for (const step of [{ kind: 'make folder', path: checkpoint } as const, ...inPlace])
    doStep(place, run, step);
  // An editor that had a file open before it went aside still writes to it.
  checkAside(place, run);
  // After a power cut the record must not be there without all that it stands for.
  syncPaths(place, new Set([...aside, ...inPlace].flatMap(touchedBy)));
  guarded(journalPath, () => finishJournal(place, run));
}

function doStep(place: Place, run: Run, step: Step): void {
  try {
    perform(place, step);
  } catch (error) {
    throw new ApplyProblem(blamed(run, step, errorCode(error)), `${causeOf(error)} ${nothingChanged}`);
  }
}

function blamed({ files }: Run, step: Step, code: string | undefined): TreePath {
  if (step.kind !== 'rename') return step.path.startsWith(`${stateFolder}/`) ? stateFolder : step.path;
  const target = files.find(({ to }) => to === step.to);
  if (!target) return step.from;
  return target.after || code === 'EEXIST' ? target.to : target.from;
}

/** What is replaced must be what the plan was made from, until the moment at which the run counts as done. */
function checkAside(place: Place, { staging, files }: Run): void {
  for (const [index, { from, kind, before, after }] of files.entries()) {
    if (before === undefined || !after) continue;
    const aside = asidePath(staging, index);
    if (!guarded(from, () => isAt(place, aside, { kind, digest: before })))
      refuseDrift({ path: from, how: 'edited' });
  }
}

/** Reverts what was done before a failure; what a person saved in the meantime is kept. Gives what to say. */
function reverted(place: Place, run: Run | undefined, error: unknown): unknown {
  const { stuck, kept } = run ? revert(place, run, createKeep(place)) : { stuck: [], kept: [] };
  const isReverted = stuck.length === 0;
  // A journal that stays is found by the next run, which has nothing left to revert.
  const isClosed = isReverted && (!run || closeReverted(place, run));
  const cleared = isClosed ? clearRuns(place) : { kept: [] };
  const notes = notesOf({ ...cleared, kept: [...kept, ...cleared.kept] });
  if (!(error instanceof ApplyProblem))
    return isReverted ? error : stuckProblem(place, run, causeOf(error), notes);
  const { path, summary } = error;
  if (!isReverted) return stuckProblem(place, run, summary.replace(` ${nothingChanged}`, ''), notes, path);
  return notes.length === 0 ? error : new ApplyProblem(path, [summary, ...notes].join('\n  '));
}

function stuckProblem(
  place: Place,
  run: Run | undefined,
  cause: string,
  notes: readonly string[],
  path = place.folder,
): ApplyProblem {
  const displaced = run ? whereOriginalsAre(place, run) : [];
  const lines = [
    `${cause} Some changes could not be reverted. Move these files back by hand:`,
    ...[...displaced.map(whereabouts), ...notes],
  ];
  return new ApplyProblem(path, lines.join('\n  '), displaced);
}
