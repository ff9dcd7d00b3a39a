import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import type { PlannedFile } from '../plan/plan.ts';
import { errorCode, withRegularFile } from '../project/open-file.ts';
import type { TreePath } from '../project/snapshot.ts';
import { type Trust, userTrust } from './trust.ts';

/** The functions of the file system; an argument, so that tests can make any of them fail. */
export type FileSystem = typeof fs;

/** What the file system says of a path. */
export type Stats = fs.Stats;

/** A folder on a disk, what the paths of a plan are relative to, and whose state in it counts. */
export interface RunFolder {
  readonly disk: FileSystem;
  readonly folder: string;
  readonly trust: Trust;
}

/** Which disk a command works on, and how much it trusts; by default this machine's, and only its user. */
export interface RunFolderOptions {
  readonly disk?: FileSystem;
  /** Whether state that another machine or user left in the folder counts: someone has confirmed that it is theirs. */
  readonly acceptForeign?: boolean;
}

/** The folder that a run works on. */
export function runFolderAt(
  folder: string,
  { disk = fs, acceptForeign = false }: RunFolderOptions = {},
): RunFolder {
  return { disk, folder, trust: userTrust(folder, acceptForeign) };
}

/** The path of the file system for a path of the plan. */
export function onDisk({ folder }: RunFolder, path: TreePath): string {
  return join(folder, path);
}

/** What is at a path, links not followed; undefined if there is nothing. */
export function lookAt(root: RunFolder, path: TreePath): Stats | undefined {
  try {
    return root.disk.lstatSync(onDisk(root, path), { throwIfNoEntry: false });
  } catch (error) {
    // A file is where the path has a folder.
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
export function obstacleTo(root: RunFolder, path: TreePath): TreePath | undefined {
  return foldersOf(path).find((folder) => {
    const there = lookAt(root, folder);
    return there && !there.isDirectory();
  });
}

/** The hash of what a file holds, or of what a link says. */
export type Digest = string;

/** What a file or link is, wherever it lies. */
export interface Fingerprint {
  readonly kind: PlannedFile['kind'];
  readonly digest: Digest;
}

/** The digest of a text. */
export function digestOf(text: string): Digest {
  return createHash('sha256').update(text).digest('base64');
}

/** The digest of what is at a path, which is known to be of that kind. */
export function digestAt(root: RunFolder, path: TreePath, kind: Fingerprint['kind']): Digest {
  const { disk } = root;
  if (kind === 'link') return digestOf(disk.readlinkSync(onDisk(root, path), 'utf8'));
  return withRegularFile(onDisk(root, path), (file, { size }) => digestOfOpen(disk, file, size), disk);
}

/** Read in parts, because a video that moves need not fit into memory. */
function digestOfOpen(disk: FileSystem, file: number, size: number): Digest {
  const hash = createHash('sha256');
  const part = Buffer.allocUnsafe(Math.min(size + 1, 1_000_000));
  for (;;) {
    const read = disk.readSync(file, part);
    if (read === 0) return hash.digest('base64');
    hash.update(part.subarray(0, read));
  }
}

/** Whether something is a file or a link; undefined if it is anything else. */
export function kindOf(stats: Stats | undefined): Fingerprint['kind'] | undefined {
  if (stats?.isSymbolicLink()) return 'link';
  return stats?.isFile() ? 'file' : undefined;
}

/** Whether what is at a path is what it should be. */
export function isAt(root: RunFolder, path: TreePath, { kind, digest }: Fingerprint): boolean {
  return kindOf(lookAt(root, path)) === kind && digestAt(root, path, kind) === digest;
}
