import { describe, expect, it } from 'vitest';
import type { Edition } from '../../src/catalogue/index.ts';
import { config, migrated } from './support/migrated.ts';

const edition: Edition = {
  facts: { modules: { '@acme/store': { folders: ['stores'], moves: false } } },
};

const told =
  'decide scanned-folder-stays: `stores/` does not move, but the module `@acme/store` looks for it in the source directory, which becomes `app/`: run with `--move stores`, or set the folder in the options of the module.';

const files = {
  'fw.config.ts': config("{ modules: ['@acme/store'] }"),
  'pages/index.vue': '<template><p>Hi</p></template>\n',
  'stores/cart.ts': 'export const cart = {}\n',
};

describe('a folder that a module looks for', () => {
  it.each([
    "['@acme/store']",
    "['@acme/other', ['@acme/store', { lazy: true }]]",
    "['@acme/store', ['@acme/store', {}]]",
  ])('is asked about where it stays behind: modules: %s', async (modules) => {
    const { followUps, plan } = await migrated(
      { ...files, 'fw.config.ts': config(`{ modules: ${modules} }`) },
      edition,
    );
    expect(followUps).toEqual([told]);
    expect(plan.projects[0]?.followUps[0]).toMatchObject({ file: 'fw.config.ts', line: 1 });
  });

  it('also with a module of one environment', async () => {
    const text = config("{ $production: { modules: ['@acme/store'] } }");
    expect((await migrated({ ...files, 'fw.config.ts': text }, edition)).followUps).toEqual([told]);
  });

  it('and where it is held back', async () => {
    const text = config("{ srcDir: 'src', modules: ['@acme/store'] }");
    const { followUps } = await migrated(
      { 'fw.config.ts': text, 'src/app.vue': '', 'src/stores/cart.ts': '' },
      edition,
      { layout: 'app', stay: ['stores'] },
    );
    expect(followUps).toEqual([told]);
  });

  it('needs no word where it moves', async () => {
    expect((await migrated(files, edition, { move: ['stores'] })).followUps).toEqual([]);
    const folder: Edition = { facts: { ...edition.facts, folders: { stores: {} } } };
    expect((await migrated(files, folder)).followUps).toEqual([]);
    const text = config("{ srcDir: 'src', modules: ['@acme/store'] }");
    const inSrc = { 'fw.config.ts': text, 'src/app.vue': '', 'src/stores/cart.ts': '' };
    expect((await migrated(inSrc, edition, { layout: 'app' })).followUps).toEqual([]);
  });

  it('where nothing moves', async () => {
    expect((await migrated(files, edition, { layout: 'keep' })).followUps).toEqual([]);
  });

  it('where it does not exist', async () => {
    const { 'stores/cart.ts': _, ...others } = files;
    expect((await migrated(others, edition)).followUps).toEqual([]);
  });

  it('and where no such module is in use', async () => {
    expect((await migrated({ ...files, 'fw.config.ts': config('{}') }, edition)).followUps).toEqual(
      [],
    );
  });
});
