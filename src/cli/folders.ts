import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { isFolder } from '../project/disk.ts';
import { gitFolderAbove } from '../project/git-ignore.ts';
import { type Io, UsageError } from './io.ts';
import { refuseLinks } from './named-paths.ts';

/** The folder that a command was given. */
export function folderNamed(dir: string, { cwd }: Io): string {
  const folder = resolve(cwd, dir);
  // An empty name is mostly a variable that is not set, and would mean the current folder.
  if (dir !== '' && isFolder(folder)) {
    refuseLinks(dir, cwd);
    return folder;
  }
  const what = existsSync(folder) && dir !== '' ? 'This is not a folder.' : 'There is no such folder.';
  throw new UsageError(`${dir || "''"}: ${what} Name the folder of your project.`);
}

/** What stands in front of the paths of a run, so that they can be opened from where the command was called. */
export function prefixFrom(base: string, folder: string): string {
  const path = relative(base, folder).split(sep).join('/');
  return path === '' ? '' : `${path}/`;
}

/** Patches of a repository are read from its top; elsewhere from where the command was called, or in the folder itself. */
export function patchPrefix(folder: string, cwd: string): string {
  const prefix = prefixFrom(gitFolderAbove(folder) ?? cwd, folder);
  return prefix.startsWith('../') ? '' : prefix;
}

/** A path as a word that can be pasted behind a command. */
export function shellWord(path: string): string {
  if (/^[\w./][\w./-]*$/.test(path)) return path;
  return quoted(path.startsWith('-') ? `./${path}` : path);
}

/** A text that a shell takes as one word, as it is. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
