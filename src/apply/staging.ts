import { basename } from 'node:path';
import type { PlannedFile } from '../plan/plan.ts';
import type { TreePath } from '../project/snapshot.ts';
import { lookAt, onDisk, type Place, type Stats } from './disk.ts';
import { ApplyProblem, causeOf, errorCode, nothingChanged } from './problem.ts';

/** The folder for our own files: inside the folder of the run, so that renaming from there never copies. */
export const area = '.fw-migrate';

const ignoreFile = `${area}/.gitignore`;

/** Whether a path is one of ours, and not of the project. */
export function isOurs(path: TreePath): boolean {
  return path.startsWith(`${area}/`);
}

/** Where the original of a file waits while others take its place. */
export function asideName(staging: TreePath, index: number): TreePath {
  return `${staging}/${index}.old`;
}

/** Where the new text of a file waits for its place. */
export function stagedName(staging: TreePath, index: number): TreePath {
  return `${staging}/${index}.new`;
}

/** Makes a folder for the files of one run. */
export function openStaging(place: Place): TreePath {
  try {
    makeArea(place);
    return `${area}/${basename(place.disk.mkdtempSync(onDisk(place, `${area}/staging-`)))}`;
  } catch (error) {
    if (error instanceof ApplyProblem) throw error;
    throw stagingProblem(area, error, discard(place));
  }
}

/** Makes our own folder, which git does not see. */
export function makeArea(place: Place): void {
  const there = lookAt(place, area);
  if (there && !there.isDirectory())
    throw new ApplyProblem(area, `It must be a folder. Remove it, then run again. ${nothingChanged}`);
  if (!there) place.disk.mkdirSync(onDisk(place, area));
  try {
    place.disk.writeFileSync(onDisk(place, ignoreFile), '*\n', { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** Writes every new text beside the project, down to the disk, with the mode of the file that it will replace. */
export function stage(place: Place, staging: TreePath, files: readonly PlannedFile[]): void {
  files.forEach((file, index) => {
    if (file.text === undefined) return;
    try {
      const path = onDisk(place, stagedName(staging, index));
      if (file.kind === 'link') place.disk.symlinkSync(file.text.after, path, linkType(place, file.from));
      else writeDurably(place, path, file.text.after, place.disk.lstatSync(onDisk(place, file.from)));
    } catch (error) {
      throw stagingProblem(file.from, error);
    }
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

function writeDurably({ disk }: Place, path: string, text: string, original: Stats): void {
  const file = disk.openSync(path, 'wx', 0o600);
  try {
    // Unlike `writeSync`, this goes on until all of it is written.
    disk.writeFileSync(file, text);
    keepOwner(disk, file, original);
    disk.fchmodSync(file, original.mode & 0o7777);
    disk.fsyncSync(file);
  } finally {
    disk.closeSync(file);
  }
}

/** A run as the superuser, as in containers, would otherwise take the files away from their owner. */
function keepOwner(disk: Place['disk'], file: number, original: Stats): void {
  const { uid, gid } = disk.fstatSync(file);
  if (uid === original.uid && gid === original.gid) return;
  try {
    disk.fchownSync(file, original.uid, original.gid);
  } catch {
    // Only the superuser may give files away.
  }
}

/** Removes the files of a run, and our folder where nothing else is in it. Says what could not be removed. */
export function discard(place: Place, staging?: TreePath): TreePath | undefined {
  let leftover = staging ?? area;
  try {
    if (staging !== undefined) remove(place, staging);
    leftover = area;
    const names = place.disk.readdirSync(onDisk(place, area));
    if (names.every((name) => name === basename(ignoreFile))) remove(place, area);
    return undefined;
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? undefined : leftover;
  }
}

function remove(place: Place, path: TreePath): void {
  place.disk.rmSync(onDisk(place, path), { recursive: true, force: true, maxRetries: 3 });
}

/** What to say of our own files that are still there. */
export function leftoverNote(leftover: TreePath | undefined): string {
  return leftover === undefined ? '' : ` ${leftover} could not be removed; it can be deleted.`;
}

function stagingProblem(path: TreePath, error: unknown, leftover?: TreePath): ApplyProblem {
  return new ApplyProblem(path, `${causeOf(error)} ${nothingChanged}${leftoverNote(leftover)}`);
}
