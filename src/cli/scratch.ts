import { constants, type Dirent, existsSync, rmSync } from 'node:fs';
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
    await copyFolder('', { top, copy, home, never, leftOut, signal });
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

async function copyFolder(path: string, copying: Copying): Promise<void> {
  const { top, copy, signal } = copying;
  signal.throwIfAborted();
  const from = join(top, path);
  const to = join(copy, path);
  const { mode } = await fs.lstat(from);
  await fs.mkdir(to);
  const entries = await fs.readdir(from, { withFileTypes: true });
  await settled(entries.map((entry) => copyEntry(entry, join(path, entry.name), copying)));
  // The copy must be removable, whatever the mode of the original is.
  await fs.chmod(to, (mode & 0o7777) | 0o700);
}

async function copyEntry(entry: Dirent, path: string, copying: Copying): Promise<void> {
  const { top, copy, home, never, leftOut } = copying;
  const [from, to] = [join(top, path), join(copy, path)];
  if (never.includes(entry.name) || leftOut.has(slashed(path)) || from === home) return;
  // Pipes, sockets and devices are left out: reading them may never end.
  if (!(entry.isFile() || entry.isDirectory() || entry.isSymbolicLink())) return;
  if (entry.name === 'node_modules') await linkDependencies(path, copying);
  else if (entry.isDirectory()) await copyFolder(path, copying);
  else if (entry.isSymbolicLink()) await fs.symlink(await fs.readlink(from), to);
  else await copyIfThere(from, to);
}

/** Temporary files of editors and tools may be gone before they are copied. */
async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    // Some file systems share the bytes until one of the two files is written.
    await fs.copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/** Hidden entries that belong to the packages; others are files that tools write, and are not shared. */
const shared = new Set(['.bin', '.pnpm', '.store', '.modules.yaml', '.package-lock.json']);

/** Creates a folder of links, so that files which a tool adds stay in the copy. */
async function linkDependencies(path: string, copying: Copying): Promise<void> {
  const { top, copy } = copying;
  const [from, to] = [join(top, path), join(copy, path)];
  if ((await fs.lstat(from)).isSymbolicLink()) return linkTo(from, to);
  await fs.mkdir(to);
  const entries = await fs.readdir(from, { withFileTypes: true });
  const wanted = entries.filter(({ name }) => !name.startsWith('.') || shared.has(name));
  const linkEntry = (entry: Dirent) => {
    const inner = join(path, entry.name);
    if (entry.isDirectory() && entry.name.startsWith('@')) return linkDependencies(inner, copying);
    if (entry.isSymbolicLink()) return linkPackage(inner, copying);
    return linkTo(join(top, inner), join(copy, inner));
  };
  await settled(wanted.map(linkEntry));
}

/** A link to a package of the workspace points to its migrated copy, and not to the original. */
async function linkPackage(path: string, { top, copy }: Copying): Promise<void> {
  const target = resolve(dirname(join(top, path)), await fs.readlink(join(top, path)));
  await link(isWithin(target, top) ? join(copy, relative(top, target)) : target, join(copy, path));
}

async function linkTo(original: string, to: string): Promise<void> {
  await link(await fs.realpath(original).catch(() => original), to);
}

/** The type matters only on Windows, where junctions to folders need no permission. */
function link(target: string, to: string): Promise<void> {
  return fs.symlink(target, to, 'junction');
}

/** Dependencies are also resolved from the folders above. */
async function linkDependenciesAbove(top: string, home: string): Promise<void> {
  for (let at = top; at !== dirname(at); ) {
    at = dirname(at);
    const modules = join(at, 'node_modules');
    if (existsSync(modules)) return linkTo(modules, join(home, 'node_modules'));
  }
}

/** Waits for all promises, so that nothing is being written when the first problem is reported. */
async function settled(all: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(all)).find((result) => result.status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
