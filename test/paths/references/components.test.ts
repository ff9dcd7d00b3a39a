import { describe, expect, it } from 'vitest';
import { componentReferences } from '../../../src/paths/references/component-references.ts';
import {
  collectReferences,
  type ReadReferences,
  type Reference,
  type Unparsed,
} from '../../../src/paths/references/reference.ts';
import { openSource } from '../../../src/tree/syntax/source-text.ts';
import { writtenAnew } from '../../support/written-references.ts';

type Row = [kind: string, specifier: string, written?: string, open?: 'open'];

function read(text: string): ReadReferences {
  return collectReferences(() => componentReferences(openSource('app/x.vue', text)));
}

/** The references of a text without problems. */
function referencesIn(text: string): readonly Reference[] {
  const { references, problems } = read(text);
  expect(problems).toEqual([]);
  return references;
}

function rows(text: string): Row[] {
  return referencesIn(text).map((found) => rowOf(text, found));
}

function rowOf(text: string, { kind, specifier, start, end, open }: Reference): Row {
  const written = text.slice(start, end);
  if (open) return [kind, specifier, written, 'open'];
  return written === specifier ? [kind, specifier] : [kind, specifier, written];
}

function inTemplate(markup: string): Row[] {
  return rows(`<template>\n  <div>${markup}</div>\n</template>\n`);
}

function problemOf(text: string): Unparsed {
  const [problem, ...others] = read(text).problems;
  expect(others).toEqual([]);
  if (problem) return problem;
  throw new Error('It was parsed');
}

describe('scripts', () => {
  it('both scripts count, at their place in the whole file', () => {
    const text = [
      '\uFEFF<!-- <script>import "./no"</script> -->',
      '  <script lang="ts">',
      "  import type { A } from './a'",
      '  </script>',
      '<template><p>é</p></template>',
      '<script setup lang=\'ts\' generic="T extends string">',
      "const b = <T>await import('./b')",
      '</script>',
    ].join('\r\n');
    expect(rows(text)).toEqual([
      ['module', './a'],
      ['module', './b'],
    ]);
  });

  it.each([
    ['', "const a = require('./x')"],
    [' lang="js"', "import './x'"],
    [' lang="ts"', "const a = <string>require('./x')"],
    [' lang="tsx"', "const a = <p>{import('./x')}</p> as any"],
    [' lang="jsx"', "const a = <p>{import('./x')}</p>"],
    [' setup lang=ts', "import a from './x'; const b: string = a"],
  ])('<script%s>', (attributes, code) => {
    expect(rows(`<script${attributes}>${code}</script>`)).toEqual([['module', './x']]);
  });

  it('a mistake is shown where it stands in the file', () => {
    const problem = problemOf("<template/>\n<script>\nimport './x'\n  const = 1\n</script>");
    expect(problem.message).toMatch(/^the script cannot be parsed: Unexpected token/);
    expect(problem.at).toEqual({ file: 'app/x.vue', line: 4, column: 9 });
    expect(problemOf('\n  <script>import = 1</script>').at).toMatchObject({ line: 2, column: 18 });
  });

  it('another language is only a problem if it may name a file', () => {
    expect(rows('<script lang="coffee">a = -> 1</script>')).toEqual([]);
    expect(problemOf("<script lang='coffee'>a = require './x'</script>").message).toBe(
      'the script is written in coffee, which is not searched',
    );
  });

  it('what only looks like a script does not count', () => {
    expect(rows('<docs><script>import "./x"</script></docs>')).toEqual([]);
    expect(rows('<template><pre v-pre>{{ require("./x") }}</pre></template>')).toEqual([]);
    expect(rows('<template><!-- <img src="./x.png"> --></template>')).toEqual([]);
    expect(
      rows('<template><p>import a from "./x"</p><code title="import \'./x\'"/></template>'),
    ).toEqual([]);
  });
});

