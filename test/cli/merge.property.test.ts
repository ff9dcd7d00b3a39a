import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { roundsOf } from '../support/sample.ts';
import { fwMigrate } from './support/run.ts';

const runs = roundsOf(6, 150);
const seed = Number(process.env.FW_MIGRATE_SEED ?? 11);
const limit = Math.max(90_000, runs * 6000);

const home = mkdtempSync(join(tmpdir(), 'fw-migrate-merges-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function tryGit(folder: string, ...args: readonly string[]): boolean {
  return spawnSync('git', args, { cwd: folder }).status === 0;
}

function git(folder: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  expect(status, `git ${args.join(' ')}\n${stdout}${stderr}`).toBe(0);
  return stdout.trim();
}

function commit(folder: string, message: string): void {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', message, '--allow-empty');
}

const folders = [
  'components',
  'composables',
  'pages',
  'pages/admin',
  'server/api',
  'stores',
  'utils/deep',
];
const names = ['alpha', 'beta', 'gamma', 'delta'];
const places = folders.flatMap((folder) =>
  names.map((name) => `${folder}/${name}.${/^(?:comp.*ts|pages)/.test(folder) ? 'vue' : 'ts'}`),
);

const place = fc.constantFrom(...places);
/** How a file names another one. */
const form = fc.constantFrom('alias', 'root', 'relative', 'config', 'plain');

function reference(from: string, to: string, how: string): string {
  if (how === 'alias' || how === 'config') return `~/${to}`;
  if (how === 'root') return `@@/${to}`;
  if (how === 'plain') return to;
  return `${'../'.repeat(from.split('/').length - 1)}${to}`;
}

const line = fc.record({ to: place, how: form });
type Line = typeof line extends fc.Arbitrary<infer T> ? T : never;

function textFor(path: string, lines: readonly Line[]): string {
  // Far apart, so that edits of two people rarely meet.
  const code = lines.map(
    ({ to, how }, index) =>
      `import v${index} from '${reference(path, to, how)}'\n${Array.from({ length: 4 }, (_, row) => `// ${path} ${index} ${row}\n`).join('')}`,
  );
  return path.endsWith('.vue')
    ? `<script setup lang="ts">\n${code.join('')}</script>\n\n<template>\n  <p>${path}</p>\n</template>\n`
    : `${code.join('')}export default 1\n`;
}

const edit = fc.oneof(
  fc.record({
    kind: fc.constant('write' as const),
    path: place,
    lines: fc.array(line, { maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('remove' as const), path: place }),
  fc.record({ kind: fc.constant('rename' as const), path: place, to: place }),
  fc.record({ kind: fc.constant('insert' as const), path: place, line, at: fc.nat({ max: 20 }) }),
  fc.record({
    kind: fc.constant('config' as const),
    option: fc.constantFrom('css', 'watch', 'routes', 'title'),
    path: place,
  }),
);
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

const config = [
  'export default defineFwConfig({',
  '  // css',
  "  css: ['~/assets/main.css'],",
  '',
  '  // watch',
  "  watch: ['config/**/*.json'],",
  '',
  '  // routes',
  "  generate: { routes: ['/imprint'] },",
  '',
  '  // title',
  "  app: { head: { title: 'Shop' } },",
  '})',
  '',
].join('\n');

function apply(folder: string, edits: readonly Edit[]): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const item of edits) {
    const text =
      item.kind === 'config'
        ? ''
        : existsSync(join(folder, item.path))
          ? readFileSync(join(folder, item.path), 'utf8')
          : undefined;
    if (item.kind === 'write') write(item.path, textFor(item.path, item.lines));
    else if (item.kind === 'config') {
      const before = readFileSync(join(folder, 'fw.config.ts'), 'utf8');
      const marks = {
        css: /(css: \[)/,
        watch: /(watch: \[)/,
        routes: /(routes: \[)/,
        title: /(title: ')/,
      };
      const added = {
        css: `'~/${item.path}', `,
        watch: `'${item.path}', `,
        routes: `'/${item.path}', `,
        title: 'My ',
      };
      write('fw.config.ts', before.replace(marks[item.option], `$1${added[item.option]}`));
    } else if (text === undefined) continue;
    else if (item.kind === 'remove') rmSync(join(folder, item.path));
    else if (item.kind === 'rename') {
      mkdirSync(dirname(join(folder, item.to)), { recursive: true });
      renameSync(join(folder, item.path), join(folder, item.to));
    } else {
      const rows = text.split('\n');
      const at = Math.min(item.at, rows.length - 1);
      rows.splice(at, 0, `// ${reference(item.path, item.line.to, item.line.how)}`);
      write(item.path, rows.join('\n'));
    }
  }
}

describe('merging random branches', () => {
  it('gives what migrating the merge of the unmigrated branches gives', {
    timeout: 2 * limit,
  }, async () => {
    let compared = 0;
    const lists = fc.array(edit, { minLength: 1, maxLength: 5 });
    const files = fc.dictionary(place, fc.array(line, { maxLength: 4 }), {
      minKeys: 4,
      maxKeys: 14,
      noNullPrototype: true,
    });
    const layouts = fc.constantFrom('auto', 'app', 'keep');
    await fc.assert(
      fc.asyncProperty(files, lists, lists, layouts, async (base, onBranch, onMain, layout) => {
        const folder = mkdtempSync(join(home, 'run-'));
        git(folder, 'init', '-q', '-b', 'main');
        git(folder, 'config', 'user.name', 'Ann');
        git(folder, 'config', 'user.email', 'ann@example.org');
        apply(
          folder,
          Object.entries(base).map(([path, lines]) => ({ kind: 'write', path, lines })),
        );
        mkdirSync(join(folder, 'assets'));
        writeFileSync(join(folder, 'assets/main.css'), 'a {}\n');
        writeFileSync(join(folder, 'fw.config.ts'), config);
        writeFileSync(
          join(folder, 'package.json'),
          '{\n  "dependencies": {\n    "fw": "^3.12.0"\n  }\n}\n',
        );
        commit(folder, 'base');
        git(folder, 'switch', '-qc', 'feature');
        apply(folder, onBranch);
        commit(folder, 'feature');
        git(folder, 'switch', '-q', 'main');
        apply(folder, onMain);
        commit(folder, 'main');
        const expected = join(home, 'expected');
        rmSync(expected, { recursive: true, force: true });
        cpSync(folder, expected, { recursive: true });

        const options = ['--commit', '--quiet', '--layout', layout];
        const migrated = fwMigrate(folder, ['v4', ...options]);
        fc.pre(migrated.status === 0);
        const { status, stderr } = fwMigrate(folder, ['merge', 'feature']);
        expect([0, 1], stderr).toContain(status);

        fc.pre(tryGit(expected, 'merge', '-q', '--no-edit', 'feature'));
        // Of what git merges alike, nothing conflicts because of the migration.
        expect(fwMigrate(expected, ['v4', ...options]).status).toBe(0);
        expect(status, fwMigrate(folder, ['merge', 'feature', '--dry-run']).stdout).toBe(0);
        compared += 1;
        const listed = (where: string) => git(where, 'ls-tree', '-r', 'HEAD');
        expect(listed(folder)).toBe(listed(expected));
        // The other way round, the branch gets the same.
        git(folder, 'switch', '-q', 'feature');
        expect(fwMigrate(folder, ['merge', 'main^1']).status).toBe(0);
        expect(listed(folder)).toBe(listed(expected));
        rmSync(folder, { recursive: true, force: true });
      }),
      { numRuns: runs, interruptAfterTimeLimit: limit, seed },
    );
    expect(compared).toBeGreaterThan(runs / 3);
  });
});
