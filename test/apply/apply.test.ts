import {
  chmodSync,
  existsSync,
  linkSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApplyProblem } from '../../src/apply/apply-problem.ts';
import { type Ran, runPlan } from '../../src/apply/transaction.ts';
import { undoLastRun } from '../../src/apply/undo.ts';
import type { PlannedFile } from '../../src/plan/plan.ts';
import type { FileSystem } from '../../src/tree/open-file.ts';
import { closely } from './support/closely.ts';
import { broken, caseless, watched } from './support/disks.ts';
import { change, move, outcome, plan, projectFiles } from './support/project.ts';
import {
  contentsOf,
  folderOf,
  newFolder,
  problemOf,
  projectFolder,
  rawContentsOf,
  type Tree,
  treeOf,
} from './support/tree.ts';

/** Carries out a plan, and forgets the record of it, which other tests are about. */
function applyPlan(files: readonly PlannedFile[], folder: string, disk?: FileSystem): Ran {
  const applied = runPlan(files, folder, disk ? { disk } : {});
  const state = join(folder, '.fw-migrate');
  for (const name of existsSync(state) ? readdirSync(state) : [])
    if (/^(?:last-run\.json|staging-.*)$/.test(name))
      rmSync(join(state, name), { recursive: true });
  if (existsSync(state) && readdirSync(state).join() === '.gitignore')
    rmSync(state, { recursive: true });
  return applied;
}

/** Expects that a plan is refused for a path, and that the folder stays as it is. */
function expectRefused(
  folder: string,
  files: readonly PlannedFile[],
  path: string,
  what: RegExp,
): void {
  const before = treeOf(folder);
  const problem = problemOf(() => applyPlan(files, folder));
  expect(problem.path).toBe(path);
  expect(problem.message).toMatch(what);
  expect(problem.message).toMatch(/Nothing was changed\.$/);
  expect(problem.displaced).toBeUndefined();
  expect(treeOf(folder)).toEqual(before);
}

