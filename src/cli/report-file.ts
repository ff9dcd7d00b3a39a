import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from '../project/open-file.ts';
import { isReportFile } from '../project/own-files.ts';
import { UsageError } from './io.ts';
import { refuseLinks } from './named-paths.ts';

/** A file that a report goes to: as it was named, and where that is. */
export interface Target {
  readonly name: string;
  readonly path: string;
}

/** Whether a path is the system's own way to a stream, such as /dev/null or /dev/stderr, which holds no file to lose. */
export function isDevice(path: string): boolean {
  // This one is a folder for files of anybody.
  return path.startsWith('/dev/') && !path.startsWith('/dev/shm/');
}

/** Whether what is written there goes on to someone who may read it as a log. */
export function isPipe(path: string): boolean {
  const stats = isDevice(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  return stats !== undefined && (stats.isFIFO() || stats.isSocket());
}

/** The file that a report would replace; undefined if there is none. Throws if a link or something else is there. */
export function fileToReplace({ name, path }: Target, cwd: string): Stats | undefined {
  refuseLinks(name, cwd);
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there?.isSymbolicLink())
    throw new UsageError(
      `${name}: This is a symbolic link, and reports are not written through links. Use a regular file.`,
    );
  if (there && !there.isFile())
    throw new UsageError(
      `${name}: This is not a regular file, so a report cannot replace it. Use another file.`,
    );
  // A slip of the fingers must not cost a file, nor one that the run has moved there.
  if (there && there.size > 0 && !isReportFile(path))
    throw new UsageError(
      `${name}: This file already exists and is not a report. Remove it, or use another file.`,
    );
  return there;
}

/**
 * Writes a report beside its place, down to the disk, and puts it there as a whole, with the permissions of the file
 * that it replaces. No link is followed.
 */
export function writeReport(target: Target, text: string, cwd: string): void {
  const { path } = target;
  if (isDevice(path)) {
    writeFileSync(path, text);
    return;
  }
  refuseLinks(target.name, cwd);
  // The folder may have moved with the run.
  mkdirSync(dirname(path), { recursive: true });
  const replaced = fileToReplace(target, cwd);
  const beside = join(dirname(path), `.fw-migrate-report-${randomBytes(6).toString('hex')}.tmp`);
  try {
    writeFileSync(beside, text, { flag: 'wx', flush: true });
    if (replaced) chmodSync(beside, replaced.mode & 0o777);
    if (replaced || !hasSecondName(beside, path)) renameSync(beside, path);
  } finally {
    rmSync(beside, { force: true });
  }
}

/** Gives a file its place, unless one has appeared there; whether the file system could. */
function hasSecondName(path: string, place: string): boolean {
  try {
    linkSync(path, place);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw error;
    return false;
  }
}
