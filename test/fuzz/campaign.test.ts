import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCampaign } from '../../fuzz/campaign.ts';
import { type Case, caseOf } from '../../fuzz/cases.ts';
import { readFinding, signatureOf, writeFinding } from '../../fuzz/findings.ts';
import { minimise } from '../../fuzz/minimise.ts';
import { runOracles } from '../../fuzz/oracle-run.ts';
import { type Tree, textEntry } from '../../fuzz/trees.ts';
import { type FuzzWorker, startWorker, type WorkerOptions } from '../../fuzz/worker.ts';
import { sampleOf } from '../support/sample.ts';
import { newFolder } from './support/folder.ts';

const runs = Number(process.env.FW_MIGRATE_RUNS ?? 12);

function workerFor(options: WorkerOptions): FuzzWorker {
  const worker = startWorker(join(newFolder(), 'case'), options);
  onTestFinished(() => worker.close());
  return worker;
}

describe('a campaign', () => {
  /** Runs cases here: a process would have to compile all modules first. */
  function workerHere(): FuzzWorker {
    const folder = join(newFolder(), 'case');
    return { run: (one) => runOracles(one, folder), close: () => undefined };
  }

  it('finds nothing', async () => {
    const state = await runCampaign(workerHere(), {
      seed: '7',
      cases: runs,
      findings: newFolder(),
    });
    const findings = [...state.findings.values()].map(({ id, oracle, message }) => ({
      id,
      oracle,
      message,
    }));
    expect(findings).toEqual([]);
    expect(state.cases).toBe(runs);
    // Which fixtures a seed takes changes with each new one; many cases are refused, and rightly.
    expect(state.outcomes.get('migrated')).toBeGreaterThan(runs / 4);
  });

  it('finds nothing where an attacker put files', async () => {
    const options = { seed: '7', cases: runs, findings: newFolder(), hostile: true };
    const state = await runCampaign(workerHere(), options);
    const findings = [...state.findings.values()].map(({ id, oracle, message }) => ({
      id,
      oracle,
      message,
    }));
    expect(findings).toEqual([]);
    expect(state.cases).toBe(runs);
  });

  it('makes the same case from the same number', () => {
    for (const number of [1, 2, 3]) expect(caseOf('x', number)).toEqual(caseOf('x', number));
    expect(caseOf('x', 1)).not.toEqual(caseOf('x', 2));
    expect(caseOf('x', 1)).not.toEqual(caseOf('y', 1));
  });

  it('puts the same thing into a hostile case each time, and all kinds into some', () => {
    const cases = Array.from({ length: 1500 }, (_, number) => caseOf('x', number, true));
    expect(caseOf('x', 1, true)).toEqual(cases[1]);
    const texts = cases.flatMap(({ tree }) =>
      [...tree].map(([path, entry]) => {
        if (entry.kind === 'link') return `${path} -> ${entry.target}`;
        return entry.kind === 'file'
          ? `${path} ${Buffer.from(entry.bytes).toString('latin1')}`
          : `${path} ${entry.kind}`;
      }),
    );
    const kinds = [
      /^\.fw-migrate\/journal\.json .*"\.env"/,
      /^\.fw-migrate\/journal\.json \{"version":3,.*\\"staging\\":/,
      /^\.fw-migrate\/last-run\.json \{"version":3,.*\\"last\\":/,
      /^\.fw-migrate\/staging-[\da-f]{16}-[\w-]{16}\/run\.json .*\\"\.env\\"/,
      /^\.fw-migrate\/staging-[\da-f]{16}-[\w-]{16}\/run\.json .*\\"original\\":/,
      /^\.fw-migrate\/staging-[\da-f]{16}-[\w-]{16}\/0\.old /,
      /^\.fw-migrate\/staging-[\da-f]{16}-[\w-]{16}\/run\.json \{"version":3,/,
      /^\.fw-migrate\/staging-[\da-f]{16}-[\w-]{16}\/all-aside folder$/,
      /^\.fw-migrate\/journal\.json .*"\.git\/config"/,
      /^\.fw-migrate\/last-run\.json .*"\.\.\/outside/,
      /^\.fw-migrate\/last-run\.json .*"\{outside\}/,
      /^\.fw-migrate\/(?:lock|journal\.json|last-run\.json) (?:folder|pipe)$/,
      /^\.fw-migrate\/kept-/,
      /^\.fw-migrate -> /,
      /^package\.json -> /,
      /^fw\.config\.ts -> /,
      / -> \/dev\/zero$/,
      / pipe$/,
      /^\.git gitdir: /,
      /^\.git\/config [\s\S]*clean = \{outside\}/,
      /^\.git\/config [\s\S]*\xff/,
      /^\.gitattributes .*filter=/,
    ];
    for (const kind of kinds)
      expect(
        texts.some((text) => kind.test(text)),
        String(kind),
      ).toBe(true);
  });

  it('keeps a pipe and a hostile case in what it writes down', () => {
    const one: Case = { tree: new Map([['a.ts', { kind: 'pipe' }]]), flags: {}, hostile: true };
    const home = writeFinding(newFolder(), one, { oracle: 'x', message: 'y' }, 'x:1');
    expect(readFinding(home)).toEqual(one);
  });

  it('writes down each finding once, and as small as it can be', async () => {
    const findings = newFolder();
    const finding: FuzzWorker = {
      run: async ({ tree }) =>
        [...tree.keys()].some((path) => path.includes('fw.config'))
          ? {
              outcome: 'found',
              finding: { oracle: 'no config', message: `there are ${tree.size} files` },
            }
          : { outcome: 'refused' },
      close: () => undefined,
    };
    const state = await runCampaign(finding, { seed: 'x', cases: 20, findings });
    expect([...state.findings.values()].map(({ times }) => times)).toEqual([
      state.outcomes.get('found'),
    ]);
    const [name = ''] = readdirSync(findings);
    expect([...readFinding(join(findings, name)).tree.keys()]).toEqual([
      expect.stringContaining('fw.config'),
    ]);
    expect(JSON.parse(readFileSync(join(findings, name, 'finding.json'), 'utf8'))).toMatchObject({
      case: expect.stringMatching(/^x:\d+$/),
      oracle: 'no config',
      message: 'there are 1 files',
      flags: {},
    });
  });

  it('takes findings for one that differ in names alone', () => {
    const found = (message: string) => signatureOf({ oracle: 'x', message });
    expect(found('a.ts:3: `y` is gone')).toBe(found('src/b.ts:14: `z` is gone'));
    expect(found('a.ts:3: `y` is gone')).not.toBe(found('a.ts:3: `y` was not there'));
  });
});

describe('a worker', () => {
  const module = fileURLToPath(new URL('./support/broken-worker.ts', import.meta.url));
  const caseThat = (failure: string): Case => ({ tree: new Map(), flags: { only: [failure] } });

  // Only what never ends may be recognised by the time that it takes.
  const patient = 120_000;

  it.each([
    ['hang', 1_000, 'it hangs'],
    ['die', patient, 'SIGKILL '],
    ['throw', patient, expect.stringContaining('RangeError: Maximum call stack size exceeded')],
  ])('may %s, and the next one goes on', async (failure, shortest, message) => {
    const worker = workerFor({ module, shortest });
    expect(await worker.run(caseThat(failure))).toEqual({
      outcome: 'found',
      finding: { oracle: 'the process ends', message },
    });
    expect(await worker.run(caseThat('nothing'))).toEqual({ outcome: 'migrated' });
  });

  it('runs a case', async () => {
    const bytes = new TextEncoder().encode(
      "export default defineFwConfig({ generate: { routes: ['/a'] } });\n",
    );
    const tree = new Map([['fw.config.ts', { kind: 'file', bytes } as const]]);
    expect(await workerFor({}).run({ tree, flags: {} })).toEqual({ outcome: 'migrated' });
  });

  it('is missed where it does not start', async () => {
    const worker = workerFor({ module: `${module}.gone` });
    await expect(worker.run(caseThat('nothing'))).rejects.toThrow('The worker does not start: 1 ');
  });
});

describe('the command', () => {
  const fuzz = fileURLToPath(new URL('../../fuzz/cli.ts', import.meta.url));
  const jiti = fileURLToPath(new URL('../../node_modules/jiti/lib/jiti-cli.mjs', import.meta.url));

  const wrong = [
    ['--cases', 'abc'],
    ['--cases=-1'],
    ['--minutes', 'x'],
    ['--minutes=-1'],
    ['--unknown'],
    ['--from', '1.5'],
    ['--case', 'x'],
  ];

  it.each(sampleOf(wrong, 4))('shows how it is used: %s %s', (...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [jiti, fuzz, ...args], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^Usage: npm run fuzz/);
  });
});

describe('minimising', () => {
  const tree: Tree = new Map([
    ['a.ts', textEntry('one\ntwo three\nfour\n')],
    ['b.ts', textEntry('five\n')],
  ]);
  const flags = { layout: 'app', keepDefaults: true } as const;
  const textOf = (one: Case) => {
    const entry = one.tree.get('a.ts');
    return entry?.kind === 'file' ? Buffer.from(entry.bytes).toString() : '';
  };

  it('leaves what the fault needs', async () => {
    const needs = async (one: Case) => one.flags.layout === 'app' && textOf(one).includes('three');
    const least = await minimise({ tree, flags }, needs, 10_000);
    expect([...least.tree.keys()]).toEqual(['a.ts']);
    expect(textOf(least)).toBe('three');
    expect(least.flags).toEqual({ layout: 'app' });
  });

  it('ends in time', async () => {
    expect(await minimise({ tree, flags }, async () => true, -1)).toEqual({ tree, flags });
  });
});
