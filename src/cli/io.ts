import type { Readable, Writable } from 'node:stream';
import { Problem } from '../catalogue/shape.ts';
import type { Look } from '../report/terminal.ts';

/** The log of a workflow: GitHub's and those like it, which can be told to obey nothing for a while, or another. */
export type Log = 'github' | 'other';

/** The streams and the surroundings of a command: where it writes, and what may be written there. */
export interface Io {
  /** A result for people: nothing in it is a command to the log of a workflow. */
  out(text: string): void;
  /** A result for programs, to the byte; see `printExactly`. */
  exact(text: string): void;
  /** What standard output leads to. */
  readonly outKind: 'terminal' | 'file' | 'pipe';
  /** The logs of workflows that pipes lead to, as the environment says. */
  readonly logs: readonly Log[];
  /** Progress and problems, for people as well. */
  err(text: string): void;
  readStdin(): Promise<Buffer>;
  /** Shows how far a long run is, where someone looks on; an empty text takes it away. */
  progress(text: string): void;
  /** Where questions can be asked; undefined if nobody would answer. */
  readonly terminal: { readonly input: Readable; readonly output: Writable } | undefined;
  /** Our own version. */
  readonly version: string;
  readonly cwd: string;
  /** What the result may look like, and what is written beside it. */
  readonly outLook: Look;
  readonly errLook: Look;
}

/** Bad usage or bad input: the message says what to do, and nothing was written. */
export class UsageError extends Problem {
  override readonly name = 'UsageError';
}

/** The command of `--verify-command` does not pass: the message says because of what, and nothing was written. */
export class VerifyProblem extends Problem {
  override readonly name = 'VerifyProblem';
}
