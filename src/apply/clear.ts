import { dirname } from 'node:path';
import type { TreePath } from '../project/snapshot.ts';
import { isAt, lookAt, obstacleTo, onDisk, type Place } from './disk.ts';
import { removeFile, removeFolder, renameIfFree } from './file-operations.ts';
import { draftPath, type FileOfRun, lastRun, type Run, readRun, retiredPath } from './journal.ts';
import { hasOwnName, namesInState, pathsInState, stateFolder } from './state.ts';
import { asidePath, checkpointOf, isStagedName, secondName, stagedPath } from './steps.ts';

/** Something that a person wrote and that had to make room: where it was, and where it is kept. */
export interface Kept {
  readonly path: TreePath;
  readonly copy: TreePath;
}

/** Moves what a person wrote, now at `found`, out of the way. `path` is where it belongs in the project. */
export type Keep = (found: TreePath, path: TreePath) => Kept;

/** Keeps things in a new folder of ours, which nothing ever removes. It is made when there is something for it. */
export function createKeep(place: Place): Keep {
  let number = 0;
  return (found, path) => {
    if (number === 0) {
      const taken = new Set(namesInState(place));
      do number += 1;
      while (taken.has(`kept-${number}`));
    }
    // Two versions of one file need two folders, and so do a file and a folder of one name.
    while (isTaken(place, `${stateFolder}/kept-${number}/${path}`)) number += 1;
    const copy = `${stateFolder}/kept-${number}/${path}`;
    place.disk.mkdirSync(dirname(onDisk(place, copy)), { recursive: true });
    renameIfFree(place, found, copy);
    return { path, copy };
  };
}

function isTaken(place: Place, path: TreePath): boolean {
  return lookAt(place, path) !== undefined || obstacleTo(place, path) !== undefined;
}

/** What is left when runs are cleared away. */
export interface Cleared {
  /** What somebody saved while a run was at work, and would have been lost: where it is kept. */
  readonly kept: readonly Kept[];
  /** A folder of ours that could not be removed; the next run will try again. */
  readonly leftover?: TreePath;
}

/** Says where something is kept that a person wrote, and what could not be removed. */
export function notesOf({ kept, leftover }: Cleared): string[] {
  return [
    ...kept.map(({ path, copy }) => `${path} was saved in the meantime: that version is now ${copy}`),
    ...(leftover === undefined ? [] : [`${leftover} could not be removed; the next run will try again`]),
  ];
}

/**
 * Removes the files of runs that are over. Of what a run put aside, only what it knew is deleted: a file that an editor
 * saved to meanwhile is kept. The last migration keeps its originals, by which it is undone.
 */
export function clearRuns(place: Place): Cleared {
  const kept: Kept[] = [];
  const keep = createKeep(place);
  let leftover = stateFolder;
  try {
    const last = lastRun(place)?.staging;
    for (const staging of pathsInState(place, 'staging')) {
      leftover = staging;
      if (staging === last) removeFolder(place, checkpointOf(staging));
      else clearRun(place, staging, keep, kept);
    }
    return { kept };
  } catch {
    // Nothing that matters depends on it, and the next run will try again.
    return { kept, leftover };
  }
}

function clearRun(place: Place, staging: TreePath, keep: Keep, kept: Kept[]): void {
  const document = retiredPath(staging);
  const run = readRun(place, document);
  if (run)
    for (const [index, file] of run.files.entries()) kept.push(...letGo(place, run, file, index, keep));
  else removeStaged(place, staging);
  removeFolder(place, checkpointOf(staging));
  // Last of all: without it nobody knows what the others are.
  if (run) removeFile(place, document);
  place.disk.rmdirSync(onDisk(place, staging));
}

/** Deletes what a run has put aside or staged for one file, if that is what it should be. Gives what it is not. */
function letGo(place: Place, { staging }: Run, file: FileOfRun, index: number, keep: Keep): Kept[] {
  const { from, to, kind, after } = file;
  const [old, fresh] = [asidePath(staging, index), stagedPath(staging, index)];
  const isStaged = (path: TreePath) =>
    after !== undefined && isAt(place, path, { kind, digest: after.digest });
  const isSpare = (path: TreePath) => isSpareOriginal(place, path, file);
  const known = [
    ...[old, secondName(old)].map((path) => ({ path, home: from, mayGo: isSpare })),
    ...[fresh, secondName(fresh)].map((path) => ({ path, home: to, mayGo: isStaged })),
  ];
  return known.flatMap(({ path, home, mayGo }) => {
    if (!lookAt(place, path)) return [];
    if (!mayGo(path)) return [keep(path, home)];
    removeFile(place, path);
    return [];
  });
}

/** Whether what was put aside is what the run knew, and not the last one: a file that only moves has no other text. */
function isSpareOriginal(place: Place, path: TreePath, file: FileOfRun): boolean {
  const { from, to, kind, before, after, isSpare, isTheirs } = file;
  if (before === undefined || isTheirs) return false;
  const known = { kind, digest: before };
  const isElsewhere = (one: TreePath) => obstacleTo(place, one) === undefined && isAt(place, one, known);
  return (
    isAt(place, path, known) && (after !== undefined || isSpare === true || [from, to].some(isElsewhere))
  );
}

/** A run that was stopped before its journal was open has only new texts, and perhaps a part of its document. */
function removeStaged(place: Place, staging: TreePath): void {
  if (!hasOwnName(place, staging)) return;
  for (const name of place.disk.readdirSync(onDisk(place, staging))) {
    const path = `${staging}/${name}`;
    if (isStagedName(name) || path === draftPath(staging)) removeFile(place, path);
  }
}
