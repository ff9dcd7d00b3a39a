/** Runs git safely in a repository that may belong to a stranger, and asks it for facts. */

import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { Problem } from '../catalogue/shape.ts';
import { gitFolderAbove, historyOf, type IgnoreSettings, leadsBack } from './git-ignore.ts';
import { isBelow, linkBetween, realOrSame } from './open-file.ts';
import { isReportFile } from './own-files.ts';
import { decode } from './snapshot.ts';

/** Git failed in a repository, or could not run without executing code of the repository. */
export class GitProblem extends Problem {
  override readonly name = 'GitProblem';
}

/** The reason for a failure of git, used in a message about the command. */
class Unanswered extends Error {}

export type Environment = { readonly [name: string]: string | undefined };

/** Settings that prevent git from running programs of a repository, or from leaving the given folder. */
const harmless = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'safe.bareRepository=explicit',
  'submodule.recurse=false',
];

const mostBytes = 100_000_000;

// In milliseconds. Reading settings and the index is fast, but git would wait forever for a pipe.
export const quick = 30_000;
// Checking all files takes longer.
export const patient = 120_000;

/** Options for a git call in addition to its arguments. */
interface GitOptions {
  readonly environment?: Environment;
  readonly input?: string;
  /** Exit codes that also mean success. */
  readonly codes?: readonly number[];
}

/**
 * Runs git in a repository that may belong to a stranger: programs in its settings that watch files or fetch
 * objects are not run. Filters need `filtersOff`. Returns the output of git, or throws the reason for the
 * failure.
 */
export function git(
  folder: string,
  args: readonly string[],
  timeout: number,
  options: GitOptions = {},
): Buffer {
  refuseRedirected(folder, Math.min(timeout, quick));
  return runGit(folder, args, timeout, options);
}

/**
 * Throws if a repository points git to files or a history outside itself: messages would show their names, and
 * commits would contain them.
 */
function refuseRedirected(folder: string, patience: number): void {
  const top = gitFolderAbove(folder);
  if (top === undefined) return;
  const { own, shared, isDirect } = historyOf(top);
  const history = realOrSame(own);
  for (const name of ['HEAD', 'config', 'index', 'objects', 'refs', 'packed-refs'])
    if (linkBetween(history, join(history, name)))
      throw new Unanswered(`\`${name}\` in ${history} is a symbolic link`);
  // No file is read, so this is safe whoever owns the folder.
  const ask = (...args: readonly string[]) =>
    runGit(folder, ['-c', 'safe.directory=*', ...args], patience, { codes: [1] })
      .toString('utf8')
      .replace(/\n$/, '');
  const seen = ask('rev-parse', '--show-toplevel');
  if (realOrSame(seen) !== realOrSame(top))
    throw new Unanswered(
      `the git settings of ${top} point git at ${seen}: check \`core.worktree\``,
    );
  // A linked working tree is registered in the shared history, and a submodule in its own history.
  const isKnown = dirname(dirname(history)) === realOrSame(shared) && leadsBack(history, top);
  const isNamed = own === shared && ask('config', 'core.worktree') !== '';
  if (!isDirect && !isKnown && !isNamed)
    throw new Unanswered(
      `\`.git\` or \`commondir\` in ${top} leads to ${realOrSame(shared)}, which does not know this folder`,
    );
}

function runGit(
  folder: string,
  args: readonly string[],
  timeout: number,
  { environment = {}, input = '', codes = [] }: GitOptions,
): Buffer {
  const settings = harmless.flatMap((setting) => ['-c', setting]);
  const program = programOutside(gitFolderAbove(folder) ?? folder, 'git');
  if (program === undefined) throw new Unanswered(notInstalled);
  // Loaded on demand: a folder without a repository does not need it.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { status, signal, stdout, stderr, error } = spawnSync(
    program,
    ['-C', folder, '--no-pager', ...settings, ...args],
    {
      // Not in the folder of the repository, because git itself starts programs.
      cwd: dirname(process.execPath),
      env: {
        // The environment may point git to another repository, so only its settings are kept. But `GIT_CONFIG`
        // makes `git config` read another file than `git status`.
        ...Object.fromEntries(
          Object.entries(process.env).filter(([name]) => /^(?!GIT_|$)|^GIT_CONFIG_/.test(name)),
        ),
        GIT_ALLOW_PROTOCOL: '',
        GIT_NO_LAZY_FETCH: '1',
        GIT_OPTIONAL_LOCKS: '0',
        GIT_TERMINAL_PROMPT: '0',
        ...environment,
      },
      input,
      maxBuffer: mostBytes,
      timeout,
    },
  );
  if (error)
    throw new Unanswered(failures[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message);
  if (status === 0 || codes.includes(status ?? -1)) return stdout;
  const lines = stderr.toString('utf8').split('\n');
  const reason = lines.find((line) => /^(?:fatal|error):/.test(line)) ?? lines[0];
  throw new Unanswered(reason || `git exited with ${signal ?? status}`);
}

