import * as fs from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../project/file-errors.ts';
import type { TreePath } from '../project/snapshot.ts';
import { type Trust, userTrust } from './trust.ts';

/** The functions of the file system that a run uses; an argument, so that tests can make any of them fail. */
export type Disk = Pick<
  typeof fs,
  | 'closeSync'
  | 'fchmodSync'
  | 'fchownSync'
  | 'fstatSync'
  | 'fsyncSync'
  | 'linkSync'
  | 'lstatSync'
  | 'mkdirSync'
  | 'openSync'
  | 'readdirSync'
  | 'readFileSync'
  | 'readlinkSync'
  | 'readSync'
  | 'realpathSync'
  | 'renameSync'
  | 'rmdirSync'
  | 'statSync'
  | 'symlinkSync'
  | 'unlinkSync'
  | 'writeFileSync'
>;

/** What the file system says of a path. */
export type Stats = fs.Stats;

/** A folder on a disk, what the paths of a plan are relative to, and whose state in it counts. */
export interface Place {
  readonly disk: Disk;
  readonly folder: string;
  readonly trust: Trust;
}

/** Which disk a command works on, and how much it believes; by default this machine's, and only its user. */
export interface PlaceOptions {
  readonly disk?: Disk;
  /** Whether state that another machine or user left in the folder counts: a person has confirmed that it is theirs. */
  readonly acceptForeign?: boolean;
}

export function placeOf(folder: string, { disk = fs, acceptForeign = false }: PlaceOptions = {}): Place {
  return { disk, folder, trust: userTrust(folder, acceptForeign) };
}

/** What the file system calls a path of the plan. */
export function onDisk({ folder }: Place, path: TreePath): string {
  return join(folder, path);
}

/** What is at a path, links not followed; undefined if there is nothing. */
export function lookAt(place: Place, path: TreePath): Stats | undefined {
  try {
    return place.disk.lstatSync(onDisk(place, path), { throwIfNoEntry: false });
  } catch (error) {
    // A file stands where the path has a folder.
    if (errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** The folders that a path lies in, the outermost first, without the folder of the run. */
export function foldersOf(path: TreePath): readonly TreePath[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

/** The first folder on the way to a path that is not one: nothing is read or moved through a link or a file. */
export function obstacleTo(place: Place, path: TreePath): TreePath | undefined {
  return foldersOf(path).find((folder) => {
    const there = lookAt(place, folder);
    return there && !there.isDirectory();
  });
}
