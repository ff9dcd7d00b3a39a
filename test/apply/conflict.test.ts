import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { needsRecovery, recover } from '../../src/apply/recover.ts';
import { runPlan, undoLastRun } from '../../src/apply/run.ts';
import { broken, Killed, watched } from './disks.ts';
import { change, type Files, fill, move, outcome, plan, projectFiles } from './project.ts';
import { scenarios } from './scenarios.ts';
import { contentsOf, folderOf, newFolder, problemOf, treeOf } from './tree.ts';

const before = { a: 'A', b: 'B', c: 'C', d: 'D' };
const files = [move('a', 'x/a'), change('b', 'x/b', 'B', 'B2'), move('c', 'd'), move('d', 'c')];

/** A folder with a run that was killed right before it was done. */
function interrupted(content: Files = before, planned = files): string {
  const folder = folderOf(content);
  let dead = false;
  const disk = watched(({ args }) => {
    dead ||= String(args[0]).endsWith('/all-done');
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
  const tree = contentsOf(folder);
  for (const [path, text] of Object.entries(originals)) expect(tree[now.get(path) ?? path], path).toBe(text);
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
    expect(message).toMatch(/\n {2}x\/b: it is not what the run put there\n {2}a: something else is there/);
    expect(contentsOf(folder)).toMatchObject({ a: 'new a', b: 'new b', 'x/b': 'edited' });
    renameSync(join(folder, 'a'), join(folder, 'a.mine'));
    rmSync(join(folder, 'x/b'));
    expect(expectFound(folder, before)).toMatch(/\n {2}b: something else is there/);
    renameSync(join(folder, 'b'), join(folder, 'b.mine'));
    expect(recover(folder)).toEqual({ run: 'migration', outcome: 'taken back', kept: [], missing: [] });
    expect(contentsOf(folder)).toEqual({ ...before, 'a.mine': 'new a', 'b.mine': 'new b' });
  });

  it('may be that git put the same files back', () => {
    const folder = interrupted();
    fill(folder, { a: 'A', b: 'B' });
    expect(recover(folder)?.outcome).toBe('taken back');
    expect(contentsOf(folder)).toEqual(before);
  });

  it('may be that git put files back in the place of others, which are not taken for them', () => {
    const folder = interrupted();
    for (const name of ['c', 'd']) rmSync(join(folder, name));
    fill(folder, { c: 'C', d: 'D' });
    utimesSync(join(folder, 'c'), 2e9, 2e9);
    utimesSync(join(folder, 'd'), 2e9, 2e9);
    expect(problemOf(() => recover(folder)).message).toMatch(/\n {2}c: it is not what the run put there/);
    expect(contentsOf(folder)).toMatchObject({ c: 'C', d: 'D' });
  });

  it('may be that git put a file back in its own place', () => {
    const folder = interrupted({ a: 'A' }, [change('a', 'a', 'A', 'A2')]);
    fill(folder, { a: 'A' });
    expect(recover(folder)).toEqual({ run: 'migration', outcome: 'taken back', kept: [], missing: [] });
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
    expect(recover(folder)?.outcome).toBe('taken back');
    expect(contentsOf(folder)).toEqual({ 'k/l/a': 'A' });
  });

  it('may be that folders lead elsewhere', () => {
    const folder = interrupted();
    renameSync(join(folder, 'x'), join(folder, 'y'));
    const outside = folderOf({ a: 'not ours', b: 'B2' });
    symlinkSync(outside, join(folder, 'x'));
    expect(problemOf(() => recover(folder)).message).toMatch(/\n {2}x: something else is there now/);
    expect(contentsOf(outside)).toEqual({ a: 'not ours', b: 'B2' });
    rmSync(join(folder, 'x'));
    renameSync(join(folder, 'y'), join(folder, 'x'));
    recover(folder);
    expect(contentsOf(folder)).toEqual(before);
  });

  it('may be that our files are gone', () => {
    const folder = interrupted();
    for (const path of Object.keys(treeOf(folder)).filter((name) => /^\.fw-migrate\/staging-\w+$/.test(name)))
      rmSync(join(folder, path), { recursive: true });
    const tree = treeOf(folder);
    expect(problemOf(() => recover(folder)).message).toMatch(/where it kept files, is gone/);
    expect(treeOf(folder)).toEqual(tree);
  });
});

