/** Reads and writes the files that are named on the command line, without following links of a repository. */

import * as fs from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { giveSecondName } from '../apply/migrated-folder.ts';
import { isFolder } from '../tree/disk.ts';
import { gitFolderAbove, prefixFrom, slashed } from '../tree/git-ignore.ts';
import {
  errorCode,
  isBelow,
  isWithin,
  linksOn,
  RefusedFile,
  readIfRegular,
  readRegularFile,
  realOrSame,
} from '../tree/open-file.ts';
import { isReportFile } from '../tree/own-files.ts';
import { decode as decodeText } from '../tree/snapshot.ts';
import { type Io, UsageError } from './io.ts';

/**
 * Throws if a path on the command line goes through a symbolic link that a repository may contain: a link in a
 * git repository or below the current folder. Links elsewhere, and on the way to the current folder, belong to
 * the user.
 */
export function refuseLinks(name: string, cwd: string): void {
  const link = linksOn(resolve(cwd, name)).find(
    (path) =>
      !isWithin(cwd, path) && (isBelow(path, cwd) || gitFolderAbove(dirname(path)) !== undefined),
  );
  if (link === undefined) return;
  const what = link === resolve(cwd, name) ? 'This' : link;
  throw new UsageError(
    `${name}: ${what} is a symbolic link, which fw-migrate does not follow. Use the path it points to instead.`,
  );
}

// Nobody writes a longer config, edition or list of settings.
const usualBytes = 10_000_000;

/** Reads a file that was named on the command line; throws with some advice if it may not or cannot be read. */
export function readNamedFile(
  name: string,
  cwd: string,
  advice: string,
  mostBytes = usualBytes,
): Buffer {
  refuseLinks(name, cwd);
  try {
    // The user's own links are followed; a link to something else than a file, such as a shell's stream, stays.
    return readRegularFile(realOrSame(resolve(cwd, name)), mostBytes);
  } catch (error) {
    throw new UsageError(`${name || "''"}: ${whyUnreadable(error, mostBytes)} ${advice}`);
  }
}

/** Like `readNamedFile`, but returns text. */
export function readNamedText(...args: Parameters<typeof readNamedFile>): string {
  return readNamedFile(...args).toString('utf8');
}

function whyUnreadable(error: unknown, mostBytes: number): string {
  const reason = error instanceof RefusedFile ? error.reason : undefined;
  if (reason === 'too large') return `The file is larger than ${mostBytes / 1_000_000} MB.`;
  if (reason !== undefined) return `This is ${reason}.`;
  const code = errorCode(error);
  if (code === 'ENOENT') return 'File not found.';
  if (code === 'EACCES' || code === 'EPERM')
    return 'Permission denied. Check the permissions of the file.';
  return `The file cannot be read (${String(code ?? error)}).`;
}

/** The text of a file of a project; undefined if it cannot be read. */
export function textOnDisk(path: string): string | undefined {
  return readIfRegular(path, usualBytes)?.toString('utf8');
}

/** Decodes a config's bytes; a BOM stays part of the text, so that it is written back. */
export function decodeConfig(bytes: Buffer, path: string): string {
  const text = decodeText(bytes);
  if (text !== undefined) return text;
  throw new UsageError(
    `${path}: The file is not UTF-8 text. Save it as UTF-8 and run again; the file was not changed.`,
  );
}

/**
 * Reads the files that a config imports, if they are in its repository or, without one, in the current folder or
 * its own. No link in there is followed, and a config behind a link is refused. Unreadable files are undefined.
 */
export function importReader(config: string, cwd: string): (path: string) => string | undefined {
  refuseLinks(config, cwd);
  const home = dirname(resolve(cwd, config));
  const border = gitFolderAbove(home) ?? (isWithin(home, cwd) ? cwd : home);
  return (path) => {
    const file = resolve(cwd, path);
    if (!isWithin(file, border) || linksOn(file).some((link) => isWithin(link, border)))
      return undefined;
    const bytes = readIfRegular(file, usualBytes);
    return bytes && decodeText(bytes);
  };
}