/**
 * The path of a program in PATH, but never in a repository: package managers put `node_modules/.bin` of the
 * current folder first, and a repository may contain a program there. Undefined if there is none elsewhere.
 */
function programOutside(repository: string, name: string): string | undefined {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  const real = realOrSame(repository);
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !/[\\/]node_modules(?:[\\/]|$)/.test(folder))
    .map((folder) => join(folder, file))
    .find(
      (path) =>
        isProgram(path) &&
        ![path, realOrSame(path)].some(
          (place) => isBelow(place, repository) || isBelow(place, real),
        ),
    );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const notInstalled = 'git is not installed or not in PATH';

/** Reasons why git did not finish, by error code. */
const failures: { readonly [code: string]: string } = {
  ENOENT: notInstalled,
  ENOBUFS: `git printed more than ${mostBytes / 1_000_000} MB`,
  ETIMEDOUT: 'git did not finish in time',
  E2BIG: 'the settings of the repository define too many filters to disable',
};

/** The owner of settings in each scope: the repository or the user. */
const scopes: { readonly [scope: string]: 'repository' | 'person' } = {
  local: 'repository',
  worktree: 'repository',
  system: 'person',
  global: 'person',
  command: 'person',
};

/** The filters of a repository, as `filter.name`. Throws if a filter's name or owner is unknown. */
export function repositoryFilters(folder: string, patience: number): string[] {
  const listed = git(folder, ['config', '--list', '--show-scope', '--name-only', '-z'], patience);
  // Each byte becomes a character, since a name may be in any encoding. Every scope and name ends with a NUL.
  const parts = listed.toString('latin1').split('\0');
  if (parts.length % 2 !== 1 || parts.at(-1) !== '')
    throw new Unanswered('git returned incomplete settings');
  const drivers = new Set<string>();
  for (let at = 0; at < parts.length - 1; at += 2) {
    const [scope = '', name = ''] = parts.slice(at, at + 2);
    if (!/^filter\./i.test(name)) continue;
    const owner = Object.hasOwn(scopes, scope) ? scopes[scope] : undefined;
    if (owner === undefined)
      throw new Unanswered(`git reported an unknown scope for a filter: \`${scope}\``);
    if (owner === 'person') continue;
    const text = decode(Buffer.from(name, 'latin1'));
    if (text === undefined)
      throw new Unanswered(
        'the name of a filter in the settings of the repository is not valid UTF-8',
      );
    drivers.add(text.slice(0, text.lastIndexOf('.')));
  }
  return [...drivers];
}