describe('a plan is carried out', () => {
  it('for files that move, change, or both', () => {
    const folder = folderOf({
      'a.ts': 'A\r\n',
      'b.ts': '\uFEFFB',
      'pages/c.vue': 'C',
      'kept.ts': 'K',
    });
    const files = [
      change('a.ts', 'a.ts', 'A\r\n', 'A2\r\n'),
      change('b.ts', 'app/b.ts', '\uFEFFB', '\uFEFFB2'),
      move('pages/c.vue', 'app/pages/c.vue'),
    ];
    expect(applyPlan(files, folder)).toEqual({ moved: 2, changed: 2, kept: [] });
    expect(contentsOf(folder)).toEqual({
      'a.ts': 'A2\r\n',
      'app/b.ts': Buffer.from('\uFEFFB2').toString('latin1'),
      'app/pages/c.vue': 'C',
      'kept.ts': 'K',
    });
    expect(readdirSync(folder).sort()).toEqual(['a.ts', 'app', 'kept.ts']);
  });

  it('for links, which are not followed', () => {
    const folder = folderOf({
      moved: '-> nowhere',
      both: '-> ../x',
      changed: '-> dir',
      'dir/x': 'X',
    });
    const files = [
      move('moved', 'app/moved', 'link'),
      change('both', 'app/both', '-> ../x', '-> ../../x'),
      change('changed', 'changed', '-> dir', '-> app/dir'),
    ];
    expect(applyPlan(files, folder)).toEqual({ moved: 2, changed: 2, kept: [] });
    expect(contentsOf(folder)).toEqual({
      'app/moved': '-> nowhere',
      'app/both': '-> ../../x',
      changed: '-> app/dir',
      'dir/x': 'X',
    });
  });

  it('for chains and swaps', () => {
    const folder = folderOf({ a: 'A', b: 'B', x: 'X', y: 'Y' });
    const files = [move('a', 'b'), move('b', 'c'), change('x', 'y', 'X', 'X2'), move('y', 'x')];
    expect(applyPlan(files, folder)).toEqual({ moved: 4, changed: 1, kept: [] });
    expect(contentsOf(folder)).toEqual({ b: 'A', c: 'B', y: 'X2', x: 'Y' });
  });

  it('with modes, and with the times of files that only move', () => {
    const folder = folderOf({ 'run.sh': 'echo', 'tool.sh': 'echo', secret: 's' });
    chmodSync(join(folder, 'run.sh'), 0o755);
    chmodSync(join(folder, 'tool.sh'), 0o777);
    chmodSync(join(folder, 'secret'), 0o400);
    utimesSync(join(folder, 'run.sh'), 1e9, 1e9);
    const files = [
      move('run.sh', 'app/run.sh'),
      change('tool.sh', 'tool.sh', 'echo', 'echo 2'),
      change('secret', 'app/secret', 's', 't'),
    ];
    applyPlan(files, folder);
    expect(treeOf(folder)).toMatchObject({
      'app/run.sh': '755 echo',
      'tool.sh': '777 echo 2',
      'app/secret': '400 t',
    });
    expect(statSync(join(folder, 'app/run.sh')).mtimeMs).toBe(1e12);
  });

  it('and folders that it emptied are gone, no others', () => {
    const folder = folderOf({
      'a/b/c/1': '1',
      'd/1': '1',
      'd/.ignored': '',
      'e/1': '1',
      'e/empty': undefined,
      empty: undefined,
      'f/g/1': '1',
    });
    const files = [
      move('a/b/c/1', 'z/1'),
      move('d/1', 'z/2'),
      move('e/1', 'z/3'),
      move('f/g/1', 'f/1'),
    ];
    applyPlan(files, folder);
    expect(Object.keys(treeOf(folder)).sort()).toEqual(
      ['d', 'd/.ignored', 'e', 'e/empty', 'empty', 'f', 'f/1', 'z', 'z/1', 'z/2', 'z/3'].sort(),
    );
  });

  it('beside other files of ours, which stay', () => {
    const folder = folderOf({ a: 'A', '.fw-migrate/journal': 'J' });
    applyPlan([move('a', 'b')], folder);
    expect(contentsOf(folder)).toEqual({
      b: 'A',
      '.fw-migrate/journal': 'J',
      '.fw-migrate/.gitignore': '*\n',
    });
  });

  it('without touching anything when there is nothing to do', () => {
    const missing = join(newFolder(), 'missing');
    expect(applyPlan([], missing)).toEqual({ moved: 0, changed: 0, kept: [] });
    expect(applyPlan([change('a', 'a', 'A', 'A'), move('b', 'b')], missing)).toEqual({
      moved: 0,
      changed: 0,
      kept: [],
    });
  });

  it('for 10,000 files', () => {
    const numbers = Array.from({ length: 10_000 }, (_, index) => index);
    const path = (index: number) => `pages/${index % 100}/${index}.vue`;
    const folder = folderOf(Object.fromEntries(numbers.map((index) => [path(index), ''])));
    const files = numbers.map((index) => move(path(index), `app/${path(index)}`));
    expect(applyPlan(files, folder)).toEqual({ moved: 10_000, changed: 0, kept: [] });
    expect(readdirSync(folder)).toEqual(['app']);
  });
});

