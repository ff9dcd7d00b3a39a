import { describe, expect, it } from 'vitest';
import { compileGlob, compileRule, expandChoices } from '../../src/tree/globs.ts';

describe('patterns of a project', () => {
  it.each([
    ['**/*.{test,spec}.?(c|m)[jt]s?(x)', 'a/b.spec.mts', true],
    ['*.+(js|jsx|ts|tsx)', 'a.jsx', true],
    ['*.*(js|ts)', 'a.ts', true],
    ['**/*.(ts|tsx)', 'a/b.tsx', true],
    ['!(*.test|*.spec).ts', 'a.spec.ts', false],
    ['*', '.env', true],
    ['*.vue', 'a/b.vue', false],
  ])('%s and %s: %s', (pattern, path, isMatch) => {
    expect(compileGlob(pattern)?.(path)).toBe(isMatch);
  });

  it.each([
    '[user-id]/*.vue',
    '*(*(a))b',
    '*([a-z])c',
    '+([a-z])b',
    `${'**/a/'.repeat(4)}b`,
    '*a*a*a*a',
    '?(a)'.repeat(30),
    '(a|a)'.repeat(30),
    'a'.repeat(1001),
    '',
  ])('%s is none, or too wild', (pattern) => {
    expect(compileGlob(pattern)).toBeUndefined();
    expect(compileRule(pattern)).toBeUndefined();
  });

  it('a rule covers what is inside what it matches', () => {
    const isMatch = compileRule('{pages,server}/*');
    expect(['pages/a', 'pages/a/b', 'pages', 'a/pages/b'].map((path) => isMatch?.(path))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it.each([
    ['{a,b}/@(c|d)', ['a/c', 'a/d', 'b/c', 'b/d']],
    ['a?(b)!(c)', ['ab*', 'a*']],
    ['{a,{b', ['{a,{b']],
    ['{a,b}'.repeat(10), ['{a,b}'.repeat(10)]],
  ])('%s stands for %j', (pattern, choices) => {
    expect(expandChoices(pattern)).toEqual(choices);
  });
});
