import { describe, expect, it } from 'vitest';
import { moduleReferences } from '../../../src/paths/references/module-references.ts';
import { type Reference, Unparsed } from '../../../src/paths/references/reference.ts';
import { openSource } from '../../../src/tree/syntax/source-text.ts';
import { writtenAnew } from '../../support/written-references.ts';

type Row = [kind: string, specifier: string, written?: string, open?: 'open'];

function rows(text: string, path = 'app/file.ts'): Row[] {
  return moduleReferences(openSource(path, text)).map((found) => rowOf(text, found));
}

function rowOf(text: string, { kind, specifier, start, end, open }: Reference): Row {
  const written = text.slice(start, end);
  if (open) return [kind, specifier, written, 'open'];
  return written === specifier ? [kind, specifier] : [kind, specifier, written];
}

function problemOf(text: string, path: string): Unparsed {
  try {
    moduleReferences(openSource(path, text));
  } catch (error) {
    if (error instanceof Unparsed) return error;
    throw error;
  }
  throw new Error('It was parsed');
}

describe('modules', () => {
  it.each([
    ["import a from './x'"],
    ["import './x'"],
    ["import type { A } from './x'"],
    ["import data from './x' with { type: 'json' }"],
    ["import data from './x' assert { type: 'json' }"],
    ["export { a } from './x'"],
    ["export * from './x'"],
    ["export * as all from './x'"],
    ["export type * from './x'"],
    ["const a = () => import('./x')"],
    ["const a = import(/* webpackChunkName: './name' */ './x')"],
    ["import a = require('./x')"],
    ["export import a = require('./x')"],
    ["const a = require('./x')"],
    ["export = require('./x')"],
    ["const a = require.resolve('./x')"],
    ["const a = import.meta.resolve('./x')"],
    ["type A = import('./x').A"],
    ["type A = typeof import('./x')"],
    ["type A = import('./x', { with: { 'resolution-mode': 'import' } }).A"],
    ["declare module './x' { interface A { a: 1 } }"],
    ["const a = await import(('./x') as string)"],
    ["import a, { type B } from './x'"],
    ["import defer * as a from './x'"],
    ["import source a from './x'"],
    ["import defer from './x'"],
    ["const a = import.defer('./x')"],
    ["const a = import.source('./x')"],
    ["export { default as a } from './x' with { type: 'json' }"],
    ["const a = import('./x', { with: { type: 'json' } })"],
    ["@Dec() export class A { constructor(@Inject(require('./x')) private a: string) {} }"],
  ])('%s', (text) => {
    expect(rows(text)).toEqual([['module', './x']]);
  });

  it.each(['mock', 'doMock', 'unmock', 'doUnmock', 'importActual', 'importMock'])(
    'vi.%s',
    (method) => {
      expect(rows(`vi.${method}('./x', () => ({}))`)).toEqual([['module', './x']]);
    },
  );

  it.each([
    'mock',
    'doMock',
    'unmock',
    'dontMock',
    'setMock',
    'requireActual',
    'requireMock',
    'createMockFromModule',
    'unstable_mockModule',
  ])('jest.%s', (method) => {
    expect(rows(`jest.${method}('./x')`)).toEqual([['module', './x']]);
  });

  it('a mock that names its module by an import counts once', () => {
    expect(rows("vi.mock(import('./x'), () => ({}))")).toEqual([['module', './x']]);
    expect(rows("jest.requireActual<typeof import('./x')>('./x')")).toEqual([
      ['module', './x'],
      ['module', './x'],
    ]);
  });

  it('both sides of a choice count', () => {
    expect(rows("const a = require(dev ? './a' : './b')")).toEqual([
      ['module', './a'],
      ['module', './b'],
    ]);
  });

  it('the order is that of the text', () => {
    const text =
      "const b = () => import('./1'); export * from './2'; import a from './3'; require('./4')";
    expect(rows(text).map(([, specifier]) => specifier)).toEqual(['./1', './2', './3', './4']);
  });

  it.each([
    ['x.js', "const a = <p>{require('./x')}</p>"],
    ['x.jsx', "const a = <p>{import('./x')}</p>"],
    ['x.tsx', "const a = <T,>(b: T) => <p>{import('./x')}</p>"],
    ['x.ts', "const a = <string>require('./x')"],
    ['x.mts', "import a from './x'; const b: string = a"],
    ['x.cts', "import a = require('./x'); const b: string = a"],
    ['x.cjs', "with (a) { require('./x') }; return"],
    ['x.mjs', "import a from './x'; await a"],
    [
      'x.d.ts',
      "import type { A } from './x'; export const a: A; export default function f(): void",
    ],
    ['x.js', "import type { A } from './x'; const a: A = 1"],
    ['x.ts', "#!/usr/bin/env node\nimport a from './x'"],
    ['x.ts', "\uFEFFimport a from './x'"],
    ['x.ts', "\r\nimport a\r\n  from './x'\r\n"],
    ['x.ts', "export @dec class A {}; import b from './x'"],
  ])('%s is read in its own language: %s', (path, text) => {
    expect(rows(text, path)).toEqual([['module', './x']]);
  });
});

