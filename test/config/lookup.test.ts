// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the configs that are tested hold template strings.
import { describe, expect, it } from 'vitest';
import type { OptionRef } from '../../src/config/document.ts';
import { brief, open } from './support/open.ts';

const known = (value: unknown) => ({ static: value });
const dynamic = 'dynamic';
const absent = 'absent';

type Answers = Readonly<Record<string, unknown>>;
type Case = readonly [text: string, answers: Answers, files?: Readonly<Record<string, string>>];

/** Paths in the tables are dotted; an all-digit segment is an index. */
function ref(path: string): OptionRef {
  return path.split('.').map((segment) => (/^\d+$/.test(segment) ? Number(segment) : segment));
}

function check([text, answers, files]: Case): void {
  const doc = open(text, 'fw.config.ts', files);
  const found = Object.fromEntries(
    Object.keys(answers).map((path) => [path, brief(doc.lookup(ref(path)))]),
  );
  expect(found).toEqual(answers);
}

/** A config with nothing but an object in it. */
const config = (body: string) => `export default {${body}}`;

describe('literals', () => {
  const cases: Record<string, Case> = {
    scalars: [
      config(
        's: \'x\', d: "y", n: 1.5, neg: -2, t: true, z: null, u: undefined, hex: 0x10, sep: 1_000',
      ),
      {
        s: known('x'),
        d: known('y'),
        n: known(1.5),
        neg: known(-2),
        t: known(true),
        z: known(null),
        u: known(undefined),
        hex: known(16),
        sep: known(1000),
        x: absent,
      },
    ],
    escapes: [
      config("a: 'it\\'s \\n \\u{1F600}', b: `x\\ty`"),
      { a: known("it's \n 😀"), b: known('x\ty') },
    ],
    'objects and arrays': [
      config("dir: { pages: 'views' }, css: ['a', 'b'], deep: [{ x: [1] }]"),
      {
        dir: known({ pages: 'views' }),
        'dir.pages': known('views'),
        'dir.assets': absent,
        'dir.pages.x': absent,
        css: known(['a', 'b']),
        'css.1': known('b'),
        'css.2': absent,
        'deep.0.x.0': known(1),
      },
    ],
    'keys in every spelling': [
      config("'a': 1, \"b-c\": 2, 3: 4, ['d']: 5, [`e`]: 6, $f: 7, ünï: 8, 1e3: 9"),
      { a: known(1), 'b-c': known(2), d: known(5), e: known(6), $f: known(7), ünï: known(8) },
    ],
    'regular expressions': [
      config('watch: [/^a$/gi]'),
      { watch: known([{ source: '^a$', flags: 'gi' }]) },
    ],
    functions: [
      config('a() {}, b: () => 1, async c() {}, *d() {}, e: function () {}, hooks: { ready() {} }'),
      {
        a: dynamic,
        b: dynamic,
        c: dynamic,
        d: dynamic,
        e: dynamic,
        'hooks.ready': dynamic,
        'hooks.x': absent,
      },
    ],
    'getters and setters': [
      config('get ssr() { return true }, set dev(v) {}'),
      { ssr: dynamic, dev: dynamic, x: absent },
    ],
    'a hole in an array': [config('css: [, "a"]'), { css: dynamic, 'css.1': known('a') }],
    'type annotations': [
      config("a: 'x' as const, b: 1 satisfies number, c: (true)!, d: <any>2, e: ({ f: 1 } as X)"),
      { a: known('x'), b: known(1), c: known(true), d: known(2), 'e.f': known(1), 'e.g': absent },
    ],
    'other literals': [
      config('big: 1n, tag: x`y`, neg: -x'),
      { big: dynamic, tag: dynamic, neg: dynamic },
    ],
    'a prototype is no option, and may hold any': [
      config("__proto__: { ssr: false }, dir: { pages: 'x' }"),
      { ssr: dynamic, 'dir.pages': known('x') },
    ],
  };
  it.each(Object.entries(cases))('%s', (_, one) => check(one));
});

