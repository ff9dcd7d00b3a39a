// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the configs that are tested hold template strings.
import { describe, expect, it } from 'vitest';
import { type Change, ChangeConflict, Code, ConfigPath } from '../../src/config/change.ts';
import type { ConfigScope } from '../../src/config/document.ts';
import { open } from './support/open.ts';

type Ask = (scope: ConfigScope) => Change | readonly Change[];

/** Lines with the line break behind each; leading line breaks of the template are left out. */
function lines(text: TemplateStringsArray): string {
  const raw = text.raw.join('').replace(/^\n/, '');
  const indent = /^ */.exec(raw)?.[0] ?? '';
  return raw.replaceAll(new RegExp(`^${indent}`, 'gm'), '').replace(/ *$/, '');
}

function changed(text: string, ask: Ask, filename?: string): string {
  const doc = open(text, filename);
  const changes = [ask(doc.scopes[0])].flat();
  for (const change of changes) expect(doc.obstacle(change)).toBeUndefined();
  const { code } = doc.render(changes);
  expect(open(text, filename).render([...changes].reverse()).code).toBe(code);
  return code;
}

/** Text, what is asked, and the bytes that come out; in the variants of line ends that must not matter. */
function check(text: string, ask: Ask, expected: string): void {
  expect(changed(text, ask)).toBe(expected);
  const crlf = (one: string) => one.replaceAll('\n', '\r\n');
  expect(changed(crlf(text), ask)).toBe(crlf(expected));
  expect(changed(`\uFEFF${text}`, ask)).toBe(`\uFEFF${expected}`);
  expect(changed(`#!/usr/bin/env x\n${text}`, ask)).toBe(`#!/usr/bin/env x\n${expected}`);
}

const remove =
  (...options: string[]): Ask =>
  (scope) =>
    options.map((option) => scope.remove(option));

