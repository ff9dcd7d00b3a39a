import { parse } from '@babel/parser';
import { describe, expect, it } from 'vitest';
import { brief, open, problemOf } from './support/open.ts';

const helper = "import { defineFwConfig } from 'fw/config'\n";

// Each of them says `ssr: false` and `dir: { pages: 'views' }`.
const object = "{ ssr: false, dir: { pages: 'views' } }";
const shapes: Readonly<Record<string, string | readonly [filename: string, text: string]>> = {
  'helper call without an import': `export default defineFwConfig(${object})`,
  'helper call with an import': `${helper}export default defineFwConfig(${object})\n`,
  'plain object': `export default ${object}`,
  'const exported later': `const config = ${object}\nexport default config`,
  'const exported as default': `const config = ${object}\nexport { config as default }`,
  'const exported under a quoted name': `const config = ${object}\nexport { config as 'default' }`,
  'const of a helper call': `const config = defineFwConfig(${object})\nexport default config`,
  'const of a const': `const a = ${object}\nconst b = a\nexport default b`,
  'const given to the helper': `const config = ${object}\nexport default defineFwConfig(config)`,
  satisfies: `export default ${object} satisfies FwConfig`,
  as: `export default ${object} as FwConfig`,
  'as const satisfies': `export default ${object} as const satisfies FwConfig`,
  'satisfies inside the helper': `export default defineFwConfig(${object} satisfies FwConfig)`,
  'type assertion in front': `export default <FwConfig>${object}`,
  'const with type and as': `const config: FwConfig = ${object} as FwConfig\nexport default config!`,
  parentheses: `export default ((${object}))`,
  'arrow that returns the object': `export default () => (${object})`,
  'arrow that returns the call': `export default () => defineFwConfig(${object})`,
  'async arrow': `export default async () => (${object})`,
  'arrow with a body': `export default () => {\n  const x = 1\n  return ${object}\n}`,
  'function declaration': `export default function () { return ${object} }`,
  'async named function': `export default async function config() { await x(); return defineFwConfig(${object}) }`,
  'function exported later': `function config() { return ${object} }\nexport default config`,
  'function expression in a const': `const config = function () { return ${object} }\nexport default config`,
  'helper given an arrow': `export default defineFwConfig(() => (${object}))`,
  'helper given an async arrow with a body': `export default defineFwConfig(async () => { return ${object} })`,
  'helper given a function by name': `const make = () => (${object})\nexport default defineFwConfig(make)`,
  'function that returns a local const': `export default () => { const config = ${object}; return config }`,
  'function with returns of inner functions': `export default () => { const f = () => { return 1 }; function g() { return 2 } return { ...${object}, m() { return 3 } } }`,
  'awaited helper': `export default await defineFwConfig(${object})`,
  'module.exports': ['fw.config.cjs', `module.exports = ${object}`],
  'module.exports of a call': [
    'fw.config.cjs',
    `const { defineFwConfig } = require('fw/config')\nmodule.exports = defineFwConfig(${object})`,
  ],
  'module.exports of a const': [
    'fw.config.js',
    `const config = ${object}\nmodule.exports = config`,
  ],
  'module.exports of a function': ['fw.config.js', `module.exports = () => (${object})`],
  'module.exports.default': ['fw.config.cjs', `module.exports.default = ${object}`],
  'exports.default': [
    'fw.config.cjs',
    `Object.defineProperty(exports, '__esModule', { value: true })\nexports.default = ${object}`,
  ],
  'export =': ['fw.config.cts', `export = ${object}`],
  'export = call': [
    'fw.config.cts',
    `import fw = require('fw')\nexport = fw.defineFwConfig(${object})`,
  ],
  'helper renamed by import': `import { defineFwConfig as define } from 'fw'\nexport default define(${object})`,
  'helper through a namespace': `import * as fw from 'fw'\nexport default fw.defineFwConfig(${object})`,
  'helper of a default import': `import fw from 'fw'\nexport default fw.defineFwConfig(${object})`,
  'helper renamed by require': [
    'fw.config.cjs',
    `const { defineFwConfig: define } = require('fw')\nmodule.exports = define(${object})`,
  ],
  'helper of a required namespace': [
    'fw.config.cjs',
    `const fw = require('fw')\nmodule.exports = fw.defineFwConfig(${object})`,
  ],
  'helper renamed by a const': `${helper}const define = defineFwConfig\nexport default define(${object})`,
  'helper of a dynamic import': `const { defineFwConfig } = await import('fw')\nexport default defineFwConfig(${object})`,
  defu: `import { defu } from 'defu'\nexport default defu({ ssr: false }, { ssr: true, dir: { pages: 'views' } })`,
  'defu by its default export': `import merge from 'defu'\nexport default merge({ ssr: false }, { dir: { pages: 'views' } })`,
  'helper around defu': `export default defineFwConfig(defu({ ssr: false }, { dir: { pages: 'views' } }))`,
  'defu around helpers': `export default defu(defineFwConfig({ ssr: false }), defineFwConfig({ dir: { pages: 'views' } }))`,
  'defu of consts': `const base = { dir: { pages: 'views' } }\nexport default defu({ ssr: false }, base)`,
  mergeConfig: `export default mergeConfig({ ssr: true, dir: { pages: 'views' } }, { ssr: false })`,
  'Object.assign': `export default Object.assign({ ssr: true }, { dir: { pages: 'views' } }, { ssr: false })`,
  'shebang, byte order mark of Windows, CRLF':
    '\uFEFFexport default {\r\n  ssr: false,\r\n  dir: { pages: "views" }\r\n}\r\n',
  shebang: `#!/usr/bin/env node\nexport default ${object}`,
  'directive and comments': `'use strict'\n/* a */ // b\nexport default /* c */ ${object} // d`,
  'JSX in a .js file': ['fw.config.js', `const Logo = () => <b>x</b>\nexport default ${object}`],
  'JSX in a .ts file': `const Logo = () => <b>{1}</b>\nexport default ${object}`,
  'type assertion in a .ts file': `const x = <any>window\nexport default ${object}`,
  'types in a .js file': [
    'fw.config.js',
    `const x: string = 'a'\nexport default ${object} satisfies X`,
  ],
  'decorators and enums': `enum E { A }\n@dec class C {}\nexport default ${object}`,
  'other exports around it': `export const a = 1\nexport default ${object}\nexport type T = string`,
};

