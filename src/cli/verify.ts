import { createHash } from 'node:crypto';
import { runPlan } from '../apply/run.ts';
import { placeAt } from '../config/places.ts';
import { findCause, optionsWithout, type PlanPart } from '../plan/find-cause.ts';
import { beyond, type Plan, type PlannedFile } from '../plan/plan.ts';
import type { PlanOptions } from '../plan/repository.ts';
import { parseJson, valueAt } from '../project/json.ts';
import type { TreePath } from '../project/snapshot.ts';
import { isReferenceList, type TypeCheck, typeChecksIn, withBuild } from '../project/type-checks.ts';
import { causeText, failsBefore } from './cause-text.ts';
import { interruptible } from './interrupt.ts';
import { type Io, UsageError, VerifyProblem } from './io.ts';
import { type Ended, runCommand } from './run-command.ts';
import { makeScratch } from './scratch.ts';

/** What is to be verified, and how plans with less in them are made. */
interface Verification {
  readonly command: string;
  readonly folder: string;
  readonly plan: Plan;
  /** The text of a file as the plan leaves it; undefined if there is none. */
  textAfter(path: TreePath): string | undefined;
  /** What the plan was made with. */
  readonly options: PlanOptions;
  replan(options: PlanOptions): Promise<Plan>;
  readonly io: Pick<Io, 'progress' | 'err'>;
}

/**
 * Runs a command of the user in copies of the folder, before and after the migration; the folder itself is not touched.
 * Throws a `VerifyProblem` if it does not pass, which names what in the plan makes it fail.
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
    if (!after.passed) throw new VerifyProblem(await explained(verification, trial, after, signal));
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

async function explained(
  { command, plan, options, replan }: Verification,
  trial: Trial,
  whole: Ended,
  signal: AbortSignal,
): Promise<string> {
  const untried = new Set<string>();
  const planWithout = (absent: readonly PlanPart[]) => replan(optionsWithout(options, absent));
  const endedWithout = async (absent: readonly PlanPart[]): Promise<Ended | undefined> => {
    try {
      return await trial((await planWithout(absent)).files, 'looking for the cause');
    } catch (error) {
      if (signal.aborted || !(error instanceof Error)) throw error;
      untried.add(error.message);
      return undefined;
    }
  };
  // What cannot be tried is unknown to fail.
  const failsWithout = async (absent: readonly PlanPart[]) => (await endedWithout(absent))?.passed === false;
  const cause = await findCause(plan, options.steps, failsWithout);
  const rest = await endedWithout(cause.parts);
  const ended = (await endedWithout(cause.unrelated)) ?? whole;
  // The names must do if a plan with less cannot be made; why is among what could not be tried.
  const filesOfCause = async () =>
    beyond(await planWithout([...cause.unrelated, ...cause.parts]), await planWithout(cause.unrelated));
  return causeText({
    ...{ command, ended, cause, untried: [...untried] },
    rest: rest && (rest.passed ? 'passes' : 'fails'),
    files: await filesOfCause().catch(() => []),
    hasMore: plan.projects.length > 1,
  });
}

/** Runs the command in a copy of the folder in which a plan was carried out. `what` says which, for progress. */
type Trial = (files: readonly PlannedFile[], what: string) => Promise<Ended>;

/** Every trial has a fresh copy, since a command may leave things behind. What is the same is tried once. */
function createTrials(
  { command: first, later, folder, io }: Verification & { readonly later: string },
  signal: AbortSignal,
): Trial {
  const known = new Map<string, Ended>();
  return async (files, what) => {
    const key = keyOf(files);
    const before = known.get(key);
    if (before) return before;
    const command = files.length === 0 ? first : later;
    io.progress(`${what}: copying`);
    const copying = makeScratch(folder, signal);
    const scratch = await attempt('The folder cannot be copied for --verify-command', copying, signal);
    try {
      runPlan(files, scratch.folder);
      io.progress(`${what}: ${command}`);
      const running = runCommand(command, scratch.folder, signal);
      const ended = await attempt(`\`${command}\` cannot be started`, running, signal);
      known.set(key, ended);
      return ended;
    } finally {
      const rest = await scratch.remove();
      if (rest !== undefined) io.err(`${rest} could not be removed; you can delete it.\n`);
      io.progress('');
    }
  };
}

/** The same for plans that do the same. */
function keyOf(files: readonly PlannedFile[]): string {
  const hash = createHash('sha256');
  for (const { from, to, text } of files) hash.update(JSON.stringify([from, to, text?.after]));
  return hash.digest('hex');
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
