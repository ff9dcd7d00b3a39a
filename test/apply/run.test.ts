import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApplyProblem } from '../../src/apply/apply-problem.ts';
import { migratedFolderAt } from '../../src/apply/migrated-folder.ts';
import { recover } from '../../src/apply/revert.ts';
import { sealed } from '../../src/apply/state-folder.ts';
import { runPlan } from '../../src/apply/transaction.ts';
import { undoLastRun } from '../../src/apply/undo.ts';
import { closely } from './support/closely.ts';
import { broken, callsOf, quickDisk, watched } from './support/disks.ts';
import { change, move } from './support/project.ts';
import { scenarios } from './support/scenarios.ts';
import { contentsOf, folderOf, newFolder, problemOf, treeOf } from './support/tree.ts';

function modeOf(folder: string, path: string): string {
  return (statSync(join(folder, path)).mode & 0o7777).toString(8);
}

const commands: readonly (readonly [string, (folder: string) => unknown])[] = [
  ['a run', (folder) => runPlan([move('a', 'b')], folder)],
  ['undo', (folder) => undoLastRun(folder)],
  ['recovery', (folder) => recover(folder)],
];

describe('one run at a time', () => {
  function lockedBy(pid: number | undefined): string {
    const folder = folderOf({ a: 'A', c: 'C' });
    runPlan([move('c', 'd')], folder);
    const owner = JSON.stringify({ pid, started: '2026-01-01' });
    writeFileSync(
      join(folder, '.fw-migrate/lock'),
      sealed(migratedFolderAt(folder), 'lock', owner),
    );
    return folder;
  }

  /** A second passes whenever somebody looks at the clock: short work of others is waited for. */
  function hurryClock(): void {
    let now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
      now += 1000;
      return now;
    });
    onTestFinished(() => clock.mockRestore());
  }

  it.each(commands)('%s waits for one that is at work', (_, command) => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    onTestFinished(() => void other.kill());
    const folder = lockedBy(other.pid);
    const before = treeOf(folder);
    hurryClock();
    const { path, message } = problemOf(() => command(folder));
    expect(path).toBe('.fw-migrate/lock');
    expect(message).toContain(
      `Another run is in progress in this folder (process ${other.pid}, since 2026-01-01)`,
    );
    expect(treeOf(folder)).toEqual(before);
  });

  it.each(commands)('%s does not wait for one that is dead', (_, command) => {
    const folder = lockedBy(spawnSync(process.execPath, ['-e', '']).pid);
    command(folder);
    expect(Object.keys(treeOf(folder)).filter((path) => path.includes('lock'))).toEqual([]);
  });

  // Elsewhere a process that is dead and not yet forgotten cannot be told.
  if (process.platform === 'linux') {
    it('a run does not wait for one that is dead and not yet forgotten', async () => {
      // It must outlive the shell, which would forget it; the program that takes the shell's place does not.
      const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 30']);
      onTestFinished(() => void parent.kill());
      const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(printed.toString());
      while (!/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) await setTimeout(5);
      const folder = lockedBy(pid);
      runPlan([move('a', 'b')], folder);
      expect(contentsOf(folder)).toMatchObject({ b: 'A' });
    });
  }
});

describe('our own folder', () => {
  it.each(commands)('is no file or link for %s', (_, command) => {
    const outside = folderOf({ 'last-run.json': '{}', 'journal.json': '{}' });
    for (const ours of ['a file', `-> ${outside}`]) {
      const folder = folderOf({ a: 'A', '.fw-migrate': ours });
      const before = treeOf(folder);
      expect(problemOf(() => command(folder)).message).toMatch(
        /^\.fw-migrate: This must be a folder/,
      );
      expect(treeOf(folder)).toEqual(before);
    }
  });

  it('holds files, or they are not read', () => {
    for (const name of ['last-run.json', 'journal.json', 'lock']) {
      const folder = folderOf({
        [`.fw-migrate/${name}`]: '-> /dev/zero',
        '.fw-migrate/last-run.json': undefined,
      });
      expect(() => (name === 'last-run.json' ? undoLastRun(folder) : recover(folder))).toThrow(
        ApplyProblem,
      );
    }
  });

  it('is not left where nothing was done', () => {
    const folder = folderOf({ a: 'A' });
    expect(undoLastRun(folder)).toBeUndefined();
    expect(recover(folder)).toBeUndefined();
    expect(problemOf(() => runPlan([move('gone', 'b')], folder)).message).toMatch(/was removed/);
    expect(readdirSync(folder)).toEqual(['a']);
  });
});

