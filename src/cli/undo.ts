import { undoLastRun } from '../apply/run.ts';
import { counted } from '../report/counted.ts';
import { folderNamed } from './folders.ts';
import { type Io, UsageError } from './io.ts';
import { recoverIn } from './recovery.ts';

/** `fw-migrate undo`: takes the last run in a folder back. */
export function undoCommand(dir: string, io: Io): number {
  const folder = folderNamed(dir, io);
  const recovery = recoverIn(folder, io);
  // What was to be taken back is taken back: an older run is not what is meant.
  if (recovery?.outcome === (recovery?.run === 'undo' ? 'finished' : 'taken back')) return 0;
  const undone = undoLastRun(folder);
  if (!undone)
    throw new UsageError(
      `There is no run to take back in ${dir === '.' ? 'this folder' : dir}. Name the folder that the migration was run on.`,
    );
  const { moved, changed } = undone;
  io.out(
    `Taken back: ${counted(moved, 'file')} moved, ${counted(changed, 'file')} changed. All of them are as they were before the run.\n`,
  );
  return 0;
}
