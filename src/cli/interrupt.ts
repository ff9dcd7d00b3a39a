import { constants } from 'node:os';
import { setImmediate } from 'node:timers/promises';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Does work that stops in order when the process is told to end, and then lets it end. Told a second time, the process
 * ends at once.
 */
export async function interruptible<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  let received: NodeJS.Signals | undefined;
  const release = (): void => {
    for (const signal of signals) process.off(signal, stop);
  };
  const stop = (signal: NodeJS.Signals): void => {
    received = signal;
    release();
    controller.abort();
  };
  for (const signal of signals) process.on(signal, stop);
  try {
    return await work(controller.signal);
  } finally {
    release();
    if (received) process.kill(process.pid, received);
  }
}

/**
 * Does work that must not stop half-way. A signal that arrives meanwhile waits until it is done, and shows in the exit
 * code.
 */
export async function uninterrupted<Result>(
  work: () => Result,
): Promise<{ readonly result: Result; readonly exitCode: number }> {
  let exitCode = 0;
  const note = (signal: NodeJS.Signals): void => {
    exitCode = 128 + constants.signals[signal];
  };
  for (const signal of signals) process.on(signal, note);
  try {
    const result = work();
    // Signals are heard between two tasks.
    await setImmediate();
    return { result, exitCode };
  } finally {
    for (const signal of signals) process.off(signal, note);
  }
}
