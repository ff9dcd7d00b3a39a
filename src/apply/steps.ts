import { parentOf, type TreePath } from '../project/snapshot.ts';
import type { Fingerprint } from './digest.ts';
import type { Place } from './disk.ts';
import { recordPath, retiredPath } from './journal.ts';
import { makeFolder, removeFolder } from './make-folder.ts';
import { putInPlace, renameIfFree } from './move-file.ts';
import type { FileOfRun, Run } from './run-document.ts';
import { asidePath, checkpointOf, stagedPath } from './staging.ts';
import { isOurs } from './state.ts';

/** A file or link goes from one path to another; one of the two is ours. */
export interface Rename {
  readonly kind: 'rename';
  readonly from: TreePath;
  readonly to: TreePath;
  /** What it is; absent for documents of ours, which are sealed. */
  readonly what?: Fingerprint;
}

/** One thing that is done to the disk, small enough to happen or not. */
export type Step =
  | Rename
  | { readonly kind: 'make folder'; readonly path: TreePath; readonly mode?: number }
  | { readonly kind: 'remove folder if empty'; readonly path: TreePath; readonly mode?: number };

/** The steps of a run, in two parts: everything goes aside, then everything comes into place. */
export interface Steps {
  readonly aside: readonly Step[];
  /** The folder that is made between the two. */
  readonly checkpoint: TreePath;
  readonly inPlace: readonly Step[];
}

/** The steps that carry out a run. Since everything is put aside first, the order of the files does not matter. */
export function stepsOf(run: Run): Steps {
  const { staging, files, folders } = run;
  return {
    aside: files.flatMap((file, index) => asideStep(staging, file, index)),
    checkpoint: checkpointOf(staging),
    inPlace: [
      ...folders.removed.map((folder) => ({ kind: 'remove folder if empty', ...folder }) as const),
      ...folders.made.map((folder) => ({ kind: 'make folder', ...folder }) as const),
      ...files.flatMap((file, index) => placeStep(run, file, index)),
      ...retireStep(run),
    ],
  };
}

function asideStep(staging: TreePath, { from, kind, before }: FileOfRun, index: number): Step[] {
  if (before === undefined) return [];
  return [{ kind: 'rename', from, to: asidePath(staging, index), what: { kind, digest: before } }];
}

function placeStep(run: Run, { to, kind, before, after, isSpare }: FileOfRun, index: number): Step[] {
  const digest = after ? after.digest : before;
  if (isSpare || digest === undefined) return [];
  const from = after ? replacementPath(run, index, after.original) : asidePath(run.staging, index);
  return [{ kind: 'rename', from, to, what: { kind, digest } }];
}

function replacementPath({ staging, previous }: Run, index: number, original: number | undefined): TreePath {
  if (original === undefined) return stagedPath(staging, index);
  // An undo whose predecessor nobody recorded puts nothing back, since there is nothing at such a path.
  return asidePath(previous ?? staging, original);
}

/** The record of the run before goes to where its files are, so that these can be told from others. */
function retireStep({ previous }: Run): Step[] {
  return previous === undefined ? [] : [{ kind: 'rename', from: recordPath, to: retiredPath(previous) }];
}

/** The folders whose names a step changes. */
export function touchedBy(step: Step): readonly TreePath[] {
  return step.kind === 'rename' ? [parentOf(step.from), parentOf(step.to)] : [parentOf(step.path)];
}

/** Does a step. Folders that are as the step wants them already are no error, so that it can be done again. */
export function perform(place: Place, step: Step): void {
  switch (step.kind) {
    case 'rename':
      if (isOurs(step.to)) renameIfFree(place, step.from, step.to);
      else putInPlace(place, step.from, step.to, step.what?.kind);
      break;
    case 'make folder':
      makeFolder(place, step.path, step.mode);
      break;
    case 'remove folder if empty':
      removeFolder(place, step.path);
  }
}
