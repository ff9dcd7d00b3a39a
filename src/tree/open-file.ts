/** Opens files without following links or blocking, because a repository may contain traps. */

import * as fs from 'node:fs';
import { constants } from 'node:os';
import { parse, resolve, sep } from 'node:path';

/** The functions of the file system; an argument, so that tests can make any of them fail. */
export type FileSystem = typeof fs;

/** The file system functions that reading a file needs, as an argument so that tests can make them fail. */
type ReadingDisk = Pick<
  FileSystem,
  'closeSync' | 'fstatSync' | 'lstatSync' | 'openSync' | 'readFileSync'
>;

/** Why an existing path is not opened. */
type Refusal = 'a symbolic link' | 'a folder' | 'not a regular file' | 'too large';

/** A path that is not opened, because a repository may use it to point elsewhere or to block the run. */
export class RefusedFile extends Error {
  override readonly name = 'RefusedFile';
  readonly path: string;
  readonly reason: Refusal;

  constructor(path: string, reason: Refusal) {
    super(`${path}: This is ${reason}.`);
    this.path = path;
    this.reason = reason;
  }
}

// Windows has neither flag: there links are checked before, and no file name is a pipe.
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;

/**
 * Opens a file and uses its descriptor. A link at the end of the path is not followed, and a pipe does not
 * block. Throws a `RefusedFile` for everything but regular files, and the error of the file system if it fails.
 */
export function withRegularFile<Result>(
  path: string,
  use: (file: number, stats: fs.Stats) => Result,
  disk: ReadingDisk = fs,
): Result {
  const file = openWithoutFollowing(path, disk);
  try {
    const stats = disk.fstatSync(file);
    if (stats.isDirectory()) throw new RefusedFile(path, 'a folder');
    if (!stats.isFile()) throw new RefusedFile(path, 'not a regular file');
    return use(file, stats);
  } finally {
    disk.closeSync(file);
  }
}

function openWithoutFollowing(path: string, disk: ReadingDisk): number {
  if (O_NOFOLLOW === 0 && disk.lstatSync(path).isSymbolicLink())
    throw new RefusedFile(path, 'a symbolic link');
  try {
    return disk.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const code = errorCode(error);
    // Sockets cannot be opened; some systems report `EMLINK` for a link.
    if (code === 'ENXIO') throw new RefusedFile(path, 'not a regular file');
    if (code === 'ELOOP' || code === 'EMLINK') throw new RefusedFile(path, 'a symbolic link');
    throw error;
  }
}

/** Reads a regular file with at most the given number of bytes. */
export function readRegularFile(path: string, mostBytes: number, disk: ReadingDisk = fs): Buffer {
  return withRegularFile(
    path,
    (file, { size }) => {
      if (size > mostBytes) throw new RefusedFile(path, 'too large');
      return disk.readFileSync(file);
    },
    disk,
  );
}

/** Reads a regular file; undefined if that fails for any reason. */
export function readIfRegular(path: string, mostBytes: number): Buffer | undefined {
  try {
    return readRegularFile(path, mostBytes);
  } catch {
    return undefined;
  }
}

/** The code of a file system error, such as `ENOENT`; Node knows some of them only as `Unknown system error -122`. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string'))
    return undefined;
  const number = Number(/^Unknown system error -(\d+)$/.exec(error.code)?.[1]);
  const [name = error.code] =
    Object.entries(constants.errno).find(([, one]) => one === number) ?? [];
  return name;
}

/** The real path with links followed; the path itself if it does not exist. */
export function realOrSame(path: string): string {
  try {
    return fs.realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** Whether an absolute path is below a folder; links are not followed. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Whether an absolute path is a folder or below it; links are not followed. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || isBelow(path, folder);
}

/** The first symbolic link between a folder and a path below it, including the path; undefined if none. */
export function linkBetween(folder: string, path: string): string | undefined {
  return linksOn(path).find((link) => isBelow(link, folder));
}

/** All symbolic links in an absolute path, including its end, outermost first. */
export function linksOn(path: string): string[] {
  const { root } = parse(path);
  const names = path.slice(root.length).split(sep === '\\' ? /[\\/]/ : '/');
  return names.map((_, index) => root + names.slice(0, index + 1).join(sep)).filter(isLink);
}

function isLink(path: string): boolean {
  try {
    return fs.lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
