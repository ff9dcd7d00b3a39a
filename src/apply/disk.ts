import * as fs from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../project/file-errors.ts';
import type { TreePath } from '../project/snapshot.ts';

/** The functions of the file system that a run uses; an argument, so that tests can make any of them fail. */
export type Disk = Pick<
  typeof fs,
  | 'chmodSync'
  | 'chownSync'
  | 'closeSync'
  | 'copyFileSync'
  | 'fchmodSync'
  | 'fchownSync'
  | 'fstatSync'
  | 'fsyncSync'
  | 'lstatSync'
  | 'mkdirSync'
  | 'mkdtempSync'
  | 'openSync'
  | 'readdirSync'
  | 'readFileSync'
  | 'readlinkSync'
  | 'readSync'
  | 'realpathSync'
  | 'renameSync'
  | 'rmdirSync'
  | 'rmSync'
  | 'statSync'
  | 'symlinkSync'
  | 'writeFileSync'
>;

/** What the file system says of a path. */
export type Stats = fs.Stats;

/** The file system of this machine. */
export const realDisk: Disk = fs;

/** A folder on a disk: what the paths of a plan are relative to. */
export interface Place {
  readonly disk: Disk;
  readonly folder: string;
}

/** What the file system calls a path of the plan. */
export function onDisk({ folder }: Place, path: TreePath): string {
  return join(folder, path);
}

/** What is at a path, links not followed; nothing where there is nothing. */
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
