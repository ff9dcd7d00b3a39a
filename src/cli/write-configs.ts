import { dirname, relative, resolve } from 'node:path';
import { phasesOfRun } from '../apply/run.ts';
import type { RenderedFile } from '../config/document.ts';
import type { PlannedFile } from '../plan/plan.ts';
import { gitFolderAbove, slashed } from '../project/git-ignore.ts';
import { isBelow } from '../project/open-file.ts';
import { inPhases } from './interrupt.ts';
import { type Io, UsageError } from './io.ts';
import { printAside, recoverIn } from './recovery.ts';

/** Where configs were written, and what the process should end with. */
export interface Written {
  /** The folder in which that can be undone. */
  readonly folder: string;
  readonly exitCode: number;
}

/** Writes configs as `v4` writes a repository: all or nothing, what was read must still be there, and with undo. */
export async function writeConfigs(files: readonly RenderedFile[], io: Io): Promise<Written> {
  const paths = files.map(({ path }) => resolve(io.cwd, path));
  const folder = folderFor(io.cwd, paths);
  const planned = files.map(({ path, before, after }): PlannedFile => {
    const place = slashed(relative(folder, resolve(io.cwd, path)));
    return { from: place, to: place, kind: 'file', text: { before, after }, by: [] };
  });
  recoverIn(folder, io);
  const { result, exitCode } = await inPhases(phasesOfRun(planned, folder));
  printAside(result, io);
  return { folder, exitCode };
}

/** The current folder, or if that does not hold all of the files, the nearest one in their repository that does. */
function folderFor(cwd: string, paths: readonly string[]): string {
  const holdsAll = (folder: string) => paths.every((path) => isBelow(path, folder));
  if (holdsAll(cwd)) return cwd;
  const [first = cwd] = paths.map((path) => dirname(path));
  const top = gitFolderAbove(first) ?? first;
  for (let folder = first; ; folder = dirname(folder)) {
    if (holdsAll(folder)) return folder;
    if (folder === top)
      throw new UsageError(
        'The changes belong into files that have no repository in common. Run one command for each, in its folder.',
      );
  }
}
