import { describe, expect, it } from 'vitest';
import { createCatalogue, type Edition } from '../../src/catalogue/index.ts';
import { config, migrated } from './support/migrated.ts';

const vue = '<template><p>Hi</p></template>\n';

describe('whose aliases a layer uses', () => {
  const files = {
    'fw.config.ts': config("{ srcDir: 'src', extends: ['./base'] }"),
    'src/app.vue': vue,
    'src/data/a.css': 'a {}\n',
    'base/fw.config.ts': config("{ css: ['~/data/a.css'], acme: { style: '~/data/a.css' } }"),
    'base/data/a.css': 'a {}\n',
    'base/pages/a.vue': vue,
  };
  const run = (layerAliases: 'layer' | 'project' | 'either') =>
    migrated(files, { facts: { layerAliases } });

  it('is asked about where both have the file, and neither is known to be meant', async () => {
    const { files: after, followUps } = await run('either');
    expect(after['base/fw.config.ts']).toBe(files['base/fw.config.ts']);
    expect(followUps).toHaveLength(2);
  });

  it('its own, if the edition says so', async () => {
    const { files: after, followUps } = await run('layer');
    expect(after['base/fw.config.ts']).toBe(
      config("{ css: ['~~/data/a.css'], acme: { style: '~~/data/a.css' } }"),
    );
    expect(followUps).toEqual([]);
  });

  it('those of the project, if the edition says so', async () => {
    const { files: after, followUps } = await run('project');
    expect(after['base/fw.config.ts']).toBe(files['base/fw.config.ts']);
    expect(followUps).toEqual([]);
  });

  it('those of the project: a text that only the layer has is left', async () => {
    const layer = config("{ srcDir: 'src', css: ['~/style.css'], components: ['~/comps'] }");
    const { files: after } = await migrated(
      {
        'fw.config.ts': config("{ extends: ['./theme'] }"),
        'app.vue': vue,
        'theme/fw.config.ts': layer,
        'theme/src/style.css': 'a {}\n',
        'theme/src/comps/A.vue': vue,
      },
      { facts: { layerAliases: 'project' } },
    );
    expect(after['theme/fw.config.ts']).toBe(layer);
  });

  it('those of the project: a text that only an extended application has is its own', async () => {
    const { files: after } = await migrated(
      {
        'web/fw.config.ts': config("{ extends: ['../shop'] }"),
        'web/pages/a.vue': vue,
        'shop/fw.config.ts': config("{ css: ['~/server/a.css'], alias: { '#s': '~/server' } }"),
        'shop/pages/b.vue': vue,
        'shop/server/a.css': 'a {}\n',
      },
      { facts: { layerAliases: 'project' } },
    );
    expect(after['shop/fw.config.ts']).toBe(
      config("{ css: ['~~/server/a.css'], alias: { '#s': '~~/server' } }"),
    );
  });

  it('those of the project: files of a package that moves are reported', async () => {
    const { followUps } = await migrated(
      {
        'web/fw.config.ts': config("{ extends: ['@acme/ui'], css: ['@acme/ui/assets/a.css'] }"),
        'web/app.vue': vue,
        'ui/package.json': '{ "name": "@acme/ui" }\n',
        'ui/fw.config.ts': config('{}'),
        'ui/assets/a.css': 'a {}\n',
      },
      { facts: { layerAliases: 'project' } },
    );
    expect(followUps.join('\n')).toContain('`@acme/ui/assets/a.css` matched `ui/assets/a.css`');
  });
});

describe('where the bundler starts', () => {
  const files = {
    'fw.config.ts': config("{ css: ['/styles/a.css'] }"),
    'pages/a.vue': "<script setup>\nimport '/styles/b.css'\nimport '/pages/b.css'\n</script>\n",
    'pages/b.css': 'a {}\n',
    'styles/a.css': 'a {}\n',
    'styles/b.css': 'a {}\n',
  };

  it('in the root, as before, what stays keeps its text', async () => {
    const { files: after } = await migrated(files, {
      facts: { bundlerRoot: { b: 'root', a: 'root' } },
    });
    expect(after['fw.config.ts']).toBe(files['fw.config.ts']);
    expect(after['app/pages/a.vue']).toBe(files['pages/a.vue'].replace('/pages/b', '~/pages/b'));
  });

  it('in the source directory, as before, what moves along keeps its text', async () => {
    const { files: after } = await migrated(files, { facts: { bundlerRoot: { a: 'source' } } });
    expect(after['fw.config.ts']).toBe(config("{ css: ['~~/styles/a.css'] }"));
    expect(after['app/pages/a.vue']).toBe(files['pages/a.vue'].replace('/styles/b', '~~/styles/b'));
  });
});

