import { type Case, caseOf } from './cases.ts';
import { signatureOf, writeFinding } from './findings.ts';
import { minimise } from './minimise.ts';
import type { CaseResult, FuzzFinding } from './oracle-run.ts';
import type { FuzzWorker } from './worker.ts';

export interface CampaignOptions {
  readonly seed: string;
  /** Whether the repositories contain files that an attacker put there. */
  readonly hostile?: boolean;
  /** The first case. */
  readonly from?: number;
  /** Ends after so many cases, or so many milliseconds. */
  readonly cases?: number;
  readonly milliseconds?: number;
  /** How long a case may be made smaller. */
  readonly minimising?: number;
  /** Where findings are written down. */
  readonly findings: string;
  /** FilePlan after every case. */
  onCase?(state: CampaignState): void;
  isStopped?(): boolean;
}

export interface CampaignState {
  readonly cases: number;
  readonly files: number;
  readonly outcomes: ReadonlyMap<CaseResult['outcome'], number>;
  /** One for each signature. */
  readonly findings: ReadonlyMap<string, KeptFinding>;
}

export interface KeptFinding extends FuzzFinding {
  readonly id: string;
  readonly folder: string;
  /** How many cases show it. */
  readonly times: number;
}

/** Runs one case after the other; what is found is made smaller and written down once. */
export async function runCampaign(
  worker: FuzzWorker,
  options: CampaignOptions,
): Promise<CampaignState> {
  const {
    seed,
    from = 0,
    cases = Number.POSITIVE_INFINITY,
    milliseconds = Number.POSITIVE_INFINITY,
  } = options;
  const end = Date.now() + milliseconds;
  const state = {
    ...{ cases: 0, files: 0 },
    outcomes: new Map<CaseResult['outcome'], number>(),
    findings: new Map<string, KeptFinding>(),
  };
  while (state.cases < cases && Date.now() < end && !options.isStopped?.()) {
    const id = `${seed}:${from + state.cases}`;
    const one = caseOf(seed, from + state.cases, options.hostile);
    const { outcome, finding } = await worker.run(one);
    // What stopped us may have stopped the worker as well.
    if (options.isStopped?.()) break;
    state.cases += 1;
    state.files += one.tree.size;
    state.outcomes.set(outcome, (state.outcomes.get(outcome) ?? 0) + 1);
    if (finding) await keep(one, finding, id, worker, options, state.findings);
    options.onCase?.(state);
  }
  return state;
}

async function keep(
  one: Case,
  finding: FuzzFinding,
  id: string,
  worker: FuzzWorker,
  { findings: folder, minimising = 20_000 }: CampaignOptions,
  kept: Map<string, KeptFinding>,
): Promise<void> {
  const signature = signatureOf(finding);
  const known = kept.get(signature);
  if (known) {
    kept.set(signature, { ...known, times: known.times + 1 });
    return;
  }
  const stillFails = async (smaller: Case): Promise<boolean> => {
    const { finding: again } = await worker.run(smaller);
    return again !== undefined && signatureOf(again) === signature;
  };
  const least = await minimise(one, stillFails, minimising);
  const { finding: last = finding } = least === one ? {} : await worker.run(least);
  const shown = signatureOf(last) === signature ? last : finding;
  kept.set(signature, { ...shown, id, folder: writeFinding(folder, least, shown, id), times: 1 });
}