/** The files of a folder, without ours. */
function projectIn(folder: string): object {
  const entries = Object.entries(treeOf(folder)).filter(
    ([path]) => !path.startsWith('.fw-migrate'),
  );
  return Object.fromEntries(entries);
}

describe('several runs', () => {
  const runs = [
    [change('a', 'b', 'A', 'A1'), move('c', 'd/c')],
    [change('b', 'e/b', 'A1', 'A2')],
    [change('d/c', 'c', 'C', 'C3'), move('e/b', 'x/b')],
  ];

  it('are undone one after the other, and nothing of them is left', () => {
    const folder = folderOf({ a: 'A', c: 'C' });
    const before = runs.map((files) => {
      const tree = projectIn(folder);
      runPlan(files, folder);
      return tree;
    });
    const undone = before.toReversed().map((tree) => {
      const { hasMore } = undoLastRun(folder) ?? {};
      expect(projectIn(folder)).toEqual(tree);
      return hasMore;
    });
    expect(undone).toEqual([true, true, false]);
    expect(undoLastRun(folder)).toBeUndefined();
    expect(readdirSync(folder)).toEqual(['a', 'c']);
  });

  it('may follow one that was undone', () => {
    const folder = folderOf({ a: 'A', c: 'C' });
    for (const files of runs.slice(0, 2)) runPlan(files, folder);
    undoLastRun(folder);
    runPlan([change('b', 'f', 'A1', 'A4')], folder);
    expect([undoLastRun(folder)?.hasMore, undoLastRun(folder)?.hasMore]).toEqual([true, false]);
    expect(contentsOf(folder)).toEqual({ a: 'A', c: 'C' });
  });

  it('can be undone as far as their records are there, and whole', () => {
    const folder = folderOf({ a: 'A', c: 'C' });
    for (const files of runs.slice(0, 2)) runPlan(files, folder);
    const last = readFileSync(join(folder, '.fw-migrate/last-run.json'), 'utf8');
    const [staging = ''] = readdirSync(join(folder, '.fw-migrate')).filter(
      (name) => name.startsWith('staging-') && !last.includes(name),
    );
    const record = `.fw-migrate/${staging}/run.json`;
    writeFileSync(join(folder, record), '{}');
    const before = treeOf(folder);
    expect(problemOf(() => undoLastRun(folder)).path).toBe(record);
    expect(treeOf(folder)).toEqual(before);
    rmSync(join(folder, record));
    expect(undoLastRun(folder)?.hasMore).toBe(false);
    expect(contentsOf(folder)).toMatchObject({ b: 'A1', 'd/c': 'C' });
  });
});

describe('the modes of folders', () => {
  it('go with their files, and come back', () => {
    const folder = folderOf({
      'components/ui/a.vue': 'A',
      'components/b.vue': 'B',
      'src/pages/c.vue': 'C',
    });
    chmodSync(join(folder, 'components'), 0o700);
    chmodSync(join(folder, 'components/ui'), 0o711);
    chmodSync(join(folder, 'src'), 0o750);
    const before = treeOf(folder);
    const moves = ['components/ui/a.vue', 'components/b.vue'].map((path) =>
      move(path, `app/${path}`),
    );
    runPlan([...moves, move('src/pages/c.vue', 'other/pages/c.vue')], folder);
    expect(modeOf(folder, 'app/components')).toBe('700');
    expect(modeOf(folder, 'app/components/ui')).toBe('711');
    expect(modeOf(folder, 'other')).toBe('750');
    // A folder may have got other rights since: those before the run count.
    chmodSync(join(folder, 'app/components'), 0o755);
    undoLastRun(folder);
    expect(treeOf(folder)).toEqual(before);
  });

  it('are never wider than those of one that became part of it', () => {
    const folder = folderOf({ 'a/x/1': '1', 'b/x/2': '2' });
    chmodSync(join(folder, 'a/x'), 0o755);
    chmodSync(join(folder, 'b/x'), 0o700);
    runPlan([move('a/x/1', 'c/x/1'), move('b/x/2', 'c/x/2')], folder);
    expect(modeOf(folder, 'c/x')).toBe('700');
  });
});

