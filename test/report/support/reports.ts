import { fileURLToPath } from 'node:url';
import type { Plan } from '../../../src/check/checked-plan.ts';
import type {
  FileReport,
  FollowUpReport,
  ProjectReport,
  Report,
} from '../../../src/report/report.ts';
import { reportOf } from '../../../src/report/report-of.ts';
import { summaryOf } from '../../../src/report/summary.ts';
import { migratedFixtures, planIn, planOf } from '../../repository/support/project-fixtures.ts';
import { sampleOf } from '../../support/sample.ts';

/** Plans of project fixtures that are not refused: each has its snapshots, and what holds for all is tried with some. */
export async function fixturePlans(): Promise<{ readonly name: string; readonly plan: Plan }[]> {
  const plans = [];
  for (const fixture of sampleOf(migratedFixtures, 6))
    plans.push({ name: fixture.name, plan: await planOf(fixture) });
  return plans;
}

let reports: Promise<readonly Report[]> | undefined;

/** Reports of many fixtures, as they are before and after the run, in a repository's root and below it. */
export function fixtureReports(): Promise<readonly Report[]> {
  reports ??= fixturePlans().then((plans) =>
    plans.flatMap(({ plan }) => [
      reportOf(plan, { dryRun: true, base: '' }),
      reportOf(plan, { dryRun: false, base: 'apps/my shop/' }),
    ]),
  );
  return reports;
}

/** The report of the example in the README. */
export async function exampleReport(): Promise<Report> {
  const folder = fileURLToPath(new URL('../../../examples/shop', import.meta.url));
  return reportOf(await planIn(folder), { dryRun: true, base: '' });
}

export function followUp(parts: Partial<FollowUpReport>): FollowUpReport {
  return {
    id: '0123456789ab',
    code: 'dynamic-path',
    kind: 'decide',
    file: 'fw.config.ts',
    line: 2,
    column: 3,
    text: '  css: [main()],',
    message: '`css` is computed.',
    evidence: [],
    ...parts,
  };
}

export function project(parts: Partial<ProjectReport>): ProjectReport {
  return {
    root: '',
    config: 'fw.config.ts',
    variant: 'b',
    changes: [],
    moves: [],
    files: [],
    followUps: [],
    options: [],
    proof: { preserved: 0, changed: [], unknown: [], places: [], orphans: [] },
    ...parts,
  };
}

/** A file whose text changes in so many lines. */
export function changedFile(path: string, lines: number, line = 'a line of the file'): FileReport {
  const added = `+${line}\n`.repeat(lines);
  const diff = `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -0,0 +1,${lines} @@\n${added}`;
  return { path, by: ['references'], diff };
}

export function report(parts: Partial<Report>): Report {
  const proof = {
    references: { checked: 0, same: 0, followed: 0, brokenBefore: 0 },
    texts: 0,
    unrecorded: [],
  };
  const content = { projects: [], elsewhere: { files: [], followUps: [] }, proof, ...parts };
  return {
    schemaVersion: 1,
    target: 'v4',
    dryRun: true,
    base: '',
    ...content,
    summary: parts.summary ?? summaryOf(content),
  };
}
