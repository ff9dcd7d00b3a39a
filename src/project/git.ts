import { spawnSync } from 'node:child_process';
import { gitFolderAbove } from './git-ignore.ts';
export function trackedBelow(folder: string, path: string): readonly string[] | undefined {
  if (gitFolderAbove(folder) === undefined) return undefined;
  const { status, stdout } = spawnSync(
    'git',
    ['-C', folder, '-c', 'safe.directory=*', 'ls-files', '-z', '--', `:(icase)${path}`],
    { encoding: 'utf8' },
  );
  return status === 0 ? stdout.split('\0').filter((one) => one !== '') : undefined;
}
