/** The folder that a run writes to, with file operations that follow no links and overwrite nothing. */

import * as fs from 'node:fs';
import { join } from 'node:path';
import type { PlannedFile } from '../plan/plan.ts';
import { errorCode, type FileSystem, withRegularFile } from '../tree/open-file.ts';
import { parentOf, type TreePath } from '../tree/snapshot.ts';
import { patientDisk } from './patient-disk.ts';
import { crypto, type Trust, userTrust } from './trust.ts';

/** The status of a path in the file system. */
export type Stats = fs.Stats;

/** The disk that a command works on, and whose state it trusts; by default this machine's disk and user. */
export interface DiskOptions {
  readonly disk?: FileSystem;
  /** Whether state of another machine or user is trusted: someone has confirmed that it is theirs. */
  readonly acceptForeign?: boolean;
  /** The system whose rules the disk has. */
  readonly platform?: NodeJS.Platform;
}

/** The folder that a run works on. */
export function migratedFolderAt(
  folder: string,
  { disk = fs, acceptForeign = false, platform = process.platform }: DiskOptions = {},
) {
  const isWindows = platform === 'win32';
  const trust = userTrust(folder, acceptForeign);
  return new MigratedFolder(folder, isWindows ? patientDisk(disk) : disk, trust, isWindows);
}

/** The hash of the content of a file, or of the target of a link. */
export type Digest = string;

/** The identity of a file or link, independent of its path. */
export interface Fingerprint {
  readonly kind: PlannedFile['kind'];
  readonly digest: Digest;
}

interface WriteOptions {
  /** The file whose owner and mode it gets; by default it belongs to the owner of its folder. */
  readonly like?: Stats;
  /** Whether it must survive a power cut; only its owner can read it then. */
  readonly isDurable?: boolean;
}

/** The folder of a run, its disk and whose state is trusted. Nothing follows links or replaces existing files. */
export class MigratedFolder {
  readonly folder: string;
  readonly disk: FileSystem;
  readonly trust: Trust;
  readonly isWindows: boolean;

  constructor(folder: string, disk: FileSystem, trust: Trust, isWindows: boolean) {
    this.folder = folder;
    this.disk = disk;
    this.trust = trust;
    this.isWindows = isWindows;
  }

  neighbour(folder: string): MigratedFolder {
    return new MigratedFolder(folder, this.disk, this.trust, this.isWindows);
  }

  /** The file system path for a path of the plan. */
  onDisk(path: TreePath): string {
    return join(this.folder, path);
  }

  /** The status of a path, without following links; undefined if nothing exists there. */
  lookAt(path: TreePath): Stats | undefined {
    try {
      return this.disk.lstatSync(this.onDisk(path), { throwIfNoEntry: false });
    } catch (error) {
      // One of the folders in the path is a file.
      if (errorCode(error) === 'ENOTDIR') return undefined;
      throw error;
    }
  }

  /** The first parent of a path that is not a folder: nothing is read or moved through a link or a file. */
  obstacleTo(path: TreePath): TreePath | undefined {
    return foldersOf(path).find((folder) => {
      const there = this.lookAt(folder);
      return there && !there.isDirectory();
    });
  }

  digestAt(path: TreePath, kind: Fingerprint['kind']): Digest {
    const { disk } = this;
    if (kind === 'link') return digestOf(disk.readlinkSync(this.onDisk(path), 'utf8'));
    return withRegularFile(
      this.onDisk(path),
      (file, { size }) => digestOfOpen(disk, file, size),
      disk,
    );
  }

  isAt(path: TreePath, { kind, digest }: Fingerprint): boolean {
    return kindOf(this.lookAt(path)) === kind && this.digestAt(path, kind) === digest;
  }

  writeNew(path: TreePath, text: string, { like, isDurable = false }: WriteOptions = {}): void {
    const { disk } = this;
    this.#withOpen(path, 'wx', isDurable ? 0o600 : 0o644, (file) => {
      // Unlike `writeSync`, this continues until everything is written.
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
  ) {
    const file = this.disk.openSync(this.onDisk(path), flags, mode);
    try {
      use(file);
    } finally {
      this.disk.closeSync(file);
    }
  }

  /** Flushes files, and the names in folders, to the disk, as far as the system supports it. */
  syncPaths(paths: Iterable<TreePath>): void {
    for (const path of paths) {
      try {
        this.#withOpen(path, 'r', undefined, (file) => this.disk.fsyncSync(file));
      } catch {
        // Windows cannot open folders, and a folder may be gone by now. It only matters in a power cut.
      }
    }
  }

