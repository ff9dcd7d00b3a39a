import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { shellWord } from '../../src/base/shell.ts';

const words = [
  'pages',
  'my types',
  "it's.vue",
  '[id].vue',
  '(group)/[...slug].vue',
  'a,b',
  '@scope/name',
  '~/x',
  '$HOME/x',
  'say "hi"',
  'back`tick',
  'hey!',
  'C:\\My Work\\app',
  'end\\',
  '\\\\server\\share',
  '100%',
  'a;b&c|d',
  'two\nlines',
  '*',
  '',
  'größe 日本',
  '#x',
];

describe('a word of a command', () => {
  it('means the same to sh', () => {
    const command = `printf '%s\\0' ${words.map(shellWord).join(' ')}`;
    const { stdout } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    expect(stdout.split('\0').slice(0, -1)).toEqual(words);
  });

  it('has quotes only if it needs them, and those that Windows knows if it can', () => {
    expect(words.map(shellWord).filter((word) => word.startsWith("'"))).toEqual([
      "'$HOME/x'",
      `'say "hi"'`,
      "'back`tick'",
      "'hey!'",
      "'end\\'",
      "'\\\\server\\share'",
      "'two\nlines'",
    ]);
    expect(shellWord('src/a-b_c+d/e.vue')).toBe('src/a-b_c+d/e.vue');
  });
});