describe('undo', () => {
  it('names every file that is not what the run left, and does nothing', () => {
    const folder = folderOf({ a: 'A', b: 'B', c: 'C', d: 'D' });
    runPlan(
      [
        change('a', 'x/a', 'A', 'A2'),
        change('b', 'b', 'B', 'B2'),
        move('c', 'x/c'),
        move('d', 'x/d'),
      ],
      folder,
    );
    writeFileSync(join(folder, 'x/a'), 'EDITED');
    writeFileSync(join(folder, 'b'), 'EDITED');
    writeFileSync(join(folder, 'x/c'), 'EDITED');
    const before = treeOf(folder);
    const { message } = problemOf(() => undoLastRun(folder));
    const edited = ['x/a', 'b', 'x/c'].map((path) => `\n  ${path} was edited`);
    expect(message).toContain(`${edited.join('')}\n\`fw-migrate undo --force\``);
    expect(message).toMatch(/Nothing was changed\.$/);
    expect(treeOf(folder)).toEqual(before);
  });

  it('leaves folders that were there before the run', () => {
    const folder = folderOf({ 'x/y/z': 'Z', empty: undefined });
    const before = treeOf(folder);
    runPlan([move('x/y/z', 'empty/z')], folder);
    undoLastRun(folder);
    expect(treeOf(folder)).toEqual(before);
  });

  it('refuses a record that is none, or leads elsewhere', () => {
    const file = { from: '../a', to: 'b', kind: 'file', by: [] };
    for (const files of ['none', [1], [{ ...file, text: 1 }], [file]]) {
      const folder = folderOf({
        b: 'B',
        '.fw-migrate/last-run.json': JSON.stringify({ version: 1, files }),
      });
      problemOf(() => undoLastRun(folder));
      expect(contentsOf(folder)).toMatchObject({ b: 'B' });
    }
  });
});

// Those of a first migration are tested with the plan that it carries out.
describe.each([
  ['second migration', ['ENOSPC']],
  ['undo', ['ENOSPC', 'EEXIST', 'ENOENT']],
  ['undo of a second migration', ['ENOSPC']],
] as const)('a failure at any call of a %s', (name, codes) => {
  const { begin, act } = scenarios[name];

  function begun(): string {
    const folder = newFolder();
    begin(folder);
    return folder;
  }

  /** Tries with a disk of which one call fails; the next command then removes what could not be. */
  function problemAt(folder: string, fatal: number, code: string): unknown {
    const failing = watched(({ number }) => {
      if (number === fatal) throw broken(code);
    });
    try {
      act(folder, failing);
      return undefined;
    } catch (error) {
      return error;
    } finally {
      recover(folder, { disk: quickDisk() });
    }
  }

  it.each(codes)('leaves all as before, or does not matter: %s', (code) => {
    let folder = begun();
    const other = begun();
    const before = treeOf(folder);
    const calls = callsOf((disk) => act(other, disk));
    const after = contentsOf(other);
    for (let fatal = 1; fatal <= calls; fatal += closely) {
      const problem = problemAt(folder, fatal, code);
      if (problem === undefined) {
        expect(contentsOf(folder), `call ${fatal}`).toEqual(after);
        folder = begun();
      } else {
        expect(problem, `call ${fatal}`).toBeInstanceOf(ApplyProblem);
        expect(treeOf(folder), `call ${fatal}`).toEqual(before);
      }
    }
  });
});
