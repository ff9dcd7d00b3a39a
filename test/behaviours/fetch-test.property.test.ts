import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBehaviourFinder } from '../../src/behaviours/behaviour-places.ts';
import { createFetchTest } from '../../src/behaviours/fetch-test.ts';
import { fwCatalogue } from '../../src/catalogue/index.ts';
import { openSource } from '../../src/tree/syntax/source-text.ts';

const { search } = createBehaviourFinder(fwCatalogue);
const usesFetched = createFetchTest(fwCatalogue.names);

const bound = [
  'data',
  'data: cart',
  'data: cart, pending',
  'error',
  'error: failed, status',
  'clear',
  'refresh, clear: reset',
  'pending',
  'data = []',
  '...rest',
];
const sides = [...bound.map((names) => `{ ${names} }`), 'result', '[first]'];
const calls = [
  "useFetch('/api/cart')",
  "useLazyFetch('/api/cart', { key: 'cart' })",
  "useAsyncData('cart', load)",
  'useAsyncData(() => load())',
  "useFwData('cart')",
];
const uses = [
  '',
  'cart.value.items.push(1)',
  'data.value.name = 1',
  'if (error.value === null) stop()',
  'finish(cart)',
  'reset()',
  'result.data.value.name = 1',
  'rest.clear()',
  'export default () => failed.value === null',
  'return { data }',
];

const statement = fc
  .tuple(
    fc.constantFrom('const', 'let', 'export const'),
    fc.constantFrom(...sides),
    fc.constantFrom('', 'await '),
    fc.constantFrom(...calls),
  )
  .map(([kind, side, wait, call]) => `${kind} ${side} = ${wait}${call}`);
const code = fc
  .tuple(fc.array(statement, { minLength: 1, maxLength: 2 }), fc.array(fc.constantFrom(...uses)))
  .map((parts) => parts.flat().join('\n'));

describe('a file that does not use what it fetches', () => {
  it('has nothing that the parser would find', () => {
    fc.assert(
      fc.property(code, (text) => {
        // A name in a comment is enough for the parser.
        const parsed = search(openSource('app/file.ts', `${text}\n// useFetch`));
        if (!usesFetched(text)) expect(parsed).toEqual({ places: [], data: [] });
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    "const { data } = await useFetch('/api/cart')",
    "const { data: cart, pending } = useLazyFetch('/api/shop')\nif (pending.value) wait()",
    'const { error, status } = await useAsyncData(() => load())\nwatch(status, log)',
  ])('is not parsed: %s', (text) => {
    expect(usesFetched(text)).toBe(false);
  });
});
