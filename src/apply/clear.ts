import type { TreePath } from '../project/snapshot.ts';
import { isAt } from './digest.ts';
import { lookAt, obstacleTo, onDisk, type Place } from './disk.ts';
import { draftPath, lastRun, retiredPath } from './journal.ts';
import { createKeep, type Keep, type Kept } from './kept.ts';
import { removeFolder } from './make-folder.ts';
import { guarded } from './problem.ts';
import { type FileOfRun, type Run, readRun } from './run-document.ts';
import { asidePath, checkpointOf, isStagedName, secondName, stagedPath } from './staging.ts';
import { isOwnName, kindOfState, namesInState, stateFolder } from './state.ts';

/** What is left when runs are cleared away. */
export interface Cleared {
  /** What somebody saved while a run was at work, and would have been lost. */
  readonly kept: readonly Kept[];
  /** A folder of ours that could not be removed. */
  readonly leftover?: TreePath;
}

/**
 * Removes the files of runs that are over. Of what a run put aside, only what it knew is deleted: a file that an editor
 * saved to meanwhile is kept. The last migration keeps its originals, by which it is undone.
 */
export function clearRuns(place: Place): Cleared {
  const kept: Kept[] = [];
  const keep = createKeep(place);
  let leftover: TreePath | undefined = stateFolder;
  try {
    const last = lastRun(place)?.staging;
    const names = namesInState(place).filter((name) => kindOfState(name) === 'staging');
    leftover = undefined;
    for (const staging of names.map((name) => `${stateFolder}/${name}`)) {
      leftover = staging;
      if (staging === last) removeFolder(place, checkpointOf(staging));
      else clearRun(place, staging, keep, kept);
      leftover = undefined;
    }
  } catch {
    // Nothing that matters depends on it, and the next run will try again.
  }
  return { kept, ...(leftover === undefined ? {} : { leftover }) };
}

function clearRun(place: Place, staging: TreePath, keep: Keep, kept: Kept[]): void {
  const document = retiredPath(staging);
  const run = readRun(place, document);
  if (run)
    for (const [index, file] of run.files.entries()) kept.push(...letGo(place, run, file, index, keep));
  else removeStaged(place, staging);
  removeFolder(place, checkpointOf(staging));
  // Last of all: without it nobody knows what the others are.
  if (run) place.disk.unlinkSync(onDisk(place, document));
  place.disk.rmdirSync(onDisk(place, staging));
}

/** Deletes what a run has put aside or staged for one file, if that is what it should be. Gives what it is not. */
function letGo(place: Place, { staging }: Run, file: FileOfRun, index: number, keep: Keep): Kept[] {
  const { from, to, after } = file;
  const [old, fresh] = [asidePath(staging, index), stagedPath(staging, index)];
  const places = [
    ...[old, secondName(old)].map((path) => ({
      path,
      belongs: from,
      mayGo: () => isSpareOriginal(place, path, file),
    })),
    ...[fresh, secondName(fresh)].map((path) => ({
      ...{ path, belongs: to },
      mayGo: () => after !== undefined && isAt(place, path, { kind: file.kind, digest: after.digest }),
    })),
  ];
  return places.flatMap(({ path, belongs, mayGo }) => {
    if (!lookAt(place, path)) return [];
    if (!mayGo()) return [keep(path, belongs)];
    place.disk.unlinkSync(onDisk(place, path));
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
  if (!isOwnName(place, staging.slice(stateFolder.length + 1))) return;
  for (const name of guarded(staging, () => place.disk.readdirSync(onDisk(place, staging))))
    if (isStagedName(name) || `${staging}/${name}` === draftPath(staging))
      place.disk.unlinkSync(onDisk(place, `${staging}/${name}`));
}
