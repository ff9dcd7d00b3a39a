import { spawn } from 'node:child_process';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migratedFolderAt } from '../../src/apply/migrated-folder.ts';
import { sealed } from '../../src/apply/state-folder.ts';
import { runPlan } from '../../src/apply/transaction.ts';
import { readSnapshot } from '../../src/tree/disk.ts';
import { change, fill, move } from './support/project.ts';
import { contentsOf, folderOf, problemOf } from './support/tree.ts';

function lockIn(folder: string, owner: object): void {
  mkdirSync(join(folder, '.fw-migrate'), { recursive: true });
  writeFileSync(
    join(folder, '.fw-migrate/lock'),
    sealed(migratedFolderAt(folder), 'lock', JSON.stringify({ started: '2026-01-01', ...owner })),
  );
}

function busyProcess(): number | undefined {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  onTestFinished(() => void other.kill());
  return other.pid;
}

describe('a run waits for one', () => {
  const projects = { 'one/a': 'A', 'two/a': 'A' };

  it('that is at work on a folder around it, or on one of its own', () => {
    const folder = folderOf(projects);
    lockIn(folder, { pid: busyProcess() });
    const { message } = problemOf(() => runPlan([move('a', 'b')], join(folder, 'one')));
    expect(message).toMatch(/Another run is in progress in that folder/);
    const other = folderOf(projects);
    lockIn(join(other, 'one'), { pid: busyProcess() });
    const { path } = problemOf(() =>
      runPlan([move('one/a', 'one/b'), move('two/a', 'two/b')], other),
    );
    expect(path).toBe(join(other, 'one/.fw-migrate/lock'));
    expect(runPlan([move('two/a', 'two/b')], other).moved).toBe(1);
  });

  it('that was interrupted there', () => {
    const folder = folderOf({ ...projects, '.fw-migrate': undefined });
    writeFileSync(
      join(folder, '.fw-migrate/journal.json'),
      sealed(migratedFolderAt(folder), 'run', '{}'),
    );
    expect(problemOf(() => runPlan([move('a', 'b')], join(folder, 'one'))).message).toMatch(
      /journal\.json: A run was interrupted here, or is still in progress.*`fw-migrate undo` in that folder/,
    );
    expect(contentsOf(folder)).toMatchObject(projects);
  });

  it('in a folder that was named by a link', () => {
    const folder = folderOf({ ...projects, link: '-> one' });
    expect(runPlan([move('a', 'b')], join(folder, 'link')).moved).toBe(1);
    expect(contentsOf(folder)).toMatchObject({ 'one/b': 'A' });
  });

  it('on another machine, of which nothing can be known', () => {
    const folder = folderOf(projects);
    fill(folder, {
      '.fw-migrate/lock': sealed(
        migratedFolderAt(folderOf({})),
        'lock',
        '{"pid":1,"started":"today"}',
      ),
    });
    expect(problemOf(() => runPlan([move('one/a', 'b')], folder)).message).toMatch(
      /^\.fw-migrate\/lock: This is not from one of your runs in this folder/,
    );
  });

  it('in another container with the same name, but not for ever', () => {
    const folder = folderOf(projects);
    lockIn(folder, { pid: 1, space: 'pid:[1]' });
    expect(problemOf(() => runPlan([move('one/a', 'b')], folder)).path).toBe('.fw-migrate/lock');
    utimesSync(join(folder, '.fw-migrate/lock'), 1e9, 1e9);
    expect(runPlan([move('one/a', 'b')], folder).moved).toBe(1);
  });

  // Elsewhere the system does not tell when a process began.
  if (process.platform === 'linux') {
    it('but not for a later process that got the same number', () => {
      const folder = folderOf(projects);
      lockIn(folder, { pid: busyProcess(), born: '1' });
      expect(runPlan([move('one/a', 'b')], folder).moved).toBe(1);
    });
  }
});

describe('a plan is not carried out', () => {
  const content = { 'pages/a.vue': 'A', 'lib/b.ts': 'B', 'lib/unread.bin': 'U' };
  const files = [change('pages/a.vue', 'app/pages/a.vue', 'A', 'A2')];

  it.each([
    [
      'another file that was read was edited',
      { 'lib/b.ts': 'edited' },
      /^lib\/b\.ts: It was edited after/,
    ],
    ['a file appeared', { 'pages/new.vue': 'N' }, /^pages\/new\.vue: It appeared after the plan/],
    ['a link appeared', { 'pages/zz': '-> ../lib' }, /^pages\/zz: It appeared after the plan/],
  ])('where %s since', (_, since, message) => {
    const folder = folderOf(content);
    const seen = readSnapshot(folder);
    seen.read('lib/b.ts');
    fill(folder, since);
    expect(problemOf(() => runPlan(files, folder, { seen })).message).toMatch(message);
    expect(contentsOf(folder)).toEqual({ ...content, ...since });
  });

  it('where a file was read twice, and was another one the second time', () => {
    const folder = folderOf(content);
    const seen = readSnapshot(folder);
    seen.read('lib/b.ts');
    fill(folder, { 'lib/b.ts': 'edited' });
    seen.read('lib/b.ts');
    expect(problemOf(() => runPlan(files, folder, { seen })).path).toBe('lib/b.ts');
  });

  it('but is where a file was edited that nobody read', () => {
    const folder = folderOf(content);
    const seen = readSnapshot(folder);
    seen.read('lib/b.ts');
    fill(folder, { 'lib/unread.bin': 'edited' });
    expect(runPlan(files, folder, { seen })).toEqual({ moved: 1, changed: 1, kept: [] });
  });
});
