import { basename } from 'node:path';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import { type FileToDo, type Folders, leftFolders } from './check.ts';
import { makeFolder, writeNew } from './file-operations.ts';
import { type FileOfRun, type FolderOfRun, lastRun, type Run, type RunKind } from './journal.ts';
import { guarded } from './problem.ts';
import { digestAt, onDisk, type RunFolder } from './run-folder.ts';
import { newPath, stateFolder } from './state-directory.ts';
import { stagedPath } from './steps.ts';

/**
 * Work that has moments at which it may be left without a trace, by throwing into it. After the last one it is carried
 * out in one go.
 */
export type Phases<Result> = Generator<'may stop', Result, void>;

/** Makes a folder for the files of one run. */
export function openStaging(root: RunFolder): TreePath {
  return guarded(stateFolder, () => {
    const staging = newPath(root, 'staging');
    makeFolder(root, staging, 0o700);
    return staging;
  });
}

/** Writes all that is new beside the project, and says what the run does. */
export function* prepare(
  root: RunFolder,
  staging: TreePath,
  files: readonly FileToDo[],
  folders: Folders,
  undone: Run | undefined,
): Phases<Run> {
  for (const [index, { from, kind, text }] of files.entries()) {
    if (text === undefined) continue;
    guarded(from, () => stageText(root, stagedPath(staging, index), from, kind, text));
    yield 'may stop';
  }
  const known: FileOfRun[] = [];
  for (const file of files) {
    known.push(guarded(file.from, () => fileOfRun(root, file)));
    yield 'may stop';
  }
  const previous = (undone ?? lastRun(root))?.staging;
  // Someone may have deleted the files of the run before; its record still has to go somewhere.
  if (previous !== undefined) guarded(stateFolder, () => makeFolder(root, previous));
  const run: RunKind = undone ? 'undo' : 'migration';
  return {
    ...{ run, staging, files: known, folders: foldersToDo(files, folders, undone) },
    ...(previous === undefined ? {} : { previous }),
  };
}

/** Writes a new text to the disk, with the mode of the file that it will replace. */
function stageText(
  root: RunFolder,
  path: TreePath,
  replaced: TreePath,
  kind: FileToDo['kind'],
  text: string,
): void {
  const { disk } = root;
  if (kind === 'link') disk.symlinkSync(text, onDisk(root, path), linkType(root, replaced));
  else writeNew(root, path, text, { like: disk.lstatSync(onDisk(root, replaced)), isDurable: true });
}

/** Windows has links of two kinds, and cannot tell from the folder of a run what a relative one leads to. */
function linkType(root: RunFolder, path: TreePath): 'dir' | 'file' | undefined {
  if (process.platform !== 'win32') return undefined;
  try {
    return root.disk.statSync(onDisk(root, path)).isDirectory() ? 'dir' : 'file';
  } catch {
    return 'file';
  }
}

function fileOfRun(root: RunFolder, { text, expected, isLost, ...file }: FileToDo): FileOfRun {
  return isLost ? file : { ...file, before: expected ?? digestAt(root, file.from, file.kind) };
}

/** What a plan does to folders. A run that undoes another gives back the modes of then, and leaves what that found. */
function foldersToDo(files: readonly FileToDo[], folders: Folders, undone: Run | undefined): Run['folders'] {
  const past = new Map(undone?.folders.removed.map(({ path, mode }) => [path, mode]));
  const inherited = inheritedModes(files, folders);
  const missing = [...folders].flatMap(([path, mode]) => (mode === undefined ? [path] : []));
  const made = undone && new Set(undone.folders.made.map(({ path }) => path));
  const left = [...leftFolders(files)].filter((path) => made?.has(path) ?? true);
  return {
    // A folder sorts before what is in it, so the outermost are made first, and the innermost removed first.
    made: missing.sort().map((path) => folderOfRun(path, past.get(path) ?? inherited.get(path))),
    removed: left
      .sort()
      .reverse()
      .map((path) => folderOfRun(path, folders.get(path))),
  };
}

function folderOfRun(path: TreePath, mode: number | undefined): FolderOfRun {
  // Nothing that we make runs as its owner.
  return { path, ...(mode === undefined ? {} : { mode: mode & 0o3777 }) };
}

/** The modes for folders that replace others. Where several become one, nobody gets a right that one denied. */
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
