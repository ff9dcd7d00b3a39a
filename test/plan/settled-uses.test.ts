import { describe, expect, it } from 'vitest';
import { type MigrateRepositoryOptions, planMigration } from '../../src/api.ts';
import { reportOf } from '../../src/report/report-of.ts';
import { snapshotOf, treeOf } from '../repository/support/tree.ts';

const config = "export default defineFwConfig({ srcDir: 'src' })\n";

/** What is asked, what is settled and what is written, of a project with these sources. */
async function usesIn(sources: Readonly<Record<string, string>>, options: MigrateRepositoryOptions = {}) {
  const plan = await planMigration(snapshotOf(treeOf({ 'fw.config.ts': config, ...sources })), options);
  const { projects } = reportOf(plan, { dryRun: true, base: '' });
  const [project] = projects;
  return {
    open: (project?.followUps ?? []).flatMap(({ evidence }) =>
      evidence.map(({ file, line, reason = '' }) => `${file}:${line} ${reason}`.trim()),
    ),
    settled: (project?.settled ?? []).map(({ file, line, reason }) => `${file}:${line} ${reason}`),
    written: plan.files.map(({ from, by, text }) => [from, by.join(), text?.after]),
  };
}

const mutating = "const { data } = useFetch('/x')\ndata.value.push(1)\n";
const rewritten = "const { data } = useFetch('/x', { deep: true })\ndata.value.push(1)\n";

describe('a call whose data is mutated', () => {
  it('is rewritten, and says who asked for it', async () => {
    const { open, settled, written } = await usesIn({ 'src/a.ts': mutating });
    expect(open).toEqual([]);
    expect(settled).toEqual([
      'src/a.ts:1 `deep: true` would be added: nested data is mutated by `data.value.push()` (line 2)',
    ]);
    expect(written).toEqual([['src/a.ts', 'shallow-data', rewritten]]);
  });

  it('is asked about if the transform is left out', async () => {
    const { open, written } = await usesIn({ 'src/a.ts': mutating }, { skip: ['shallow-data'] });
    expect(open).toEqual(['src/a.ts:1 nested data is mutated by `data.value.push()` (line 2)']);
    expect(written).toEqual([]);
  });

  it('is rewritten if nothing else is asked for', async () => {
    const sources = { 'fw.config.ts': "export default { dir: { static: 'x' } }\n", 'pages/a.ts': mutating };
    const { written } = await usesIn(sources, { only: ['shallow-data'] });
    expect(written).toEqual([['pages/a.ts', 'shallow-data', rewritten]]);
  });

  it.each<[string, string, MigrateRepositoryOptions]>([
    [
      'the config says so',
      "export default { experimental: { defaults: { useAsyncData: { deep: true } } }, srcDir: 'src' }",
      {},
    ],
    ['the older defaults are kept', config, { keepDefaults: true }],
  ])('is left if %s', async (_, text, options) => {
    const { open, settled, written } = await usesIn({ 'fw.config.ts': text, 'src/a.ts': mutating }, options);
    expect(open).toEqual([]);
    expect(settled).toEqual([]);
    expect(written.map(([path]) => path)).not.toContain('src/a.ts');
  });

  it.each([
    ["'/x', {\n  lazy: true,\n}", "'/x', {\n  lazy: true,\n  deep: true,\n}"],
    ["'/x', {\n  lazy: true\n}", "'/x', {\n  lazy: true,\n  deep: true\n}"],
    ["'/x', {\n  lazy: true // no\n}", "'/x', {\n  lazy: true, // no\n  deep: true\n}"],
    ["'/x', {\n  lazy: true, // no\n}", "'/x', {\n  lazy: true, // no\n  deep: true,\n}"],
    ["\n  '/x',\n", "\n  '/x',\n  { deep: true },\n"],
    ["\n  '/x'\n", "\n  '/x',\n  { deep: true }\n"],
  ])('keeps the line ends of its file: %j', async (before, after) => {
    for (const path of ['src/a.ts', 'src/a.vue'])
      for (const lineEnd of ['\n', '\r\n']) {
        const textOf = (given: string) => {
          const code = `const { data } = await useFetch(${given})\ndata.value.n = 1\n`;
          const text = path.endsWith('.vue') ? `<script setup>\n${code}</script>\n` : code;
          return text.replaceAll('\n', lineEnd);
        };
        const { written } = await usesIn({ [path]: textOf(before) });
        expect(written).toEqual([[path, 'shallow-data', textOf(after)]]);
      }
  });

  it('is asked about if its options cannot be edited', async () => {
    const { open, written } = await usesIn({
      'src/a.ts': "const { data } = useFetch('/x', optionsOf())\ndata.value.push(1)\n",
      'src/b.ts':
        "const options = { lazy: true }\nsave(options)\nconst { data } = useFetch('/x', options)\ndata.value.x = 1\n",
      'src/c.ts': 'const { data } = useAsyncData(key, load)\ndata.value.x = 1\n',
    });
    expect(open).toEqual([
      'src/a.ts:1 the options of the call cannot be edited, and nested data is mutated by `data.value.push()` (line 2)',
      'src/b.ts:3 the options of the call cannot be edited, and nested data is mutated (line 4)',
      'src/c.ts:1 the options of the call cannot be edited, and nested data is mutated (line 2)',
    ]);
    expect(written).toEqual([]);
  });
});

