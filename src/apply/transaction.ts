/**
 * Writes a plan as one transaction: stage the new files, set the originals aside, put the new ones in place, or revert
 * everything.
 */

import { defined } from '../catalogue/shape.ts';
import type { PlannedFile } from '../plan/plan.ts';
import { type DiskSnapshot, parentOf, type TreePath } from '../tree/snapshot.ts';
import { ApplyProblem, asProblem, causeOf } from './apply-problem.ts';
import {
  checkPlan,
  checkSources,
  type FileToDo,
  type Folders,
  leftFolders,
  refuseDrift,
  toDoFor,
} from './check.ts';
import { type Cleared, clearRuns, notesOf, usualRuns } from './clear.ts';
import {
  checkpointOf,
  type FileOfRun,
  type FileStep,
  type FolderOfRun,
  finishJournal,
  lastRun,
  openJournal,
  type RunRecord,
  refuseInterrupted,
  runBefore,
  stagedPath,
  stepsOf,
  syncFolders,
  writeRun,
} from './journal.ts';
import { lock, locked } from './lock.ts';
import { type DiskOptions, type MigratedFolder, migratedFolderAt } from './migrated-folder.ts';
import { revert } from './revert.ts';
import { newPath, refuseForeignState, stateFolder } from './state-folder.ts';

/** Work that can be stopped without a trace at some points, by throwing into it, and then runs to its end. */
export type Phases<Result> = Generator<'may stop', Result, void>;

/** Runs all phases without stopping. */
export function inOneGo<Result>(work: Phases<Result>): Result {
  for (;;) {
    const moment = work.next();
    if (moment.done) return moment.value;
  }
}

/** The result of a run: how many files it moved and changed, and what became of old runs afterwards. */
export interface Ran extends Cleared {
  /** How many files have a new path. */
  readonly moved: number;
  /** How many files have a new text. */
  readonly changed: number;
  /** Where the secret of seals should be, if it could not be stored: `undo` then needs `--recover`. */
  readonly unkeptIn?: string;
}

/** How a plan is applied. */
export interface RunOptions extends DiskOptions {
  readonly seen?: Pick<DiskSnapshot, 'drift'> | undefined;
  /** How many runs can be undone one after the other, including this one; three by default. */
  readonly keepRuns?: number | undefined;
}

/** Applies a plan to unchanged files completely or not at all, and records it so that it can be undone. */
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
  const { seen, keepRuns = usualRuns } = options;
  try {
    return yield* apply(root, toDo, { seen, keepRuns });
  } finally {
    release();
  }
}

