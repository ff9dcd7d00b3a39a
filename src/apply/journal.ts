import { dirname } from 'node:path';
import type { TreePath } from '../project/snapshot.ts';
import { lookAt, onDisk, type Place, placeOf } from './disk.ts';
import { syncPaths, writeDurably } from './durable.ts';
import { giveLikeFolder } from './owner.ts';
import { ApplyProblem, guarded, nothingChanged } from './problem.ts';
import { documentOf, type Run, readRun } from './run-document.ts';
import { hasState, stateFolder } from './state.ts';

/** The document of a run that is at work, or was interrupted: there from before its first step until after its last. */
export const journalPath = `${stateFolder}/journal.json`;

/** The document of the last migration, by which it can be undone. Only the last one is kept. */
export const recordPath = `${stateFolder}/last-run.json`;

/** Where the document of a run is written: only a whole one has another name. */
export function draftPath(staging: TreePath): TreePath {
  return `${staging}/draft.json`;
}

/** Where the document of a run is that is over, beside its files: it tells what those are. */
export function retiredPath(staging: TreePath): TreePath {
  return `${staging}/run.json`;
}

/** Whether a run was interrupted in a folder, or still is at work. */
export function isInterrupted(place: Place): boolean {
  return hasState(place) && guarded(journalPath, () => lookAt(place, journalPath)) !== undefined;
}

/** Makes sure that no run was interrupted here: what it left is not what a plan may be made from. */
export function refuseInterrupted(place: Place): void {
  if (!isInterrupted(place)) return;
  throw new ApplyProblem(
    journalPath,
    `An earlier run was interrupted. Run again, so that it is reverted first. ${nothingChanged}`,
  );
}

/** Writes the journal down to the disk. From then on an interrupted run is reverted. */
export function openJournal(place: Place, run: Run): void {
  guarded(journalPath, () => {
    const draft = draftPath(run.staging);
    // Whoever runs as the superuser leaves a record that the owner of the folder can delete.
    writeDurably(place, draft, documentOf(place, run), (file) => giveLikeFolder(place, file, draft));
    syncPaths(place, [run.staging]);
    rename(place, draft, journalPath);
  });
}

/** Ends a run that is carried out: a migration becomes the last one. This one step decides that it is done. */
export function finishJournal(place: Place, { run, staging }: Run): void {
  rename(place, journalPath, run === 'migration' ? recordPath : retiredPath(staging));
}

/** Ends a run that is reverted. Whether that could be written down. */
export function closeJournal(place: Place, { staging }: Run): boolean {
  try {
    if (lookAt(place, journalPath)) rename(place, journalPath, retiredPath(staging));
    return true;
  } catch {
    return false;
  }
}

function rename(place: Place, from: TreePath, to: TreePath): void {
  place.disk.renameSync(onDisk(place, from), onDisk(place, to));
  syncPaths(place, [stateFolder]);
}

/** The last migration; undefined if none is recorded. */
export function lastRun(place: Place): Run | undefined {
  return readRun(place, recordPath);
}

/** The next folder that this one lies in and in which a run can be undone. */
export function folderOfRunAbove(folder: string): string | undefined {
  const { disk, trust } = placeOf(folder);
  for (let inner = folder; dirname(inner) !== inner; inner = dirname(inner)) {
    const outer = dirname(inner);
    if (lookAt({ disk, trust, folder: outer }, recordPath)) return outer;
  }
  return undefined;
}