describe('aliases of an edition', () => {
  it('are followed like the others', async () => {
    const page =
      "<script setup>\nimport { cart } from '#stores/cart'\nimport { old } from '$lib/old'\n</script>\n";
    const { files } = await migrated(
      {
        'fw.config.ts': config("{ css: ['#stores/a.css'] }"),
        'pages/a.vue': page,
        'stores/cart.ts': 'export const cart = {}\n',
        'stores/a.css': 'a {}\n',
        'lib/old.ts': 'export const old = {}\n',
      },
      {
        facts: {
          aliases: {
            b: { '#stores': '<srcDir>/stores', $lib: '<rootDir>/lib' },
            a: { '#stores': '<srcDir>/stores', $lib: '<rootDir>/lib' },
          },
        },
      },
    );
    expect(files['fw.config.ts']).toBe(config("{ css: ['~~/stores/a.css'] }"));
    expect(files['app/pages/a.vue']).toBe(page.replace('#stores/cart', '~~/stores/cart'));
  });

  it('that it does not have are packages', async () => {
    const page = "<script setup>\nimport { a } from '#server/a'\n</script>\n";
    const files = {
      'fw.config.ts': config('{}'),
      'pages/a.vue': page,
      'server/a.ts': 'export const a = 1\n',
    };
    const none = { facts: { aliases: { b: { '#server': null }, a: { '#server': null } } } };
    expect((await migrated(files, none)).files['app/pages/a.vue']).toBe(page);
  });
});

describe('generated tsconfigs', () => {
  const files = {
    'fw.config.ts': config('{}'),
    'app.vue': vue,
    'tsconfig.json': '{\n  "extends": "./.fw/tsconfig.json"\n}\n',
  };

  it('are all referred to', async () => {
    const names = ['app', 'server', 'shared', 'node'].map((name) => `tsconfig.${name}.json`);
    const { files: after } = await migrated(files, { facts: { generatedTsConfigs: names } });
    const references = names.map((name) => `    { "path": "./.fw/${name}" }`).join(',\n');
    expect(after['tsconfig.json']).toBe(
      `{\n  "files": [],\n  "references": [\n${references}\n  ]\n}\n`,
    );
  });

  it('need nothing where there is one as before', async () => {
    const { files: after } = await migrated(files, {
      facts: { generatedTsConfigs: ['tsconfig.json'] },
    });
    expect(after['tsconfig.json']).toBe(files['tsconfig.json']);
  });
});

describe('the loading template', () => {
  it.each([
    ['source', "{ spaLoadingTemplate: '../static/a.html' }"],
    ['root', "{ spaLoadingTemplate: 'static/a.html' }"],
    ['unstated', "{ spaLoadingTemplate: 'static/a.html' }"],
  ] as const)('is written from where it is read: %s', async (loadingTemplateFrom, expected) => {
    const { files } = await migrated(
      {
        'fw.config.ts': config("{ spaLoadingTemplate: 'static/a.html' }"),
        'app.vue': vue,
        'static/a.html': '<p>…</p>\n',
      },
      { facts: { loadingTemplateFrom } },
    );
    expect(files['fw.config.ts']).toBe(config(expected));
  });
});

describe('what is ignored by default', () => {
  const edition: Edition = {
    facts: { ignored: { b: ['**/*.test.ts', '**/attic'], a: ['**/*.test.ts'] } },
  };
  const files = { 'fw.config.ts': config('{}'), 'app.vue': vue, 'attic/a.ts': 'export {}\n' };

  it('is told where the newer variant reads it', async () => {
    expect((await migrated(files, edition)).followUps).toEqual([
      'verify ignored-paths: `attic`: no longer ignored by default in Variant A. Add what should stay ignored to `ignore`, or run with `--keep-defaults`.',
    ]);
  });

  it('and kept on request', async () => {
    const { files: after } = await migrated(files, edition, { keepDefaults: true });
    expect(after['fw.config.ts']).toContain("ignore: ['**/attic']");
  });
});