describe('a function that fetches data', () => {
  it.each([
    "const fetcher = useLazyFetch; fetcher('/a')",
    'const fn = lazy ? useLazyFetch : other; fn(url)',
    "useFetch.call(null, '/a')",
    'callFetch(useFetch)',
    'export const api = { useFetch }',
    "import { useFetch as load } from '#imports'; callFetch(load)",
    "import * as app from '#imports'; app.useFetch('/a')",
    "export { useFetch } from '#app'",
  ])('is asked about if it is used as a value: %s', async (text) => {
    const { open, written } = await usesIn({ 'src/a.ts': text });
    expect(open).toEqual(['src/a.ts:1 the function is used as a value']);
    expect(written).toEqual([]);
  });

  it.each([
    'type Options = Parameters<typeof useFetch>[1]',
    "import { useFetch } from '#imports'",
    "import { useFetch } from './fetch'; callFetch(useFetch)",
    'function useFetch() {}\nexport { useFetch }',
    "if (typeof useFetch === 'undefined') stop()",
    'export const a = api.useFetch',
    'export const api = { useFetch: load }',
  ])('is not asked about if it is only named: %s', async (text) => {
    const { open } = await usesIn({ 'src/a.ts': text });
    expect(open).toEqual([]);
  });

  it.each([
    ['src/a.ts', "const { data } = useFetch('/x'\n"],
    ['src/a.vue', "<script setup>const { data } = useFetch('/x'</script>"],
    ['src/b.vue', "<script setup>const { data } = useFetch('/x')</script><template><p>{{ data }}</template>"],
    ['src/c.vue', "<script setup>const { data } = useFetch('/x')</script><template>{{ data. }}</template>"],
  ])('is asked about if the code cannot be parsed: %s %s', async (path, text) => {
    const { open, written } = await usesIn({ [path]: text });
    expect(open).toHaveLength(1);
    expect(open[0]).toMatch(new RegExp(`^${path}:1 .*cannot be (?:parsed|read)`));
    expect(written).toEqual([]);
  });
});