describe('shapes that are found', () => {
  it.each(Object.entries(shapes))('%s', (_, shape) => {
    const [filename, text] = typeof shape === 'string' ? ['fw.config.ts', shape] : shape;
    const doc = open(text, filename);
    expect(brief(doc.lookup('ssr'))).toEqual({ static: false });
    expect(brief(doc.lookup('dir.pages'))).toEqual({ static: 'views' });
    expect(brief(doc.lookup('srcDir'))).toBe('absent');
    expect(doc.render([]).code).toBe(text);
    expect(doc.render([]).files).toEqual([]);
  });

  it.each(Object.entries(shapes))('%s: can be changed', (_, shape) => {
    const [filename, text] = typeof shape === 'string' ? ['fw.config.ts', shape] : shape;
    const doc = open(text, filename);
    const layer = doc.scopes.find((scope) => scope.lookup('dir').kind !== 'absent');
    const change = layer?.remove('dir');
    if (!change) throw new Error('no scope has dir');
    expect(doc.obstacle(change)).toBeUndefined();
    const { code } = doc.render([change]);
    expect(code).not.toContain('views');
    expect(code).toContain('ssr: false');
    expect(() =>
      parse(code, {
        sourceType: 'unambiguous',
        errorRecovery: false,
        plugins: pluginsFor(code, filename),
      }),
    ).not.toThrow();
  });
});

function pluginsFor(code: string, filename: string) {
  const jsx = code.includes('</b>') || filename.endsWith('.js');
  return [...(jsx ? (['jsx'] as const) : []), 'typescript' as const, 'decorators' as const];
}

