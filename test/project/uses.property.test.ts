import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fwCatalogue } from '../../src/catalogue/index.ts';
import { openSource } from '../../src/project/syntax/source.ts';
import { parsedUses, plainDataCalls, searchFor } from '../../src/project/uses.ts';

const search = searchFor(fwCatalogue);

/** Lines that do, and lines that only seem to call a data function. */
const lines = [
  "const { data } = await useFetch('/a')",
  'const { data: b } = useAsyncData<Item[]>(() => load())',
  'return useLazyFetch(url)',
  'run(useFetch(url))',
  "useFetch('/statement')",
  '// const x = await useFetch(1)',
  '/* = useFetch(2)',
  '*/',
  "const text = 'x = useFetch(3)'",
  'const open = `',
  '= useFetch(4)',
  '`',
  'const o = { useFetch() {} }',
  'function useFetch() {}',
  "import { useFetch } from './mine'",
  "import { useFetch } from '#imports'",
  'const f = useFetch',
  'const g = mine.useFetch(5)',
  'const h = useFetching(6)',
  'const i = await useFetch(7, { deep: true })',
  'const { clear } = await useFetch(8)',
  'const r = /useFetch(9)/',
  'a < b',
];

const scripts = fc.array(fc.constantFrom(...lines), { minLength: 1, maxLength: 6 });

it('what is plain is what the parser finds', () => {
  let plain = 0;
  fc.assert(
    fc.property(scripts, fc.constantFrom('a.ts', 'a.vue', 'twice.vue'), (list, path) => {
      const code = list.join('\n');
      const script = `<script setup lang="ts">\n${code}\n</script>\n`;
      const text =
        path === 'a.ts'
          ? code
          : `<template>\n<p :a="useFetching" />\n</template>\n${script}${path === 'a.vue' ? '' : script}`;
      const source = openSource(path, text);
      const calls = plainDataCalls(source, search);
      const parsed = parsedUses(source, search).filter(({ of }) => of === 'deep-data');
      // What does not parse has nothing to compare with.
      if (!calls || (parsed.length === 0 && calls.length > 0)) return;
      plain += calls.length;
      expect(calls).toEqual(parsed.map(({ start }) => start));
    }),
    { numRuns: 3000 },
  );
  // Most random texts leave room for doubt; enough of them must not.
  expect(plain).toBeGreaterThan(40);
});
