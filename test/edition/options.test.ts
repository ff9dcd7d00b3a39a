import { describe, expect, it } from 'vitest';
import { createCatalogue, type Edition } from '../../src/catalogue/index.ts';
import { migrateWith } from '../../src/plan/migrate.ts';
import { transforms } from '../../transforms/index.ts';
import { config, migrated } from './support/migrated.ts';

type Options = NonNullable<Edition['options']>;

/** What becomes of a config on its own, with its follow-ups as `kind code: message`. */
function transformed(
  object: string,
  options: Options,
  flags: { readonly keepDefaults?: boolean } = {},
): { readonly text: string; readonly followUps: readonly string[] } {
  const catalogue = createCatalogue({ options });
  const run = (text: string) =>
    migrateWith(transforms, text, { filename: 'fw.config.ts', catalogue, ...flags });
  const { code, followUps } = run(config(object));
  if (!flags.keepDefaults) expect(run(code).code).toBe(code);
  return {
    text: code,
    followUps: followUps.map(({ kind, code: about, message }) => `${kind} ${about}: ${message}`),
  };
}

const routes: Options = {
  edgeRoutes: { types: ['array'], movedTo: 'serverEngine.prerender.routes', merge: 'append' },
};

describe('a list that moves', () => {
  it('gets its new name', () => {
    expect(transformed("{ srcDir: '.', edgeRoutes: ['/a'] }", routes)).toEqual({
      text: config("{ srcDir: '.', serverEngine: { prerender: { routes: ['/a'] } } }"),
      followUps: [],
    });
  });

  it('is added to the one that is there, without repeats', () => {
    const text =
      "{ srcDir: '.', edgeRoutes: ['/a', '/b'], serverEngine: { prerender: { routes: ['/b'] } } }";
    expect(transformed(text, routes)).toEqual({
      text: config("{ srcDir: '.', serverEngine: { prerender: { routes: ['/b', '/a'] } } }"),
      followUps: [],
    });
  });

  it('is added to another one that goes there as well', () => {
    const text = "{ srcDir: '.', edgeRoutes: ['/a', '/b'], generate: { routes: ['/b', '/c'] } }";
    expect(transformed(text, routes)).toEqual({
      text: config("{ srcDir: '.', serverEngine: { prerender: { routes: ['/b', '/c', '/a'] } } }"),
      followUps: [],
    });
    const both: Options = {
      ...routes,
      oldRoutes: { types: ['array'], movedTo: 'serverEngine.prerender.routes', merge: 'append' },
    };
    expect(transformed("{ srcDir: '.', oldRoutes: ['/b'], edgeRoutes: ['/a'] }", both).text).toBe(
      config("{ srcDir: '.', serverEngine: { prerender: { routes: ['/a', '/b'] } } }"),
    );
  });

  it('also in an override block', () => {
    const text = "{ srcDir: '.', $production: { edgeRoutes: ['/a'] } }";
    expect(transformed(text, routes).text).toBe(
      config("{ srcDir: '.', $production: { serverEngine: { prerender: { routes: ['/a'] } } } }"),
    );
  });

  it('stays where it is computed', () => {
    const text = "{ srcDir: '.', edgeRoutes: findRoutes() }";
    const { text: after, followUps } = transformed(text, routes);
    expect(after).toBe(config(text));
    expect(followUps).toEqual([
      'decide not-written: `edgeRoutes` is the result of `findRoutes()`: move it to `serverEngine.prerender.routes`, which takes a list, manually.',
    ]);
  });

  it('and where its target is', () => {
    const text =
      "{ srcDir: '.', edgeRoutes: ['/a'], serverEngine: { prerender: { routes: findRoutes() } } }";
    const { text: after, followUps } = transformed(text, routes);
    expect(after).toBe(config(text));
    expect(followUps).toEqual([
      'decide not-written: `edgeRoutes` is kept, because it or `serverEngine.prerender.routes` is computed: merge the two manually.',
    ]);
  });
});

const renamed: Options = {
  acme: { types: ['object'], keys: 'listed' },
  'acme.speed': { types: ['number'] },
  acmeSpeed: { types: ['number'], movedTo: 'acme.speed' },
};

