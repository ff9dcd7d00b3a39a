import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wordFilter } from '../../src/tree/word-filter.ts';

it('rules out what holds no end of a word', () => {
  const mayHold = wordFilter(['useFetch', 'useLazyFetch', 'builder:watch', 'cwd()', '$x']);
  expect(['Fetch', 'a:watch', 'wd()', 'a$xb'].map(mayHold)).toEqual([true, true, true, true]);
  expect(['fetch(x)', 'watch(x)', 'cwd', 'x$', ''].map(mayHold)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

it('never rules out a text that holds a word', () => {
  const word = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[\w$:()]+$/),
    fc.constantFrom('', 'é', 'A', 'Ab', 'zzz'),
  );
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1 }),
      fc.nat(),
      fc.string(),
      fc.string(),
      (words, at, start, end) => {
        expect(wordFilter(words)(start + words[at % words.length] + end)).toBe(true);
      },
    ),
  );
});