describe('what require means', () => {
  it.each([
    ["const a = require('./x')"],
    ["declare const require: any; const a = require('./x')"],
    ["declare function require(name: string): any; const a = require('./x')"],
  ])('counts: %s', (text) => {
    expect(rows(text)).toEqual([['module', './x']]);
  });

  it.each([
    ["const require = createRequire(import.meta.url); require('./x')"],
    ["const load = createRequire(import.meta.url); load('./x')"],
    ["(function (require) { require('./x') })"],
    ["define((require, exports) => { require('./x') })"],
    ["const require = (name) => name; require('./x')"],
    ["function require(name) {} require('./x')"],
    ["const { require } = tools; require('./x')"],
    ["import require from 'other'; const a = require('./x')"],
    ["const load = createRequire('/elsewhere/'); load('./x')"],
    ["const require = createRequire(join(root, 'package.json')); require('./x')"],
    ["require.resolve('./x', { paths: [root] })"],
    ["tools.require('./x')"],
    ["require(['./x'], () => {})"],
  ])('does not count: %s', (text) => {
    expect(rows(text).filter(([, specifier]) => specifier === './x')).toEqual([]);
  });
});

describe('globs', () => {
  it.each([
    ["import.meta.glob('./x/*.ts')"],
    ["import.meta.glob<{ default: A }>('./x/*.ts', { eager: true, import: './no' })"],
    ["import.meta.glob((['./x/*.ts']) as const)"],
    ["import.meta.glob(['./x/*.ts'] satisfies string[])"],
    ["(import.meta as any).glob('./x/*.ts')"],
    ['import.meta.glob(`./x/*.ts`)'],
  ])('%s', (text) => {
    expect(rows(text)).toEqual([['glob', './x/*.ts']]);
  });

  it('each pattern of a list counts, without the sign that excludes it', () => {
    expect(rows("import.meta.glob(['~/a/*', '!./b/*', ...more, '/c/*'])")).toEqual([
      ['glob', '~/a/*'],
      ['glob', './b/*'],
      ['glob', '/c/*'],
    ]);
  });

  it('relative patterns follow the base', () => {
    expect(rows("import.meta.glob(['./a/*', '!../b/*', '~/c/*'], { base: './x' })")).toEqual([
      ['glob', '~/c/*'],
      ['path', './x'],
    ]);
    expect(rows("import.meta.glob('./a/*', { 'base': '/x' })")).toEqual([['glob', '/x']]);
  });
});

