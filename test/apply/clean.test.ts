import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanRuns, keptRuns } from '../../src/apply/clear.ts';
import { migratedFolderAt } from '../../src/apply/migrated-folder.ts';
import { recover } from '../../src/apply/revert.ts';
import { recordCommits, runPlan } from '../../src/apply/transaction.ts';
import { undoLastRun } from '../../src/apply/undo.ts';
import { closely } from './support/closely.ts';
import { callsOf, killedAt, quickDisk } from './support/disks.ts';
import { change } from './support/project.ts';
import { contentsOf, folderOf, problemOf } from './support/tree.ts';

const never = () => false;

/** A folder in which several runs each changed a file. */
function afterRuns(count: number, keepRuns?: number): string {
  const folder = folderOf({ a: '0' });
  for (let run = 1; run <= count; run += 1)
    runPlan([change('a', 'a', String(run - 1), String(run))], folder, {
      keepRuns,
      disk: quickDisk(),
    });
  return folder;
}

/** What the file is after each undo, as long as there is one. */
function undone(folder: string): string[] {
  return undoLastRun(folder) ? [readFileSync(join(folder, 'a'), 'utf8'), ...undone(folder)] : [];
}

/** Does something with a disk that is killed; what a process would have said after that does not matter. */
function killed(act: () => unknown): void {
  try {
    act();
  } catch {
    // It is dead.
  }
}

describe('a run', () => {
  it.each([
    [2, undefined, ['1', '0']],
    [5, undefined, ['4', '3', '2']],
    [5, 1, ['4']],
    [5, 4, ['4', '3', '2', '1']],
  ])('leaves the originals of the last few: %d runs, %s kept', (count, keepRuns, left) => {
    const folder = afterRuns(count, keepRuns);
    expect(keptRuns(migratedFolderAt(folder))).toEqual({
      runs: left.length,
      bytes: expect.any(Number),
    });
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
      if (readFileSync(join(state, path), 'utf8') === '0')
        writeFileSync(join(state, path), 'saved');
    const { kept } = runPlan([change('a', 'a', '3', '4')], folder);
    expect(kept).toEqual([{ path: 'a', copy: '.fw-migrate/kept-1/a' }]);
    expect(readFileSync(join(state, 'kept-1/a'), 'utf8')).toBe('saved');
  });
});

describe('cleaning', () => {
  it.each([
    [3, ['2', '1', '0']],
    [2, ['2', '1']],
    [0, []],
  ])('keeps the last runs: %d', (keepRuns, left) => {
    const folder = afterRuns(3);
    const { before, after } = cleanRuns(folder, keepRuns, never);
    expect([before.runs, after.runs]).toEqual([3, left.length]);
    expect(after.bytes < before.bytes).toBe(left.length < 3);
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('3');
    expect(undone(folder)).toEqual(left);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('removes a run that is in the history of git, and those before it', () => {
    const folder = afterRuns(1);
    runPlan([change('a', 'a', '1', '2')], folder);
    const commit = 'a'.repeat(40);
    recordCommits(folder, [commit]);
    runPlan([change('a', 'a', '2', '3')], folder);
    expect(cleanRuns(folder, 3, never).after.runs).toBe(3);
    expect(cleanRuns(folder, 3, (name) => name === commit).after.runs).toBe(1);
    expect(undone(folder)).toEqual(['2']);
  });

  it('does nothing in a folder without state', () => {
    const folder = folderOf({ a: '0' });
    expect(cleanRuns(folder, 0, never)).toMatchObject({ before: { runs: 0, bytes: 0 }, kept: [] });
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('leaves the originals of an interrupted run, which is then reverted', () => {
    const calls = callsOf((disk) => runPlan([change('a', 'b', '3', '4')], afterRuns(3), { disk }));
    let interrupted = 0;
    for (let call = 1; call <= calls; call += Math.ceil(closely / 2)) {
      const folder = afterRuns(3);
      killed(() => runPlan([change('a', 'b', '3', '4')], folder, { disk: killedAt(call) }));
      if (!existsSync(join(folder, '.fw-migrate/journal.json'))) continue;
      interrupted += 1;
      const { path, summary } = problemOf(() => cleanRuns(folder, 0, never));
      expect([path, summary]).toEqual([
        '.fw-migrate/journal.json',
        expect.stringContaining('interrupted'),
      ]);
      expect(recover(folder)).toMatchObject({ run: 'migration', missing: [] });
      expect(undone(folder)).toEqual(['2', '1', '0']);
    }
    expect(interrupted).toBeGreaterThan(3);
  });

  it.each([0, 1])(
    'that is killed touches no file of the project, nor a run that it keeps: %d',
    (keepRuns) => {
      const calls = callsOf((disk) => cleanRuns(afterRuns(3), keepRuns, never, { disk }));
      for (let call = 1; call <= calls; call += closely) {
        const folder = afterRuns(3);
        killed(() => cleanRuns(folder, keepRuns, never, { disk: killedAt(call) }));
        expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('3');
        recover(folder);
        if (keepRuns === 1) {
          undoLastRun(folder);
          expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('2');
        }
        cleanRuns(folder, 0, never);
        expect(Object.keys(contentsOf(folder))).toEqual(['a']);
      }
    },
  );
});