  /** Makes a folder with the owner of its parent. It may exist. */
  makeFolder(path: TreePath, mode?: number): void {
    try {
      this.disk.mkdirSync(this.onDisk(path));
    } catch (error) {
      if (errorCode(error) === 'EEXIST' && this.lookAt(path)?.isDirectory()) return;
      throw error;
    }
    // Windows has no owners and modes of folders, and cannot open folders.
    if (folderFlags === undefined) return;
    try {
      // By its descriptor, nothing that takes its name is changed instead.
      this.#withOpen(path, folderFlags, undefined, (file) => {
        giveFile(this.disk, file, this.lookAt(parentOf(path)));
        if (mode !== undefined) this.disk.fchmodSync(file, mode);
      });
    } catch (error) {
      // A folder without the right owner and mode is removed again.
      this.removeFolder(path);
      throw error;
    }
  }

  /** Removes a folder if it is empty. */
  removeFolder(path: TreePath): void {
    try {
      this.disk.rmdirSync(this.onDisk(path));
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) throw error;
    }
  }

  removeFile(path: TreePath): void {
    this.disk.unlinkSync(this.onDisk(path));
  }

  /** Renames whatever is at a path, if the new name is free: nobody else takes names in our folder. */
  renameIfFree(from: TreePath, to: TreePath): void {
    // The file system would silently replace an existing file.
    if (this.lookAt(to)) throw Object.assign(new Error(`${to} exists`), { code: 'EEXIST' });
    this.disk.renameSync(this.onDisk(from), this.onDisk(to));
  }

  /**
   * Moves a file of our folder to a path. A second name is made first, which fails if the path is taken, so
   * that a file that appears there at this moment is not replaced. Links, and files that cannot have second
   * names, are renamed if the path is free.
   */
  putInPlace(from: TreePath, to: TreePath, kind: Fingerprint['kind'] = 'file'): void {
    if (kind === 'link' || !this.giveSecondName(from, to)) this.renameIfFree(from, to);
    else this.removeFile(from);
  }

  giveSecondName(from: TreePath, to: TreePath): boolean {
    // Windows takes the attribute from a read-only file when one of its names is removed.
    const losesAttribute = this.isWindows && ((this.lookAt(from)?.mode ?? 0) & 0o200) === 0;
    return !losesAttribute && giveSecondName(this.disk, this.onDisk(from), this.onDisk(to));
  }

  /** Whether two paths are names of the same file. */
  isOneFile(first: TreePath, second: TreePath): boolean {
    // Inode numbers may be larger than a number can hold exactly.
    const [a, b] = [first, second].map((path) =>
      this.disk.lstatSync(this.onDisk(path), { bigint: true }),
    );
    return a !== undefined && b !== undefined && a.nlink > 1n && a.ino === b.ino && a.dev === b.dev;
  }
}

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = fs.constants;
const folderFlags =
  O_DIRECTORY === undefined || O_NOFOLLOW === undefined
    ? undefined
    : O_RDONLY | O_DIRECTORY | O_NOFOLLOW;

// Errors of file systems that cannot make a second name at all, for a file, or for lack of space.
const withoutSecondNames: readonly (string | undefined)[] = [
  ...['EDQUOT', 'ENOSPC', 'EACCES', 'EINVAL', 'EMLINK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM'],
  ...(process.platform === 'win32' ? ['EISDIR'] : []),
];

/** Gives a file a second name (a hard link). Throws if it is taken. Returns whether the file system can. */
export function giveSecondName(disk: FileSystem, from: string, to: string): boolean {
  try {
    disk.linkSync(from, to);
    return true;
  } catch (error) {
    if (withoutSecondNames.includes(errorCode(error))) return false;
    throw error;
  }
}

/** Sets the owner of an open file: files that the superuser writes, as in containers, would belong to root. */
function giveFile(disk: FileSystem, file: number, owner: Stats | undefined): void {
  const current = owner && disk.fstatSync(file);
  if (!current || (current.uid === owner.uid && current.gid === owner.gid)) return;
  try {
    disk.fchownSync(file, owner.uid, owner.gid);
  } catch {
    // Only the superuser may change the owner of a file.
  }
}

/** The parent folders of a path, outermost first, without the migrated folder. */
export function foldersOf(path: TreePath): readonly TreePath[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

export function digestOf(text: string): Digest {
  return crypto().createHash('sha256').update(text).digest('base64');
}

/** The file is read in parts, because a large one may not fit into memory. */
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
