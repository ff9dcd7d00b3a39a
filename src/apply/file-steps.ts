import { parentOf, type TreePath } from '../project/snapshot.ts';
import { type FileOfRun, type FolderOfRun, type Run, recordPath, retiredPath } from './journal.ts';
import type { Fingerprint, MigratedFolder } from './migrated-folder.ts';
import { isOurs } from './state-folder.ts';

/** The path of the original of a file, which is kept there during the run and for undo. */
export function asidePath(staging: TreePath, index: number): TreePath {
  return `${staging}/${index}.old`;
}

/** The path of the new text of a file before it is put in place. */
export function stagedPath(staging: TreePath, index: number): TreePath {
  return `${staging}/${index}.new`;
}

/** Whether a name in the staging folder is that of a new text: only these exist before the journal does. */
export function isStagedName(name: string): boolean {
  return /^\d+\.new$/.test(name);
}

/** The path for a second name of a file that a killed process left. */
export function secondName(path: TreePath): TreePath {
  return `${path}.second`;
}

/**
 * A folder that is made when everything is aside, before anything is in place: it shows whether a file that is
 * not aside is at its old path or at its new one.
 */
export function checkpointOf(staging: TreePath): TreePath {
  return `${staging}/all-aside`;
}

/** A spare folder, in case the disk is full when a step or a revert has to make a folder. */
function spareFolder(staging: TreePath, number: number): TreePath {
  return `${staging}/${number}.folder`;
}

/** Whether a name is that of a spare folder. */
export function isSpareFolder(name: string): boolean {
  return /^\d+\.folder$/.test(name);
}

/** Moves a file or link from one path to another; one of the two paths is ours. */
export interface Rename {
  readonly kind: 'rename';
  readonly from: TreePath;
  readonly to: TreePath;
  /** The fingerprint of the file; absent for documents of ours, which are sealed. */
  readonly what?: Fingerprint;
}

/** Makes a folder, or removes it if it is empty. */
export interface FolderStep extends FolderOfRun {
  readonly kind: 'make folder' | 'remove folder';
  /** The folder to use instead of a new one if the disk is full. */
  readonly spare: TreePath;
}

/** A single change of the disk, which is made completely or not at all. */
export type RunStep = Rename | FolderStep;

/** The steps of a run, in two parts: everything is set aside, then everything is put in place. */
interface RunSteps {
  readonly aside: readonly Rename[];
  /** Made between the two parts. */
  readonly checkpoint: FolderStep;
  readonly inPlace: readonly RunStep[];
}

/** The steps of a run. Since everything is set aside first, the order of the files does not matter. */
export function stepsOf(run: Run): RunSteps {
  const { staging, previous, next, files, folders } = run;
  const folderSteps = [
    ...folders.removed.map((folder) => ({ kind: 'remove folder', ...folder }) as const),
    ...folders.made.map((folder) => ({ kind: 'make folder', ...folder }) as const),
  ];
  return {
    aside: files.flatMap(({ from, kind, before: digest }, index): Rename[] => {
      const to = asidePath(staging, index);
      return digest === undefined ? [] : [{ kind: 'rename', from, to, what: { kind, digest } }];
    }),
    checkpoint: { kind: 'make folder', path: checkpointOf(staging), spare: spareFolder(staging, 0) },
    inPlace: [
      ...folderSteps.map((step, index) => ({ ...step, spare: spareFolder(staging, index + 1) })),
      ...files.flatMap((file, index) => placeStep(run, file, index)),
      // The record of the previous run is moved to its files, so that they can be identified.
      ...(previous === undefined
        ? []
        : [{ kind: 'rename', from: recordPath, to: retiredPath(previous) } as const]),
      // After an undo, the run before the undone one is the last run.
      ...(next === undefined ? [] : [{ kind: 'rename', from: retiredPath(next), to: recordPath } as const]),
    ],
  };
}

/** The step that puts the replacement of a file in place. */
function placeStep({ staging, previous }: Run, file: FileOfRun, index: number): Rename[] {
  const { to, kind, before, after, isSpare } = file;
  const digest = after ? after.digest : before;
  if (isSpare || digest === undefined) return [];
  const step = (from: TreePath): Rename[] => [{ kind: 'rename', from, to, what: { kind, digest } }];
  if (!after) return step(asidePath(staging, index));
  // Without a recorded previous run, nothing is restored, since there is no file at this path.
  if (after.original !== undefined) return step(asidePath(previous ?? staging, after.original));
  return step(stagedPath(staging, index));
}

/** The folders whose entries are changed by the steps of a run. */
export function foldersTouchedBy({ aside, inPlace }: RunSteps): ReadonlySet<TreePath> {
  return new Set(
    [...aside, ...inPlace].flatMap((step) =>
      step.kind === 'rename' ? [parentOf(step.from), parentOf(step.to)] : [parentOf(step.path)],
    ),
  );
}

/** Performs a step. A folder that already exists or is already gone is not an error, so it can be repeated. */
export function perform(root: MigratedFolder, step: RunStep): void {
  if (step.kind === 'rename') {
    if (isOurs(step.to)) root.renameIfFree(step.from, step.to);
    else root.putInPlace(step.from, step.to, step.what?.kind);
  } else if (step.kind === 'make folder') root.makeFolder(step.path, step.mode, step.spare);
  else root.removeFolder(step.path);
}
