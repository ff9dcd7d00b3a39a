import { describe, expect, it } from 'vitest';
import {
  createCatalogue,
  type Edition,
  EditionProblem,
  editionShape,
} from '../../src/catalogue/index.ts';
import { Mismatch } from '../../src/catalogue/shape.ts';
import { migrateConfig } from '../../src/index.ts';

/** What an edition is refused for: the key, and the reason. */
function refusal(edition: unknown): string {
  try {
    editionShape(edition, '');
    createCatalogue(edition as Edition);
    return '';
  } catch (error) {
    if (error instanceof EditionProblem) return `${error.key}: ${error.message}`;
    if (error instanceof Mismatch) return error.message;
    throw error;
  }
}

describe('an edition is refused', () => {
  it.each([
    [
      { names: { variants: { a: 'one\u001b[31m' } } },
      '`names.variants.a` should be a non-empty line of text',
    ],
    [{ names: { buildDir: '..' } }, '`names.buildDir` should be a plain name'],
    [{ names: { configFile: 'a*b' } }, '`names.configFile` should be a plain name'],
    [{ names: { keys: { ui: '__proto__' } } }, '`names.keys.ui` should be a key of the config'],
    [{ options: { 'a..b': { types: ['string'] } } }, 'should be an option path'],
    [
      { options: { 'serverEngine.prerender.routes': null } },
      'options.generate.routes: it cannot move to `serverEngine.prerender.routes`',
    ],
    [
      { options: { 'generate.routes': { movedTo: 'ssr' } } },
      'this option already has a built-in migration',
    ],
    [
      { options: { debug: { keepDefault: () => 1 } } },
      '`options.debug.keepDefault` should be a JSON value',
    ],
    [{ options: { debug: { keepDefault: Number.NaN } } }, 'should be a JSON value'],
  ])('%j', (edition, reason) => {
    expect(refusal(edition)).toContain(reason);
  });
});

describe('what an edition takes away is left alone', () => {
  it.each([
    [{ transformer2: null }, "transformer2: { transform: { options: { target: 'es2020' } } }"],
    [{ generate: null }, "generate: { routes: ['/a'] }"],
    [{ 'dir.static': null }, "dir: { static: 'files' }"],
  ])('%j', (options, body) => {
    const text = `export default defineFwConfig({ ${body} })\n`;
    expect(migrateConfig(text, { filename: 'fw.config.ts', edition: { options } }).code).toContain(
      body,
    );
  });
});

describe('names follow from the package', () => {
  it.each([
    [
      '@acme/framework',
      ['@acme', '@acme/framework/kit', '@acme/bundler2-builder', 'frameworkLink'],
    ],
    ['acme-js', ['@acme-js', 'acme-js/kit', '@acme-js/bundler2-builder', 'acmeJsLink']],
  ])('%s', (name, expected) => {
    const { names, path } = createCatalogue({ names: { package: name } });
    const link = path['experimental.defaults.fwLink'].split('.').at(-1);
    expect([names.scope, names.kitModules[0], names.builderPackages.bundler2, link]).toEqual(
      expected,
    );
  });
});

it('a default that an edition changes is what `--keep-defaults` writes', () => {
  const edition = { options: { debug: { default: { b: true, a: false } } } };
  const options = { filename: 'fw.config.ts', edition, keepDefaults: true };
  expect(migrateConfig('export default defineFwConfig({})\n', options).code).toContain(
    'debug: true',
  );
});