describe('spreads, computed keys, duplicates', () => {
  const cases: Record<string, Case> = {
    'unknown spread before a key': [
      config('...base, ssr: false'),
      { ssr: known(false), dev: dynamic },
    ],
    'unknown spread behind a key': [config('ssr: false, ...base'), { ssr: dynamic, dev: dynamic }],
    'unknown spread inside': [
      config("ssr: false, dir: { pages: 'x', ...base }, dev: true"),
      {
        ssr: known(false),
        dir: dynamic,
        'dir.pages': dynamic,
        'dir.x': dynamic,
        dev: known(true),
        x: absent,
      },
    ],
    'computed key before and behind': [
      config('a: 1, [key]: 2, b: 3'),
      { a: dynamic, b: known(3), c: dynamic },
    ],
    'computed key that is known': [
      `const key = 'ssr'\n${config('[key]: false, [`d${1}`]: 1, ["a" + "b"]: 2')}`,
      { ssr: known(false), d1: known(1), ab: known(2), x: absent },
    ],
    'spread of a literal': [
      config('a: 1, ...{ a: 2, b: 3 }'),
      { a: known(2), b: known(3), c: absent },
    ],
    'spread of nothing': [
      config('a: 1, ...null, ...undefined, ...false'),
      { a: known(1), b: absent },
    ],
    'spread of a const': [
      `const base = { a: 1, b: { c: 2 } }\n${config('...base, a: 3')}`,
      { a: known(3), 'b.c': known(2), d: absent },
    ],
    'spread of a call': [config('...load(), a: 1'), { a: known(1), b: dynamic }],
    'spread of a string or array': [config("...'ab', a: 1"), { b: dynamic, a: known(1) }],
    'conditional spread': [
      config('...(x && { a: 1 }), b: 2'),
      { a: dynamic, b: known(2), c: absent },
    ],
    'conditional spread behind the same key': [
      config('a: 0, b: 1, ...(x && { a: 1 })'),
      { a: dynamic, b: known(1), c: absent },
    ],
    'key behind a conditional spread': [config('...(x && { a: 1 }), a: 0'), { a: known(0) }],
    'conditional spread of two objects': [
      config('...(x ? { a: 1 } : { b: 2 }), c: 3'),
      { a: dynamic, b: dynamic, c: known(3), d: absent },
    ],
    'conditional spread with an empty branch': [
      config('...(x ? { a: 1 } : {}), ...(y ? null : { b: { c: 1 } })'),
      { a: dynamic, 'b.c': dynamic, d: absent },
    ],
    'nested conditional spread': [
      config('...(x && (y ? { a: 1 } : { b: 2 }))'),
      { a: dynamic, b: dynamic, c: absent },
    ],
    'conditional spread of a const': [
      `const extra = { a: 1 }\n${config('...(x && extra)')}`,
      { a: dynamic, b: absent },
    ],
    'conditional spread of something unknown': [
      config('a: 1, ...(x && base)'),
      { a: dynamic, b: dynamic },
    ],
    'or and nullish spread': [
      config('...(x || { a: 1 }), ...(y ?? { b: 1 })'),
      { a: dynamic, b: dynamic, c: dynamic },
    ],
    'conditional spread inside a group': [
      config("dir: { ...(x && { pages: 'a' }), assets: 'b' }"),
      { 'dir.pages': dynamic, 'dir.assets': known('b'), 'dir.x': absent, dir: dynamic },
    ],
    'conditional value': [
      config("a: x ? 1 : 2, b: x && 'y'"),
      { a: dynamic, b: dynamic, c: absent },
    ],
    'duplicate keys: the last counts': [
      config("ssr: true, 'ssr': false, dir: { a: 1 }, dir: { b: 2 }"),
      { ssr: known(false), 'dir.b': known(2), 'dir.a': absent },
    ],
    'array with an unknown spread': [
      config("css: ['a', ...more, 'b']"),
      { css: dynamic, 'css.0': known('a') },
    ],
    'array with a known spread': [
      `const more = ['b', 'c']\n${config("css: ['a', ...more, 'd']")}`,
      { css: known(['a', 'b', 'c', 'd']), 'css.3': known('d') },
    ],
  };
  it.each(Object.entries(cases))('%s', (_, one) => check(one));

  it('says where and why', () => {
    const doc = open("export default {\n  ssr: true,\n  dir: { ...load('x') },\n}\n");
    expect(doc.lookup('dir.pages')).toMatchObject({
      kind: 'dynamic',
      why: "may be set by a spread that is the result of `load('x')`",
      at: { file: 'fw.config.ts', line: 3, column: 13 },
    });
    expect(doc.lookup('ssr')).toEqual({
      kind: 'static',
      value: true,
      at: { file: 'fw.config.ts', line: 2, column: 8 },
    });
  });

  it('tells the type where that much is plain', () => {
    const doc = open('export default { a: `x${y}`, b: () => 1, c: { ...z }, d: [z], e: z }');
    const types = ['a', 'b', 'c', 'd', 'e'].map((key) => {
      const found = doc.lookup(key);
      return found.kind === 'dynamic' ? found.type : found.kind;
    });
    expect(types).toEqual(['string', 'function', 'object', 'array', undefined]);
  });
});