describe('a value that moves', () => {
  it('gets its new name', () => {
    expect(transformed("{ srcDir: '.', acmeSpeed: 3 }", renamed)).toEqual({
      text: config("{ srcDir: '.', acme: { speed: 3 } }"),
      followUps: [],
    });
  });

  it('gives way to what is there', () => {
    expect(transformed("{ srcDir: '.', acmeSpeed: 3, acme: { speed: 4 } }", renamed)).toEqual({
      text: config("{ srcDir: '.', acme: { speed: 4 } }"),
      followUps: [
        'verify moved-option-conflict: `acme.speed` is already set and takes precedence; the value of `acmeSpeed` is dropped: 3.',
      ],
    });
  });

  it('gives way to another one that goes there as well', () => {
    const both: Options = { ...renamed, oldSpeed: { types: ['number'], movedTo: 'acme.speed' } };
    expect(transformed("{ srcDir: '.', oldSpeed: 2, acmeSpeed: 3 }", both)).toEqual({
      text: config("{ srcDir: '.', acme: { speed: 3 } }"),
      followUps: [
        'verify moved-option-conflict: `acme.speed` is already set and takes precedence; the value of `oldSpeed` is dropped: 2.',
      ],
    });
  });

  it('is reported with what the edition says', () => {
    const followUp = { kind: 'verify', message: 'Speed is in knots now.' } as const;
    const options = {
      ...renamed,
      acmeSpeed: { types: ['number' as const], movedTo: 'acme.speed', followUp },
    };
    expect(transformed("{ srcDir: '.', acmeSpeed: 3 }", options).followUps).toEqual([
      'verify edition-acme-speed: Speed is in knots now.',
    ]);
  });

  it('and the checks of a run find it there', async () => {
    const { files, plan } = await migrated(
      {
        'fw.config.ts': config("{ acmeSpeed: 3, edgeRoutes: ['/a'] }"),
        'pages/a.vue': '<template />\n',
      },
      { options: { ...renamed, ...routes } },
    );
    expect(files['fw.config.ts']).toBe(
      config("{ acme: { speed: 3 }, serverEngine: { prerender: { routes: ['/a'] } } }"),
    );
    const options = new Map(
      plan.projects[0]?.options.map(({ option, change }) => [option, change]),
    );
    expect(options.get('acmeSpeed')).toBe('renamed');
    expect(options.get('edgeRoutes')).toBe('renamed');
  });
});

describe('an option that ends', () => {
  const ended: Options = { bridge2: { types: ['boolean', 'object', 'null'], fate: 'removed' } };

  it('is removed, and asked about', () => {
    expect(transformed("{ srcDir: '.', bridge2: { a: 1 } }", ended)).toEqual({
      text: config("{ srcDir: '.' }"),
      followUps: [
        'decide removed-option: `bridge2` was { a: 1 }, but Variant A no longer has it: check whether the project relies on it.',
      ],
    });
  });

  it.each(['false', 'null', 'undefined'])('is removed without a word where it is %s', (value) => {
    expect(transformed(`{ srcDir: '.', bridge2: ${value} }`, ended)).toEqual({
      text: config("{ srcDir: '.' }"),
      followUps: [],
    });
  });

  it('is only reported if the new variant does not always have its value', () => {
    const fixed: Options = {
      bridge2: { types: ['boolean'], fate: 'removed', default: { b: true, a: true } },
    };
    const text = config("{ srcDir: '.' }");
    expect(transformed("{ srcDir: '.', bridge2: true }", fixed)).toEqual({ text, followUps: [] });
    expect(transformed("{ srcDir: '.', bridge2: false }", fixed)).toEqual({
      text,
      followUps: [
        'verify removed-option: `bridge2` was false, but Variant A always behaves as with true: check whether the project relies on it.',
      ],
    });
    const flag = {
      'experimental.headNext': { fate: 'removed', default: { b: true, a: true } },
    } as const;
    expect(
      transformed("{ srcDir: '.', experimental: { headNext: false } }", flag).followUps,
    ).toEqual([
      'verify removed-option: `experimental.headNext` was false, but Variant A always behaves as with true: check whether the project relies on it.',
    ]);
  });

  it('is reported with what the edition says', () => {
    const followUp = { kind: 'decide', message: 'Migrate the old code first.' } as const;
    const options: Options = { bridge2: { types: ['boolean'], fate: 'removed', followUp } };
    expect(transformed("{ srcDir: '.', bridge2: true }", options)).toEqual({
      text: config("{ srcDir: '.' }"),
      followUps: ['decide edition-bridge2: Migrate the old code first.'],
    });
  });

  it('and a run is content with that', async () => {
    const { files, followUps } = await migrated(
      { 'fw.config.ts': config('{ bridge2: false, ssr: false }'), 'pages/a.vue': '<template />\n' },
      { options: ended },
    );
    expect(files['fw.config.ts']).toBe(config('{ ssr: false }'));
    expect(followUps).toEqual([]);
  });
});

