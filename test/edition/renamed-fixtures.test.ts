import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createCatalogue } from '../../src/catalogue/index.ts';
import type { Plan } from '../../src/check/checked-plan.ts';
import { PlanProblem } from '../../src/plan/defect.ts';
import { createColors } from '../../src/report/colors.ts';
import { type Format, render } from '../../src/report/formats.ts';
import { jsonText } from '../../src/report/printing.ts';
import { reportOf } from '../../src/report/report-of.ts';
import {
  pageBody,
  reportFormats,
  snapshotFile,
  snapshotFolder,
} from '../report/support/snapshots.ts';
import {
  type ExpectedFollowUp,
  followUpLines,
  followUpsOf,
} from '../repository/support/follow-ups.ts';
import {
  named,
  type ProjectFixture,
  planIn,
  planOf,
  projectFixtures,
} from '../repository/support/project-fixtures.ts';
import { shown, treeAfter, treeIn, writeTree } from '../repository/support/tree.ts';
import { sampleOf } from '../support/sample.ts';
import {
  namesOfNuxt,
  otherLengths,
  type Renaming,
  renamedJson,
  renamedNamesIn,
  renamedTree,
  sameLength,
  withoutLengths,
} from './support/renamed.ts';

const folder = mkdtempSync(join(tmpdir(), 'fw-migrate-renamed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const facts = { dryRun: true, base: '' };
/** To make one takes longer than to migrate most fixtures. */
const catalogues = new Map(
  [sameLength, otherLengths, namesOfNuxt].map((one) => [one, createCatalogue(one.edition)]),
);
const look = { colors: createColors(false), width: 80 };

describe('a project with names of the same length', () => {
  const { rename } = sameLength;
  const chosen = sampleOf(projectFixtures, 3);
  const compared = { fixtures: 0, reports: 0 };

  it.each(named(chosen))(
    '%s is migrated and reported alike, byte by byte',
    async (name, fixture) => {
      const plan = await comparedPlan(fixture, sameLength);
      compared.fixtures += 1;
      if (plan instanceof PlanProblem) return;
      const report = reportOf(plan, facts);
      for (const format of reportFormats(name)) {
        const text = await render(format, report, { look, version: '1.2.3' });
        const expected = rename(readFileSync(snapshotFile(name, format), 'utf8'));
        expect(withoutIds(textIn(format, text))).toBe(withoutIds(expected));
        expect(renamedNamesIn(expected, sameLength)).toEqual([]);
        compared.reports += 1;
      }
    },
  );

  it('leaves no fixture and no report of them out', () => {
    const reports = readdirSync(snapshotFolder).filter((file) =>
      chosen.some(({ name }) => file.startsWith(`${name}.`)),
    );
    expect(compared).toEqual({ fixtures: chosen.length, reports: reports.length });
    expect(reports.length).toBeGreaterThan(0);
  });
});

describe.each([
  ['the names of Nuxt', namesOfNuxt, 2, 0],
  // Where texts stand then differs for Nuxt as well.
  ['names of other lengths', otherLengths, 6, 3],
])('a project with %s', (_, renaming, stride, first) => {
  const { rename } = renaming;
  const chosen = sampleOf(projectFixtures, stride, first);
  let compared = 0;

  it.each(named(chosen))('%s is migrated alike, with the same report', async (__, fixture) => {
    const plan = await comparedPlan(fixture, renaming);
    compared += 1;
    if (plan instanceof PlanProblem) return;
    const report = reportOf(plan, facts);
    const own = reportOf(await planOf(fixture), facts);
    const text = textIn('json', jsonText(report));
    expect(withoutLengths(text)).toEqual(withoutLengths(rename(jsonText(own))));
    expect(renamedNamesIn(text, renaming)).toEqual([]);
  });

  it('leaves no fixture out', () => {
    expect(compared).toBe(chosen.length);
  });
});

/** The plan of a renamed fixture, or why it is refused, after a look at what is expected of it. */
async function comparedPlan(
  fixture: ProjectFixture,
  renaming: Renaming,
): Promise<Plan | PlanProblem> {
  const input = mkdtempSync(join(folder, 'project-'));
  const before = renamedTree(treeIn(fixture.input), renaming);
  writeTree(input, before);
  const { options, git } = renamedJson({ options: fixture.options, git: fixture.git }, renaming);
  const flags = {
    ...options,
    ...(fixture.options.choices && { choices: fixture.options.choices }),
  };
  const plan = await planIn(
    input,
    flags,
    git,
    catalogues.get(renaming) ?? expect.unreachable(),
  ).catch(asProblem);
  if (fixture.isRefused) {
    const message = renaming.rename(readFileSync(join(fixture.folder, 'error.txt'), 'utf8'));
    expect(plan).toBeInstanceOf(PlanProblem);
    for (const line of message.trimEnd().split('\n'))
      expect(plan).toHaveProperty('message', expect.stringContaining(line));
    return plan;
  }
  if (plan instanceof PlanProblem) throw plan;
  const output = renamedTree(treeIn(join(fixture.folder, 'output')), renaming);
  const after = shown(treeAfter(before, plan));
  expect(after).toEqual(shown(output));
  expect(renamedNamesIn(Object.entries(after).flat().join('\n'), renaming)).toEqual([]);
  const followUps = renamedJson(expectedFollowUps(fixture), renaming);
  expect(followUpLines(followUpsOf(plan))).toEqual(followUpLines(followUps));
  return plan;
}

function asProblem(error: unknown): PlanProblem {
  if (error instanceof PlanProblem) return error;
  throw error;
}

function expectedFollowUps(fixture: ProjectFixture): ExpectedFollowUp[] {
  const file = join(fixture.folder, 'followups.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

/** A report as the snapshots have it. It says which edition it was made with, which that of the default one does not. */
function textIn(format: Format, text: string): string {
  if (format === 'html') return pageBody(text);
  if (format !== 'json') return text;
  const { edition, ...report } = JSON.parse(text);
  expect(edition).toBeDefined();
  return jsonText(report);
}

/** Ids are made from names too: here the first one is `#1`, and so on. */
function withoutIds(text: string): string {
  const ids = new Map<string, number>();
  return text.replace(/(?<![0-9a-f])[0-9a-f]{12}(?![0-9a-f])/g, (id) => {
    if (!ids.has(id)) ids.set(id, ids.size + 1);
    return `#${ids.get(id)}`;
  });
}