describe('names', () => {
  const cases: Record<string, Case> = {
    'const bindings': [
      "const src = 'src', on = true\nconst dir = { pages: 'views', n: { m: 1 } }\nexport default { srcDir: src, ssr: on, dir, m: dir.n.m, q: dir['pages'], none: dir.none, css: [src] }",
      {
        srcDir: known('src'),
        ssr: known(true),
        'dir.pages': known('views'),
        m: known(1),
        q: known('views'),
        none: known(undefined),
        css: known(['src']),
      },
    ],
    'members of arrays': [
      "const list = ['a', 'b']\nexport default { a: list[1], b: list.length, c: list[9] }",
      { a: dynamic, b: dynamic, c: dynamic },
    ],
    'let, var, parameters, undeclared names': [
      'let a = 1; var b = 2\nexport default (env) => ({ a, b, c: env, d: nowhere, e: 1 })',
      { a: dynamic, b: dynamic, c: dynamic, d: dynamic, e: known(1), f: absent },
    ],
    'names inside the function': [
      'const a = 1\nexport default () => { const a = 2, b = a; return { a, b } }',
      { a: known(2), b: known(2) },
    ],
    'parameters hide consts': ['const a = 1\nexport default ({ a }) => ({ a })', { a: dynamic }],
    'var inside a block hides consts': [
      'const a = 1\nexport default () => { if (x) { var a = 2 } return { a } }',
      { a: dynamic },
    ],
    'template strings and concatenation': [
      "const src = 'src'\nexport default { a: `${src}/x`, b: src + '/y', c: 'a' + 1 + 'b', d: 1 + 2, e: `${src}${x}`, f: src + x, g: `plain`, h: `a${1}${true}${null}` }",
      {
        a: known('src/x'),
        b: known('src/y'),
        c: known('a1b'),
        d: dynamic,
        e: dynamic,
        f: dynamic,
        g: known('plain'),
        h: known('a1truenull'),
      },
    ],
    'destructured consts': [
      "const { a, b: c, 'd': e, f = 1, ...rest } = { a: 1, b: 2, d: 3, g: 4 }\nconst [h] = ['x']\nconst { n: { m } } = { n: { m: 1 } }\nexport default { a, c, e, f, g: rest.g, h, m }",
      { a: known(1), c: known(2), e: known(3), f: dynamic, g: dynamic, h: dynamic, m: dynamic },
    ],
    'enums and classes': [
      'enum E { A }\nclass C {}\nexport default { a: E.A, c: C, x: new C() }',
      { a: dynamic, c: dynamic, x: dynamic },
    ],
    'imports from packages': [
      "import { x } from 'pkg'\nimport y from 'other'\nimport * as z from '@a/b'\nexport default { x, y: y.a, z: z.b, css: ['a', x] }",
      { x: dynamic, y: dynamic, z: dynamic, css: dynamic, 'css.0': known('a'), d: absent },
    ],
    'environment and calls': [
      'export default { a: process.env.A, b: Boolean(1), c: await x, d: import.meta.env.X, e: a?.b }',
      { a: dynamic, b: dynamic, c: dynamic, d: dynamic, e: dynamic },
    ],
    'circles of names': [
      "const a = b, b = a\nconst c = `${d}`, d = `${c}`\nconst e = { ...f }, f = { ...e }\nconst g = [...g]\nexport default { a, c, x: e, y: 'z' + a, g, ok: 1 }",
      {
        a: dynamic,
        c: dynamic,
        'x.y': dynamic,
        y: dynamic,
        g: dynamic,
        ok: known(1),
        none: absent,
      },
    ],
    'a circle of files': [
      "import { a } from './a'\nexport default { a, ok: 1 }",
      { a: dynamic, ok: known(1) },
      {
        'a.ts': "import { b } from './b'\nexport const a = { ...b }",
        'b.ts': "import { a } from './a'\nexport const b = { ...a }",
      },
    ],
  };
  it.each(Object.entries(cases))('%s', (_, one) => check(one));

  it.each([
    ['concatenation', `${Array.from({ length: 60 }, () => "'a'").join(' + ')}`, 'a'.repeat(60)],
    ['templates', `${'`${'.repeat(40)}'a'${'}`'.repeat(40)}`, 'a'],
  ])('reads a long %s in no time', (_, text, value) => {
    expect(brief(open(config(`a: ${text}`)).lookup('a'))).toEqual(known(value));
  });

  it('does not build what doubles with every name', () => {
    const doubling = (seed: string, next: (name: string) => string) =>
      [
        `const v0 = ${seed}`,
        ...Array.from({ length: 40 }, (_, i) => `const v${i + 1} = ${next(`v${i}`)}`),
      ].join('\n');
    const texts = [
      doubling("'ab'", (name) => `\`\${${name}}\${${name}}\``),
      doubling("'ab'", (name) => `${name} + ${name}`),
      doubling('[1]', (name) => `[...${name}, ...${name}]`),
      doubling('{ a: 1 }', (name) => `{ ...${name}, ...${name} }`),
    ];
    for (const text of texts)
      expect(brief(open(`${text}\n${config('a: v40, b: 1')}`).lookup('b'))).toEqual(known(1));
    for (const text of texts.slice(0, 3))
      expect(brief(open(`${text}\n${config('a: v40')}`).lookup('a'))).toBe(dynamic);
  });

  it('answers, or says that it is too deep, whatever the nesting', () => {
    const long = [
      `a${'.b'.repeat(30_000)}`,
      `'a'${" + 'a'".repeat(5_000)}`,
      `f${'()'.repeat(20_000)}`,
    ];
    for (const text of long) {
      let outcome = '';
      try {
        const doc = open(`const a = {}\n${config(`x: ${text}`)}`);
        outcome = doc.scopes[0].lookup('x').kind;
      } catch (error) {
        outcome = error instanceof Error ? error.name : '';
      }
      expect(outcome).toMatch(/^(?:static|dynamic|ConfigProblem)$/);
    }
  });
});

