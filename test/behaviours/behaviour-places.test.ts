import { describe, expect, it } from 'vitest';
import { createBehaviourFinder } from '../../src/behaviours/behaviour-places.ts';
import { fwCatalogue } from '../../src/catalogue/index.ts';
import { openSource } from '../../src/tree/syntax/source-text.ts';

const { mayRelyOn, search } = createBehaviourFinder(fwCatalogue);

/** Each use with the rest of its line, up to a bracket or the like. */
function uses(text: string, path = 'app/file.ts'): [string, string][] {
  return search(openSource(path, text)).map(({ of, start }) => [
    of,
    /^['"]?\w+(?::\w+)*/.exec(text.slice(start))?.[0] ?? '',
  ]);
}

function kinds(text: string, path?: string): string[] {
  return uses(text, path).map(([of]) => of);
}

describe('data that is reset', () => {
  const found = (text: string) => uses(text).filter(([of]) => of === 'reset-data');

  it.each([
    ['clearFwData', 'clearFwData()'],
    ['clearFwData', "export const reset = () => clearFwData(['a'])"],
    ['clear', "const { data, clear } = await useFetch('/x')"],
    ['reset', "const { clear: reset } = useAsyncData('a', load)"],
    ['clear', "const { clear = noop } = useLazyFetch('/x')!"],
    ['clear', "const users = useFetch('/x')\nusers.clear()"],
    ['clear', "const users = await useFetch('/x')\nfunction reset() { users?.clear() }"],
    ['clear', "const users = useFetch('/x')\nonReset(users.clear)"],
    ['clear', "const users = useFetch('/x')\nconst { clear } = users"],
    ['clear', "(await useFetch('/x')).clear()"],
    [
      'clear',
      "const users = useFetch('/x', { deep: true })\nlist.map((users) => users.id)\nusers.clear()",
    ],
  ])('%s: %s', (name, text) => {
    expect(found(text)).toEqual([['reset-data', name]]);
  });

  it.each([
    'clearFwDatabase()',
    'app.clearFwData()',
    'run(clearFwData)',
    'const text = "clearFwData()" // clearFwData()',
    'function clearFwData() {}\nclearFwData()',
    "const { data } = await useFetch('/x')\ndata.clear()",
    "const { data } = await useFetch('/x')\nconst { clear } = useStorage()\nclear()",
    "const users = useFetch('/x')\nconst seen = new Set()\nseen.clear()",
    "const users = useFetch('/x')\nusers.clearAll(); users.data.clear()",
    "const load = () => { const a = useFetch('/x') }\nconst other = () => { const a = new Map(); a.clear() }",
    "const { clear } = api.useFetch('/x')",
    "const clear = useFetch('/x')",
  ])('a look-alike does not count: %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('helpers for templates', () => {
  it.each([
    "import { templateUtils } from '@fw/kit'",
    'templateUtils.serialize(1)',
    'addTemplate({ getContents: ({ templateUtils }) => 1 })',
  ])('%s', (text) => {
    expect(kinds(text)).toEqual(['template-utils']);
  });

  it.each([
    "run('templateUtils')",
    'const a = { templateUtils: 1 }',
    'options.templateUtils = true',
    "import { other as templateUtils } from 'fw/kit'",
    'myTemplateUtils.run(templateUtilsOf)',
  ])('a look-alike does not count: %s', (text) => {
    expect(uses(text)).toEqual([]);
  });
});

describe('paths of the watcher', () => {
  it.each([
    "app.hook('builder:watch', (event, path) => {})",
    "app.hooks?.hook?.('builder:watch', listen)",
    "hook('builder:watch', listen)",
    "export default defineFwConfig({ hooks: { 'builder:watch'(event, path) {} } })",
    "const hooks = { 'builder:watch': (event, path) => {} }",
  ])('%s', (text) => {
    expect(kinds(text)).toEqual(['watch-paths']);
  });

  it.each([
    "const name = 'builder:watch'",
    "on('file', 'builder:watch')",
    "hook('builder:watch:done', listen)",
    "const list = ['builder:watch']",
  ])('a look-alike does not count: %s', (text) => {
    expect(uses(text)).toEqual([]);
  });
});

describe('components', () => {
  it('both scripts and the template count, at their place in the file', () => {
    const text = [
      '<script lang="ts">',
      "const { data } = useFetch<A>('/x')\r\ndata.value.n = 1",
      '</script>',
      '<template>',
      '  <p>useFetch() {{ é }}</p>',
      '  <button @click="clearFwData(\'a\')" title="clearFwData()">a</button>',
      '  <button @click="a = 1; users.clear()">b</button>',
      '  <button :on="a && users.clear">c</button>',
      '</template>',
      '<script setup>',
      "const users = await useAsyncData('a', load, { deep: true })",
      '</script>',
    ].join('\r\n');
    expect(uses(text, 'app/x.vue')).toEqual([
      ['deep-data', 'data'],
      ['reset-data', 'clearFwData'],
      ['reset-data', 'clear'],
      ['reset-data', 'clear'],
    ]);
  });

  it.each([
    '<template><p title="useFetch()">useFetch()</p></template>',
    '<!-- <script>useFetch()</script> -->',
    '<docs><script>useFetch()</script></docs>',
    '<style>.a { content: "useFetch()" }</style>',
  ])('a look-alike does not count: %s', (text) => {
    expect(uses(text, 'app/x.vue')).toEqual([]);
  });

  it('what cannot be parsed does not hide the rest', () => {
    const text = '<script>const = 1</script><script setup>clearFwData()</script>';
    expect(uses(text, 'app/x.vue')).toEqual([['reset-data', 'clearFwData']]);
    const markup = '<template><a :b="% f(" :c="clearFwData()"/></template>';
    expect(uses(markup, 'app/x.vue')).toEqual([['reset-data', 'clearFwData']]);
  });
});

describe('files', () => {
  it.each(['a.js', 'a.mjs', 'a.cjs', 'a.jsx', 'a.ts', 'a.mts', 'a.cts', 'a.tsx'])('%s', (path) => {
    expect(kinds("const { data } = useFetch('/x'); data.value.n = 1", path)).toEqual(['deep-data']);
  });

  it.each([
    ['a.ts', 'const = useFetch({ deep })'],
    ['a.ts', `useFetch(${'['.repeat(20_000)}`],
    ['a.vue', '<template><div></template><script>useFetch()</script>'],
    ['a.vue', '<script lang="coffee">useFetch()</script>'],
    ['a.vue', '<template lang="pug">p {{ useFetch() }}</template>'],
  ])('%s that cannot be read has none: %.60s', (path, text) => {
    expect(uses(text, path)).toEqual([]);
  });

  it('uses are in the order of the text', () => {
    const text =
      "const { data, clear } = useFetch('/a')\nhook('builder:watch', () => clearFwData())\ndata.value.n = 1";
    expect(kinds(text)).toEqual(['reset-data', 'watch-paths', 'reset-data', 'deep-data']);
  });

  it('most can be ruled out without parsing', () => {
    const text = "import { ref } from 'vue'\nconst seen = new Set()\nseen.clear()";
    expect(mayRelyOn({ path: 'a.ts', text })).toEqual([]);
    expect(mayRelyOn({ path: 'a.ts', text: 'useLazyAsyncData()' })).toEqual([]);
    const written = 'useLazyAsyncData().data.value.a = 1';
    expect(mayRelyOn({ path: 'a.ts', text: written })).toContain('deep-data');
    expect(mayRelyOn({ path: 'a.ts', text: "hook('builder:watch')" })).toEqual(['watch-paths']);
  });
});
