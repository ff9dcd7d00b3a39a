import { readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepFile } from '../../src/apply/clear.ts';
import { refuseInterruptedNear } from '../../src/apply/lock.ts';
import { migratedFolderAt } from '../../src/apply/migrated-folder.ts';
import { recover } from '../../src/apply/revert.ts';
import { newPath } from '../../src/apply/state-folder.ts';
import { runPlan } from '../../src/apply/transaction.ts';
import { undoLastRun } from '../../src/apply/undo.ts';
import { broken, Killed, watched } from './support/disks.ts';
import { change, type Files, fill, move, plan, projectFiles } from './support/project.ts';
import { scenarios } from './support/scenarios.ts';
import {
  contentsOf,
  folderOf,
  newFolder,
  problemOf,
  rawContentsOf,
  treeOf,
} from './support/tree.ts';

const before = { a: 'A', b: 'B', c: 'C', d: 'D' };
const files = [move('a', 'x/a'), change('b', 'x/b', 'B', 'B2'), move('c', 'd'), move('d', 'c')];

/** A folder with a run that was killed right before it was done. */
function interrupted(content: Files = before, planned = files): string {
  const folder = folderOf(content);
  let dead = false;
  const disk = watched(({ args }) => {
    dead ||= String(args[1]).endsWith('/last-run.json');
    if (dead) throw new Killed();
  });
  expect(() => runPlan(planned, folder, { disk })).toThrow();
  rmSync(join(folder, '.fw-migrate/lock'));
  return folder;
}

/** What a problem of recovery says of where files are must be true, and enough. */
function expectFound(folder: string, originals: { readonly [path: string]: string }): string {
  const problem = problemOf(() => recover(folder));
  const now = new Map(problem.displaced?.map((one) => [one.original, one.now]));
  const tree = rawContentsOf(folder);
  for (const [path, text] of Object.entries(originals))
    expect(tree[now.get(path) ?? path], path).toBe(text);
  for (const one of problem.displaced ?? [])
    expect(problem.message).toContain(`\n  ${one.original} is now at ${one.now}`);
  return problem.message;
}

describe('what a person did after a run was killed', () => {
  it('is not overwritten, and can be put right', () => {
    const folder = interrupted();
    fill(folder, { a: 'new a', b: 'new b' });
    writeFileSync(join(folder, 'x/b'), 'edited');
    const message = expectFound(folder, before);
    for (const line of [
      'x/b: it is not the file that the run created',
      'a: something else exists there now',
    ])
      expect(message).toContain(`\n  ${line}\n`);
    expect(contentsOf(folder)).toMatchObject({ a: 'new a', b: 'new b', 'x/b': 'edited' });
    renameSync(join(folder, 'a'), join(folder, 'a.mine'));
    rmSync(join(folder, 'x/b'));
    expect(expectFound(folder, before)).toMatch(/\n {2}b: something else exists there/);
    renameSync(join(folder, 'b'), join(folder, 'b.mine'));
    expect(recover(folder)).toEqual({ run: 'migration', kept: [], missing: [] });
    expect(contentsOf(folder)).toEqual({ ...before, 'a.mine': 'new a', 'b.mine': 'new b' });
  });

  it('may be that git put the same files back', () => {
    const folder = interrupted();
    fill(folder, { a: 'A', b: 'B' });
    expect(recover(folder)?.run).toBe('migration');
    expect(contentsOf(folder)).toEqual(before);
  });

  it('may be that git put files back in the place of others, which are not taken for them', () => {
    const folder = interrupted();
    for (const name of ['c', 'd']) rmSync(join(folder, name));
    fill(folder, { c: 'C', d: 'D' });
    expect(recover(folder)).toEqual({ run: 'migration', kept: [], missing: [] });
    expect(contentsOf(folder)).toEqual(before);
  });

  it('may be that something else is in the place of a file that made room, which is not taken for it', () => {
    const folder = interrupted();
    fill(folder, { c: 'edited' });
    expect(problemOf(() => recover(folder)).message).toMatch(
      /\n {2}c: it is not the file that the run created/,
    );
    expect(contentsOf(folder)).toMatchObject({ c: 'edited' });
  });

  it('may be an edit of a file that had only moved, which goes back with it', () => {
    const folder = interrupted();
    fill(folder, { 'x/a': 'edited' });
    expect(recover(folder)).toEqual({ run: 'migration', kept: [], missing: [] });
    expect(contentsOf(folder)).toEqual({ ...before, a: 'edited' });
  });

  it('may be that git put a file back in its own place', () => {
    const folder = interrupted({ a: 'A' }, [change('a', 'a', 'A', 'A2')]);
    fill(folder, { a: 'A' });
    expect(recover(folder)).toEqual({ run: 'migration', kept: [], missing: [] });
    expect(contentsOf(folder)).toEqual({ a: 'A' });
  });

  it('may be that a file is gone for good, which is told', () => {
    const folder = interrupted();
    rmSync(join(folder, 'x/a'));
    expect(recover(folder)?.missing).toEqual(['a']);
    const { a, ...rest } = before;
    expect(contentsOf(folder)).toEqual(rest);
  });

  it('may be that folders are gone', () => {
    const folder = interrupted({ 'k/l/a': 'A', 'k/b': 'B' }, [move('k/l/a', 'x/a')]);
    rmSync(join(folder, 'k'), { recursive: true });
    expect(recover(folder)?.run).toBe('migration');
    expect(contentsOf(folder)).toEqual({ 'k/l/a': 'A' });
  });

  it('may be that folders lead elsewhere', () => {
    const folder = interrupted();
    renameSync(join(folder, 'x'), join(folder, 'y'));
    const outside = folderOf({ a: 'not ours', b: 'B2' });
    symlinkSync(outside, join(folder, 'x'));
    expect(problemOf(() => recover(folder)).message).toMatch(
      /\n {2}x: something else exists there now/,
    );
    expect(contentsOf(outside)).toEqual({ a: 'not ours', b: 'B2' });
    rmSync(join(folder, 'x'));
    renameSync(join(folder, 'y'), join(folder, 'x'));
    recover(folder);
    expect(contentsOf(folder)).toEqual(before);
  });

  it('may be that our files are gone', () => {
    const folder = interrupted();
    for (const name of readdirSync(join(folder, '.fw-migrate')).filter((one) =>
      one.startsWith('staging-'),
    ))
      rmSync(join(folder, '.fw-migrate', name), { recursive: true });
    const tree = treeOf(folder);
    expect(problemOf(() => recover(folder)).message).toMatch(/where it kept files, is gone/);
    expect(treeOf(folder)).toEqual(tree);
  });
});

