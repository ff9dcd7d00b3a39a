import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runPlan } from '../../src/apply/transaction.ts';
import { undoLastRun } from '../../src/apply/undo.ts';
import { quickDisk } from './support/disks.ts';
import { change } from './support/project.ts';
import { folderOf } from './support/tree.ts';

/** A folder in which several runs each changed a file. */
function afterRuns(count: number): string {
  const folder = folderOf({ a: '0' });
  for (let run = 1; run <= count; run += 1)
    runPlan([change('a', 'a', String(run - 1), String(run))], folder, { disk: quickDisk() });
  return folder;
}

/** What the file is after each undo, as long as there is one. */
function undone(folder: string): string[] {
  return undoLastRun(folder) ? [readFileSync(join(folder, 'a'), 'utf8'), ...undone(folder)] : [];
}

describe('a run', () => {
  it('leaves the originals of the last few runs', () => {
    const folder = afterRuns(52);
    const staged = readdirSync(join(folder, '.fw-migrate')).filter((name) => name.startsWith('staging-'));
    expect(staged).toHaveLength(50);
    expect(undone(folder)).toEqual(Array.from({ length: 50 }, (_, index) => String(51 - index)));
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('keeps what someone saved to an original that it removes', () => {
    const folder = afterRuns(50);
    const state = join(folder, '.fw-migrate');
    const originals = readdirSync(state, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.old'),
    );
    for (const path of originals)
      if (readFileSync(join(state, path), 'utf8') === '0') writeFileSync(join(state, path), 'saved');
    const { kept } = runPlan([change('a', 'a', '50', '51')], folder);
    expect(kept).toEqual([{ path: 'a', copy: '.fw-migrate/kept-1/a' }]);
    expect(readFileSync(join(state, 'kept-1/a'), 'utf8')).toBe('saved');
  });
});