describe('a plan is refused', () => {
  it('when a file is gone, or something else', () => {
    const folder = folderOf({ a: 'A', l: '-> a', d: undefined });
    expectRefused(folder, [move('gone', 'x')], 'gone', /was removed after.*Run again/);
    expectRefused(folder, [move('no/where', 'x')], 'no/where', /was removed/);
    expectRefused(folder, [move('a/b', 'x')], 'a', /It is a file/);
    expectRefused(folder, [move('d', 'x')], 'd', /was replaced by something else/);
    expectRefused(folder, [move('l', 'x')], 'l', /was replaced by something else/);
    expectRefused(folder, [move('a', 'x', 'link')], 'a', /was replaced by something else/);
  });

  it('when a text or a link has changed, byte for byte', () => {
    const folder = folderOf({ a: 'A\r\n', l: '-> x', bom: '\uFEFFB', z: 'Z' });
    writeFileSync(join(folder, 'latin'), Buffer.from([0xe9]));
    expectRefused(
      folder,
      [move('z', 'y'), change('a', 'b', 'A\n', 'B')],
      'a',
      /was edited after.*Run again/,
    );
    expectRefused(folder, [change('l', 'l', '-> y', '-> z')], 'l', /was edited/);
    expectRefused(folder, [change('bom', 'bom', 'B', 'C')], 'bom', /was edited/);
    expectRefused(folder, [change('latin', 'latin', '\uFFFD', 'C')], 'latin', /was edited/);
  });

  it('when something is where a file should go', () => {
    const folder = folderOf({ a: 'A', b: 'B', 'app/x': 'X', l: '-> nowhere' });
    linkSync(join(folder, 'a'), join(folder, 'A'));
    expectRefused(
      folder,
      [move('a', 'b')],
      'b',
      /^b: a should move here, but something already exists/,
    );
    expectRefused(folder, [move('a', 'app')], 'app', /already/);
    expectRefused(folder, [move('a', 'l')], 'l', /already/);
    expectRefused(folder, [move('a', 'A')], 'A', /already/);
    expectRefused(folder, [move('a', 'b'), change('b', 'b', 'B', 'C')], 'b', /two files/);
    expectRefused(folder, [move('a', 'c'), move('b', 'c')], 'c', /two files/);
    expectRefused(folder, [move('a', 'c'), move('a', 'd')], 'a', /twice/);
    expectRefused(folder, [move('a', 'c'), move('b', 'c/d')], 'c', /puts a file there, and c\/d/);
  });

  it('when a folder on the way is a link or a file', () => {
    const outside = folderOf({ 'x/secret': 'S' });
    const folder = folderOf({
      a: 'A',
      file: 'F',
      out: `-> ${outside}`,
      inside: '-> real',
      'real/x': 'X',
    });
    expectRefused(folder, [move('a', 'out/a')], 'out', /symbolic link, and out\/a is behind it/);
    expectRefused(folder, [move('a', 'out/x/a')], 'out', /symbolic link/);
    expectRefused(folder, [move('out/x/secret', 'secret')], 'out', /symbolic link/);
    expectRefused(
      folder,
      [move('out', 'b', 'link'), move('out/x/secret', 'c')],
      'out',
      /symbolic link/,
    );
    expectRefused(folder, [move('inside/x', 'b')], 'inside', /symbolic link/);
    expectRefused(folder, [move('a', 'file/a')], 'file', /It is a file, but file\/a needs/);
    expectRefused(folder, [move('file', 'file/file')], 'file', /It is a file/);
    expectRefused(folder, [move('real/x', 'real')], 'real', /already exists/);
    expect(contentsOf(outside)).toEqual({ 'x/secret': 'S' });
  });

  it.each([
    '../a',
    '..',
    'x/../../a',
    '/etc/a',
    '',
    '.',
    './a',
    'x//a',
    'x/',
    'nul\0',
    '.git/hooks/a',
    'x/.GIT/a',
    '.fw-migrate/a',
  ])('when it leaves the folder: %j', (path) => {
    const folder = folderOf({ a: 'A' });
    expectRefused(folder, [move('a', path)], path, /must not change/);
    expectRefused(folder, [move(path, 'b')], path, /must not change/);
  });

  it('when our own folder is a link that leads elsewhere', () => {
    const outside = folderOf({});
    const folder = folderOf({ a: 'A', '.fw-migrate': `-> ${outside}` });
    expectRefused(folder, [move('a', 'b')], '.fw-migrate', /This must be a folder/);
    expect(readdirSync(outside)).toEqual([]);
  });

  it('when the folder does not exist', () => {
    const missing = join(newFolder(), 'missing');
    expect(problemOf(() => applyPlan([move('a', 'b')], missing)).message).toMatch(
      /Folder not found/,
    );
  });
});

