import { spawnSync } from 'node:child_process';
import { UsageError } from './io.ts';

/** Files below a folder that differ from what is committed, as git lists them. */
export function uncommittedFiles(folder: string): string[] {
  const { status, stdout, error } = spawnSync(
    'git',
    ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames', '--', '.'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 100_000_000 },
  );
  if (error || status !== 0)
    throw new UsageError(
      'This is a git repository, but git cannot tell whether everything is committed. Run with --allow-dirty to go on without knowing.',
    );
  return stdout.split('\0').flatMap((line) => (line === '' ? [] : [line.slice(3)]));
}
