/**
 * The document of a run on disk, from which another process can finish or revert it, and the pointer to the last run.
 */

import { dirname } from 'node:path';
import {
  type Check,
  flag,
  integer,
  listOf,
  object,
  oneOf,
  readAs,
  type TypeOf,
  text,
  textThat,
  where,
} from '../catalogue/shape.ts';
import { parentOf, type TreePath } from '../tree/snapshot.ts';
import { asProblem, refused } from './apply-problem.ts';
import { type Fingerprint, type MigratedFolder, migratedFolderAt } from './migrated-folder.ts';
import {
  foreignState,
  isProjectPath,
  isStaging,
  otherVersion,
  readSealed,
  stateFolder,
  writeSealed,
} from './state-folder.ts';

// Even a trusted document may only contain paths that a run may touch.
const projectPath = textThat('a path of the project', isProjectPath);
const stagingPath = textThat('a staging folder', isStaging);

// The setgid and sticky bits of a folder are harmless; the setuid bit is not accepted.
const mode = where<number>(
  'a mode',
  (value) => Number.isInteger(value) && (Number(value) & ~0o3777) === 0,
);
const folderShape = object({ path: projectPath, 'mode?': mode, isNew: flag });
const replacementShape = object({ digest: text, 'original?': integer(0) });

const fileShape = object({
  from: projectPath,
  to: projectPath,
  kind: oneOf('file', 'link'),
  // The digest of the file before the run; absent if there was none.
  'before?': text,
  // The replacement; absent if the file itself moves.
  'after?': replacementShape,
  // Whether nothing replaces it, because the original is already restored.
  'isSpare?': flag,
  // Whether someone has edited the file: it is kept, not deleted.
  'isTheirs?': flag,
});

const commitName = textThat('a commit', (value) => /^[\da-f]{40,64}$/.test(value));

const runShape = object({
  run: oneOf('migration', 'undo'),
  // The folder for the files of the run.
  staging: stagingPath,
  // The folder of the previous migration, if it is recorded: for an undo, the migration that is undone.
  'previous?': stagingPath,
  // Its commits, oldest first; absent if it was not committed.
  'commits?': listOf(commitName),
  files: listOf(fileShape),
  // The folders that it makes, and those that it may leave empty: outer folders first.
  folders: listOf(folderShape),
});

/** Everything that a run does to a folder, recorded so that another process can revert or undo it. */
export interface RunRecord extends TypeOf<typeof runShape> {
  /** Whether it is a trusted record from another machine or user; not part of the document. */
  readonly isForeign?: boolean;
}
/** A file or link that a run moves or changes. Its index names its files in the staging folder. */
export interface FileOfRun extends TypeOf<typeof fileShape> {}
/** A new text that the run has staged, or an original that the previous run set aside under an index. */
export interface Replacement extends TypeOf<typeof replacementShape> {}
/** A folder that a run makes, or an existing one that it may leave empty, with its mode if that is known. */
export interface FolderOfRun extends TypeOf<typeof folderShape> {}

/** The path of the original of a file, which is kept there during the run and for undo. */
export function asidePath(staging: TreePath, index: number): TreePath {
  return `${staging}/${index}.old`;
}

/** The path of the new text of a file before it is put in place. */
export function stagedPath(staging: TreePath, index: number): TreePath {
  return `${staging}/${index}.new`;
}

/** Whether a name in the staging folder is that of a new text: only these exist before the document does. */
export function isStagedName(name: string): boolean {
  return /^\d+\.new$/.test(name);
}

/**
 * A folder that is made when everything is aside, before anything is in place: it shows whether a file that is
 * not aside is at its old path or at its new one.
 */
export function checkpointOf(staging: TreePath): TreePath {
  return `${staging}/all-aside`;
}

/** The path of the document of a run, beside the files that it describes. */
export function documentPath(staging: TreePath): TreePath {
  return `${staging}/run.json`;
}

/** A move of a file between its path in the project and our folder. */
export interface FileStep {
  readonly file: FileOfRun;
  readonly path: TreePath;
  readonly ours: TreePath;
  readonly fingerprint: Fingerprint;
}

/** The steps of a run: all is set aside, then put in place, so that the order of the files does not matter. */
export function stepsOf({ staging, previous, files }: RunRecord): {
  readonly aside: readonly FileStep[];
  readonly inPlace: readonly FileStep[];
} {
  const aside: FileStep[] = [];
  const inPlace: FileStep[] = [];
  for (const [index, file] of files.entries()) {
    const { from, to, kind, before, after, isSpare } = file;
    const old = asidePath(staging, index);
    if (before !== undefined)
      aside.push({ file, path: from, ours: old, fingerprint: { kind, digest: before } });
    const digest = after ? after.digest : before;
    if (isSpare || digest === undefined) continue;
    const staged =
      after?.original === undefined
        ? stagedPath(staging, index)
        : // Without a recorded previous run, nothing is restored, since there is no file at this path.
          asidePath(previous ?? staging, after.original);
    inPlace.push({ file, path: to, ours: after ? staged : old, fingerprint: { kind, digest } });
  }
  return { aside, inPlace };
}

/** Flushes the folders whose entries a run has changed to the disk. */
export function syncFolders(root: MigratedFolder, run: RunRecord): void {
  const { aside, inPlace } = stepsOf(run);
  const touched = [...aside, ...inPlace].flatMap(({ path, ours }) => [path, ours]);
  root.syncPaths(new Set([...touched, ...run.folders.map(({ path }) => path)].map(parentOf)));
}

