/** Which folder a command reads and writes, and which projects in it the named folders choose. */

import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ignoreSettings } from '../tree/git.ts';
import { gitFolderAbove, isIgnoredFolder, slashed } from '../tree/git-ignore.ts';
import { ownFolder } from '../tree/own-files.ts';
import type { TreePath } from '../tree/snapshot.ts';
import type { CommandFlags } from './flags.ts';
import { type Io, UsageError } from './io.ts';
import { folderNamed, repositoryFolders } from './named-files.ts';

/** What a command works on. */
export interface Target {
  /** The folder that is read and written. */
  readonly folder: string;
  /** The folders in it whose projects are chosen; undefined for all. */
  readonly within?: readonly TreePath[];
  /** Where settings and the edition are looked up. */
  readonly near: string;
}

/**
 * The projects that folders choose: the whole repository is read, because its files refer to each other. Outside of a
 * repository, and with `here`, there is only the folder.
 */
export function targetOf(
  dirs: readonly string[],
  { here = false }: Pick<CommandFlags, 'here'>,
  io: Io,
): Target {
  const folders = (dirs.length === 0 ? ['.'] : dirs).map((dir) => folderNamed(dir, io));
  const topOf = (folder: string) => {
    const top = here ? undefined : gitFolderAbove(folder);
    // What a repository ignores is no part of it.
    const isOwn = top === undefined || top === folder;
    return isOwn || isIgnoredFolder(folder, ignoreSettings(folder)) ? folder : top;
  };
  const [folder = io.cwd, ...others] = new Set(folders.map(topOf));
  if (others.length > 0)
    throw new UsageError(
      here
        ? 'With --here, there can be only one folder. Run fw-migrate once for each of them, or leave out --here.'
        : 'These folders are not in one git repository. Run fw-migrate once for each of them.',
    );
  if (gitFolderAbove(folder) === undefined && isPart(folder))
    io.err(
      `${slashed(relative(io.cwd, folder)) || 'This folder'} is not in a git repository, so only its own files are read: others that refer to them are not updated.\n`,
    );
  const [near = folder, ...more] = folders;
  const within = folders.map((chosen) => slashed(relative(folder, chosen)));
  if (within.includes('')) return { folder, near: folder };
  return { folder, within, near: more.length > 0 ? folder : near };
}

/** Whether a folder above seems to have it as a part, such as a workspace. */
function isPart(folder: string): boolean {
  const above = dirname(folder);
  const isPackage = ['package.json', 'pnpm-workspace.yaml'].some((name) =>
    existsSync(join(above, name)),
  );
  return above !== folder && (isPackage || isPart(above));
}

/** The folder of the last run that a folder is a part of: itself or, in its repository, one above it. */
export function folderOfRun(folder: string): string {
  const hasRun = (place: string) => existsSync(join(place, ownFolder));
  return repositoryFolders(folder).find(hasRun) ?? folder;
}
