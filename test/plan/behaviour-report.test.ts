import { describe, expect, it } from 'vitest';
import { type MigrateRepositoryOptions, planMigration } from '../../src/api.ts';
import { reportOf } from '../../src/report/report-of.ts';
import { snapshotOf, treeOf } from '../repository/support/tree.ts';

const config = "export default defineFwConfig({ srcDir: 'src' })\n";

/** What is asked, what is settled and what is written, of a project with these sources. */
async function usesIn(
  sources: Readonly<Record<string, string>>,
  options: MigrateRepositoryOptions = {},
) {
  const plan = await planMigration(
    snapshotOf(treeOf({ 'fw.config.ts': config, ...sources })),
    options,
  );
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
      'src/a.ts:1 `deep: true` would be added: nested data is changed by `data.value.push()` (line 2)',
    ]);
    expect(written).toEqual([['src/a.ts', 'shallow-data', rewritten]]);
  });

  it('is asked about if the transform is left out', async () => {
    const { open, written } = await usesIn({ 'src/a.ts': mutating }, { skip: ['shallow-data'] });
    expect(open).toEqual(['src/a.ts:1 nested data is changed by `data.value.push()` (line 2)']);
    expect(written).toEqual([]);
  });

  it('is rewritten if nothing else is asked for', async () => {
    const sources = {
      'fw.config.ts': "export default { dir: { static: 'x' } }\n",
      'pages/a.ts': mutating,
    };
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
    const { open, settled, written } = await usesIn(
      { 'fw.config.ts': text, 'src/a.ts': mutating },
      options,
    );
    expect(open).toEqual([]);
    expect(settled).toEqual([]);
    expect(written.map(([path]) => path)).not.toContain('src/a.ts');
  });

  it.each([
    ["'/x', {\n  lazy: true,\n}", "'/x', {\n  deep: true,\n  lazy: true,\n}"],
    ["'/x', {\n  lazy: true\n}", "'/x', {\n  deep: true,\n  lazy: true\n}"],
    ["'/x', {\n  lazy: true // no\n}", "'/x', {\n  deep: true,\n  lazy: true // no\n}"],
    ["'/x', {\n  lazy: true, // no\n}", "'/x', {\n  deep: true,\n  lazy: true, // no\n}"],
    ["'/x', { ...options, lazy: true }", "'/x', { deep: true, ...options, lazy: true }"],
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
      'src/a.ts:1 the options of the call cannot be edited, and nested data is changed by `data.value.push()` (line 2)',
      'src/b.ts:3 the options of the call cannot be edited, and nested data is changed by an assignment (line 4)',
      'src/c.ts:1 the options of the call cannot be edited, and nested data is changed by an assignment (line 2)',
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
    [
      'src/b.vue',
      "<script setup>const { data } = useFetch('/x')</script><template>{{ data( }}</template>",
    ],
  ])('is asked about if the code cannot be parsed: %s %s', async (path, text) => {
    const { open, written } = await usesIn({ [path]: text });
    expect(open).toHaveLength(1);
    expect(open[0]).toMatch(new RegExp(`^${path}:1 .*cannot be (?:parsed|read)`));
    expect(written).toEqual([]);
  });
});

describe('data that is shared by a key', () => {
  const reading = "const { data } = useAsyncData('list', () => $fetch('/x'))\n";

  it.each([
    "const { data } = useAsyncData('list', load)\ndata.value.push(1)",
    "const { data } = useFetch('/x', { key: 'list' })\nsave(data)",
    "const { data } = useFwData('list')\ndata.value.push(1)",
  ])('is asked about if it is mutated or passed on by %j', async (other) => {
    const { open, settled } = await usesIn({ 'src/a.ts': reading, 'src/b.ts': other });
    expect(open).toContain(
      'src/a.ts:1 the key `list` shares the data with another call (src/b.ts:1)',
    );
    expect(settled.map((line) => line.slice(0, 8))).not.toContain('src/a.ts');
  });

  it.each([
    "const { data } = useAsyncData('other', load)\ndata.value.push(1)",
    "const { data } = useFwData('list')\nconsole.log(data.value)",
    "const { data } = useFetch('list')\nsave(data)",
  ])('is settled beside %j', async (other) => {
    const { settled } = await usesIn({ 'src/a.ts': reading, 'src/b.ts': other });
    expect(settled).toContain('src/a.ts:1 the data is only read');
  });
});

describe('the question about fetched data', () => {
  const page =
    '<script setup>const { data } = useFetch("/x")</script><template><Card :post="data" /></template>';
  const sources = {
    'src/pages/a.vue': page,
    'src/pages/b.vue': page,
    'src/lib/c.ts': 'load(useFetch)\n',
  };

  it('is asked once per project, with both answers', async () => {
    const snapshot = snapshotOf(treeOf({ 'fw.config.ts': config, ...sources }));
    const plan = await planMigration(snapshot, {});
    const questions = plan.projects.flatMap(({ followUps }) =>
      followUps.filter(({ code }) => code === 'shallow-data'),
    );
    expect(questions.map(({ message, kind }) => [kind, message])).toEqual([
      [
        'verify',
        'Data of `useFetch` and `useAsyncData` is no longer deeply reactive (`experimental.defaults.useAsyncData.deep`): 3 calls in 3 files may rely on it. Check whether nested data is mutated; if so, set `deep: true` in the call. Or keep the old behaviour for the whole project: set the option to `true`, or run with `--keep-default experimental.defaults.useAsyncData.deep`.',
      ],
    ]);
  });

  it.each<[string, string, MigrateRepositoryOptions]>([
    [
      'the config',
      "export default { experimental: { defaults: { useAsyncData: { deep: true } } }, srcDir: 'src' }",
      {},
    ],
    [
      'the config, with the new default',
      "export default { experimental: { defaults: { useAsyncData: { deep: false } } }, srcDir: 'src' }",
      {},
    ],
    ['the choice', config, { keepDefaults: ['experimental.defaults.useAsyncData.deep'] }],
  ])('is not asked if it is answered by %s', async (_, text, options) => {
    expect((await usesIn({ 'fw.config.ts': text, ...sources }, options)).open).toEqual([]);
  });

  it('is answered by one line in the config', async () => {
    const { written } = await usesIn(sources, {
      keepDefaults: ['experimental.defaults.useAsyncData.deep'],
    });
    expect(written.map(([path, , after]) => [path, after])).toEqual([
      [
        'fw.config.ts',
        "export default defineFwConfig({\n  srcDir: 'src',\n  experimental: { defaults: { useAsyncData: { deep: true } } },\n})\n",
      ],
    ]);
  });
});

describe('a listener to changes of files', () => {
  it.each([
    "hook('builder:watch', () => reload())",
    "hook('builder:watch', (event, path) => { reload(resolve(root, path)) })",
    "hook('builder:watch', reload)",
    "export const hooks = { 'builder:watch'(event, path) { reload({ path }) } }",
  ])('%s', async (text) => {
    const { open, settled } = await usesIn({ 'src/modules/a.ts': text });
    expect(settled).toEqual([]);
    expect(open).toEqual(['src/modules/a.ts:1']);
  });
});
