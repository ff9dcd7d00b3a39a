import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fwCatalogue } from '../../src/catalogue/index.ts';
import { planRepository } from '../../src/check/checked-plan.ts';
import { transforms } from '../../src/index.ts';
import { shown, snapshotOf, treeAfter, treeOf } from '../repository/support/tree.ts';
import { roundsOf } from '../support/sample.ts';

/** A way to write a path: the file, its text around the path, and how a place of the root is written there. */
interface Syntax {
  readonly file: string;
  readonly text: (path: string) => string;
  /** What precedes the path from the folder of the file, or an alias of the root or the sources. */
  readonly start: 'relative' | '~/' | '~~/' | 'plain';
}

const relative = (file: string, text: (path: string) => string): Syntax => ({
  file,
  text,
  start: 'relative',
});

const syntaxes: readonly Syntax[] = [
  relative('tools/import.ts', (path) => `import x from '${path}'\n`),
  relative('tools/lazy.ts', (path) => `export const x = () => import('${path}')\n`),
  relative('tools/require.cjs', (path) => `module.exports = require('${path}')\n`),
  relative('tools/mock.test.ts', (path) => `vi.mock('${path}')\n`),
  relative('tools/type.ts', (path) => `export type X = typeof import('${path}')\n`),
  relative('tools/url.ts', (path) => `export const x = new URL('${path}', import.meta.url)\n`),
  relative('tools/join.cjs', (path) => `exports.x = require('path').join(__dirname, '${path}')\n`),
  relative('tools/sum.cjs', (path) => `exports.x = __dirname + '/${path}'\n`),
  relative('tools/style.css', (path) => `.a { background: url(${path}) }\n`),
  relative('tools/use.scss', (path) => `@use '${path}';\n`),
  relative('tsconfig.tools.json', (path) => `{ "include": ["${path}"] }\n`),
  relative('tsconfig.named.json', (path) => `{ "files": ["${path}"] }\n`),
  relative('vitest.config.ts', (path) => `export default { test: { setupFiles: ['${path}'] } }\n`),
  relative('eslint.config.js', (path) => `export default [{ files: ['${path}'] }]\n`),
  { file: '.prettierignore', text: (path) => `${path}\n`, start: 'plain' },
  {
    file: '.github/workflows/a.yml',
    text: (path) => `on:\n  push:\n    paths: ['${path}']\n`,
    start: 'plain',
  },
  { file: 'package.json', text: (path) => packageWith(`eslint ${path}`), start: 'plain' },
  {
    file: 'tools/a.vue',
    text: (path) => `<script setup>\nimport '${path}'\n</script>\n`,
    start: '~~/',
  },
  {
    file: 'tools/b.vue',
    text: (path) => `<template><img src="${path}"></template>\n`,
    start: '~~/',
  },
  {
    file: 'pages/c.vue',
    text: (path) => `<script setup>\nimport '${path}'\n</script>\n`,
    start: '~/',
  },
  {
    file: 'pages/d.vue',
    text: (path) => `<template><img src="${path}"></template>\n`,
    start: '~/',
  },
  {
    file: 'fw.config.ts',
    text: (path) => `export default defineFwConfig({ css: ['${path}'] })\n`,
    start: '~/',
  },
];

function packageWith(lint: string): string {
  const scripts = { lint };
  return `${JSON.stringify({ name: 'x', devDependencies: { fw: '^3.12.0' }, scripts })}\n`;
}

/** The text of a place from a syntax. */
function written({ file, start }: Syntax, place: string): string {
  if (start === 'plain') return place;
  if (start !== 'relative') return start + place;
  const path = posix.relative(posix.dirname(file), place);
  return path.startsWith('.') ? path : `./${path}`;
}

/** The place of a text after the run: that of an alias is known, since the sources are in `app/` then. */
function placeOf(text: string, file: string): string {
  const alias = /^(~~?|@@?)\//.exec(text)?.[1];
  if (alias) return posix.join(alias.length === 1 ? 'app' : '', text.slice(alias.length + 1));
  return /^\.{1,2}\//.test(text) ? posix.join(posix.dirname(file), text) : posix.normalize(text);
}

const folders = ['pages', 'components', 'assets', 'utils', 'lib', 'server', 'public'];
const moved = new Set(['pages', 'components', 'assets', 'utils']);

describe('the same path', () => {
  it('names the same file in every syntax after the run', async () => {
    const places = fc.record({
      folder: fc.constantFrom(...folders),
      inner: fc.constantFrom('', 'deep/', 'a/b/'),
      name: fc.constantFrom('x.ts', 'x.css', 'x.svg', 'index.ts'),
    });
    await fc.assert(
      fc.asyncProperty(places, async ({ folder, inner, name }) => {
        const place = `${folder}/${inner}${name}`;
        const later = moved.has(folder) ? `app/${place}` : place;
        const texts = syntaxes.map((one) => [one.file, one.text(written(one, place))] as const);
        const tree = treeOf({
          'package.json': packageWith(''),
          'pages/page.vue': '<template><p /></template>\n',
          [place]: '\n',
          ...Object.fromEntries(texts),
        });
        const steps = [{ kind: 'transforms' as const, transforms }];
        const plan = await planRepository(snapshotOf(tree), { steps, catalogue: fwCatalogue });
        const after = shown(treeAfter(tree, plan));
        const wrong = syntaxes.flatMap((one) => {
          const file = one.file.startsWith('pages/') ? `app/${one.file}` : one.file;
          const [head = '', tail = ''] = one.text('§').split('§');
          const [start, end] = [head, tail].map((part) => part.replace('^3.12.0', '^4.0.0'));
          const text = (after[file] ?? '').slice(start?.length, -(end?.length ?? 0));
          return placeOf(text, file) === later ? [] : [`${one.file}: ${text}`];
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: roundsOf(25, 300) },
    );
  });
});
