import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recover } from '../../src/apply/revert.ts';
import { runPlan } from '../../src/apply/transaction.ts';
import { undoLastRun } from '../../src/apply/undo.ts';
import type { FileSystem } from '../../src/tree/open-file.ts';
import { closely } from './support/closely.ts';
import { broken, callsOf, Killed, killedAt, quickDisk, watched } from './support/disks.ts';
import { change, fill, move } from './support/project.ts';
import { contentsOf, folderOf, problemOf, treeOf } from './support/tree.ts';

/** What is there besides the record of the last run. */
function ownTree(folder: string): { readonly [path: string]: string } {
  return Object.fromEntries(
    Object.entries(treeOf(folder)).filter(([path]) => !path.startsWith('.fw-migrate')),
  );
}

const original = { a: 'A', b: 'B', c: 'C', 'd/e': 'E', link: '-> a' };
const files = [
  change('a', 'app/a', 'A', 'A2'),
  change('b', 'b', 'B', 'B2'),
  move('c', 'app/c'),
  change('d/e', 'app/d/e', 'E', 'E2'),
  change('link', 'app/link', '-> a', '-> ../app/a'),
];

function migrated(): string {
  const folder = folderOf(original);
  chmodSync(join(folder, 'a'), 0o755);
  runPlan(files, folder, { disk: quickDisk() });
  return folder;
}

describe('undo by force', () => {
  it('puts originals back, and keeps what a person wrote', () => {
    const folder = migrated();
    fill(folder, { 'app/a': 'edited', b: '\0\uFFFD' });
    rmSync(join(folder, 'app/link'));
    symlinkSync('elsewhere', join(folder, 'app/link'));
    const { forced } = undoLastRun(folder, { force: true }) ?? {};
    expect(forced).toEqual([
      { path: 'app/a', outcome: 'replaced', copy: '.fw-migrate/kept-1/app/a' },
      { path: 'b', outcome: 'replaced', copy: '.fw-migrate/kept-1/b' },
      { path: 'app/link', outcome: 'replaced', copy: '.fw-migrate/kept-1/app/link' },
    ]);
    expect(contentsOf(folder)).toEqual({
      ...original,
      '.fw-migrate/.gitignore': '*\n',
      '.fw-migrate/kept-1/app/a': 'edited',
      '.fw-migrate/kept-1/b': Buffer.from('\0\uFFFD').toString('latin1'),
      '.fw-migrate/kept-1/app/link': '-> elsewhere',
    });
    expect(treeOf(folder).a).toBe('755 A');
  });

  it('moves a file back with its edits where the run had only moved it', () => {
    const folder = migrated();
    fill(folder, { 'app/c': 'edited' });
    expect(undoLastRun(folder, { force: true })?.forced).toEqual([
      { path: 'app/c', outcome: 'moved' },
    ]);
    expect(contentsOf(folder)).toEqual({ ...original, c: 'edited' });
  });

  it('writes what was deleted again, with its mode, where its text is known', () => {
    const folder = migrated();
    for (const path of ['app/a', 'b', 'app/c', 'app/d', 'app/link'])
      rmSync(join(folder, path), { recursive: true });
    expect(undoLastRun(folder, { force: true })?.forced).toEqual([
      { path: 'app/a', outcome: 'restored' },
      { path: 'b', outcome: 'restored' },
      { path: 'app/c', outcome: 'missing' },
      { path: 'app/d/e', outcome: 'restored' },
      { path: 'app/link', outcome: 'restored' },
    ]);
    const { c, ...rest } = original;
    expect(contentsOf(folder)).toEqual(rest);
    expect(treeOf(folder).a).toBe('755 A');
  });

  it('does not replace what is no file any more', () => {
    const folder = migrated();
    fill(folder, { 'app/c': 'edited' });
    rmSync(join(folder, 'b'));
    mkdirSync(join(folder, 'b'));
    const before = treeOf(folder);
    const { message } = problemOf(() => undoLastRun(folder, { force: true }));
    expect(message).toContain(':\n  b was replaced by something else\nMove or rename');
    expect(treeOf(folder)).toEqual(before);
    renameSync(join(folder, 'b'), join(folder, 'b.mine'));
    undoLastRun(folder, { force: true });
    expect(contentsOf(folder)).toEqual({ ...original, c: 'edited' });
  });

  it('leaves alone what is back already, as git does it', () => {
    const folder = migrated();
    rmSync(join(folder, 'app'), { recursive: true });
    fill(folder, original);
    chmodSync(join(folder, 'a'), 0o755);
    // On another branch the run may still be there: it is not forgotten.
    for (const _ of [1, 2])
      expect(undoLastRun(folder)).toEqual({
        moved: 0,
        changed: 0,
        kept: [],
        forced: [],
        hasMore: false,
        dates: [expect.any(String)],
      });
    expect(ownTree(folder)).toMatchObject({ a: '755 A', b: '644 B', 'd/e': '644 E' });
  });

  it('removes what the run left where the originals are back beside it', () => {
    const folder = migrated();
    fill(folder, { a: 'A', c: 'C', 'd/e': 'E', b: 'B' });
    symlinkSync('a', join(folder, 'link'));
    chmodSync(join(folder, 'a'), 0o755);
    expect(undoLastRun(folder)).toEqual({
      moved: 4,
      changed: 0,
      kept: [],
      forced: [],
      hasMore: false,
      dates: [expect.any(String)],
    });
    expect(contentsOf(folder)).toEqual(original);
    expect(undoLastRun(folder)).toBeUndefined();
  });

  it('knows a chain of files that are all back', () => {
    const folder = folderOf({ 'a/b/x': '1', 'a/x': '2' });
    runPlan([move('a/b/x', 'a/x'), move('a/x', 'c/x')], folder);
    rmSync(join(folder, 'c'), { recursive: true });
    fill(folder, { 'a/b/x': '1', 'a/x': '2' });
    expect(undoLastRun(folder)).toEqual({
      moved: 0,
      changed: 0,
      kept: [],
      forced: [],
      hasMore: false,
      dates: [expect.any(String)],
    });
  });

  it('never takes the place of what an earlier one kept', () => {
    const folder = migrated();
    fill(folder, { b: 'first' });
    undoLastRun(folder, { force: true });
    runPlan(files, folder);
    fill(folder, { b: 'second' });
    undoLastRun(folder, { force: true });
    expect(contentsOf(folder)).toMatchObject({
      '.fw-migrate/kept-1/b': 'first',
      '.fw-migrate/kept-2/b': 'second',
    });
  });

  function forced(folder: string, disk: FileSystem): void {
    undoLastRun(folder, { force: true, disk });
  }

  function edited(): string {
    const folder = migrated();
    fill(folder, { 'app/a': 'edited', 'app/c': 'edited' });
    rmSync(join(folder, 'app/d/e'));
    return folder;
  }

  it('that fails or is killed at any call leaves all as before, or as it should be', () => {
    let folder = edited();
    const before = ownTree(folder);
    const other = edited();
    const calls = callsOf((disk) => forced(other, disk));
    const after = ownTree(other);
    const seen = new Set<string>();
    for (let fatal = 1; fatal <= calls; fatal += Math.ceil(closely / 4)) {
      for (const disk of [killedAt(fatal), failingAt(fatal)]) {
        attempt(() => forced(folder, disk));
        recover(folder, { disk: quickDisk() });
        const isDone = !readdirSync(folder).includes('app');
        expect(ownTree(folder), `call ${fatal}`).toEqual(isDone ? after : before);
        seen.add(isDone ? 'after' : 'before');
        if (isDone) folder = edited();
      }
    }
    expect([...seen]).toEqual(['before', 'after']);
  });
});

