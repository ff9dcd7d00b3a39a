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
  where,
} from '../catalogue/shape.ts';
import type { TreePath } from '../project/snapshot.ts';
import { guarded, refused } from './problem.ts';
import { type RunFolder, runFolderAt } from './run-folder.ts';
import {
  foreignState,
  hasState,
  isProjectPath,
  isStaging,
  readSealed,
  renameInState,
  sealed,
  stateFolder,
} from './state-directory.ts';

// Even a document that someone trusts names only what a run may touch.
const projectPath = where<TreePath>(
  'a path of the project',
  (value) => typeof value === 'string' && isProjectPath(value),
);
const stagingPath = where<TreePath>(
  'the folder of a run',
  (value) => typeof value === 'string' && isStaging(value),
);

// Whose files a folder passes on to new ones and who may delete there is harmless; running as its owner is not.
const mode = where<number>('a mode', (value) => Number.isInteger(value) && (Number(value) & ~0o3777) === 0);
const folderShape = object({ path: projectPath, 'mode?': mode });
const replacementShape = object({ digest: text, 'original?': integer(0) });

const fileShape = object({
  from: projectPath,
  to: projectPath,
  kind: oneOf('file', 'link'),
  // The digest of what was there; absent if nothing was.
  'before?': text,
  // What takes its place; absent if the file itself does.
  'after?': replacementShape,
  // Whether nothing takes its place: the original is back already.
  'isSpare?': flag,
  // Whether someone wrote what was there: it is kept, not deleted.
  'isTheirs?': flag,
});

const commitName = where<string>(
  'a commit',
  (value) => typeof value === 'string' && /^[\da-f]{40,64}$/.test(value),
);

const runShape = object({
  run: oneOf('migration', 'undo'),
  // The folder for the files of the run.
  staging: stagingPath,
  // The folder of the run before, if its record is there: this run replaces that, or undoes it.
  'previous?': stagingPath,
  // Of an undo, the folder of the run before the one that it undoes, if that can be undone next.
  'next?': stagingPath,
  // Its commits, the first one first; absent if it was not committed.
  'commits?': listOf(commitName),
  files: listOf(fileShape),
  folders: object({ made: listOf(folderShape), removed: listOf(folderShape) }),
});

/** All that a run does to a folder, recorded so that another process can revert or undo it. */
export interface Run extends TypeOf<typeof runShape> {
  /** Whether another machine or user recorded it, and someone trusts it; not recorded itself. */
  readonly isForeign?: boolean;
}
/** What a run does to one file or link. Its number in the list names its files in the folder of the run. */
export interface FileOfRun extends TypeOf<typeof fileShape> {}
/** A new text that the run has staged, or an original that the run before has set aside under that number. */
export interface Replacement extends TypeOf<typeof replacementShape> {}
/** A folder that a run makes or removes, with the mode it should have or has, if that is known. */
export interface FolderOfRun extends TypeOf<typeof folderShape> {}

/** The document of a run that is in progress or was interrupted: it exists from before the first step until after the last. */
export const journalPath = `${stateFolder}/journal.json`;

/** The document of the last migration, which `undo` uses. Those before it are with their files. */
export const recordPath = `${stateFolder}/last-run.json`;

/** Where the document of a run is written: only a whole one has another name. */
export function draftPath(staging: TreePath): TreePath {
  return `${staging}/draft.json`;
}

/** Where the document of a finished run is, beside its files: it says what those are. */
export function retiredPath(staging: TreePath): TreePath {
  return `${staging}/run.json`;
}

/** Whether a run was interrupted in a folder, or is still in progress. */
export function isInterrupted(root: RunFolder): boolean {
  return hasState(root) && guarded(journalPath, () => root.lookAt(journalPath)) !== undefined;
}

/** Makes sure that no run was interrupted here: what it left is not what a plan may be made from. */
export function refuseInterrupted(root: RunFolder): void {
  if (!isInterrupted(root)) return;
  throw refused(journalPath, 'An earlier run was interrupted. Run again: it will be reverted first.');
}