/** Records the commits of the last run. */
export function recordCommits(
  folder: string,
  commits: readonly string[],
  options?: DiskOptions,
): void {
  const root = migratedFolderAt(folder, options);
  locked(root, () => {
    const run = lastRun(root);
    if (run && !run.isForeign) writeRun(root, { ...run, commits });
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
  { seen, undone, keepRuns }: Omit<RunOptions, keyof DiskOptions> & { readonly undone?: RunRecord },
): Phases<Ran> {
  refuseInterrupted(root);
  const folders = checkPlan(root, files);
  const staging = newPath(root, 'staging');
  asProblem(stateFolder, () => root.makeFolder(staging, 0o700));
  let run: RunRecord | undefined;
  try {
    run = yield* prepare(root, staging, { files, folders, undone });
    openJournal(root, run, undone ? runBefore(root, undone)?.staging : staging);
    // Someone may have saved a file during the preparation.
    checkSources(root, files);
    // The plan depends on every file that was read, not only on the files that it changes.
    const drift = asProblem(root.folder, () => seen?.drift());
    if (drift) refuseDrift(drift);
    commit(root, run);
  } catch (error) {
    throw afterReverting(root, run, error);
  }
  return {
    moved: files.filter(({ from, to, isSpare }) => isSpare || from !== to).length,
    changed: files.filter(({ after }) => after).length,
    ...clearRuns(root, keepRuns),
    ...defined({ unkeptIn: root.trust.unkeptIn }),
  };
}

interface Preparation {
  readonly files: readonly FileToDo[];
  readonly folders: Folders;
  /** The run that is undone, if it is an undo. */
  readonly undone: RunRecord | undefined;
}

/** Writes all new texts to our folder, and returns the document of the run. */
function* prepare(
  root: MigratedFolder,
  staging: TreePath,
  { files, folders, undone }: Preparation,
): Phases<RunRecord> {
  const { disk } = root;
  for (const [index, { from, kind, text }] of files.entries()) {
    if (text === undefined) continue;
    const path = stagedPath(staging, index);
    asProblem(from, () => {
      if (kind === 'link') disk.symlinkSync(text, root.onDisk(path), linkType(root, from));
      else root.writeNew(path, text, { like: disk.lstatSync(root.onDisk(from)), isDurable: true });
    });
    yield 'may stop';
  }
  const runFiles: FileOfRun[] = [];
  for (const { text, expected, isLost, ...file } of files) {
    const digest = () =>
      expected ?? asProblem(file.from, () => root.digestAt(file.from, file.kind));
    runFiles.push(isLost ? file : { ...file, before: digest() });
    yield 'may stop';
  }
  const previous = (undone ?? lastRun(root))?.staging;
  return defined({
    run: undone ? 'undo' : 'migration',
    staging,
    files: runFiles,
    folders: foldersToDo(files, folders, undone),
    previous,
  });
}

/** Windows has two kinds of links, and cannot resolve a relative link from the staging folder. */
function linkType(root: MigratedFolder, path: TreePath): 'dir' | 'file' | undefined {
  if (!root.isWindows) return undefined;
  try {
    return root.disk.statSync(root.onDisk(path)).isDirectory() ? 'dir' : 'file';
  } catch {
    return 'file';
  }
}

/** The folders to make, or that may be left empty: outer ones first, and for an undo only those of the run. */
function foldersToDo(
  files: readonly FileToDo[],
  folders: Folders,
  undone: RunRecord | undefined,
): RunRecord['folders'] {
  const past = undone && new Map(undone.folders.map(({ path, mode }) => [path, mode]));
  const inherited = inheritedModes(files, folders);
  const missing = new Set(
    [...folders].flatMap(([path, mode]) => (mode === undefined ? [path] : [])),
  );
  const left = [...leftFolders(files)].filter((path) => past?.has(path) ?? true);
  return [...missing, ...left].sort().map((path): FolderOfRun => {
    const mode = folders.get(path) ?? past?.get(path) ?? inherited.get(path);
    // New folders never get the setuid bit.
    return {
      path,
      isNew: missing.has(path),
      ...(mode === undefined ? {} : { mode: mode & 0o3777 }),
    };
  });
}

/** The modes for folders that replace others. If several become one, it has only the rights of all of them. */
function inheritedModes(
  files: readonly FileToDo[],
  folders: Folders,
): ReadonlyMap<TreePath, number> {
  const modes = new Map<TreePath, number>();
  for (const { from, to } of files) {
    let [old, target] = [parentOf(from), parentOf(to)];
    for (
      ;
      old !== target && old !== '' && target !== '';
      [old, target] = [parentOf(old), parentOf(target)]
    ) {
      const mode = folders.get(old);
      if (mode !== undefined) modes.set(target, mode & (modes.get(target) ?? mode));
    }
  }
  return modes;
}

function commit(root: MigratedFolder, run: RunRecord): void {
  const { aside, inPlace } = stepsOf(run);
  for (const { path, mode, isNew } of run.folders)
    if (isNew) asProblem(path, () => root.makeFolder(path, mode));
  for (const { path, ours } of aside) asProblem(path, () => root.renameIfFree(path, ours));
  checkAside(root, aside);
  asProblem(stateFolder, () => root.makeFolder(checkpointOf(run.staging)));
  for (const { path, ours, fingerprint } of inPlace)
    asProblem(path, () => root.putInPlace(ours, path, fingerprint.kind));
  // An editor that had a file open before it was set aside still writes to it.
  checkAside(root, aside);
  // After a power cut, the record must not exist without the changes that it describes.
  syncFolders(root, run);
  finishJournal(root);
}

/** Checks that replaced originals were not edited after the plan was made. */
function checkAside(root: MigratedFolder, aside: readonly FileStep[]): void {
  for (const { file, path, ours, fingerprint } of aside)
    if (file.after && !asProblem(path, () => root.isAt(ours, fingerprint)))
      refuseDrift({ path, how: 'edited' });
}

/** Reverts a failed run; files that someone saved during the run are kept. Returns the error to throw. */
function afterReverting(root: MigratedFolder, run: RunRecord | undefined, error: unknown): unknown {
  const problem =
    error instanceof ApplyProblem ? error : new ApplyProblem(root.folder, causeOf(error));
  // A remaining journal is found by the next run, which reverts the rest.
  const kept = run ? revert(root, run, { mayMove: true, cause: problem }) : [];
  const cleared = clearRuns(root);
  const notes = notesOf({ ...cleared, kept: [...kept, ...cleared.kept] });
  const isTold = problem === error && notes.length > 0;
  return isTold ? new ApplyProblem(problem.path, [problem.summary, ...notes].join('\n  ')) : error;
}
