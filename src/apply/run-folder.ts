import * as fs from 'node:fs';
import { join } from 'node:path';
import type { PlannedFile } from '../plan/plan.ts';
import { crypto } from '../project/crypto.ts';
import { errorCode, withRegularFile } from '../project/open-file.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import { type Trust, userTrust } from './trust.ts';

/** The functions of the file system; an argument, so that tests can make any of them fail. */
export type FileSystem = typeof fs;

/** What the file system says of a path. */
export type Stats = fs.Stats;

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
  return new RunFolder(folder, disk, userTrust(folder, acceptForeign));
}

/** The hash of what a file holds, or of what a link says. */
export type Digest = string;

/** What a file or link is, wherever it lies. */
export interface Fingerprint {
  readonly kind: PlannedFile['kind'];
  readonly digest: Digest;
}

/** How a new file is written. */
interface WriteOptions {
  /** The file whose owner and mode it gets; by default it belongs to the owner of its folder. */
  readonly like?: Stats;
  /** Whether it must survive a power cut; nobody but its owner can read it then. */
  readonly isDurable?: boolean;
}

/**
 * A folder on a disk, what the paths of a plan are relative to, and whose state in it counts. No operation follows links
 * or replaces what is there.
 */
export class RunFolder {
  readonly folder: string;
  readonly disk: FileSystem;
  readonly trust: Trust;

  constructor(folder: string, disk: FileSystem, trust: Trust) {
    this.folder = folder;
    this.disk = disk;
    this.trust = trust;
  }

  /** Another folder on the same disk. */
  neighbour(folder: string): RunFolder {
    return new RunFolder(folder, this.disk, this.trust);
  }

  /** The path of the file system for a path of the plan. */
  onDisk(path: TreePath): string {
    return join(this.folder, path);
  }

  /** What is at a path, without following links; undefined if there is nothing. */
  lookAt(path: TreePath): Stats | undefined {
    try {
      return this.disk.lstatSync(this.onDisk(path), { throwIfNoEntry: false });
    } catch (error) {
      // A file is where the path has a folder.
      if (errorCode(error) === 'ENOTDIR') return undefined;
      throw error;
    }
  }

  /** The first folder on the way to a path that is not one: nothing is read or moved through a link or a file. */
  obstacleTo(path: TreePath): TreePath | undefined {
    return foldersOf(path).find((folder) => {
      const there = this.lookAt(folder);
      return there && !there.isDirectory();
    });
  }

  /** The digest of what is at a path, which is known to be of that kind. */
  digestAt(path: TreePath, kind: Fingerprint['kind']): Digest {
    const { disk } = this;
    if (kind === 'link') return digestOf(disk.readlinkSync(this.onDisk(path), 'utf8'));
    return withRegularFile(this.onDisk(path), (file, { size }) => digestOfOpen(disk, file, size), disk);
  }

  /** Whether what is at a path is what it should be. */
  isAt(path: TreePath, { kind, digest }: Fingerprint): boolean {
    return kindOf(this.lookAt(path)) === kind && this.digestAt(path, kind) === digest;
  }

