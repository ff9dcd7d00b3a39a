import { describe, expect, it } from 'vitest';
import type { Edition } from '../../src/catalogue/index.ts';
import { config, migrated } from './support/migrated.ts';

const fromSources = { readFrom: { a: 'source' } } as const;

/** The folders of sources are named from the source directory, as before. */
const namedFromSources: Edition = {
  facts: {
    folders: {
      pages: fromSources,
      layouts: fromSources,
      middleware: fromSources,
      plugins: fromSources,
      assets: fromSources,
    },
  },
};

/** So are all folders of `dir`. */
const allFromSources: Edition = {
  facts: {
    folders: {
      ...namedFromSources.facts?.folders,
      public: fromSources,
      modules: fromSources,
      app: fromSources,
    },
  },
};

const vue = '<template><p>Hi</p></template>\n';

describe('where `dir` is read from the source directory', () => {
  it('a folder that moves along with the sources keeps its name', async () => {
    const text = config("{ dir: { pages: 'views', layouts: './frames/', assets: 'media' } }");
    const { files, followUps } = await migrated(
      {
        'fw.config.ts': text,
        'views/index.vue': vue,
        'frames/default.vue': vue,
        'media/a.css': 'a {}\n',
        'app.vue': vue,
      },
      namedFromSources,
    );
    expect(Object.keys(files)).toEqual([
      'app/app.vue',
      'app/frames/default.vue',
      'app/media/a.css',
      'app/views/index.vue',
      'fw.config.ts',
    ]);
    expect(files['fw.config.ts']).toBe(text);
    expect(followUps).toEqual([]);
  });

  it('with sources in `src`, too', async () => {
    const text = config("{ srcDir: 'src', dir: { pages: 'views' } }");
    const sources = { 'fw.config.ts': text, 'src/views/index.vue': vue, 'src/app.vue': vue };
    expect((await migrated(sources, namedFromSources)).files).toEqual(sources);
    const { files } = await migrated(sources, namedFromSources, { layout: 'app' });
    expect(files).toEqual({
      'app/app.vue': vue,
      'app/views/index.vue': vue,
      'fw.config.ts': config("{ dir: { pages: 'views' } }"),
    });
  });

  it('and where nothing moves', async () => {
    const { files } = await migrated(
      { 'fw.config.ts': config("{ dir: { pages: 'views' } }"), 'views/index.vue': vue },
      namedFromSources,
      { layout: 'keep' },
    );
    expect(files).toEqual({
      'fw.config.ts': config("{ dir: { pages: 'views', app: 'app' }, srcDir: '.' }"),
      'views/index.vue': vue,
    });
  });

  it('a folder that is held back is named from the source directory', async () => {
    const { files } = await migrated(
      {
        'fw.config.ts': config("{ dir: { pages: 'views' } }"),
        'views/index.vue': vue,
        'app.vue': vue,
      },
      namedFromSources,
      { stay: ['views'] },
    );
    expect(files['fw.config.ts']).toBe(config("{ dir: { pages: '../views' } }"));
  });

  it('files that stay among the sources are pinned from there', async () => {
    const { files } = await migrated(
      {
        'fw.config.ts': config("{ srcDir: 'src' }"),
        'src/app.vue': vue,
        'src/public/a.txt': 'a\n',
        'src/modules/a.ts': 'export default () => {}\n',
        'src/app/router.options.ts': 'export default {}\n',
      },
      allFromSources,
    );
    expect(files['fw.config.ts']).toBe(
      config(
        "{\n  srcDir: 'src',\n  dir: { app: 'app', modules: 'modules', public: 'public' },\n}",
      ),
    );
  });

  it('and with the sources in `app`, what moves to the root needs no name', async () => {
    const { files } = await migrated(
      {
        'fw.config.ts': config("{ srcDir: 'src', dir: { public: 'static' } }"),
        'src/app.vue': vue,
        'src/static/a.txt': 'a\n',
        'src/modules/a.ts': 'export default () => {}\n',
      },
      allFromSources,
      { layout: 'app' },
    );
    expect(files).toEqual({
      'app/app.vue': vue,
      'app/static/a.txt': 'a\n',
      'fw.config.ts': config("{ dir: { public: 'static' } }"),
      'modules/a.ts': 'export default () => {}\n',
    });
  });

  it('which is no other default than before', async () => {
    const { plan } = await migrated(
      {
        'fw.config.ts': config("{ srcDir: 'src' }"),
        'src/app.vue': vue,
        'src/modules/a.ts': 'export default () => {}\n',
      },
      allFromSources,
      { layout: 'app' },
    );
    expect(plan.projects[0]?.proof.changed.map(({ option }) => option)).not.toContain(
      'dir.modules',
    );
  });

  it('a folder alone shows where the sources are', async () => {
    const text = config("{ dir: { pages: 'views' } }");
    const { files } = await migrated(
      { 'fw.config.ts': text, 'views/index.vue': vue },
      namedFromSources,
    );
    expect(files).toEqual({ 'app/views/index.vue': vue, 'fw.config.ts': text });
  });

  it('addresses of public files are told from those of sources', async () => {
    const text = config("{ srcDir: 'src', dir: { public: 'static' }, css: ['/main.css'] }");
    const files = { 'fw.config.ts': text, 'src/static/main.css': 'a {}\n', 'src/app.vue': vue };
    expect((await migrated(files, allFromSources)).files).toEqual(files);
  });

  it('a project that is migrated already is left', async () => {
    const sources = {
      'package.json': '{ "dependencies": { "fw": "^4.0.0" } }\n',
      'fw.config.ts': config("{ dir: { pages: 'views' } }"),
      'app/views/index.vue': vue,
    };
    expect((await migrated(sources, namedFromSources)).files).toEqual(sources);
  });
});

