import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { Problem } from '../catalogue/shape.ts';
import { gitFolderAbove, historyOf, leadsBack } from './git-ignore.ts';
import { isBelow, linkBetween, realOrSame } from './open-file.ts';
import { isReportFile } from './own-files.ts';
import { decode } from './snapshot.ts';

/** Git was asked about a repository and did not answer, or could not be asked without running code of the repository. */
export class GitProblem extends Problem {
  override readonly name = 'GitProblem';
}

/** Why there is no answer, for a message that says what was asked. */
class Unanswered extends Error {}

type Environment = { readonly [name: string]: string | undefined };

/** Settings that keep git from running programs that a repository names, or from leaving the folder it is given. */
const harmless = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'safe.bareRepository=explicit',
  'submodule.recurse=false',
];

const mostBytes = 100_000_000;

// In milliseconds. Settings and the index are read in no time, unless one of them is a pipe; then git waits forever.
export const quick = 30_000;
// Looking at all files takes longer.
export const patient = 120_000;

/** How git is run, beyond its arguments. */
interface GitOptions {
  readonly environment?: Environment;
  readonly input?: string;
  /** Exit codes that are answers, too. */
  readonly codes?: readonly number[];
}

/**
 * Runs git, which may belong to us, in a repository, which may belong to a stranger: the programs that its settings
 * name to watch files or to fetch what is missing are not run. Filters need `filtersOff`. Gives the bytes that git prints,
 * or throws why there are none.
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
 * Throws if a repository leads git to files or a history that are not its own: their names would show in messages, and
 * commits would hold them.
 */
