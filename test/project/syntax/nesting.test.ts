import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { type Language, languageOf } from '../../../src/project/syntax/code.ts';
import { mayNestDeeply } from '../../../src/project/syntax/nesting.ts';

type Kind = readonly [count: number, opening: string, closing?: string, language?: Language];

/** What nests, and how many of it a stack of 2 MB has no room for. */
const kinds: readonly Kind[] = [
  [19_000, '!'],
  [19_000, '- '],
  [19_000, 'typeof '],
  [6_000, 'new '],
  [11_000, 'await '],
  [3_400, 'a?b:'],
  [3_400, 'a?', ':b'],
  [2_500, 'a=>'],
  [4_500, 'a='],
  [9_400, 'a**'],
  [19_000, 'a+'],
  [19_000, 'a instanceof '],
  [6_500, 'if(a);else '],
  [6_500, 'if(a){}else '],
  [6_500, 'do '],
  [4_300, 'for(;;)'],
  [5_500, 'a:'],
  [1_500, '(', ')'],
  [1_500, '[', ']'],
  [1_250, 'a={a:', '}'],
  [800, 'a=function(){return ', '}'],
  [620, 'a=class{a(){return ', '}}'],
  [1_800, 'class A extends ', '{}'],
  [1_010, '@(', ') class{}'],
  [1_300, '`${', '}`'],
  [1_550, 'a<', '>()'],
  [15_000, '<A>'],
  [27_000, '', '()'],
  [19_000, '', '``'],
  [19_000, '', ' as const'],
  [1_500, '[/*]*/', ']'],
  [1_500, "[']',", ']'],
  [1_500, '[/]/,', ']'],
  [1_500, '[`]`,', ']'],
  [1_500, '[//]\n', ']'],
  [4_700, '<a>', '</a>', 'tsx'],
  [4_700, "<a>'", '</a>', 'jsx'],
  [4_700, '<a>;', '</a>', 'js'],
  [1_500, '<a>{', '}</a>', 'tsx'],
];

describe('code that nests deeply', () => {
  it.each(
    kinds.map(([count, opening, closing = '', language = 'ts']) => ({ count, opening, closing, language })),
  )(
    'is recognised at half of what ends a process: $count times $opening $closing',
    ({ count, opening, closing, language }) => {
      const levels = Math.floor(count / 2);
      expect(mayNestDeeply(`${opening.repeat(levels)}x${closing.repeat(levels)}`, language)).toBe(true);
      expect(mayNestDeeply(`${opening.repeat(levels)}x`, language)).toBe(opening !== '');
    },
  );
});

const statement = `export const a${'b'.repeat(9)} = (c: D<E>) => (c ? [!c, { d: \`\${c}\` }] : f(/[)]'/, "(", '}')); // don't (\n`;
const require = createRequire(import.meta.url);

describe('code that is long alone', () => {
  it.each([
    ['statements', 'ts', statement.repeat(5_000)],
    ['statements without semicolons', 'ts', statement.replaceAll(';', '').repeat(5_000)],
    ['a list', 'ts', `x = [${"{ a: 'b', c: [1, 2], d: (e) => e },".repeat(10_000)}];`],
    ['methods', 'js', `class A {${'a(b) { if (b < 1) return; else b = 2; }\n'.repeat(1_000)}}`],
    ['tags', 'tsx', `x = <a>${'<b c="d">{e}<f /></b>\n'.repeat(1_500)}</a>;`],
  ] as const)('does not nest: %s', (_, language, code) => {
    expect(code.length).toBeGreaterThan(32_000);
    expect(mayNestDeeply(code, language)).toBe(false);
  });

  it.each(['@babel/parser', 'typescript/lib/lib.dom.d.ts', 'typescript/lib/lib.es5.d.ts'])(
    'does not nest: %s',
    (id) => {
      const path = require.resolve(id);
      expect(mayNestDeeply(readFileSync(path, 'utf8'), languageOf(path))).toBe(false);
    },
  );
});