function callsOfARun(): readonly string[] {
  const names: string[] = [];
  const folder = projectFolder();
  applyPlan(
    plan,
    folder,
    watched(({ name }) => names.push(name)),
  );
  expect(contentsOf(folder)).toEqual(outcome);
  return names;
}

/** Tries a plan on the project; the problem, where there was one. */
function attempt(folder: string, disk: FileSystem): ApplyProblem | undefined {
  try {
    applyPlan(plan, folder, disk);
    return undefined;
  } catch (error) {
    if (error instanceof ApplyProblem) return error;
    throw error;
  }
}

/** Runs the plan once for each call that it makes, each time on a project that is as before. */
function forEachCall(
  diskFor: (fatal: number) => FileSystem,
  check: (folder: string, problem: ApplyProblem | undefined, before: Tree, label: string) => void,
  stride = 1,
): void {
  const before = treeOf(projectFolder());
  let folder = projectFolder();
  callsOfARun().forEach((name, index) => {
    if (index % stride !== 0) return;
    const problem = attempt(folder, diskFor(index + 1));
    check(folder, problem, before, `call ${index + 1}, ${name}`);
    // The check has made sure of it that nothing was changed.
    if (problem && !problem.displaced) return;
    rmSync(folder, { recursive: true });
    folder = projectFolder();
  });
}

function removeOurs(folder: string): void {
  rmSync(join(folder, '.fw-migrate'), { recursive: true, force: true });
}

// As Node reports a number that it has no name for.
const withoutName = `Unknown system error -${constants.errno.EDQUOT}`;

describe('a failure at any call leaves all as before', () => {
  // Besides an ordinary error those that the code takes for an answer at some calls.
  it.each([
    ['ENOSPC', Math.ceil(closely / 4)],
    [withoutName, closely],
    ['EEXIST', closely],
    ['ENOENT', closely],
  ])('%s', (code, stride) => {
    let refused = 0;
    const diskFor = (fatal: number) =>
      watched(({ number }) => {
        if (number === fatal) throw broken(code);
      });
    forEachCall(
      diskFor,
      (folder, problem, before, label) => {
        if (problem) {
          refused += 1;
          expect(problem.message, label).toMatch(/^\S.*: .*Nothing was changed\.$/);
          expect(problem.message, label).not.toContain('staging-');
          expect(treeOf(folder), label).toEqual(before);
        } else {
          // What failed did not matter: the owner of a file, our own folder.
          removeOurs(folder);
          expect(contentsOf(folder), label).toEqual(outcome);
        }
      },
      stride,
    );
    expect(refused).toBeGreaterThan(100 / stride);
  });

  it.each([
    ['ENOSPC', /disk is full/],
    ['EDQUOT', /quota/],
    ['EACCES', /Permission denied/],
    ['EPERM', /Permission denied/],
    ['EROFS', /read-only/],
    ['EXDEV', /a different file system/],
    ['ENOENT', /disappeared/],
    ['EEXIST', /appeared/],
    ['EBUSY', /Another program/],
    ['EMFILE', /Too many files/],
    ['EIO', /disk reported an error/],
    [withoutName, /quota/],
    ['ETXTBSY', /refused \(ETXTBSY\)/],
  ])('%s is put in words', (code, words) => {
    const disk = watched(({ name, args: [, to] }) => {
      if (/^(?:link|rename)Sync$/.test(name) && String(to).endsWith('y')) throw broken(code);
    });
    const folder = folderOf({ a: 'A', b: 'B' });
    const problem = problemOf(() => applyPlan([move('a', 'x'), move('b', 'y')], folder, disk));
    expect(problem.path).toBe('y');
    expect(problem.message).toMatch(words);
    expect(problem.message).toMatch(/Nothing was changed\.$/);
    expect(contentsOf(folder)).toEqual({ a: 'A', b: 'B' });
  });
});

