import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runPlan } from '../../src/apply/transaction.ts';
import { undoLastRun } from '../../src/apply/undo.ts';
import type { FileSystem } from '../../src/tree/open-file.ts';
import { broken, quickDisk, watched } from './support/disks.ts';
import { change, move } from './support/project.ts';
import { contentsOf, folderOf, problemOf, treeOf } from './support/tree.ts';

// What only Windows does to files, on a disk that behaves like that.

const files = [change('a', 'app/a', 'A', 'A2'), move('b', 'app/b'), change('c', 'c', 'C', 'C2')];
const before = { a: 'A', b: 'B', c: 'C' };
const after = { 'app/a': 'A2', 'app/b': 'B', c: 'C2' };

/** What belongs to the user. */
function projectIn(folder: string) {
  const entries = Object.entries(contentsOf(folder));
  return Object.fromEntries(entries.filter(([path]) => !path.startsWith('.fw-migrate/')));
}

/** A disk on which a scanner has each file open when a function is called for the first few times. */
function scanned(names: RegExp, code: string, times = 3): FileSystem {
  const calls = new Map<string, number>();
  return watched(({ name, args }) => {
    if (!names.test(name)) return;
    const call = `${name} ${String(args[0])}`;
    calls.set(call, (calls.get(call) ?? 0) + 1);
    if ((calls.get(call) ?? 0) <= times) throw broken(code);
  });
}

/** A quarter of a second passes whenever somebody looks at the clock. */
function hurryClock(): () => number {
  let now = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
    now += 250;
    return now;
  });
  onTestFinished(() => clock.mockRestore());
  return () => now;
}

describe('a scanner that has files open for a moment', () => {
  it.each([
    ['renameSync', 'EBUSY'],
    ['renameSync', 'EPERM'],
    ['renameSync', 'EACCES'],
    ['unlinkSync', 'EBUSY'],
    ['unlinkSync', 'EPERM'],
    ['unlinkSync', 'EACCES'],
    ['linkSync', 'EBUSY'],
    ['linkSync', 'EPERM'],
  ])('is waited for: %s, %s', (name, code) => {
    const folder = folderOf(before);
    const disk = scanned(new RegExp(`^${name}$`), code);
    runPlan(files, folder, { disk, platform: 'win32' });
    expect(projectIn(folder)).toEqual(after);
    undoLastRun(folder, { disk, platform: 'win32' });
    expect(projectIn(folder)).toEqual(before);
  });

  it('is waited for no longer than about two seconds, and then all is as before', () => {
    const folder = folderOf(before);
    const now = hurryClock();
    let [first, last] = [0, 0];
    const disk = watched(({ name, args }) => {
      if (name !== 'renameSync' || !String(args[0]).endsWith('/b')) return;
      first ||= now();
      last = now();
      throw broken('EBUSY');
    });
    const problem = problemOf(() => runPlan(files, folder, { disk, platform: 'win32' }));
    expect(problem.message).toBe(
      'b: Another program is using it. Close editors and development servers, and run again. Nothing was changed.',
    );
    expect(last - first).toBeGreaterThanOrEqual(1_500);
    expect(last - first).toBeLessThanOrEqual(2_500);
    expect(projectIn(folder)).toEqual(before);
  });

  it('is nothing that other systems wait for', () => {
    const folder = folderOf(before);
    const disk = scanned(/^renameSync$/, 'EBUSY', 1);
    expect(problemOf(() => runPlan(files, folder, { disk, platform: 'linux' })).path).toBe(
      '.fw-migrate',
    );
    expect(projectIn(folder)).toEqual(before);
  });

  it('is no other error', () => {
    const folder = folderOf(before);
    const disk = scanned(/^renameSync$/, 'ENOSPC', 1);
    expect(problemOf(() => runPlan(files, folder, { disk, platform: 'win32' })).path).toBe(
      '.fw-migrate',
    );
    expect(projectIn(folder)).toEqual(before);
  });
});

describe('read-only files', () => {
  /** Removing one name of a read-only file makes it writable under its other names. */
  function attributeDisk(): FileSystem {
    const disk = quickDisk();
    return {
      ...disk,
      unlinkSync(path) {
        if (fs.lstatSync(path).isFile()) fs.chmodSync(path, 0o644);
        disk.unlinkSync(path);
      },
    };
  }

  it('are read-only after a run and after undo', () => {
    const folder = folderOf(before);
    for (const name of ['a', 'b']) fs.chmodSync(join(folder, name), 0o444);
    const tree = treeOf(folder);
    const options = { disk: attributeDisk(), platform: 'win32' } as const;
    runPlan(files, folder, options);
    expect(treeOf(folder)).toMatchObject({
      'app/a': '444 A2',
      'app/b': '444 B',
      c: '644 C2',
    });
    undoLastRun(folder, options);
    expect(treeOf(folder)).toEqual(tree);
  });
});
