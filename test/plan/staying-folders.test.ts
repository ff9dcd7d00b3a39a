import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/check/checked-plan.ts';
import { planRepository } from '../../src/check/checked-plan.ts';
import { findStayingFolders, type PlanOptions } from '../../src/plan/plan-repository.ts';
import { snapshotOf } from '../../src/tree/snapshot.ts';
import { transforms } from '../../transforms/index.ts';
import { migratedFixtures, planIn } from '../repository/support/project-fixtures.ts';

const steps = [{ kind: 'transforms' as const, transforms }];

type Files = { readonly [path: string]: string };

function planOf(files: Files, options: Omit<PlanOptions, 'steps'> = {}): Promise<Plan> {
  return planRepository(snapshotOf(files), { steps, ...options });
}

/** How many references a plan rewrites outside of configs. */
function rewritesOf({ files }: Plan): number {
  return files
    .filter(({ by }) => by.includes('references') && by.length === 1)
    .reduce((sum, { text }) => sum + (text?.edits?.length ?? 0), 0);
}

function movesOf({ projects }: Plan): string[] {
  return projects.flatMap(({ moves }) => moves.map(({ from }) => from));
}

/** A shop whose pages use stores, which use types; the server and a script use other folders. */
const shop: Files = {
  'fw.config.ts': 'export default defineFwConfig({})\n',
  'package.json': '{"dependencies":{"fw":"^3.10.0"}}\n',
  'pages/index.vue': [
    '<script setup lang="ts">',
    "import { useCart } from '~/stores/cart'",
    "import { useUser } from '../stores/user'",
    "import { price } from '~/lib/price'",
    "import data from '~/data/shop.json'",
    "import { Tool } from '~/tool'",
    '</script>',
    '',
  ].join('\n'),
  'stores/cart.ts':
    "import type { Item } from '~/types/item'\nimport { useUser } from './user'\nexport const useCart = () => useUser()\n",
  'stores/user.ts': 'export const useUser = () => 1\n',
  'types/item.ts': 'export interface Item { id: string }\n',
  'lib/price.ts': 'export const price = 1\n',
  'data/shop.json': '{}\n',
  'tool/index.ts': 'export class Tool {}\n',
  'tool/package.json': '{"name":"tool"}\n',
  'server/api/x.ts': "import { price } from '~/lib/price'\nexport default () => price\n",
  'tests/cart.test.ts': "import { useCart } from '~/stores/cart'\nuseCart()\n",
};

describe('folders that stay', () => {
  it('are told with their files, the references that cross, and the rewrites that a move saves', async () => {
    const [project] = (await planOf(shop)).projects;
    expect(project?.staying).toEqual([
      { folder: 'stores', name: 'stores', files: 2, references: 2, saves: 3 },
      { folder: 'lib', name: 'lib', files: 1, references: 1, saves: 2 },
      { folder: 'data', name: 'data', files: 1, references: 1, saves: 1 },
      { folder: 'tool', name: 'tool', files: 2, references: 1, saves: 1 },
    ]);
  });

  it('are none where nothing moves, where all moves, and of what is held back', async () => {
    const staying = async (files: Files, options: Omit<PlanOptions, 'steps'>) =>
      (await planOf(files, options)).projects.flatMap((one) => one.staying.map(({ name }) => name));
    expect(await staying(shop, { layout: 'keep' })).toEqual([]);
    expect(await staying(shop, { move: ['stores'], stay: ['lib', 'data', 'tool'] })).toEqual([
      'types',
    ]);
    const inSrc = Object.fromEntries(
      Object.entries(shop).map(([path, text]) => [`src/${path}`, text]),
    );
    const config = { 'fw.config.ts': "export default defineFwConfig({ srcDir: 'src' })\n" };
    const { 'src/fw.config.ts': _, ...sources } = inSrc;
    expect(await staying({ ...sources, ...config }, { layout: 'app' })).toEqual([]);
  });

  it('save about what a run with `--move` really saves, in the fixtures about references', async () => {
    const differences: number[] = [];
    const fixtures = migratedFixtures.filter(({ subject }) =>
      ['references', 'styles', 'aliases'].includes(subject),
    );
    for (const { input, options, git } of fixtures) {
      const plan = await planIn(input, options, git);
      const staying = plan.projects.length === 1 ? (plan.projects[0]?.staying ?? []) : [];
      for (const folder of staying) {
        const moved = await planIn(
          input,
          { ...options, move: [...(options.move ?? []), folder.name] },
          git,
        );
        differences.push(Math.abs(rewritesOf(plan) - rewritesOf(moved) - folder.saves));
      }
    }
    expect(differences.length).toBeGreaterThan(20);
    // These fixtures are full of unusual references, and half of the figures are exact nevertheless.
    expect(differences.filter((difference) => difference === 0).length).toBeGreaterThan(
      differences.length / 2,
    );
    expect(differences.reduce((sum, difference) => sum + difference, 0)).toBeLessThan(
      differences.length,
    );
  }, 120_000);

  it('save the same in each of several projects', async () => {
    const inApps = (app: string) =>
      Object.fromEntries(Object.entries(shop).map(([path, text]) => [`apps/${app}/${path}`, text]));
    const files = { ...inApps('one'), ...inApps('two') };
    const plan = await planOf(files);
    const saved = plan.projects.map(
      ({ staying }) => staying.find(({ name }) => name === 'stores')?.saves,
    );
    expect(saved).toEqual([3, 3]);
    expect(rewritesOf(plan) - rewritesOf(await planOf(files, { move: ['stores'] }))).toBe(6);
  });
});