describe('configs assembled from local files', () => {
  const cases: Record<
    string,
    { config: string; files: Record<string, string>; filename?: string }
  > = {
    'default export': {
      config: "import base from './base'\nexport default { ...base, ssr: false }",
      files: { 'base.ts': "export default { dir: { pages: 'views' } }" },
    },
    'named export': {
      config:
        "import { dir as folders } from './parts/dir'\nexport default { ssr: false, dir: folders }",
      files: { 'parts/dir.ts': "export const dir = { pages: 'views' }" },
    },
    'index file': {
      config: "import { dir } from './parts'\nexport default { ssr: false, dir }",
      files: { 'parts/index.ts': "const dir = { pages: 'views' }\nexport { dir }" },
    },
    'imported by the name it will have': {
      config: "import { dir } from './dir.js'\nexport default { ssr: false, dir }",
      files: { 'dir.ts': "export const dir = { pages: 'views' }" },
    },
    'imported .mts by .mjs': {
      config: "import { dir } from './dir.mjs'\nexport default { ssr: false, dir }",
      files: { 'dir.mts': "export const dir = { pages: 'views' }" },
    },
    're-export by name': {
      config: "import { folders } from './parts'\nexport default { ssr: false, dir: folders }",
      files: {
        'parts/index.ts': "export { dir as folders } from './dir'",
        'parts/dir.ts': "export const dir = { pages: 'views' }",
      },
    },
    're-export of everything': {
      config: "import { dir } from './parts'\nexport default { ssr: false, dir }",
      files: {
        'parts/index.ts': "export * from './other'\nexport * from './dir'",
        'parts/other.ts': 'export const x = 1',
        'parts/dir.ts': "export const dir = { pages: 'views' }",
      },
    },
    're-export through an import': {
      config: "import { dir } from './parts'\nexport default { ssr: false, dir }",
      files: {
        'parts.ts': "import { dir } from './dir'\nexport { dir }",
        'dir.ts': "export const dir = { pages: 'views' }",
      },
    },
    namespace: {
      config: "import * as parts from './parts'\nexport default { ssr: false, dir: parts.dir }",
      files: { 'parts.ts': "export const dir = { pages: 'views' }" },
    },
    'member of an import': {
      config:
        "import parts from './parts'\nexport default { ssr: false, dir: { pages: parts.dir.pages } }",
      files: { 'parts.ts': "export default { dir: { pages: 'views' } }" },
    },
    'default that is passed on': {
      config: "export { default } from './base'",
      files: {
        'base.ts': "export default defineFwConfig({ ssr: false, dir: { pages: 'views' } })",
      },
    },
    'imported config': {
      config: "import config from './config/base'\nexport default config",
      files: {
        'config/base.ts': "export default defineFwConfig({ ssr: false, dir: { pages: 'views' } })",
      },
    },
    'merged from files': {
      config: "import base from '../common/base'\nexport default defu({ ssr: false }, base)",
      files: { 'common/base.ts': "export default { ssr: true, dir: { pages: 'views' } }" },
      filename: 'web/fw.config.ts',
    },
  };

  it.each(Object.entries(cases))('%s', (_, { config, files, filename }) => {
    const doc = open(config, filename, files);
    expect(brief(doc.lookup('ssr'))).toEqual({ static: false });
    expect(brief(doc.lookup('dir.pages'))).toEqual({ static: 'views' });
  });

  it.each(Object.entries(cases))(
    '%s: a change is made where it belongs',
    (_, { config, files, filename }) => {
      const doc = open(config, filename, files);
      const scope = doc.scopes.find((one) => one.lookup('dir.pages').kind === 'static');
      if (!scope) throw new Error('no scope has dir.pages');
      const change = scope.set('dir.pages', 'app/views');
      expect(doc.obstacle(change)).toBeUndefined();
      const { code, files: written } = doc.render([change]);
      expect(code).toBe(config);
      expect(written).toHaveLength(1);
      const [file] = written;
      const before = files[file?.path ?? ''];
      expect(file).toMatchObject({
        path: file?.path,
        before,
        after: before?.replace('views', 'app/views'),
      });
    },
  );

  it('reports a path expression of another file relative to the config', () => {
    const doc = open("import { css } from './parts/css'\nexport default { css }", 'fw.config.ts', {
      'parts/css.ts':
        "export const css = [fileURLToPath(new URL('../x.css', import.meta.url))]\nimport { fileURLToPath } from 'node:url'",
    });
    expect(brief(doc.lookup(['css', 0]))).toEqual({ static: { place: 'x.css' } });
  });

  it('is dynamic, not absent, where a file is missing, cannot be parsed, is a circle, or names a package', () => {
    const files = {
      'broken.ts': 'export const x = {',
      'empty.ts': '',
      'huge.ts': `export const x = '${'a'.repeat(1_100_000)}'`,
      'a.ts': "export { x } from './b'",
      'b.ts': "export { x } from './a'",
      'none.ts': 'export const y = 1',
    };
    for (const source of [
      './missing',
      './broken',
      './empty',
      './huge',
      './a',
      './none',
      'pkg',
      '~/x',
      './x.json',
    ]) {
      const doc = open(
        `import { x } from '${source}'\nexport default { ...x, dir: x }`,
        'fw.config.ts',
        files,
      );
      expect([source, brief(doc.lookup('ssr')), brief(doc.lookup('dir.pages'))]).toEqual([
        source,
        'dynamic',
        'dynamic',
      ]);
    }
  });

  it('does not take the default export for the namespace', () => {
    const doc = open("import * as base from './base'\nexport default { ...base }", 'fw.config.ts', {
      'base.ts': 'export default { ssr: false }',
    });
    expect(brief(doc.lookup('ssr'))).toBe('dynamic');
  });

  it('does not read files that are required', () => {
    const doc = open(
      "const base = require('./base')\nmodule.exports = { ...base, dir: require('./base').dir }",
      'fw.config.cjs',
      {
        'base.js': "module.exports = { dir: { pages: 'views' } }",
      },
    );
    expect([brief(doc.lookup('ssr')), brief(doc.lookup('dir.pages'))]).toEqual([
      'dynamic',
      'dynamic',
    ]);
  });
});

