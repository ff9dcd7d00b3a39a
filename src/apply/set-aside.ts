import { dirname } from 'node:path';
import type { TreePath } from '../project/snapshot.ts';
import { area, makeArea, namesInArea } from './area.ts';
import { onDisk, type Place } from './disk.ts';
import { syncPaths } from './durable.ts';
import type { FileToDo } from './to-do.ts';

/** A folder of ours for what a person wrote and is in the way: it is theirs, so nothing ever removes it. */
export function newKeepFolder(place: Place): TreePath {
  const names = new Set(namesInArea(place));
  let number = 1;
  while (names.has(`kept-${number}`)) number += 1;
  return `${area}/kept-${number}`;
}

/** Copies a file or link, under its own path. */
export function keepCopy(place: Place, folder: TreePath, path: TreePath, kind: FileToDo['kind']): TreePath {
  const copy = placeIn(place, folder, path);
  const { disk } = place;
  if (kind === 'file') disk.copyFileSync(onDisk(place, path), onDisk(place, copy));
  else disk.symlinkSync(disk.readlinkSync(onDisk(place, path)), onDisk(place, copy));
  if (kind === 'file') syncPaths(place, [copy]);
  return copy;
}

/** Moves a file, folder or link out of the way, under its own path. */
export function setAside(place: Place, folder: TreePath, path: TreePath): TreePath {
  const kept = placeIn(place, folder, path);
  place.disk.renameSync(onDisk(place, path), onDisk(place, kept));
  return kept;
}

function placeIn(place: Place, folder: TreePath, path: TreePath): TreePath {
  makeArea(place);
  place.disk.mkdirSync(dirname(onDisk(place, `${folder}/${path}`)), { recursive: true });
  return `${folder}/${path}`;
}