describe('a folder that stays and whose functions are used without an import', () => {
  const files = {
    'fw.config.ts': "export default defineFwConfig({ modules: ['@acme/store'] })\n",
    'pages/index.vue':
      '<script setup>\nconst cart = useCart()\nuseOther()\nthis.useUser()\n</script>\n',
    'pages/own.vue': '<script setup>\nconst useUser = () => 1\nuseUser()\n</script>\n',
    'composables/other.ts': 'export const useOther = () => 1\n',
    'stores/cart.ts': 'export const useCart = () => 1\nexport function useUser() {}\n',
    'lib/other.ts': 'export const useOther = () => 2\n',
  };
  const told = async (more: Files = {}, options = {}) =>
    (await planOf({ ...files, ...more }, options)).projects.flatMap(({ followUps }) =>
      followUps.map(({ code, message, evidence }) => ({
        code,
        message,
        places: evidence.map(({ file, line }) => `${file}:${line}`),
      })),
    );

  it('is asked about with the exact flag', async () => {
    expect(await told()).toEqual([
      {
        code: 'scanned-folder-stays',
        message:
          '`stores/` does not move, but sources that move to `app/` use its functions without importing them: run with `--move stores`, or make sure that they are still found.',
        places: ['pages/index.vue:2'],
      },
    ]);
  });

  it('needs no word where it moves, or where its functions are imported', async () => {
    expect(await told({}, { move: ['stores'] })).toEqual([]);
    const page = "<script setup>\nimport { useCart } from '~/stores/cart'\nuseCart()\n</script>\n";
    expect(await told({ 'pages/index.vue': page })).toEqual([]);
  });

  it('is asked about once where a module is known to look for it', async () => {
    const config = "export default defineFwConfig({ modules: ['@pinia/fw'] })\n";
    const [first, ...others] = await told({ 'fw.config.ts': config });
    expect(first?.message).toContain('the module `@pinia/fw` looks for it');
    expect(others).toEqual([]);
  });
});

describe('`--move auto`', () => {
  it('moves what only moved sources use, also by way of each other, if that saves rewrites', async () => {
    const plan = await planOf(shop, { move: ['auto'] });
    // The server needs `lib`, and `tool` is a package of its own.
    expect(movesOf(plan)).toEqual(['data', 'pages', 'stores', 'types']);
    expect(rewritesOf(plan)).toBeLessThan(rewritesOf(await planOf(shop)));
  });

  it('is clear about each folder', () => {
    const [folders = []] = findStayingFolders(snapshotOf(shop), { steps }).values();
    const clear = folders.filter(({ isClear }) => isClear).map(({ name }) => name);
    expect(clear).toEqual(['stores', 'data']);
  });

  it('leaves what is held back, what a project does not ask for, and what would land on something', async () => {
    expect(movesOf(await planOf(shop, { move: ['auto'], stay: ['stores'] }))).toEqual([
      'data',
      'pages',
    ]);
    const choices = new Map([['', { move: ['lib'] }]]);
    expect(movesOf(await planOf(shop, { move: ['auto'], choices }))).toEqual(['lib', 'pages']);
    const taken = { ...shop, 'app/stores/x.ts': 'export {}\n', 'app/pages/x.vue': '' };
    expect(movesOf(await planOf(taken, { move: ['auto'] }))).not.toContain('stores');
  });

  it('has nothing to choose in a second run', async () => {
    const after = {
      'fw.config.ts': shop['fw.config.ts'] ?? '',
      'app/pages/index.vue': '',
      'app/stores/a.ts': '',
    };
    expect((await planOf(after, { move: ['auto'] })).files).toEqual([]);
  });
});
