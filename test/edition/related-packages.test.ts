import { describe, expect, it } from 'vitest';
import type { Edition } from '../../src/catalogue/index.ts';
import { config, migrated } from './support/migrated.ts';

const edition: Edition = {
  facts: {
    related: { '@fw/kit': '4.0.0', cart: '3.0.3' },
    moduleVersions: {
      date: '2026-01-01',
      since: { '@acme/store': '0.11.1', '@acme/old': null },
    },
  },
};

const packageJson = (dependencies: object) => `${JSON.stringify({ dependencies }, null, 2)}\n`;

describe('packages that only need a newer version', () => {
  it('are raised with the framework, each as strict as before', async () => {
    const { files, followUps } = await migrated(
      {
        'fw.config.ts': config("{ modules: ['@acme/store'] }"),
        'package.json': packageJson({
          '@acme/store': '~0.5.1',
          '@fw/kit': '3.10.0',
          cart: '^2.1.7',
          fw: '^3.10.0',
          other: '^1.0.0',
        }),
      },
      edition,
    );
    expect(files['package.json']).toBe(
      packageJson({
        '@acme/store': '~0.11.1',
        '@fw/kit': '4.0.0',
        cart: '^3.0.3',
        fw: '^4.0.0',
        other: '^1.0.0',
      }),
    );
    expect(followUps).toEqual([
      'verify install-framework: `fw` goes from `^3.10.0` to `^4.0.0`; `@acme/store` goes from `~0.5.1` to `~0.11.1`; `@fw/kit` goes from `3.10.0` to `4.0.0`; `cart` goes from `^2.1.7` to `^3.0.3`: install, and commit the lock file.',
    ]);
  });

  it('stay where they fit, and where no number is written', async () => {
    const dependencies = {
      '@acme/store': '^0.11.1',
      '@fw/kit': 'latest',
      cart: '*',
      fw: '^3.10.0',
    };
    const { files } = await migrated(
      {
        'fw.config.ts': config("{ modules: ['@acme/store'] }"),
        'package.json': packageJson(dependencies),
      },
      edition,
    );
    expect(files['package.json']).toBe(packageJson({ ...dependencies, fw: '^4.0.0' }));
  });

  it.each([
    ['elsewhere', { fw: '^3.10.0' }, "{ modules: ['@acme/store'] }", 'verify module-version'],
    [
      'never',
      { fw: '^3.10.0', '@acme/old': '^1.0.0' },
      "{ modules: ['@acme/old'] }",
      'decide module-unsupported',
    ],
  ])('are reported if they can be raised %s', async (_, dependencies, object, start) => {
    const { followUps } = await migrated(
      { 'fw.config.ts': config(object), 'package.json': packageJson(dependencies) },
      edition,
    );
    expect(followUps.filter((text) => text.startsWith(start))).toHaveLength(1);
  });
});
