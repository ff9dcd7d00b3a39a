import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readSnapshot } from '../../src/tree/disk.ts';
import { folderWith } from '../cli/support/run.ts';
import { roundsOf } from '../support/sample.ts';

/** Files with `.gitignore` among them, by their paths. */
type Files = { readonly [path: string]: string };

const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };

function git(folder: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    env,
    maxBuffer: 1e9,
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

/** A repository with a folder for each case. */
function repositoryOf(cases: readonly Files[]): string {
  const folder = folderWith({});
  git(folder, 'init', '--quiet');
  for (const [index, files] of cases.entries()) {
    for (const [path, content] of Object.entries(files)) {
      const file = join(folder, `case-${index}`, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
  }
  return folder;
}

/** The paths that belong to each case, sorted. */
function byCase(paths: readonly string[], count: number): string[][] {
  const cases = Array.from({ length: count }, (): string[] => []);
  for (const path of paths) {
    const [, index, rest = ''] = /^case-(\d+)\/(.*)$/s.exec(path) ?? [];
    cases[Number(index)]?.push(rest);
  }
  return cases.map((list) => list.toSorted());
}

/** Files of a case that git tracks, whatever the rules say. */
type Chosen = (files: Files, index: number) => readonly string[];

/** Expects that of each case the same files are seen by us as by git. */
function expectAsGit(cases: readonly Files[], tracked: Chosen = () => [], excludes = ''): void {
  const folder = repositoryOf(cases);
  writeFileSync(join(folder, '.git/rules'), excludes);
  git(folder, 'config', 'core.excludesFile', '.git/rules');
  const added = cases.flatMap((files, index) =>
    tracked(files, index).map((path) => `:(literal)case-${index}/${path}`),
  );
  if (added.length > 0) git(folder, 'add', '--force', '--', ...added);
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const seenByGit = git(folder, ...listing)
    .split('\0')
    .slice(0, -1);
  const seenByUs = readSnapshot(folder).files.map(({ path }) => path);
  const expected = byCase(seenByGit, cases.length);
  const found = byCase(seenByUs, cases.length);
  for (const [index, files] of cases.entries()) {
    const rules = Object.entries(files).filter(([path]) => path.endsWith('.gitignore'));
    expect({ rules, files: found[index] }).toEqual({ rules, files: expected[index] });
  }
}

const pieces = [
  ...['a', 'a', 'b', 'c', 'ab', 'abc', '*bca*', '.', '-', ' ', 'é', '#', '!', ']', '~'],
  ...['/', '/', '/', '*', '*', '*', '**', '**', '/**/', '**/', '/**', '***', '?'],
  ...['\\a', '\\*', '\\[', '\\\\', '\\ ', '\\/', '\\#', '\\!', '\\'],
  ...[
    '[ab]',
    '[!a]',
    '[^b]',
    '[a-c]',
    '[c-a]',
    '[]a]',
    '[!]a]',
    '[a-]',
    '[-a]',
    '[\\]a]',
    '[a\\-c]',
    '[a-\\c]',
  ],
  ...[
    '[a-b-c]',
    '[a/b]',
    '[/]',
    '[!/]',
    '[',
    '[a',
    '[!',
    '[]',
    '[\\',
    '[*]',
    '[?]',
    '[[]',
    '[é]',
    '[^é]',
  ],
  ...[
    '[[:alpha:]]',
    '[![:alpha:]]',
    '[[:digit:]x]',
    '[a[:upper:]-z]',
    '[[:nope:]]',
    '[[:alpha:]',
    '[[:a]',
    '[[::]]',
  ],
];
const glob = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''))
  // Rules with more are left out, because they could take forever.
  .filter((text) => text.split('**').length <= 4);
const mark = (text: string, weight = 4) =>
  fc.oneof({ weight, arbitrary: fc.constant('') }, fc.constant(text));
/** Where gitignore(5) says nothing, the library decides: two slashes in a row, and `**` beside something else. */
const isDefined = (text: string) =>
  !text.includes('//') && text.split('/').every((part) => !/[^!\s]\*\*|\*\*[^\s]/.test(part));
const line = fc
  .tuple(mark('!'), mark('/'), glob, mark('/'), mark('  '), mark('\r', 9))
  .map((parts) => parts.join(''))
  .filter(isDefined);
const rules = fc
  .tuple(mark('\uFEFF', 9), fc.array(line, { minLength: 1, maxLength: 5 }))
  .map(([start, lines]) => start + lines.join('\n'));

const names = [
  ...[
    'a',
    'a',
    'b',
    'c',
    'ab',
    'ba',
    'aab',
    'abca',
    'bcab',
    'a.b',
    '.a',
    'bc',
    'é',
    'aé',
    'A',
    '1',
    '-',
    '~',
  ],
  ...[' ', 'a ', ' a', '[a]', '[', ']', '*', 'a*', '?', '#', '#a', '!', '!a', '\\', '\\a', 'a\\'],
];
const path = fc
  .array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('/'));

/** Paths of which none is the folder of another: it would have to be a file as well. */
function withoutFolders(paths: readonly string[]): string[] {
  return paths.filter((one) => !paths.some((other) => other.startsWith(`${one}/`)));
}

