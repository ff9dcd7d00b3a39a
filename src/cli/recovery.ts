import { placeOf } from '../apply/disk.ts';
import { refuseInterruptedNear } from '../apply/exclusive.ts';
import type { Kept } from '../apply/kept.ts';
import { type RecoverOptions, type Recovery, recover, refuseHalfDone as refuse } from '../apply/recover.ts';
import type { Ran } from '../apply/run.ts';
import { isStateFolder } from '../apply/state.ts';
import { parentOf, type Snapshot } from '../project/snapshot.ts';
import { plain } from '../report/plain.ts';
import type { Io } from './io.ts';

/** Puts right what an interrupted run left, and says so. By force, also if that is in the way of something. */
export function recoverIn(folder: string, io: Io, options: RecoverOptions = {}): Recovery | undefined {
  const recovery = recover(folder, options);
  if (!recovery) return undefined;
  io.err(
    `An earlier ${recovery.run} was interrupted. It is reverted: all files are where they were before it.\n`,
  );
  for (const path of recovery.missing) io.err(plain(`  Except ${path}, which was deleted since\n`));
  printKept(recovery.kept, 'was in the way', io);
  return recovery;
}

/** Says where things are kept that people wrote. */
export function printKept(kept: readonly Kept[], why: string, io: Io): void {
  for (const { path, copy } of kept) io.err(plain(`  ${path} ${why}: that version is now ${copy}\n`));
}

/** Says what a person should know about a run besides its report. */
export function printAside({ kept, unkeptIn }: Ran, io: Io): void {
  printKept(kept, 'was saved while a run was writing', io);
  if (unkeptIn !== undefined)
    io.err(
      plain(
        `Nothing could be stored in ${unkeptIn}, so undoing this run needs \`fw-migrate undo --recover\`.\n`,
      ),
    );
}

/** Throws if a run was interrupted, or is at work: what is on disk then is neither before it nor after. */
export function refuseHalfDone(folder: string, command: string): void {
  refuse(
    folder,
    `An earlier run was interrupted here, or is at work: what ${command} would read is neither before it nor after. If no run is at work, restore the files first with \`fw-migrate undo\`.`,
  );
}

/** Throws if one was interrupted in a folder around this one, or in one of those that a snapshot found inside. */
export function refuseHalfDoneNear(folder: string, { ignored }: Snapshot): void {
  const inner = ignored.flatMap(({ path }) => (isStateFolder(path) ? [parentOf(path)] : []));
  refuseInterruptedNear(placeOf(folder), inner);
}
