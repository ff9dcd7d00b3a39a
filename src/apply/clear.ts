import { dirname } from 'node:path';
import type { TreePath } from '../project/snapshot.ts';
import { guarded, refused } from './apply-problem.ts';
import {
  asidePath,
  checkpointOf,
  isSpareFolder,
  isStagedName,
  secondName,
  stagedPath,
} from './file-steps.ts';
import {
  type FileOfRun,
  isInterrupted,
  journalPath,
  type Run,
  readRun,
  recordPath,
  retiredPath,
  retireRecord,
  undoableRuns,
} from './journal.ts';
import { locked } from './lock.ts';
import { type DiskOptions, type MigratedFolder, migratedFolderAt } from './migrated-folder.ts';
import {
  hasOwnName,
  hasState,
  namesInState,
  pathsInState,
  refuseForeignState,
  stateFolder,
} from './state-folder.ts';

/** Something that someone wrote and that was moved out of the way: its path, and where it is kept. */
export interface Kept {
  readonly path: TreePath;
  readonly copy: TreePath;
}

/** Moves something that someone wrote from `source` out of the way. `path` is its path in the project. */
export type Keep = (source: TreePath, path: TreePath) => Kept;

/** Keeps files in a new folder inside ours, which is never removed. The folder is made when it is needed. */
export function createKeep(root: MigratedFolder): Keep {
  let number = 0;
  const isTaken = (path: TreePath) => root.lookAt(path) !== undefined || root.obstacleTo(path) !== undefined;
  return (source, path) => {
    if (number === 0) {
      const taken = new Set(namesInState(root));
      do number += 1;
      while (taken.has(`kept-${number}`));
    }
    // Two versions of one file need two folders, and so do a file and a folder with the same name.
    while (isTaken(`${stateFolder}/kept-${number}/${path}`)) number += 1;
    const copy = `${stateFolder}/kept-${number}/${path}`;
    root.disk.mkdirSync(dirname(root.onDisk(copy)), { recursive: true });
    root.renameIfFree(source, copy);
    return { path, copy };
  };
}

/** The result of clearing old runs. */
export interface Cleared {
  /** Files that someone saved during a run, which would have been lost otherwise. */
  readonly kept: readonly Kept[];
  /** A folder of ours that could not be removed; the next run will try again. */
  readonly leftover?: TreePath;
}

/** Messages about files that are kept, and about a folder that could not be removed. */
export function notesOf({ kept, leftover }: Cleared): string[] {
  return [
    ...kept.map(({ path, copy }) => `${path} was saved during the run: that version is now ${copy}`),
    ...(leftover === undefined ? [] : [`${leftover} could not be removed; the next run will try again`]),
  ];
}

/**
 * Removes the files of finished runs. An original that was set aside is deleted only if it is unchanged: a file
 * that an editor saved during the run is kept. The last few migrations keep their originals for undo.
 */
export function clearRuns(root: MigratedFolder, keepRuns = Number.POSITIVE_INFINITY): Cleared {
  const kept: Kept[] = [];
  const keep = createKeep(root);
  let leftover = stateFolder;
  try {
    const runs = undoableRuns(root).slice(0, keepRuns);
    const undoable = new Set(runs.map(({ staging }) => staging));
    for (const staging of pathsInState(root, 'staging-')) {
      leftover = staging;
      if (undoable.has(staging)) removeFolders(root, staging);
      else clearRun(root, staging, keep, kept);
    }
    return { kept };
  } catch {
    // Nothing that matters depends on it, and the next run will try again.
    return { kept, leftover };
  }
}

function clearRun(root: MigratedFolder, staging: TreePath, keep: Keep, kept: Kept[]): void {
  const document = retiredPath(staging);
  const run = readRun(root, document);
  if (run) for (const index of run.files.keys()) kept.push(...letGo(root, run, index, keep));
  else removeStaged(root, staging);
  removeFolders(root, staging);
  // The document is removed last, because it describes the other files.
  if (run) root.removeFile(document);
  root.disk.rmdirSync(root.onDisk(staging));
}

/** Removes the folders of a run; the checkpoint last, so that an interrupted removal is found again. */
function removeFolders(root: MigratedFolder, staging: TreePath): void {
  const spares = root.disk.readdirSync(root.onDisk(staging)).filter(isSpareFolder);
  for (const path of [...spares.map((name) => `${staging}/${name}`), checkpointOf(staging)])
    root.removeFolder(path);
}

