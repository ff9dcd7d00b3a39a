import { type Cleared, notesOf } from '../apply/clear.ts';
import { refuseInterruptedNear } from '../apply/lock.ts';
import { type RecoverOptions, type Recovery, recover, refuseHalfDone as refuse } from '../apply/recover.ts';
import type { Ran } from '../apply/run.ts';
import { runFolderAt } from '../apply/run-folder.ts';
import { isStateFolder } from '../apply/state-directory.ts';
import { parentOf, type Snapshot } from '../project/snapshot.ts';
import { plain } from '../report/plain.ts';
import type { Io } from './io.ts';

/** Puts right what an interrupted run left, and says so. By force, also if that is in the way of something. */
export function recoverIn(folder: string, io: Io, options: RecoverOptions = {}): Recovery | undefined {
  const recovery = recover(folder, options);
  if (!recovery) return undefined;
  io.err(
    `An earlier ${recovery.run} was interrupted. It has been reverted: all files are back where they were.\n`,
  );
  for (const path of recovery.missing)
    io.err(plain(`  ${path} is missing: it was deleted after the interruption\n`));
  printNotes(recovery, io);
  return recovery;
}

/** Says where things are kept that people wrote, and what could not be removed. */
export function printNotes(cleared: Cleared, io: Io): void {
  for (const note of notesOf(cleared)) io.err(plain(`  ${note}\n`));
}

/** Says what a person should know about a run besides its report. */
export function printAside(ran: Ran, io: Io): void {
  printNotes(ran, io);
  if (ran.unkeptIn === undefined) return;
  io.err(
    plain(
      `To undo this run you need \`fw-migrate undo --recover\`: ${ran.unkeptIn} is part of the repository or cannot be written.\n`,
    ),
  );
}

/** Throws if a run was interrupted, or is at work: what is on disk then is neither before it nor after. */
export function refuseHalfDone(folder: string, command: string): void {
  refuse(
    folder,
    `An earlier run was interrupted here, or is still at work: the files are in an intermediate state, so ${command} would be meaningless. If no run is at work, restore the files first with \`fw-migrate undo\`.`,
  );
}

/** Throws if one was interrupted in a folder around this one, or in one of those that a snapshot found inside. */
export function refuseHalfDoneNear(folder: string, { ignored }: Snapshot): void {
  const inner = ignored.flatMap(({ path }) => (isStateFolder(path) ? [parentOf(path)] : []));
  refuseInterruptedNear(runFolderAt(folder), inner);
}
