import { dirname } from 'node:path';
import type { TreePath } from '../project/snapshot.ts';
import {
  draftPath,
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
import { guarded, refused } from './problem.ts';
import { type RunFolder, type RunFolderOptions, runFolderAt } from './run-folder.ts';
import {
  hasOwnName,
  hasState,
  namesInState,
  pathsInState,
  refuseForeignState,
  stateFolder,
} from './state-directory.ts';
import { asidePath, checkpointOf, isSpareFolder, isStagedName, secondName, stagedPath } from './steps.ts';

/** Something that someone wrote and that had to make room: where it was, and where it is kept. */
export interface Kept {
  readonly path: TreePath;
  readonly copy: TreePath;
}

/** Moves what someone wrote, now at `found`, out of the way. `path` is where it belongs in the project. */
export type Keep = (found: TreePath, path: TreePath) => Kept;

/** Keeps things in a new folder of ours, which nothing ever removes. It is made when there is something for it. */
export function createKeep(root: RunFolder): Keep {
  let number = 0;
  const isTaken = (path: TreePath) => root.lookAt(path) !== undefined || root.obstacleTo(path) !== undefined;
  return (found, path) => {
    if (number === 0) {
      const taken = new Set(namesInState(root));
      do number += 1;
      while (taken.has(`kept-${number}`));
    }
    // Two versions of one file need two folders, and so do a file and a folder of one name.
    while (isTaken(`${stateFolder}/kept-${number}/${path}`)) number += 1;
    const copy = `${stateFolder}/kept-${number}/${path}`;
    root.disk.mkdirSync(dirname(root.onDisk(copy)), { recursive: true });
    root.renameIfFree(found, copy);
    return { path, copy };
  };
}

/** What is left when runs are cleared away. */
export interface Cleared {
  /** What someone saved during a run, and would have been lost: where it is kept. */
  readonly kept: readonly Kept[];
  /** A folder of ours that could not be removed; the next run will try again. */
  readonly leftover?: TreePath;
}

/** Says where something is kept that someone wrote, and what could not be removed. */
export function notesOf({ kept, leftover }: Cleared): string[] {
  return [
    ...kept.map(({ path, copy }) => `${path} was saved during the run: that version is now ${copy}`),
    ...(leftover === undefined ? [] : [`${leftover} could not be removed; the next run will try again`]),
  ];
}

/**
 * Removes the files of runs that are over. Of what a run set aside, only what it knew is deleted: a file that an editor
 * saved to meanwhile is kept. The last few migrations keep their originals, by which they are undone.
 */
export function clearRuns(root: RunFolder, keepRuns = Number.POSITIVE_INFINITY): Cleared {
  const kept: Kept[] = [];
  const keep = createKeep(root);
  let leftover = stateFolder;
  try {
    const undoable = new Set(
      undoableRuns(root)
        .slice(0, keepRuns)
        .map(({ staging }) => staging),
    );
    for (const staging of pathsInState(root, 'staging')) {
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

function clearRun(root: RunFolder, staging: TreePath, keep: Keep, kept: Kept[]): void {
  const document = retiredPath(staging);
  const run = readRun(root, document);
  if (run) for (const [index, file] of run.files.entries()) kept.push(...letGo(root, run, file, index, keep));
  else removeStaged(root, staging);
  removeFolders(root, staging);
  // Last of all: without it nobody knows what the others are.
  if (run) root.removeFile(document);
  root.disk.rmdirSync(root.onDisk(staging));
}

/** The checkpoint goes last: it shows that there is something to clear. */
function removeFolders(root: RunFolder, staging: TreePath): void {
  const spares = root.disk.readdirSync(root.onDisk(staging)).filter(isSpareFolder);
  for (const path of [...spares.map((name) => `${staging}/${name}`), checkpointOf(staging)])
    root.removeFolder(path);
}

/** Deletes what a run has set aside or staged for one file, if that is what it should be. Returns what is kept because it is something else. */
function letGo(root: RunFolder, { staging }: Run, file: FileOfRun, index: number, keep: Keep): Kept[] {
  const { from, to, kind, after } = file;
  const [old, fresh] = [asidePath(staging, index), stagedPath(staging, index)];
  const isStaged = (path: TreePath) => after !== undefined && root.isAt(path, { kind, digest: after.digest });
  const isSpare = (path: TreePath) => isSpareOriginal(root, path, file);
  const known = [
    ...[old, secondName(old)].map((path) => ({ path, home: from, mayGo: isSpare })),
    ...[fresh, secondName(fresh)].map((path) => ({ path, home: to, mayGo: isStaged })),
  ];
  return known.flatMap(({ path, home, mayGo }) => {
    if (!root.lookAt(path)) return [];
    if (!mayGo(path)) return [keep(path, home)];
    root.removeFile(path);
    return [];
  });
}

/** Whether what was set aside is what the run knew, and not the last one: a file that only moves has no other text. */
function isSpareOriginal(root: RunFolder, path: TreePath, file: FileOfRun): boolean {
  const { from, to, kind, before, after, isSpare, isTheirs } = file;
  if (before === undefined || isTheirs) return false;
  const known = { kind, digest: before };
  const isElsewhere = (one: TreePath) => root.obstacleTo(one) === undefined && root.isAt(one, known);
  return root.isAt(path, known) && (after !== undefined || isSpare === true || [from, to].some(isElsewhere));
}

/** A run that was stopped before its journal was open has only new texts, and perhaps a part of its document. */
function removeStaged(root: RunFolder, staging: TreePath): void {
  if (!hasOwnName(root, staging)) return;
  for (const name of root.disk.readdirSync(root.onDisk(staging))) {
    const path = `${staging}/${name}`;
    if (isStagedName(name) || path === draftPath(staging)) root.removeFile(path);
  }
}

/** What a folder keeps for `undo`: how many runs, and how many bytes these take. */
export interface KeptRuns {
  readonly runs: number;
  readonly bytes: number;
}

/** What is kept for `undo` in a folder. Throws an `ApplyProblem` if it cannot be read. */
export function keptRuns(folder: string, options?: RunFolderOptions): KeptRuns {
  return measured(runFolderAt(folder, options));
}

function measured(root: RunFolder): KeptRuns {
  const runs = undoableRuns(root).length;
  return guarded(stateFolder, () => {
    const inside = pathsInState(root, 'staging').flatMap((staging) =>
      root.disk.readdirSync(root.onDisk(staging)).map((name) => `${staging}/${name}`),
    );
    let bytes = 0;
    for (const stats of [recordPath, ...inside].map((path) => root.lookAt(path)))
      if (stats?.isFile()) bytes += stats.size;
    return { runs, bytes };
  });
}

/**
 * Removes what `undo` does not need: the runs before the last few, and those from one on that is in the history of git,
 * where it is undone. Throws an `ApplyProblem` if a run was interrupted: its originals are needed.
 */
export function cleanRuns(
  folder: string,
  keepRuns: number,
  isInHistory: (commit: string) => boolean,
  options?: RunFolderOptions,
): Cleared & { readonly before: KeptRuns; readonly after: KeptRuns } {
  const root = runFolderAt(folder, options);
  refuseForeignState(root);
  const nothing = { runs: 0, bytes: 0 };
  if (!hasState(root)) return { before: nothing, after: nothing, kept: [] };
  return locked(root, () => {
    if (isInterrupted(root))
      throw refused(
        journalPath,
        'An earlier run was interrupted, so its originals are needed. Restore the files first with `fw-migrate undo`.',
      );
    const before = measured(root);
    const runs = undoableRuns(root);
    const isCommitted = ({ commits = [] }: Run) => commits.some(isInHistory);
    const needed = runs.findIndex((run, index) => index >= keepRuns || isCommitted(run));
    if (needed === 0 && runs[0]) retireRecord(root, runs[0]);
    const cleared = clearRuns(root, needed === -1 ? undefined : needed);
    return { ...cleared, before, after: measured(root) };
  });
}
