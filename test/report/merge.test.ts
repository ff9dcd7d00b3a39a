import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { planRepository } from '../../src/check/checked-plan.ts';
import { PlanProblem } from '../../src/plan/defect.ts';
import type { Shard } from '../../src/plan/selection.ts';
import { mergeReports, ReportProblem } from '../../src/report/read-report.ts';
import type { Report } from '../../src/report/report.ts';
import { reportOf } from '../../src/report/report-of.ts';
import type { Snapshot } from '../../src/tree/snapshot.ts';
import { transforms } from '../../transforms/index.ts';
import {
  fixtureSnapshot,
  named,
  type ProjectFixture,
  projectFixture,
  projectFixtures,
} from '../repository/support/project-fixtures.ts';
import { sampleOf } from '../support/sample.ts';
import { report } from './support/reports.ts';

async function reportFor(snapshot: Snapshot, shard?: Shard): Promise<Report> {
  const steps = [{ kind: 'transforms', transforms } as const];
  const plan = await planRepository(snapshot, { steps, shard });
  return reportOf(plan, { dryRun: true, base: '', shard });
}

/** The report, or why there is none. */
async function outcome(snapshot: Snapshot, shard?: Shard): Promise<Report | string> {
  try {
    return await reportFor(snapshot, shard);
  } catch (error) {
    if (error instanceof PlanProblem) return error.message;
    throw error;
  }
}

describe('the shards of a run', () => {
  // Several projects are what is divided.
  const isDivided = ({ input }: ProjectFixture) =>
    readdirSync(input, { recursive: true }).filter((path) => /fw\.config\.\w+$/.test(String(path)))
      .length > 1;
  const chosen = [
    ...sampleOf(projectFixtures.filter(isDivided), 6),
    ...sampleOf(
      projectFixtures.filter((one) => !isDivided(one)),
      40,
    ),
  ];

  it.each(named(chosen))('together are the run: %s', async (_, { input, git }) => {
    const snapshot = fixtureSnapshot(input, git);
    const whole = await outcome(snapshot);
    // One project is in one shard, however many there are.
    const isSmall = typeof whole === 'object' && whole.projects.length < 2;
    for (const count of isSmall ? [2] : [2, 3]) {
      const parts: (Report | string)[] = [];
      for (let index = 1; index <= count; index += 1)
        parts.push(await outcome(snapshot, { index, count }));
      const [first, ...others] = parts;
      // What stops a run stops each of its shards.
      if (typeof whole === 'string' || typeof first !== 'object')
        expect(new Set(parts)).toEqual(new Set([whole]));
      else {
        const merged = mergeReports([first, ...(others as Report[])].toReversed() as [Report]);
        expect(JSON.stringify(merged)).toBe(JSON.stringify(whole));
      }
    }
  });

  it('are about different projects', async () => {
    const { input } = projectFixture('monorepo-plans-each-app-with-its-own-root');
    const snapshot = fixtureSnapshot(input);
    const roots = [];
    for (const index of [1, 2]) {
      const { projects } = await reportFor(snapshot, { index, count: 2 });
      roots.push(projects.map(({ root }) => root));
    }
    expect(roots.map((list) => list.length > 0)).toEqual([true, true]);
    expect(new Set(roots.flat()).size).toBe(roots.flat().length);
  });
});

describe('a shard', () => {
  const { input } = projectFixture('monorepo-plans-each-app-with-its-own-root');
  const snapshot = fixtureSnapshot(input);

  it('says which part it is, alone and when it is read again', async () => {
    const part = await reportFor(snapshot, { index: 1, count: 2 });
    expect(part.shard).toEqual({ index: 1, count: 2 });
    expect(JSON.stringify(mergeReports([part]))).toBe(JSON.stringify(part));
  });

  it('that is the only one is the whole', async () => {
    const whole = await reportFor(snapshot);
    expect(JSON.stringify(await reportFor(snapshot, { index: 1, count: 1 }))).toBe(
      JSON.stringify(whole),
    );
    expect(Object.keys(whole)).not.toContain('shard');
  });
});