describe('objects that are changed after they were written', () => {
  const exported = 'export default config';
  const cases: Record<string, Case> = {
    'assigned key': [
      `const config = { ssr: true, dir: { pages: 'x' } }\nconfig.ssr = false\n${exported}`,
      { ssr: known(false), 'dir.pages': known('x'), dev: absent },
    ],
    'assigned key of a wrapped config': [
      `const config = defineFwConfig({ ssr: true, dev: true })\nconfig.ssr = false\n${exported}`,
      { ssr: known(false), dev: known(true) },
    ],
    'new key': [
      `const config = { a: 1 }\nconfig['ssr'] = false\n${exported}`,
      { ssr: known(false), a: known(1) },
    ],
    'nested key': [
      `const config = { dir: { pages: 'x' }, a: 1 }\nconfig.dir.pages = 'y'\n${exported}`,
      { 'dir.pages': dynamic, 'dir.x': dynamic, a: known(1) },
    ],
    'key of what does not exist': [
      `const config = { a: 1 }\nconfig.dir.pages = 'y'\n${exported}`,
      { 'dir.pages': dynamic, a: known(1) },
    ],
    'key that is assigned in a function or a loop': [
      `const config = { a: 1, b: 1, c: 1 }\nfunction f() { config.a = 2 }\nfor (const x of []) config.b = x\n${exported}`,
      { a: dynamic, b: dynamic, c: known(1) },
    ],
    'key that is assigned between changes': [
      `const config = { a: 1, b: 1 }\nextend(config)\nconfig.a = 2\n${exported}`,
      { a: known(2), b: dynamic, c: dynamic },
    ],
    'key that is assigned under a condition': [
      `const config = { a: 1, b: 1 }\nif (x) config.a = 2\nelse { config.b = 2 }\n${exported}`,
      { a: dynamic, b: dynamic, c: absent },
    ],
    'assigned object': [
      `const config = { a: 1, b: 1 }\nObject.assign(config, { a: 2 }, { c: 3 })\n${exported}`,
      { a: known(2), b: known(1), c: known(3), d: absent },
    ],
    'computed key': [
      `const config = { a: 1 }\nconfig[key] = 2\n${exported}`,
      { a: dynamic, b: dynamic },
    ],
    'key below a computed one': [
      `const config = { dir: { pages: 'x' } }\nconfig[key].pages = 2\n${exported}`,
      { 'dir.pages': dynamic, b: dynamic },
    ],
    'delete, update, compound assignment': [
      `const config = { a: 1, b: 1, c: 1, d: 1 }\ndelete config.a\nconfig.b++\nconfig.c += 1\n${exported}`,
      { a: dynamic, b: dynamic, c: dynamic, d: known(1) },
    ],
    'destructuring assignment': [
      `const config = { a: 1, b: 1, c: 1, d: 1 };\n[config.a] = [2];\n({ x: config.b, ...config.c } = y)\n${exported}`,
      { a: dynamic, b: dynamic, c: dynamic, d: known(1) },
    ],
    'loop variable': [
      `const config = { a: 1, b: 1 }\nfor (config.a of []) {}\n${exported}`,
      { a: dynamic, b: known(1) },
    ],
    'Object.assign': [
      `const config = { a: 1 }\nObject.assign(config, x)\n${exported}`,
      { a: dynamic, b: dynamic },
    ],
    'given to a function': [
      `const config = { a: 1 }\nextend(config)\n${exported}`,
      { a: dynamic, b: dynamic },
    ],
    'part given to a function': [
      `const config = { a: { x: 1 }, b: 1 }\nextend(config.a)\n${exported}`,
      { 'a.x': dynamic, b: known(1) },
    ],
    'only read': [
      `const config = { a: 1 }\nconsole.log(config)\nif (config.a === 1) {}\nconst { a } = config\n${exported}`,
      { a: known(1), b: absent },
    ],
    'array that grows': [
      "const css = ['a']\ncss.push('b')\nexport default { css, a: 1 }",
      { css: dynamic, a: known(1) },
    ],
    'array that grows, optionally': [
      "const css = ['a']\ncss?.push?.('b')\nexport default { css }",
      { css: dynamic },
    ],
    'array in the config that grows': [
      `const config = { css: ['a'], b: 1 }\nconfig.css.push('b')\n${exported}`,
      { css: dynamic, b: known(1) },
    ],
    'array in the config that grows by a list of unknown items': [
      `const config = { css: ['a'], b: 1 }\nconfig.css.push(...more)\n${exported}`,
      { css: dynamic, b: known(1) },
    ],
    'array behind a name that grows in the config': [
      `const css = ['a']\nconst config = { css, b: 1 }\nconfig.css.push('b')\n${exported}`,
      { css: dynamic, b: known(1) },
    ],
    'option that is set unless it is there': [
      `const config = { a: 1, n: null, f: false, u: x }\nconfig.a ??= 2\nconfig.n ??= 3\nconfig.f ??= 4\nconfig.b ??= 5\nconfig.u ??= 6\n${exported}`,
      { a: dynamic, n: dynamic, f: dynamic, b: dynamic, u: dynamic },
    ],
    'option that is set if it is true, or unless it is': [
      `const config = { a: 1, b: 1 }\nconfig.a &&= 2\nconfig.b ||= 3\n${exported}`,
      { a: dynamic, b: dynamic },
    ],
    'array item that is replaced': [
      "const css = ['a']\ncss[0] = 'b'\nexport default { css }",
      { css: dynamic },
    ],
    'array that is only read': [
      "const css = ['a']\nconst n = css.map((x) => x)\nexport default { css }",
      { css: known(['a']) },
    ],
    'changed inside the function': [
      'export default () => { const config = { a: 1, b: 1 }; if (x) config.a = 2; return config }',
      { a: dynamic, b: known(1) },
    ],
    'changed under another name': [
      `const config = { a: 1, b: 1 }\nconst same = config\nsame.a = 2\nconfig.b = 3\n${exported}`,
      { a: known(2), b: known(3) },
    ],
    'changed part under a destructured name': [
      "const shared = { dir: { pages: 'x' } }\nconst { dir } = shared\ndir.pages = 'y'\nexport default { dir }",
      { 'dir.pages': dynamic },
    ],
    'changed import': [
      "import { dir } from './dir'\ndir.pages = 'y'\nexport default { dir, a: 1 }",
      { 'dir.pages': dynamic, a: known(1) },
      { 'dir.ts': "export const dir = { pages: 'x' }" },
    ],
    'changed where it is exported': [
      "import { dir } from './dir'\nexport default { dir, a: 1 }",
      { 'dir.pages': dynamic, a: known(1) },
      { 'dir.ts': "export const dir = { pages: 'x' }\ndir.pages = 'y'" },
    ],
    'merged config that is changed': [
      `const config = defu({ a: 1, b: 1 }, { c: 1 })\nconfig.a = 2\n${exported}`,
      { a: dynamic, b: known(1), c: known(1), d: absent },
    ],
    'spread const that is changed': [
      'const base = { a: 1, b: 1 }\nbase.a = 2\nexport default { ...base, c: 1 }',
      { a: dynamic, b: known(1), c: known(1), d: absent },
    ],
  };
  it.each(Object.entries(cases))('%s', (_, one) => check(one));

  it('sees changes of module.exports', () => {
    const doc = open(
      'module.exports = { a: 1, b: 1, dir: {} }\nmodule.exports.a = 2\nexports.dir.x = 1',
      'fw.config.cjs',
    );
    expect(['a', 'b', 'c'].map((key) => brief(doc.lookup(key)))).toEqual([
      known(2),
      known(1),
      absent,
    ]);
    const unknown = open('module.exports = { a: 1 }\nextend(module.exports)', 'fw.config.cjs');
    expect(['a', 'b'].map((key) => brief(unknown.lookup(key)))).toEqual([dynamic, dynamic]);
  });
});

