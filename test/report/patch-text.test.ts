import { spawnSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PlannedFile } from '../../src/plan/plan.ts';
import { patchText } from '../../src/report/patch.ts';
import { roundsOf } from '../support/sample.ts';

/** What a path holds, in a form that shows every byte; a link starts with an arrow. */
type Tree = { readonly [path: string]: string };

interface Case extends Pick<PlannedFile, 'from' | 'to'> {
  readonly kind?: PlannedFile['kind'];
  readonly before: string;
  readonly after: string;
}

function planned({ from, to, kind = 'file', before, after }: Case): PlannedFile {
  return { from, to, kind, by: [], ...(before === after ? {} : { text: { before, after } }) };
}

function shown(kind: PlannedFile['kind'] | undefined, text: string): string {
  return kind === 'link' ? `-> ${text}` : Buffer.from(text).toString('latin1');
}

function emptyFolder(where: 'inside' | 'outside'): string {
  const folder = mkdtempSync(join(tmpdir(), 'fw-migrate-patch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (where === 'inside') git(folder, ['init', '-q']);
  return folder;
}

function write(folder: string, cases: readonly Case[]): void {
  for (const { from, kind, before } of cases) {
    mkdirSync(dirname(join(folder, from)), { recursive: true });
    if (kind === 'link') symlinkSync(before, join(folder, from));
    else writeFileSync(join(folder, from), before);
  }
}

function clear(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name !== '.git') rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function read(folder: string, below = ''): Tree {
  return Object.assign(
    {},
    ...readdirSync(join(folder, below))
      .filter((name) => name !== '.git')
      .map((name) => {
        const path = below + name;
        const stats = lstatSync(join(folder, path));
        if (stats.isDirectory()) return read(folder, `${path}/`);
        if (stats.isSymbolicLink())
          return { [path]: shown('link', readlinkSync(join(folder, path))) };
        return { [path]: readFileSync(join(folder, path), 'latin1') };
      }),
  );
}

function git(cwd: string, args: readonly string[], input = ''): void {
  const env = {
    PATH: process.env.PATH,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CEILING_DIRECTORIES: tmpdir(),
  };
  const { status, stderr } = spawnSync('git', args, { cwd, input, env, encoding: 'utf8' });
  expect(status, `git ${args.join(' ')}\n${stderr}\n${input.slice(0, 5000)}`).toBe(0);
}

/** Applies the patch of the cases with git, compares every byte, and takes it back. */
/** The files as one patch; their order does not matter to git, not even for files that swap places. */
function patchOfCases(cases: readonly Case[]): string {
  return cases.map((one) => patchText(planned(one), '')).join('');
}

function expectApplies(folder: string, cases: readonly Case[], patch = patchOfCases(cases)) {
  const before = Object.fromEntries(cases.map((one) => [one.from, shown(one.kind, one.before)]));
  const after = Object.fromEntries(cases.map((one) => [one.to, shown(one.kind, one.after)]));
  write(folder, cases);
  expect(read(folder)).toEqual(before);
  git(folder, ['apply', '--check'], patch);
  expect(read(folder)).toEqual(before);
  git(folder, ['apply'], patch);
  expect(read(folder)).toEqual(after);
  git(folder, ['apply', '-R'], patch);
  expect(read(folder)).toEqual(before);
}

function both(name: string, cases: readonly Case[]): void {
  it.each(['inside', 'outside'] as const)(`${name}, %s a repository`, (where) => {
    expectApplies(emptyFolder(where), cases);
  });
}

const [before, after] = ['one\ntwo\nthree\n', 'one\n2\nthree\n'];

describe('the form', () => {
  it('is a header alone for a file that only moves', () => {
    expect(
      patchText(planned({ from: 'a.ts', to: 'app/a.ts', before, after: before }), 'web/'),
    ).toBe(
      [
        'diff --git a/web/a.ts b/web/app/a.ts',
        'rename from web/a.ts',
        'rename to web/app/a.ts',
        '',
      ].join('\n'),
    );
  });

  it('has no rename lines for a change in place', () => {
    expect(patchText(planned({ from: 'a.ts', to: 'a.ts', before, after }), '')).toBe(
      [
        'diff --git a/a.ts b/a.ts',
        '--- a/a.ts',
        '+++ b/a.ts',
        '@@ -1,3 +1,3 @@',
        ' one',
        '-two',
        '+2',
        ' three',
        '',
      ].join('\n'),
    );
  });

  it('has both for a file that moves and changes', () => {
    expect(patchText(planned({ from: 'a b', to: 'c', before, after }), '')).toBe(
      [
        'diff --git a/a b b/c',
        'rename from a b',
        'rename to c',
        '--- a/a b\t',
        '+++ b/c',
        '@@ -1,3 +1,3 @@',
        ' one',
        '-two',
        '+2',
        ' three',
        '',
      ].join('\n'),
    );
  });

  it('says the mode of a link', () => {
    const link = planned({ from: 'l', to: 'l', kind: 'link', before: 'x', after: 'y' });
    expect(patchText(link, '')).toContain('\nold mode 120000\nnew mode 120000\n--- a/l\n');
  });

  it('is empty for a file that stays as it is', () => {
    expect(patchText(planned({ from: 'a', to: 'a', before, after: before }), '')).toBe('');
    expect(
      patchText(
        { ...planned({ from: 'a', to: 'a', before, after }), text: { before, after: before } },
        '',
      ),
    ).toBe('');
  });
});

describe('git apply takes', () => {
  both('links that move, change, or both', [
    { from: 'moved', to: 'app/moved', kind: 'link', before: '../x', after: '../x' },
    { from: 'both', to: 'app/both', kind: 'link', before: '../x', after: '../../x' },
    {
      from: 'changed',
      to: 'changed',
      kind: 'link',
      before: 'components/x',
      after: 'app/components/x',
    },
    { from: 'odd', to: 'odd', kind: 'link', before: 'a\nb', after: 'a\nc\n' },
  ]);

  both('chains and swaps', [
    { from: 'a', to: 'b', before, after: before },
    { from: 'b', to: 'c', before: 'B\n', after: 'B\n' },
    { from: 'x', to: 'y', before, after },
    { from: 'y', to: 'x', before: 'Y\n', after: 'Y!' },
    { from: 'l', to: 'f', kind: 'link', before: 'l', after: 'L' },
    { from: 'f', to: 'l', before: 'f', after: 'F' },
  ]);

  both('a file that makes room for a folder', [
    { from: 'app', to: 'app/index', before, after },
    { from: 'lib', to: 'lib/index', before, after: before },
  ]);

  const names = [
    'with space',
    'trailing ',
    ' leading',
    '-dash',
    '--',
    '[id].vue',
    '[...slug] (x).vue',
    'emoji😀',
    'é\u0301\u2028x',
    'quo"te',
    'back\\slash',
    'tab\tx',
    'new\nline',
    'cr\r',
    'bell\u0007\u0001\u007f\u0085',
    "it's $HOME `x` *?",
    'x b/y',
    'x b/x',
    'a/b',
  ];
  both(
    'names that change in place',
    names.map((name) => ({ from: `p/${name}`, to: `p/${name}`, before, after })),
  );
  both(
    'names that move and change',
    names.map((name) => ({ from: `p/${name}`, to: `app b/p/${name}`, before, after })),
  );
  both(
    'names that only move, to other names',
    names.map((name, index) => ({
      from: `p/${name}`,
      to: `q/${names.at(index - 1)}`,
      before: name,
      after: name,
    })),
  );

  const texts: readonly (readonly [string, string])[] = [
    ['a\r\nb\r\nc\r\n', 'a\r\nB\r\nc\r\n'],
    ['a\r\nb\r\n', 'a\nb\n'],
    ['a\r\nb\nc\rd\r\r\ne', 'a\r\nB\nc\rD\r\r\ne'],
    ['a\rb\rc', 'a\rB\rc'],
    ['a', 'a\n'],
    ['a\n', 'a'],
    ['a\r', 'a\r\n'],
    ['', 'a'],
    ['', '\n'],
    ['a\n', ''],
    ['a', ''],
    ['\uFEFFa\n', '\uFEFFb\n'],
    ['\uFEFFa\n', 'a\n'],
    ['a\u2028b\u2029c\u0085d\n', 'a\u2028B\u2029c\u0085d\n'],
    ['a\fb\vc\n\f\nd\n', 'a\fB\vc\n\f\nd\n'],
    ['a\u0000b\n', 'a\u0000c\n'],
    [`${'x'.repeat(300_000)}\ny\n`, `${'x'.repeat(299_999)}y\ny\n`],
    [
      '--- a/x\n+++ b/x\n@@ -1 +1 @@\n',
      '--- a/y\n+++ b/x\n@@ -1 +1 @@\n\\ No newline at end of file',
    ],
    ['diff --git a/x b/x\n', '-- \n2.39.5\n'],
    ['  \n\t\n \n', '\t\n\n \n  '],
  ];
  both(
    'every kind of line',
    texts.map(([old, now], index) => ({
      from: `t/${index}`,
      to: `t/${index}`,
      before: old,
      after: now,
    })),
  );
  both(
    'every kind of line in files that move',
    texts.map(([old, now], index) => ({
      from: `t/${index}`,
      to: `u/${index}`,
      before: old,
      after: now,
    })),
  );

  it('a folder of the repository, by its prefix', () => {
    const cases = [{ from: 'apps/my web/a.ts', to: 'apps/my web/app/a.ts', before, after }];
    const inner = planned({ from: 'a.ts', to: 'app/a.ts', before, after });
    expectApplies(emptyFolder('inside'), cases, patchText(inner, 'apps/my web/'));
  });
});

describe('large texts', () => {
  const lines = Array.from(
    { length: 30_000 },
    (_, index) => `const value${index} = ${index}; // a comment\n`,
  );
  const text = lines.join('');

  it('with few changes', () => {
    const now = lines.map((line, index) => (index % 5000 === 7 ? `new ${line}` : line)).join('');
    const cases = [{ from: 'a', to: 'b', before: text, after: now }];
    expect(patchOfCases(cases).match(/^@@/gm)).toHaveLength(6);
    expectApplies(emptyFolder('outside'), cases);
  });

  it.each(['', 'no newline'])('with nothing in common (%j at the end)', (end) => {
    const now = lines.map((line) => `new ${line}`).join('') + end;
    const cases = [{ from: 'a', to: 'b', before: end + text, after: now }];
    patchOfCases(cases);
    expectApplies(emptyFolder('outside'), cases);
  });
});

describe('any tree', () => {
  const line = fc.tuple(
    fc.constantFrom(
      'a',
      'b',
      'c',
      '',
      ' ',
      '\t',
      '-x',
      '+x',
      '@@',
      '\\',
      '\uFEFF',
      'é😀',
      '\u2028',
      '\f',
      '\r',
    ),
    fc.constantFrom('\n', '\n', '\n', '\r\n', '\r', ''),
  );
  const lines = fc
    .array(line, { maxLength: 14 })
    .map((parts) => parts.map((part) => part.join('')));
  /** A text and the same with lines cut out and put in: what edits look like. */
  const edit = fc
    .tuple(lines, lines, fc.nat(14), fc.nat(4), fc.boolean())
    .map(([old, add, at, cut, same]) => [
      old.join(''),
      same
        ? old.join('')
        : [...old.slice(0, at), ...add.slice(0, 4), ...old.slice(at + cut)].join(''),
    ]);
  const target = fc.constantFrom('x', '../x', 'a b', 'é', 'a\nb', ' ');
  const content = fc.oneof(
    {
      weight: 4,
      arbitrary: edit.map(([old = '', now = '']) => ({
        kind: 'file' as const,
        before: old,
        after: now,
      })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(target, target)
        .map(([old, now]) => ({ kind: 'link' as const, before: old, after: now })),
    },
  );
  const folders = ['', 'd/', 'd/e f/', 'q b/', 'ü"/'];
  const leaves = ['1', '2 ', '-3', '[4]', 'x\ty', '😀'];
  const places = folders.flatMap((folder) => leaves.map((leaf) => folder + leaf));
  const trees = fc
    .integer({ min: 1, max: 6 })
    .chain((size) =>
      fc.tuple(
        fc.array(content, { minLength: size, maxLength: size }),
        fc.shuffledSubarray(places.slice(0, size + 20), { minLength: size, maxLength: size }),
        fc.nat(4),
        fc.shuffledSubarray(places, { minLength: size, maxLength: size }),
      ),
    );

  it.each([
    ['outside', roundsOf(20, 60)],
    ['inside', roundsOf(10, 30)],
  ] as const)('comes out of git apply as planned, and back, %s a repository', (where, numRuns) => {
    const folder = emptyFolder(where);
    const property = fc.property(trees, ([contents, from, turn, free]) => {
      clear(folder);
      // Turned by some places the files take each other's; otherwise they go where there may or may not be one.
      const turned = from.map((_, index) => from[(index + turn) % from.length] ?? '');
      const to = turn < 3 ? turned : free;
      const cases = contents.map((one, index) => ({
        ...one,
        from: from[index] ?? '',
        to: to[index] ?? '',
      }));
      // Git takes an empty patch for a mistake.
      fc.pre(patchOfCases(cases) !== '');
      expectApplies(folder, cases);
    });
    fc.assert(property, { numRuns });
  });
});