describe('paths', () => {
  it.each([
    ["new URL('./x', import.meta.url)", './x'],
    ["new URL('x.wasm', import.meta.url).href", 'x.wasm'],
    ["fileURLToPath(new URL('../x', import.meta.url))", '../x'],
    ["new Worker(new URL('./x', import.meta.url as string))", './x'],
    ["resolve(__dirname, 'x')", 'x'],
    ["path.resolve(__dirname, './x')", './x'],
    ["path.posix.join(__dirname, '../x')", '../x'],
    ["join(import.meta.dirname, '../x')", '../x'],
    ["join(dirname(fileURLToPath(import.meta.url)), '../x')", '../x'],
    ["path.join(path.dirname(url.fileURLToPath(import.meta.url)), '../x')", '../x'],
    ["join(dirname(__filename), '../x')", '../x'],
    ["join(fileURLToPath(new URL('.', import.meta.url)), '../x')", '../x'],
    ["const __dirname = dirname(fileURLToPath(import.meta.url)); join(__dirname, '../x')", '../x'],
    [
      "const __filename = fileURLToPath(import.meta.url); const __dirname = dirname(__filename); join(__dirname, 'x')",
      'x',
    ],
    ["join(here, 'x'); const here = dirname(fileURLToPath(import.meta.url))", 'x'],
    ["const here = fileURLToPath(new URL('.', import.meta.url)); join(here, 'x')", 'x'],
    ["import { join as put } from 'node:path'; put(__dirname, 'x')", 'x'],
    ["new Promise((resolve) => resolve(1)); resolve(__dirname, 'x')", 'x'],
  ])('%s', (text, specifier) => {
    expect(rows(text).filter(([kind]) => kind === 'path')).toEqual([['path', specifier]]);
  });

  it('are below their folder, also where they have the name of an alias', () => {
    expect(rows("path.resolve(__dirname, '@')")).toEqual([['path', './@', '@']]);
    expect(rows("join(__dirname, '~/x')")).toEqual([['path', './~/x', '~/x']]);
  });

  it('literals that are put together take one span', () => {
    expect(rows("join(__dirname, '..', 'a/', 'x.ts')")).toEqual([
      ['path', '../a/x.ts', "..', 'a/', 'x.ts"],
    ]);
    expect(rows("join(__dirname, '', 'x.ts')")).toEqual([['path', 'x.ts', "', 'x.ts"]]);
  });

  it('what follows a computed part is open', () => {
    expect(rows("join(__dirname, '..', 'a', name, 'x.ts')")).toEqual([
      ['path', '../a/', "..', 'a", 'open'],
    ]);
    expect(rows('join(__dirname, `../a/$' + '{name}`)')).toEqual([
      ['path', '../a/', '../a/', 'open'],
    ]);
    expect(rows("resolve(__dirname, '../a-' + name)")).toEqual([
      ['path', '../a-', '../a-', 'open'],
    ]);
  });

  it('literals of different quotes are one path, in which each is changed alone', () => {
    const code = `join(__dirname, 'a', "b")`;
    expect(rows(code)).toEqual([['path', 'a/b', `a', "b`]]);
    expect(replaced(code, () => 'c/a/b')).toBe(`join(__dirname, 'c/a', "b")`);
    expect(replaced(code, () => 'a/c')).toBe(`join(__dirname, 'a', "c")`);
    expect(replaced(code, () => 'c/d')).toBe(code);
  });

  it('the piece that names what moves is changed, and the others stay', () => {
    const sum = "__dirname + '/..' + '/assets' + '/a.css'";
    expect(rows(sum)).toEqual([['path', '../assets/a.css', "..' + '/assets' + '/a.css"]]);
    expect(replaced(sum, () => '../app/assets/a.css')).toBe(
      "__dirname + '/..' + '/app/assets' + '/a.css'",
    );
    expect(replaced(sum, () => '../../assets/a.css')).toBe(
      "__dirname + '/../..' + '/assets' + '/a.css'",
    );
    const nested = "join(fileURLToPath(new URL('..', import.meta.url)), 'assets')";
    expect(replaced(nested, () => '../app/assets')).toBe(nested.replace('assets', 'app/assets'));
  });

  it('a text behind a name is read, but belongs to other code as well', () => {
    const code = "const a = 'assets'; join(__dirname, a, 'a.css')";
    expect(rows(code)).toEqual([['path', 'assets/a.css', 'a.css']]);
    expect(replaced(code, () => 'app/assets/a.css')).toBe(code);
  });

  it('a slash in front is relative to join and absolute to resolve', () => {
    expect(rows("join(__dirname, '/../x')")).toEqual([['path', '../x']]);
    expect(rows("resolve(__dirname, '/x')")).toEqual([]);
    expect(rows("resolve(__dirname, 'a', '/x')")).toEqual([]);
    expect(rows("resolve(__dirname, 'C:\\\\x')")).toEqual([]);
  });

  it.each([
    ["__dirname + '/x'", 'x'],
    ["(__dirname) + '/x'", 'x'],
    ["require(__dirname + '/../x')", '../x'],
    ['const a = `$' + '{__dirname}/../x`', '../x'],
    ['const a = `$' + '{import.meta.dirname}/x`', 'x'],
    ["import.meta.dirname + '/x'", 'x'],
    ["const here = dirname(fileURLToPath(import.meta.url)); a(here + '/x')", 'x'],
    ["dirname(__filename) + '/x'", 'x'],
    ["'file://' + (__dirname + '/x')", 'x'],
  ])('behind the own folder, the text without its slash counts: %s', (text, specifier) => {
    expect(rows(text)).toEqual([['path', specifier]]);
  });

  it.each([
    ["__dirname + '/../a/' + name", '../a/'],
    ["__dirname + ('/../a/' + name) + '.ts'", '../a/'],
    ['a(`$' + '{__dirname}/../a/$' + '{name}.ts`)', '../a/'],
    ['a(`$' + '{__dirname}/../a/` + name)', '../a/'],
    ['a(__dirname + `/../a/$' + '{name}`)', '../a/'],
  ])('and is open where it goes on: %s', (text, specifier) => {
    expect(rows(text)).toEqual([['path', specifier, specifier, 'open']]);
  });

  it.each([
    ["__dirname + 'x'"],
    ["__dirname + '/'"],
    ["__dirname + '//x'"],
    ["__dirname - '/x'"],
    ["name + __dirname + '/x'"],
    ["root + '/x'; __dirname"],
    ["const __dirname = process.cwd(); a(__dirname + '/x')"],
    ['a(`$' + '{__dirname}x/y`)'],
    ['a(`$' + '{__dirname}`)'],
    ['a(`/x`, `$' + '{root}/x`); import.meta'],
  ])('other texts behind it do not count: %s', (text) => {
    expect(rows(text)).toEqual([]);
  });

  it('keeps the slash when it is written', () => {
    expect(replaced("__dirname + '/../x'", () => '../../y')).toBe("__dirname + '/../../y'");
  });

  it('a long sum is read in one go', () => {
    const sum = `__dirname + '/a/'${" + 'b'".repeat(2000)}`;
    expect(rows(sum).map(([, specifier]) => specifier)).toEqual([`a/${'b'.repeat(2000)}`]);
  });

  it.each([
    ["import { URL } from 'node:url'; new URL('./x', import.meta.url)"],
    ["const { URL } = require('url'); new URL('./x', import.meta.url)"],
    ["const URL = globalThis.URL; new URL('./x', import.meta.url)"],
  ])('a URL that is taken from elsewhere is one: %s', (text) => {
    expect(rows(text).filter(([kind]) => kind === 'path')).toEqual([['path', './x']]);
  });

  it('names that are bound to each other again and again are followed once', () => {
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    const bound = names.flatMap((name) =>
      names.map((other) => `{ const ${name} = join(${other}, 'a') }`),
    );
    expect(rows(`${bound.join(';')}; join(n0, './x'); join(__dirname, './y')`)).toEqual([
      ['path', './y'],
    ]);
  });

  it.each([
    ["new URL('./x', base)"],
    ["readdir(new URL('.', import.meta.url))"],
    ["new URL('./x')"],
    ["new URL('/x', import.meta.url)"],
    ["new URL('https://x.test/y', import.meta.url)"],
    ["new URL('data:text/plain,x', import.meta.url)"],
    ["new Other('./x', import.meta.url)"],
    ["URL('./x', import.meta.url)"],
    ['new URL(name, import.meta.url)'],
    ["join(root, './x')"],
    ["join(process.cwd(), './x')"],
    ["const __dirname = process.cwd(); join(__dirname, './x')"],
    ["(function (__dirname) { join(__dirname, './x') })"],
    ["const here = elsewhere; join(here, './x'); import.meta"],
    ["const a = b; const b = a; join(a, './x'); import.meta"],
    ["join(__dirname, name, './x')"],
    ["join(__dirname, ...['./x'])"],
    ['join(__dirname)'],
    ["basename(__dirname, './x')"],
    ["['./x'].join('./y'); __dirname"],
  ])('does not count: %s', (text) => {
    expect(rows(text)).toEqual([]);
  });
});

