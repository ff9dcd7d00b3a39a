import { describe, expect, it } from 'vitest';
import type { Edition } from '../../src/catalogue/index.ts';
import { config, type Files, migrated } from './support/migrated.ts';

type Behaviour = NonNullable<Edition['behaviours']>[string];

const said = { kind: 'verify', what: 'It is slower now', todo: 'Measure it.' } as const;

/** Where a run reports a behaviour, as `file:line:column` before the move. */
async function placesOf(
  sources: Files,
  behaviour: Partial<Behaviour>,
  options = '{}',
): Promise<string[]> {
  const { plan } = await migrated(
    { 'fw.config.ts': config(options), ...sources },
    { behaviours: { slow: { ...said, ...behaviour } } },
  );
  const found = plan.projects.flatMap(({ followUps }) =>
    followUps.filter(({ code }) => code === 'edition-slow'),
  );
  return found.flatMap(({ evidence }) =>
    evidence.map(({ file, line, column }) => `${file}:${line}:${column}`),
  );
}

/** The same in a script, and in the script of a component, which starts at its second line. */
async function inBoth(code: string, behaviour: Partial<Behaviour>): Promise<string[]> {
  const script = await placesOf({ 'pages/a.vue': '', 'modules/a.ts': `\n${code}\n` }, behaviour);
  const component = await placesOf(
    { 'pages/a.vue': `<script setup>\n${code}\n</script>\n` },
    behaviour,
  );
  const lines = (places: readonly string[]) => places.map((place) => place.replace(/^[^:]*:/, ''));
  expect(lines(component)).toEqual(lines(script));
  return lines(script);
}

describe('calls', () => {
  const calls = { calls: ['useSlow'] };

  it.each([
    ['without an import', 'useSlow()', ['2:1']],
    ['in an expression', 'const a = await useSlow(1)', ['2:17']],
    ['of the framework', "import { useSlow } from '#imports'; useSlow()", ['2:37']],
    ['of any package', "import { useSlow } from '@acme/kit'; useSlow()", ['2:38']],
    ['under another name', "import { useSlow as go } from '#app'; go()", ['2:39']],
    ['but not of what the project has', "import { useSlow } from '~/lib/slow'; useSlow()", []],
    ['nor of a neighbour', "import { useSlow } from './slow'; useSlow()", []],
    ['nor of a function of the file', 'function useSlow() {}; useSlow()', []],
    [
      'nor of another one under that name',
      "import { other as useSlow } from '#app'; useSlow()",
      [],
    ],
    ['nor in a comment or a text', "// useSlow()\nconst a = 'useSlow()'", []],
    ['nor of a longer name', 'useSlowly()', []],
  ])('are found %s', async (_, code, expected) => {
    expect(await inBoth(code, calls)).toEqual(expected);
  });
});

describe('tags', () => {
  const tags = { tags: ['AcmeOldLink'] };

  it('are found in templates, in either spelling', async () => {
    const page =
      '<template>\n  <AcmeOldLink />\n  <acme-old-link>a</acme-old-link>\n  <AcmeLink />\n</template>\n';
    expect(await placesOf({ 'pages/a.vue': page }, tags)).toEqual([
      'pages/a.vue:2:3',
      'pages/a.vue:3:3',
    ]);
  });

  it('are found in JSX', async () => {
    const sources = {
      'pages/a.vue': '',
      'components/A.tsx': 'export default () => <AcmeOldLink to="/" />\n',
    };
    expect(await placesOf(sources, tags)).toEqual(['components/A.tsx:1:23']);
  });

  it('but not where a component of the project has the name', async () => {
    const script =
      "<script setup>\nimport AcmeOldLink from '../components/AcmeOldLink.vue'\n</script>\n";
    const sources = {
      'pages/a.vue': `${script}<template>\n  <AcmeOldLink />\n</template>\n`,
      'components/AcmeOldLink.vue': '<template><a /></template>\n',
    };
    expect(await placesOf(sources, tags)).toEqual([]);
  });
});

