import { describe, expect, it } from 'vitest';
import { planRepository } from '../../src/check/checked-plan.ts';
import { transforms } from '../../transforms/index.ts';
import { snapshotOf, treeAfter, treeOf } from '../repository/support/tree.ts';

/** The page of a project after a run that moves the folders of its layer. */
async function pageAfter(site: string, layer: string, text: string): Promise<string | undefined> {
  const tree = treeOf({
    'site/fw.config.ts': `export default defineFwConfig(${site})\n`,
    'site/app/pages/index.vue': `<script setup>\nimport '${text}'\n</script>\n`,
    'site/package.json': '{ "dependencies": { "fw": "^4.0.0" } }\n',
    'ui/fw.config.ts': `import { resolve } from 'node:path'\nexport default defineFwConfig(${layer})\n`,
    'ui/package.json': '{ "name": "@acme/ui", "dependencies": { "fw": "^3.0.0" } }\n',
    'ui/components/A.vue': '<template><div /></template>\n',
  });
  const plan = await planRepository(snapshotOf(tree), {
    steps: [{ kind: 'transforms', transforms }],
  });
  return treeAfter(tree, plan).get('site/app/pages/index.vue')?.toString().split('\n')[1];
}

describe('aliases of a layer', () => {
  it('hold for a project that extends it by the name of its package', async () => {
    const page = await pageAfter("{ extends: ['@acme/ui'] }", '{}', '#layers/ui/components/A.vue');
    expect(page).toBe("import '#layers/ui/app/components/A.vue'");
  });

  it.each([
    "{ '$lib': resolve(__dirname, '.') }",
    "[{ find: '$lib', replacement: resolve(__dirname, '.') }]",
  ])('are also those of its bundler: %s', async (alias) => {
    const layer = `{ bundler1: { resolve: { alias: ${alias} } } }`;
    const page = await pageAfter("{ extends: ['../ui'] }", layer, '$lib/components/A.vue');
    expect(page).toBe("import '$lib/app/components/A.vue'");
  });
});

describe("aliases of a project's own modules", () => {
  it.each([
    ['modules/names.ts', "createResolver(import.meta.url).resolve('..')"],
    ['modules/names/index.ts', "fileURLToPath(new URL('../..', import.meta.url))"],
  ])('hold in its sources: %s', async (module, place) => {
    const tree = treeOf({
      'fw.config.ts': 'export default defineFwConfig({})\n',
      [module]: `export default (_, fw) => {\n  fw.options.alias['#root'] = ${place}\n}\n`,
      'pages/index.vue': "<script setup>\nimport { a } from '#root/utils/a'\n</script>\n",
      'utils/a.ts': 'export const a = 1\n',
    });
    const plan = await planRepository(snapshotOf(tree), {
      steps: [{ kind: 'transforms', transforms }],
    });
    const page = treeAfter(tree, plan).get('app/pages/index.vue')?.toString();
    expect(page).toContain("import { a } from '#root/app/utils/a'");
  });
});
