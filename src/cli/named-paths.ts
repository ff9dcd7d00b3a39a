import { dirname, resolve, sep } from 'node:path';
import { gitFolderAbove } from '../project/git-ignore.ts';
import { linksOn } from '../project/open-file.ts';
import { UsageError } from './io.ts';

/**
 * Makes sure that a path on the command line does not lead elsewhere by a symbolic link that a repository may have put
 * there: one that lies in a git repository, or below the current folder. Links elsewhere are the person's own.
 */
export function refuseLinks(name: string, cwd: string): void {
  const link = linksOn(resolve(cwd, name)).find(
    (one) => one.startsWith(cwd + sep) || gitFolderAbove(dirname(one)) !== undefined,
  );
  if (link === undefined) return;
  const what = link === resolve(cwd, name) ? 'This' : link;
  throw new UsageError(
    `${name}: ${what} is a symbolic link, and fw-migrate follows none that a repository may contain. Use the path it points to instead.`,
  );
}