describe('remove', () => {
  it.each([
    ['export default { a: 1, b: 2, c: 3 }\n', 'a', 'export default { b: 2, c: 3 }\n'],
    ['export default { a: 1, b: 2, c: 3 }\n', 'b', 'export default { a: 1, c: 3 }\n'],
    ['export default { a: 1, b: 2, c: 3 }\n', 'c', 'export default { a: 1, b: 2 }\n'],
    ['export default { a: 1, b: 2, }\n', 'b', 'export default { a: 1, }\n'],
    ['export default {a:1,b:2}\n', 'b', 'export default {a:1}\n'],
    ['export default {a:1,b:2}\n', 'a', 'export default {b:2}\n'],
    ['export default { a: 1 }\n', 'a', 'export default {}\n'],
    ['export default { a: 1 }\n', 'none', 'export default { a: 1 }\n'],
    [
      'export default { a: { x: 1, y: 2 }, b: 2 }\n',
      'a.y',
      'export default { a: { x: 1 }, b: 2 }\n',
    ],
    ['export default { "a-b": 1, c: 2 }\n', 'a-b', 'export default { c: 2 }\n'],
    ['export default { a, b: 2 }\nconst a = 1\n', 'a', 'export default { b: 2 }\nconst a = 1\n'],
    ['export default { a() { return 1 }, b: 2 }\n', 'a', 'export default { b: 2 }\n'],
    ['export default { get a() { return 1 }, b: 2 }\n', 'a', 'export default { b: 2 }\n'],
    ['export default { /* x */ a: 1, b: 2 }\n', 'a', 'export default { b: 2 }\n'],
    ['export default { a: 1 /* x */, b: 2 }\n', 'a', 'export default { b: 2 }\n'],
    ['export default { a: 1, /* x */ b: 2 }\n', 'a', 'export default { /* x */ b: 2 }\n'],
    ['export default { a: 1, b: (2) }\n', 'b', 'export default { a: 1 }\n'],
    ['export default { a: 1, b: {\n  c: 2,\n} }\n', 'b', 'export default { a: 1 }\n'],
  ])('%j without %s', (text, option, expected) => check(text, remove(option), expected));

  it('takes whole lines, and leaves the trailing comma as it is', () => {
    const text = lines`
      export default defineFwConfig({
        ssr: true,
        dir: {
          pages: 'x',
        },
        css: ['a'],
      })
    `;
    check(
      text,
      remove('dir'),
      lines`
      export default defineFwConfig({
        ssr: true,
        css: ['a'],
      })
    `,
    );
    check(
      text,
      remove('css'),
      lines`
      export default defineFwConfig({
        ssr: true,
        dir: {
          pages: 'x',
        },
      })
    `,
    );
  });

  it('leaves no comma behind the last one where there was none', () => {
    check('export default {\n  a: 1,\n  b: 2\n}\n', remove('b'), 'export default {\n  a: 1\n}\n');
    check(
      'export default {\n  a: 1,\n  b: 2,\n  c: 3\n}\n',
      remove('b', 'c'),
      'export default {\n  a: 1\n}\n',
    );
    check(
      'export default {\n\ta: 1, // x\n\tb: 2\n}\n',
      remove('b'),
      'export default {\n\ta: 1 // x\n}\n',
    );
  });

  it('keeps the rest of the line where others stand on it', () => {
    check(
      'export default {\n  a: 1, b: 2,\n  c: 3,\n}\n',
      remove('a'),
      'export default {\n  b: 2,\n  c: 3,\n}\n',
    );
    check(
      'export default {\n  a: 1, b: 2,\n  c: 3,\n}\n',
      remove('b'),
      'export default {\n  a: 1,\n  c: 3,\n}\n',
    );
    check(
      'export default {\n  a: 1, b: 2,\n  c: 3,\n}\n',
      remove('a', 'b'),
      'export default {\n  c: 3,\n}\n',
    );
    check('export default { a: 1,\n  b: 2 }\n', remove('b'), 'export default { a: 1 }\n');
  });

  it('takes the comments that stand on the property, and no others', () => {
    const text = lines`
      // head
      export default { // about the config
        // detached

        // ---- section ----
        // on a
        /* also on a */
        a: 1, // behind a
        // on b
        b: 2, /* behind b */
        /**
         * on c
         */
        c: 3 /* before the comma */, // behind c
        /* on d */ d: 4,

        // dangling
      } // tail
    `;
    check(
      text,
      remove('a'),
      lines`
      // head
      export default { // about the config
        // detached

        // ---- section ----
        // on b
        b: 2, /* behind b */
        /**
         * on c
         */
        c: 3 /* before the comma */, // behind c
        /* on d */ d: 4,

        // dangling
      } // tail
    `,
    );
    check(
      text,
      remove('a', 'b', 'c', 'd'),
      lines`
      // head
      export default { // about the config
        // detached

        // ---- section ----

        // dangling
      } // tail
    `,
    );
  });

  it.each([
    '// ---- x ----',
    '/* ===== x ===== */',
    '// #region x',
    '// region x',
    '/*! licence */',
    '// eslint-disable no-console',
    '/* prettier-ignore-start */',
    '// ------------------------------\n  // x\n  // ------------------------------',
  ])('keeps the heading %j', (heading) => {
    check(
      `export default {\n  ${heading}\n  a: 1,\n  b: 2,\n}\n`,
      remove('a'),
      `export default {\n  ${heading}\n  b: 2,\n}\n`,
    );
  });

  it('follows leading commas', () => {
    const text = 'export default {\n    a: 1\n  , b: 2 // on b\n  , c: 3\n}\n';
    check(text, remove('a'), 'export default {\n    b: 2 // on b\n  , c: 3\n}\n');
    check(text, remove('b'), 'export default {\n    a: 1\n  , c: 3\n}\n');
    check(text, remove('c'), 'export default {\n    a: 1\n  , b: 2 // on b\n}\n');
    check(text, remove('a', 'b', 'c'), 'export default {}\n');
  });

  it('takes objects that it empties along', () => {
    check(
      lines`
        export default {
          ssr: true,
          // on future
          future: {
            // on it
            compatibilityVersion: 4, // behind
          },
          a: { b: { c: 1 } },
        }
      `,
      remove('future.compatibilityVersion', 'a.b.c'),
      'export default {\n  ssr: true,\n}\n',
    );
  });

  it('leaves objects that were empty, hold a comment, or get something', () => {
    check(
      'export default {\n  a: {},\n  b: 1,\n}\n',
      remove('b'),
      'export default {\n  a: {},\n}\n',
    );
    check(
      'export default { a: { b: {}, c: 1 } }\n',
      remove('a.c'),
      'export default { a: { b: {} } }\n',
    );
    check(
      'export default {\n  a: {\n    b: 1,\n\n    // keep\n  },\n}\n',
      remove('a.b'),
      'export default {\n  a: {\n    // keep\n  },\n}\n',
    );
    check(
      'export default { a: { /* keep */ } }\n',
      remove('a.b'),
      'export default { a: { /* keep */ } }\n',
    );
    check(
      'export default { a: { b: 1 } }\n',
      (scope) => [scope.remove('a.b'), scope.set('a.c', 2)],
      'export default { a: { c: 2 } }\n',
    );
  });

  it('does not take an object that holds more than what is spread into it', () => {
    check(
      'const base = { x: 1 }\nexport default { a: { ...base, y: 2 }, b: 1 }\n',
      remove('a.x'),
      'const base = {}\nexport default { a: { ...base, y: 2 }, b: 1 }\n',
    );
  });

  it('removes items of arrays', () => {
    const item =
      (...indexes: number[]): Ask =>
      (scope) =>
        indexes.map((index) => scope.remove(['css', index]));
    check(
      "export default { css: ['a', ('b'), 'c'] }\n",
      item(1),
      "export default { css: ['a', 'c'] }\n",
    );
    check(
      "export default { css: ['a', (/* x */ 'b')] }\n",
      item(1),
      "export default { css: ['a'] }\n",
    );
    check("export default { css: ['a'] }\n", item(0), 'export default { css: [] }\n');
    check(
      "export default {\n  css: [\n    'a', // on a\n    // on b\n    'b',\n  ],\n}\n",
      item(1),
      "export default {\n  css: [\n    'a', // on a\n  ],\n}\n",
    );
  });
});