describe.each(['web', 'web/app'])('the source directory %s', (sourceDir) => {
  const edition: Edition = { facts: { sourceDir } };
  const up = sourceDir.split('/').map(() => '..');
  const page =
    "<script setup>\nimport { a } from '~/lib/a'\nimport { b } from '../lib/b'\n</script>\n";
  const files = {
    'fw.config.ts': config("{ dir: { pages: 'views' }, css: ['~/assets/a.css'] }"),
    'views/a.vue': page,
    'assets/a.css': 'a {}\n',
    'lib/a.ts': 'export const a = 1\n',
    'lib/b.ts': "export { default as b } from '../views/a.vue'\n",
  };

  it('is where the sources go', async () => {
    const { files: after, followUps } = await migrated(files, edition);
    expect(after).toEqual({
      'fw.config.ts': config(`{ dir: { pages: '${sourceDir}/views' }, css: ['~/assets/a.css'] }`),
      [`${sourceDir}/assets/a.css`]: 'a {}\n',
      [`${sourceDir}/views/a.vue`]: page
        .replace('~/lib/a', '~~/lib/a')
        .replace('../lib/b', `${up.join('/')}/../lib/b`),
      'lib/a.ts': 'export const a = 1\n',
      'lib/b.ts': `export { default as b } from '../${sourceDir}/views/a.vue'\n`,
    });
    expect(followUps).toEqual([]);
  });

  it('takes over from another one', async () => {
    const { files: after } = await migrated(
      {
        'fw.config.ts': config("{ srcDir: 'src' }"),
        'src/app.vue': vue,
        'src/server/a.ts': 'export {}\n',
      },
      edition,
      { layout: 'app' },
    );
    expect(after).toEqual({
      'fw.config.ts': config('{}'),
      'server/a.ts': 'export {}\n',
      [`${sourceDir}/app.vue`]: vue,
    });
  });

  it('is named in texts of the catalogue', () => {
    const catalogue = createCatalogue(edition);
    expect(catalogue.followUpText('app-folder-foreign')).toMatchObject({
      title: `\`${sourceDir}/\` already contains something else`,
      explanation: expect.stringContaining(`keeps sources in \`${sourceDir}/\``),
    });
    expect(catalogue.findOption('srcDir')?.a).toEqual({ kind: 'value', value: sourceDir });
    expect(catalogue.findOption('dir.pages')?.a).toEqual({
      kind: 'value',
      value: `${sourceDir}/pages`,
    });
  });

  it('is named in messages', async () => {
    const { followUps } = await migrated(
      { ...files, [`${sourceDir}/package.json`]: '{ "name": "other" }\n' },
      edition,
    );
    expect(followUps).toEqual([
      `decide app-folder-foreign: \`${sourceDir}/\` already contains something else (\`${sourceDir}/package.json\`), so nothing moves: move it elsewhere, or keep this layout.`,
    ]);
  });
});

describe('a source directory inside of the one before', () => {
  it('takes all that is in that', async () => {
    const { files } = await migrated(
      {
        'fw.config.ts': config("{ srcDir: 'web' }"),
        'web/app.vue': vue,
        'web/pages/a.vue': vue,
        'web/app/router.options.ts': 'export default {}\n',
        'web/public/a.txt': 'a\n',
      },
      { facts: { sourceDir: 'web/app' } },
      { layout: 'app' },
    );
    expect(files).toEqual({
      'fw.config.ts': config("{ dir: { app: 'web/app' } }"),
      'public/a.txt': 'a\n',
      'web/app/app.vue': vue,
      'web/app/pages/a.vue': vue,
      'web/app/router.options.ts': 'export default {}\n',
    });
  });
});

describe('a source directory that is not the folder of router options', () => {
  it('leaves that where it is found', async () => {
    const { files } = await migrated(
      {
        'fw.config.ts': config('{}'),
        'pages/a.vue': vue,
        'app/router.options.ts': 'export default {}\n',
        'app/spa-loading-template.html': '<p>…</p>\n',
      },
      { facts: { sourceDir: 'web' } },
    );
    expect(files).toEqual({
      'app/router.options.ts': 'export default {}\n',
      'app/spa-loading-template.html': '<p>…</p>\n',
      'fw.config.ts': config("{\n  spaLoadingTemplate: 'app/spa-loading-template.html',\n}"),
      'web/pages/a.vue': vue,
    });
  });
});

describe('options of modules that name places', () => {
  const files = {
    'fw.config.ts': config("{ gallery: { dirs: ['assets/photos'] }, texts: { dir: 'texts' } }"),
    'pages/a.vue': vue,
    'assets/photos/a.txt': 'a\n',
    'texts/a.txt': 'a\n',
  };

  it('are asked about', async () => {
    const { files: after, followUps } = await migrated(files, {});
    expect(after['fw.config.ts']).toBe(files['fw.config.ts']);
    expect(followUps).toEqual([
      expect.stringMatching(/^decide module-option-path: .*gallery.*texts/s),
    ]);
  });
});
