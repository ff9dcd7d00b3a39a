import { describe, expect, it } from 'vitest';
import { createCatalogue, type Edition } from '../../src/catalogue/index.ts';
import { planRepository } from '../../src/check/checked-plan.ts';
import { snapshotOf } from '../../src/tree/snapshot.ts';
import { config, type Files, migrated, steps } from './support/migrated.ts';

const supported = (since: { readonly [name: string]: string | null }) => ({
  release: { version: '4.2.0', node: '>=22.12.0' },
  moduleVersions: { date: '2026-01-31', since },
});

const edition: Edition = {
  facts: {
    modules: { '@acme/store': { folders: ['stores'] } },
    ...supported({ '@acme/store': '2.1.0' }),
  },
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
    const facts = supported({
      '@acme/store': '2.1.0',
      '@acme/cart': '3.0.0',
      '@acme/mail': '0.0.0',
    });
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

describe('what is known about a module', () => {
  const known = {
    facts: supported({ '@acme/store': '2.1.0', 'acme-cart': null, 'acme-any': '0.0.0' }),
  };
  const ranges = { '@acme/store': '^2.0.0' };

  /** Plans a project in `folder` with these files, of which those in `node_modules` are not listed. */
  const followUpsOf = async (
    modules: string,
    others: Files,
    folder = '',
    edition: Edition = known,
  ) => {
    const at = (path: string) => (folder === '' ? path : `${folder}/${path}`);
    const all = {
      [at('fw.config.ts')]: config(`{ modules: ${modules} }`),
      [at('pages/index.vue')]: '<template />\n',
      [at('package.json')]: JSON.stringify({ dependencies: ranges }),
      ...others,
    };
    const snapshot = snapshotOf(
      Object.fromEntries(Object.entries(all).filter(([path]) => !path.startsWith('.'))),
    );
    const files = snapshot.files.filter(({ path }) => !path.includes('node_modules'));
    const above = new Map(Object.entries(all));
    const read = (path: string) =>
      path.startsWith('.') && above.has(path)
        ? new TextEncoder().encode(above.get(path))
        : snapshot.read(path);
    const catalogue = createCatalogue(edition);
    const plan = await planRepository({ ...snapshot, files, read }, { steps, catalogue });
    const found = [...plan.followUps, ...plan.projects.flatMap((project) => project.followUps)];
    return found.map(({ kind, code, message }) => `${kind} ${code}: ${message}`);
  };

  const installed = (name: string, version: string, description?: object, folder = '') => ({
    [`${folder}node_modules/${name}/package.json`]: JSON.stringify({ name, version }),
    ...(description && {
      [`${folder}node_modules/${name}/dist/module.json`]: JSON.stringify(description),
    }),
  });
  const stated = (fw: string) => ({ compatibility: { fw } });
  const older = (found: string) =>
    `verify module-version: \`@acme/store\` supports Variant A since 2.1.0, and ${found}: use that version or a newer one.`;
  const unchecked = (names: string) =>
    `verify module-unchecked: ${names}: not checked for Variant A. Install the dependencies and run again, or look it up.`;

  describe('an installed module says itself what it supports', () => {
    it.each([
      ['in its description', stated('^3.0.0'), [older('2.0.4 is installed')]],
      ['in an older one', { meta: stated('^3.0.0') }, [older('2.0.4 is installed')]],
      ['and supports it', stated('^3.0.0 || ^4.0.0-rc.1'), []],
      ['and supports only later versions of it', stated('>=4.1.0'), []],
      [
        'and supports only earlier versions of it',
        stated('>=3.0.0 <4.1.0'),
        [older('2.0.4 is installed')],
      ],
      ['or says nothing in its description', { name: 'store' }, []],
      ['or has no description', undefined, [older('2.0.4 is installed')]],
    ])('%s', async (_, description, expected) => {
      const files = installed('@acme/store', '2.0.4', description);
      expect(await followUpsOf("['@acme/store']", files)).toEqual(expected);
    });

    it('which counts more than the edition', async () => {
      const files = {
        ...installed('@acme/store', '2.5.0', stated('^3.0.0')),
        ...installed('acme-cart', '9.0.0', stated('>=3.0.0')),
        ...installed('acme-own', '1.0.0', stated('^3.0.0')),
        ...installed('acme-new', '1.0.0', stated('>=3.0.0')),
      };
      const modules = "['@acme/store', 'acme-cart', 'acme-own', 'acme-new/fw']";
      expect(await followUpsOf(modules, files)).toEqual([
        'verify module-version: `@acme/store` 2.5.0 says that it does not support Variant A; `acme-own` 1.0.0 says that it does not support Variant A: look for a newer version or another module.',
      ]);
    });

    it.each(['apps/web/', 'apps/', '', '../', '../../'])('in %snode_modules', async (folder) => {
      const files = installed('@acme/store', '2.0.4', stated('^3.0.0'), folder);
      const outer = installed('@acme/store', '2.9.0', stated('>=3.0.0'), '../../../');
      expect(await followUpsOf("['@acme/store']", { ...outer, ...files }, 'apps/web')).toEqual([
        older('2.0.4 is installed'),
      ]);
    });

    it.each(['', '{', '[]', '{"compatibility":3}', '{"compatibility":{"fw":"?"}}'])(
      'unless its description cannot be read: %s',
      async (text) => {
        const description = { 'node_modules/acme-own/dist/module.json': text };
        const files = { ...installed('acme-own', '1.0.0'), ...description };
        const found = await followUpsOf("['acme-own']", files);
        expect(found).toEqual(/^(?:|\{)$/.test(text) ? [unchecked('`acme-own`')] : []);
      },
    );
  });

  describe('otherwise, the lock file says which version it is', () => {
    const lock = (version: string) =>
      `"@acme/store@^2.0.0":\n  version "${version}"\n\n"@acme/store@^3.0.0":\n  version "3.0.0"\n`;

    it.each([
      ['2.0.4', [older('2.0.4 is in the lock file')]],
      ['2.1.0-rc.1', [older('2.1.0-rc.1 is in the lock file')]],
      ['2.1.0', []],
    ])('%s', async (version, expected) => {
      expect(await followUpsOf("['@acme/store']", { 'yarn.lock': lock(version) })).toEqual(
        expected,
      );
    });

    it.each(['apps/web/', '', '../'])('in %s, the nearest one', async (folder) => {
      const files = { '../../yarn.lock': lock('2.2.0'), [`${folder}yarn.lock`]: lock('2.0.4') };
      expect(await followUpsOf("['@acme/store']", files, 'apps/web')).toEqual([
        older('2.0.4 is in the lock file'),
      ]);
    });

    it('of the project, or of the package that all share', async () => {
      const own = '"apps/web/node_modules/@acme/store": {\n "version": "2.0.4"';
      const shared = '"node_modules/@acme/store": {\n "version": "2.2.0"';
      const read = (text: string) =>
        followUpsOf("['@acme/store']", { 'package-lock.json': text }, 'apps/web');
      expect(await read(`{ ${shared} }, ${own} } }`)).toEqual([older('2.0.4 is in the lock file')]);
      expect(await read(`{ ${shared} } }`)).toEqual([]);
    });

    it('or package.json, if there is none, or not this module in it', async () => {
      const required = older('package.json requires `^2.0.0`');
      expect(await followUpsOf("['@acme/store']", {})).toEqual([required]);
      expect(await followUpsOf("['@acme/store']", { 'bun.lock': '{}' })).toEqual([required]);
    });
  });

  it('what is unknown is listed once for a run, without modules of the repository', async () => {
    const files = {
      'apps/web/fw.config.ts': config(
        "{ modules: ['acme-own', 'acme-any', ['acme-new/fw', {}], './modules/d', '~/modules/d', '@/modules/d', 'modules/d', '@acme/ours', () => {}] }",
      ),
      'apps/web/modules/d.ts': 'export default () => {}\n',
      'apps/admin/fw.config.ts': config("{ modules: ['acme-own'] }"),
      'packages/ours/package.json': '{ "name": "@acme/ours" }',
    };
    expect(await followUpsOf("['acme-any']", files)).toEqual([unchecked('`acme-own`; `acme-new`')]);
  });

  it('a module without a version that supports the newer variant is a decision', async () => {
    const facts = { ...known.facts, modules: { 'acme-cart': { successor: '@acme/cart' } } };
    const none =
      'decide module-unsupported: No version of `acme-cart` supports Variant A, as of 2026-01-31';
    expect(await followUpsOf("['acme-cart']", {})).toEqual([
      `${none}: replace it, or look for a newer one.`,
    ]);
    expect(await followUpsOf("['acme-cart']", {}, '', { facts })).toEqual([
      `${none}: use \`@acme/cart\`.`,
    ]);
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