describe('blocks', () => {
  it('the src of any block is a module', () => {
    const text = [
      '<script src="./a.ts"></script>',
      "<template src='./b.html' />",
      '<style src=./c.css></style>',
      '<i18n src="~/d.json"/>',
      '<docs src="">src="./no"</docs>',
    ].join('\n');
    expect(rows(text)).toEqual([
      ['module', './a.ts'],
      ['module', './b.html'],
      ['module', './c.css'],
      ['module', '~/d.json'],
    ]);
  });

  it.each(['', ' lang="css"', ' lang="postcss"', ' lang="scss" scoped', ' lang="less"', ' module'])(
    '<style%s> is searched',
    (attributes) => {
      expect(rows(`<template/>\r\n<style${attributes}>\r\n@import './x';\r\n</style>`)).toEqual([
        ['style', './x'],
      ]);
    },
  );

  it('a style in any language is read', () => {
    const code = '@import "./x"\n@require \'~/y\'\na\n  b url(~@/z.png) url(#c)';
    expect(rows(`<style lang="stylus">\n${code}\n</style>`)).toEqual([
      ['style', './x'],
      ['style', '~/y'],
      ['style', '~@/z.png'],
    ]);
  });

  it('an import without quotes is a problem', () => {
    const text = `<script>import './y'</script>\n<style lang="sass">\na\n@import ../x\n</style>`;
    const problem = problemOf(text);
    expect(problem.message).toBe(
      'the style sheet has imports without quotes, which are not searched',
    );
    expect(problem.at.line).toBe(4);
    expect(read(text).references.map(({ specifier }) => specifier)).toEqual(['./y']);
  });

  it('every block that cannot be searched is a problem', () => {
    const text = [
      '<template lang="pug">\nimg(src="../a.png")\n</template>',
      "<script>import './y'</script>",
      '<style lang="sass">\n@import ../x\n</style>\n<style lang="sass">\n@import ../z\n</style>',
    ].join('\n');
    const { references, problems } = read(text);
    expect(references.map(({ specifier }) => specifier)).toEqual(['./y']);
    expect(problems.map(({ at }) => at.line)).toEqual([2, 6, 9]);
  });

  it('an empty file has none', () => {
    expect(rows('')).toEqual([]);
    expect(rows('<template></template><script></script><style></style>')).toEqual([]);
  });
});

describe('assets', () => {
  it.each([
    '<video src="./x"></video>',
    '<video poster="./x"></video>',
    '<source src="./x">',
    "<img alt='./no' src='./x'>",
    '<img src=./x >',
    '<svg><image href="./x"/></svg>',
    '<svg><image xlink:href="./x"/></svg>',
    '<svg><use xlink:href="./x"/></svg>',
    '<template v-if="a"><template #b><img src="./x"/></template></template>',
    '<p v-pre><img src="./x" :alt="require(\'./no\')"></p>',
  ])('%s', (markup) => {
    expect(inTemplate(markup)).toEqual([['asset', './x']]);
  });

  it('query, fragment, aliases and entities are part of it', () => {
    expect(inTemplate('<svg><use href="~/a.svg?b=1&amp;c=2#d"/></svg><img src="@/e.png">')).toEqual(
      [
        ['asset', '~/a.svg?b=1&c=2#d', '~/a.svg?b=1&amp;c=2#d'],
        ['asset', '@/e.png'],
      ],
    );
  });

  it('what has a slash in front may be a file of the bundler', () => {
    expect(inTemplate('<img src="/x.png">')).toEqual([['asset', '/x.png']]);
  });

  it.each([
    '<img src="x.png">',
    '<img src="https://x.test/y.png">',
    '<img src="//x.test/y.png">',
    '<img src="data:image/png;base64,AAAA">',
    '<img src="">',
    '<img src>',
    '<img data-src="./x" alt="./x" title="~/x">',
    '<img :src="\'./x\'">',
    '<svg><use href="#icon"/></svg>',
    '<a href="./x">./y</a>',
    '<MyImage src="./x"/>',
    '<audio src="./x"></audio>',
    '<img srcset="./x 1x, ./y 2x">',
    '<constructor src="./x"/>',
    '<component is="./x" class="./y"/>',
  ])('does not count: %s', (markup) => {
    expect(inTemplate(markup)).toEqual([]);
  });
});

