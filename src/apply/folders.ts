import { basename } from 'node:path';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import { foldersOf } from './disk.ts';
import type { Run } from './run-document.ts';
import type { FileToDo } from './to-do.ts';

/** The folders on the way to every file of a plan, with their modes; without one if the folder must be made. */
export type Folders = ReadonlyMap<TreePath, number | undefined>;

/** A folder that a run makes or removes, with the mode it should have or has, if that is known. */
export interface FolderToDo {
  readonly path: TreePath;
  readonly mode?: number;
}

/** What a plan does to folders. A run that undoes another gives back the modes of then, and leaves what that found. */
export function foldersToDo(files: readonly FileToDo[], folders: Folders, undone?: Run): Run['folders'] {
  return { made: newFolders(files, folders, undone), removed: emptiedFolders(files, folders, undone) };
}

// Nothing that we make runs as its owner.
function toDo(path: TreePath, mode: number | undefined): FolderToDo {
  return { path, ...(mode === undefined ? {} : { mode: mode & 0o3777 }) };
}

/** The folders that a plan needs and that are not there, the outermost first. */
function newFolders(files: readonly FileToDo[], folders: Folders, undone?: Run): readonly FolderToDo[] {
  const inherited = inheritedModes(files, folders);
  const past = new Map(undone?.folders.removed.map(({ path, mode }) => [path, mode]));
  const missing = [...folders].filter(([, mode]) => mode === undefined).map(([path]) => path);
  // A folder sorts before what is in it.
  return missing.sort().map((path) => toDo(path, past.get(path) ?? inherited.get(path)));
}

/** The modes for folders that take the place of others. Where several become one, nobody gets a right that one denied. */
function inheritedModes(files: readonly FileToDo[], folders: Folders): ReadonlyMap<TreePath, number> {
  const modes = new Map<TreePath, number>();
  for (const { from, to } of files) {
    for (const [old, now] of counterparts(parentOf(from), parentOf(to))) {
      const mode = folders.get(old);
      if (mode !== undefined) modes.set(now, mode & (modes.get(now) ?? mode));
    }
  }
  return modes;
}

/** The folders that correspond, from the innermost outwards: as long as the names agree, and the first that do not. */
function counterparts(old: TreePath, now: TreePath): readonly (readonly [TreePath, TreePath])[] {
  if (old === '' || now === '' || old === now) return [];
  const rest = basename(old) === basename(now) ? counterparts(parentOf(old), parentOf(now)) : [];
  return [[old, now], ...rest];
}

/** The folders that files leave and none enters. */
export function leftFolders(files: readonly FileToDo[]): ReadonlySet<TreePath> {
  const leaving = files.filter(({ from, to, isSpare }) => isSpare || from !== to);
  const left = new Set(leaving.flatMap(({ from }) => foldersOf(from)));
  for (const { to, isSpare } of files) if (!isSpare) for (const folder of foldersOf(to)) left.delete(folder);
  return left;
}

/** The folders to remove if they are empty, the innermost first. */
function emptiedFolders(files: readonly FileToDo[], folders: Folders, undone?: Run): readonly FolderToDo[] {
  const made = undone && new Set(undone.folders.made.map(({ path }) => path));
  const left = [...leftFolders(files)].filter((path) => made?.has(path) ?? true);
  return left
    .sort()
    .reverse()
    .map((path) => toDo(path, folders.get(path)));
}
