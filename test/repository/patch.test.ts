import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runPlan } from '../../src/apply/transaction.ts';
import { undoLastRun } from '../../src/apply/undo.ts';
import { patchText } from '../../src/report/patch.ts';
import { sampleOf } from '../support/sample.ts';
import { migratedFixtures, named, planIn } from './support/project-fixtures.ts';
import { shown, treeIn } from './support/tree.ts';

function copyOf(input: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'fw-migrate-patch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(input, folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}

function git(folder: string, args: readonly string[], input: string): void {
  const { status, stderr } = spawnSync('git', args, { cwd: folder, input, encoding: 'utf8' });
  expect(stderr).not.toMatch(/error|fatal/);
  expect(status).toBe(0);
}

describe('on disk, with the listing that a run makes', () => {
  it.each(named(sampleOf(migratedFixtures, 12)))(
    '%s: the patch, the run and the fixture agree, and undo takes it back',
    async (_, { folder, input, options, git: known }) => {
      const [patched, run] = [copyOf(input), copyOf(input)];
      const expected = shown(treeIn(join(folder, 'output')));
      const plan = await planIn(run, options, known);
      const patch = plan.files.map((file) => patchText(file, '')).join('');
      if (patch !== '') git(patched, ['apply'], patch);
      expect(shown(treeIn(patched))).toEqual(expected);
      runPlan(plan.files, run);
      const tree = Object.entries(shown(treeIn(run))).filter(
        ([path]) => !path.startsWith('.fw-migrate/'),
      );
      expect(Object.fromEntries(tree)).toEqual(expected);
      expect(existsSync(join(run, '.fw-migrate', 'last-run.json'))).toBe(plan.files.length > 0);
      undoLastRun(run);
      expect(shown(treeIn(run))).toEqual(shown(treeIn(input)));
    },
  );
});