describe('path expressions', () => {
  const place = (path: string) => known({ place: path });
  const head = [
    "import { fileURLToPath, URL } from 'node:url'",
    "import path, { join, resolve as res, dirname } from 'node:path'",
    "import * as pathe from 'pathe'",
    "import { createResolver } from '@fw/kit'",
    'const { resolve } = createResolver(import.meta.url)',
    'const resolver = createResolver(import.meta.url)',
    'const here = dirname(fileURLToPath(import.meta.url))',
    "const src = new URL('./src/', import.meta.url)",
    "const file = new URL('./src/a.css', import.meta.url)",
  ].join('\n');
  const forms: Record<string, string> = {
    "new URL('./a/b', import.meta.url)": 'a/b',
    "fileURLToPath(new URL('./a/b', import.meta.url))": 'a/b',
    "fileURLToPath(new URL('a/b/', import.meta.url))": 'a/b',
    "new URL('./a/b', import.meta.url).pathname": 'a/b',
    "new URL('../a', import.meta.url)": '../a',
    "new URL('.', import.meta.url)": '',
    "new URL('./b.css', src)": 'src/b.css',
    "new URL('./b.css', file)": 'src/b.css',
    "new URL('./b.css', new URL('.', import.meta.url))": 'b.css',
    "new URL('./b.css', new URL('./x/..', import.meta.url))": 'b.css',
    "path.resolve(__dirname, 'a', 'b')": 'a/b',
    "path.join(__dirname, './a/', '../b')": 'b',
    "res(__dirname, 'a')": 'a',
    'res(__dirname)': '',
    "join(__dirname, '..', 'a')": '../a',
    "pathe.join(import.meta.dirname, 'a')": 'a',
    "resolve('./a/b')": 'a/b',
    "resolve('a', 'b')": 'a/b',
    "resolver.resolve('./a')": 'a',
    "createResolver(import.meta.url).resolve('./a')": 'a',
    "join(here, 'a')": 'a',
    "here + '/a'": 'a',
    '`${__dirname}/a/b`': 'a/b',
    '`${here}/a`': 'a',
    "__dirname + '/a'": 'a',
    __dirname: '',
    'import.meta.dirname': '',
    "dirname(res(__dirname, 'a/b'))": 'a',
    "res(join(__dirname, 'a'), 'b')": 'a/b',
    "(path.join(__dirname, 'a') as string)": 'a',
    "path.posix.join(__dirname, 'a')": 'a',
  };
  it.each(Object.entries(forms))('%s', (text, expected) => {
    check([
      `${head}\n${config(`srcDir: ${text}, css: [${text}]`)}`,
      { srcDir: place(expected), 'css.0': place(expected) },
    ]);
  });

  it.each([
    "path.resolve('a')",
    "path.resolve(__dirname, '/a')",
    'path.resolve(__dirname, name)',
    "path.resolve(name, 'a')",
    "new URL('https://x.y/a', import.meta.url)",
    "new URL('./a%20b', import.meta.url)",
    'new URL(name, import.meta.url)',
    '`${__dirname}a`',
    '`x${__dirname}`',
    '`${__dirname}/${name}`',
    "path.relative(__dirname, 'a')",
    "custom.resolve('./a')",
    "require.resolve('./a')",
  ])('%s is no place that is known', (text) => {
    check([`${head}\n${config(`srcDir: ${text}`)}`, { srcDir: dynamic }]);
  });

  it('does not take a function for another that has its name', () => {
    check([
      `const join = (a, b) => b\n${config("a: join(__dirname, 'a'), b: resolve(__dirname, 'a')")}`,
      { a: dynamic, b: dynamic },
    ]);
    check([`export default (__dirname) => ({ a: __dirname + '/x' })`, { a: dynamic }]);
  });
});