describe('an option that decides it', () => {
  const sources = { 'pages/a.vue': '<script setup>\nuseSlow()\n</script>\n' };
  const behaviour = { calls: ['useSlow'], option: 'ssr' };

  it('says nothing where it is unset', async () => {
    expect(await placesOf(sources, behaviour)).toEqual(['pages/a.vue:2:1']);
  });

  it('settles the matter where it is set', async () => {
    expect(await placesOf(sources, behaviour, '{ ssr: true }')).toEqual([]);
  });
});

describe('the report', () => {
  const sources = {
    'fw.config.ts': config('{}'),
    'pages/a.vue': '<script setup>\nuseSlow()\n</script>\n',
    'pages/b.vue': '<script setup>\nuseSlow()\n</script>\n',
  };

  it('has one follow-up with all places', async () => {
    const { followUps, plan } = await migrated(sources, {
      behaviours: { slow: { ...said, calls: ['useSlow'] } },
    });
    expect(followUps).toEqual([
      'verify edition-slow: It is slower now: used in 2 places across 2 files. Measure it.',
    ]);
    expect(plan.projects[0]?.followUps[0]?.evidence).toHaveLength(2);
  });

  it('has the kind of the edition, and names the option', async () => {
    const { followUps } = await migrated(sources, {
      behaviours: {
        slow: { ...said, kind: 'decide', option: 'ssr', calls: ['useSlow'] },
      },
    });
    expect(followUps).toEqual([
      'decide edition-slow: It is slower now (`ssr`): used in 2 places across 2 files. Measure it.',
    ]);
  });

  it('is silent about a project that is in the newer variant already', async () => {
    const { followUps } = await migrated(
      {
        'package.json': '{ "dependencies": { "fw": "^4.0.0" } }\n',
        'fw.config.ts': config('{}'),
        'app/pages/a.vue': '<script setup>\nuseSlow()\n</script>\n',
      },
      { behaviours: { slow: { ...said, calls: ['useSlow'] } } },
    );
    expect(followUps).toEqual([]);
  });
});

describe('values that are missing', () => {
  const placesWith = async (edition: Edition, files: Files) => {
    const { plan } = await migrated({ 'fw.config.ts': config('{}'), ...files }, edition);
    const followUps = plan.projects.flatMap((project) => project.followUps);
    return followUps
      .filter(({ code }) => code === 'changed-default')
      .map(({ option, evidence }) => [
        option,
        ...evidence.map(({ file, line }) => `${file}:${line}`),
      ]);
  };

  const sources = {
    'pages/index.vue': [
      '<script setup>',
      "const { data: post, error } = await useFetch('/api/post')",
      'if (post.value === null) reload()',
      'const failed = computed(() => error.value !== null)',
      '</script>',
      '<template><p v-if="post === null">…</p><p v-else-if="post.title === null || post == null" /></template>',
      '',
    ].join('\n'),
  };

  it('are compared so that it holds with `undefined` where the edition says that they are no longer `null`', async () => {
    const options = {
      'experimental.defaults.useAsyncData.value': { default: { b: null, a: 'undefined' } },
      'experimental.defaults.useAsyncData.errorValue': { default: { b: null, a: 'undefined' } },
    };
    const files = { 'fw.config.ts': config('{}'), ...sources };
    const result = await migrated(files, { options });
    const text = sources['pages/index.vue'];
    expect(result.files['app/pages/index.vue']).toBe(
      text
        .replace('post.value === null', 'post.value == null')
        .replace('error.value !== null', 'error.value != null')
        .replace('post === null', 'post == null'),
    );
    expect(result.followUps).toEqual([]);
  });

  it('are not asked about in the default edition, which does not say', async () => {
    expect(await placesWith({}, sources)).toEqual([]);
  });
});
