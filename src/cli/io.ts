import type { Readable, Writable } from 'node:stream';
import type { Look } from '../report/look.ts';

/** Where questions are asked. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

/** The outside world of a command: where it writes, and what may be written there. */
export interface Io {
  /** The result. */
  out(text: string): void;
  /** Progress and problems. */
  err(text: string): void;
  readStdin(): Promise<Buffer>;
  /** Shows how far a long run is, where somebody looks on; an empty text takes it away. */
  progress(text: string): void;
  /** Where questions can be asked; nothing where nobody would answer. */
  readonly terminal: Terminal | undefined;
  /** Our own version. */
  readonly version: string;
  readonly cwd: string;
  /** What the result may look like, and what is written beside it. */
  readonly outLook: Look;
  readonly errLook: Look;
}

/** Bad usage or bad input: the message says what to do, and nothing was written. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