describe('resolvers', () => {
  it.each([
    ["const resolver = createResolver(import.meta.url); resolver.resolve('./x')"],
    [
      "const { resolve } = createResolver(import.meta.url); resolve('./x'); new Promise((resolve) => 1)",
    ],
    ["const { resolve: r } = createResolver(import.meta.url); r('./x')"],
    ["createResolver(import.meta.url).resolve('./x')"],
    ["const { resolvePath } = createResolver(import.meta.url); await resolvePath('./x')"],
    ["const resolver = createResolver(import.meta.url); await resolver.resolvePath('./x')"],
  ])('%s', (text) => {
    expect(rows(text)).toEqual([['path', './x']]);
  });

  it('an alias is a module', () => {
    expect(rows("createResolver(import.meta.url).resolve('~/x')")).toEqual([['module', '~/x']]);
  });

  it('several parts are one path', () => {
    const text =
      "const { resolve } = createResolver(import.meta.url); resolve('./a', 'x'); resolve('./a', name)";
    expect(rows(text)).toEqual([
      ['path', './a/x', "./a', 'x"],
      ['path', './a/', './a', 'open'],
    ]);
  });

  it.each([
    ["const { resolve } = createResolver(root); resolve('./x'); import.meta"],
    ["const resolver = createResolver(root); resolver.resolve('./x'); import.meta"],
    ["const resolver = createResolver(import.meta.url); other.resolve('./x')"],
    ["createResolver(import.meta.url); Promise.resolve('./x')"],
    ["createResolver(import.meta.url).resolve('/x')"],
  ])('does not count: %s', (text) => {
    expect(rows(text)).toEqual([]);
  });
});

