import { describe, expect, it } from 'vitest';
import { excerptAround } from '../../src/config/problem.ts';

describe('an excerpt', () => {
  const around = (line: string, position: number, room = 20) => {
    const { text, column } = excerptAround(line, position, room, (part) =>
      part.replaceAll('\t', '  '),
    );
    expect([...text].length).toBeLessThanOrEqual(room);
    return [text, `${' '.repeat(column)}^`];
  };

  it('is the whole line if that fits', () => {
    expect(around("css: ['a'],", 6)).toEqual(["css: ['a'],", '      ^']);
  });

  it('has the mark under its character behind tabs', () => {
    expect(around("a:\t'x'", 3)).toEqual(["a:  'x'", '    ^']);
  });

  it('is cut at its end', () => {
    expect(around('abcdefghijklmnopqrstuvwxyz', 2)).toEqual(['abcdefghijklmnopqrs…', '  ^']);
    expect(around('🚀'.repeat(30), 0)).toEqual([`${'🚀'.repeat(19)}…`, '^']);
  });

  it('is cut at both ends around a position far behind', () => {
    const line = `${'a'.repeat(500)}X${'b'.repeat(500)}`;
    expect(around(line, 500)).toEqual(['…aaaaaaaaaXbbbbbbbb…', '          ^']);
  });

  it('keeps the end of a line whose last character is meant', () => {
    expect(around('abcdefghijklmnopqrstuvwxyz', 25)).toEqual([
      '…hijklmnopqrstuvwxyz',
      '                   ^',
    ]);
  });
});
