import { dirname } from 'node:path';
import type { TreePath } from '../project/snapshot.ts';
import { lookAt, obstacleTo, onDisk, type Place } from './disk.ts';
import { renameIfFree } from './move-file.ts';
import { namesInState, stateFolder } from './state.ts';

/** Something that a person wrote and that had to make room: where it was, and where it is kept. */
export interface Kept {
  readonly path: TreePath;
  readonly copy: TreePath;
}

/** Moves what a person wrote, now at `found`, out of the way. `path` is where it belongs in the project. */
export type Keep = (found: TreePath, path: TreePath) => Kept;

/** Keeps things in a new folder of ours, which nothing ever removes. It is made when there is something for it. */
export function createKeep(place: Place): Keep {
  let number: number | undefined;
  return (found, path) => {
    number ??= firstFree(namesInState(place));
    // Two versions of one file need two folders, and so do a file and a folder of one name.
    while (isTaken(place, `${stateFolder}/kept-${number}`, path)) number += 1;
    const copy = `${stateFolder}/kept-${number}/${path}`;
    place.disk.mkdirSync(dirname(onDisk(place, copy)), { recursive: true });
    renameIfFree(place, found, copy);
    return { path, copy };
  };
}

function isTaken(place: Place, folder: TreePath, path: TreePath): boolean {
  const copy = `${folder}/${path}`;
  return lookAt(place, copy) !== undefined || obstacleTo(place, copy) !== undefined;
}

function firstFree(names: readonly string[]): number {
  const taken = new Set(names);
  let number = 1;
  while (taken.has(`kept-${number}`)) number += 1;
  return number;
}
