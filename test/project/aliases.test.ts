import { describe, expect, it } from 'vitest';
import { readText } from '../../src/project/aliases.ts';

const few = ['@', '@/x', '@scope/a', '@scope', '#', 'plain/name'];
const others = Array.from({ length: 100_000 }, (_, index) => `@alias-${index}`);
const tableOf = (names: readonly string[]) => new Map(names.map((name) => [name, `place-of/${name.length}`]));

describe('the alias that a text starts with', () => {
  const texts = [
    '@',
    '@/',
    '@/y',
    '@/x',
    '@/x/y',
    '@/xy',
    '@scope',
    '@scope/a',
    '@scope/ab',
    '@scopes/a',
    '#',
    '#/a',
  ];
  const all = [
    ...texts,
    '',
    '/',
    '/@',
    'plain',
    'plain/name',
    'plain/name/a/b',
    'plain/names',
    '@//x',
    '@/x//y',
  ];

  it.each(all)('is the same among few and among many: %j', (text) => {
    expect(readText(tableOf([...few, ...others]), text)).toEqual(readText(tableOf(few), text));
  });

  it('is found for as many texts as there are aliases, and in texts of any length', () => {
    const table = tableOf(others);
    const found = others.filter((name) => readText(table, `${name}/a`)?.alias === name);
    expect(found).toHaveLength(others.length);
    expect(readText(table, `@alias-7${'/'.repeat(1_000_000)}`)?.alias).toBe('@alias-7');
  });
});
