/** Runs commands of the user in a copy of their project, which is removed afterwards. */

import { type ChildProcess, spawn } from 'node:child_process';
import { constants, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { slashed } from '../tree/git-ignore.ts';
import { errorCode, isWithin } from '../tree/open-file.ts';
import { ownFolder } from '../tree/own-files.ts';
import { cleaningUp, type Io, UsageError } from './io.ts';
import { repositoryFolders } from './named-files.ts';

interface Scratch {
  /** The state of the copy, for progress. */
  readonly what: string;
  readonly never?: readonly string[] | undefined;
  readonly io: Pick<Io, 'progress' | 'err'>;
}

/** Runs a command of the user in a folder of the copy. */
type CommandRun = (command: string, folder?: string) => Promise<Ended>;

/** Works in a copy of a folder, which is removed afterwards; commands that are still running are ended. */
export async function inCopy<Result>(
  folder: string,
  { what, never = neverCopied, io }: Scratch,
  work: (copy: string, run: CommandRun) => Promise<Result>,
): Promise<Result> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'fw-migrate-verify-')));
  let running: ChildProcess | undefined;
  const clean = (): void => {
    io.progress('');
    if (running) end(running);
    try {
      rmSync(home, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      io.err(`${home} could not be removed; you can delete it.\n`);
    }
  };
  return cleaningUp(clean, async () => {
    io.progress(`${what}: copying`);
    const copy = await attempt('The folder cannot be copied', copyFolder(folder, home, never));
    return work(copy, (command, inside = '.') => {
      io.progress(`${what}: ${command}`);
      running = startCommand(command, join(copy, inside));
      return attempt(`\`${command}\` cannot be started`, endOf(running, join(copy, inside)));
    });
  });
}

/** Waits for some work. If it fails, throws a `UsageError` that says what could not be done. */
async function attempt<Result>(what: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw new UsageError(
      `${what}: ${error instanceof Error ? error.message : error}. Nothing was written.`,
    );
  }
}

/** Folders of version control and of fw-migrate, which are useless or harmful in a copy. */
const versionControl = ['.git', '.hg', '.svn'];
/** Often large, and rebuilt by the tools that need them. */
const buildFolders = ['.output', '.cache', '.turbo', '.nx', '.venv'];
const neverCopied: readonly string[] = [...versionControl, ...buildFolders, ownFolder];

/** Names to leave out of a copy in which a run is undone and its packages are installed. */
export const leftOutBefore: readonly string[] = [
  ...versionControl,
  ...buildFolders,
  'node_modules',
];

/** Copies a folder with its workspace; dependencies are linked, and links in the workspace lead to the copies. */
async function copyFolder(folder: string, home: string, never: readonly string[]): Promise<string> {
  const real = await fs.realpath(folder);
  // The outermost package of the repository, in which a workspace has its dependencies and settings.
  const top =
    repositoryFolders(real).findLast((at) => existsSync(join(at, 'package.json'))) ?? real;
  const copy = join(home, basename(top) || 'root');
  await copyEntry('', { top, copy, home, never });
  if (!never.includes('node_modules')) await linkDependenciesAbove(top, home);
  return join(copy, relative(top, real));
}

interface Copying {
  readonly top: string;
  readonly copy: string;
  /** The folder of the copy, which may be inside the copied folder. */
  readonly home: string;
  readonly never: readonly string[];
}

/** A package, or a hidden entry beside packages. */
const packagePath = /(?:^|\/)node_modules\/(?:@[^/]+\/[^/]+|[^@/][^/]*)$/;

/** Hidden entries that belong to the packages; others are files that tools write, and are not shared. */
const shared = new Set(['.bin', '.pnpm', '.store', '.modules.yaml', '.package-lock.json']);

/** Copies an entry with everything in it. Packages are links, so that files which a tool adds stay in the copy. */
async function copyEntry(path: string, copying: Copying): Promise<void> {
  const { top, copy, home, never } = copying;
  const [from, to] = [join(top, path), join(copy, path)];
  const name = basename(path);
  const isPackage = packagePath.test(slashed(path));
  if (never.includes(name) || from === home) return;
  if (isPackage && name.startsWith('.') && !shared.has(name)) return;
  const entry = await fs.lstat(from);
  if (entry.isSymbolicLink()) {
    // A link to a package of the workspace points to its migrated copy, and not to the original.
    const target = resolve(dirname(from), await fs.readlink(from));
    await link(isWithin(target, top) ? relative(dirname(from), target) : target, to, isPackage);
  } else if (isPackage) await link(from, to, true);
  else if (entry.isDirectory()) {
    await fs.mkdir(to);
    const inside = (await fs.readdir(from)).map((inner) =>
      copyEntry(join(path, inner), copying).catch(unlessGone),
    );
    // Nothing may be being written when the first problem is reported.
    const failed = (await Promise.allSettled(inside)).find(
      (result) => result.status === 'rejected',
    );
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
function unlessGone(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error;
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

/** How a command of the user ended. */
export interface Ended {
  readonly passed: boolean;
  /** `exit code 1`, or the signal that ended it. */
  readonly how: string;
  /** The last lines that it printed, without colours. */
  readonly lastLines: readonly string[];
}

const maximumLines = 40;
const maximumWidth = 300;

// More characters than the last lines need.
const maximumKept = 200_000;

/** Starts a command of the user in a shell, without input. */
function startCommand(command: string, folder: string): ChildProcess {
  return spawn(command, {
    shell: true,
    cwd: folder,
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !bound.test(name))),
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a separate group, all processes that the command started can be ended with it.
    detached: hasGroups,
    windowsHide: true,
  });
}

/** Waits for the end of a command. Rejects if it could not be started. */
function endOf(child: ChildProcess, folder: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const keep = (text: string): void => {
      printed = (printed + text).slice(-maximumKept);
    };
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
    child.on('error', reject);
    // Processes that it left running would keep its output open, and write to a folder that will be removed.
    child.on('exit', () => end(child));
    child.on('close', (code, endedBy) => {
      const how = endedBy ?? `exit code ${code}`;
      resolve({ passed: code === 0, how, lastLines: lastLinesOf(printed, folder) });
    });
  });
}

const hasGroups = process.platform !== 'win32';

function end(child: ChildProcess): void {
  try {
    if (hasGroups && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // All processes have ended.
  }
}

/** Variables that point tools to the folder of this process, or git to a repository. */
const bound =
  /^(?:PWD|OLDPWD|INIT_CWD|npm_config_local_prefix|npm_package_json|GIT_(?:DIR|WORK_TREE|INDEX_FILE))$/;

/** The last lines of the output, with paths relative to the folder. */
function lastLinesOf(printed: string, folder: string): string[] {
  const text = stripVTControlCharacters(printed)
    .replaceAll(`${folder}/`, '')
    .replaceAll(folder, '.');
  const lines = text.trimEnd().split(/\r*\n/).slice(-maximumLines);
  return lines.map((line) => {
    // An overwritten line is shown in its last state.
    const last = line.slice(line.lastIndexOf('\r') + 1).replaceAll('\t', '    ');
    return last.length > maximumWidth ? `${last.slice(0, maximumWidth)}…` : last;
  });
}
