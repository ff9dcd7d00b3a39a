import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roundsOf } from '../support/sample.ts';
import { mutatesData } from './support/run-component.ts';
import { verdictOf } from './support/verdicts.ts';

/** Ways to get from one or two values to another. */
const steps = [
  ...['A.items', 'A.inner', 'A[0]', 'A?.value', 'A.list', 'A.tags', 'A["inner"]', 'A.a', 'A[KEY]'],
  ...[
    '[...A]',
    '{ ...A }',
    '[A]',
    '{ a: A }',
    '{ value: A }',
    '[A, B]',
    '{ a: A, ...B }',
    'A ?? B',
    'A || B',
    'A && B',
  ],
  ...[
    '(B ? A : B)',
    '(0, A)',
    'Object.values(A)',
    'Object.entries(A)[0][1]',
    'Object.assign({}, A)',
    'Object.assign(B, A)',
  ],
  ...[
    'A.filter(() => true)',
    'A.map((p) => p)',
    'A.map((p) => ({ ...p }))',
    'A.map((p) => p.inner)',
    'A.find(() => true)',
  ],
  ...[
    'A.slice()',
    'A.at(0)',
    'A.concat(B)',
    'A.flatMap((p) => [p])',
    'Array.from(A)',
    'Object.fromEntries([["a", A]])',
  ],
  ...[
    'A.reduce((all, p) => { all.push(p); return all }, [])',
    'A.reduce((all, p) => ({ ...all, a: p }), {})',
  ],
  ...[
    'new Map([["a", A]]).get("a")',
    '[...new Set([A])][0]',
    '[...new Set(A)]',
    'structuredClone(A)',
    'JSON.parse(JSON.stringify(A))',
  ],
  ...[
    'computed(() => A)',
    'computed(() => A.items)',
    'computed(() => A.value)',
    'ref(A)',
    'ref({ ...A })',
    'reactive({ a: A })',
    'reactive(A)',
  ],
  ...[
    'toRefs(A)',
    'toRef(A, "inner")',
    'unref(A)',
    'toValue(() => A)',
    'same(A)',
    'second(B, A)',
    'pick(A)',
    '(() => A)()',
  ],
  ...[
    '(function () { return arguments[0] })(A)',
    '((...all) => all[0])(A)',
    '((p = A) => p)()',
    '(({ inner }) => inner)(A)',
  ],
  ...[
    '({ a: A, get() { return this.a } }).get()',
    '({ get a() { return A } }).a',
    '(([p]) => p)(A)',
    '(({ n, ...rest }) => rest)(A)',
  ],
];

/** Statements that keep a value somewhere, so that it can be got again. */
const keeping = [
  ...[
    'box.a = A',
    'box[KEY] = A',
    'kept = A',
    'list.push(A)',
    'list.unshift(...A)',
    'held.value = A',
    'state.a = A',
    'map.set("a", A)',
  ],
  ...[
    'watch(() => A, (p) => { kept = p })',
    'for (const p of A) kept = p',
    'A.forEach((p) => { box.a = p })',
    '[kept] = A',
    '({ inner: kept } = A)',
  ],
];

/** Statements that write to a value. */
const writes = [
  ...[
    'A.x = 1',
    'A.n++',
    'A.n += 1',
    'A["x"] = 1',
    'A[KEY] = 1',
    'delete A.n',
    'A.push(1)',
    'A.pop()',
    'A.sort()',
    'A.splice(0, 1)',
    'A.reverse()',
  ],
  ...[
    'Object.assign(A, { x: 1 })',
    'A.forEach((p) => { p.x = 1 })',
    'for (const p of A) p.x = 1',
    '[A.x] = [1]',
    '({ x: A.x } = { x: 1 })',
  ],
  ...[
    'A.value = 1',
    'A.value.x = 1',
    'A.inner.x ??= 1',
    'change(A)',
    'A.map((p) => p.x = 1)',
    'A.inner.list.push(1)',
    'A.items[0].inner.x = 2',
  ],
  ...[
    'watch(A, (p) => { p.x = 1 })',
    '(() => { A.x = 1 })()',
    'A.find((p) => { p.x = 1 })',
    'toRef(A, "n").value = 1',
    'A.items.length = 0',
  ],
];

const reads = [
  'JSON.stringify(A)',
  'console.log(A)',
  'A.length',
  'A.items.map((p) => p.n).join()',
  'String(A)',
  'A === B',
  'typeof A',
];

const kept = [
  'box.a',
  'box',
  'kept',
  'list',
  'list[0]',
  'held',
  'held.value',
  'state',
  'state.a',
  'map',
  'map.get("a")',
];

const prelude = [
  'const res = useFetch("/x"); const { data } = res; const KEY = "inner";',
  'const box = {}; let kept; const list = []; const held = ref(); const state = reactive({ a: null }); const map = new Map();',
  'function same(p) { return p } const second = (a, b) => b; function pick({ inner }) { return inner } function change(p) { p.x = 1 }',
].join('\n');

