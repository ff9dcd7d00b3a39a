import * as fs from 'node:fs';
import { parse, sep } from 'node:path';
import { errorCode } from './file-errors.ts';

/** The functions of the file system that reading one file takes; an argument, so that tests can make any fail. */
export type ReadingDisk = Pick<
  typeof fs,
  'closeSync' | 'fstatSync' | 'lstatSync' | 'openSync' | 'readFileSync'
>;

/** Why a path is not opened although something is there. */
export type Refusal = 'a symbolic link' | 'a folder' | 'not a regular file' | 'too large';

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
 * a regular file is not waited for. Throws a `RefusedFile` for those, and the error of the file system where it fails.
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

/** The first symbolic link on the way from a folder to a path below it, its end included; undefined if there is none. */
export function linkBetween(
  folder: string,
  path: string,
  disk: Pick<typeof fs, 'lstatSync'> = fs,
): string | undefined {
  return linksOn(path, disk).find((link) => link.startsWith(folder.endsWith(sep) ? folder : folder + sep));
}

/** Every symbolic link on an absolute path, its end included, the outermost first. */
export function linksOn(path: string, disk: Pick<typeof fs, 'lstatSync'> = fs): string[] {
  return partsOf(path).filter((part) => isLink(part, disk));
}

/** A path and all folders that it is in, the outermost first. */
function partsOf(path: string): string[] {
  const { root } = parse(path);
  const names = path.slice(root.length).split(sep === '\\' ? /[\\/]/ : '/');
  return names.map((_, index) => root + names.slice(0, index + 1).join(sep));
}

function isLink(path: string, disk: Pick<typeof fs, 'lstatSync'>): boolean {
  try {
    return disk.lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
