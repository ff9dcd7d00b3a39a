/** Removes what older runs left in our folder, but never a file that someone saved meanwhile. */

import { dirname } from 'node:path';
import type { TreePath } from '../tree/snapshot.ts';
import { asProblem } from './apply-problem.ts';
import {
  asidePath,
  checkpointOf,
  documentPath,
  type FileOfRun,
  isStagedName,
  type RunRecord,
  readRun,
  recordPath,
  refuseInterrupted,
  removeEmptyFolders,
  stagedPath,
  undoableRuns,
} from './journal.ts';
import { locked } from './lock.ts';
import { type DiskOptions, type MigratedFolder, migratedFolderAt } from './migrated-folder.ts';
import {
  hasOwnName,
  hasState,
  pathsInState,
  refuseForeignState,
  stateFolder,
} from './state-folder.ts';

/** Enough to undo a migration after another run and one more to correct that. */
export const usualRuns = 3;

/** Something that someone wrote and that was moved out of the way: its path, and where it is kept. */
export interface Kept {
  readonly path: TreePath;
  readonly copy: TreePath;
}

/** Moves something that someone wrote at `path` in the project from `source` into our folder, where it stays. */
export function keepFile(root: MigratedFolder, source: TreePath, path: TreePath): Kept {
  const isTaken = (copy: TreePath) =>
    root.lookAt(copy) !== undefined || root.obstacleTo(copy) !== undefined;
  let number = 1;
  // Two versions of one file need two folders, and so do a file and a folder with the same name.
  while (isTaken(`${stateFolder}/kept-${number}/${path}`)) number += 1;
  const copy = `${stateFolder}/kept-${number}/${path}`;
  root.disk.mkdirSync(dirname(root.onDisk(copy)), { recursive: true });
  root.renameIfFree(source, copy);
  return { path, copy };
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
    ...kept.map(
      ({ path, copy }) => `${path} was saved during the run: that version is now ${copy}`,
    ),
    ...(leftover === undefined
      ? []
      : [`${leftover} could not be removed; the next run will try again`]),
  ];
}

/**
 * Removes the files of finished runs. An original that was set aside is deleted only if it is unchanged: a file
 * that an editor saved during the run is kept. The last few migrations keep their originals for undo.
 */
export function clearRuns(root: MigratedFolder, keepRuns = Number.POSITIVE_INFINITY): Cleared {
  const kept: Kept[] = [];
  let leftover = stateFolder;
  try {
    const runs = undoableRuns(root).slice(0, keepRuns);
    if (runs.length === 0 && root.lookAt(recordPath)) root.removeFile(recordPath);
    const undoable = new Set(runs.map(({ staging }) => staging));
    for (const staging of pathsInState(root, 'staging-')) {
      leftover = staging;
      const run = readRun(root, staging);
      const checkpoint = checkpointOf(staging);
      if (run && root.lookAt(checkpoint)) removeEmptyFolders(root, run, 'left');
      // Removed after the folders that the run left empty: a killed removal is found again.
      root.removeFolder(checkpoint);
      if (!undoable.has(staging)) clearRun(root, staging, run, kept);
    }
    return { kept };
  } catch {
    // Nothing that matters depends on it, and the next run will try again.
    return { kept, leftover };
  }
}

function clearRun(
  root: MigratedFolder,
  staging: TreePath,
  run: RunRecord | undefined,
  kept: Kept[],
): void {
  if (run)
    for (const [index, file] of run.files.entries())
      kept.push(...letGo(root, staging, file, index));
  else removeStaged(root, staging);
  // The document is removed last, because it describes the other files.
  if (run) root.removeFile(documentPath(staging));
  root.disk.rmdirSync(root.onDisk(staging));
}

/** Deletes the original and the new text that a run has kept for a file. Files that have changed are kept. */
function letGo(root: MigratedFolder, staging: TreePath, file: FileOfRun, index: number): Kept[] {
  const { from, to, kind, before, after, isSpare, isTheirs } = file;
  // A file that was only moved has no other text.
  const isReplaced = (after !== undefined || isSpare === true) && !isTheirs;
  const candidates = [
    { path: asidePath(staging, index), home: from, digest: isReplaced ? before : undefined },
    { path: stagedPath(staging, index), home: to, digest: after?.digest },
  ];
  return candidates.flatMap(({ path, home, digest }) => {
    if (!root.lookAt(path)) return [];
    if (digest === undefined || !root.isAt(path, { kind, digest }))
      return [keepFile(root, path, home)];
    root.removeFile(path);
    return [];
  });
}

/** A run that stopped before its document was written has only new texts. */
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
  return asProblem(stateFolder, () => {
    const inside = pathsInState(root, 'staging-').flatMap((staging) =>
      root.disk.readdirSync(root.onDisk(staging)).map((name) => `${staging}/${name}`),
    );
    let bytes = 0;
    for (const stats of inside.map((path) => root.lookAt(path)))
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
    refuseInterrupted(root);
    const before = keptRuns(root);
    const runs = undoableRuns(root);
    const isCommitted = ({ commits = [] }: RunRecord) => commits.some(isInHistory);
    const firstUnneeded = runs.findIndex((run, index) => index >= keepRuns || isCommitted(run));
    const cleared = clearRuns(root, firstUnneeded === -1 ? undefined : firstUnneeded);
    return { ...cleared, before, after: keptRuns(root) };
  });
}