describe('data that is shared by a key', () => {
  const reading = (key: string) => `const { data } = useAsyncData(${key}, () => $fetch('/x'))\n`;

  it.each([
    ["'list'", "useAsyncData('list', load).data.value.push(1)"],
    ["'list'", "const { data } = useFwData('list'); data.value.push(1)"],
    ["'list'", "const key = 'list'; const { data } = useFwData(key); data.value.push(1)"],
    ["'li' + 'st'", "const { data } = useFwData('list'); data.value.push(1)"],
    ["'list' + id.value", "const { data } = useFwData('list-1'); data.value.push(1)"],
    ["() => 'list'", "const { data } = useFwData('list'); data.value.push(1)"],
    ['() => `list-${id}`', "const { data } = useFwData('list-1'); data.value.push(1)"],
    ["'list-1'", 'const { data } = useFwData(`list-${id}`); data.value.push(1)'],
    ['`list-${id}`', "const { data } = useFwData('list-1'); data.value.push(1)"],
    ["'list'", "const { data } = useFetch('/x', { key: 'list' }); data.value.push(1)"],
    ["'list'", 'useApp().payload.data.list.push(1)'],
    ["'list'", "const { payload } = useApp(); const list = payload.data['list']; list?.push(1)"],
    ['`list-${id}`', "app.payload.data['list-1'].items[0].done = true"],
  ])('%s is mutated by %s', async (key, other) => {
    const { written } = await usesIn({ 'src/a.ts': reading(key), 'src/b.ts': other });
    expect(written.map(([path]) => path)).toContain('src/a.ts');
  });

  it.each([
    ["'list'", "useAsyncData('other', load).data.value.push(1)"],
    ["'list'", 'useAsyncData(`post-${id}`, load).data.value.push(1)'],
    ["'list'", "const { data } = useFwData('list'); console.log(data.value)"],
    ["'list'", 'const { data } = useFwData(key); console.log(data.value)'],
    ["'list'", "const key = 'other'; const { data } = useFwData(key); data.value.push(1)"],
    ['key', 'const { data } = useFetch("/x"); data.value.push(1)'],
    ["'list'", 'useApp().payload.data.other.push(1)'],
    ["'list'", 'const app = useApp(); app.payload.data.list = []; delete app.payload.data.list'],
    ["'list'", "useFetch('/x', { getCachedData: (key, app) => app.payload.data[key] })"],
    ["'list'", 'const app = useApp(); console.log(app.payload.data.list?.length)'],
  ])('%s is not mutated by %s', async (key, other) => {
    const { settled } = await usesIn({ 'src/a.ts': reading(key), 'src/b.ts': other });
    expect(settled).toContain('src/a.ts:1 the data is only read');
  });
});

describe('a key that is not known', () => {
  const mutating = 'const { data } = useFwData(key)\ndata.value.push(1)\n';
  const doubt = 'data of a call that may have the same key is mutated by `data.value.push()`';

  it('is never a reason to write', async () => {
    const { open, settled, written } = await usesIn({
      'src/a.ts': "const { data } = useAsyncData('list', () => $fetch('/x'))\n",
      'src/b.ts': "const { data } = useAsyncData(() => $fetch('/x'))\n",
      'src/c.ts': "const { data } = useFetch('/x')\n",
      'src/d.ts': "const { data } = useFetch('/x', { key: 'd' })\n",
      'src/e.ts': mutating,
    });
    expect(written).toEqual([]);
    expect(open).toEqual([`src/a.ts:1 ${doubt} (src/e.ts:2)`, `src/d.ts:1 ${doubt} (src/e.ts:2)`]);
    expect(settled).toEqual(['src/b.ts:1 the data is only read', 'src/c.ts:1 the data is only read']);
  });

  it('may be that of another call', async () => {
    const { open } = await usesIn({
      'src/a.ts': "const { data } = useAsyncData(props.id, () => $fetch('/x'))\n",
      'src/b.ts': "const { data } = useFwData('list')\ndata.value.push(1)\n",
    });
    expect(open).toEqual([`src/a.ts:1 ${doubt} (src/b.ts:2)`]);
  });

  it('is known if it is a constant', async () => {
    const { written } = await usesIn({
      'src/a.ts': "const KEY = 'kk'\nconst { data } = useAsyncData(KEY, load)\n",
      'src/b.ts': "const { data } = useFwData('kk')\ndata.value.push(1)\n",
    });
    expect(written.map(([, , text]) => text)).toEqual([
      "const KEY = 'kk'\nconst { data } = useAsyncData(KEY, load, { deep: true })\n",
    ]);
  });
});