describe('shapes that are refused', () => {
  // [text, line, column, part of the summary]
  const refused: Record<
    string,
    readonly [text: string, line: number, column: number, summary: RegExp, filename?: string]
  > = {
    ternary: ['export default prod\n  ? { a: 1 } : { b: 1 }', 1, 16, /condition/],
    'unknown wrapper': [
      "import { wrap } from 'x'\nexport default wrap({ ssr: true })",
      2,
      16,
      /result of `wrap/,
    ],
    'unknown wrapper inside the helper': [
      'export default defineFwConfig(wrap({ ssr: true }))',
      1,
      31,
      /wrap/,
    ],
    'own function with the name of the helper': [
      'function defineFwConfig(x) { return { ...x } }\nexport default defineFwConfig({})',
      2,
      16,
      /defineFwConfig/,
    ],
    'several returns': [
      'export default () => {\n  if (x) return { a: 1 }\n  return { b: 1 }\n}',
      3,
      3,
      /2 values/,
    ],
    'a return under a condition': [
      'export default () => {\n  if (x) { const y = 1\n    return { y } }\n}',
      3,
      5,
      /condition/,
    ],
    'no return': ['export default () => {\n}', 1, 16, /returns nothing/],
    'no export': ['const a = 1\n', 1, 1, /does not export a config/],
    'only named exports': ['export const config = {}', 1, 1, /does not export a config/],
    empty: ['', 1, 1, /empty/],
    'only white space': ['\uFEFF \n\t\r\n', 1, 1, /empty/],
    'only comments': ['// nothing\n', 1, 1, /does not export a config/],
    binary: ['export default {\0}', 1, 17, /binary/],
    'too large': [`export default { a: '${'x'.repeat(1_000_001)}' }`, 1, 1, /too large/],
    'syntax error': ['export default {\n  a: 1\n  b: 2\n}', 3, 3, /cannot be parsed: .*[^.]\.$/],
    'unterminated string': ["export default {\n  a: 'x\n}", 2, 6, /cannot be parsed: .*[^.]\.$/],
    'reason without a full stop': ['export default {{}', 1, 17, /cannot be parsed: .*[^.]\.$/],
    'circle of consts': ['const a = b\nconst b = a\nexport default a', 1, 1, /itself/],
    'circle through the helper': ['const a = defineFwConfig(a)\nexport default a', 1, 1, /itself/],
    'an array': ['export default [1]', 1, 16, /array/],
    'a string': ["export default 'x'", 1, 16, /plain value/],
    'a class': ['export default class {}', 1, 16, /./],
    'a package': ["import config from 'preset'\nexport default config", 2, 16, /preset/],
    'passed on from a package': ["export { default } from 'preset'", 1, 1, /preset/],
    'passed on from a missing file': ["\nexport { default } from './x'", 2, 1, /\.\/x/],
    let: ['let config = { a: 1 }\nexport default config', 2, 16, /let/],
    'helper without an argument': ['export default defineFwConfig()', 1, 16, /without an object/],
    parameter: ['export default (config) => config', 1, 28, /parameter/],
    'behind a byte order mark': ['\uFEFFexport default x ? {} : {}', 1, 16, /condition/],
    'behind CRLF': ['// a\r\n\r\nexport default x ? {} : {}', 3, 16, /condition/],
  };

  it.each(Object.entries(refused))(
    '%s',
    (_, [text, line, column, summary, filename = 'fw.config.ts']) => {
      const problem = problemOf(text, filename);
      expect(problem.summary).toMatch(summary);
      if (!/circle/.test(_)) expect(problem.at).toEqual({ file: filename, line, column });
      expect(problem.message).toContain(`${filename}:${problem.at.line}:${problem.at.column}: `);
      expect(problem.advice).not.toBe('');
      if (!/empty|white|binary/.test(_)) expect(problem.frame).toMatch(/^> ?\d+ \|/m);
    },
  );

  it('marks the place in a code frame', () => {
    const { frame } = problemOf(
      '// one\n// two\n// three\nexport default on ? {} : {}\n// five\n// six\n',
    );
    expect(frame).toBe(
      [
        '  2 | // two',
        '  3 | // three',
        '> 4 | export default on ? {} : {}',
        '    |                ^',
        '  5 | // five',
      ].join('\n'),
    );
  });

  it('marks the place behind a byte order mark', () => {
    const { frame } = problemOf('\uFEFFexport default on ? {} : {}');
    expect(frame).toBe(['> 1 | export default on ? {} : {}', '    |                ^'].join('\n'));
  });

  it('marks the place in a very long line', () => {
    const { frame, at } = problemOf(`const a = '${'x'.repeat(5000)}'; export default on ? {} : {}`);
    const [shown = '', mark = ''] = frame.split('\n');
    expect(at.column).toBe(5030);
    expect(shown.length).toBeLessThan(130);
    expect(shown[mark.indexOf('^')]).toBe('o');
  });

  it.each([
    ['objects', `export default ${'{ a: '.repeat(20_000)}1${' }'.repeat(20_000)}`],
    ['arrays', `export default { a: ${'['.repeat(20_000)}${']'.repeat(20_000)} }`],
    ['parentheses', `export default ${'('.repeat(20_000)}{}${')'.repeat(20_000)}`],
    ['calls', `export default ${'defineFwConfig('.repeat(20_000)}{}${')'.repeat(20_000)}`],
  ])('says that %s are nested too deeply', (_, text) => {
    const problem = problemOf(text);
    expect(problem.summary).toMatch(/deeply/);
    expect(problem.frame).not.toBe('');
  });
});
