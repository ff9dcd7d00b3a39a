import type { TreePath } from '../project/snapshot.ts';
import { onDisk, type Place } from './disk.ts';
import { writeDurably } from './durable.ts';
import { makeFolder } from './make-folder.ts';
import { giveFile } from './owner.ts';
import type { Phases } from './phases.ts';
import { ApplyProblem, causeOf, nothingChanged } from './problem.ts';
import { makeState, newName, removeEmptyState, stateFolder } from './state.ts';
import type { FileToDo } from './to-do.ts';

/** Where the original of a file waits while others take its place, and after that for undo. */
export function asidePath(staging: TreePath, index: number): TreePath {
  return `${staging}/${index}.old`;
}

/** Where the new text of a file waits for its place. */
export function stagedPath(staging: TreePath, index: number): TreePath {
  return `${staging}/${index}.new`;
}

/** Where a second name of a file goes that was left when a process was killed between the two. */
export function secondName(path: TreePath): TreePath {
  return `${path}.second`;
}

/** Whether a name is that of a new text in the folder of a run: until the journal is open, nothing else is there. */
export function isStagedName(name: string): boolean {
  return /^\d+\.new$/.test(name);
}

/**
 * Made when everything is aside, before anything is in place: a path that is not aside then tells by this which of the
 * two it is.
 */
export function checkpointOf(staging: TreePath): TreePath {
  return `${staging}/all-aside`;
}

/** Makes a folder for the files of one run. */
export function openStaging(place: Place): TreePath {
  try {
    makeState(place);
    const staging = `${stateFolder}/${newName(place, 'staging')}`;
    makeFolder(place, staging, 0o700);
    return staging;
  } catch (error) {
    if (error instanceof ApplyProblem) throw error;
    removeEmptyState(place);
    throw stagingProblem(stateFolder, error);
  }
}

/** Writes every new text beside the project, down to the disk, with the mode of the file that it will replace. */
export function* stage(place: Place, staging: TreePath, files: readonly FileToDo[]): Phases<void> {
  for (const [index, file] of files.entries()) {
    if (file.text === undefined) continue;
    try {
      stageText(place, stagedPath(staging, index), file, file.text);
    } catch (error) {
      throw stagingProblem(file.from, error);
    }
    yield 'may stop';
  }
}

function stageText(place: Place, path: TreePath, { kind, from }: FileToDo, text: string): void {
  const { disk } = place;
  if (kind === 'link') {
    disk.symlinkSync(text, onDisk(place, path), linkType(place, from));
    return;
  }
  const original = disk.lstatSync(onDisk(place, from));
  writeDurably(place, path, text, (file) => {
    giveFile(disk, file, original);
    disk.fchmodSync(file, original.mode & 0o7777);
  });
}

/** Windows has links of two kinds, and cannot tell from the folder of a run what a relative one leads to. */
function linkType(place: Place, path: TreePath): 'dir' | 'file' | undefined {
  if (process.platform !== 'win32') return undefined;
  try {
    return place.disk.statSync(onDisk(place, path)).isDirectory() ? 'dir' : 'file';
  } catch {
    return 'file';
  }
}

function stagingProblem(path: TreePath, error: unknown): ApplyProblem {
  return new ApplyProblem(path, `${causeOf(error)} ${nothingChanged}`);
}