/** Removes the folders of a run that are empty: those that it made, or those that it left. */
export function removeEmptyFolders(
  root: MigratedFolder,
  { folders }: RunRecord,
  which: 'made' | 'left',
): void {
  for (const { path, isNew } of folders.toReversed()) {
    const isThere = root.lookAt(path)?.isDirectory() && root.obstacleTo(path) === undefined;
    if (isThere && isNew === (which === 'made')) root.removeFolder(path);
  }
}

/** Names a run that is in progress or was interrupted: it exists while steps are performed. */
export const journalPath = `${stateFolder}/journal.json`;

/** Names the last migration, which `undo` uses. */
export const recordPath = `${stateFolder}/last-run.json`;

const pointerShape = object({
  // The folder of the run that has written it.
  staging: stagingPath,
  // The folder of the last migration once that run is done; absent if there is none.
  'last?': stagingPath,
});

/** Throws if a run was interrupted in a folder: no plan can be made from its half-written files. */
export function refuseInterrupted(root: MigratedFolder, shown = journalPath): void {
  const journal = readSealed(root, 'run', journalPath);
  if (!journal) return;
  if (!journal.isOwn) throw foreignState(shown);
  throw refused(
    shown,
    'A run was interrupted here, or is still in progress: the files are in an intermediate state. If no run is in progress, restore them first with `fw-migrate undo` in that folder.',
  );
}

/** Writes the document and the journal of a run to the disk. From then on, it can be reverted. */
export function openJournal(
  root: MigratedFolder,
  run: RunRecord,
  last: TreePath | undefined,
): void {
  writeRun(root, run);
  root.syncPaths([run.staging]);
  asProblem(journalPath, () =>
    writeSealed(root, 'run', journalPath, JSON.stringify({ staging: run.staging, last })),
  );
}

/** Ends a completed run. This one rename marks the run as done, and sets the last migration. */
export function finishJournal(root: MigratedFolder): void {
  asProblem(journalPath, () =>
    root.disk.renameSync(root.onDisk(journalPath), root.onDisk(recordPath)),
  );
  root.syncPaths([stateFolder]);
}

/** Ends a reverted run. */
export function closeJournal(root: MigratedFolder): void {
  if (root.lookAt(journalPath)) root.removeFile(journalPath);
  root.syncPaths([stateFolder]);
}

/** The run that was interrupted in a folder; undefined if none was. */
export function interruptedRun(root: MigratedFolder): RunRecord | undefined {
  const pointer = readOwn(root, journalPath, pointerShape);
  const run = pointer && readRun(root, pointer.staging);
  if (!pointer) return undefined;
  if (run) return pointer.isForeign ? { ...run, isForeign: true } : run;
  throw refused(
    journalPath,
    `An earlier run was interrupted, and ${pointer.staging}, where it kept files, is gone. ` +
      `Restore your files from a backup, delete ${journalPath}, and run again.`,
  );
}

/** The last migration; undefined if none is recorded. */
export function lastRun(root: MigratedFolder): RunRecord | undefined {
  const last = readOwn(root, recordPath, pointerShape)?.last;
  return last === undefined ? undefined : readRun(root, last);
}

/** The migrations that can be undone one after the other, newest first. */
export function undoableRuns(root: MigratedFolder): readonly RunRecord[] {
  const runs = new Map<TreePath, RunRecord>();
  for (let run = lastRun(root); run && !runs.has(run.staging); run = runBefore(root, run))
    runs.set(run.staging, run);
  return [...runs.values()];
}

/** The migration before another one, if it can be undone next; undefined if not. */
export function runBefore(root: MigratedFolder, { previous }: RunRecord): RunRecord | undefined {
  return previous === undefined ? undefined : readRun(root, previous);
}

/** The nearest parent folder in which a run can be undone. */
export function folderOfRunAbove(folder: string): string | undefined {
  const root = migratedFolderAt(folder);
  for (let inner = folder; dirname(inner) !== inner; inner = dirname(inner)) {
    const outer = dirname(inner);
    if (root.neighbour(outer).lookAt(recordPath)) return outer;
  }
  return undefined;
}

/** Writes the document of a run, and replaces an earlier one. */
export function writeRun(root: MigratedFolder, { isForeign, ...run }: RunRecord): void {
  asProblem(stateFolder, () =>
    writeSealed(root, 'run', documentPath(run.staging), JSON.stringify(run)),
  );
}

/** Reads the document in a staging folder; undefined if there is none. */
export function readRun(root: MigratedFolder, staging: TreePath): RunRecord | undefined {
  const run = readOwn(root, documentPath(staging), runShape);
  if (run && run.staging !== staging) throw foreignState(documentPath(staging));
  return run;
}

/** Reads a sealed file; undefined if there is none. Throws an `ApplyProblem` if it cannot be trusted. */
function readOwn<Content>(
  root: MigratedFolder,
  path: TreePath,
  shape: Check<Content>,
): (Content & Pick<RunRecord, 'isForeign'>) | undefined {
  const file = readSealed(root, 'run', path);
  if (!file) return undefined;
  if (!file.isOwn && !root.trust.acceptsForeign) throw foreignState(path);
  const content = readAs(shape, file.content);
  if (content) return file.isOwn ? content : { ...content, isForeign: true };
  throw otherVersion(path);
}