describe('shards that are not one run are refused', () => {
  const shard = (index: number, count: number) => report({ shard: { index, count } });
  const twelve = Array.from({ length: 12 }, (_, at) => shard(at + 1, 30)) as [Report, ...Report[]];

  it.each<[string, readonly [Report, ...Report[]], string]>([
    ['one is missing', [shard(1, 3), shard(3, 3)], 'Shard 2 of 3 is missing. '],
    ['several are missing', [shard(4, 4), shard(2, 4)], 'Shards 1, 3 of 4 are missing. '],
    [
      'many are missing',
      twelve,
      'Shards 13, 14, 15, 16, 17, 18, 19, 20, 21, 22 and 8 more of 30 are missing. ',
    ],
    [
      'one is there in the place of another',
      [shard(1, 2), shard(1, 2)],
      'Shard 2 of 2 is missing. ',
    ],
  ])('%s', (_, shards, message) => {
    expect(() => mergeReports(shards)).toThrow(
      new ReportProblem(`${message}Pass each shard of the run once.`),
    );
  });

  it('they are of other runs, or beside a whole report', () => {
    expect(() => mergeReports([shard(1, 2), shard(2, 3)])).toThrow(
      /^The shards were made with different numbers of shards:\n {2}2\n {2}3\n/,
    );
    for (const mixed of [
      [shard(1, 2), report({})],
      [report({}), shard(1, 2)],
    ] as const)
      expect(() => mergeReports(mixed)).toThrow(
        /^Some of the reports are shards, others are whole\./,
      );
  });
});

describe('reports that do not belong together are refused', () => {
  const { input } = projectFixture('sources-at-the-root-move-to-app');

  it('by project, by folder, by kind', async () => {
    const one = await reportFor(fixtureSnapshot(input));
    const none: Report = { ...one, projects: [] };
    expect(() => mergeReports([one, one])).toThrow(ReportProblem);
    expect(() => mergeReports([one, { ...none, base: 'apps/' }])).toThrow(/different folders/);
    expect(() => mergeReports([one, { ...none, dryRun: false }])).toThrow(/dry run/);
    expect(mergeReports([one, none])).toEqual(one);
  });
});

describe('shards that were not made alike', () => {
  const run = { version: '1.0.0', commit: 'a'.repeat(40), command: 'fw-migrate v4' };
  const shard = (index: number, other: Partial<Report>) =>
    report({ run, shard: { index, count: 2 }, ...other });

  it.each([
    ['versions of fw-migrate', { ...run, version: '1.1.0' }],
    ['commits', { ...run, commit: 'b'.repeat(40) }],
    ['options', { ...run, command: 'fw-migrate v4 --layout keep' }],
    ['versions of fw-migrate', undefined],
  ])('are refused: different %s', (what, other) => {
    const { run: _, ...without } = shard(2, {});
    const second = other ? { ...without, run: other } : without;
    const merge = () => mergeReports([shard(1, {}), second]);
    expect(merge).toThrow(ReportProblem);
    expect(merge).toThrow(`The shards were made with different ${what}`);
    expect(merge).toThrow(`Merge only shards with the same ${what}.`);
  });

  it('are one whole otherwise, which has the same command', () => {
    expect(mergeReports([shard(1, {}), shard(2, {})])).toMatchObject({ run });
    const later = { ...shard(2, {}), run: { ...run, date: '2026-02-01' } };
    expect(mergeReports([shard(1, {}), later])).toMatchObject({ run });
  });

  it('of other projects may differ, and then the whole has no command', () => {
    const other = { ...run, command: 'fw-migrate v4 --layout keep' };
    expect(mergeReports([report({ run }), report({ run: other })]).run).toBeUndefined();
  });
});
