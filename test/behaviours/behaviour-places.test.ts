import { describe, expect, it } from 'vitest';
import { createBehaviourFinder } from '../../src/behaviours/behaviour-places.ts';
import { fwCatalogue } from '../../src/catalogue/index.ts';
import { openSource } from '../../src/tree/syntax/source-text.ts';

const { mayRelyOn, placesIn } = createBehaviourFinder(fwCatalogue);

/** Each use with the rest of its line, up to a bracket or the like. */
function uses(text: string, path = 'app/file.ts'): [string, string][] {
  return placesIn(openSource(path, text)).map(({ of, start }) => [
    of,
    /^['"]?\w+(?::\w+)*/.exec(text.slice(start))?.[0] ?? '',
  ]);
}

function kinds(text: string, path?: string): string[] {
  return uses(text, path).map(([of]) => of);
}

describe('data that is reactive in depth', () => {
  it.each([
    ['useAsyncData', "const { data } = await useAsyncData('a', () => load())"],
    ['useLazyAsyncData', "useLazyAsyncData('a', load, { server: false })"],
    ['useFetch', "const users = useFetch<User[]>('/api/users')"],
    ['useLazyFetch', "export const load = () => useLazyFetch('/x', options)"],
    ['useFetch', "useFetch?.('/x')"],
    ['useFetch', "import { useFetch } from '#imports'\nuseFetch('/x')"],
    ['useFetch', "import { useFetch } from '#app/composables/fetch'\nuseFetch('/x')"],
    ['get', "import { useFetch as get } from 'fw/app'\nget('/x')"],
    ['useFetch', "declare function useFetch(url: string): void\nuseFetch('/x')"],
  ])('%s: %s', (name, text) => {
    expect(uses(text)).toEqual([['deep-data', name]]);
  });

  it.each([
    "useFetch('/x', { deep: true })",
    "useFetch('/x', { deep: false })",
    "useFetch('/x', { 'deep': true } as const)",
    "useFetch('/x', { deep })",
    "useFetch('/x', { ...options, deep: true })",
    "useAsyncData('a', load, { server: false, deep: true })",
  ])('does not matter where the call decides it: %s', (text) => {
    expect(uses(text)).toEqual([]);
  });

  it.each([
    "useFetch('/x', { ...options })",
    "useFetch('/x', { query: { deep: true } })",
    "useFetch('/x', { [deep]: true })",
    "useFetch('/x', { deep: undefined })",
    "useAsyncData('deep', () => ({ deep: true }))",
  ])('matters where the call may not decide it: %s', (text) => {
    expect(kinds(text)).toEqual(['deep-data']);
  });

  it.each([
    '// useFetch()',
    '/* useFetch() */ load()',
    'const text = "useFetch()"',
    'const text = `useFetch()`',
    "api.useFetch('/x')",
    "this.useFetch('/x')",
    "useFetcher('/x')",
    "myuseFetch('/x')",
    "UseFetch('/x')",
    'const api = { useFetch() {} }',
    'class Api { useFetch() {} }',
    'type Data = ReturnType<typeof useFetch>',
  ])('a look-alike does not count: %s', (text) => {
    expect(uses(text)).toEqual([]);
  });

  it.each([
    "function useFetch(url) {}\nuseFetch('/x')",
    "export const useFetch = (url) => get(url)\nuseFetch('/x')",
    "const { useFetch } = createApi()\nuseFetch('/x')",
    "import { useFetch } from '@vueuse/core'\nuseFetch('/x')",
    "import { useFetch } from '~/composables/fetch'\nuseFetch('/x')",
    "import useFetch from './fetch'\nuseFetch('/x')",
    "import { get as useFetch } from '#imports'\nuseFetch('/x')",
  ])('a function of that name that is not the framework’s does not count: %s', (text) => {
    expect(uses(text)).toEqual([]);
  });

  it.each([
    "function load(useFetch) { return useFetch('/y') }\nuseFetch('/x')",
    "{ const useFetch = get\nuseFetch('/y') }\nuseFetch('/x')",
  ])('all calls count where only another scope has a function of that name: %s', (text) => {
    expect(kinds(text)).toEqual(['deep-data', 'deep-data']);
  });
});

describe('data that is reset', () => {
  const found = (text: string) => uses(text).filter(([of]) => of === 'reset-data');

  it.each([
    ['clearFwData', 'clearFwData()'],
    ['clearFwData', "export const reset = () => clearFwData(['a'])"],
    ['clear', "const { data, clear } = await useFetch('/x')"],
    ['clear', "const { clear: reset } = useAsyncData('a', load)"],
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
  it('counts each mention', () => {
    const text =
      "import { templateUtils } from '@fw/kit'\ntemplateUtils.serialize(1)\nrun({ templateUtils })";
    expect(uses(text)).toEqual([
      ['template-utils', 'templateUtils'],
      ['template-utils', 'templateUtils'],
      ['template-utils', 'templateUtils'],
    ]);
  });

  it.each([
    "import { templateUtils as utils } from 'fw/kit'",
    "export { templateUtils } from 'fw/kit'",
    "const { templateUtils } = require('@fw/kit')",
    "const { templateUtils } = await import('fw/kit')",
    'addTemplate({ getContents: ({ templateUtils }) => 1 })',
    'run(templateUtils)',
  ])('%s', (text) => {
    expect(uses(text)).toEqual([['template-utils', 'templateUtils']]);
  });

  it.each([
    '// templateUtils',
    "run('templateUtils')",
    'const a = { templateUtils: 1 }',
    'options.templateUtils = true',
    'const templateUtils = create()\ntemplateUtils.run()',
    "import { templateUtils } from './utils'\ntemplateUtils.run()",
    "import { templateUtils as utils } from './utils'",
    "import { other as templateUtils } from 'fw/kit'",
    "export { templateUtils } from './utils'",
    'myTemplateUtils.run(templateUtilsOf)',
    'interface Options { templateUtils: boolean }',
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
    expect(uses(text)).toEqual([['watch-paths', "'builder:watch"]]);
  });

  it.each([
    "// hook('builder:watch')",
    'const text = "hook(\'builder:watch\')"',
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
      "export const load = () => useFetch<A>('/x')",
      '</script>',
      '<template>',
      '  <p>useFetch() {{ é }}</p>',
      '  <button @click="clearFwData(\'a\')" title="clearFwData()">a</button>',
      '  <button @click="a = 1; users.clear()">b</button>',
      '  <button :on="a &amp;&amp; users.clear">c</button>',
      '  {{ useLazyFetch(`/y`) }}',
      '</template>',
      '<script setup>',
      "const users = await useAsyncData('a', load, { deep: true })",
      '</script>',
    ].join('\r\n');
    expect(uses(text, 'app/x.vue')).toEqual([
      ['deep-data', 'useFetch'],
      ['reset-data', 'clearFwData'],
      ['reset-data', 'clear'],
      // With entities, the place is the start of the expression.
      ['reset-data', 'a'],
      ['deep-data', 'useLazyFetch'],
    ]);
  });

  it('a function that one script declares is not the framework’s in the others', () => {
    const text =
      "<script>import { useFetch } from './x'</script><script setup>useFetch('/y')</script>";
    expect(uses(text, 'app/x.vue')).toEqual([]);
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
    const text = "<script>const = useFetch()</script><script setup>useFetch('/x')</script>";
    const both = [
      ['deep-data', 'useFetch'],
      ['deep-data', 'useFetch'],
    ];
    expect(uses(text, 'app/x.vue')).toEqual(both);
    const markup = '<template><a :b="% useFetch(" :c="useFetch()"/></template>';
    expect(uses(markup, 'app/x.vue')).toEqual(both);
  });

  it('behind an entity that is not understood, the expression is the place', () => {
    const text = '<template><a :b="f(\'&eacute;\') || clearFwData()"/></template>';
    expect(placesIn(openSource('app/x.vue', text))).toMatchObject([
      { of: 'reset-data', start: text.indexOf('f(') },
    ]);
  });
});

describe('files', () => {
  it.each(['a.js', 'a.mjs', 'a.cjs', 'a.jsx', 'a.ts', 'a.mts', 'a.cts', 'a.tsx'])('%s', (path) => {
    expect(kinds("const a = useFetch('/x')", path)).toEqual(['deep-data']);
  });

  it('one that cannot be parsed is in doubt if it names a function that fetches', () => {
    const one = [['deep-data', 'useFetch']];
    expect(uses('const = useFetch({ deep })')).toEqual(one);
    expect(uses(`useFetch(${'['.repeat(20_000)}`)).toEqual(one);
    expect(uses('<template><div></template><script>useFetch()</script>', 'app/x.vue')).toEqual(one);
    expect(uses('<script lang="coffee">useFetch()</script>', 'app/x.vue')).toEqual(one);
    expect(uses('<template lang="pug">p {{ useFetch() }}</template>', 'app/x.vue')).toEqual(one);
    expect(uses('const = useFetcher()')).toEqual([]);
  });

  it('uses are in the order of the text', () => {
    const text =
      "const { clear } = useFetch('/a')\nhook('builder:watch', () => clearFwData())\nuseFetch('/b')";
    expect(kinds(text)).toEqual([
      'reset-data',
      'deep-data',
      'watch-paths',
      'reset-data',
      'deep-data',
    ]);
  });

  it('most can be ruled out without parsing', () => {
    expect(mayRelyOn("import { ref } from 'vue'\nconst seen = new Set()\nseen.clear()")).toEqual(
      [],
    );
    expect(mayRelyOn('// useLazyAsyncData')).toEqual(['deep-data']);
    expect(mayRelyOn("hook('builder:watch')")).toEqual(['watch-paths']);
  });
});
