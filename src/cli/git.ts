import { spawnSync } from 'node:child_process';
import { UsageError } from './io.ts';

// A repository may name programs in its settings that git runs to look at files.
const harmless = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath='];

/** The environment may point git at another repository than the folder's own. */
function withoutGit(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('GIT_')));
}

/** Files below a folder that differ from what is committed, as git lists them. */
export function uncommittedFiles(folder: string): string[] {
  const { status, stdout, error } = spawnSync(
    'git',
    [...harmless, 'status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames', '--', '.'],
    { cwd: folder, env: withoutGit(process.env), encoding: 'utf8', maxBuffer: 100_000_000 },
  );
  if (error || status !== 0)
    throw new UsageError(
      'This is a git repository, but git cannot tell whether everything is committed. Run with --allow-dirty to go on without knowing.',
    );
  return stdout.split('\0').flatMap((line) => (line === '' ? [] : [line.slice(3)]));
}