const set =
  (option: string, value: Parameters<ConfigScope['set']>[1]): Ask =>
  (scope) =>
    scope.set(option, value);

describe('set', () => {
  it.each([
    ["export default { a: 'x', b: 2 }\n", 'a', 'y', "export default { a: 'y', b: 2 }\n"],
    ['export default { a: "x", b: \'z\' }\n', 'a', 'y', 'export default { a: "y", b: \'z\' }\n'],
    ['export default { a: `x` }\n', 'a', 'y`${z}', 'export default { a: `y\\`\\${z}` }\n'],
    ["export default { a: 'x' }\n", 'a', "it's \\ \n", "export default { a: 'it\\'s \\\\ \\n' }\n"],
    ['export default { a: "x" }\n', 'a', 'say "y"', 'export default { a: "say \\"y\\"" }\n'],
    ['export default { a: true }\n', 'a', false, 'export default { a: false }\n'],
    ['export default { a: -1 }\n', 'a', 2, 'export default { a: 2 }\n'],
    ['export default { a: (1) }\n', 'a', 2, 'export default { a: (2) }\n'],
    ["export default { a: 'x' as const }\n", 'a', 'y', "export default { a: 'y' as const }\n"],
    ["export default { a: 'x' + 'y' }\n", 'a', 'z', "export default { a: 'z' }\n"],
    ['export default { a: load(), b: 1 }\n', 'a', null, 'export default { a: null, b: 1 }\n'],
    ['export default { a: 1, a: 2 }\n', 'a', 3, 'export default { a: 1, a: 3 }\n'],
    [
      'export default { a: /* x */ 1 /* y */, b: 2 } // z\n',
      'a',
      3,
      'export default { a: /* x */ 3 /* y */, b: 2 } // z\n',
    ],
    ["export default { 'a-b': 1 }\n", 'a-b', 2, "export default { 'a-b': 2 }\n"],
    [
      "export default { a: 'x' }\n",
      'a',
      ['y', { z: 1 }],
      "export default { a: ['y', { z: 1 }] }\n",
    ],
    ['const a = 1\nexport default { a }\n', 'a', 2, 'const a = 2\nexport default { a }\n'],
    [
      'const a = 1\nexport default { a, b: a }\n',
      'a',
      2,
      'const a = 1\nexport default { a: 2, b: a }\n',
    ],
    [
      'const a = 1\nexport default { b: a, c: a }\n',
      'b',
      2,
      'const a = 1\nexport default { b: 2, c: a }\n',
    ],
  ] as const)('%j: %s becomes %j', (text, option, value, expected) =>
    check(text, set(option, value), expected),
  );

  it.each([
    ['export default {}\n', 'a', 1, 'export default { a: 1 }\n'],
    ['export default { b: 1 }\n', 'a', 1, 'export default { b: 1, a: 1 }\n'],
    ['export default { b: 1, }\n', 'a', 1, 'export default { b: 1, a: 1, }\n'],
    ['export default {\n}\n', 'a', 1, 'export default {\n  a: 1,\n}\n'],
    ['export default {\n  b: 1,\n}\n', 'a', 1, 'export default {\n  b: 1,\n  a: 1,\n}\n'],
    ['export default {\n  b: 1\n}\n', 'a', 1, 'export default {\n  b: 1,\n  a: 1\n}\n'],
    ['export default {\n\tb: 1 // x\n}\n', 'a', 1, 'export default {\n\tb: 1, // x\n\ta: 1\n}\n'],
    [
      'export default {\n  b: 1,\n\n  // dangling\n}\n',
      'a',
      1,
      'export default {\n  b: 1,\n  a: 1,\n\n  // dangling\n}\n',
    ],
    ['export default { // x\n}\n', 'a', 1, 'export default { // x\n  a: 1,\n}\n'],
    ['export default { /* x */ }\n', 'a', 1, 'export default { a: 1 /* x */ }\n'],
    ['export default { b: "x" }\n', 'a', 'y', 'export default { b: "x", a: "y" }\n'],
    ['export default { b: 1 }\n', 'a-b', 1, "export default { b: 1, 'a-b': 1 }\n"],
    [
      'export default {\n    dir: {\n        a: 1,\n    },\n}\n',
      'dir.b',
      2,
      'export default {\n    dir: {\n        a: 1,\n        b: 2,\n    },\n}\n',
    ],
    [
      'export default {\n    x: 1,\n}\n',
      'a.b.c',
      2,
      'export default {\n    x: 1,\n    a: { b: { c: 2 } },\n}\n',
    ],
    [
      'export default {\n    b: 1\n  , c: 2\n}\n',
      'a',
      3,
      'export default {\n    b: 1\n  , c: 2,\n    a: 3\n}\n',
    ],
    [
      'export default { ...x && { b: 1 } }\n',
      'a',
      1,
      'export default { ...x && { b: 1 }, a: 1 }\n',
    ],
  ] as const)('%j: new %s', (text, option, value, expected) => {
    // An object that already has a comment inside its braces on one line may be filled on either side of it.
    if (text.includes('/* x */'))
      expect(changed(text, set(option, value)).replaceAll(/\s/g, '')).toMatch(
        /\{(?:a:1\/\*x\*\/|\/\*x\*\/a:1)\}/,
      );
    else check(text, set(option, value), expected);
  });

  it('breaks long values up as the file does', () => {
    const long = Array.from({ length: 6 }, (_, index) => `a-long-item-${index}`);
    check(
      'export default {\n    a: 1\n}\n',
      set('b', long),
      `export default {\n    a: 1,\n    b: [\n${long.map((item) => `        '${item}'`).join(',\n')}\n    ]\n}\n`,
    );
    check(
      'export default {\n\ta: "1",\n}\n',
      set('b', long),
      `export default {\n\ta: "1",\n\tb: [\n${long.map((item) => `\t\t"${item}",`).join('\n')}\n\t],\n}\n`,
    );
  });

  it('sorts new options as the reference does, whoever asks first', () => {
    const result = changed('export default {\n  ssr: true,\n}\n', (scope) => [
      scope.set('zzz', 1),
      scope.set('serverDir', 's'),
      scope.set('srcDir', '.'),
      scope.set('dir.public', 'p'),
      scope.set('dir.app', 'app'),
    ]);
    expect(result).toMatch(/^export default \{\n {2}ssr: true,\n(?: {2}.*,\n){4}\}\n$/);
    expect(result).toContain('zzz: 1,\n}');
    expect(result).toMatch(/dir: \{ app: 'app', public: 'p' \}/);
  });

  it('writes source text as it stands', () => {
    check(
      'export default { a: 1 }\n',
      set('a', new Code("resolve('x')")),
      "export default { a: resolve('x') }\n",
    );
    check(
      'export default { a: 1 }\n',
      set('b', new Code('x + 1')),
      'export default { a: 1, b: x + 1 }\n',
    );
  });

  it.each([
    ["new URL('./src', import.meta.url)", 'app', "new URL('./app', import.meta.url)"],
    ["new URL('./src/', import.meta.url)", 'app', "new URL('./app/', import.meta.url)"],
    ["path.resolve(__dirname, 'src')", 'app', "path.resolve(__dirname, 'app')"],
    ['path.resolve(__dirname, "src", "a")', 'app/a', 'path.resolve(__dirname, "app", "a")'],
    ['`${__dirname}/src/x`', 'app/x', '`${__dirname}/app/x`'],
    ["__dirname + '/src'", 'app', "__dirname + '/app'"],
    ["path.join(__dirname, 'src')", '', "path.join(__dirname, '.')"],
    ["path.join(__dirname, '../x')", '../y/z', "path.join(__dirname, '../y/z')"],
  ])('leads %s to %j', (text, place, expected) => {
    const config = (value: string) =>
      `import path from 'node:path'\nexport default { a: ${value} }\n`;
    check(config(text), set('a', new ConfigPath(place)), config(expected));
  });
});

