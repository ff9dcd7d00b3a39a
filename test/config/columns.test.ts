import { describe, expect, it } from 'vitest';
import { columnsOf, excerptAround } from '../../src/config/columns.ts';

describe('the columns of a text', () => {
  it.each([
    ['abc', 3],
    ['ä→✓│', 4],
    ['e\u0301', 1],
    ['日本語', 6],
    ['한국', 4],
    ['ｶﾅ', 2],
    ['Ａ１', 4],
    ['🚀', 2],
    ['👩‍👩‍👧', 2],
    ['🇩🇪', 2],
    ['\u001B[1mbold\u001B[22m', 4],
  ])('of %j are counted', (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });
});

describe('an excerpt', () => {
  const around = (line: string, position: number, room = 20) => {
    const { text, column } = excerptAround(line, position, room, (part) => part.replaceAll('\t', '  '));
    expect(columnsOf(text)).toBeLessThanOrEqual(room);
    return [text, `${' '.repeat(column)}^`];
  };

  it('is the whole line if that fits', () => {
    expect(around("css: ['a'],", 6)).toEqual(["css: ['a'],", '      ^']);
  });

  it('has the mark under its character behind tabs and wide characters', () => {
    expect(around("a:\t'x'", 3)).toEqual(["a:  'x'", '    ^']);
    expect(around("名前: 'x'", 4)).toEqual(["名前: 'x'", '      ^']);
    expect(around("🚀: 'x'", 4)).toEqual(["🚀: 'x'", '    ^']);
  });

  it('is cut at its end', () => {
    expect(around('abcdefghijklmnopqrstuvwxyz', 2)).toEqual(['abcdefghijklmnopqrs…', '  ^']);
    expect(around('日本語日本語日本語日本語', 0)).toEqual(['日本語日本語日本語…', '^']);
  });

  it('is cut at both ends around a position far behind', () => {
    const line = `${'a'.repeat(500)}X${'b'.repeat(500)}`;
    expect(around(line, 500)).toEqual(['…aaaaaaaaaXbbbbbbbb…', '          ^']);
    const wide = `${'日'.repeat(500)}X`;
    expect(around(wide, 500)).toEqual(['…日日日日日日日日日X', '                   ^']);
  });

  it('keeps the end of a line whose last character is meant', () => {
    expect(around('abcdefghijklmnopqrstuvwxyz', 25)).toEqual([
      '…hijklmnopqrstuvwxyz',
      '                   ^',
    ]);
  });
});
