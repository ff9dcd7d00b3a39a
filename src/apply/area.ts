import { basename } from 'node:path';
import { errorCode } from '../project/file-errors.ts';
import { ownFolder } from '../project/own-folder.ts';
import type { TreePath } from '../project/snapshot.ts';
import { lookAt, onDisk, type Place } from './disk.ts';
import { giveLikeFolder } from './owner.ts';
import { ApplyProblem, guarded, nothingChanged } from './problem.ts';

/** The folder for our own files: inside the folder of the run, so that renaming from there never copies. */
export const area = ownFolder;

const ignoreFile = `${area}/.gitignore`;

/** Whether a path is one of ours, and not of the project. */
export function isOurs(path: TreePath): boolean {
  return path.startsWith(`${area}/`);
}

/** Whether a path is that of our own folder, in whichever folder a run was given. */
export function isArea(path: TreePath): boolean {
  return basename(path) === area;
}

/** Whether our own folder is there. Throws an `ApplyProblem` where it is something else: a link would lead elsewhere. */
export function hasArea(place: Place): boolean {
  const there = guarded(area, () => lookAt(place, area));
  if (there && !there.isDirectory())
    throw new ApplyProblem(area, `It must be a folder. Remove it, then run again. ${nothingChanged}`);
  return there !== undefined;
}

/** Makes our own folder, which git does not see. */
export function makeArea(place: Place): void {
  if (!hasArea(place)) {
    place.disk.mkdirSync(onDisk(place, area));
    giveLikeFolder(place, area);
  }
  try {
    place.disk.writeFileSync(onDisk(place, ignoreFile), '*\n', { flag: 'wx' });
    giveLikeFolder(place, ignoreFile);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** The names in our own folder; none where it is not there. */
export function namesInArea(place: Place): readonly string[] {
  return hasArea(place) ? guarded(area, () => place.disk.readdirSync(onDisk(place, area))) : [];
}

/** The text of a file of ours; nothing where there is none. What a hostile project put there instead is not followed. */
export function readOurs(place: Place, path: TreePath): string | undefined {
  if (!hasArea(place)) return undefined;
  return guarded(path, () => {
    const there = lookAt(place, path);
    if (!there) return undefined;
    if (!there.isFile())
      throw new ApplyProblem(path, `It must be a file. Remove it, then run again. ${nothingChanged}`);
    return place.disk.readFileSync(onDisk(place, path), 'utf8');
  });
}

/** Removes files of ours, and our folder where nothing else is in it. Says what could not be removed. */
export function discard(place: Place, ...paths: readonly TreePath[]): TreePath | undefined {
  let leftover: TreePath = area;
  try {
    for (leftover of paths) remove(place, leftover);
    leftover = area;
    const names = place.disk.readdirSync(onDisk(place, area));
    if (!names.every((name) => name === basename(ignoreFile))) return undefined;
    remove(place, ignoreFile);
    // Not with all that is in it: another run may have begun just now.
    place.disk.rmdirSync(onDisk(place, area));
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