const rename =
  (option: string, to: string): Ask =>
  (scope) =>
    scope.rename(option, to);

describe('rename', () => {
  it.each([
    ['export default { a: 1, c: 2 } // x\n', 'a', 'b', 'export default { b: 1, c: 2 } // x\n'],
    ["export default { 'a': 1 }\n", 'a', 'b', "export default { 'b': 1 }\n"],
    [
      'export default { a /* x */ : /* y */ 1 }\n',
      'a',
      'b',
      'export default { b /* x */ : /* y */ 1 }\n',
    ],
    ["export default { ['a']: 1 }\n", 'a', 'b', "export default { 'b': 1 }\n"],
    ['export default { a: 1 }\n', 'a', 'b-c', "export default { 'b-c': 1 }\n"],
    [
      'const a = 1\nexport default { a, c: 2 }\n',
      'a',
      'b',
      'const a = 1\nexport default { b: a, c: 2 }\n',
    ],
    ['export default { async a() {} }\n', 'a', 'b', 'export default { async b() {} }\n'],
    [
      'export default { get a() { return 1 } }\n',
      'a',
      'b',
      'export default { get b() { return 1 } }\n',
    ],
    ['export default { a: { x: 1 } }\n', 'a.x', 'a.y', 'export default { a: { y: 1 } }\n'],
    [
      'export default { a: { x: 1, y: 2 } }\n',
      'a.x',
      'b.z',
      'export default { a: { y: 2 }, b: { z: 1 } }\n',
    ],
    [
      'export default { a: { x: 1 }, c: 2 }\n',
      'a.x',
      'b.z',
      'export default { b: { z: 1 }, c: 2 }\n',
    ],
    [
      'export default { a: { x: 1 }, b: { y: 2 } }\n',
      'a.x',
      'b.z',
      'export default { b: { y: 2, z: 1 } }\n',
    ],
    ['export default { a: (x, y), b: {} }\n', 'a', 'b.z', 'export default { b: { z: (x, y) } }\n'],
    [
      'export default { a: /* keep */ 1, b: {} }\n',
      'a',
      'b.z',
      'export default { b: { z: /* keep */ 1 } }\n',
    ],
    [
      "export default { ['a']() { return 1 }, b: {} }\n",
      'a',
      'b.z',
      "export default { b: { 'z'() { return 1 } } }\n",
    ],
    [
      'const x = 1\nexport default { a: { x }, b: {} }\n',
      'a.x',
      'b.z',
      'const x = 1\nexport default { b: { z: x } }\n',
    ],
    [
      'const x = 1\nexport default { a: { x }, b: {} }\n',
      'a.x',
      'b.x',
      'const x = 1\nexport default { b: { x } }\n',
    ],
    ['export default { c: 1 }\n', 'a', 'b', 'export default { c: 1 }\n'],
  ])('%j: %s to %s', (text, option, to, expected) => check(text, rename(option, to), expected));

  it('moves lines with their comments, at their new indent', () => {
    check(
      lines`
        export default defineFwConfig({
          ssr: true,
          // on generate
          generate: {
            // on routes
            routes: [
              '/a', // first

              {
                b: 1,
              },
            ], // behind
          },
          css: [],
        })
      `,
      rename('generate.routes', 'serverEngine.prerender.routes'),
      lines`
        export default defineFwConfig({
          ssr: true,
          // on generate
          serverEngine: {
            prerender: {
              // on routes
              routes: [
                '/a', // first

                {
                  b: 1,
                },
              ], // behind
            },
          },
          css: [],
        })
      `,
    );
  });

  it('does not change what is inside strings that go on over lines', () => {
    check(
      "export default {\n  a: {\n    t: `one\n      two\n  three`,\n    s: 'x\\\n    y',\n  },\n}\n",
      (scope) => [scope.rename('a.t', 'b.c.d.t'), scope.rename('a.s', 'b.c.d.s')],
      [
        'export default {',
        '  b: {',
        '    c: {',
        '      d: {',
        "        s: 'x\\",
        "    y',",
        '        t: `one',
        '      two',
        '  three`,',
        '      },',
        '    },',
        '  },',
        '}',
        '',
      ].join('\n'),
    );
  });

  it('breaks an object on one line where comments come in, unless it has comments itself', () => {
    check(
      'export default {\n  // up\n  a: 1 /* x */, // y\n  b: { c: 2 },\n}\n',
      rename('a', 'b.d'),
      'export default {\n  b: {\n    c: 2,\n    // up\n    d: 1, /* x */ // y\n  },\n}\n',
    );
    check(
      'export default {\n  // up\n  a: 1 /* x */, // y\n  b: { c: 2 /* z */ },\n}\n',
      rename('a', 'b.d'),
      'export default {\n  b: { c: 2 /* z */, /* up */ d: 1 /* x */ /* y */ },\n}\n',
    );
  });

  it('moves methods of several lines', () => {
    check(
      'export default {\n  a: {\n    async m(x) {\n      return x\n    },\n  },\n}\n',
      rename('a.m', 'b.c.n'),
      'export default {\n  b: {\n    c: {\n      async n(x) {\n        return x\n      },\n    },\n  },\n}\n',
    );
  });

  it('composes with changes of children, by either name', () => {
    const text = 'export default {\n  a: {\n    x: 1,\n    y: 2,\n    z: 3,\n  },\n}\n';
    check(
      text,
      (scope) => [
        scope.rename('a', 'b'),
        scope.set('a.x', 9),
        scope.remove('a.y'),
        scope.set('a.n', 0),
      ],
      'export default {\n  b: {\n    x: 9,\n    z: 3,\n    n: 0,\n  },\n}\n',
    );
    check(
      text,
      (scope) => [
        scope.rename('a', 'b.c'),
        scope.set('b.c.x', 9),
        scope.rename('a.y', 'q'),
        scope.remove('a.z'),
      ],
      'export default {\n  b: {\n    c: {\n      x: 9,\n    },\n  },\n  q: 2,\n}\n',
    );
    check(
      'export default { a: { x: 1 }, c: 1 }\n',
      (scope) => [scope.rename('a', 'b'), scope.remove('a.x')],
      'export default { b: {}, c: 1 }\n',
    );
  });

  it('gives what is renamed another value at the same time', () => {
    const both: Ask = (scope) => [scope.rename('a', 'b'), scope.set('a', 'y')];
    check("export default { a: 'x', c: 1 }\n", both, "export default { b: 'y', c: 1 }\n");
    check(
      "const a = 'x'\nexport default { a, c: a }\n",
      both,
      "const a = 'x'\nexport default { b: 'y', c: a }\n",
    );
    check(
      'const a = f()\nexport default { d: { a } }\n',
      (scope) => [scope.rename('d.a', 'e.b'), scope.set('e.b', 'y')],
      "const a = f()\nexport default { e: { b: 'y' } }\n",
    );
    check(
      "export default { d: { a: 'x' } }\n",
      (scope) => [scope.rename('d.a', 'e.b'), scope.set('e.b', 'y')],
      "export default { e: { b: 'y' } }\n",
    );
  });

  it('lets two options land in one new object', () => {
    check(
      "export default {\n  generate: {\n    routes: ['/a'],\n    exclude: ['/b'],\n  },\n}\n",
      (scope) => [
        scope.rename('generate.routes', 'serverEngine.prerender.routes'),
        scope.rename('generate.exclude', 'serverEngine.prerender.ignore'),
      ],
      "export default {\n  serverEngine: { prerender: { routes: ['/a'], ignore: ['/b'] } },\n}\n",
    );
  });

  it('moves out of what is removed', () => {
    check(
      'export default { a: { x: 1, y: 2 }, b: 1 }\n',
      (scope) => [scope.remove('a'), scope.rename('a.x', 'c')],
      'export default { c: 1, b: 1 }\n',
    );
  });

  it('does nothing for what is absent, whatever else is asked', () => {
    check(
      'export default { c: 1 }\n',
      (scope) => [scope.rename('a', 'b'), scope.set('b.x', 1), scope.remove('none')],
      'export default { c: 1, b: { x: 1 } }\n',
    );
  });
});