function refuseRedirected(folder: string, patience: number): void {
  const top = gitFolderAbove(folder);
  if (top === undefined) return;
  const { own, shared, isDirect } = historyOf(top);
  const history = realOrSame(own);
  for (const name of ['HEAD', 'config', 'index', 'objects', 'refs', 'packed-refs'])
    if (linkBetween(history, join(history, name)))
      throw new Unanswered(`\`${name}\` in ${history} is a symbolic link`);
  // No file is looked at, which is safe whoever owns the folder.
  const ask = (...args: readonly string[]) =>
    runGit(folder, ['-c', 'safe.directory=*', ...args], patience, { codes: [1] })
      .toString('utf8')
      .replace(/\n$/, '');
  const seen = ask('rev-parse', '--show-toplevel');
  if (realOrSame(seen) !== realOrSame(top))
    throw new Unanswered(`the git settings of ${top} point git at ${seen}: check \`core.worktree\``);
  // A further working tree is known to the history that it shares, and the history of a submodule to its folder.
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
  // Loaded when it is needed: a folder without a repository has nothing to ask.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { status, signal, stdout, stderr, error } = spawnSync(
    program,
    ['-C', folder, '--no-pager', ...settings, ...args],
    {
      // Not in the folder: git itself looks for programs of its own.
      cwd: dirname(process.execPath),
      env: {
        // The environment may point git at another repository than the folder's own; its settings are the user's. But
        // `GIT_CONFIG` makes `git config` read another file than `git status` does.
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
  if (error) throw new Unanswered(failures[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message);
  if (status === 0 || codes.includes(status ?? -1)) return stdout;
  const lines = stderr.toString('utf8').split('\n');
  const reason = lines.find((line) => /^(?:fatal|error):/.test(line)) ?? lines[0];
  throw new Unanswered(reason || `git exited with ${signal ?? status}`);
}

/**
 * Where a program is, as PATH says, but never in a repository: package managers put `node_modules/.bin` of the current
 * folder first, and a repository can bring a program there. Undefined if there is none elsewhere.
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
        ![path, realOrSame(path)].some((one) => isBelow(one, repository) || isBelow(one, real)),
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

/** Why git was not run to its end, by the code of the error. */
const failures: { readonly [code: string]: string } = {
  ENOENT: notInstalled,
  ENOBUFS: `git printed more than ${mostBytes / 1_000_000} MB`,
  ETIMEDOUT: 'git did not finish in time',
  E2BIG: 'the settings of the repository define too many filters to disable',
};

/** Who may have written a setting: the repository, or the person who runs us. */
const scopes: { readonly [scope: string]: 'repository' | 'person' } = {
  local: 'repository',
  worktree: 'repository',
  system: 'person',
  global: 'person',
  command: 'person',
};

/** The filters that a repository brings along, as `filter.name`. Throws if there may be one that is unknown by its name. */
export function repositoryFilters(folder: string, patience: number): string[] {
  const listed = git(folder, ['config', '--list', '--show-scope', '--name-only', '-z'], patience);
  // One character for each byte: a name may be in any encoding. Every scope and every name ends with a NUL.
  const parts = listed.toString('latin1').split('\0');
  if (parts.length % 2 !== 1 || parts.at(-1) !== '') throw new Unanswered('git returned incomplete settings');
  const drivers = new Set<string>();
  for (let at = 0; at < parts.length - 1; at += 2) {
    const [scope = '', name = ''] = parts.slice(at, at + 2);
    if (!/^filter\./i.test(name)) continue;
    const owner = Object.hasOwn(scopes, scope) ? scopes[scope] : undefined;
    if (owner === undefined) throw new Unanswered(`git reported an unknown scope for a filter: \`${scope}\``);
    if (owner === 'person') continue;
    const text = decode(Buffer.from(name, 'latin1'));
    if (text === undefined)
      throw new Unanswered('the name of a filter in the settings of the repository is not valid UTF-8');
    drivers.add(text.slice(0, text.lastIndexOf('.')));
  }
  return [...drivers];
}

/** Switches off the filters that a repository brings along; those that its user has set up, such as LFS, stay. */
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

/** Files below a folder that differ from what is committed, as git lists them within so many milliseconds. */
export function uncommittedFiles(folder: string, patience = patient): string[] {
  const flags = ['--porcelain=v1', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=all'];
  let listed: string;
  try {
    const environment = filtersOff(folder, Math.min(patience, quick));
    listed = git(folder, ['status', ...flags, '--', '.'], patience, { environment }).toString('utf8');
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

/** The commit that is checked out; undefined outside a repository, before its first commit, or if git cannot tell. */
export function headCommit(folder: string, patience = quick): string | undefined {
  if (gitFolderAbove(folder) === undefined) return undefined;
  // Refs alone are read, which is safe whoever owns the folder.
  const args = ['-c', 'safe.directory=*', 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}'];
  return ifAnswered(() => git(folder, args, patience).toString('utf8').trim()) || undefined;
}

/**
 * What git tracks at a path of a folder and below it, seen from the folder; letter case does not count. Undefined
 * outside a repository; throws a `GitProblem` if git cannot answer within so many milliseconds.
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

/** Reads the index alone, which is safe whoever owns the folder: no filter, hook or monitor takes part. */
function filesInIndex(folder: string, args: readonly string[], patience: number): string[] {
  const listed = git(folder, ['-c', 'safe.directory=*', 'ls-files', '-z', ...args], patience);
  return listed.toString('utf8').split('\0').slice(0, -1);
}

/** Every file that git tracks below a folder, or why git cannot tell; none outside a repository. */
export function trackedFiles(
  folder: string,
  patience = quick,
): { readonly files: readonly string[] } | { readonly why: string } {
  if (gitFolderAbove(folder) === undefined) return { files: [] };
  try {
    return { files: filesInIndex(folder, [], patience) };
  } catch (error) {
    return { why: reasonOf(error) };
  }
}

/**
 * The file with rules for all repositories that a setting names; undefined if none does, or git cannot tell. One that
 * the repository itself names counts only inside it: it is shown in messages, and might be a file of the person.
 */
export function excludesFile(folder: string, patience = quick): string | undefined {
  const top = gitFolderAbove(folder);
  if (top === undefined) return undefined;
  const asked = ['config', '-z', '--show-scope', '--type=path', '--get-all', 'core.excludesFile'];
  const answer = ifAnswered(() => git(folder, asked, patience));
  if (!answer) return undefined;
  const [scope = '', file = ''] = answer.toString('utf8').split('\0').slice(-3);
  const path = file === '' ? '' : resolve(top, file);
  if (scopes[scope] === 'person') return path === '' ? path : realOrSame(path);
  return isBelow(path, top) && linkBetween(top, path) === undefined ? path : '';
}

/** What git answers; undefined if it does not. */
export function ifAnswered<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    reasonOf(error);
    return undefined;
  }
}

/** Why git did not answer. Throws any other error. */
export function reasonOf(error: unknown): string {
  if (error instanceof Unanswered) return error.message;
  throw error;
}
