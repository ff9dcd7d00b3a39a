import type { Readable, Writable } from 'node:stream';
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
  /** The kind of standard output. */
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
  /** The version of fw-migrate. */
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
