import { isArea } from '../apply/area.ts';
import { realDisk } from '../apply/disk.ts';
import { refuseInterruptedNear } from '../apply/exclusive.ts';
import { needsRecovery, type Recovery, recover } from '../apply/recover.ts';
import { parentOf, type Snapshot } from '../project/snapshot.ts';
import { plain } from '../report/plain.ts';
import { type Io, UsageError } from './io.ts';

/** Puts right what an interrupted run left, and says so. By force, also where that is in the way of something. */
export function recoverIn(folder: string, io: Io, force = false): Recovery | undefined {
  const recovery = recover(folder, { force });
  if (!recovery) return undefined;
  const how =
    recovery.outcome === 'finished'
      ? 'after its last step: it counts as done.'
      : 'and is taken back: all files are where they were before it.';
  io.err(`An earlier ${recovery.run} was interrupted ${how}\n`);
  for (const path of recovery.missing) io.err(plain(`  Except ${path}, which was deleted since\n`));
  for (const { path, copy } of recovery.kept)
    io.err(plain(`  What was in the way at ${path} is now ${copy}\n`));
  return recovery;
}

/** Throws where a run was interrupted, or is at work: what is on disk then is neither before it nor after. */
export function refuseHalfDone(folder: string, command: string): void {
  if (!needsRecovery(folder)) return;
  throw new UsageError(
    `An earlier run was interrupted here, or is at work: what ${command} would read is neither before it nor after. If no run is at work, put the files right first with \`fw-migrate undo\`.`,
  );
}

/** Throws where one was interrupted in a folder around this one, or in one of those that a snapshot found inside. */
export function refuseHalfDoneNear(folder: string, { ignored }: Snapshot): void {
  const inner = ignored.flatMap(({ path }) => (isArea(path) ? [parentOf(path)] : []));
  refuseInterruptedNear({ disk: realDisk, folder }, inner);
}