describe('an interrupted run', () => {
  it('is taken up before anything else', () => {
    const folder = interrupted();
    const tree = treeOf(folder);
    expect(needsRecovery(folder)).toBe(true);
    for (const command of [() => runPlan([move('x/a', 'y')], folder), () => undoLastRun(folder)])
      expect(problemOf(command).message).toMatch(/An earlier run was interrupted\. Run again/);
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
      if (name === 'mkdirSync' && String(args[0]).endsWith('all-done')) failing = true;
      if (failing && /^(?:rename|mkdir|rmdir)/.test(name) && writes++ % 3 === 0) throw broken('EACCES');
    });
    expect(problemOf(() => act(folder, disk)).displaced?.length).toBeGreaterThan(5);
    expect(recover(folder)).toEqual({ run: 'migration', outcome: 'taken back', kept: [], missing: [] });
    expect(treeOf(folder)).toEqual(tree);
  });

  it('is not believed when it leads elsewhere', () => {
    const outside = folderOf({ secret: 'S' });
    const staging = '.fw-migrate/staging-x';
    const stolen = (from: string, to: string) => ({ kind: 'rename', from, to });
    const secret = join(outside, 'secret');
    for (const step of [
      stolen('a', `../${outside}/secret`),
      stolen('a', secret),
      stolen('.git/hooks/x', `${staging}/0.old`),
      stolen('a', `${staging}/../../../x`),
      { kind: 'make folder', path: '..' },
      { kind: 'rename', from: 'a', to: 'b', fresh: 1 },
    ]) {
      const journal = { version: 2, run: 'migration', staging, steps: [step] };
      const folder = folderOf({
        b: 'B',
        [`${staging}/0.old`]: 'X',
        '.fw-migrate/journal.json': JSON.stringify(journal),
      });
      expect(problemOf(() => recover(folder)).message).toMatch(/not a journal of a run/);
      expect(contentsOf(folder)).toMatchObject({ b: 'B', [`${staging}/0.old`]: 'X' });
    }
    expect(contentsOf(outside)).toEqual({ secret: 'S' });
  });

  it('moves nothing through links', () => {
    const outside = folderOf({ secret: 'S' });
    const staging = '.fw-migrate/staging-x';
    const steps = [
      { kind: 'rename', from: 'a', to: `${staging}/0.old` },
      { kind: 'make folder', path: `${staging}/all-aside` },
      { kind: 'rename', from: 'mine', to: 'out/secret' },
    ];
    const journal = JSON.stringify({ version: 2, run: 'migration', staging, steps });
    const folder = folderOf({
      out: `-> ${outside}`,
      [`${staging}/all-aside`]: undefined,
      '.fw-migrate/journal.json': journal,
    });
    expect(problemOf(() => recover(folder)).path).toBe('out');
    expect(contentsOf(outside)).toEqual({ secret: 'S' });
  });
});

describe('rubbish', () => {
  it('of runs that did nothing yet is removed', () => {
    const folder = folderOf({
      ...projectFiles,
      '.fw-migrate/staging-a/0.new': 'N',
    });
    expect(needsRecovery(folder)).toBe(false);
    expect(recover(folder)).toBeUndefined();
    expect(treeOf(folder)['.fw-migrate']).toBeUndefined();
    runPlan(plan, folder);
    expect(contentsOf(folder)).toMatchObject(outcome);
    mkdirSync(join(folder, '.fw-migrate/staging-b'));
    recover(folder);
    expect(
      Object.keys(treeOf(folder))
        .filter((path) => path.startsWith('.fw-migrate/'))
        .sort(),
    ).toEqual(['.fw-migrate/.gitignore', '.fw-migrate/last-run.json']);
  });
});
