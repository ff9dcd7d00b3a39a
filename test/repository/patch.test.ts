import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runPlan, undoLastRun } from '../../src/apply/run.ts';
import { type PlanOptions, planRepository } from '../../src/plan/repository.ts';
import { readSnapshot } from '../../src/project/disk.ts';
import { patchTextOf } from '../../src/report/patch-text.ts';
import { transforms } from '../../transforms/index.ts';
import { shown, treeIn } from './tree.ts';

const fixtures = fileURLToPath(new URL('../../__testfixtures__/projects', import.meta.url));

function copyOf(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'fw-migrate-patch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(fixtures, name, 'input'), folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}

function optionsOf(name: string): PlanOptions {
  const path = join(fixtures, name, 'options.json');
  const own = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<PlanOptions>) : {};
  return { steps: [{ kind: 'transforms', transforms }], ...own };
}

function git(folder: string, args: readonly string[], input: string): void {
  const { status, stderr } = spawnSync('git', args, { cwd: folder, input, encoding: 'utf8' });
  expect(stderr).not.toMatch(/error|fatal/);
  expect(status).toBe(0);
}

const withOutput = readdirSync(fixtures).filter((name) => existsSync(join(fixtures, name, 'output')));

describe('on disk, with the listing that a run makes', () => {
  it.each(withOutput)(
    '%s: the patch, the run and the fixture agree, and undo takes it back',
    async (name) => {
      const [patched, run] = [copyOf(name), copyOf(name)];
      const expected = shown(treeIn(join(fixtures, name, 'output')));
      const plan = await planRepository(readSnapshot(run), optionsOf(name));
      const patch = patchTextOf(plan.files, '');
      if (patch !== '') {
        git(patched, ['apply', '--check'], patch);
        git(patched, ['apply'], patch);
      }
      expect(shown(treeIn(patched))).toEqual(expected);
      runPlan(plan.files, run);
      const tree = Object.entries(shown(treeIn(run))).filter(([path]) => !path.startsWith('.fw-migrate/'));
      expect(Object.fromEntries(tree)).toEqual(expected);
      expect(existsSync(join(run, '.fw-migrate', 'last-run.json'))).toBe(plan.files.length > 0);
      undoLastRun(run);
      expect(shown(treeIn(run))).toEqual(shown(treeIn(join(fixtures, name, 'input'))));
    },
  );
});