describe('where `dir` is read from the root in both variants', () => {
  const fromRoot = { readFrom: { b: 'root', a: 'root' } } as const;
  const edition: Edition = { facts: { folders: { pages: fromRoot, public: fromRoot } } };

  it('a name is the same folder, wherever the sources are', async () => {
    const sources = {
      'fw.config.ts': config("{ srcDir: 'src', dir: { pages: 'src/views', public: 'static' } }"),
      'src/views/index.vue': vue,
      'static/a.txt': 'a\n',
    };
    expect((await migrated(sources, edition)).files).toEqual(sources);
  });

  it('and follows its files', async () => {
    const { files } = await migrated(
      {
        'fw.config.ts': config("{ srcDir: 'src', dir: { pages: 'src/views', public: 'static' } }"),
        'src/views/index.vue': vue,
        'src/app.vue': vue,
        'static/a.txt': 'a\n',
      },
      edition,
      { layout: 'app' },
    );
    expect(files['fw.config.ts']).toBe(config("{ dir: { pages: 'app/views', public: 'static' } }"));
  });
});

describe('folders that only an edition has', () => {
  it('move along with the sources', async () => {
    const { files } = await migrated(
      {
        'fw.config.ts': config('{}'),
        'stores/cart.ts': 'export const cart = {}\n',
        'pages/index.vue': "<script setup>\nimport { cart } from '~/stores/cart'\n</script>\n",
        'lib/a.ts': "import { cart } from '../stores/cart'\n",
      },
      { facts: { folders: { stores: {} } } },
    );
    expect(files).toEqual({
      'app/pages/index.vue': "<script setup>\nimport { cart } from '~/stores/cart'\n</script>\n",
      'app/stores/cart.ts': 'export const cart = {}\n',
      'fw.config.ts': config('{}'),
      'lib/a.ts': "import { cart } from '../app/stores/cart'\n",
    });
  });

  it('are told as sources in the report', async () => {
    const { plan } = await migrated(
      { 'fw.config.ts': config('{}'), 'stores/a.ts': 'export {}\n', 'app.vue': vue },
      { facts: { folders: { stores: {} } } },
    );
    expect(plan.projects[0]?.proof.places).toContainEqual({
      kind: 'stores',
      place: 'app/stores',
      exists: true,
    });
  });

  it('go to the root where the edition has them there', async () => {
    const { files } = await migrated(
      {
        'fw.config.ts': config("{ srcDir: 'src' }"),
        'src/app.vue': vue,
        'src/workers/a.ts': 'export {}\n',
      },
      { facts: { folders: { workers: { base: { b: 'source', a: 'root' } } } } },
      { layout: 'app' },
    );
    expect(Object.keys(files)).toEqual(['app/app.vue', 'fw.config.ts', 'workers/a.ts']);
  });
});

describe('folders with other names and bases', () => {
  it('are found under their names', async () => {
    const { files } = await migrated(
      {
        'fw.config.ts': config('{}'),
        'views/index.vue': vue,
        'pages/a.md': '# Pages\n',
        'hooks/a.ts': 'export {}\n',
        'static/a.txt': 'a\n',
      },
      {
        facts: {
          folders: {
            pages: { name: 'views' },
            composables: { name: 'hooks' },
            public: { name: 'static' },
          },
        },
      },
    );
    expect(Object.keys(files)).toEqual([
      'app/hooks/a.ts',
      'app/views/index.vue',
      'fw.config.ts',
      'pages/a.md',
      'static/a.txt',
    ]);
  });

  it('stay among the sources where the newer variant has them there', async () => {
    const { files } = await migrated(
      {
        'fw.config.ts': config('{}'),
        'app.vue': vue,
        'server/api/a.ts': 'export default {}\n',
        'public/a.txt': 'a\n',
      },
      {
        facts: {
          folders: { server: { base: { a: 'source' } }, public: { base: { a: 'source' } } },
        },
      },
    );
    expect(Object.keys(files)).toEqual([
      'app/app.vue',
      'app/public/a.txt',
      'app/server/api/a.ts',
      'fw.config.ts',
    ]);
  });
});

describe('an edition without layers', () => {
  const files = {
    'fw.config.ts': config('{}'),
    'app.vue': vue,
    'layers/base/fw.config.ts': config("{ srcDir: 'src' }"),
    'layers/base/src/app.vue': vue,
  };

  it('takes a folder of that name for any other', async () => {
    const layered = await migrated(files, {});
    const plain = await migrated(files, { facts: { folders: { layers: null } } });
    expect(layered.plan.projects[0]?.proof.places.map(({ kind }) => kind)).toContain('layers');
    expect(plain.plan.projects[0]?.proof.places.map(({ kind }) => kind)).not.toContain('layers');
    expect(Object.keys(plain.files)).toEqual(Object.keys(layered.files));
  });
});