function failingAt(fatal: number): FileSystem {
  return watched(({ number }) => {
    if (number === fatal) throw broken('EIO');
  });
}

/** Does something that may fail; what is on disk then tells what happened. */
function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // As was to be expected.
  }
}

describe('recovery by force', () => {
  it('moves what is in the way, keeps it, and puts everything back', () => {
    const folder = folderOf(original);
    let dead = false;
    const disk = watched(({ args }) => {
      dead ||= String(args[1]).endsWith('/last-run.json');
      if (dead) throw new Killed();
    });
    attempt(() => void runPlan(files, folder, { disk }));
    rmSync(join(folder, '.fw-migrate/lock'));
    fill(folder, { 'app/a': 'edited', b: 'edited', c: 'new' });
    rmSync(join(folder, 'd'), { recursive: true, force: true });
    writeFileSync(join(folder, 'd'), 'a file now');
    expect(problemOf(() => recover(folder)).message).toMatch(/run `fw-migrate undo --force`/);
    const recovery = recover(folder, { force: true });
    expect(recovery?.run).toBe('migration');
    for (const { path, copy } of recovery?.kept ?? [])
      expect(copy).toMatch(new RegExp(`/kept-\\d/${path}$`));
    const { a, b, ...tree } = contentsOf(folder);
    expect({ a, b }).toEqual({ a: 'A', b: 'B' });
    expect(tree).toMatchObject({ c: 'C', 'd/e': 'E', link: '-> a' });
    const kept = Object.entries(tree).filter(([path]) => path.includes('/kept-'));
    expect(kept.map(([, text]) => text).sort()).toEqual(['a file now', 'edited', 'edited', 'new']);
    expect(recovery?.kept).toHaveLength(4);
  });
});

describe('an original that was saved to after the run had put it aside', () => {
  it('is named, and comes back as it is now by force', () => {
    const folder = folderOf(original);
    const file = openSync(join(folder, 'b'), 'r+');
    runPlan(files, folder, { disk: quickDisk() });
    writeSync(file, 'SAVED');
    closeSync(file);
    const before = treeOf(folder);
    expect(problemOf(() => undoLastRun(folder)).message).toContain(
      '\n  b has an original that was edited after the run\n',
    );
    expect(treeOf(folder)).toEqual(before);
    undoLastRun(folder, { force: true });
    expect(contentsOf(folder)).toEqual({ ...original, b: 'SAVED' });
  });
});
