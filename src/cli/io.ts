/** What a command gets from the outside, streams and environment, and how a signal stops it. */

import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Phases } from '../apply/transaction.ts';
import { Problem } from '../catalogue/shape.ts';
import type { Look } from '../report/printing.ts';

/** The log of a CI service: GitHub and similar services can be told to ignore commands, others cannot. */
export type Log = 'github' | 'other';

/** The streams and the environment of a command. */
export interface Io {
  /** Prints a result for people, without commands to the log of a CI service. */
  out(text: string): void;
  /** Prints a result for programs, byte for byte; see `printExactly`. */
  exact(text: string): void;
  readonly outKind: 'terminal' | 'file' | 'pipe';
  /** The CI logs that pipes lead to, according to the environment. */
  readonly logs: readonly Log[];
  /** Prints progress and problems for people. */
  err(text: string): void;
  readStdin(): Promise<Buffer>;
  /** Shows the progress of a long run on a terminal; an empty text clears it. */
  progress(text: string): void;
  /** The streams for questions; undefined if nobody would answer. */
  readonly terminal: { readonly input: Readable; readonly output: Writable } | undefined;
  readonly version: string;
  readonly cwd: string;
  /** The look of standard output and of standard error. */
  readonly outLook: Look;
  readonly errLook: Look;
}

/** Something that the user has to correct first: the message says what to do, and nothing was written. */
export class UsageError extends Problem {
  override readonly name = 'UsageError';
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Does some work and cleans up after it; a signal that ends the process first cleans up as well. */
export async function cleaningUp<Result>(
  clean: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const stop = (signal: NodeJS.Signals): void => {
    release();
    clean();
    process.kill(process.pid, signal);
  };
  const release = (): void => {
    for (const signal of signals) process.off(signal, stop);
  };
  for (const signal of signals) process.on(signal, stop);
  try {
    return await work();
  } finally {
    release();
    clean();
  }
}

/** The work was stopped by a signal. */
export class Interrupted extends Problem {
  override readonly name = 'Interrupted';
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals) {
    super(`Stopped by ${signal}. Nothing was changed.`);
    this.exitCode = exitCodeOf(signal);
  }
}

function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/**
 * Runs work that must not stop half-way. A signal stops it between two phases; in the last phase, the work is
 * completed first and the signal shows in the exit code.
 */
export async function inPhases<Result>(work: Phases<Result>) {
  let received: NodeJS.Signals | undefined;
  const note = (signal: NodeJS.Signals): void => {
    received = signal;
  };
  for (const signal of signals) process.on(signal, note);
  try {
    for (;;) {
      const moment = received ? work.throw(new Interrupted(received)) : work.next();
      // Node delivers signals between two tasks.
      await setImmediate();
      if (moment.done)
        return { result: moment.value, exitCode: received ? exitCodeOf(received) : 0 };
    }
  } finally {
    for (const signal of signals) process.off(signal, note);
  }
}