describe('a failure that lasts', () => {
  const originals = Object.fromEntries(
    Object.entries(projectFiles).filter(([, content]) => content !== undefined),
  );

  /** Every original, found at its old place or where the problem says that it is now. */
  function originalsIn(folder: string, problem: ApplyProblem): Tree {
    const places = new Map(problem.displaced?.map(({ original, now }) => [original, now]));
    const tree = rawContentsOf(folder);
    const found = Object.keys(originals).map((path) => [
      path,
      tree[places.get(path) ?? path] ?? 'lost',
    ]);
    return Object.fromEntries(found);
  }

  it('loses nothing, and tells where every file is, the first ones in words', () => {
    let displaced = 0;
    const diskFor = (fatal: number) =>
      watched(({ name, number }) => {
        if (number >= fatal && !/^(?:lstat|read|close)/.test(name)) throw broken('EROFS');
      });
    forEachCall(
      diskFor,
      (folder, problem, before, label) => {
        if (!problem) return;
        expect(originalsIn(folder, problem), label).toEqual(originals);
        for (const { original, now } of problem.displaced?.slice(0, 10) ?? []) {
          expect(problem.message).toContain(`\n  ${original} is now at ${now}`);
        }
        if (problem.displaced) displaced += 1;
        removeOurs(folder);
        if (!problem.displaced) expect(treeOf(folder), label).toEqual(before);
      },
      closely,
    );
    expect(displaced).toBeGreaterThan(10);
  });

  it('of one file alone puts all others back', () => {
    const folder = folderOf({ a: 'A', b: 'B', c: 'C' });
    const disk = watched(({ name, args: [from, to] }) => {
      if (!/^(?:link|rename)Sync$/.test(name)) return;
      if (String(to).endsWith('/new/c') || String(from).endsWith('/new/b')) throw broken('EACCES');
    });
    const files = ['a', 'b', 'c'].map((name) => move(name, `new/${name}`));
    const problem = problemOf(() => applyPlan(files, folder, disk));
    expect(problem.path).toBe('new/c');
    expect(problem.message).toBe(
      [
        'new/c: Permission denied. Check the permissions of the file and its folder. ' +
          'The run could not be fully reverted. Nothing was overwritten.',
        'Resolve these and run again, or run `fw-migrate undo --force`, which moves files in the way to .fw-migrate/:',
        '  new/b: Permission denied. Check the permissions of the file and its folder.',
        'Where your files are now:',
        '  b is now at new/b',
      ].join('\n'),
    );
    expect(contentsOf(folder)).toMatchObject({ a: 'A', 'new/b': 'B', c: 'C' });
  });
});

describe('others at work in the folder', () => {
  /** Does something right before the first call of a function for a path. */
  function meanwhile(name: string, path: RegExp, act: () => void): FileSystem {
    let acted = false;
    return watched((call) => {
      if (acted || call.name !== name || !call.args.some((arg) => path.test(String(arg)))) return;
      acted = true;
      act();
    });
  }

  it('a file that is saved while texts are staged is noticed', () => {
    const folder = folderOf({ a: 'A', b: 'B' });
    const disk = meanwhile('fsyncSync', /./, () => writeFileSync(join(folder, 'a'), 'SAVED'));
    const problem = problemOf(() =>
      applyPlan([change('a', 'x', 'A', 'A2'), move('b', 'c')], folder, disk),
    );
    expect(problem.message).toMatch(/^a: It was edited after/);
    expect(treeOf(folder)).toEqual({
      a: expect.stringContaining('SAVED'),
      b: expect.stringContaining('B'),
    });
  });

  it('a file that appears where one should go is not overwritten', () => {
    const folder = folderOf({ a: 'A', b: 'B' });
    const disk = meanwhile('renameSync', /\/a$/, () => writeFileSync(join(folder, 'y'), 'NEW'));
    const problem = problemOf(() => applyPlan([move('a', 'x'), move('b', 'y')], folder, disk));
    expect(problem.message).toMatch(/^y: It appeared during the run\..*Nothing was changed\.$/);
    expect(contentsOf(folder)).toEqual({ a: 'A', b: 'B', y: 'NEW' });
  });

  it('a file that appears in an emptied folder keeps it', () => {
    const folder = folderOf({ 'a/b/1': 'A' });
    const disk = meanwhile('rmdirSync', /\/a\/b$/, () =>
      writeFileSync(join(folder, 'a/b/2'), 'NEW'),
    );
    expect(applyPlan([move('a/b/1', 'x/1')], folder, disk)).toEqual({
      moved: 1,
      changed: 0,
      kept: [],
    });
    expect(contentsOf(folder)).toEqual({ 'a/b/2': 'NEW', 'x/1': 'A' });
  });

  it('our own folder that cannot be removed is named', () => {
    const folder = folderOf({ a: 'A' });
    runPlan([move('a', 'c')], folder);
    const disk = meanwhile('rmdirSync', /staging-[\w-]+$/, () => {
      throw broken('EBUSY');
    });
    const { leftover = '' } = undoLastRun(folder, { disk }) ?? {};
    expect(leftover).toMatch(/^\.fw-migrate\/staging-/);
    expect(existsSync(join(folder, leftover))).toBe(true);
    expect(contentsOf(folder)).toMatchObject({ a: 'A' });
  });
});

