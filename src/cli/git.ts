import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gitFolderAbove } from '../project/git-ignore.ts';
import { isOwnReport } from '../project/own-reports.ts';
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