describe('decoys and scopes', () => {
  it('matches by full path only', () => {
    check([
      config(
        "serverEngine: { experimental: { x: 1 }, srcDir: 'a' }, pwa: { dir: { pages: 'b' } }, hooks: { 'dir.pages': 1 }",
      ),
      { experimental: absent, srcDir: absent, 'dir.pages': absent, 'pwa.dir.pages': known('b') },
    ]);
  });

  it('reads keys that hold a dot by their segments', () => {
    const doc = open(config("'a.b': 1, a: { b: 2 }"));
    expect(brief(doc.lookup(['a.b']))).toEqual(known(1));
    expect(brief(doc.lookup('a.b'))).toEqual(known(2));
  });

  it('lists the override blocks', () => {
    const doc = open(
      config(
        "ssr: true, $production: { ssr: false }, $development: {}, $test: fn(), $env: { staging: { dir: { pages: 'x' } }, 'a-b': {}, staging: { ssr: 1 } }",
      ),
    );
    expect(doc.scopes.map(({ block }) => block)).toEqual([
      '',
      '$development',
      '$production',
      '$env.staging',
      '$env.a-b',
    ]);
    const [own, , production, staging] = doc.scopes;
    expect(brief(own.lookup('ssr'))).toEqual(known(true));
    expect(brief(production?.lookup('ssr') ?? { kind: 'absent' })).toEqual(known(false));
    expect(staging?.set('ssr', 2)).toEqual({
      kind: 'set',
      layer: 0,
      path: ['$env', 'staging', 'ssr'],
      value: 2,
    });
    expect(doc.render([staging?.set('ssr', 2) ?? own.remove('x')]).code).toContain(
      'staging: { ssr: 2 }',
    );
  });

  it('has a scope for each merged object', () => {
    const doc = open(
      'const base = { b: 1, $test: { c: 1 } }\nexport default defu({ a: 1, dir: { x: 1 } }, base, load(), { a: 2, dir: { y: 2 } })',
    );
    expect(doc.scopes.map(({ block, lookup }) => [block, brief(lookup('a'))])).toEqual([
      ['', known(1)],
      ['', absent],
      ['$test', absent],
      ['', known(2)],
    ]);
    expect(brief(doc.lookup('a'))).toEqual(known(1));
    expect(brief(doc.lookup('b'))).toEqual(known(1));
    expect(brief(doc.lookup('dir.x'))).toEqual(known(1));
    expect([brief(doc.lookup('dir')), brief(doc.lookup('dir.y')), brief(doc.lookup('z'))]).toEqual([
      dynamic,
      dynamic,
      dynamic,
    ]);
  });

  it('merges as the functions do', () => {
    const doc = open(
      'export default defu({ a: null, b: undefined, c: 0 }, { a: 1, b: 2, c: 3, d: 4 })',
    );
    expect(['a', 'b', 'c', 'd', 'e'].map((key) => brief(doc.lookup(key)))).toEqual([
      known(1),
      known(2),
      known(0),
      known(4),
      absent,
    ]);
    const last = open('export default mergeConfig({ a: 1, dir: { x: 1 } }, { a: 2 })');
    expect(['a', 'dir.x', 'e'].map((key) => brief(last.lookup(key)))).toEqual([
      known(2),
      known(1),
      absent,
    ]);
    const assigned = open(
      'export default Object.assign({ a: 1, dir: { x: 1 } }, { dir: { y: 1 } }, load(), { b: 1 })',
    );
    expect(['a', 'b', 'dir.x', 'e'].map((key) => brief(assigned.lookup(key)))).toEqual([
      dynamic,
      known(1),
      dynamic,
      dynamic,
    ]);
    expect(brief(open('export default { a: Object.assign({}, { x: 1 }) }').lookup('a.x'))).toEqual(
      known(1),
    );
  });

  it('lists the entries of objects and arrays', () => {
    const doc = open(
      "const rest = { c: 3 }\nexport default { a: { x: 1, 'y-z': f() }, ...rest, css: ['m', n] }",
    );
    const [scope] = doc.scopes;
    const shown = (option: OptionRef) => {
      const entries = scope.entries(option);
      return (
        entries && [
          entries.complete,
          ...entries.list.map(({ path, lookup, at }) => [path, brief(lookup), at.line, at.column]),
        ]
      );
    };
    expect(shown('a')).toEqual([
      true,
      [['a', 'x'], known(1), 2, 23],
      [['a', 'y-z'], dynamic, 2, 29],
    ]);
    expect(shown('css')).toEqual([
      true,
      [['css', 0], known('m'), 2, 58],
      [['css', 1], dynamic, 2, 63],
    ]);
    expect(
      shown('')
        ?.slice(1)
        .map((entry) => (entry as unknown[])[0]),
    ).toEqual([['a'], ['c'], ['css']]);
    expect(shown('none')).toBeUndefined();
    expect(shown('a.x')).toBeUndefined();
  });

  it('says that entries may be missing', () => {
    const [scope] = open(
      'export default { a: { x: 1, ...y }, b: { [k]: 1 }, c: { ...(x && { d: 1 }) }, css: [...y], deep: { z: 1 } }',
    ).scopes;
    expect(['a', 'b', 'c', 'css', 'deep', ''].map((key) => scope.entries(key)?.complete)).toEqual([
      false,
      false,
      true,
      false,
      true,
      true,
    ]);
  });

  it('gives the text of a value as it is written', () => {
    const [scope] = open(
      "const v = 'x'\nexport default { a: v, b: 'y' as const, c() { return 1 }, css: [ 'q' , v ] }",
    ).scopes;
    expect(
      ['a', 'b', 'css', ['css', 1], 'none'].map((option) => scope.textOf(option as OptionRef)),
    ).toEqual(['v', "'y' as const", "[ 'q' , v ]", "'x'", undefined]);
  });
});
