import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createCatalogue,
  describe as describeCode,
  effectiveOptions,
  type Format,
  migrateConfig,
  openConfig,
  planMigration,
  readSnapshot,
  renderReport,
  snapshotOf,
  transforms,
} from '../../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'fw-migrate-api-edition-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileWith(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const config = `export default defineNuxtConfig({
  vite: { server: { hmr: false } },
  future: { compatibilityVersion: 3 },
})
`;
const filename = 'nuxt.config.ts';
const edited = config.replace('  future: { compatibilityVersion: 3 },\n', '');

describe('the edition of a script', () => {
  it('is that of the config, by its name', () => {
    const { code, followUps } = migrateConfig(config, { filename });
    expect(code).toBe(edited);
    // `vite` is the name of an option in this edition only.
    expect(followUps.map((followUp) => followUp.code)).not.toContain('unknown-option');
  });

  it.each<[string, string | object]>([
    ['a name', 'nuxt'],
    ['a value that extends a name', { extends: 'nuxt' }],
    ['a file that extends a name', fileWith('own.json', { extends: 'nuxt' })],
    [
      'a file that extends a file beside it',
      fileWith('outer.json', { $schema: 'x', extends: './own.json' }),
    ],
  ])('may be %s', (_, edition) => {
    const { code, followUps } = migrateConfig(config, { filename: 'other.ts', edition });
    expect(code).toBe(edited);
    expect(followUps.map((followUp) => followUp.code)).not.toContain('unknown-option');
  });

  it('has a title for every follow-up, with its own names', () => {
    const codes = createCatalogue('nuxt').followUpCodes;
    expect(codes.length).toBeGreaterThan(80);
    for (const code of codes) {
      const { title = '', explanation = '' } = describeCode(code, { edition: 'nuxt' }) ?? {};
      expect(title, code).toMatch(/\w/);
      expect(title + explanation, code).not.toMatch(/Variant [AB]|fw\.config|serverEngine/);
    }
    expect(describeCode('removed-experimental')?.title).toMatch(/\w/);
    expect(describeCode('of-nobody')).toBeUndefined();
  });

  it('is that of the projects in a snapshot', async () => {
    const snapshot = snapshotOf({
      [`web/${filename}`]: config,
      'web/pages/index.vue': '',
      'web/package.json': '{ "dependencies": { "nuxt": "^3.15.0" } }',
    });
    const plan = await planMigration(snapshot);
    expect(plan.files.map(({ to }) => to)).toContain('web/app/pages/index.vue');
    const formats: readonly Format[] = ['pretty', 'markdown', 'html', 'json', 'sarif'];
    for (const format of formats) {
      const report = await renderReport(plan, format);
      expect(report).toMatch(/nuxt/i);
      expect(report).not.toMatch(/Variant [AB]/);
    }
    const [project] = effectiveOptions(snapshot).projects;
    expect(project?.options.some(({ option }) => option.startsWith('vite.'))).toBe(true);
  });

  it('says which folder is generated', () => {
    const project = mkdtempSync(join(folder, 'project-'));
    writeFileSync(join(project, filename), config);
    expect(readSnapshot(project).files.map(({ path }) => path)).toEqual([filename]);
  });

  it('is that of the file that jscodeshift passes', () => {
    const transform = transforms.find(({ id }) => id === 'compatibility-version');
    expect(transform?.({ path: filename, source: config }, {}, {})).toBe(edited);
  });

  it('reads a config', () => {
    const document = openConfig(config, { filename });
    expect(document.catalogue.names.framework).toBe('Nuxt');
  });
});

describe('a wrong edition is a TypeError', () => {
  const circle = fileWith('circle.json', { extends: './circle.json' });
  writeFileSync(join(folder, 'broken.json'), '{ names: }');
  it.each<[unknown, string]>([
    [5, '`options.edition` should be an edition, the name of one, or a JSON file, but is 5'],
    ['', '`options.edition` should be an edition, the name of one, or a JSON file, but is ""'],
    [{ nams: {} }, '`options.edition.nams`'],
    ['nuxtt', 'The edition `nuxtt` cannot be read. Pass `fw` or `nuxt`, a JSON file'],
    [circle, 'extends itself'],
    [join(folder, 'broken.json'), 'is not JSON'],
    [fileWith('wrong.json', { nams: {} }), 'is wrong: `edition.nams`'],
  ])('%j', (edition, message) => {
    const run = () => migrateConfig(config, { filename, edition: edition as string });
    expect(run).toThrow(TypeError);
    expect(run).toThrow(message);
  });
});
