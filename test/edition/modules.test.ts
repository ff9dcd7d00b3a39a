import { describe, expect, it } from 'vitest';
import type { Edition } from '../../src/catalogue/index.ts';
import { config, migrated } from './support/migrated.ts';

const edition: Edition = {
  facts: { modules: { '@acme/store': { folders: ['stores'], since: '2.1.0' } } },
};

const files = {
  'fw.config.ts': config("{ modules: ['@acme/store'] }"),
  'package.json': '{ "dependencies": { "@acme/store": "^2.1.3" } }\n',
  'pages/index.vue': '<script setup>\nimport { cart } from "~/stores/cart"\n</script>\n',
  'stores/cart.ts': 'export const cart = {}\n',
};

describe('a folder that a module looks for', () => {
  it.each([
    "['@acme/store']",
    "[['@acme/store', { lazy: true }]]",
    "[], $production: { modules: ['@acme/store'] }",
  ])('moves with the sources: modules: %s', async (modules) => {
    const text = config(`{ modules: ${modules} }`);
    const { files: after, followUps } = await migrated({ ...files, 'fw.config.ts': text }, edition);
    expect(Object.keys(after)).toContain('app/stores/cart.ts');
    expect(followUps).toEqual([]);
  });

  it('stays without the module, and if it is held back, which is asked about', async () => {
    const without = await migrated({ ...files, 'fw.config.ts': config('{}') }, edition);
    expect(Object.keys(without.files)).toContain('stores/cart.ts');
    const held = await migrated(files, edition, { stay: ['stores'] });
    expect(Object.keys(held.files)).toContain('stores/cart.ts');
    expect(held.followUps.join('\n')).toContain('decide scanned-folder-stays: `stores/` does not move');
  });

  it('stays where nothing moves', async () => {
    const { files: after } = await migrated(files, edition, { layout: 'keep' });
    expect(Object.keys(after)).toContain('stores/cart.ts');
  });
});

describe('the version of a module', () => {
  const older = (range: string) =>
    `verify module-version: \`@acme/store\` supports Variant A since 2.1.0, and package.json asks for \`${range}\`: install 2.1.0 or newer.`;
  const unknown =
    'verify module-version: `@acme/store` supports Variant A since 2.1.0: check that 2.1.0 or newer is installed.';

  it.each([
    ['^2.1.0', []],
    ['3.0.0', []],
    ['>=2.1 <4', []],
    ['~2.0.9', [older('~2.0.9')]],
    ['1', [older('1')]],
    ['^1.0.0 || ^3.0.0', [older('^1.0.0 || ^3.0.0')]],
    ['latest', [unknown]],
    ['*', [unknown]],
    ['catalog:', [unknown]],
    ['npm:@other/store@1', [unknown]],
  ])('%s', async (range, expected) => {
    const packageJson = JSON.stringify({ devDependencies: { '@acme/store': range } });
    const { followUps } = await migrated({ ...files, 'package.json': packageJson }, edition);
    expect(followUps).toEqual(expected);
  });

  it('is asked about once, also if package.json does not list the module', async () => {
    const text = config("{ modules: ['@acme/store', ['@acme/store', {}]] }");
    const { 'package.json': _, ...others } = files;
    expect((await migrated({ ...others, 'fw.config.ts': text }, edition)).followUps).toEqual([unknown]);
  });
});
