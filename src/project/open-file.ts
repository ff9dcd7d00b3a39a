import * as fs from 'node:fs';
import { parse, resolve, sep } from 'node:path';

/** The functions of the file system that reading one file takes; an argument, so that tests can make any fail. */
type ReadingDisk = Pick<typeof fs, 'closeSync' | 'fstatSync' | 'lstatSync' | 'openSync' | 'readFileSync'>;

/** Why a path is not opened although something is there. */
type Refusal = 'a symbolic link' | 'a folder' | 'not a regular file' | 'too large';

/** Something that is not opened, because a repository may have put it there to lead elsewhere or to never end. */
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

// Windows has neither: there a link is only seen by looking before, and no name of a file is a pipe.
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;

/**
 * Opens a file, and does something with its descriptor. A link at the end of the path is not followed, and what is not
 * a regular file is not waited for. Throws a `RefusedFile` for those, and the error of the file system if it fails.
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
    // A socket cannot be opened at all; some systems call a link that is not followed `EMLINK`.
    if (code === 'ENXIO') throw new RefusedFile(path, 'not a regular file');
    if (code === 'ELOOP' || code === 'EMLINK') throw new RefusedFile(path, 'a symbolic link');
    throw error;
  }
}

/** Reads a file as `withRegularFile` opens it, if it has at most so many bytes. */
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

/** The same; undefined if it cannot be read, for whatever reason. */
export function readIfRegular(path: string, mostBytes: number): Buffer | undefined {
  try {
    return readRegularFile(path, mostBytes);
  } catch {
    return undefined;
  }
}

/** The code of an error of the file system, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Where a path leads, links followed; the path itself if there is nothing. */
export function realOrSame(path: string): string {
  try {
    return fs.realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** Whether an absolute path is below a folder, as it is written: links are not followed. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Whether an absolute path is a folder or below it, as it is written. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || isBelow(path, folder);
}

/** The first symbolic link on the way from a folder to a path below it, its end included; undefined if there is none. */
export function linkBetween(folder: string, path: string): string | undefined {
  return linksOn(path).find((link) => isBelow(link, folder));
}

/** Every symbolic link on an absolute path, its end included, the outermost first. */
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