describe('an interrupted run', () => {
  it('is taken up before anything else', () => {
    const folder = interrupted();
    const tree = treeOf(folder);
    const commands = [
      () => refuseInterruptedNear(folder, { ignored: [] }),
      () => runPlan([move('x/a', 'y')], folder),
      () => undoLastRun(folder),
    ];
    for (const command of commands)
      expect(problemOf(command).message).toMatch(
        /^\.fw-migrate\/journal\.json: A run was interrupted here, or is still in progress/,
      );
    expect(treeOf(folder)).toEqual(tree);
  });

  it('may also be one that could not take itself back', () => {
    const { begin, act } = scenarios.migration;
    const folder = newFolder();
    begin(folder);
    const tree = treeOf(folder);
    // From the last step on, every third write fails, so that the order in which things are taken back has gaps.
    let [writes, failing] = [0, false];
    const disk = watched(({ name, args }) => {
      if (name === 'renameSync' && String(args[1]).endsWith('last-run.json')) failing = true;
      if (failing && /^(?:rename|link|mkdir|rmdir)/.test(name) && writes++ % 3 === 0)
        throw broken('EACCES');
    });
    expect(problemOf(() => act(folder, disk)).displaced?.length).toBeGreaterThan(2);
    expect(recover(folder)).toEqual({ run: 'migration', kept: [], missing: [] });
    expect(treeOf(folder)).toEqual(tree);
  });
});

describe('what a run leaves that did nothing yet', () => {
  it('is removed', () => {
    const folder = folderOf(projectFiles);
    const tree = treeOf(folder);
    let dead = false;
    const disk = watched(({ args }) => {
      dead ||= String(args[1]).endsWith('/journal.json');
      if (dead) throw new Killed();
    });
    expect(() => runPlan(plan, folder, { disk })).toThrow();
    expect(readdirSync(join(folder, '.fw-migrate')).join()).toMatch(
      /^\.gitignore,lock,(?:lock-[\w-]+,)?staging-/,
    );
    expect(recover(folder)).toBeUndefined();
    expect(treeOf(folder)).toEqual(tree);
  });

  it('is left alone as far as a person has put something there', () => {
    const folder = folderOf({ a: 'A' });
    runPlan([move('a', 'b')], folder);
    const staging = newPath(migratedFolderAt(folder), 'staging');
    fill(folder, { [`${staging}/0.new`]: 'new', [`${staging}/mine`]: 'mine' });
    expect(recover(folder)).toBeUndefined();
    expect(rawContentsOf(folder)[`${staging}/mine`]).toBe('mine');
    expect(rawContentsOf(folder)[`${staging}/0.new`]).toBeUndefined();
  });
});

