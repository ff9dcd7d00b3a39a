import { dirname, relative, resolve, sep } from 'node:path';
import { phasesOfRun } from '../apply/run.ts';
import type { RenderedFile } from '../config/document.ts';
import type { PlannedFile } from '../plan/plan.ts';
import { slashed } from '../project/git-ignore.ts';
import { inPhases } from './interrupt.ts';
import type { Io } from './io.ts';
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
  const folder = commonFolder(io.cwd, paths);
  const planned = files.map(({ path, before, after }): PlannedFile => {
    const place = slashed(relative(folder, resolve(io.cwd, path)));
    return { from: place, to: place, kind: 'file', text: { before, after }, by: [] };
  });
  recoverIn(folder, io);
  const { result, exitCode } = await inPhases(phasesOfRun(planned, folder));
  printAside(result, io);
  return { folder, exitCode };
}

/** The current folder, or if that does not hold all of the files, the nearest one around it that does. */
function commonFolder(folder: string, paths: readonly string[]): string {
  const outer = dirname(folder);
  const holdsAll = paths.every((path) => path.startsWith(folder.endsWith(sep) ? folder : folder + sep));
  return holdsAll || outer === folder ? folder : commonFolder(outer, paths);
}
