import { transforms } from '../../transforms/index.ts';
import { type Cause, findCause, optionsWithout, type PlanPart } from '../plan/find-cause.ts';
import { beyond, type Plan } from '../plan/plan.ts';
import type { PlanOptions } from '../plan/repository.ts';
import { causeText, failsBefore } from './cause-text.ts';
import { interruptible } from './interrupt.ts';
import { type Io, UsageError } from './io.ts';
import type { Ended } from './run-command.ts';
import { createTrials, type Trial } from './trials.ts';
import { VerifyProblem } from './verify-problem.ts';

/** What is to be verified, and how plans with less in them are made. */
export interface Verification {
  readonly command: string;
  readonly folder: string;
  readonly plan: Plan;
  /** What the plan was made with. */
  readonly options: PlanOptions;
  replan(options: PlanOptions): Promise<Plan>;
  readonly io: Pick<Io, 'progress' | 'err'>;
}

/**
 * Runs a command of the user in copies of the folder, before and after the migration; the folder itself is not touched.
 * Throws a `VerifyProblem` where it does not pass, which names what in the plan makes it fail.
 */
export async function verifyPlan(verification: Verification): Promise<void> {
  const { command, plan, options } = verification;
  if (command.trim() === '')
    throw new UsageError('--verify-command needs a command, such as `npm run types`.');
  if (options.shard)
    throw new UsageError('--verify-command needs the whole plan, and --shard makes a part. Leave one out.');
  if (plan.files.length === 0) return;
  await interruptible(async (signal) => {
    const trial = createTrials({ ...verification, signal });
    const before = await trial([], 'before the migration');
    if (!before.passed) throw new VerifyProblem(failsBefore(command, before));
    const after = await trial(plan.files, 'after the migration');
    if (!after.passed) throw new VerifyProblem(await explained(verification, trial, after, signal));
  });
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
  // What cannot be tried is not known to fail.
  const failsWithout = async (absent: readonly PlanPart[]) => (await endedWithout(absent))?.passed === false;
  const cause = await findCause(plan, options.steps, failsWithout);
  const rest = await endedWithout(cause.parts);
  const ended = (await endedWithout(cause.unrelated)) ?? whole;
  return causeText({
    ...{ command, ended, cause, untried: [...untried] },
    files: await filesOf(cause, planWithout),
    rest: rest && (rest.passed ? 'passes' : 'fails'),
    canSkip: (id) => transforms.some((one) => one.id === id && !one.followsMoves),
    hasMore: plan.projects.length > 1,
  });
}

/** What the cause alone does to files. */
async function filesOf(
  { parts, unrelated }: Cause,
  planWithout: (absent: readonly PlanPart[]) => Promise<Plan>,
): Promise<ReturnType<typeof beyond>> {
  try {
    return beyond(await planWithout([...unrelated, ...parts]), await planWithout(unrelated));
  } catch {
    // The names must do where a plan with less cannot be made; why is among what could not be tried.
    return [];
  }
}
