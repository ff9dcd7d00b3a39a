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
    expect(held.followUps.join('\n')).toContain(
      'decide scanned-folder-stays: `stores/` does not move',
    );
  });

  it('stays where nothing moves', async () => {
    const { files: after } = await migrated(files, edition, { layout: 'keep' });
    expect(Object.keys(after)).toContain('stores/cart.ts');
  });
});

describe('the version of a module', () => {
  const older = (range: string) =>
    `verify module-version: \`@acme/store\` supports Variant A since 2.1.0, and package.json requires \`${range}\`: use that version or a newer one.`;
  const unknown =
    'verify module-version: `@acme/store` supports Variant A since 2.1.0, and package.json does not say which version is installed: use that version or a newer one.';

  it.each([
    ['^2.1.0', []],
    ['3.0.0', []],
    ['>=2.1 <4', []],
    ['~2.0.9', [older('~2.0.9')]],
    ['2.0.0-rc.3', [older('2.0.0-rc.3')]],
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
    expect((await migrated({ ...others, 'fw.config.ts': text }, edition)).followUps).toEqual([
      unknown,
    ]);
  });

  it('is reported together with those of other modules', async () => {
    const facts = {
      modules: { '@acme/store': { since: '2.1.0' }, '@acme/cart': { since: '3.0.0' } },
    };
    const ranges = { '@acme/store': '^1.2.0', '@acme/cart': '^2.9.0', '@acme/mail': '^1.0.0' };
    const { followUps } = await migrated(
      {
        ...files,
        'fw.config.ts': config(
          "{ modules: [\n  ['@acme/store', {}],\n  '@acme/cart',\n  '@acme/mail',\n] }",
        ),
        'package.json': JSON.stringify({ dependencies: ranges }),
      },
      { facts },
    );
    expect(followUps).toEqual([
      'verify module-version: `@acme/store` supports Variant A since 2.1.0, and package.json requires `^1.2.0`; `@acme/cart` supports Variant A since 3.0.0, and package.json requires `^2.9.0`: use that version or a newer one.',
    ]);
  });

  it.each([
    ['catalog:', 'catalog:\n  "@acme/store": ^2.4.0\n', []],
    ['catalog:default', 'catalog:\n  "@acme/store": ~2.0.1\n', [older('~2.0.1')]],
    [
      'catalog:web',
      'catalogs:\n  web:\n    "@acme/store": ^3.0.0\n  old:\n    "@acme/store": ^1.0.0\n',
      [],
    ],
    ['catalog:old', 'catalogs:\n  web:\n    "@acme/store": ^3.0.0\n', [unknown]],
  ])('may be in the catalog of a workspace: %s', async (range, workspace, expected) => {
    const packageJson = JSON.stringify({ dependencies: { '@acme/store': range } });
    const { followUps } = await migrated(
      { ...files, 'package.json': packageJson, 'pnpm-workspace.yaml': workspace },
      edition,
    );
    expect(followUps).toEqual(expected);
  });

  it('may be set by a layer that brings the module along', async () => {
    const { 'package.json': packageJson, ...others } = files;
    const layered = {
      ...others,
      'fw.config.ts': config("{ extends: ['./base'], modules: ['@acme/store'] }"),
      'base/fw.config.ts': config('{}'),
      'base/package.json': packageJson,
    };
    expect((await migrated(layered, edition)).followUps).toEqual([]);
  });
});