/** The folder that was named on the command line. */
export function folderNamed(dir: string, { cwd }: Io): string {
  const folder = resolve(cwd, process.platform === 'win32' ? plainPath(dir) : dir);
  // An empty name is usually an unset variable, and would mean the current folder.
  if (dir !== '' && isFolder(folder)) {
    refuseLinks(dir, cwd);
    return folder;
  }
  const what = fs.existsSync(folder) && dir !== '' ? 'This is not a folder.' : 'Folder not found.';
  throw new UsageError(`${dir || "''"}: ${what} Pass the folder of your project.`);
}

/** A path as everybody writes it: Windows has a second form, such as `\\\\?\\C:\\project`. */
export function plainPath(path: string): string {
  return path.replace(/^\\\\[?.]\\(?:(UNC\\)|(?=[a-z]:))/i, (_, unc) => (unc ? '\\\\' : ''));
}

/** A folder and the folders above it up to the root of its repository; without one, only the folder itself. */
export function repositoryFolders(
  folder: string,
  top = gitFolderAbove(folder) ?? folder,
): string[] {
  return folder === top || dirname(folder) === folder
    ? [folder]
    : [folder, ...repositoryFolders(dirname(folder), top)];
}

/** Paths of a folder as they are seen from another one. */
export function pathsFrom(cwd: string, folder: string): (path: string) => string {
  return (path) => slashed(relative(cwd, join(folder, path)));
}

/** The prefix of paths in a patch: from the repository or the current folder; empty if it is outside both. */
export function patchPrefix(folder: string, cwd: string): string {
  const prefix = prefixFrom(gitFolderAbove(folder) ?? cwd, folder);
  return prefix.startsWith('../') ? '' : prefix;
}

/** The command that reverts commits with new commits, the last one first. */
export function revertCommandLine(commits: readonly string[]): string {
  const names = commits.map((commit) => commit.slice(0, 12));
  return `git revert --no-edit ${names.reverse().join(' ')}`;
}

/** Whether a path is a stream of the system, such as /dev/null or /dev/stderr, and not a file to lose. */
export function isDevice(path: string): boolean {
  // /dev/shm is a folder with ordinary files.
  return path.startsWith('/dev/') && !path.startsWith('/dev/shm/');
}

/** Whether a path is a pipe, whose reader may be a CI log. */
export function isPipe(path: string): boolean {
  const stats = isDevice(path) ? fs.statSync(path, { throwIfNoEntry: false }) : undefined;
  return stats !== undefined && (stats.isFIFO() || stats.isSocket());
}

/** The file that a report would replace; undefined if there is none. Throws if it is a link or not a report. */
export function fileToReplace(name: string, cwd: string): fs.Stats | undefined {
  const path = resolve(cwd, name);
  const refuse = (why: string): never => {
    throw new UsageError(`${name}: ${why}`);
  };
  refuseLinks(name, cwd);
  const there = fs.lstatSync(path, { throwIfNoEntry: false });
  if (there?.isSymbolicLink())
    refuse(
      'This is a symbolic link, and reports are not written through links. Use a regular file.',
    );
  if (there && !there.isFile())
    refuse('This is not a regular file, so a report cannot replace it. Use another file.');
  // A typo must not overwrite a file, nor a file that the run has moved there.
  if (there && there.size > 0 && !isReportFile(path))
    refuse('This file already exists and is not a report. Remove it, or use another file.');
  return there;
}

/** Writes and flushes a temporary file, and gives it the name and mode of the report that it replaces. */
export function writeReport(name: string, text: string, cwd: string): void {
  const path = resolve(cwd, name);
  if (isDevice(path)) {
    fs.writeFileSync(path, text);
    return;
  }
  refuseLinks(name, cwd);
  // The run may have moved the folder.
  fs.mkdirSync(dirname(path), { recursive: true });
  const replaced = fileToReplace(name, cwd);
  const { randomBytes } = process.getBuiltinModule('node:crypto');
  const beside = join(dirname(path), `.fw-migrate-report-${randomBytes(6).toString('hex')}.tmp`);
  try {
    fs.writeFileSync(beside, text, { flag: 'wx', flush: true });
    if (replaced) fs.chmodSync(beside, replaced.mode & 0o777);
    if (replaced || !giveSecondName(fs, beside, path)) fs.renameSync(beside, path);
  } finally {
    fs.rmSync(beside, { force: true });
  }
}
