import { constants, existsSync, rmSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { readSnapshot } from '../project/disk.ts';
import { slashed } from '../project/git-ignore.ts';
import { errorCode, isWithin } from '../project/open-file.ts';
import { ownFolder } from '../project/own-files.ts';
import { repositoryFolders } from './named-files.ts';

/** A copy of a folder, in which changes do not affect the folder. */
interface Scratch {
  /** The copy of the folder. */
  readonly folder: string;
  /** Removes the copy; returns its path if that is not possible. */
  remove(): Promise<string | undefined>;
}

/** Folders of version control and of fw-migrate, which are useless or harmful in a copy. */
const versionControl = ['.git', '.hg', '.svn'];
const neverCopied: readonly string[] = [...versionControl, ownFolder];

/** Names to leave out of a copy in which a run is undone and its packages are installed. */
export const leftOutBefore: readonly string[] = [...versionControl, 'node_modules'];

/** Often large, and rebuilt by the tools that need them; left out if git ignores them. */
const buildFolders = new Set(['.output', '.cache', '.turbo', '.nx', '.venv', 'venv', 'target']);

/**
 * Copies a folder and its workspace to the temporary folder of the system. Dependencies are linked to their
 * originals; links between packages of the workspace point to the copies.
 */
export async function makeScratch(
  folder: string,
  signal: AbortSignal,
  never: readonly string[] = neverCopied,
): Promise<Scratch> {
  const real = await fs.realpath(folder);
  // The outermost package of the repository, in which a workspace has its dependencies and settings.
  const top = repositoryFolders(real).findLast((at) => existsSync(join(at, 'package.json'))) ?? real;
  const builds = readSnapshot(top).ignored.filter(({ path }) => buildFolders.has(basename(path)));
  const home = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'fw-migrate-verify-')));
  const removeNow = (): void => rmSync(home, { recursive: true, force: true });
  process.once('exit', removeNow);
  const remove = async (): Promise<string | undefined> => {
    process.off('exit', removeNow);
    try {
      await fs.rm(home, { recursive: true, force: true, maxRetries: 3 });
      return undefined;
    } catch {
      return home;
    }
  };
  const copy = join(home, basename(top) || 'root');
  try {
    const leftOut = new Set(builds.map(({ path }) => path));
    await copyEntry('', { top, copy, home, never, leftOut, signal });
    if (!never.includes('node_modules')) await linkDependenciesAbove(top, home);
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder: join(copy, relative(top, real)), remove };
}

interface Copying {
  readonly top: string;
  readonly copy: string;
  /** The folder of the copy, which may be inside the copied folder. */
  readonly home: string;
  /** Names that are never copied. */
  readonly never: readonly string[];
  readonly leftOut: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

/** A package, or a hidden entry beside packages. */
const packagePath = /(?:^|\/)node_modules\/(?:@[^/]+\/[^/]+|[^@/][^/]*)$/;

/** Hidden entries that belong to the packages; others are files that tools write, and are not shared. */
const shared = new Set(['.bin', '.pnpm', '.store', '.modules.yaml', '.package-lock.json']);

/** Copies an entry with everything in it. Packages are links, so that files which a tool adds stay in the copy. */
async function copyEntry(path: string, copying: Copying): Promise<void> {
  const { top, copy, home, never, leftOut, signal } = copying;
  const [from, to] = [join(top, path), join(copy, path)];
  const name = basename(path);
  const isPackage = packagePath.test(slashed(path));
  if (never.includes(name) || leftOut.has(slashed(path)) || from === home) return;
  if (isPackage && name.startsWith('.') && !shared.has(name)) return;
  signal.throwIfAborted();
  const entry = await fs.lstat(from);
  if (entry.isSymbolicLink()) {
    // A link to a package of the workspace points to its migrated copy, and not to the original.
    const target = resolve(dirname(from), await fs.readlink(from));
    await link(isWithin(target, top) ? relative(dirname(from), target) : target, to, isPackage);
  } else if (isPackage) await link(from, to, true);
  else if (entry.isDirectory()) {
    await fs.mkdir(to);
    const inside = (await fs.readdir(from)).map((inner) => copyIfThere(join(path, inner), copying));
    // Nothing may be being written when the first problem is reported.
    const failed = (await Promise.allSettled(inside)).find((result) => result.status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    // The copy must be removable, whatever the mode of the original is.
    await fs.chmod(to, (entry.mode & 0o7777) | 0o700);
  } else if (entry.isFile()) {
    // Some file systems share the bytes until one of the two files is written.
    await fs.copyFile(from, to, constants.COPYFILE_FICLONE);
  }
  // Pipes, sockets and devices are left out: reading them may never end.
}

/** Temporary files of editors and tools may be gone before they are copied. */
async function copyIfThere(path: string, copying: Copying): Promise<void> {
  try {
    await copyEntry(path, copying);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/** The type matters only on Windows, where junctions to folders need no permission. */
function link(target: string, to: string, isFolder: boolean): Promise<void> {
  return fs.symlink(target, to, isFolder ? 'junction' : undefined);
}

/** Dependencies are also resolved from the folders above. */
async function linkDependenciesAbove(top: string, home: string): Promise<void> {
  for (let at = top; at !== dirname(at); ) {
    at = dirname(at);
    const modules = join(at, 'node_modules');
    if (existsSync(modules)) return link(modules, join(home, 'node_modules'), true);
  }
}
