import { join } from 'node:path';
import { runPlan } from '../apply/run.ts';
import { placeAt } from '../config/places.ts';
import type { Plan, PlannedFile } from '../plan/plan.ts';
import type { PlanOptions } from '../plan/repository.ts';
import { parseJson, valueAt } from '../project/json.ts';
import type { TreePath } from '../project/snapshot.ts';
import { isReferenceList, type TypeCheck, typeChecksIn, withBuild } from '../project/type-checks.ts';
import { interruptible } from './interrupt.ts';
import { type Io, UsageError, VerifyProblem } from './io.ts';
import { type Ended, runCommand } from './run-command.ts';
import { makeScratch } from './scratch.ts';

/** What is to be verified. */
interface Verification {
  readonly command: string;
  readonly folder: string;
  readonly plan: Plan;
  /** The text of a file as the plan leaves it; undefined if there is none. */
  textAfter(path: TreePath): string | undefined;
  /** What the plan was made with. */
  readonly options: Pick<PlanOptions, 'shard'>;
  readonly io: Pick<Io, 'progress' | 'err'>;
}

/**
 * Runs a command of the user in copies of the folder, before and after the migration; the folder itself is not touched.
 * Throws a `VerifyProblem` if it does not pass.
 */
export async function verifyPlan(verification: Verification): Promise<void> {
  const { command, plan, options } = verification;
  if (command.trim() === '')
    throw new UsageError('--verify-command needs a command, such as `npm run types`.');
  if (options.shard)
    throw new UsageError('--verify-command and --shard cannot be combined. Remove one of them.');
  if (plan.files.length === 0) return;
  await interruptible(async (signal) => {
    const later = commandAfter(verification);
    const trial = createTrials({ ...verification, later }, signal);
    const before = await trial([], 'before the migration');
    if (!before.passed) throw new VerifyProblem(failsBefore(command, before));
    const after = await trial(plan.files, 'after the migration');
    if (!after.passed) throw new VerifyProblem(failsAfter(command, after));
  });
}

const runsScript = /^(?:npm|pnpm|yarn|bun)(?:\s+(?:run|run-script))?\s+([\w:.-]+)/;

/**
 * The command as it has to be after the migration: a type check of what has become a list of references would pass
 * whatever is wrong. Throws a `VerifyProblem` if it proves nothing in any form.
 */
function commandAfter({ command, textAfter, io }: Verification): string {
  const isEmpty = ({ folder, project = '.' }: TypeCheck) => {
    const place = placeAt(folder, project);
    return [place, placeAt(place, 'tsconfig.json')].some((path) => isReferenceList(textAfter(path) ?? ''));
  };
  const checks = typeChecksIn(command).filter(isEmpty);
  const script = runsScript.exec(command.trim())?.[1];
  const line = script === undefined ? undefined : scriptIn(textAfter('package.json') ?? '', script);
  const unchecked = [...checks.filter(({ build }) => !build), ...typeChecksIn(line ?? '').filter(isEmpty)];
  const [empty] = unchecked;
  if (empty)
    throw new VerifyProblem(
      `\`${empty.text}\` would check nothing: after the migration, tsconfig.json only references others, which are not checked without \`-b\`. Use \`tsc -b --noEmit\` (TypeScript 5.6 or newer). Nothing was written.`,
    );
  if (checks.length === 0) return command;
  const later = withBuild(command, checks);
  io.err(`After the migration, \`${command}\` would check nothing: running \`${later}\` instead.\n`);
  return later;
}

function scriptIn(packageJson: string, name: string): string | undefined {
  const script = valueAt(parseJson(packageJson), 'scripts', name);
  return script?.kind === 'string' ? script.text : undefined;
}

/** A command that fails without the migration as well. */
function failsBefore(command: string, { how, lastLines }: Ended): string {
  return [
    `\`${command}\` already fails before the migration (${how}), so it cannot be used as a check. Nothing was written.`,
    ...printed(lastLines),
    'It runs in a copy of the folder, without .git and build output. Use a command that passes there, or remove --verify-command.',
  ].join('\n');
}

function failsAfter(command: string, { how, lastLines }: Ended): string {
  return [
    `\`${command}\` passes before the migration and fails after it (${how}). Nothing was written.`,
    ...printed(lastLines),
    'To continue, fix what the command reports and run again. To migrate in smaller steps, use `--layout keep`, `--stay` or `--skip`.',
  ].join('\n');
}

export function printed(lines: readonly string[]): string[] {
  if (lines.every((line) => line === '')) return ['It printed nothing.'];
  return ['The end of its output:', ...lines.map((line) => (line === '' ? '' : `  ${line}`))];
}

/** Runs the command in a copy of the folder in which a plan was carried out. `what` says which, for progress. */
type Trial = (files: readonly PlannedFile[], what: string) => Promise<Ended>;

/** Every trial has a fresh copy, since a command may leave things behind. */
function createTrials(
  { command: first, later, folder, io }: Verification & { readonly later: string },
  signal: AbortSignal,
): Trial {
  return (files, what) =>
    inCopy(makeScratch(folder, signal), { what, io, signal }, async (copy, run) => {
      runPlan(files, copy);
      return run(files.length === 0 ? first : later);
    });
}

/** Does something in a copy of a folder, which is removed afterwards. `what` says in which state it is, for progress. */
export async function inCopy<Result>(
  copying: ReturnType<typeof makeScratch>,
  { what, io, signal }: Pick<Verification, 'io'> & { readonly what: string; readonly signal: AbortSignal },
  work: (copy: string, run: (command: string, folder?: string) => Promise<Ended>) => Promise<Result>,
): Promise<Result> {
  io.progress(`${what}: copying`);
  const scratch = await attempt('The folder cannot be copied', copying, signal);
  try {
    return await work(scratch.folder, (command, folder = '.') => {
      io.progress(`${what}: ${command}`);
      const running = runCommand(command, join(scratch.folder, folder), signal);
      return attempt(`\`${command}\` cannot be started`, running, signal);
    });
  } finally {
    const rest = await scratch.remove();
    if (rest !== undefined) io.err(`${rest} could not be removed; you can delete it.\n`);
    io.progress('');
  }
}

/** The result of some work. Throws a `VerifyProblem` that says what could not be done. */
async function attempt<Result>(what: string, work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const why = `${what}: ${error instanceof Error ? error.message : error}.`;
    throw new VerifyProblem(`${signal.aborted ? 'Interrupted.' : why} Nothing was written.`);
  }
}
