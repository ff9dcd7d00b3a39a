import { errorCode } from '../project/file-errors.ts';
import { folded, parentOf, type TreePath } from '../project/snapshot.ts';
import { type Digest, digestOf } from './digest.ts';
import { foldersOf, lookAt, onDisk, type Place } from './disk.ts';
import { emptiedFolders, type Folders, newFolders, type PastFolders } from './folders.ts';
import { giveLikeFolder } from './owner.ts';
import { asideName, stagedName } from './staging.ts';
import type { FileToDo } from './to-do.ts';

/** What a run wrote: a file, or a link. */
export interface Fresh {
  readonly kind: FileToDo['kind'];
  readonly digest: Digest;
}

/** What tells a file from others that may be in its place, and does not change when it moves. */
export interface Stamp {
  readonly size: number;
  readonly mtimeMs: number;
}

/** A file or link goes from one path to another. */
export interface Rename {
  readonly kind: 'rename';
  readonly from: TreePath;
  readonly to: TreePath;
  /** What it holds, where the run wrote it. */
  readonly fresh?: Fresh;
  readonly stamp?: Stamp;
}

/** One thing that is done to the disk: small enough to happen or not, and plain data, so that it can be written down. */
export type Step =
  | Rename
  | { readonly kind: 'make folder'; readonly path: TreePath; readonly mode?: number }
  | { readonly kind: 'remove folder if empty'; readonly path: TreePath; readonly mode?: number };

/**
 * Made when everything is aside, before anything is in place: a path that is not aside then tells by this which of the
 * two it is.
 */
export function checkpointOf(staging: TreePath): TreePath {
  return `${staging}/all-aside`;
}

/** Made when all is done: from then on a run counts as carried out. */
export function sealOf(staging: TreePath): TreePath {
  return `${staging}/all-done`;
}

/**
 * The steps that carry out a plan. Whatever stands where another file goes is put aside first, so that the order of the
 * files does not matter; folders are removed last, unless a file takes their place.
 */
export function stepsOf(
  files: readonly FileToDo[],
  folders: Folders,
  staging: TreePath,
  past?: PastFolders,
): readonly Step[] {
  const { aside, inPlace } = renames(files, staging);
  const made = newFolders(files, folders, past).map((folder): Step => ({ kind: 'make folder', ...folder }));
  const taken = takenPlaces(files);
  const removals = emptiedFolders(files, folders, past).map(
    (folder) => ({ kind: 'remove folder if empty', ...folder }) as const,
  );
  const [early, late] = [true, false].map((is) => removals.filter(({ path }) => taken(path) === is));
  const checkpoint: Step = { kind: 'make folder', path: checkpointOf(staging) };
  return [...aside, checkpoint, ...(early ?? []), ...made, ...inPlace, ...(late ?? [])];
}

function renames(files: readonly FileToDo[], staging: TreePath): { aside: Step[]; inPlace: Step[] } {
  const wanted = wantedPlaces(files);
  const taken = takenPlaces(files);
  const aside: Step[] = [];
  const inPlace: Step[] = [];
  files.forEach(({ from, to, text, kind, lost, isSpare }, index) => {
    const old = asideName(staging, index);
    if (isSpare) {
      aside.push({ kind: 'rename', from, to: old });
      return;
    }
    const isAside = text !== undefined || wanted.has(folded(from)) || taken(parentOf(from));
    if (isAside && lost === undefined) aside.push({ kind: 'rename', from, to: old });
    if (text === undefined) inPlace.push({ kind: 'rename', from: isAside ? old : from, to });
    else {
      const fresh = { kind, digest: digestOf(text) };
      inPlace.push({ kind: 'rename', from: stagedName(staging, index), to, fresh });
    }
  });
  return { aside, inPlace };
}

/** Every path that a file goes to, and every folder it needs there, in a spelling that all file systems agree on. */
function wantedPlaces(files: readonly FileToDo[]): ReadonlySet<string> {
  return new Set(files.flatMap(({ to }) => [to, ...foldersOf(to)]).map(folded));
}

/** Tells whether a folder, or one that it is in, must be gone because a file takes its place. */
function takenPlaces(files: readonly FileToDo[]): (folder: TreePath) => boolean {
  const targets = new Set(files.map(({ to }) => folded(to)));
  return (folder) => [folder, ...foldersOf(folder)].some((path) => targets.has(folded(path)));
}

/** The step that takes a step back. */
export function invert(step: Step): Step {
  switch (step.kind) {
    case 'rename':
      return { kind: 'rename', from: step.to, to: step.from };
    case 'make folder':
      return { ...step, kind: 'remove folder if empty' };
    case 'remove folder if empty':
      return { ...step, kind: 'make folder' };
  }
}

/** The folders whose names a step changes. */
export function touchedBy(step: Step): readonly TreePath[] {
  return step.kind === 'rename' ? [parentOf(step.from), parentOf(step.to)] : [parentOf(step.path)];
}

/** Does a step. Folders that are as the step wants them already are no error, so that it can be done again. */
export function perform(place: Place, step: Step): void {
  switch (step.kind) {
    case 'rename':
      rename(place, step.from, step.to);
      break;
    case 'make folder':
      makeFolder(place, step.path, step.mode);
      break;
    case 'remove folder if empty':
      removeFolder(place, step.path);
  }
}

function rename(place: Place, from: TreePath, to: TreePath): void {
  // The file system would replace what is there without a word.
  if (lookAt(place, to)) throw Object.assign(new Error(`${to} exists`), { code: 'EEXIST' });
  place.disk.renameSync(onDisk(place, from), onDisk(place, to));
}

function makeFolder(place: Place, path: TreePath, mode: number | undefined): void {
  try {
    place.disk.mkdirSync(onDisk(place, path));
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && lookAt(place, path)?.isDirectory()) return;
    throw error;
  }
  giveLikeFolder(place, path);
  try {
    if (mode !== undefined) place.disk.chmodSync(onDisk(place, path), mode);
  } catch (error) {
    // A step happens or not.
    removeFolder(place, path);
    throw error;
  }
}

const noMatter: ReadonlySet<string | undefined> = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT']);

function removeFolder(place: Place, path: TreePath): void {
  try {
    place.disk.rmdirSync(onDisk(place, path));
  } catch (error) {
    if (!noMatter.has(errorCode(error))) throw error;
  }
}
