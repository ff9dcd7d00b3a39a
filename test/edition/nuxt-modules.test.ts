import semver from 'semver';
import { describe, expect, it } from 'vitest';
import nuxt from '../../editions/nuxt.json' with { type: 'json' };
import table from '../../editions/nuxt-modules.json' with { type: 'json' };
import { type Edition, editionShape } from '../../src/catalogue/index.ts';
import { config, migrated } from './support/migrated.ts';

const { release, moduleVersions } = table.facts;
const { date, since } = moduleVersions;
const edition = { ...nuxt, facts: { ...nuxt.facts, ...table.facts } } as Edition;

/** The follow-ups about one module in a version. */
async function followUpsOf(name: string, version: string): Promise<string[]> {
  const files = {
    'nuxt.config.ts': config(`{ modules: ['${name}'] }`).replace('Fw', 'Nuxt'),
    'package.json': JSON.stringify({ dependencies: { [name]: `^${version}`, nuxt: '^3.0.0' } }),
    'package-lock.json': `{ "packages": { "node_modules/${name}": { "version": "${version}" } } }`,
    'pages/index.vue': '<template />\n',
  };
  const { followUps } = await migrated(files, edition);
  return followUps.filter(
    (text) => / module-/.test(text) || text.includes(`\`${name}\` goes from`),
  );
}

describe('the table of modules for Nuxt', () => {
  it('is an edition, sorted, dated, and made for a version of the newer variant', () => {
    expect(() => editionShape(table, '')).not.toThrow();
    expect(Object.keys(since)).toEqual(Object.keys(since).toSorted());
    expect(new Date(date).toISOString()).toContain(date);
    expect(semver.satisfies(release.version, '^4.0.0')).toBe(true);
    expect(Object.keys(since).length).toBeGreaterThan(100);
  });

  it('only has versions, of which every later one counts as well', () => {
    for (const first of Object.values(since)) {
      if (first === null) continue;
      expect(semver.valid(first)).toBe(first);
    }
  });

  it('names what comes instead of the modules that have no such version', () => {
    const successors = Object.values(nuxt.facts.modules).flatMap((module) =>
      'successor' in module ? [module.successor] : [],
    );
    for (const name of successors) expect(since).toHaveProperty([name], expect.any(String));
  });

  it.each([
    ['@nuxtjs/tailwindcss', '6.8.0'],
    ['@nuxtjs/tailwindcss', '6.12.1'],
    ['@pinia/nuxt', '0.10.1'],
    ['@pinia/nuxt', '0.11.0'],
    ['@nuxtjs/plausible', '1.0.0'],
    ['@formkit/nuxt', '1.0.0'],
    ['vuetify-nuxt-module', '0.10.0'],
    ['nuxt-icon', '0.6.10'],
    ['nuxt-primevue', '3.0.0'],
  ])('tells that %s %s does not support it', async (name, version) => {
    expect(await followUpsOf(name, version)).toEqual([
      expect.stringMatching(/^(?:verify install-framework|decide module-unsupported): /),
    ]);
  });

  it.each([
    ['@pinia/nuxt', '0.5.3'],
    ['@pinia/nuxt', '0.9.0'],
    ['@nuxtjs/tailwindcss', '6.6.8'],
  ])(
    'is silent about %s %s, which supports it although later ones do not',
    async (name, version) => {
      expect(await followUpsOf(name, version)).toEqual([]);
    },
  );

  it.each(
    Object.entries(since)
      .filter(([, first]) => first !== null)
      .slice(0, 12),
  )('is silent about %s %s', async (name, version) => {
    expect(await followUpsOf(name, version ?? '')).toEqual([]);
  });
});
