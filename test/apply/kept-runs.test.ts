import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runPlan } from '../../src/apply/transaction.ts';
import { undoLastRun } from '../../src/apply/undo.ts';
import { quickDisk } from './support/disks.ts';
import { change } from './support/project.ts';
import { folderOf } from './support/tree.ts';

/** A folder in which several runs each changed a file. */
function afterRuns(count: number, keepRuns?: number): string {
  const folder = folderOf({ a: '0' });
  for (let run = 1; run <= count; run += 1)
    runPlan([change('a', 'a', String(run - 1), String(run))], folder, { keepRuns, disk: quickDisk() });
  return folder;
}

/** What the file is after each undo, as long as there is one. */
function undone(folder: string): string[] {
  return undoLastRun(folder) ? [readFileSync(join(folder, 'a'), 'utf8'), ...undone(folder)] : [];
}

describe('a run', () => {
  it.each([
    [2, undefined, ['1', '0']],
    [5, undefined, ['4', '3', '2']],
    [5, 1, ['4']],
    [5, 4, ['4', '3', '2', '1']],
  ])('leaves the originals of the last few: %d runs, %s kept', (count, keepRuns, left) => {
    const folder = afterRuns(count, keepRuns);
    const staged = readdirSync(join(folder, '.fw-migrate')).filter((name) => name.startsWith('staging-'));
    expect(staged).toHaveLength(left.length);
    expect(undone(folder)).toEqual(left);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('keeps what someone saved to an original that it removes', () => {
    const folder = afterRuns(3);
    const state = join(folder, '.fw-migrate');
    const originals = readdirSync(state, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.old'),
    );
    for (const path of originals)
      if (readFileSync(join(state, path), 'utf8') === '0') writeFileSync(join(state, path), 'saved');
    const { kept } = runPlan([change('a', 'a', '3', '4')], folder);
    expect(kept).toEqual([{ path: 'a', copy: '.fw-migrate/kept-1/a' }]);
    expect(readFileSync(join(state, 'kept-1/a'), 'utf8')).toBe('saved');
  });
});
