import { type Recovery, recover } from '../apply/recover.ts';
import type { Io } from './io.ts';

/** Puts right what an interrupted run left, and says so. */
export function recoverIn(folder: string, io: Io): Recovery | undefined {
  const recovery = recover(folder);
  if (!recovery) return undefined;
  const how =
    recovery.outcome === 'finished'
      ? 'after its last step: it counts as done.'
      : 'and is taken back: all files are as they were before it.';
  io.err(`An earlier ${recovery.run} was interrupted ${how}\n`);
  return recovery;
}
