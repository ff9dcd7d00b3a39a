import { dirname } from 'node:path';
import type { TreePath } from '../project/snapshot.ts';
import { draftPath, type FileOfRun, type Run, readRun, retiredPath, undoableRuns } from './journal.ts';
import type { RunFolder } from './run-folder.ts';
import { hasOwnName, namesInState, pathsInState, stateFolder } from './state-directory.ts';
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
