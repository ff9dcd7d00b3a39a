import { folderOfRunAbove } from '../apply/journal.ts';
import { phasesOfUndo, type Undone } from '../apply/run.ts';
import { plain } from '../report/plain.ts';
import { counted } from '../report/summary.ts';
import { folderNamed } from './folders.ts';
import { inPhases } from './interrupt.ts';
import { type Io, UsageError } from './io.ts';
import { printNotes, recoverIn } from './recovery.ts';

export interface UndoFlags {
  readonly force?: boolean;
  readonly recover?: boolean;
}

/** `fw-migrate undo`: undoes the last run in a folder. Gives the exit code. */
export async function undoCommand(
  dir: string,
  { force = false, recover = false }: UndoFlags,
  io: Io,
): Promise<number> {
  const folder = folderNamed(dir, io);
  const options = { force, acceptForeign: recover };
  // The run that was meant is undone by that: an older one is not.
  if (recoverIn(folder, io, options)?.run === 'migration') return 0;
  const { result: undone, exitCode } = await inPhases(phasesOfUndo(folder, options));
  if (!undone) throw new UsageError(nothingToUndo(dir, folder));
  const { moved, changed, forced } = undone;
  if (moved + changed + forced.length === 0) {
    io.out('All files are already as they were before the run.\n');
    return exitCode;
  }
  const except = forced.length > 0 ? ', except:' : '.';
  io.out(
    `Reverted: ${counted(moved, 'file')} moved, ${counted(changed, 'file')} changed. All of them are as they were before the run${except}\n`,
  );
  for (const one of forced) io.out(plain(`  ${one.path} ${outcomeText(one)}\n`));
  printNotes(undone, io);
  return exitCode;
}

function nothingToUndo(dir: string, folder: string): string {
  const where = folderOfRunAbove(folder);
  const hint =
    where === undefined ? 'Name the folder that the migration was run on.' : `There is one in ${where}.`;
  return `There is no run to undo in ${dir === '.' ? 'this folder' : dir}. ${hint}`;
}

function outcomeText(forced: Undone['forced'][number]): string {
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