describe('where case does not count', () => {
  it('a file may change its spelling, and swap places', () => {
    const folder = folderOf({ 'a.ts': 'A', b: 'B', c: 'C', 'd/x': 'X' });
    const files = [
      move('a.ts', 'A.ts'),
      move('b', 'C'),
      change('c', 'B', 'C', 'C2'),
      move('d/x', 'd/X'),
    ];
    expect(applyPlan(files, folder, caseless(folder))).toEqual({ moved: 4, changed: 1, kept: [] });
    expect(contentsOf(folder)).toEqual({ 'a.ts': 'A', c: 'B', b: 'C2', 'd/x': 'X' });
  });

  it('a file that stays is in the way under any spelling', () => {
    const folder = folderOf({ a: 'A', b: 'B' });
    const problem = problemOf(() => applyPlan([move('a', 'B')], folder, caseless(folder)));
    expect(problem.message).toMatch(/^B: .* should move here, but something already exists/);
    expect(contentsOf(folder)).toEqual({ a: 'A', b: 'B' });
  });
});

describe('any plan', () => {
  const places = ['', 'd/', 'd/e/', 'f/'].flatMap((folder) =>
    ['1', '2', '3'].map((leaf) => folder + leaf),
  );
  const some = fc.shuffledSubarray(places, { minLength: 1 });
  const arbitrary = fc.tuple(
    some,
    fc.shuffledSubarray(places, { minLength: 12 }),
    fc.infiniteStream(fc.boolean()),
  );

  it('is carried out in full, or undone in full and then carried out', () => {
    const property = fc.property(arbitrary, fc.nat(80), ([from, to, coins], fatal) => {
      const folder = folderOf(Object.fromEntries(from.map((path) => [path, path])));
      const before = treeOf(folder);
      const files = from.map((path, index) => {
        const target = coins.next().value ? path : (to[index] ?? '');
        return coins.next().value ? move(path, target) : change(path, target, path, `new ${path}`);
      });
      fc.pre(new Set(files.map((file) => file.to)).size === files.length);
      const failing = watched(({ number }) => {
        if (number === fatal + 10) throw broken('EIO');
      });
      try {
        applyPlan(files, folder, failing);
      } catch {
        expect(treeOf(folder)).toEqual(before);
        applyPlan(files, folder);
      }
      rmSync(join(folder, '.fw-migrate'), { recursive: true, force: true });
      expect(contentsOf(folder)).toEqual(
        Object.fromEntries(files.map((file) => [file.to, file.text ? file.text.after : file.from])),
      );
      rmSync(folder, { recursive: true });
    });
    fc.assert(property, { numRuns: 100 });
  });
});