describe('references in comments', () => {
  it('directives at the head of the file count', () => {
    const text = [
      '#!/usr/bin/env node',
      '/* licence */',
      '/// <reference path="../a.d.ts" />',
      "///<reference types='../b' />",
      '/// <reference no-default-lib="true" types="c" resolution-mode="import" />',
      '/// <reference lib="es2020" />',
      'export {}',
    ].join('\r\n');
    expect(rows(text)).toEqual([
      ['path', '../a.d.ts'],
      ['module', '../b'],
      ['module', 'c'],
    ]);
  });

  it.each([
    ['export {}\n/// <reference path="./x" />'],
    ['\'use strict\'\n/// <reference path="./x" />'],
    ['// <reference path="./x" />'],
    ['/* / <reference path="./x" /> */'],
    ["// import a from './x'"],
    ["/* import('./x') */"],
    ["/** @type {import('./x').A} */"],
  ])('does not count: %s', (text) => {
    expect(rows(text)).toEqual([]);
  });
});

describe('strings', () => {
  it.each([
    ["import('./a\\u0062\\'c')", "./ab'c", "./a\\u0062\\'c"],
    ['import("./a\\"c")', './a"c', './a\\"c'],
    ['import(`./a\\`c`)', './a`c', './a\\`c'],
  ])('escapes are read: %s', (text, specifier, written) => {
    expect(rows(text)).toEqual([['module', specifier, written]]);
  });

  it.each([
    ['import(`../x/$' + '{name}.ts`)', '../x/'],
    ["import('../x/' + name + '.ts')", '../x/'],
    ["require(('../x/' + name) as string)", '../x/'],
    ["vi.mock('../x/' + 'y')", '../x/'],
  ])('what goes on with something computed is open: %s', (text, beginning) => {
    expect(rows(text)).toEqual([['module', beginning, beginning, 'open']]);
  });

  it('globs and URLs can be open too', () => {
    expect(
      rows('import.meta.glob(`./a/$' + "{b}/*`); new URL('./c/' + d, import.meta.url)"),
    ).toEqual([
      ['glob', './a/', './a/', 'open'],
      ['path', './c/', './c/', 'open'],
    ]);
  });

  it.each([
    ['import(path)'],
    ['import(`$' + '{a}/x`)'],
    ["import('' + name)"],
    ["import(name + './x')"],
    ["import('')"],
    ["import(a - './x')"],
    ['import(tag`./x`)'],
    ["const importPath = './x'"],
    ['const text = "import a from \'./x\'"'],
    ["const text = `require('./x')`"],
    ["t('require', './x')"],
    ["const a = { from: './x', require: './y', import: './z' }"],
    ["const re = /import '.\\/x'/"],
    ["export const a = './x'"],
    ["export default './x'"],
    ["vi.fn('./x'); vi.hoisted(() => './x'); jest.spyOn('./x'); other.mock('./x')"],
    ["hasOwnProperty.call('./x'); toString.mock('./x'); require"],
    ["import.meta.env('./x'); import.meta.hot.accept('./x')"],
    ["type A = 'import' | './x'"],
    ["namespace A { const a = './x' } // module"],
    ["enum Module { A = './x' } // module"],
  ])('does not count: %s', (text) => {
    expect(rows(text)).toEqual([]);
  });

  it('attributes and text of JSX do not count', () => {
    const text =
      "const a = <img src=\"~/x.png\" className='./y' data-import='./z'>import './x'</img>";
    expect(rows(text, 'x.tsx')).toEqual([]);
  });

  it('an import attribute does not count', () => {
    expect(rows("import a from 'a' with { type: './x' }")).toEqual([['module', 'a']]);
  });
});

