import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { migrateConfig } from '../../src/index.ts';
import { defineTransform } from '../../src/plan/define.ts';
import { hashOf, type PlaygroundState, stateIn } from '../../src/playground/link.ts';
import { type PlaygroundInput, play, scriptFrom, variables } from '../../src/playground/play.ts';

const config =
  "export default defineFwConfig({\n  generate: { routes: ['/a'], exclude: ['/b'] },\n  ssr: false,\n})\n";

function inputWith(parts: Partial<PlaygroundInput> = {}): PlaygroundInput {
  return { config, layout: 'auto', keepDefaults: false, skip: [], edition: '', ...parts };
}

describe('what the playground shows', () => {
  it.each([
    [{}, {}],
    [{ layout: 'keep' as const }, { layout: 'keep' as const }],
    [{ keepDefaults: true }, { keepDefaults: true }],
    [{ skip: ['generate'] }, { skip: ['generate'] }],
  ])('is what the engine does: %j', (parts, options) => {
    const expected = migrateConfig(config, { filename: 'fw.config.ts', ...options });
    const { code, changes, followUps } = play(inputWith(parts));
    expect({ code, changes, followUps }).toEqual({
      code: expected.code,
      changes: expected.changes,
      followUps: expected.followUps,
    });
  });

  it('pairs each option with what it comes to afterwards', () => {
    const pairs = new Map(play(inputWith()).options.map((pair) => [pair.option, pair]));
    expect(pairs.get('ssr')).toEqual({
      option: 'ssr',
      before: 'false',
      after: 'false',
      isSet: true,
      differs: false,
    });
    expect(pairs.get('experimental.defaults.useAsyncData.deep')).toMatchObject({
      isSet: false,
      differs: true,
    });
    // A default that only one of the variants is known to have says nothing about the other.
    const unknown = [...pairs.values()].filter(
      ({ isSet, before, after }) => !isSet && /^not set/.test(before + after),
    );
    expect(unknown.length).toBeGreaterThan(0);
    expect(unknown.filter(({ differs }) => differs)).toEqual([]);
    expect(pairs.get('generate.routes')).toMatchObject({ before: '["/a"]', isSet: true });
    expect(pairs.get('serverEngine.prerender.routes')).toMatchObject({ after: '["/a"]', isSet: true });
    expect(pairs.get('srcDir')).toMatchObject({ isSet: false });
    expect(pairs.get('srcDir')?.before).not.toBe(pairs.get('srcDir')?.after);
  });

  it('speaks of an edition with its names', () => {
    const edition = JSON.stringify({ names: { framework: 'acme', package: 'acme' } });
    const played = play(
      inputWith({ edition, config: 'export default defineAcmeConfig({ generate: { routes: [] } })\n' }),
    );
    expect(played.changes[0]?.file).toBe('acme.config.ts');
  });

  it.each([
    ['a config that cannot be read', { config: 'export default {' }, /fw\.config\.ts:1/],
    ['an edition that is not JSON', { edition: '{' }, /^The edition is not JSON: /],
    ['an edition with an unknown key', { edition: '{ "nmaes": {} }' }, /`edition\.nmaes` is unknown/],
  ])('names the problem of %s', (_, parts, message) => {
    expect(() => play(inputWith(parts))).toThrow(message);
  });

  it('includes a transform of the user, which runs last', () => {
    const own = defineTransform({ id: 'mine', rename: { ssr: 'isServer' } });
    const { code, changes } = play(inputWith(), [own]);
    expect(code).toContain('isServer: false');
    expect(changes.map(({ transform }) => transform)).toContain('mine');
  });
});

describe('a transform as a script', () => {
  it.each([
    [
      "import { defineTransform } from 'fw-migrate'\nexport default defineTransform({})\n",
      'const { defineTransform: defineTransform } = globalThis.fwMigrate;\nglobalThis.ownTransform = defineTransform({})\n',
    ],
    [
      "import { defineTransform as define, 'a b' as c } from 'fw-migrate'; export const id = 1; export default { id }",
      'const { defineTransform: define, "a b": c } = globalThis.fwMigrate; const id = 1; globalThis.ownTransform = { id }',
    ],
    ["import * as fw from 'fw-migrate'", 'const { ...fw } = globalThis.fwMigrate;'],
  ])('%j', (text, script) => {
    expect(scriptFrom(text)).toBe(`'use strict'; (() => {\n${script}\n})();`);
    expect(variables).toEqual({ library: 'fwMigrate', exported: 'ownTransform' });
  });

  it('cannot import anything else', () => {
    expect(() => scriptFrom("\nimport 'https://example.com/x.js'")).toThrow(
      "Line 2: `https://example.com/x.js` cannot be imported here. A transform on this page imports from 'fw-migrate' only.",
    );
  });
});

describe('a link', () => {
  const states: fc.Arbitrary<PlaygroundState> = fc.record({
    config: fc.string({ unit: 'binary' }),
    layout: fc.constantFrom('auto', 'app', 'keep'),
    keepDefaults: fc.boolean(),
    skip: fc.array(fc.string()),
    edition: fc.string(),
    transform: fc.string(),
  });

  it('carries everything that was entered', () => {
    fc.assert(
      fc.property(states, (state) => {
        const hash = hashOf(state);
        expect(hash).toMatch(/^[\w-]*$/);
        // A surrogate that stands alone is no text; JSON writes it as an escape.
        expect(stateIn(`#${hash}`)).toEqual(JSON.parse(JSON.stringify(state)));
      }),
    );
  });

  it.each(['', '#', '#status', '#%%%', `#${btoa('{"config":1}')}`, `#${btoa('[]')}`, '#////'])(
    'that is none of ours is ignored: %s',
    (hash) => {
      expect(stateIn(hash)).toBeUndefined();
    },
  );
});
