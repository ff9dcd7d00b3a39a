import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gitFolderAbove } from '../project/git-ignore.ts';
import { isOwnReport } from '../project/own-reports.ts';
import { UsageError } from './io.ts';

type Environment = { readonly [name: string]: string | undefined };

/**
 * Runs git, which may belong to us, in a repository, which may belong to a stranger: the programs that its settings
 * name to watch files, to filter them or to fetch what is missing are not run.
 */
function git(folder: string, args: readonly string[], environment: Environment = {}) {
  const harmless = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'safe.bareRepository=explicit'];
  return spawnSync('git', ['-C', folder, ...harmless.flatMap((setting) => ['-c', setting]), ...args], {
    // Not in the folder: where programs are looked for in the current folder as well, the project's own would be found.
    cwd: dirname(process.execPath),
    env: {
      // The environment may point git at another repository than the folder's own; its settings are the user's.
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => /^(?!GIT_|$)|^GIT_CONFIG/.test(name)),
      ),
      GIT_ALLOW_PROTOCOL: '',
      GIT_NO_LAZY_FETCH: '1',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      ...environment,
    },
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
}

/** Switches off the filters that a repository brings along; those that its user has set up, such as LFS, stay. */
function withoutFilters(folder: string): Environment {
  const { stdout } = git(folder, [
    'config',
    '--show-scope',
    '--name-only',
    '-z',
    '--get-regexp',
    '^filter\\.',
  ]);
  const parts = (stdout ?? '').split('\0');
  const drivers = new Set(
    parts.flatMap((name, index) => {
      const isTheirs = index % 2 === 1 && /^(?:local|worktree)$/.test(parts[index - 1] ?? '');
      return isTheirs ? [name.slice(0, name.lastIndexOf('.'))] : [];
    }),
  );
  const settings = [...drivers].flatMap((driver) => [
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

/** Files below a folder that differ from what is committed, as git lists them. */
export function uncommittedFiles(folder: string): string[] {
  const flags = ['--porcelain=v1', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=all'];
  const { status, stdout, stderr, error } = git(
    folder,
    ['status', ...flags, '--', '.'],
    withoutFilters(folder),
  );
  if (error || status !== 0) {
    const why = (error ? error.message : stderr).split('\n', 1)[0];
    throw new UsageError(
      `This is a git repository, but git cannot tell whether everything is committed (${why}). Run with --allow-dirty to go on without knowing.`,
    );
  }
  const top = gitFolderAbove(folder) ?? folder;
  return stdout.split('\0').flatMap((line) => {
    const file = line.slice(3);
    const isReport = line.startsWith('?? ') && isReportFile(join(top, file));
    return line === '' || isReport ? [] : [file];
  });
}

/** A report of an earlier run is nobody's work. */
export function isReportFile(path: string): boolean {
  try {
    return statSync(path).isFile() && isOwnReport(readFileSync(path, 'utf8'));
  } catch {
    return false;
  }
}