describe('append', () => {
  const append =
    (...items: Parameters<ConfigScope['append']>[1]): Ask =>
    (scope) =>
      scope.append('a', items);
  it.each([
    ['export default { a: [] }\n', 'export default { a: [1, 2] }\n'],
    ['export default { a: [0] }\n', 'export default { a: [0, 1, 2] }\n'],
    ['export default { a: [0,] }\n', 'export default { a: [0, 1, 2,] }\n'],
    ['export default { a: [(0)] }\n', 'export default { a: [(0), 1, 2] }\n'],
    [
      'export default {\n  a: [\n    0,\n  ],\n}\n',
      'export default {\n  a: [\n    0,\n    1,\n    2,\n  ],\n}\n',
    ],
    [
      'export default {\n  a: [\n    0 // x\n  ]\n}\n',
      'export default {\n  a: [\n    0, // x\n    1,\n    2\n  ]\n}\n',
    ],
    ['export default { b: 1 }\n', 'export default { b: 1, a: [1, 2] }\n'],
  ])('%j', (text, expected) => check(text, append(1, 2), expected));

  it('adds what two transforms ask for', () => {
    for (const text of ['[]', '[0]', '[\n  0,\n]', '[\n  0\n]']) {
      const result = changed(`export default { a: ${text} }\n`, (scope) => [
        scope.append('a', [1]),
        scope.append('a', [2]),
      ]);
      expect(result.replaceAll(/\s/g, '')).toMatch(/a:\[(?:0,)?1,2,?\]/);
    }
  });

  it('adds source text, also to a new array', () => {
    check(
      'export default { a: [0] }\n',
      append(new Code('f(1)')),
      'export default { a: [0, f(1)] }\n',
    );
    check(
      'export default { b: 0 }\n',
      append(new Code('f(1)'), 'x'),
      "export default { b: 0, a: [f(1), 'x'] }\n",
    );
  });

  it('moves items with their text and comments', () => {
    check(
      "export default {\n  from: [\n    // on x\n    x('a'),\n    (y, z),\n  ],\n  a: [\n    0,\n  ],\n}\n",
      (scope) => [
        scope.append('a', [{ from: ['from', 0] }, { from: ['from', 1] }]),
        scope.remove('from'),
      ],
      "export default {\n  a: [\n    0,\n    // on x\n    x('a'),\n    (y, z),\n  ],\n}\n",
    );
  });
});

