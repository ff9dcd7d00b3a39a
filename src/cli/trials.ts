import { createHash } from 'node:crypto';
import { runPlan } from '../apply/run.ts';
import type { PlannedFile } from '../plan/plan.ts';
import type { Io } from './io.ts';
import { type Ended, runCommand } from './run-command.ts';
import { makeScratch, type Scratch } from './scratch.ts';
import { VerifyProblem } from './verify-problem.ts';

export interface TrialSetting {
  readonly command: string;
  readonly folder: string;
  readonly io: Pick<Io, 'progress' | 'err'>;
  readonly signal: AbortSignal;
}

/** Tells how a command ends in a copy of the folder in which a plan was carried out. `what` says which, for progress. */
export type Trial = (files: readonly PlannedFile[], what: string) => Promise<Ended>;

/** Every trial has a fresh copy, since a command may leave things behind. What is the same is tried once. */
export function createTrials({ command, folder, io, signal }: TrialSetting): Trial {
  const known = new Map<string, Ended>();
  return async (files, what) => {
    const key = keyOf(files);
    const before = known.get(key);
    if (before) return before;
    io.progress(`${what}: copying`);
    const scratch = await copied(folder, signal);
    try {
      runPlan(files, scratch.folder);
      io.progress(`${what}: ${command}`);
      const ended = await started(command, scratch.folder, signal);
      known.set(key, ended);
      return ended;
    } finally {
      const rest = await scratch.remove();
      if (rest !== undefined) io.err(`${rest} could not be removed; it can be deleted.\n`);
      io.progress('');
    }
  };
}

/** What a plan does, in few letters. */
function keyOf(files: readonly PlannedFile[]): string {
  const hash = createHash('sha256');
  for (const { from, to, text } of files) hash.update(JSON.stringify([from, to, text?.after]));
  return hash.digest('hex');
}

async function copied(folder: string, signal: AbortSignal): Promise<Scratch> {
  try {
    return await makeScratch(folder, signal);
  } catch (error) {
    throw problem('The folder cannot be copied for --verify-command', error, signal);
  }
}

async function started(command: string, folder: string, signal: AbortSignal): Promise<Ended> {
  try {
    return await runCommand(command, folder, signal);
  } catch (error) {
    throw problem(`\`${command}\` cannot be started`, error, signal);
  }
}

function problem(what: string, error: unknown, { aborted }: AbortSignal): VerifyProblem {
  if (aborted) return new VerifyProblem('Interrupted. Nothing was written.');
  return new VerifyProblem(
    `${what}: ${error instanceof Error ? error.message : error}. Nothing was written.`,
  );
}
