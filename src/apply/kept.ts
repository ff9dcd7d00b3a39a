import { dirname } from 'node:path';
import type { TreePath } from '../project/snapshot.ts';
import { onDisk, type Place } from './disk.ts';
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
  let folder: TreePath | undefined;
  return (found, path) => {
    folder ??= `${stateFolder}/kept-${firstFree(namesInState(place))}`;
    const copy = `${folder}/${path}`;
    place.disk.mkdirSync(dirname(onDisk(place, copy)), { recursive: true });
    place.disk.renameSync(onDisk(place, found), onDisk(place, copy));
    return { path, copy };
  };
}

function firstFree(names: readonly string[]): number {
  const taken = new Set(names);
  let number = 1;
  while (taken.has(`kept-${number}`)) number += 1;
  return number;
}
