import { dirname } from 'node:path';
import {
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
import type { TreePath } from '../project/snapshot.ts';
import { guarded, refused } from './apply-problem.ts';
import { type MigratedFolder, migratedFolderAt } from './migrated-folder.ts';
import {
  foreignState,
  hasState,
  isProjectPath,
  isStaging,
  readSealed,
  renameInState,
  stateFolder,
  writeSealed,
} from './state-folder.ts';

// Even a trusted document may only contain paths that a run may touch.
const projectPath = textThat('a path of the project', isProjectPath);
const stagingPath = textThat('a staging folder', isStaging);

// The setgid and sticky bits of a folder are harmless; the setuid bit is not accepted.
const mode = where<number>('a mode', (value) => Number.isInteger(value) && (Number(value) & ~0o3777) === 0);
const folderShape = object({ path: projectPath, 'mode?': mode });
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
  // The folder of the previous run, if it is recorded: this run replaces that record, or undoes that run.
  'previous?': stagingPath,
  // For an undo, the staging folder of the run that can be undone next, if there is one.
  'next?': stagingPath,
  // Its commits, oldest first; absent if it was not committed.
  'commits?': listOf(commitName),
  files: listOf(fileShape),
  folders: object({ made: listOf(folderShape), removed: listOf(folderShape) }),
});

/** Everything that a run does to a folder, recorded so that another process can revert or undo it. */
export interface Run extends TypeOf<typeof runShape> {
  /** Whether it is a trusted record from another machine or user; not part of the document. */
  readonly isForeign?: boolean;
}
/** A file or link that a run moves or changes. Its index names its files in the staging folder. */
export interface FileOfRun extends TypeOf<typeof fileShape> {}
/** A new text that the run has staged, or an original that the previous run set aside under an index. */
export interface Replacement extends TypeOf<typeof replacementShape> {}
/** A folder that a run makes or removes, with its mode if that is known. */
export interface FolderOfRun extends TypeOf<typeof folderShape> {}

/** The document of a run that is in progress or was interrupted: it exists while steps are performed. */
export const journalPath = `${stateFolder}/journal.json`;

/** The document of the last migration, which `undo` uses. Earlier documents are with their files. */
export const recordPath = `${stateFolder}/last-run.json`;

/** The path of the document of a finished run, beside the files that it describes. */
export function retiredPath(staging: TreePath): TreePath {
  return `${staging}/run.json`;
}

/** Whether a run was interrupted in a folder, or is still in progress. */
export function isInterrupted(root: MigratedFolder): boolean {
  return hasState(root) && guarded(journalPath, () => root.lookAt(journalPath)) !== undefined;
}

/** Throws if a run was interrupted here: no plan can be made from its half-written files. */
export function refuseInterrupted(root: MigratedFolder): void {
  if (!isInterrupted(root)) return;
  throw refused(journalPath, 'An earlier run was interrupted. Run again: it will be reverted first.');
}

/** Writes the journal to the disk. From then on, an interrupted run can be reverted. */
export function openJournal(root: MigratedFolder, run: Run): void {
  root.syncPaths([run.staging]);
  guarded(journalPath, () => writeSealed(root, 'run', journalPath, JSON.stringify(run)));
}

/** Ends a completed run; a migration becomes the last one. This one rename marks the run as done. */
export function finishJournal(root: MigratedFolder, { run, staging }: Run): void {
  renameInState(root, journalPath, run === 'migration' ? recordPath : retiredPath(staging));
}

/** Ends a reverted run. Returns whether that could be recorded. */
export function closeJournal(root: MigratedFolder, { staging }: Run): boolean {
  try {
    if (root.lookAt(journalPath)) renameInState(root, journalPath, retiredPath(staging));
    return true;
  } catch {
    return false;
  }
}

/** The last migration; undefined if none is recorded. */
export function lastRun(root: MigratedFolder): Run | undefined {
  return readRun(root, recordPath);
}

/** The migrations that can be undone one after the other, newest first. */
export function undoableRuns(root: MigratedFolder): readonly Run[] {
  const runs = new Map<TreePath, Run>();
  for (let run = lastRun(root); run && !runs.has(run.staging); run = runBefore(root, run))
    runs.set(run.staging, run);
  return [...runs.values()];
}

/** When a migration was written: the date of its document, which is retired or that of the last run. */
export function dateOf(root: MigratedFolder, { staging }: Run): string | undefined {
  const document = root.lookAt(retiredPath(staging)) ?? root.lookAt(recordPath);
  return document?.mtime.toISOString();
}

/** Removes the last migration from those that can be undone: its files are no longer needed. */
export function retireRecord(root: MigratedFolder, { staging }: Run): void {
  guarded(recordPath, () => {
    // Someone may have deleted the folder.
    root.makeFolder(staging);
    renameInState(root, recordPath, retiredPath(staging));
  });
}

/** The migration before another one, if it can be undone next; undefined if not. */
export function runBefore(root: MigratedFolder, { previous }: Run): Run | undefined {
  const run = previous === undefined ? undefined : readRun(root, retiredPath(previous));
  return run?.run === 'migration' && run.staging === previous ? run : undefined;
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

/** Reads the document of a run; undefined if there is none. Throws an `ApplyProblem` if it cannot be trusted. */
export function readRun(root: MigratedFolder, path: TreePath): Run | undefined {
  const document = readSealed(root, 'run', path);
  if (!document) return undefined;
  if (!document.isOwn && !root.trust.acceptsForeign) throw foreignState(path);
  const run = readAs(runShape, document.content);
  if (run) return document.isOwn ? run : { ...run, isForeign: true };
  throw refused(path, 'This was not written by this version of fw-migrate.');
}