describe('what an edition says about an option', () => {
  const followUp = { kind: 'verify', message: 'Look at the price list.' } as const;

  it('is reported where it is set', () => {
    const options: Options = { cloud: { types: ['object'], followUp } };
    expect(
      transformed("{ srcDir: '.', cloud: {}, $test: { cloud: { a: 1 } } }", options).followUps,
    ).toEqual([
      'verify edition-cloud: Look at the price list.',
      'verify edition-cloud: Look at the price list.',
    ]);
    expect(transformed("{ srcDir: '.' }", options).followUps).toEqual([]);
  });

  it('also in items of a list', () => {
    const options: Options = {
      clouds: { types: ['array'] },
      'clouds[].region': { types: ['string'], followUp },
    };
    expect(
      transformed("{ srcDir: '.', clouds: [{ region: 'eu' }, {}] }", options).followUps,
    ).toEqual(['verify edition-clouds-region: Look at the price list.']);
  });

  it('also about an option of the default edition', () => {
    expect(transformed("{ srcDir: '.', ssr: true }", { ssr: { followUp } }).followUps).toEqual([
      'verify edition-ssr: Look at the price list.',
    ]);
  });
});

describe('paths in options of an edition', () => {
  const options: Options = {
    stores: { types: ['object'], keys: 'listed' },
    'stores.dirs': { types: ['array'], paths: { '[]': 'folder' } },
    'stores.main': { types: ['string'], paths: { '': 'ownFile' } },
  };

  it('follow their files', async () => {
    const { files, plan } = await migrated(
      {
        'fw.config.ts': config(
          "{ stores: { dirs: ['~/lib/stores', 'shop'], main: '~/lib/main.ts' } }",
        ),
        'lib/stores/a.ts': 'export {}\n',
        'lib/main.ts': 'export {}\n',
        'shop/a.ts': 'export {}\n',
        'pages/a.vue': '<template />\n',
      },
      { options },
    );
    expect(Object.keys(files)).toEqual([
      'app/lib/stores/a.ts',
      'app/pages/a.vue',
      'app/shop/a.ts',
      'fw.config.ts',
      'lib/main.ts',
    ]);
    expect(files['fw.config.ts']).toBe(
      config("{ stores: { dirs: ['~/lib/stores', '~/shop'], main: '~~/lib/main.ts' } }"),
    );
    expect(plan.projects[0]?.changes.map(({ transform }) => transform)).toContain('edition-paths');
  });

  it('also where the option moves', async () => {
    const { files } = await migrated(
      {
        'fw.config.ts': config("{ theme2: '~/lib/theme.ts' }"),
        'lib/theme.ts': '',
        'pages/a.vue': '',
      },
      {
        options: {
          look: { types: ['string'], paths: { '': 'ownFile' } },
          theme2: { types: ['string'], paths: { '': 'ownFile' }, movedTo: 'look' },
        },
      },
    );
    expect(files['fw.config.ts']).toBe(config("{ look: '~~/lib/theme.ts' }"));
  });
});

describe('a changed default', () => {
  const options: Options = {
    ssr: { default: { b: true, a: false }, keepDefault: true },
    'acme.mode': { types: ['string'], default: { b: 'slow', a: 'fast' }, keepDefault: 'slow' },
    acme: { types: ['object'] },
  };

  it('is kept on request', () => {
    expect(transformed("{ srcDir: '.' }", options, { keepDefaults: true }).text).toMatch(
      /ssr: true.*acme: \{ mode: 'slow' \}/s,
    );
  });

  it('is not written where the option is set', () => {
    const { text } = transformed("{ srcDir: '.', ssr: false, acme: { mode: 'fast' } }", options, {
      keepDefaults: true,
    });
    expect(text).toMatch(/ssr: false,\s+acme: \{ mode: 'fast' \}/);
    expect(text).not.toContain('slow');
  });

  it('is told in the report', async () => {
    const { plan } = await migrated(
      { 'fw.config.ts': config('{}'), 'pages/a.vue': '' },
      { options },
    );
    const [project] = plan.projects;
    expect(project?.proof.changed.map(({ option }) => option)).toEqual(
      expect.arrayContaining(['ssr', 'acme.mode']),
    );
  });
});

