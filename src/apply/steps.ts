import { parentOf, type TreePath } from '../project/snapshot.ts';
import { type FileOfRun, type FolderOfRun, type Run, recordPath, retiredPath } from './journal.ts';
import type { Fingerprint, RunFolder } from './run-folder.ts';
import { isOurs } from './state-directory.ts';

/** Where the original of a file waits while others take its place, and after that for undo. */
export function asidePath(staging: TreePath, index: number): TreePath {
  return `${staging}/${index}.old`;
}

/** Where the new text of a file waits for its place. */
export function stagedPath(staging: TreePath, index: number): TreePath {
  return `${staging}/${index}.new`;
}

/** Whether a name is that of a new text in the folder of a run: until the journal is open, nothing else is there. */
export function isStagedName(name: string): boolean {
  return /^\d+\.new$/.test(name);
}

/** Where a second name of a file goes that was left when a process was killed between the two. */
export function secondName(path: TreePath): TreePath {
  return `${path}.second`;
}

/**
 * Made when everything is aside, before anything is in place: shows whether a file that is not aside is in its old place
 * or in its new one.
 */
export function checkpointOf(staging: TreePath): TreePath {
  return `${staging}/all-aside`;
}

/** Folders that wait in case the disk has no room for one that a step makes, or that going back needs again. */
function spareFolder(staging: TreePath, number: number): TreePath {
  return `${staging}/${number}.folder`;
}

/** Whether a name is that of a folder which waits. */
export function isSpareFolder(name: string): boolean {
  return /^\d+\.folder$/.test(name);
}

/** A file or link goes from one path to another; one of the two is ours. */
export interface Rename {
  readonly kind: 'rename';
  readonly from: TreePath;
  readonly to: TreePath;
  /** What it is; absent for documents of ours, which are sealed. */
  readonly what?: Fingerprint;
}

/** A folder is made, or removed if it is empty. */
export interface FolderStep extends FolderOfRun {
  readonly kind: 'make folder' | 'remove folder';
  /** What becomes the folder if the disk is full. */
  readonly spare: TreePath;
}

/** One thing that is done to the disk, small enough to happen or not. */
export type RunStep = Rename | FolderStep;

/** The steps of a run, in two parts: everything is set aside, then everything comes into place. */
interface RunSteps {
  readonly aside: readonly Rename[];
  /** Made between the two. */
  readonly checkpoint: FolderStep;
  readonly inPlace: readonly RunStep[];
}

/** The steps that carry out a run. Since everything is set aside first, the order of the files does not matter. */
export function stepsOf(run: Run): RunSteps {
  const { staging, previous, next, files, folders } = run;
  const folderSteps = [
    ...folders.removed.map((folder) => ({ kind: 'remove folder', ...folder }) as const),
    ...folders.made.map((folder) => ({ kind: 'make folder', ...folder }) as const),
  ];
  return {
    aside: files.flatMap(({ from, kind, before: digest }, index): Rename[] =>
      digest === undefined
        ? []
        : [{ kind: 'rename', from, to: asidePath(staging, index), what: { kind, digest } }],
    ),
    checkpoint: { kind: 'make folder', path: checkpointOf(staging), spare: spareFolder(staging, 0) },
    inPlace: [
      ...folderSteps.map((step, index) => ({ ...step, spare: spareFolder(staging, index + 1) })),
      ...files.flatMap((file, index) => placeStep(run, file, index)),
      // The record of the run before goes to where its files are, so that these can be told from others.
      ...(previous === undefined
        ? []
        : [{ kind: 'rename', from: recordPath, to: retiredPath(previous) } as const]),
      // An undo leaves the run before as the last one.
      ...(next === undefined ? [] : [{ kind: 'rename', from: retiredPath(next), to: recordPath } as const]),
    ],
  };
}

/** The step that brings into place what replaces a file, from where that waits. */
function placeStep({ staging, previous }: Run, file: FileOfRun, index: number): Rename[] {
  const { to, kind, before, after, isSpare } = file;
  const digest = after ? after.digest : before;
  if (isSpare || digest === undefined) return [];
  const step = (from: TreePath): Rename[] => [{ kind: 'rename', from, to, what: { kind, digest } }];
  if (!after) return step(asidePath(staging, index));
  // An undo whose predecessor nobody recorded puts nothing back, since there is nothing at such a path.
  if (after.original !== undefined) return step(asidePath(previous ?? staging, after.original));
  return step(stagedPath(staging, index));
}

/** The folders whose names the steps of a run change. */
export function foldersTouchedBy({ aside, inPlace }: RunSteps): ReadonlySet<TreePath> {
  return new Set(
    [...aside, ...inPlace].flatMap((step) =>
      step.kind === 'rename' ? [parentOf(step.from), parentOf(step.to)] : [parentOf(step.path)],
    ),
  );
}

/** Does a step. Folders that are as the step wants them already are no error, so that it can be done again. */
export function perform(root: RunFolder, step: RunStep): void {
  if (step.kind === 'rename') {
    if (isOurs(step.to)) root.renameIfFree(step.from, step.to);
    else root.putInPlace(step.from, step.to, step.what?.kind);
  } else if (step.kind === 'make folder') root.makeFolder(step.path, step.mode, step.spare);
  else root.removeFolder(step.path);
}
