import { constants } from 'node:fs';
import { errorCode } from '../project/open-file.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import { type Fingerprint, lookAt, onDisk, type RunFolder, type Stats } from './run-folder.ts';

/** How a new file is written. */
interface WriteOptions {
  /** The file whose owner and mode it gets; by default it belongs to the owner of its folder. */
  readonly like?: Stats;
  /** Whether it must survive a power cut; nobody but its owner can read it then. */
  readonly isDurable?: boolean;
}

/** Writes a new file; nothing that is there already is overwritten or followed. */
export function writeNew(root: RunFolder, path: TreePath, text: string, options: WriteOptions = {}): void {
  const { disk } = root;
  const { like, isDurable = false } = options;
  withOpen(root, path, 'wx', isDurable ? 0o600 : 0o644, (file) => {
    // Unlike `writeSync`, this goes on until all of it is written.
    disk.writeFileSync(file, text);
    giveFile(root, file, like ?? lookAt(root, parentOf(path)));
    if (like) disk.fchmodSync(file, like.mode & 0o7777);
    if (isDurable) disk.fsyncSync(file);
  });
}

function withOpen(
  root: RunFolder,
  path: TreePath,
  flags: string | number,
  mode: number | undefined,
  use: (file: number) => void,
): void {
  const file = root.disk.openSync(onDisk(root, path), flags, mode);
  try {
    use(file);
  } finally {
    root.disk.closeSync(file);
  }
}

/** Gives an open file to an owner: a run as the superuser, as in containers, would otherwise take it away from them. */
function giveFile({ disk }: RunFolder, file: number, owner: Stats | undefined): void {
  const own = owner && disk.fstatSync(file);
  if (!own || (own.uid === owner.uid && own.gid === owner.gid)) return;
  try {
    disk.fchownSync(file, owner.uid, owner.gid);
  } catch {
    // Only the superuser may give files away.
  }
}

/** Flushes files, and the names in folders, to the disk, as far as the system has a way to do so. */
export function syncPaths(root: RunFolder, paths: Iterable<TreePath>): void {
  for (const path of paths) {
    try {
      withOpen(root, path, 'r', undefined, (file) => root.disk.fsyncSync(file));
    } catch {
      // Windows does not open folders, and a folder may be gone by now. Only a power cut could tell the difference.
    }
  }
}

/** Makes a folder with the owner of its parent folder. An existing one is not an error. */
export function makeFolder(root: RunFolder, path: TreePath, mode?: number): void {
  try {
    root.disk.mkdirSync(onDisk(root, path));
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && lookAt(root, path)?.isDirectory()) return;
    throw error;
  }
  try {
    withFolder(root, path, (file) => {
      giveFile(root, file, lookAt(root, parentOf(path)));
      if (mode !== undefined) root.disk.fchmodSync(file, mode);
    });
  } catch (error) {
    // It is made as it should be, or not at all.
    removeFolder(root, path);
    throw error;
  }
}

/** Gives a folder its mode. */
export function setFolderMode(root: RunFolder, path: TreePath, mode: number): void {
  withFolder(root, path, (file) => root.disk.fchmodSync(file, mode));
}

// Windows has neither owners nor modes of folders, and cannot open one.
const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
const folderFlags =
  O_DIRECTORY === undefined || O_NOFOLLOW === undefined ? undefined : O_RDONLY | O_DIRECTORY | O_NOFOLLOW;

/** Does something to a folder by its descriptor, so that it is that very folder and nothing that took its name. */
function withFolder(root: RunFolder, path: TreePath, use: (file: number) => void): void {
  if (folderFlags !== undefined) withOpen(root, path, folderFlags, undefined, use);
}

/** Removes a folder unless something is in it. */
export function removeFolder(root: RunFolder, path: TreePath): void {
  try {
    root.disk.rmdirSync(onDisk(root, path));
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) throw error;
  }
}

/** Deletes a file or link. */
export function removeFile(root: RunFolder, path: TreePath): void {
  root.disk.unlinkSync(onDisk(root, path));
}

/** Renames whatever is at a path at this instant, if the new name is free: in our folder nobody else takes one. */
export function renameIfFree(root: RunFolder, from: TreePath, to: TreePath): void {
  // The file system would silently replace what is there.
  if (lookAt(root, to)) throw Object.assign(new Error(`${to} exists`), { code: 'EEXIST' });
  root.disk.renameSync(onDisk(root, from), onDisk(root, to));
}

/**
 * Puts a file of our folder into a place. A second name is made first, which fails if the name is taken, so that a file
 * which appears there at this instant is not replaced. Links, and files on file systems without second names, are
 * renamed if the name is free.
 */
export function putInPlace(
  root: RunFolder,
  from: TreePath,
  to: TreePath,
  kind: Fingerprint['kind'] = 'file',
): void {
  if (kind === 'link' || !giveSecondName(root, from, to)) renameIfFree(root, from, to);
  else removeFile(root, from);
}

// Not every file system has second names, and not for every file.
const withoutSecondNames: readonly (string | undefined)[] = [
  ...['EACCES', 'EINVAL', 'EMLINK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM'],
  ...(process.platform === 'win32' ? ['EISDIR'] : []),
];

/** Gives a file another name, if that is free: throws if it is not. Whether the file system could. */
export function giveSecondName(root: RunFolder, from: TreePath, to: TreePath): boolean {
  try {
    root.disk.linkSync(onDisk(root, from), onDisk(root, to));
    return true;
  } catch (error) {
    if (withoutSecondNames.includes(errorCode(error))) return false;
    throw error;
  }
}

/** Whether two paths are names of one file, which then has at least two. */
export function isOneFile(root: RunFolder, one: TreePath, other: TreePath): boolean {
  // Numbers of files may be larger than what a number holds exactly.
  const [a, b] = [one, other].map((path) => root.disk.lstatSync(onDisk(root, path), { bigint: true }));
  return a !== undefined && b !== undefined && a.nlink > 1n && a.ino === b.ino && a.dev === b.dev;
}
