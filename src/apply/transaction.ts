import { basename } from 'node:path';
import { defined } from '../catalogue/shape.ts';
import { errorCode } from '../project/open-file.ts';
import { type DiskSnapshot, parentOf, type TreePath } from '../project/snapshot.ts';
import { checkPlan, checkSources, type FileToDo, type Folders, leftFolders, refuseDrift } from './check.ts';
import { type Cleared, clearRuns, notesOf } from './clear.ts';
import {
  type FileOfRun,
  type FolderOfRun,
  finishJournal,
  journalPath,
  lastRun,
  openJournal,
  type Run,
  refuseInterrupted,
  runBefore,
} from './journal.ts';
import { ApplyProblem, causeOf, guarded, nothingChanged, refused } from './problem.ts';
import { revert, whereabouts, whereOriginalsAre } from './revert.ts';
import type { RunFolder } from './run-folder.ts';
import { isOurs, newPath, stateFolder } from './state-directory.ts';
import { asidePath, foldersTouchedBy, perform, type RunStep, stagedPath, stepsOf } from './steps.ts';

/**
 * Work that has moments at which it may be left without a trace, by throwing into it. After the last one it is carried
 * out in one go.
 */
export type Phases<Result> = Generator<'may stop', Result, void>;

/** What a run did to the files of a folder, and what it cleared away afterwards. */
export interface Applied extends Cleared {
  /** How many files have another place. */
  readonly moved: number;
  /** How many files have another text. */
  readonly changed: number;
}

/** What is done, and with what. */
interface ApplyFacts {
  readonly seen?: Pick<DiskSnapshot, 'drift'> | undefined;
  readonly undone?: Run;
  /** How many migrations can be undone afterwards; by default all of them. */
  readonly keepRuns?: number;
}

/**
 * Does something to the files of a folder, all of it or nothing: carries out a plan that was made from what was `seen`,
 * or undoes a run. Throws an `ApplyProblem` if it cannot; the folder then
 * is as before, unless the problem says what is displaced.
 */
export function* apply(
  root: RunFolder,
  files: readonly FileToDo[],
  { seen, undone, keepRuns }: ApplyFacts,
): Phases<Applied> {
  refuseInterrupted(root);
  const folders = checkPlan(root, files);
  const staging = newPath(root, 'staging');
  guarded(stateFolder, () => root.makeFolder(staging, 0o700));
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
    ...clearRuns(root, keepRuns),
  };
}

/** Writes all that is new beside the project, and says what the run does. */
function* prepare(
  root: RunFolder,
  staging: TreePath,
  files: readonly FileToDo[],
  folders: Folders,
  undone: Run | undefined,
): Phases<Run> {
  const { disk } = root;
  for (const [index, { from, kind, text }] of files.entries()) {
    if (text === undefined) continue;
    const path = stagedPath(staging, index);
    guarded(from, () => {
      if (kind === 'link') disk.symlinkSync(text, root.onDisk(path), linkType(root, from));
      else root.writeNew(path, text, { like: disk.lstatSync(root.onDisk(from)), isDurable: true });
    });
    yield 'may stop';
  }
  const known: FileOfRun[] = [];
  for (const { text, expected, isLost, ...file } of files) {
    const digest = () => expected ?? guarded(file.from, () => root.digestAt(file.from, file.kind));
    known.push(isLost ? file : { ...file, before: digest() });
    yield 'may stop';
  }
  const previous = (undone ?? lastRun(root))?.staging;
  // Someone may have deleted the files of the run before; its record still has to go somewhere.
  if (previous !== undefined) guarded(stateFolder, () => root.makeFolder(previous));
  const next = undone && runBefore(root, undone)?.staging;
  const run: Run = defined({
    ...{ run: undone ? ('undo' as const) : ('migration' as const), staging, files: known },
    ...{ folders: foldersToDo(files, folders, undone), previous, next },
  });
  // Once files are aside, a full disk must not be in the way: neither on the way to the end nor on the way back.
  const { checkpoint, inPlace } = stepsOf(run);
  for (const step of [checkpoint, ...inPlace])
    if (step.kind !== 'rename') guarded(stateFolder, () => root.makeFolder(step.spare));
  return run;
}

/** Windows has links of two kinds, and cannot tell from the folder of a run what a relative one leads to. */
function linkType(root: RunFolder, path: TreePath): 'dir' | 'file' | undefined {
  if (process.platform !== 'win32') return undefined;
  try {
    return root.disk.statSync(root.onDisk(path)).isDirectory() ? 'dir' : 'file';
  } catch {
    return 'file';
  }
}

/** What a plan does to folders. A run that undoes another gives back the modes of then, and leaves what that found. */
function foldersToDo(files: readonly FileToDo[], folders: Folders, undone: Run | undefined): Run['folders'] {
  const past = new Map(undone?.folders.removed.map(({ path, mode }) => [path, mode]));
  const inherited = inheritedModes(files, folders);
  const missing = [...folders].flatMap(([path, mode]) => (mode === undefined ? [path] : []));
  const made = undone && new Set(undone.folders.made.map(({ path }) => path));
  const left = [...leftFolders(files)].filter((path) => made?.has(path) ?? true);
  return {
    // A folder sorts before what is in it, so the outermost are made first, and the innermost removed first.
    made: missing.sort().map((path) => folderOfRun(path, past.get(path) ?? inherited.get(path))),
    removed: left
      .sort()
      .reverse()
      .map((path) => folderOfRun(path, folders.get(path))),
  };
}

function folderOfRun(path: TreePath, mode: number | undefined): FolderOfRun {
  // Nothing that we make runs as its owner.
  return { path, ...(mode === undefined ? {} : { mode: mode & 0o3777 }) };
}

/** The modes for folders that replace others. Where several become one, nobody gets a right that one denied. */
function inheritedModes(files: readonly FileToDo[], folders: Folders): ReadonlyMap<TreePath, number> {
  const modes = new Map<TreePath, number>();
  for (const { from, to } of files) {
    for (const [old, now] of counterparts(parentOf(from), parentOf(to))) {
      const mode = folders.get(old);
      if (mode !== undefined) modes.set(now, mode & (modes.get(now) ?? mode));
    }
  }
  return modes;
}

/** The folders that correspond, from the innermost outwards: as long as the names agree, and the first that do not. */
function counterparts(old: TreePath, now: TreePath): readonly (readonly [TreePath, TreePath])[] {
  if (old === '' || now === '' || old === now) return [];
  const rest = basename(old) === basename(now) ? counterparts(parentOf(old), parentOf(now)) : [];
  return [[old, now], ...rest];
}

function commit(root: RunFolder, run: Run): void {
  const steps = stepsOf(run);
  for (const step of steps.aside) doStep(root, run, step);
  checkAside(root, run);
  doStep(root, run, steps.checkpoint);
  for (const step of steps.inPlace) doStep(root, run, step);
  // An editor that had a file open before it was set aside still writes to it.
  checkAside(root, run);
  // After a power cut the record must not be there without all that it stands for.
  root.syncPaths(foldersTouchedBy(steps));
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
    if (!guarded(from, () => root.isAt(asidePath(staging, index), { kind, digest })))
      refuseDrift({ path: from, how: 'edited' });
  }
}

/** Reverts what was done before a failure; what someone saved in the meantime is kept. Returns what to throw. */
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
