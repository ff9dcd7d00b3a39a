import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PlanProblem } from '../../src/plan/defect.ts';
import { expectList, isUpdating } from '../support/expected-files.ts';
import { type ExpectedFollowUp, followUpLines, followUpsOf } from './support/follow-ups.ts';
import { allFixtures, named, planIn, planOf } from './support/project-fixtures.ts';
import { shown, type Tree, treeAfter, treeIn, writeTree } from './support/tree.ts';

/** What a fixture may hold, and each of its options: a mistyped one would quietly test nothing. */
const knownEntries = ['input', 'output', 'error.txt', 'options.json', 'followups.json'];
const knownOptions = [
  'layout',
  'move',
  'stay',
  'keepDefaults',
  'allowIgnored',
  'tooling',
  'choices',
];

describe.each(named(allFixtures))('%s', (_, fixture) => {
  const { folder, input, options, git, isRefused, notRepeatable, catalogue } = fixture;
  if (isUpdating) {
    it('is as the run leaves it', async () => {
      const plan = await planOf(fixture).catch(asProblem);
      if (plan instanceof PlanProblem) writeRefusal(folder, plan.message);
      else writeExpected(folder, treeAfter(treeIn(input), plan), followUpsOf(plan));
    });
    return;
  }

  if (isRefused) {
    it('is refused with every reason', async () => {
      const lines = readFileSync(join(folder, 'error.txt'), 'utf8').trimEnd().split('\n');
      const problem = await planOf(fixture).catch(asProblem);
      expect(problem).toBeInstanceOf(PlanProblem);
      for (const line of lines)
        expect(problem).toHaveProperty('message', expect.stringContaining(line));
    });
    return;
  }
  const output = join(folder, 'output');

  it('gives the output, byte by byte', async () => {
    expect(shown(treeAfter(treeIn(input), await planOf(fixture)))).toEqual(shown(treeIn(output)));
  });

  it('leaves the listed follow-ups', async () => {
    expectList(join(folder, 'followups.json'), followUpsOf(await planOf(fixture)), followUpLines);
  });

  if (notRepeatable === undefined) {
    it('has nothing to change in a second run', async () => {
      expect((await planIn(output, options, git, catalogue)).files).toEqual([]);
    });
  }
});

describe('project fixtures', () => {
  it('have names of their own', () => {
    const names = allFixtures.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it.each(named(allFixtures))('%s has all it needs and no orphans', (name, { folder, options }) => {
    expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    const entries = readdirSync(folder);
    const unknown = entries.filter((entry) => !knownEntries.includes(entry));
    expect(unknown).toEqual([]);
    expect(entries).toContain('input');
    expect(entries.includes('output'), 'either an output or an error').toBe(
      !entries.includes('error.txt'),
    );
    expect(knownOptions).toEqual(expect.arrayContaining(Object.keys(options)));
  });
});

function asProblem(error: unknown): PlanProblem {
  if (error instanceof PlanProblem) return error;
  throw error;
}

/** Names every reason, unless the file does: it may be shorter than the message. */
function writeRefusal(folder: string, message: string): void {
  const file = join(folder, 'error.txt');
  const known = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [''];
  const isNamed = known.every((line) => line !== '' && message.includes(line));
  if (!isNamed) writeFileSync(file, `${message}\n`);
  rmSync(join(folder, 'output'), { recursive: true, force: true });
  rmSync(join(folder, 'followups.json'), { force: true });
}

function writeExpected(folder: string, tree: Tree, followUps: readonly ExpectedFollowUp[]): void {
  rmSync(join(folder, 'error.txt'), { force: true });
  writeTree(join(folder, 'output'), tree);
  expectList(join(folder, 'followups.json'), followUps, followUpLines);
}