describe('expressions of templates', () => {
  it.each([
    `<img :src="require('./x')">`,
    `<a @click="() => import('./x')"/>`,
    "{{ require('./x') }}",
    `<a v-for="a in require('./x')"/>`,
    '<a :b="% broken, but of no concern"/>',
  ])('are left to the check: %s', (markup) => {
    expect(inTemplate(markup)).toEqual([]);
  });
});

describe('templates that are not searched', () => {
  it.each([
    "img(src='~/x.png')",
    'img(:src="require(\'./x\')")',
    'a(@click="import(\'../x\')")',
    'include ../x.pug',
    'include:md ./x.md',
    'extends ~/x',
  ])('is a problem: %s', (line) => {
    const problem = problemOf(`<template lang="pug">\ndiv\n  ${line}\n</template>`);
    expect(problem.message).toBe('the template is written in pug, which is not searched');
    expect(problem.at.line).toBe(3);
  });

  it('one that names no file is none', () => {
    const text =
      "<template lang='pug'>\nimg(src='/x.png')\np.a(:b='c') ./import\np include x\n</template>";
    expect(rows(`${text}<script>import './x'</script>`)).toEqual([['module', './x']]);
  });

  it('html is the usual language', () => {
    expect(rows('<template lang="html"><img src="./x"></template>')).toEqual([['asset', './x']]);
  });
});

describe('components that cannot be parsed', () => {
  it('says why and where', () => {
    const problem = problemOf('<script>a</script>\n<template>\n  <div>\n</template>');
    expect(problem.message).toBe('the component cannot be parsed: Element is missing end tag.');
    expect(problem.at).toEqual({ file: 'app/x.vue', line: 3, column: 3 });
  });
});

describe('writing', () => {
  const text = [
    '<template>',
    `  <img src="./a'.png"><img src='./b".png'><img src=./c.png><img src="./e&amp;lt;.png">`,
    '</template>',
    "<script>import m from './m'</script>",
    '<style src="./n.css"></style>',
  ].join('\r\n');

  it('a specifier that is written back reads the same', () => {
    expect(summary(text)).toHaveLength(6);
    expect(summary(replaced(text, (specifier) => specifier))).toEqual(summary(text));
  });

  it('another specifier is written where the current one has no escapes', () => {
    const escaped = ['./e&lt;.png'];
    const expected = summary(text).map(([kind, specifier, open]) => [
      kind,
      escaped.includes(String(specifier)) ? specifier : '../q-é/~x',
      open,
    ]);
    expect(summary(replaced(text, () => '../q-é/~x'))).toEqual(expected);
  });

  it('a specifier that needs escapes is not written', () => {
    const plain = '<template><img src="./a"><img src=\'./b\'></template>';
    for (const odd of [`'`, '"', '`', '&', '\\', '<', '>', '=', ' ', '\n', '$', '{'])
      expect(replaced(plain, () => `./${odd}`)).toBe(plain);
  });

  it('a character of the current specifier can be kept', () => {
    const text = `<template><img src="./it's (a) $.png"></template>`;
    expect(replaced(text, (specifier) => `.${specifier}`)).toBe(text.replace('./', '../'));
  });
});

function summary(text: string): unknown[][] {
  return referencesIn(text).map(({ kind, specifier, open }) => [kind, specifier, open]);
}

function replaced(text: string, specifierOf: (specifier: string) => string): string {
  return writtenAnew(text, referencesIn(text), specifierOf);
}
