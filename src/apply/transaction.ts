import { basename } from 'node:path';
import { defined } from '../catalogue/shape.ts';
import type { PlannedFile } from '../plan/plan.ts';
import { errorCode } from '../project/open-file.ts';
import { type DiskSnapshot, parentOf, type TreePath } from '../project/snapshot.ts';
import { ApplyProblem, causeOf, guarded, nothingChanged, refused } from './apply-problem.ts';
import {
  checkPlan,
  checkSources,
  type FileToDo,
  type Folders,
  leftFolders,
  refuseDrift,
  toDoFor,
} from './check.ts';
import { type Cleared, clearRuns, notesOf } from './clear.ts';
import { asidePath, foldersTouchedBy, perform, type RunStep, stagedPath, stepsOf } from './file-steps.ts';
import {
  type FileOfRun,
  type FolderOfRun,
  finishJournal,
  journalPath,
  lastRun,
  openJournal,
  type Run,
  recordPath,
  refuseInterrupted,
  runBefore,
} from './journal.ts';
import { lock, locked } from './lock.ts';
import { type DiskOptions, type MigratedFolder, migratedFolderAt } from './migrated-folder.ts';
import { revert, whereabouts, whereOriginalsAre } from './revert.ts';
import { isOurs, newPath, refuseForeignState, stateFolder, writeSealed } from './state-folder.ts';

/**
 * Work with points at which it may be stopped without a trace, by throwing into it. After the last point, it
 * runs to its end.
 */
export type Phases<Result> = Generator<'may stop', Result, void>;

/** Runs all phases without stopping. */
export function inOneGo<Result>(work: Phases<Result>): Result {
  for (;;) {
    const moment = work.next();
    if (moment.done) return moment.value;
  }
}

/** How many files a run moved and changed, and the result of clearing old runs afterwards. */
export interface Applied extends Cleared {
  /** How many files have a new path. */
  readonly moved: number;
  /** How many files have a new text. */
  readonly changed: number;
}

