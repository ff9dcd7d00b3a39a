import type { TreePath } from '../project/snapshot.ts';
import { isAt } from './digest.ts';
import { lookAt, onDisk, type Place } from './disk.ts';
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
function letGo(place: Place, run: Run, file: FileOfRun, index: number, keep: Keep): Kept[] {
  const { from, to, kind, before, after, isSpare, isTheirs } = file;
  const known = before === undefined ? undefined : { kind, digest: before };
  // What only moves is not two files: if it is in neither place, this is the last one.
  const isElsewhere = after || isSpare || [from, to].some((path) => known && isAt(place, path, known));
  const old = isTheirs || !isElsewhere ? undefined : known;
  const fresh = after && { kind, digest: after.digest };
  const places = [
    { path: asidePath(run.staging, index), what: old, belongs: from },
    { path: stagedPath(run.staging, index), what: fresh, belongs: to },
  ];
  return places.flatMap(({ path, what, belongs }) =>
    [path, secondName(path)].flatMap((one) => {
      if (!lookAt(place, one)) return [];
      if (!what || !isAt(place, one, what)) return [keep(one, belongs)];
      place.disk.unlinkSync(onDisk(place, one));
      return [];
    }),
  );
}

/** A run that was stopped before its journal was open has only new texts, and perhaps a part of its document. */
function removeStaged(place: Place, staging: TreePath): void {
  if (!isOwnName(place, staging.slice(stateFolder.length + 1))) return;
  for (const name of guarded(staging, () => place.disk.readdirSync(onDisk(place, staging))))
    if (isStagedName(name) || `${staging}/${name}` === draftPath(staging))
      place.disk.unlinkSync(onDisk(place, `${staging}/${name}`));
}