/** Deletes the original and the new text that a run has kept for a file. Files that have changed are kept. */
function letGo(root: MigratedFolder, { staging, files }: Run, index: number, keep: Keep): Kept[] {
  const file = files[index];
  if (!file) return [];
  const { from, to, kind, after } = file;
  const [old, fresh] = [asidePath(staging, index), stagedPath(staging, index)];
  const isStaged = (path: TreePath) => after !== undefined && root.isAt(path, { kind, digest: after.digest });
  const mayDelete = (path: TreePath) => mayDeleteOriginal(root, path, file);
  const candidates = [
    ...[old, secondName(old)].map((path) => ({ path, home: from, mayGo: mayDelete })),
    ...[fresh, secondName(fresh)].map((path) => ({ path, home: to, mayGo: isStaged })),
  ];
  return candidates.flatMap(({ path, home, mayGo }) => {
    if (!root.lookAt(path)) return [];
    if (!mayGo(path)) return [keep(path, home)];
    root.removeFile(path);
    return [];
  });
}

/** Whether an original is unchanged and not the only copy: a file that was only moved has no other text. */
function mayDeleteOriginal(root: MigratedFolder, path: TreePath, file: FileOfRun): boolean {
  const { from, to, kind, before, after, isSpare, isTheirs } = file;
  if (before === undefined || isTheirs) return false;
  const wanted = { kind, digest: before };
  const isElsewhere = (copy: TreePath) => root.obstacleTo(copy) === undefined && root.isAt(copy, wanted);
  return root.isAt(path, wanted) && (after !== undefined || isSpare === true || [from, to].some(isElsewhere));
}

/** A run that stopped before its journal was written has only new texts. */
function removeStaged(root: MigratedFolder, staging: TreePath): void {
  if (!hasOwnName(root, staging)) return;
  for (const name of root.disk.readdirSync(root.onDisk(staging))) {
    if (isStagedName(name)) root.removeFile(`${staging}/${name}`);
  }
}

/** The number of runs that a folder keeps for `undo`, and their size in bytes. */
export interface KeptRuns {
  readonly runs: number;
  readonly bytes: number;
}

/** The runs that a folder keeps for `undo`. Throws an `ApplyProblem` if they cannot be read. */
export function keptRuns(root: MigratedFolder): KeptRuns {
  const runs = undoableRuns(root).length;
  return guarded(stateFolder, () => {
    const inside = pathsInState(root, 'staging-').flatMap((staging) =>
      root.disk.readdirSync(root.onDisk(staging)).map((name) => `${staging}/${name}`),
    );
    let bytes = 0;
    for (const stats of [recordPath, ...inside].map((path) => root.lookAt(path)))
      if (stats?.isFile()) bytes += stats.size;
    return { runs, bytes };
  });
}

/**
 * Removes runs that `undo` does not need: those before the last few, and a run in the history of git, which can
 * undo it, with all runs before. Throws an `ApplyProblem` if a run was interrupted: its originals are needed.
 */
export function cleanRuns(
  folder: string,
  keepRuns: number,
  isInHistory: (commit: string) => boolean,
  options?: DiskOptions,
): Cleared & { readonly before: KeptRuns; readonly after: KeptRuns } {
  const root = migratedFolderAt(folder, options);
  refuseForeignState(root);
  const nothing = { runs: 0, bytes: 0 };
  if (!hasState(root)) return { before: nothing, after: nothing, kept: [] };
  return locked(root, () => {
    if (isInterrupted(root))
      throw refused(
        journalPath,
        'An earlier run was interrupted, so its originals are needed. Restore the files first with `fw-migrate undo`.',
      );
    const before = keptRuns(root);
    const runs = undoableRuns(root);
    const isCommitted = ({ commits = [] }: Run) => commits.some(isInHistory);
    const firstUnneeded = runs.findIndex((run, index) => index >= keepRuns || isCommitted(run));
    if (firstUnneeded === 0 && runs[0]) retireRecord(root, runs[0]);
    const cleared = clearRuns(root, firstUnneeded === -1 ? undefined : firstUnneeded);
    return { ...cleared, before, after: keptRuns(root) };
  });
}
