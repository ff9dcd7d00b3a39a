import { folderOfRunAbove } from '../apply/record.ts';
import { phasesOfUndo } from '../apply/run.ts';
import type { Forced } from '../apply/undo.ts';
import { counted } from '../report/counted.ts';
import { plain } from '../report/plain.ts';
import { folderNamed } from './folders.ts';
import { inPhases } from './interrupt.ts';
import { type Io, UsageError } from './io.ts';
import { recoverIn } from './recovery.ts';

export interface UndoFlags {
  readonly force?: boolean;
}

/** `fw-migrate undo`: takes the last run in a folder back. Gives the exit code. */
export async function undoCommand(dir: string, { force = false }: UndoFlags, io: Io): Promise<number> {
  const folder = folderNamed(dir, io);
  const recovery = recoverIn(folder, io, force);
  // What was to be taken back is taken back: an older run is not what is meant.
  if (recovery?.outcome === (recovery?.run === 'undo' ? 'finished' : 'taken back')) return 0;
  const { result: undone, exitCode } = await inPhases(phasesOfUndo(folder, { force }));
  if (!undone) throw new UsageError(nothingToUndo(dir, folder));
  const { moved, changed, forced } = undone;
  if (moved + changed + forced.length === 0) {
    io.out('All files are as they were before the run already.\n');
    return exitCode;
  }
  const except = forced.length > 0 ? ', except:' : '.';
  io.out(
    `Taken back: ${counted(moved, 'file')} moved, ${counted(changed, 'file')} changed. All of them are as they were before the run${except}\n`,
  );
  for (const one of forced) io.out(plain(`  ${one.path} ${toldOf(one)}\n`));
  return exitCode;
}

function nothingToUndo(dir: string, folder: string): string {
  const where = folderOfRunAbove(folder);
  const hint =
    where === undefined ? 'Name the folder that the migration was run on.' : `There is one in ${where}.`;
  return `There is no run to take back in ${dir === '.' ? 'this folder' : dir}. ${hint}`;
}

function toldOf(forced: Forced): string {
  switch (forced.outcome) {
    case 'replaced':
      return `was edited since: the original is back, the edited version is ${forced.copy}`;
    case 'moved':
      return 'was edited since: the run had only moved it, and it went back with the edits';
    case 'restored':
      return 'was deleted since: the original is back';
    case 'missing':
      return 'was deleted since, and the run had only moved it: it stays deleted';
  }
}
