import type { PlannedFile } from '../plan/plan.ts';
import type { TreePath } from '../project/snapshot.ts';
import type { Folders } from './check.ts';
import { folded, foldersOf, lookAt, onDisk, type Place } from './disk.ts';
import { errorCode } from './problem.ts';
import { asideName, stagedName } from './staging.ts';

/** One thing that is done to the disk: small enough to happen or not, and plain data, so that it can be written down. */
export type Step =
  | { readonly kind: 'rename'; readonly from: TreePath; readonly to: TreePath }
  | { readonly kind: 'make folder'; readonly path: TreePath; readonly mode?: number }
  | { readonly kind: 'remove folder if empty'; readonly path: TreePath; readonly mode?: number };

/**
 * The steps that carry out a plan. Whatever stands where another file goes is put aside first, so that the order of the
 * files does not matter; folders are removed last.
 */
export function stepsOf(files: readonly PlannedFile[], folders: Folders, staging: TreePath): readonly Step[] {
  const wanted = wantedPlaces(files);
  const aside: Step[] = [];
  const inPlace: Step[] = [];
  files.forEach(({ from, to, text }, index) => {
    const old = asideName(staging, index);
    const isAside = text !== undefined || wanted.has(folded(from));
    if (isAside) aside.push({ kind: 'rename', from, to: old });
    const source = isAside ? old : from;
    inPlace.push({ kind: 'rename', from: text === undefined ? source : stagedName(staging, index), to });
  });
  return [...aside, ...newFolders(folders), ...inPlace, ...emptiedFolders(files, folders)];
}

/** Every path that a file goes to, and every folder it needs there, in a spelling that all file systems agree on. */
function wantedPlaces(files: readonly PlannedFile[]): ReadonlySet<string> {
  return new Set(files.flatMap(({ to }) => [to, ...foldersOf(to)]).map(folded));
}

function newFolders(folders: Folders): readonly Step[] {
  const missing = [...folders].filter(([, mode]) => mode === undefined).map(([path]) => path);
  // A folder sorts before what is in it.
  return missing.sort().map((path) => ({ kind: 'make folder', path }));
}

/** The folders that files leave and none enters; those that hold anything else will stay. */
function emptiedFolders(files: readonly PlannedFile[], folders: Folders): readonly Step[] {
  const moved = files.filter(({ from, to }) => from !== to);
  const left = new Set(moved.flatMap(({ from }) => foldersOf(from)));
  for (const { to } of files) for (const folder of foldersOf(to)) left.delete(folder);
  const innermostFirst = [...left].sort().reverse();
  return innermostFirst.map((path) => removal(path, folders.get(path)));
}

function removal(path: TreePath, mode: number | undefined): Step {
  return { kind: 'remove folder if empty', path, ...(mode === undefined ? {} : { mode: mode & 0o7777 }) };
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
  if (mode !== undefined) place.disk.chmodSync(onDisk(place, path), mode);
}

const noMatter: ReadonlySet<string | undefined> = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT']);

function removeFolder(place: Place, path: TreePath): void {
  try {
    place.disk.rmdirSync(onDisk(place, path));
  } catch (error) {
    if (!noMatter.has(errorCode(error))) throw error;
  }
}
