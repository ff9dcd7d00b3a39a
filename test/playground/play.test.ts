import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planMigration, snapshotOf } from '../../src/index.ts';
import { defineTransform } from '../../src/plan/transform.ts';
import { hashOf, type PlaygroundState, stateIn } from '../../src/playground/link.ts';
import {
  type PlaygroundInput,
  play,
  scriptFrom,
  variables,
  viewOf,
} from '../../src/playground/play.ts';

const config =
  "export default defineFwConfig({\n  generate: { routes: ['/a'], exclude: ['/b'] },\n  ssr: false,\n})\n";

const files = {
  'fw.config.ts': config,
  'pages/index.vue': "<script setup>\nimport { total } from '../utils/total'\n</script>\n",
  'utils/total.ts': "import rates from '~/data/rates.json'\nexport const total = rates.length\n",
  'data/rates.json': '[]\n',
};

function inputWith(parts: Partial<PlaygroundInput> = {}): PlaygroundInput {
  return { files, layout: 'auto', keepDefaults: false, skip: [], edition: '', ...parts };
}

const withConfig = (text: string) => ({ files: { 'fw.config.ts': text } });

describe('what the playground shows', () => {
  it.each([{}, { layout: 'keep' as const }, { keepDefaults: true }, { skip: ['generate'] }])(
    'is the plan of a run: %j',
    async (parts) => {
      const { plan } = await play(inputWith(parts));
      expect(plan).toEqual(await planMigration(snapshotOf(files), parts));
    },
  );

  it('knows Nuxt by the name of its config', async () => {
    const text = 'export default defineNuxtConfig({ future: { compatibilityVersion: 3 } })\n';
    const { catalogue, plan } = await play(inputWith({ files: { 'nuxt.config.ts': text } }));
    expect(catalogue.names.framework).toBe('Nuxt');
    expect(plan.files.map(({ to, text }) => [to, text?.after])).toEqual([
      ['nuxt.config.ts', 'export default defineNuxtConfig({})\n'],
    ]);
  });

  it('is moves, references, the config and what is left to do', async () => {
    const view = viewOf(await play(inputWith()));
    expect(view.summary).toBe('2 files would move, 2 config changes, 1 follow-up');
    expect(view.moves).toEqual([
      { from: 'pages', to: 'app/pages' },
      { from: 'utils', to: 'app/utils' },
    ]);
    expect(view.staying).toEqual([
      '`data/` stays (1 file, 1 reference to or from files that move): `--move data` would save about 1 update',
    ]);
    expect(view.diffs.map(({ from, to }) => [from, to])).toEqual([
      ['fw.config.ts', 'fw.config.ts'],
      ['utils/total.ts', 'app/utils/total.ts'],
    ]);
    expect(view.diffs[1]?.diff).toContain("\n+import rates from '~~/data/rates.json'\n");
    expect(view.patch).toContain('rename from pages/index.vue\nrename to app/pages/index.vue\n');
    expect(view.followUps.map(({ code, file, line }) => [code, file, line])).toEqual([
      ['generate-exclude-active', 'fw.config.ts', 2],
    ]);
    const options = new Map(view.options.map((pair) => [pair.option, pair]));
    expect(options.get('ssr')).toEqual({
      option: 'ssr',
      before: 'false',
      after: 'false',
      differs: false,
    });
    expect(options.get('experimental.defaults.useAsyncData.deep')).toMatchObject({ differs: true });
  });

  it('speaks of an edition with its names', async () => {
    const edition = JSON.stringify({ names: { framework: 'acme', package: 'acme' } });
    const text = 'export default defineAcmeConfig({ generate: { routes: [] } })\n';
    const { plan } = await play(inputWith({ edition, files: { 'acme.config.ts': text } }));
    expect(plan.projects[0]?.changes[0]?.file).toBe('acme.config.ts');
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

  it('includes a transform of the user, which runs last', async () => {
    const own = defineTransform({ id: 'mine', rename: { ssr: 'isServer' } });
    const view = viewOf(await play(inputWith(), [own]));
    expect(view.patch).toContain('isServer: false');
    expect(view.changes.map(({ transform }) => transform)).toContain('mine');
  });
});

describe('a transform as a script', () => {
  it.each([
    [
      "import { defineTransform } from 'fw-migrate'\nexport default defineTransform({})\n",
      'const { defineTransform: defineTransform } = globalThis.fwMigrate;\nglobalThis.ownTransform = defineTransform({})\n',
    ],
    [
      "import { defineTransform as define, 'a b' as c } from 'fw-migrate'; export const id = 1; export default { id }",
      'const { defineTransform: define, "a b": c } = globalThis.fwMigrate; const id = 1; globalThis.ownTransform = { id }',
    ],
    ["import * as fw from 'fw-migrate'", 'const { ...fw } = globalThis.fwMigrate;'],
  ])('%j', (text, script) => {
    expect(scriptFrom(text)).toBe(`'use strict'; (() => {\n${script}\n})();`);
    expect(variables).toEqual({ library: 'fwMigrate', exported: 'ownTransform' });
  });

  it('cannot import anything else', () => {
    expect(() => scriptFrom("\nimport 'https://example.com/x.js'")).toThrow(
      "Line 2: `https://example.com/x.js` cannot be imported here. A transform on this page imports from 'fw-migrate' only.",
    );
  });
});

describe('a link', () => {
  const states: fc.Arbitrary<PlaygroundState> = fc.record({
    files: fc.dictionary(fc.string(), fc.string({ unit: 'binary' })),
    layout: fc.constantFrom('auto', 'app', 'keep'),
    keepDefaults: fc.boolean(),
    skip: fc.array(fc.string()),
    edition: fc.string(),
    transform: fc.string(),
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