describe('a run that cannot be reverted at once', () => {
  /** A disk on which calls fail from the first one that a test picks. */
  function failing(picks: (name: string, args: readonly unknown[]) => string | undefined) {
    return watched(({ name, args }) => {
      const code = picks(name, args);
      if (code !== undefined) throw broken(code);
    });
  }

  it('does not say that nothing was changed while the originals are aside', () => {
    const folder = folderOf(before);
    const disk = failing((name, args) => {
      if (name === 'linkSync' && String(args[1]).endsWith('/x/b')) return 'EIO';
      return name === 'rmdirSync' && String(args[0]).endsWith('/all-aside') ? 'EBUSY' : undefined;
    });
    const problem = problemOf(() => runPlan(files, folder, { disk }));
    expect(problem.message).not.toContain('Nothing was changed');
    const now = new Map(problem.displaced?.map((one) => [one.original, one.now]));
    const tree = rawContentsOf(folder);
    for (const [path, text] of Object.entries(before))
      expect(tree[now.get(path) ?? path]).toBe(text);
    expect(recover(folder)).toEqual({ run: 'migration', kept: [], missing: [] });
    expect(contentsOf(folder)).toEqual(before);
  });

  it.each([false, true])('keeps the run before it, confirmed or not: %s', (acceptForeign) => {
    const folder = folderOf(before);
    runPlan([change('a', 'a', 'A', 'A2')], folder);
    const disk = failing((name, args) =>
      /^(?:rename|unlink)Sync$/.test(name) && /journal\.json$/.test(String(args[0]))
        ? 'EBUSY'
        : undefined,
    );
    expect(() => runPlan([move('b', 'x/b')], folder, { disk, acceptForeign })).toThrow();
    recover(folder, { acceptForeign });
    undoLastRun(folder, { acceptForeign });
    expect(contentsOf(folder)).toEqual(before);
  });

  it('says where it keeps what was saved meanwhile, also if the journal stays', () => {
    const folder = folderOf({ a: 'A' });
    const disk = failing((name, args) => {
      if (name === 'linkSync' && String(args[0]).endsWith('/0.new')) {
        fill(folder, { a: 'SAVED' });
        return 'ENOSPC';
      }
      return name === 'unlinkSync' && String(args[0]).endsWith('/journal.json')
        ? 'EBUSY'
        : undefined;
    });
    const { message } = problemOf(() => runPlan([change('a', 'a', 'A', 'A2')], folder, { disk }));
    expect(message).toContain(
      'a was saved during the run: that version is now .fw-migrate/kept-1/a',
    );
    expect(rawContentsOf(folder)).toMatchObject({ a: 'A', '.fw-migrate/kept-1/a': 'SAVED' });
  });
});

describe('an undo that was killed and then edited', () => {
  it('can be completed, with the edits', () => {
    const folder = folderOf({ a: 'A', b: 'B' });
    runPlan([change('a', 'a', 'A', 'A2'), change('b', 'b', 'B', 'B2')], folder);
    let dead = false;
    const disk = watched(({ name, args }) => {
      dead ||= name === 'renameSync' && String(args[0]).endsWith('/journal.json');
      if (dead) throw new Killed();
    });
    expect(() => undoLastRun(folder, { disk })).toThrow();
    rmSync(join(folder, '.fw-migrate/lock'));
    fill(folder, { a: 'edited' });
    expect(recover(folder)).toEqual({ run: 'undo', kept: [], missing: [] });
    expect(rawContentsOf(folder)).toMatchObject({ a: 'A2', b: 'B2' });
    undoLastRun(folder, { force: true });
    expect(contentsOf(folder)).toEqual({ a: 'edited', b: 'B' });
  });
});

describe('what is kept', () => {
  it('never takes the place of something else that is kept', () => {
    const folder = folderOf({ a: '1', b: '2', c: '3', '.fw-migrate': undefined });
    const root = migratedFolderAt(folder);
    expect(keepFile(root, 'a', 'x').copy).toBe('.fw-migrate/kept-1/x');
    expect(keepFile(root, 'b', 'x').copy).toBe('.fw-migrate/kept-2/x');
    expect(keepFile(root, 'c', 'x/y').copy).toBe('.fw-migrate/kept-3/x/y');
    expect(Object.values(contentsOf(folder)).sort()).toEqual(['1', '2', '3']);
  });
});