describe('repeats', () => {
  it('are dropped, unless people wrote about them', () => {
    check(
      "export default { from: ['b', /* one */ 'a'], a: ['b', 'a'] }\n",
      (scope) => [
        scope.append('a', [
          { from: ['from', 0], isRepeat: true },
          { from: ['from', 1], isRepeat: true },
        ]),
        scope.remove('from'),
      ],
      "export default { a: ['b', 'a', /* one */ 'a'] }\n",
    );
  });
});

describe('changes that exclude each other', () => {
  const conflicts: Record<string, Ask> = {
    'two values': (scope) => [scope.set('a', 1), scope.set('a', 2)],
    'a value and its removal': (scope) => [scope.set('a', 1), scope.remove('a')],
    'a value inside what is removed': (scope) => [scope.remove('a'), scope.set('a.b', 1)],
    'a value inside what is replaced': (scope) => [scope.set('a', 1), scope.set('a.b', 1)],
    'two names': (scope) => [scope.rename('a', 'x'), scope.rename('a', 'y')],
    'one name for two': (scope) => [scope.rename('a', 'x'), scope.rename('b', 'x')],
    'a name and a removal': (scope) => [scope.rename('a', 'x'), scope.remove('a')],
    'a move into what is removed': (scope) => [scope.remove('b'), scope.rename('a', 'b.x')],
    'a move to what is removed': (scope) => [scope.remove('n'), scope.rename('a', 'n')],
    'a move into what is replaced': (scope) => [scope.set('b', 1), scope.rename('a', 'b.x')],
    'items of what is removed': (scope) => [scope.remove('a'), scope.append('a', [1])],
  };
  it.each(Object.entries(conflicts))('%s', (_, ask) => {
    const doc = open('export default { a: { b: 1 }, b: {} }');
    const changes = [ask(doc.scopes[0])].flat();
    expect(() => doc.render(changes)).toThrow(ChangeConflict);
    expect(() => doc.render([...changes].reverse())).toThrow(ChangeConflict);
  });

  it('takes what is asked twice for once', () => {
    check(
      'export default { a: 1, b: 2 }\n',
      (scope) => [scope.set('a', 3), scope.remove('b'), scope.set('a', 3), scope.remove('b')],
      'export default { a: 3 }\n',
    );
  });
});

