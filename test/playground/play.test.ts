import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planMigration, snapshotOf } from '../../src/index.ts';
import { hashOf, type PlaygroundState, stateIn } from '../../src/playground/link.ts';
import { play } from '../../src/playground/play.ts';
import { reportOf } from '../../src/report/report-of.ts';

const config =
  "export default defineFwConfig({\n  generate: { routes: ['/a'], exclude: ['/b'] },\n  ssr: false,\n})\n";

const files = {
  'fw.config.ts': config,
  'pages/index.vue': "<script setup>\nimport { total } from '../utils/total'\n</script>\n",
  'utils/total.ts': "import rates from '~/data/rates.json'\nexport const total = rates.length\n",
  'data/rates.json': '[]\n',
};

function inputWith(parts: Partial<PlaygroundState> = {}): PlaygroundState {
  return { files, layout: 'auto', keepDefaults: false, edition: '', ...parts };
}

const withConfig = (text: string) => ({ files: { 'fw.config.ts': text } });

describe('what the playground shows', () => {
  it.each([{}, { layout: 'keep' as const }, { keepDefaults: true }])(
    'is the report of a dry run: %j',
    async (parts) => {
      const { report, patch } = await play(inputWith(parts));
      const plan = await planMigration(snapshotOf(files), parts);
      expect(report).toEqual(reportOf(plan, { dryRun: true, base: '' }));
      expect(patch).toBe(
        report.projects.flatMap((one) => one.files.map((file) => file.diff)).join(''),
      );
    },
  );

  it('knows Nuxt by the name of its config', async () => {
    const text = 'export default defineNuxtConfig({ future: { compatibilityVersion: 3 } })\n';
    const { patch, texts } = await play(inputWith({ files: { 'nuxt.config.ts': text } }));
    expect(texts.target).toBe('Nuxt 3 to Nuxt 4');
    expect(patch).toContain('\n+export default defineNuxtConfig({})\n');
  });

  it('speaks of an edition with its names', async () => {
    const edition = JSON.stringify({ names: { framework: 'acme', package: 'acme' } });
    const text = 'export default defineAcmeConfig({ generate: { routes: [] } })\n';
    const { report } = await play(inputWith({ edition, files: { 'acme.config.ts': text } }));
    expect(report.projects[0]?.changes[0]?.file).toBe('acme.config.ts');
  });

  it.each([
    ['a config that cannot be read', withConfig('export default {'), /fw\.config\.ts:1/],
    ['an edition that is not JSON', { edition: '{' }, /^The edition is not JSON: /],
    [
      'an edition with an unknown key',
      { edition: '{ "nmaes": {} }' },
      /`edition\.nmaes` is unknown/,
    ],
    ['a project without a config', { files: {} }, /There is no fw\.config/],
  ])('names the problem of %s', async (_, parts, message) => {
    await expect(play(inputWith(parts))).rejects.toThrow(message);
  });
});

describe('a link', () => {
  const states: fc.Arbitrary<PlaygroundState> = fc.record({
    files: fc.dictionary(fc.string(), fc.string({ unit: 'binary' })),
    layout: fc.constantFrom('auto', 'app', 'keep'),
    keepDefaults: fc.boolean(),
    edition: fc.string(),
  });

  it('carries everything that was entered', () => {
    fc.assert(
      fc.property(states, (state) => {
        const hash = hashOf(state);
        expect(hash).toMatch(/^[\w-]*$/);
        // A surrogate that stands alone is no text; JSON writes it as an escape.
        expect(stateIn(`#${hash}`)).toEqual(JSON.parse(JSON.stringify(state)));
      }),
    );
  });

  it.each(['', '#', '#status', '#%%%', `#${btoa('{"files":1}')}`, `#${btoa('[]')}`, '#////'])(
    'that is none of ours is ignored: %s',
    (hash) => {
      expect(stateIn(hash)).toBeUndefined();
    },
  );
});