describe('writing', () => {
  const text = [
    '/// <reference path="./head.d.ts" />',
    "import a from './it\\'s'",
    'import b from "./say \\"b\\""',
    'const c = import(`./tick\\`\\$' + '{c}\\\\`)',
    'const d = require(`../d/$' + '{d}`)',
    "const e = import('../e/' + e)",
    "const f = join(__dirname, '..', 'f', `f`)",
    'const g = join(__dirname, \'..\', "g")',
    "const h = import.meta.glob(['!./h/*', './h'])",
    "const i = join(__dirname, '/i', name)",
  ].join('\n');

  it('a specifier that is written back reads the same', () => {
    expect(rewritten(text, (specifier) => specifier)).toEqual(summary(text));
  });

  it('another specifier is written where the current one has no escapes', () => {
    // Several literals with different quotes cannot be replaced by one.
    const escaped = ["./it's", './say "b"', './tick`$' + '{c}\\', '../f/f', '../g'];
    const expected = summary(text).map(([kind, specifier, open]) => [
      kind,
      escaped.includes(String(specifier)) ? specifier : './q-é/~x/',
      open,
    ]);
    expect(rewritten(text, () => './q-é/~x/')).toEqual(expected);
  });

  it('a folder in front of a computed part is written without a slash', () => {
    const code = "join(__dirname, '..', 'a', name)";
    expect(replaced(code, () => '../../b/')).toBe("join(__dirname, '../../b', name)");
  });

  it('only the specifier changes', () => {
    const code = "import a, { type B } from './x' with { type: 'json' }; export type * from './x'";
    expect(replaced(code, () => './y')).toBe(code.replaceAll('./x', './y'));
  });
});

function summary(text: string): unknown[][] {
  return moduleReferences(openSource('x.ts', text)).map(({ kind, specifier, open }) => [
    kind,
    specifier,
    open,
  ]);
}

function rewritten(text: string, specifierOf: (specifier: string) => string): unknown[][] {
  return summary(replaced(text, specifierOf));
}

function replaced(text: string, specifierOf: (specifier: string) => string): string {
  return writtenAnew(text, moduleReferences(openSource('x.ts', text)), specifierOf);
}

describe('texts that cannot be read', () => {
  it('says why and where', () => {
    const problem = problemOf('import a from "./a"\n  const = 1', 'app/x.ts');
    expect(problem.message).toMatch(/^the file cannot be parsed: Unexpected token/);
    expect(problem.at).toEqual({ file: 'app/x.ts', line: 2, column: 9 });
  });

  it('nothing is found where nothing stands', () => {
    expect(rows('')).toEqual([]);
    expect(rows(' \n')).toEqual([]);
  });

  it('broken text without any reference is of no concern', () => {
    expect(rows('const = 1')).toEqual([]);
  });

  it('a large file is searched', () => {
    expect(rows(`${'a = 1;\n'.repeat(100)}/*${'x'.repeat(1_100_000)}*/import './x'`)).toHaveLength(
      1,
    );
  });
});