/** Writes the journal to the disk. From then on an interrupted run is reverted. */
export function openJournal(root: RunFolder, run: Run): void {
  guarded(journalPath, () => {
    const draft = draftPath(run.staging);
    // Whoever runs as the superuser leaves a record that the owner of the folder can delete.
    root.writeNew(draft, sealed(root, 'run', JSON.stringify(run)), { isDurable: true });
    root.syncPaths([run.staging]);
    renameInState(root, draft, journalPath);
  });
}

/** Ends a run that is carried out: a migration becomes the last one. This one step decides that it is done. */
export function finishJournal(root: RunFolder, { run, staging }: Run): void {
  renameInState(root, journalPath, run === 'migration' ? recordPath : retiredPath(staging));
}

/** Ends a run that is reverted. Returns whether that could be recorded. */
export function closeJournal(root: RunFolder, { staging }: Run): boolean {
  try {
    if (root.lookAt(journalPath)) renameInState(root, journalPath, retiredPath(staging));
    return true;
  } catch {
    return false;
  }
}

/** Records the commits of the last migration. */
export function amendRecord(root: RunFolder, commits: readonly string[]): void {
  const run = lastRun(root);
  if (!run || run.isForeign) return;
  guarded(recordPath, () => {
    const draft = draftPath(run.staging);
    if (root.lookAt(draft)) root.removeFile(draft);
    root.writeNew(draft, sealed(root, 'run', JSON.stringify({ ...run, commits })), { isDurable: true });
    renameInState(root, draft, recordPath);
  });
}

/** The last migration; undefined if none is recorded. */
export function lastRun(root: RunFolder): Run | undefined {
  return readRun(root, recordPath);
}

/** The migrations that can be undone one after the other, the last one first. */
export function undoableRuns(root: RunFolder): readonly Run[] {
  const found = new Map<TreePath, Run>();
  for (let run = lastRun(root); run && !found.has(run.staging); run = runBefore(root, run))
    found.set(run.staging, run);
  return [...found.values()];
}

/** When a migration was written, which its document says: that of the last one, or of one before. */
export function dateOf(root: RunFolder, { staging }: Run): string | undefined {
  const document = root.lookAt(retiredPath(staging)) ?? root.lookAt(recordPath);
  return document?.mtime.toISOString();
}

/** Takes the last migration out of those that can be undone: its files are of no use then. */
export function retireRecord(root: RunFolder, { staging }: Run): void {
  guarded(recordPath, () => {
    // Someone may have deleted it.
    root.makeFolder(staging);
    renameInState(root, recordPath, retiredPath(staging));
  });
}

/** The migration before another one, if it can be undone after that; undefined if not. */
export function runBefore(root: RunFolder, { previous }: Run): Run | undefined {
  const run = previous === undefined ? undefined : readRun(root, retiredPath(previous));
  return run?.run === 'migration' && run.staging === previous ? run : undefined;
}

/** The next folder that this one lies in and in which a run can be undone. */
export function folderOfRunAbove(folder: string): string | undefined {
  const root = runFolderAt(folder);
  for (let inner = folder; dirname(inner) !== inner; inner = dirname(inner)) {
    const outer = dirname(inner);
    if (root.neighbour(outer).lookAt(recordPath)) return outer;
  }
  return undefined;
}

/** Reads the document of a run; undefined if there is none. Throws an `ApplyProblem` if it cannot be trusted. */
export function readRun(root: RunFolder, path: TreePath): Run | undefined {
  const found = readSealed(root, 'run', path);
  if (!found) return undefined;
  if (!found.isOwn && !root.trust.acceptsForeign) throw foreignState(path);
  const run = readAs(runShape, found.content);
  if (run) return found.isOwn ? run : { ...run, isForeign: true };
  throw refused(path, 'This was not written by this version of fw-migrate.');
}