const tree: fc.Arbitrary<Files> = fc
  .tuple(fc.array(path, { minLength: 4, maxLength: 12 }), rules, fc.option(rules), fc.option(rules))
  .map(([paths, top, inner, deeper]) => {
    const files = withoutFolders(paths);
    const folders = [...new Set(files.map((file) => dirname(file)))].filter(
      (folder) => folder !== '.',
    );
    const [first, second] = folders;
    return {
      ...Object.fromEntries(files.map((file) => [file, ''])),
      '.gitignore': top,
      ...(first !== undefined && inner !== null ? { [`${first}/.gitignore`]: inner } : {}),
      ...(second !== undefined && deeper !== null ? { [`${second}/.gitignore`]: deeper } : {}),
    };
  });

// Names that other systems do not allow, or take for others.
const isPosix = process.platform === 'linux';

it.skipIf(!isPosix)('the files of a folder are those that git sees', () => {
  const numRuns = roundsOf(120, 300);
  const seed = process.env.FW_MIGRATE_SEED;
  expectAsGit(fc.sample(tree, { numRuns, ...(seed ? { seed: Number(seed) } : {}) }));
});

it.skipIf(!isPosix)(
  'files that git tracks are seen whatever the rules say, its own rules or a person\u2019s',
  () => {
    const numRuns = roundsOf(40, 100);
    const cases = fc.sample(fc.tuple(tree, fc.nat(4)), numRuns);
    const everyThird: Chosen = (files, index) =>
      Object.keys(files).filter((_, at) => at % 3 === (cases[index]?.[1] ?? 0));
    expectAsGit(
      cases.map(([files]) => files),
      everyThird,
      'ab\n*.b\n!/case-1/**/ab\n',
    );
  },
);

it.skipIf(!isPosix)('a class has the bytes that it has for git', () => {
  const bytes = Array.from({ length: 126 }, (_, code) => String.fromCharCode(code + 1));
  const single = bytes.filter((byte) => byte !== '/' && byte !== '.');
  const files = Object.fromEntries(single.map((byte) => [byte, '']));
  const classes = [
    'alnum',
    'alpha',
    'blank',
    'cntrl',
    'digit',
    'graph',
    'lower',
    'print',
    'punct',
    'space',
  ];
  const texts = [...classes, 'upper', 'xdigit'].flatMap((name) => [
    `[[:${name}:]]`,
    `[![:${name}:]]`,
  ]);
  expectAsGit(
    [...texts, '[!-~]', '[ --]', '[Z-a]', '?', '??'].map((text) => ({
      ...files,
      '.gitignore': text,
    })),
  );
});

it.skipIf(!isPosix)('rules that are easily read in another way mean what they mean for git', () => {
  const paths = [
    'a/b',
    'ab',
    'abc',
    'ax/b',
    'ax/y/b',
    'b',
    'x/b',
    'x/y/b',
    'x/y/z/b',
    'x/a/c',
    'x/ab/c',
    'x/y/ab/c',
    'c/a b',
    'c/a',
  ];
  const files = Object.fromEntries(
    [...paths, 'd/a ', 'd/#', 'd/!', 'd/\\'].map((path) => [path, '']),
  );
  const texts = [
    // Stars that are next to other characters do not reach across folders.
    ...['a**b', '?**/b', 'x/a**', 'x/*a**', '*\n!x\n!x/a**\n!c', '*\n!x\n!x/?**\n!c'],
    ...[
      'x/**/b',
      'x/**b',
      '**/y/**',
      '/**',
      '/**/',
      '**//',
      '**/**',
      'x/***/b',
      '/***/b',
      // Behind a slash that comes after other special characters.
      '*/**/b',
      '?/**/b',
      // An escape of something else does not make them reach across.
      'x/**\\b',
    ],
    ...['/', '//', '!', '!/', '\\', 'b\\', 'b\\/', '[b', 'x//b', './b', '/x/', 'x/b/', 'x/./b'],
    ...[
      'a ',
      'a\\ ',
      'a\\  ',
      'a\\\\ ',
      'a b ',
      '#',
      '\\#',
      ' #',
      '\\!',
      '*\n!\\!',
      'a\t',
      'a\r',
      'a\r\n',
      'a\0b',
      '\0a',
    ],
    ...[
      '*\n!b',
      '*\n!*/\n!b',
      'x\n!x/b',
      'x/*\n!x/b',
      'b\n!b\nb',
      '!b\nb',
      'b\n!b',
      'b/\n!b',
      'x/\n!x/',
      '**/b\n!/b',
    ],
  ];
  expectAsGit(texts.map((text) => ({ ...files, '.gitignore': text })));
});

it.skipIf(!isPosix)('of rules for what is in the middle of a path the last one counts', () => {
  const paths = [
    'abc',
    'abcd',
    'xabcx',
    'xabcdx',
    'bcdx',
    'abcabc',
    'x/abcd/y',
    'x/bcd/abc/y',
    'ab/c',
    'é-abcé',
  ];
  const files = Object.fromEntries(paths.map((path) => [path, '']));
  const lines = [
    '*abc*',
    '!*abc*',
    '*bcd*',
    '!*bcd*',
    '?abc?',
    '!*abcd?',
    '/*/abc*/*',
    '!**/bcd/**',
    '*é-a*',
  ];
  const pairs = lines.flatMap((first) => lines.map((second) => `${first}\n${second}`));
  const texts = [...pairs, ...pairs.map((pair) => `${pair}\n*abc*\n!*bcd*\n*dx*`)];
  expectAsGit(texts.map((text) => ({ ...files, '.gitignore': text })));
});
