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
      'src/a.ts:1 `deep: true` would be added: nested data is changed (line 2)',
    ]);
    expect(written).toEqual([['src/a.ts', 'shallow-data', rewritten]]);
  });

  it('is asked about if the transform is left out', async () => {
    const { open, written } = await usesIn({ 'src/a.ts': mutating }, { skip: ['shallow-data'] });
    expect(open).toEqual(['src/a.ts:2 the data comes from `useFetch` (line 1)']);
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
      'src/a.ts:2 the data comes from `useFetch` (line 1)',
      'src/b.ts:4 the data comes from `useFetch` (line 3)',
      'src/c.ts:2 the data comes from `useAsyncData` (line 1)',
    ]);
    expect(written).toEqual([]);
  });
});

describe('a function that fetches data', () => {
  it.each([
    ['src/a.ts', 'callFetch(useFetch)'],
    ['src/a.ts', 'export const useItems = () => useFetch("/x")'],
    ['src/a.ts', "const { data } = useFetch('/x'"],
    ['src/a.vue', "<script setup>const { data } = useFetch('/x'</script>"],
  ])('is not asked about if nothing changes its data: %s %s', async (path, text) => {
    expect((await usesIn({ [path]: text })).open).toEqual([]);
  });
});

describe('data that is shared by a key', () => {
  const reading = "const { data } = useAsyncData('list', () => $fetch('/x'))\n";

  it.each([
    [
      "const { data } = useFwData('list')\ndata.value.push(1)",
      ['src/b.ts:2 the data comes from `useFwData` (line 1)'],
    ],
    ["const { data } = useAsyncData('other', () => load())\ndata.value.push(1)", []],
    ["const { data } = useFwData('list')\nconsole.log(data.value)", []],
  ])('is asked about where it is changed: %j', async (other, expected) => {
    const { open } = await usesIn({ 'src/a.ts': reading, 'src/b.ts': other });
    expect(open).toEqual(expected);
  });
});

describe('the question about fetched data', () => {
  const sources = {
    'src/pages/a.vue':
      '<script setup>const { data } = useFetch("/x")</script><template><Card :post="data" /></template>',
    'src/components/Card.vue':
      '<template><i @click="post.likes++" /><input v-model="post.title" /></template>',
  };

  it('is asked about each line, with the answer', async () => {
    const snapshot = snapshotOf(treeOf({ 'fw.config.ts': config, ...sources }));
    const plan = await planMigration(snapshot, {});
    const questions = plan.projects.flatMap(({ followUps }) =>
      followUps.filter(({ code }) => code === 'shallow-data'),
    );
    const message =
      'This line may change fetched data in place, which no longer updates the page. Set `deep: true` in the call that it comes from. Or run with `--keep-default experimental.defaults.useAsyncData.deep`.';
    expect(questions.map((question) => [question.kind, question.column, question.message])).toEqual(
      [
        ['verify', 22, message],
        ['verify', 54, message],
      ],
    );
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
