/** The error for a plan that could not be written: the path, what happened, and what to do. */

import { Problem } from '../catalogue/shape.ts';
import { errorCode } from '../tree/open-file.ts';
import type { TreePath } from '../tree/snapshot.ts';

/** A plan that could not be written, with the path, what happened, and what to do. */
export class ApplyProblem extends Problem {
  override readonly name = 'ApplyProblem';
  readonly summary: string;
  readonly path: TreePath;
  /** Originals that could not be put back, and where they are now; absent if the folder is as before. */
  readonly displaced: readonly Displaced[] | undefined;

  constructor(path: TreePath, summary: string, displaced?: readonly Displaced[]) {
    super(`${path}: ${summary}`);
    this.summary = summary;
    this.path = path;
    this.displaced = displaced;
  }
}

/** A file that is not where it was before the run. */
export interface Displaced {
  readonly original: TreePath;
  readonly now: TreePath;
}

/** The end of each message about a problem that left all files unchanged. */
export const nothingChanged = 'Nothing was changed.';

const notPermitted = 'Permission denied. Check the permissions of the file and its folder.';

const causes: { readonly [code: string]: string } = {
  EACCES: notPermitted,
  EPERM: notPermitted,
  EROFS: 'The file system is read-only.',
  ENOSPC: 'The disk is full. Free up some space, then run again.',
  EDQUOT: 'Your disk quota is exceeded. Free up some space, then run again.',
  EIO: 'The disk reported an error. Check its health and free space, then run again.',
  EXDEV:
    'It is on a different file system, so it cannot be moved. Copy it into the project, or keep it in place with --stay.',
  ENOENT:
    'It disappeared during the run. Make sure no other program is changing the folder, then run again.',
  EEXIST:
    'It appeared during the run. Make sure no other program is changing the folder, then run again.',
  EISDIR:
    'A folder appeared there during the run. Make sure no other program is changing the folder, then run again.',
  ENOTDIR:
    'Part of its path is not a folder. Make sure no other program is changing the folder, then run again.',
  EBUSY: 'Another program is using it. Close editors and development servers, and run again.',
  EMFILE: 'Too many files are open. Close other programs and run again.',
  ENFILE: 'Too many files are open on this machine. Close other programs and run again.',
  ENAMETOOLONG: 'Its name is too long for this file system.',
};

/** The meaning of a file system error, and what to do about it. */
export function causeOf(error: unknown): string {
  return (
    causes[errorCode(error) ?? ''] ??
    `The file system refused (${errorCode(error) ?? String(error)}).`
  );
}

/** The message for a failure of the disk outside a transaction; undefined for any other error. */
export function diskFailure(error: unknown): string | undefined {
  const code = errorCode(error) ?? '';
  if (!Object.hasOwn(causes, code) || /^E(?:NOENT|EXIST|ISDIR|NOTDIR)$/.test(code))
    return undefined;
  const { path } = error as NodeJS.ErrnoException;
  return `${path === undefined ? '' : `${path}: `}${causeOf(error)}`;
}

/** A problem that left all files unchanged. */
export function refused(path: TreePath, why: string): ApplyProblem {
  return new ApplyProblem(path, `${why} ${nothingChanged}`);
}

/** Does something; an error of the file system becomes a problem of the path. */
export function asProblem<Result>(path: TreePath, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof ApplyProblem ? error : refused(path, causeOf(error));
  }
}
