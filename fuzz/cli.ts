import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type CampaignState, runCampaign } from './campaign.ts';
import { caseOf } from './cases.ts';
import { startWorker } from './worker.ts';

const usage = `Usage: npm run fuzz -- [--minutes <n>] [--cases <n>] [--seed <text>] [--from <n>] [--findings <folder>]
       npm run fuzz -- --hostile ...        with files in the repositories that an attacker put there
       npm run fuzz -- --case <seed>:<n>    runs one case alone, and keeps its folder`;

const options = {
  minutes: { type: 'string' },
  cases: { type: 'string' },
  seed: { type: 'string', default: '1' },
  from: { type: 'string', default: '0' },
  findings: { type: 'string' },
  case: { type: 'string' },
  hostile: { type: 'boolean', default: false },
  help: { type: 'boolean' },
} as const;

/** What some of them must look like. */
const forms = [
  ['minutes', /^\d*\.?\d+$/],
  ['cases', /^\d+$/],
  ['from', /^\d+$/],
  ['case', /:\d+$/],
] as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

/** What the command line says; nothing where that makes no sense. */
function readArguments(): Values | undefined {
  try {
    const { values } = parseArgs({ options });
    const isClear = forms.every(([name, form]) => {
      const value = values[name];
      return value === undefined || form.test(value);
    });
    return isClear ? values : undefined;
  } catch {
    return undefined;
  }
}

async function main(): Promise<number> {
  const values = readArguments();
  if (!values) {
    console.error(usage);
    return 2;
  }
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const scratch = mkdtempSync(join(tmpdir(), 'fw-migrate-fuzz-'));
  return values.case === undefined
    ? campaign(values, scratch)
    : single(values.case, values.hostile, scratch);
}

/** One case alone: what it is, and what becomes of it. */
async function single(id: string, hostile: boolean, folder: string): Promise<number> {
  const [seed = '', number = ''] = id.split(/:(?=\d+$)/);
  const one = caseOf(seed, Number(number), hostile);
  console.log(`${id} ${JSON.stringify(one.flags)}`);
  for (const [path, entry] of one.tree)
    console.log(`  ${path}${entry.kind === 'link' ? ` -> ${entry.target}` : ''}`);
  const worker = startWorker(folder);
  const { outcome, finding } = await worker.run(one);
  worker.close();
  console.log(finding ? `${finding.oracle}: ${finding.message}` : outcome, `\nKept in ${folder}`);
  return finding ? 1 : 0;
}

async function campaign(values: Values, scratch: string): Promise<number> {
  const start = Date.now();
  const findings = resolve(values.findings ?? mkdtempSync(join(tmpdir(), 'fw-migrate-findings-')));
  mkdirSync(findings, { recursive: true });
  let isStopped = false;
  let shownAt = start;
  process.once('SIGINT', () => {
    isStopped = true;
  });
  const line = ({ cases, files, outcomes, findings: { size } }: CampaignState): string => {
    const speed = (cases / ((Date.now() - start) / 1000)).toFixed(1);
    const parts = [...outcomes].map(([outcome, times]) => `${times} ${outcome}`).join(', ');
    return `${cases} cases, ${files} files (${parts}), ${size} findings, ${speed} cases per second`;
  };
  const worker = startWorker(join(scratch, 'case'));
  const state = await runCampaign(worker, {
    ...{ seed: values.seed, from: Number(values.from), findings, hostile: values.hostile },
    cases: Number(values.cases ?? Number.POSITIVE_INFINITY),
    milliseconds: Number(values.minutes ?? (values.cases ? Number.POSITIVE_INFINITY : 1)) * 60_000,
    isStopped: () => isStopped,
    onCase(seen) {
      if (Date.now() - shownAt < 5_000) return;
      shownAt = Date.now();
      console.log(line(seen));
    },
  });
  worker.close();
  rmSync(scratch, { recursive: true, force: true });
  console.log(`\nSeed ${values.seed}: ${line(state)}\nFindings are kept in ${findings}`);
  for (const { id, oracle, message, folder, times } of state.findings.values())
    console.log(
      `\n${oracle} (${id}, ${times} times)\n  ${message.replaceAll('\n', '\n  ')}\n  ${folder}`,
    );
  return state.findings.size > 0 ? 1 : 0;
}

process.exitCode = await main();