describe('components and composables are found as the framework finds them', () => {
  const page = (tag: string) =>
    `<script setup>const { data } = useFetch('/x')</script><template><${tag} :post="data" /></template>`;
  const card = '<script setup>const props = defineProps(["post"]); props.post.x = 1</script>';

  it.each([
    ['PostCard', 'src/components/PostCard.vue'],
    ['post-card', 'src/components/PostCard.vue'],
    ['BlogPostCard', 'src/components/blog/PostCard.vue'],
    ['BlogPostCard', 'src/components/blog/BlogPostCard.vue'],
    ['LazyPostCard', 'src/components/PostCard.vue'],
    ['PostCard', 'src/components/PostCard.client.vue'],
    ['BlogPost', 'src/components/blog/post/index.vue'],
  ])('<%s> is %s', async (tag, path) => {
    const { written } = await usesIn({ 'src/pages/a.vue': page(tag), [path]: card });
    expect(written.map(([from]) => from)).toEqual(['src/pages/a.vue']);
  });

  it('one of several with the same name is not chosen', async () => {
    const { open } = await usesIn({
      ...{
        'src/pages/a.vue': page('Card'),
        'src/components/a/Card.vue': card,
        'src/components/b/Card.vue': card,
      },
    });
    expect(open).toEqual(['src/pages/a.vue:1 the data is passed to `<Card>`, which was not found (line 1)']);
  });

  it.each([
    ['useList', 'src/composables/use-list.ts', 'export default () => useFetch("/x")'],
    ['useList', 'src/composables/lists.ts', 'const useList = () => useFetch("/x")\nexport { useList }'],
    ['useList', 'src/utils/lists.ts', 'export async function useList() { return await useFetch("/x") }'],
    ['useList', 'src/lib/lists.ts', 'export const useList = () => useFetch("/x")'],
  ])('%s is from %s', async (name, path, text) => {
    const { written } = await usesIn({
      ...{
        [path]: text,
        'src/pages/a.vue': `<script setup>const { data } = ${name}(); data.value.push(1)</script>`,
      },
    });
    expect(written.map(([from]) => from)).toEqual([path]);
  });

  it('tests do not count', async () => {
    const { settled } = await usesIn({
      'src/composables/list.ts': 'export const useList = () => useFetch("/x")',
      'tests/list.test.ts': 'import { useList } from "~/composables/list"\nuseList().data.value.push(1)',
    });
    expect(settled).toEqual(['src/composables/list.ts:1 the data is only read']);
  });
});

describe('a listener to changes of files', () => {
  it.each([
    ["hook('builder:watch', () => reload())", 'the listener ignores the path'],
    ["hook('builder:watch', async (event) => { await reload(event) })", 'the listener ignores the path'],
    [
      "hook('builder:watch', (event, path) => { reload(resolve(root, path)) })",
      'the listener handles absolute paths',
    ],
    [
      "hook('builder:watch', (event, path) => { if (extname(path) === '.md') reload() })",
      'the listener handles absolute paths',
    ],
    [
      "hook('builder:watch', (event, path) => { reload(isAbsolute(path) ? path : join(root, path)) })",
      'the listener handles absolute paths',
    ],
    ["hook('builder:watch', (event, path) => { reload(path) })", undefined],
    ["hook('builder:watch', (event, path) => { reload(join(root, path)) })", undefined],
    ["hook('builder:watch', (event, path) => { reload(resolve(path)) })", undefined],
    ["hook('builder:watch', (event, path) => { reload(resolve(path, 'x')) })", undefined],
    ["hook('builder:watch', (...all) => { reload(all) })", undefined],
    ["hook('builder:watch', function () { reload(arguments[1]) })", undefined],
    ["hook('builder:watch', reload)", undefined],
    ["export const hooks = { 'builder:watch'(event, path) { reload({ path }) } }", undefined],
    ["export const hooks = { 'builder:watch': (event, { path }) => {} }", undefined],
    [
      "export const hooks = { 'builder:watch': (event, _path) => reload(event) }",
      'the listener ignores the path',
    ],
  ])('%s', async (text, expected) => {
    const { open, settled } = await usesIn({ 'src/modules/a.ts': text });
    expect(settled).toEqual(expected === undefined ? [] : [`src/modules/a.ts:1 ${expected}`]);
    expect(open).toEqual(expected === undefined ? ['src/modules/a.ts:1'] : []);
  });
});