/** A statement, in the script, or in a listener of the template. */
interface Action {
  readonly code: string;
  readonly first: number;
  readonly second: number;
}

const action = (list: readonly string[]) =>
  fc.record({ code: fc.constantFrom(...list), first: fc.nat(40), second: fc.nat(40) });

/** Puts names for the values that a piece of code works on. */
function filled({ code, first, second }: Action, names: readonly string[]): string {
  const nameAt = (index: number) => names[names.length - 1 - (index % names.length)] ?? '';
  return code.replace(/\b[AB]\b/g, (letter) => nameAt(letter === 'A' ? first : second));
}

interface Generated {
  readonly script: string;
  readonly names: readonly string[];
  readonly later: readonly string[];
}

const components = fc
  .record({
    steps: fc.array(fc.oneof({ weight: 3, arbitrary: action(steps) }, action(keeping)), {
      maxLength: 7,
    }),
    writes: fc.array(fc.oneof({ weight: 3, arbitrary: action(writes) }, action(reads)), {
      maxLength: 2,
    }),
    later: fc.array(action([...writes, 'A = B']), { maxLength: 1 }),
  })
  .map(({ steps: taken, writes: written, later }): Generated => {
    const names = ['data', 'data.value'];
    const lines = [prelude];
    const declared = ['data', 'box', 'kept', 'list', 'held', 'state', 'map'];
    for (const [index, one] of taken.entries()) {
      const code = filled(one, names);
      if (keeping.includes(one.code)) {
        lines.push(`try { ${code} } catch {}`);
        names.push(kept[(one.second + index) % kept.length] ?? 'box');
        continue;
      }
      lines.push(`let v${index}; try { v${index} = ${code} } catch {}`);
      names.push(`v${index}`);
      declared.push(`v${index}`);
    }
    for (const one of written) lines.push(`try { ${filled(one, names)} } catch {}`);
    const inTemplate = declared.filter((name) => /^(?:v\d+|data)$/.test(name));
    return {
      script: lines.join('\n'),
      names: declared,
      later: later.map((one) => filled(one, inTemplate)),
    };
  });

/** Ways to write a generated component as one file. */
const shapes = {
  'a setup script': ({ script, later }: Generated) =>
    `<script setup>\n${script}\n</script>\n<template>${listeners(later)}</template>`,
  'a template above the script': ({ script, later }: Generated) =>
    `<template><div v-if="data">${listeners(later)}</div></template>\n<script setup lang="ts">\n${script}\n</script>`,
  'a function of its own': ({ script, names, later }: Generated) =>
    `<script setup>\nfunction load() {\n${script}\nreturn { ${names.join(', ')}, change } }\nconst { ${names.join(', ')}, change } = load()\n</script>\n<template>${listeners(later)}</template>`,
};

/** Ways that hand the data out of the file. */
const leaving = {
  'a composable': ({ script, names }: Generated) =>
    `export function usePosts() {\n${script}\nreturn { ${names.join(', ')}, change } }`,
  'options of a component': ({ script, names }: Generated) =>
    `export default { setup() {\n${script}\nreturn { ${names.join(', ')}, change } } }`,
  'an argument': ({ script }: Generated) => `export default () => {\n${script}\nsend(data)\n}`,
  'a store': ({ script }: Generated) =>
    `export default () => {\n${script}\nuseStore().posts = data.value\n}`,
  'an export': ({ script }: Generated) => `${script}\nexport { data }`,
};

function listeners(later: readonly string[]): string {
  return later.map((code) => `<p @click="${code.replaceAll('"', '&quot;')}" />`).join('');
}

it('data that its file writes to is never said to be only read', () => {
  const counts = { mutated: 0, settled: 0 };
  fc.assert(
    fc.property(components, fc.constantFrom(...Object.values(shapes)), (component, shape) => {
      const later = component.later.map((code) => `try { ${code} } catch {}`);
      const isMutated = mutatesData({ ...component, names: [...component.names, 'change'], later });
      const verdict = verdictOf(shape(component));
      counts.mutated += Number(isMutated);
      counts.settled += Number(verdict === 'read');
      if (isMutated) expect(verdict).not.toBe('read');
    }),
    { numRuns: roundsOf(1200, 3000) },
  );
  // Both kinds come up often enough to mean something.
  expect(counts.mutated).toBeGreaterThan(80);
  expect(counts.settled).toBeGreaterThan(20);
});

it.each(Object.entries(leaving))('data that leaves its file by %s is never settled', (_, shape) => {
  fc.assert(
    fc.property(components, (component) => {
      expect(verdictOf(shape(component), 'composables/posts.ts')).not.toBe('read');
    }),
    { numRuns: 100 },
  );
});
