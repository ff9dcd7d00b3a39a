import { constants } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { Phases } from '../apply/transaction.ts';
import { Problem } from '../catalogue/shape.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Does some work and cleans up after it; a signal that ends the process first cleans up as well. */
export async function cleaningUp<Result>(clean: () => void, work: () => Promise<Result>): Promise<Result> {
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
export async function inPhases<Result>(
  work: Phases<Result>,
): Promise<{ readonly result: Result; readonly exitCode: number }> {
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
      if (moment.done) return { result: moment.value, exitCode: received ? exitCodeOf(received) : 0 };
    }
  } finally {
    for (const signal of signals) process.off(signal, note);
  }
}