describe('a file that a module reads by itself', () => {
  const reading: Edition = {
    facts: { modules: { '@acme/styles': { reads: { 'styles.file': 'assets/a.css' } } } },
  };
  const styled = (object: string) => ({
    'fw.config.ts': config(object),
    'pages/index.vue': '<template />\n',
    'assets/a.css': 'a {}\n',
  });

  it.each(["{ modules: ['@acme/styles'] }", "{ modules: [['@acme/styles', { dark: true }]] }"])(
    'is named where it moves to: %s',
    async (object) => {
      const { files: after } = await migrated(styled(object), reading);
      expect(after['fw.config.ts']).toContain("  styles: { file: 'app/assets/a.css' },\n");
    },
  );

  it.each([
    '{}',
    "{ modules: ['@acme/styles'], styles: { file: '~/assets/a.css' } }",
    "{ modules: [['@acme/styles', { file: '~/assets/a.css' }]] }",
  ])('is not named otherwise: %s', async (object) => {
    expect((await migrated(styled(object), reading)).files['fw.config.ts']).toBe(config(object));
  });

  it('is named in the project if a layer lists the module', async () => {
    const { 'fw.config.ts': _, ...others } = styled('{}');
    const { files: after } = await migrated(
      {
        ...others,
        'fw.config.ts': config("{ extends: ['./base'] }"),
        'base/fw.config.ts': config("{ modules: ['@acme/styles'] }"),
      },
      reading,
    );
    expect(after['fw.config.ts']).toContain("  styles: { file: 'app/assets/a.css' },\n");
    expect(after['base/fw.config.ts']).toBe(config("{ modules: ['@acme/styles'] }"));
  });

  it('is named where it stays, if the module looks for it behind an alias', async () => {
    const text = config("{ modules: ['@acme/styles'] }");
    const { files: after } = await migrated(
      { 'fw.config.ts': text, 'pages/index.vue': '<template />\n', 'types/a.ts': 'export {}\n' },
      {
        facts: {
          modules: {
            '@acme/styles': {
              reads: { 'styles.types': '~/types/a.ts', 'styles.b': '~/types/b.ts' },
            },
          },
        },
      },
    );
    expect(after['fw.config.ts']).toContain("  styles: { types: '~~/types/a.ts' },\n");
  });

  it('is not named where nothing moves', async () => {
    const { files: after } = await migrated(styled("{ modules: ['@acme/styles'] }"), reading, {
      layout: 'keep',
    });
    expect(after['fw.config.ts']).not.toContain('styles:');
  });
});

describe('options of a module', () => {
  const keyed: Edition = {
    facts: { modules: { '@acme/texts': { key: 'i18n' } } },
  };
  const tuple = "{ modules: [['@acme/texts', { langDir: 'lang' }]] }";
  const own = "{ modules: ['@acme/texts'], i18n: { langDir: 'lang' } }";
  const texts = (object: string, range: string) => ({
    'fw.config.ts': config(object),
    'package.json': JSON.stringify({ dependencies: { '@acme/texts': range } }),
    'pages/index.vue': '<template />\n',
    'lang/en.json': '{}\n',
  });

  it.each([tuple, own])('are read alike in a tuple and under its key: %s', async (object) => {
    const { files: after, followUps } = await migrated(texts(object, '^8.5.0'), keyed);
    expect(after['fw.config.ts']).toBe(config(object.replace("'lang'", "'../lang'")));
    expect(followUps).toEqual([]);
  });

  it.each([tuple, own])('stay if its version reads them from elsewhere: %s', async (object) => {
    const { files: after, followUps } = await migrated(texts(object, '^9.1.0'), keyed);
    expect(after['fw.config.ts']).toBe(config(object));
    expect(followUps).toEqual([]);
  });
});

describe('a folder that a module looks for in the root', () => {
  const rooted: Edition = {
    facts: { modules: { '@acme/texts': { rootFolders: { texts: '3.0.0' } } } },
  };
  const files = (srcDir: string, range: string) => ({
    'fw.config.ts': config(`{ srcDir: '${srcDir}', modules: ['@acme/texts'] }`),
    'package.json': JSON.stringify({ dependencies: { '@acme/texts': range } }),
    'src/pages/index.vue': '<template />\n',
    'src/texts/a.md': 'a\n',
  });

  it.each([
    ['auto', 'src/texts'],
    ['app', 'app/texts'],
  ] as const)('is reported with --layout %s', async (layout, place) => {
    const { files: after, followUps } = await migrated(files('src', '^2.0.0'), rooted, { layout });
    expect(followUps).toEqual([
      `decide folder-not-found: \`${place}/\` is no longer found by the module \`@acme/texts\`, which looks for \`texts/\` in the project root in Variant A: move it there, or set the folder in the options of the module.`,
    ]);
    expect((await migrated(after, rooted, { layout })).followUps).toEqual(followUps);
  });

  it('is not reported if its version looks there anyway', async () => {
    expect((await migrated(files('src', '^3.1.0'), rooted)).followUps).toEqual([]);
  });
});
