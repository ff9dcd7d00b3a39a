import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pc from 'picocolors';
import { afterAll, describe, expect, it } from 'vitest';
import { createCatalogue } from '../../src/catalogue/index.ts';
import { PlanProblem } from '../../src/plan/plan.ts';
import { type Format, render } from '../../src/report/formats.ts';
import { jsonText } from '../../src/report/plain.ts';
import { reportOf } from '../../src/report/report-of.ts';
import { pageBody, reportFormats, snapshotFile, snapshotFolder } from '../report/support/snapshots.ts';
import { type ExpectedFollowUp, followUpLines, followUpsOf } from '../repository/support/follow-ups.ts';
import {
  named,
  type ProjectFixture,
  planIn,
  projectFixtures,
} from '../repository/support/project-fixtures.ts';
import { shown, treeAfter, treeIn, writeTree } from '../repository/support/tree.ts';
import { otherLengths, renamedJson, renamedTree, sameLength } from './support/renamed.ts';

const folder = mkdtempSync(join(tmpdir(), 'fw-migrate-renamed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const look = { colors: pc.createColors(false), width: 80, prefix: '' };

/** How a report of each of the two editions is made comparable. */
const editions = [
  { title: 'names of the same length', renaming: sameLength, comparable: byteByByte },
  { title: 'names of other lengths', renaming: otherLengths, comparable: withoutLengths },
];

describe.each(editions)('a project with $title is migrated and reported alike', (row) => {
  const { renaming, comparable } = row;
  const { edition, rename } = renaming;
  const catalogue = createCatalogue(edition);
  const compared = { fixtures: 0, reports: 0 };

  it.each(named(projectFixtures))('%s', async (name, fixture) => {
    const input = join(folder, row.title, name);
    const before = renamedTree(treeIn(fixture.input), renaming);
    writeTree(input, before);
    const { options, git } = renamedJson({ options: fixture.options, git: fixture.git }, renaming);
    const plan = await planIn(input, options, git, catalogue).catch(asProblem);
    if (fixture.isRefused) {
      const lines = rename(readFileSync(join(fixture.folder, 'error.txt'), 'utf8'))
        .trimEnd()
        .split('\n');
      expect(plan).toBeInstanceOf(PlanProblem);
      for (const line of lines) expect(plan).toHaveProperty('message', expect.stringContaining(line));
      compared.fixtures += 1;
      return;
    }
    if (plan instanceof PlanProblem) throw plan;
    const output = renamedTree(treeIn(join(fixture.folder, 'output')), renaming);
    expect(shown(treeAfter(before, plan))).toEqual(shown(output));
    const followUps = renamedJson(expectedFollowUps(fixture), renaming);
    expect(followUpLines(followUpsOf(plan))).toEqual(followUpLines(followUps));
    compared.fixtures += 1;

    const report = reportOf(plan, { dryRun: true, base: '', edition });
    for (const format of reportFormats(name)) {
      const text = textIn(format, await render(format, report, { look, version: '1.2.3' }));
      const snapshot = rename(readFileSync(snapshotFile(name, format), 'utf8'));
      expect(comparable(text, format)).toEqual(comparable(snapshot, format));
      compared.reports += 1;
    }
  });

  it('leaves no fixture and no report out', () => {
    expect(compared).toEqual({
      fixtures: projectFixtures.length,
      reports: readdirSync(snapshotFolder).length,
    });
  });
});

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
function byteByByte(text: string): string {
  const ids = new Map<string, number>();
  return text.replace(/(?<![0-9a-f])[0-9a-f]{12}(?![0-9a-f])/g, (id) => {
    if (!ids.has(id)) ids.set(id, ids.size + 1);
    return `#${ids.get(id)}`;
  });
}

/**
 * The words of a report without what the length and the order of names decide: columns, line breaks, how far a line is
 * moved in, and the order of files.
 */
function withoutLengths(text: string): string[] {
  return byteByByte(text)
    .replace(/(?<=:\d+:)\d+|(?<=\bcol(?:umn)?=|"(?:c|startC|endC)olumn": )\d+/g, '_')
    .split(/\s+/)
    .toSorted();
}