describe('obstacles', () => {
  const obstacles: Record<
    string,
    readonly [text: string, ask: (scope: ConfigScope) => Change, why: RegExp]
  > = {
    'shared const': [
      'const dir = { pages: 1 }\nexport default { dir, other: dir }',
      (scope) => scope.remove('dir.pages'),
      /`dir`, which is used in several places/,
    ],
    'shared const, new key': [
      'const dir = { pages: 1 }\nuse(dir.x); export default { dir }',
      (scope) => scope.set('dir.pages2', 1),
      /several places|changed after/,
    ],
    'shared array': [
      "const css = ['a']\nexport default { css, x: css }",
      (scope) => scope.append('css', ['b']),
      /`css`/,
    ],
    'spread that may override': [
      'export default { a: 1, ...x }',
      (scope) => scope.set('a', 2),
      /set by a spread/,
    ],
    'new key that a spread may hold': [
      'export default { ...x }',
      (scope) => scope.set('a', 2),
      /set by a spread/,
    ],
    'removal that uncovers a spread': [
      'export default { ...x, a: 1 }',
      (scope) => scope.remove('a'),
      /may also be set by/,
    ],
    'rename that uncovers a spread': [
      'export default { ...x, a: 1, ...{ b: 1 } }',
      (scope) => scope.rename('a', 'c'),
      /set by a spread|second time/,
    ],
    'duplicate key': [
      'export default { a: 1, a: 2, b: 3, "a": 4 }',
      (scope) => scope.remove('a'),
      /more than once/,
    ],
    'key that hides a spread one': [
      'export default { ...{ a: 1 }, a: 2, b: 3 }',
      (scope) => scope.rename('a', 'c'),
      /more than once/,
    ],
    method: ['export default { a() { return 1 } }', (scope) => scope.set('a', 2), /method/],
    'conditional key inside an option': [
      'export default { b: { ...(x && { a: 1 }) } }',
      (scope) => scope.remove('b.a'),
      /condition/,
    ],
    'computed key': ['export default { [x]: 1 }', (scope) => scope.set('a', 1), /computed key/],
    'key of a string': [
      "export default { a: 'x' }",
      (scope) => scope.set('a.b', 1),
      /not an object/,
    ],
    'the config itself': ['export default { a: 1 }', (scope) => scope.remove(''), /config itself/],
    'occupied name': [
      'export default { a: 1, b: 2 }',
      (scope) => scope.rename('a', 'b'),
      /would replace b/,
    ],
    'items for no array': [
      'export default { a: 1 }',
      (scope) => scope.append('a', [1]),
      /not an array/,
    ],
    'changed afterwards': [
      'const c = { a: 1 }\nc.a += 2\nexport default c',
      (scope) => scope.set('a', 3),
      /a later modification/,
    ],
  };
  it.each(Object.entries(obstacles))('%s', (_, [text, ask, why]) => {
    const doc = open(text);
    const change = ask(doc.scopes[0]);
    const found = doc.obstacle(change);
    expect(found?.why).toMatch(why);
    expect(found?.at.file).toBe('fw.config.ts');
    expect(() => doc.render([change])).toThrow();
  });

  it('neither moves nor removes what a statement assigns, but sets it', () => {
    const doc = open('const c = { dev: 1 }\nc.ssr = false\nc.a = { b: 1 }\nexport default c');
    const [scope] = doc.scopes;
    for (const change of [scope.remove('ssr'), scope.rename('ssr', 'b')])
      expect(doc.obstacle(change)).toMatchObject({
        why: expect.stringMatching(/is assigned/),
        at: { line: 2 },
      });
    const { code } = doc.render([scope.set('ssr', true), scope.remove('a.b')]);
    expect(code).toBe('const c = { dev: 1 }\nc.ssr = true\nc.a = {}\nexport default c');
  });

  it('leaves an emptied object where a spread would come to light', () => {
    expect(changed('export default { ...x, dir: { a: 1 } }', remove('dir.a'))).toBe(
      'export default { ...x, dir: {} }',
    );
  });

  it('knows that an exported const is used where it stands', () => {
    const doc = open("import { dir } from './dir'\nexport default { dir }", 'fw.config.ts', {
      'dir.ts': 'export const dir = { pages: 1 }\nexport const other = { dir }',
    });
    expect(doc.obstacle(doc.scopes[0].remove('dir.pages'))?.why).toMatch(/`dir`/);
  });
});

describe('merged configs', () => {
  it('writes each change to the object it is about', () => {
    const text = 'export default defu({ a: 1, b: { x: 1 } }, { a: 2, b: { y: 2 } })\n';
    const doc = open(text);
    const [first, second] = doc.scopes;
    if (!second) throw new Error('one scope only');
    expect(doc.render([first.set('a', 3), second.remove('a'), second.rename('b', 'c')]).code).toBe(
      'export default defu({ a: 3, b: { x: 1 } }, { c: { y: 2 } })\n',
    );
    expect(doc.render([first.rename('b', 'c'), second.set('c.z', 1)]).code).toBe(
      'export default defu({ a: 1, c: { x: 1 } }, { a: 2, b: { y: 2 }, c: { z: 1 } })\n',
    );
  });

  it('writes into override blocks', () => {
    const doc = open(
      'export default {\n  $production: {\n    generate: { routes: [1] },\n  },\n}\n',
    );
    const block = doc.scopes[1];
    expect(
      doc.render(block ? [block.rename('generate.routes', 'serverEngine.prerender.routes')] : [])
        .code,
    ).toBe(
      'export default {\n  $production: {\n    serverEngine: { prerender: { routes: [1] } },\n  },\n}\n',
    );
  });
});