  /** Writes a new file. */
  writeNew(path: TreePath, text: string, { like, isDurable = false }: WriteOptions = {}): void {
    const { disk } = this;
    this.#withOpen(path, 'wx', isDurable ? 0o600 : 0o644, (file) => {
      // Unlike `writeSync`, this goes on until all of it is written.
      disk.writeFileSync(file, text);
      giveFile(disk, file, like ?? this.lookAt(parentOf(path)));
      if (like) disk.fchmodSync(file, like.mode & 0o7777);
      if (isDurable) disk.fsyncSync(file);
    });
  }

  #withOpen(
    path: TreePath,
    flags: string | number,
    mode: number | undefined,
    use: (file: number) => void,
  ): void {
    const file = this.disk.openSync(this.onDisk(path), flags, mode);
    try {
      use(file);
    } finally {
      this.disk.closeSync(file);
    }
  }

  /** Flushes files, and the names in folders, to the disk, as far as the system has a way to do so. */
  syncPaths(paths: Iterable<TreePath>): void {
    for (const path of paths) {
      try {
        this.#withOpen(path, 'r', undefined, (file) => this.disk.fsyncSync(file));
      } catch {
        // Windows does not open folders, and a folder may be gone by now. Only a power cut could tell the difference.
      }
    }
  }

  /** Makes a folder with the owner of its parent folder, of a spare one if the disk is full. An existing one is not an error. */
  makeFolder(path: TreePath, mode?: number, spare?: TreePath): void {
    try {
      this.disk.mkdirSync(this.onDisk(path));
    } catch (error) {
      const code = errorCode(error) ?? '';
      if (code === 'EEXIST' && this.lookAt(path)?.isDirectory()) return;
      if (spare === undefined || !noRoom.includes(code) || !this.lookAt(spare)) throw error;
      this.renameIfFree(spare, path);
    }
    try {
      this.#withFolder(path, (file) => {
        giveFile(this.disk, file, this.lookAt(parentOf(path)));
        if (mode !== undefined) this.disk.fchmodSync(file, mode);
      });
    } catch (error) {
      // It is made as it should be, or not at all.
      this.removeFolder(path);
      throw error;
    }
  }

  /** Gives a folder its mode. */
  setFolderMode(path: TreePath, mode: number): void {
    this.#withFolder(path, (file) => this.disk.fchmodSync(file, mode));
  }

  /** Does something to a folder by its descriptor, so that it is that very folder and nothing that took its name. */
  #withFolder(path: TreePath, use: (file: number) => void): void {
    if (folderFlags !== undefined) this.#withOpen(path, folderFlags, undefined, use);
  }

  /** Removes a folder unless something is in it. */
  removeFolder(path: TreePath): void {
    try {
      this.disk.rmdirSync(this.onDisk(path));
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) throw error;
    }
  }

  /** Deletes a file or link. */
  removeFile(path: TreePath): void {
    this.disk.unlinkSync(this.onDisk(path));
  }

  /** Renames whatever is at a path at this instant, if the new name is free: in our folder nobody else takes one. */
  renameIfFree(from: TreePath, to: TreePath): void {
    // The file system would silently replace what is there.
    if (this.lookAt(to)) throw Object.assign(new Error(`${to} exists`), { code: 'EEXIST' });
    this.disk.renameSync(this.onDisk(from), this.onDisk(to));
  }

  /**
   * Puts a file of our folder into a place. A second name is made first, which fails if the name is taken, so that a
   * file which appears there at this instant is not replaced. Links, and files on file systems without second names, are
   * renamed if the name is free.
   */
  putInPlace(from: TreePath, to: TreePath, kind: Fingerprint['kind'] = 'file'): void {
    if (kind === 'link' || !this.giveSecondName(from, to)) this.renameIfFree(from, to);
    else this.removeFile(from);
  }

  /** Gives a file a second name; throws if that is taken. Returns whether the file system could. */
  giveSecondName(from: TreePath, to: TreePath): boolean {
    try {
      this.disk.linkSync(this.onDisk(from), this.onDisk(to));
      return true;
    } catch (error) {
      if (withoutSecondNames.includes(errorCode(error))) return false;
      throw error;
    }
  }

  /** Whether two paths are names of one file, which then has at least two. */
  isOneFile(one: TreePath, other: TreePath): boolean {
    // Numbers of files may be larger than what a number holds exactly.
    const [a, b] = [one, other].map((path) => this.disk.lstatSync(this.onDisk(path), { bigint: true }));
    return a !== undefined && b !== undefined && a.nlink > 1n && a.ino === b.ino && a.dev === b.dev;
  }
}

// Windows has neither owners nor modes of folders, and cannot open one.
const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = fs.constants;
const folderFlags =
  O_DIRECTORY === undefined || O_NOFOLLOW === undefined ? undefined : O_RDONLY | O_DIRECTORY | O_NOFOLLOW;

const noRoom: readonly string[] = ['EDQUOT', 'ENOSPC'];

// Not every file system has second names, and not for every file; some need room for them.
const withoutSecondNames: readonly (string | undefined)[] = [
  ...noRoom,
  ...['EACCES', 'EINVAL', 'EMLINK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM'],
  ...(process.platform === 'win32' ? ['EISDIR'] : []),
];

/** Gives an open file to an owner: a run as the superuser, as in containers, would otherwise take it away from them. */
function giveFile(disk: FileSystem, file: number, owner: Stats | undefined): void {
  const own = owner && disk.fstatSync(file);
  if (!own || (own.uid === owner.uid && own.gid === owner.gid)) return;
  try {
    disk.fchownSync(file, owner.uid, owner.gid);
  } catch {
    // Only the superuser may give files away.
  }
}

/** The folders that a path lies in, the outermost first, without the folder of the run. */
export function foldersOf(path: TreePath): readonly TreePath[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

/** The digest of a text. */
export function digestOf(text: string): Digest {
  return crypto().createHash('sha256').update(text).digest('base64');
}

/** Read in parts, because a video that moves need not fit into memory. */
function digestOfOpen(disk: FileSystem, file: number, size: number): Digest {
  const hash = crypto().createHash('sha256');
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