/** How a plan is applied. */
export interface RunOptions extends DiskOptions {
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
  const root = migratedFolderAt(folder, options);
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
export function recordCommits(folder: string, commits: readonly string[], options?: DiskOptions): void {
  const root = migratedFolderAt(folder, options);
  locked(root, () => {
    const run = lastRun(root);
    if (!run || run.isForeign) return;
    guarded(recordPath, () => writeSealed(root, 'run', recordPath, JSON.stringify({ ...run, commits })));
  });
}

/**
 * Applies a plan that was made from the snapshot `seen`, or undoes a run, completely or not at all. Throws an
 * `ApplyProblem` if it cannot; the folder is then as before, except for displaced files that the problem lists.
 * Without `keepRuns`, all migrations can still be undone afterwards.
 */
export function* apply(
  root: MigratedFolder,
  files: readonly FileToDo[],
  { seen, undone, keepRuns }: Omit<RunOptions, keyof DiskOptions> & { readonly undone?: Run },
): Phases<Applied> {
  refuseInterrupted(root);
  const folders = checkPlan(root, files);
  const staging = newPath(root, 'staging');
  guarded(stateFolder, () => root.makeFolder(staging, 0o700));
  let run: Run | undefined;
  try {
    run = yield* prepare(root, staging, { files, folders, undone });
    openJournal(root, run);
    // Someone may have saved a file during the preparation.
    checkSources(root, files);
    // The plan depends on every file that was read, not only on the files that it changes.
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

interface Preparation {
  readonly files: readonly FileToDo[];
  readonly folders: Folders;
  /** The run that is undone, if it is an undo. */
  readonly undone: Run | undefined;
}

/** Writes all new texts to our folder, and returns the document of the run. */
function* prepare(
  root: MigratedFolder,
  staging: TreePath,
  { files, folders, undone }: Preparation,
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
  const runFiles: FileOfRun[] = [];
  for (const { text, expected, isLost, ...file } of files) {
    const digest = () => expected ?? guarded(file.from, () => root.digestAt(file.from, file.kind));
    runFiles.push(isLost ? file : { ...file, before: digest() });
    yield 'may stop';
  }
  const previous = (undone ?? lastRun(root))?.staging;
  // Someone may have deleted the folder of the previous run; its record still has to be moved there.
  if (previous !== undefined) guarded(stateFolder, () => root.makeFolder(previous));
  const next = undone && runBefore(root, undone)?.staging;
  const run: Run = defined({
    ...{ run: undone ? ('undo' as const) : ('migration' as const), staging, files: runFiles },
    ...{ folders: foldersToDo(files, folders, undone), previous, next },
  });
  // Once files are set aside, a full disk must prevent neither the rest of the run nor its revert.
  const { checkpoint, inPlace } = stepsOf(run);
  for (const step of [checkpoint, ...inPlace])
    if (step.kind !== 'rename') guarded(stateFolder, () => root.makeFolder(step.spare));
  return run;
}

/** Windows has two kinds of links, and cannot resolve a relative link from the staging folder. */
function linkType(root: MigratedFolder, path: TreePath): 'dir' | 'file' | undefined {
  if (process.platform !== 'win32') return undefined;
  try {
    return root.disk.statSync(root.onDisk(path)).isDirectory() ? 'dir' : 'file';
  } catch {
    return 'file';
  }
}

/** The folders to make and to remove. An undo restores old modes, and removes only folders of the run. */
function foldersToDo(files: readonly FileToDo[], folders: Folders, undone: Run | undefined): Run['folders'] {
  const past = new Map(undone?.folders.removed.map(({ path, mode }) => [path, mode]));
  const inherited = inheritedModes(files, folders);
  const missing = [...folders].flatMap(([path, mode]) => (mode === undefined ? [path] : []));
  const made = undone && new Set(undone.folders.made.map(({ path }) => path));
  const emptied = [...leftFolders(files)].filter((path) => made?.has(path) ?? true);
  // A folder sorts before its content, so outer folders are made first, and inner folders removed first.
  const innerFirst = emptied.sort().reverse();
  return {
    made: missing.sort().map((path) => folderOfRun(path, past.get(path) ?? inherited.get(path))),
    removed: innerFirst.map((path) => folderOfRun(path, folders.get(path))),
  };
}

function folderOfRun(path: TreePath, mode: number | undefined): FolderOfRun {
  // New folders never get the setuid bit.
  return { path, ...(mode === undefined ? {} : { mode: mode & 0o3777 }) };
}

/** The modes for folders that replace others. If several become one, it has only the rights of all of them. */
function inheritedModes(files: readonly FileToDo[], folders: Folders): ReadonlyMap<TreePath, number> {
  const modes = new Map<TreePath, number>();
  for (const { from, to } of files) {
    for (const [old, target] of counterparts(parentOf(from), parentOf(to))) {
      const mode = folders.get(old);
      if (mode !== undefined) modes.set(target, mode & (modes.get(target) ?? mode));
    }
  }
  return modes;
}

/** Pairs of old and new folders, innermost first: as long as the names are equal, and the first that differ. */
function counterparts(old: TreePath, target: TreePath): readonly (readonly [TreePath, TreePath])[] {
  if (old === '' || target === '' || old === target) return [];
  const outer = basename(old) === basename(target) ? counterparts(parentOf(old), parentOf(target)) : [];
  return [[old, target], ...outer];
}

function commit(root: MigratedFolder, run: Run): void {
  const steps = stepsOf(run);
  for (const step of steps.aside) doStep(root, run, step);
  checkAside(root, run);
  doStep(root, run, steps.checkpoint);
  for (const step of steps.inPlace) doStep(root, run, step);
  // An editor that had a file open before it was set aside still writes to it.
  checkAside(root, run);
  // After a power cut, the record must not exist without the changes that it describes.
  root.syncPaths(foldersTouchedBy(steps));
  guarded(journalPath, () => finishJournal(root, run));
}

function doStep(root: MigratedFolder, run: Run, step: RunStep): void {
  try {
    perform(root, step);
  } catch (error) {
    throw refused(blamed(run, step, errorCode(error)), causeOf(error));
  }
}

/** The path to report if a step fails. */
function blamed({ files }: Run, step: RunStep, code: string | undefined): TreePath {
  if (step.kind !== 'rename') return isOurs(step.path) ? stateFolder : step.path;
  const target = files.find(({ to }) => to === step.to);
  if (!target) return step.from;
  return target.after || code === 'EEXIST' ? target.to : target.from;
}

/** Checks that replaced originals were not edited after the plan was made. */
function checkAside(root: MigratedFolder, { staging, files }: Run): void {
  for (const [index, { from, kind, before: digest, after }] of files.entries()) {
    if (digest === undefined || !after) continue;
    if (!guarded(from, () => root.isAt(asidePath(staging, index), { kind, digest })))
      refuseDrift({ path: from, how: 'edited' });
  }
}

/** Reverts a failed run; files that someone saved during the run are kept. Returns the error to throw. */
function afterReverting(root: MigratedFolder, run: Run | undefined, error: unknown): unknown {
  const { stuck, kept, isClosed } = run ? revert(root, run, true) : { stuck: [], kept: [], isClosed: true };
  // A remaining journal is found by the next run, which reverts the rest.
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
