import { realpathSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { gitFolderAbove } from '../project/git-ignore.ts';
import { errorCode, linksOn, RefusedFile, readRegularFile } from '../project/open-file.ts';
import { UsageError } from './io.ts';

/**
 * Makes sure that a path on the command line does not lead elsewhere by a symbolic link that a repository may have put
 * there: one that lies in a git repository, or below the current folder. Links elsewhere are the person's own, and so
 * is how the current folder was reached.
 */
export function refuseLinks(name: string, cwd: string): void {
  const link = linksOn(resolve(cwd, name)).find(
    (one) =>
      !`${cwd}${sep}`.startsWith(one + sep) &&
      (one.startsWith(cwd.endsWith(sep) ? cwd : cwd + sep) || gitFolderAbove(dirname(one)) !== undefined),
  );
  if (link === undefined) return;
  const what = link === resolve(cwd, name) ? 'This' : link;
  throw new UsageError(
    `${name}: ${what} is a symbolic link, and fw-migrate follows none that a repository may contain. Use the path it points to instead.`,
  );
}

/**
 * Reads a file that was named on the command line. Throws a `UsageError` with some advice if that is a link of a
 * repository, not a regular file, too large, or cannot be read.
 */
export function readNamedFile(name: string, cwd: string, mostBytes: number, advice: string): Buffer {
  refuseLinks(name, cwd);
  try {
    return readRegularFile(ownPath(resolve(cwd, name)), mostBytes);
  } catch (error) {
    throw new UsageError(`${name || "''"}: ${whyUnreadable(error, mostBytes)} ${advice}`);
  }
}

/** Where a link leads that is the person's own; one that leads to no file, such as a stream of a shell, stays one. */
function ownPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function whyUnreadable(error: unknown, mostBytes: number): string {
  if (error instanceof RefusedFile)
    return error.reason === 'too large'
      ? `The file is larger than ${mostBytes / 1_000_000} MB.`
      : `This is ${error.reason}.`;
  const code = errorCode(error);
  if (code === 'ENOENT') return 'There is no such file.';
  if (code === 'EACCES' || code === 'EPERM') return 'The file may not be read. Check its permissions.';
  return `The file cannot be read (${String(code ?? error)}).`;
}
