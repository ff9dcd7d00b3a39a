import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PlanProblem } from '../../src/plan/problem.ts';
import { planRepository } from '../../src/plan/repository.ts';
import type { Shard } from '../../src/plan/shard.ts';
import { readSnapshot } from '../../src/project/disk.ts';
import { MergeProblem, mergeReports } from '../../src/report/merge.ts';
import type { Report } from '../../src/report/report.ts';
import { reportOf } from '../../src/report/report-of.ts';
import { transforms } from '../../transforms/index.ts';

const fixtures = fileURLToPath(new URL('../../__testfixtures__/projects', import.meta.url));

async function reportFor(folder: string, shard?: Shard): Promise<Report> {
  const steps = [{ kind: 'transforms', transforms } as const];
  const plan = await planRepository(readSnapshot(folder), { steps, shard });
  return reportOf(plan, { dryRun: true, base: '' });
}

/** The report, or why there is none. */
async function outcome(folder: string, shard?: Shard): Promise<Report | string> {
  try {
    return await reportFor(folder, shard);
  } catch (error) {
    if (error instanceof PlanProblem) return error.message;
    throw error;
  }
}

describe('the shards of a run', () => {
  it.each(readdirSync(fixtures))('together are the run: %s', async (name) => {
    const folder = join(fixtures, name, 'input');
    const whole = await outcome(folder);
    for (const count of [1, 2, 3]) {
      const parts: (Report | string)[] = [];
      for (let index = 1; index <= count; index += 1) parts.push(await outcome(folder, { index, count }));
      const [first, ...others] = parts;
      // What stops a run stops each of its shards.
      if (typeof whole === 'string' || typeof first !== 'object')
        expect(new Set(parts)).toEqual(new Set([whole]));
      else expect(mergeReports([first, ...(others as Report[])].toReversed() as [Report])).toEqual(whole);
    }
  });

  it('are about different projects', async () => {
    const folder = join(fixtures, 'monorepo-plans-each-app-with-its-own-root', 'input');
    const roots = [];
    for (const index of [1, 2]) {
      const { projects } = await reportFor(folder, { index, count: 2 });
      roots.push(projects.map(({ root }) => root));
    }
    expect(roots.map((list) => list.length > 0)).toEqual([true, true]);
    expect(new Set(roots.flat()).size).toBe(roots.flat().length);
  });
});

describe('reports that do not belong together are refused', () => {
  const folder = join(fixtures, 'sources-at-the-root-move-to-app', 'input');

  it('by project, by folder, by kind', async () => {
    const report = await reportFor(folder);
    const none: Report = { ...report, projects: [] };
    expect(() => mergeReports([report, report])).toThrow(MergeProblem);
    expect(() => mergeReports([report, { ...none, base: 'apps/' }])).toThrow(/different folders/);
    expect(() => mergeReports([report, { ...none, dryRun: false }])).toThrow(/dry run/);
    expect(mergeReports([report, none])).toEqual(report);
  });
});
