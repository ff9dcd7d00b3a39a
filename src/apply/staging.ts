import { basename } from 'node:path';
import type { TreePath } from '../project/snapshot.ts';
import { area, discard, leftoverNote, makeArea } from './area.ts';
import { onDisk, type Place } from './disk.ts';
import { writeDurably } from './durable.ts';
import { giveFile } from './owner.ts';
import type { Phases } from './phases.ts';
import { ApplyProblem, causeOf, nothingChanged } from './problem.ts';
import type { FileToDo } from './to-do.ts';

const prefix = `${area}/staging-`;

/** Whether a path is that of the folder for the files of one run. */
export function isStaging(path: TreePath): boolean {
  return path.startsWith(prefix) && !path.slice(prefix.length).includes('/') && path.length > prefix.length;
}

/** Whether a path lies in the folder for the files of a run. */
export function isStaged(path: TreePath): boolean {
  return path.startsWith(prefix);
}

/** Where the original of a file waits while others take its place. */
export function asideName(staging: TreePath, index: number): TreePath {
  return `${staging}/${index}.old`;
}

/** Where the new text of a file waits for its place. */
export function stagedName(staging: TreePath, index: number): TreePath {
  return `${staging}/${index}.new`;
}

/** Where the original of a file waits whose new text waits, or waited, at a path. */
export function asideOf(staged: TreePath): TreePath {
  return staged.replace(/\.new$/, '.old');
}

/** Makes a folder for the files of one run. */
export function openStaging(place: Place): TreePath {
  try {
    makeArea(place);
    return `${area}/${basename(place.disk.mkdtempSync(onDisk(place, prefix)))}`;
  } catch (error) {
    if (error instanceof ApplyProblem) throw error;
    throw stagingProblem(area, error, discard(place));
  }
}

/** Writes every new text beside the project, down to the disk, with the mode of the file that it will replace. */
export function* stage(place: Place, staging: TreePath, files: readonly FileToDo[]): Phases<void> {
  for (const [index, file] of files.entries()) {
    if (file.text === undefined) continue;
    try {
      stageText(place, stagedName(staging, index), file, file.text);
    } catch (error) {
      throw stagingProblem(file.from, error);
    }
    yield 'may stop';
  }
}

function stageText(place: Place, path: TreePath, { kind, from, lost }: FileToDo, text: string): void {
  const { disk } = place;
  if (kind === 'link') {
    disk.symlinkSync(text, onDisk(place, path), linkType(place, from));
    return;
  }
  const original = lost === undefined ? disk.lstatSync(onDisk(place, from)) : undefined;
  writeDurably(place, path, text, (file) => {
    if (original) giveFile(disk, file, original);
    disk.fchmodSync(file, (original?.mode ?? lost ?? 0) & 0o7777);
  });
}

/** Windows has links of two kinds, and cannot tell from the staging folder what a relative one leads to. */
function linkType(place: Place, path: TreePath): 'dir' | 'file' {
  try {
    return place.disk.statSync(onDisk(place, path)).isDirectory() ? 'dir' : 'file';
  } catch {
    return 'file';
  }
}

function stagingProblem(path: TreePath, error: unknown, leftover?: TreePath): ApplyProblem {
  return new ApplyProblem(path, `${causeOf(error)} ${nothingChanged}${leftoverNote(leftover)}`);
}