describe('options of the default edition', () => {
  it('that end there are kept where the edition keeps them', async () => {
    const text = config("{ experimental: { templateUtils: true }, generate: { routes: ['/a'] } }");
    const { files, followUps } = await migrated(
      {
        'fw.config.ts': text,
        'pages/a.vue': '',
        'modules/a.ts':
          "import { templateUtils } from '@fw/kit'\nexport default templateUtils.serialize\n",
      },
      {
        options: {
          'experimental.templateUtils': { fate: 'kept' },
          'generate.routes': { fate: 'kept' },
        },
      },
    );
    expect(files['fw.config.ts']).toBe(text);
    expect(followUps).toEqual([]);
  });

  it('move where the edition moves them', () => {
    const options: Options = {
      kit: { types: ['object'], keys: 'any' },
      'kit.utils': { types: ['boolean'] },
      'experimental.templateUtils': { movedTo: 'kit.utils' },
    };
    expect(transformed("{ srcDir: '.', experimental: { templateUtils: true } }", options)).toEqual({
      text: config("{ srcDir: '.', kit: { utils: true } }"),
      followUps: [],
    });
  });

  it('that are taken away are unknown', () => {
    const { text, followUps } = transformed(
      "{ srcDir: '.', experimental: { templateUtils: true } }",
      {
        'experimental.templateUtils': null,
      },
    );
    expect(text).toBe(config("{ srcDir: '.', experimental: { templateUtils: true } }"));
    expect(followUps).toEqual([
      expect.stringMatching(
        /^decide unknown-option: `experimental.templateUtils` is not an option of either variant\./,
      ),
    ]);
  });

  it('that are taken away as a group are any other key', () => {
    const text = "{ srcDir: '.', generate: { routes: ['/a'], crawler: true } }";
    expect(transformed(text, { generate: null })).toEqual({ text: config(text), followUps: [] });
  });

  it('end where the edition ends them', () => {
    const options: Options = {
      'experimental.payloadExtraction': { fate: 'removed' },
      ssr: { fate: 'removed' },
    };
    expect(
      transformed("{ srcDir: '.', ssr: true, experimental: { payloadExtraction: true } }", options),
    ).toEqual({
      text: config("{ srcDir: '.' }"),
      followUps: [
        'decide removed-option: `ssr` was true, but Variant A no longer has it: check whether the project relies on it.',
        'decide removed-experimental: `experimental.payloadExtraction` was on: Variant A no longer has this, so check whether the project relies on it.',
      ],
    });
  });
});

describe('an old default that cannot be kept', () => {
  const keepDefaults = true;
  const text = "{ srcDir: '.' }";
  const written = (options: Options) => transformed(text, options, { keepDefaults }).text;

  it('of an option that ends is not written', () => {
    expect(written({})).toContain('resetAsyncDataToUndefined: true');
    expect(
      written({ 'experimental.resetAsyncDataToUndefined': { fate: 'removed' } }),
    ).not.toContain('resetAsyncDataToUndefined');
  });

  it('of an option that does not change, or whose row says so, is not written', () => {
    const option = 'experimental.resetAsyncDataToUndefined';
    expect(written({ [option]: { default: { b: true, a: true } } })).not.toContain(
      'resetAsyncData',
    );
    expect(written({ ssr: { default: { b: true, a: false }, keepDefault: null } })).not.toContain(
      'ssr',
    );
  });
});

describe('an option with a built-in migration that stays', () => {
  it.each([
    [
      { 'transformer2.transform.options.target': { fate: 'kept' as const } },
      "transformer2: { transform: { options: { target: 'es2020' } } }",
    ],
    [{ 'dir.static': { fate: 'kept' as const } }, "dir: { static: 'files' }"],
  ])('%j', (options, body) => {
    expect(transformed(`{ srcDir: '.', ${body} }`, options).text).toContain(body);
  });

  it('is not asked about if only the edition of the tables changes it', () => {
    const text = "{ srcDir: '.', typescript: { hoist: ['x'] } }";
    expect(transformed(text, {}).followUps).toHaveLength(1);
    expect(transformed(text, { 'typescript.hoist': { fate: 'kept' } }).followUps).toEqual([]);
  });
});