/** Disables the filters of a repository; filters of the user, such as LFS, stay. */
export function filtersOff(folder: string, patience: number): Environment {
  const settings = repositoryFilters(folder, patience).flatMap((driver) => [
    [`${driver}.clean`, ''],
    [`${driver}.smudge`, ''],
    [`${driver}.process`, ''],
    [`${driver}.required`, 'false'],
  ]);
  const first = Number(process.env.GIT_CONFIG_COUNT) || 0;
  const variables = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${first + index}`, key],
    [`GIT_CONFIG_VALUE_${first + index}`, value],
  ]);
  return { ...Object.fromEntries(variables), GIT_CONFIG_COUNT: String(first + settings.length) };
}

/** Files below a folder with uncommitted changes, as git lists them within the given milliseconds. */
export function uncommittedFiles(folder: string, patience = patient): string[] {
  const flags = [
    '--porcelain=v1',
    '-z',
    '--untracked-files=all',
    '--no-renames',
    '--ignore-submodules=all',
  ];
  let listed: string;
  try {
    const environment = filtersOff(folder, Math.min(patience, quick));
    listed = git(folder, ['status', ...flags, '--', '.'], patience, { environment }).toString(
      'utf8',
    );
  } catch (error) {
    throw new GitProblem(
      `This is a git repository, but checking for uncommitted changes failed (${reasonOf(error)}). Nothing was written. Run with --allow-dirty to skip this check.`,
    );
  }
  const top = gitFolderAbove(folder) ?? folder;
  return listed.split('\0').flatMap((line) => {
    const file = line.slice(3);
    const isReport = line.startsWith('?? ') && isReportFile(join(top, file));
    return line === '' || isReport ? [] : [file];
  });
}

/** The current commit; undefined outside a repository, before its first commit, or if git fails. */
export function headCommit(folder: string): string | undefined {
  if (gitFolderAbove(folder) === undefined) return undefined;
  // Only refs are read, which is safe whoever owns the folder.
  const args = ['-c', 'safe.directory=*', 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}'];
  return ifAnswered(() => git(folder, args, quick).toString('utf8').trim()) || undefined;
}

/**
 * The tracked files at a path and below it, relative to the folder, ignoring case. Undefined outside a
 * repository; throws a `GitProblem` if git fails or takes longer than the given milliseconds.
 */
export function trackedBelow(folder: string, path: string, patience = quick): string[] | undefined {
  if (gitFolderAbove(folder) === undefined) return undefined;
  try {
    return filesInIndex(folder, ['--', `:(icase,literal)${path}`], patience);
  } catch (error) {
    throw new GitProblem(
      `This is a git repository, but git could not list the tracked files at ${path} (${reasonOf(error)}). Make sure that \`git ls-files\` works in ${folder}, then run again.`,
    );
  }
}

/** Only reads the index, which is safe whoever owns the folder: no filter, hook or monitor runs. */
function filesInIndex(folder: string, args: readonly string[], patience: number): string[] {
  const listed = git(folder, ['-c', 'safe.directory=*', 'ls-files', '-z', ...args], patience);
  return listed.toString('utf8').split('\0').slice(0, -1);
}

/**
 * All tracked files below a folder, and those of them that git leaves out of the working tree on purpose, as in a sparse
 * checkout; none outside a repository, or if git fails, with the reason.
 */
export function trackedFiles(folder: string): {
  files: readonly string[];
  leftOut?: readonly string[] | undefined;
  why?: string | undefined;
} {
  if (gitFolderAbove(folder) === undefined) return { files: [] };
  try {
    // Each has a letter in front: `S` if it is to be skipped.
    const listed = filesInIndex(folder, ['-t'], quick);
    const namesOf = (lines: readonly string[]) => lines.map((line) => line.slice(2));
    const leftOut = namesOf(listed.filter((line) => line.startsWith('S ')));
    return { files: namesOf(listed), leftOut };
  } catch (error) {
    return { files: [], why: reasonOf(error) };
  }
}

/**
 * The settings for ignored files; empty outside a repository, or if git fails. A file that the repository sets only
 * counts inside the repository: messages show it, and it might be a private file of the user.
 */
export function ignoreSettings(folder: string): IgnoreSettings {
  const top = gitFolderAbove(folder);
  if (top === undefined) return {};
  const names = '^core\\.(excludesfile|ignorecase)$';
  const asked = ['config', '-z', '--show-scope', '--type=path', '--get-regexp', names];
  const answer = ifAnswered(() => git(folder, asked, quick, { codes: [1] })) ?? '';
  const rows = answer.toString('utf8').matchAll(/([^\0]*)\0core\.(\w+)(?:\n([^\0]*))?\0/gi);
  const settings = new Map(
    Array.from(rows, ([, scope = '', name = '', value = 'true']) => [
      name.toLowerCase(),
      { scope, value },
    ]),
  );
  const { scope = '', value } = settings.get('excludesfile') ?? {};
  const ignoreCase = /^(?:true|yes|on|1)$/i.test(settings.get('ignorecase')?.value ?? '');
  if (value === undefined) return { ignoreCase };
  const path = value === '' ? '' : resolve(top, value);
  if (scopes[scope] === 'person')
    return { ignoreCase, excludesFile: path === '' ? path : realOrSame(path) };
  const isOwn = isBelow(path, top) && linkBetween(top, path) === undefined;
  return { ignoreCase, excludesFile: isOwn ? path : '' };
}

/** The result of a git call; undefined if git fails. */
export function ifAnswered<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    reasonOf(error);
    return undefined;
  }
}

/** The reason why git failed. Throws any other error. */
export function reasonOf(error: unknown): string {
  if (error instanceof Unanswered) return error.message;
  throw error;
}
