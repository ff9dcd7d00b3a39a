import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  defineTransform,
  eachWrittenOption,
  migrateConfig,
  pathRules,
  planMigration,
  rebasePaths,
  snapshotOf,
  transforms,
} from '../../src/index.ts';
import { folderWith, fwMigrate } from '../cli/support/run.ts';

const filename = 'fw.config.ts';
const text = "export default {\n  ssr: true,\n  generate: { routes: ['/a'] },\n}\n";
const migrated = migrateConfig(text, { filename }).code;

const first = defineTransform({ id: 'first', mapValue: { ssr: () => 'one' } });
const second = defineTransform({ id: 'second', mapValue: { ssr: (value) => `${value}, two` } });
const third = defineTransform({ id: 'third', mapValue: { ssr: (value) => `${value}, three` } });
const prerender = defineTransform({
  id: 'prerender',
  mapValue: { 'serverEngine.prerender.routes': () => ['/z'] },
});

describe('own transforms of migrateConfig', () => {
  it('run after the built-in ones', () => {
    expect(migrated).toContain("['/a']");
    expect(text).not.toContain('serverEngine');
    const { code, changes } = migrateConfig(text, { filename, transforms: [prerender] });
    expect(code).toBe(migrated.replace('/a', '/z'));
    expect(changes.at(-1)?.transform).toBe('prerender');
  });

  it('run one after the other, however the lists are nested', () => {
    const nested = migrateConfig(text, { filename, transforms: [first, [[second], [], third]] });
    expect(nested.code).toBe(migrated.replace('ssr: true', "ssr: 'one, two, three'"));
    expect(nested).toEqual(migrateConfig(text, { filename, transforms: [first, second, third] }));
  });

  it('run alone if no built-in one is chosen', () => {
    const { code } = migrateConfig(text, { filename, only: [], transforms: [first] });
    expect(code).toBe(text.replace('true', "'one'"));
  });

  it('change nothing else if they have nothing to do', () => {
    const idle = defineTransform({ id: 'idle', remove: ['absent'] });
    const config =
      "import { css } from './css'\nexport default { css, generate: { routes: ['/a'] } }\n";
    for (const source of [text, config])
      expect(migrateConfig(source, { filename, transforms: [idle] })).toEqual(
        migrateConfig(source, { filename }),
      );
  });

  it('may be built-in ones', () => {
    expect(migrateConfig(text, { filename, only: [], transforms: [...transforms] }).code).toBe(
      migrated,
    );
  });
});

describe('own transforms that update paths', () => {
  const run = rebasePaths(['acme.themes[]'], pathRules.file);
  const themes = defineTransform({ id: 'themes', followsMoves: true, run });
  const config =
    "export default {\n  srcDir: 'src',\n  acme: { themes: ['~/a.css', '~~/src/b.css'] },\n}\n";
  const snapshot = snapshotOf({
    [filename]: config,
    'src/a.css': '',
    'src/b.css': '',
    'src/pages/index.vue': '<template></template>\n',
  });

  it('see the project before anything has moved', async () => {
    const { files } = await planMigration(snapshot, { layout: 'app', transforms: [themes] });
    const written = files.find(({ from }) => from === filename);
    expect(written?.text?.after).toBe(
      "export default {\n  acme: { themes: ['~/a.css', '~/b.css'] },\n}\n",
    );
    expect(written?.by).toEqual(['src-dir', 'themes']);
  });

  it('run with the built-in ones on one config', () => {
    const { code } = migrateConfig("export default { acme: { themes: ['~/brand/a.css'] } }\n", {
      filename,
      transforms: [themes],
    });
    expect(code).toBe("export default { acme: { themes: ['~~/brand/a.css'] } }\n");
  });
});

describe('each written option', () => {
  it('is visited in the config and in override blocks, and not where it is absent', () => {
    const seen: string[] = [];
    const own = defineTransform({
      id: 'own',
      run: (config) =>
        eachWrittenOption(config, ['a.b', 'c'], ({ name, option, lookup }) => {
          seen.push(`${name} ${option} ${lookup.kind}`);
          return [];
        }),
    });
    const source = 'export default { a: { b: 1 }, $production: { a: { b: read() } } }\n';
    migrateConfig(source, { filename, only: [], transforms: [own] });
    expect(seen).toEqual(['a.b a.b static', '$production.a.b a.b dynamic']);
  });
});

describe('own transforms of planMigration', () => {
  it('run after the built-in ones, and are named by the plan', async () => {
    const snapshot = snapshotOf({ [filename]: text, 'pages/index.vue': '<template></template>\n' });
    const plan = await planMigration(snapshot);
    const own = await planMigration(snapshot, { transforms: [[first, second]] });
    const textIn = ({ files }: typeof plan) =>
      files.find(({ from }) => from === filename)?.text?.after;
    expect(textIn(own)).toBe(textIn(plan)?.replace('ssr: true', "ssr: 'one, two'"));
    expect(own.files.find(({ from }) => from === filename)?.by).toEqual(
      expect.arrayContaining(['first', 'second']),
    );
  });
});

describe('a file for --transform', () => {
  const start = "import { defineTransform } from 'fw-migrate'\n";

  it('may export a list, which gives the same bytes as the API', () => {
    const source = `${start}const set = (id, map) => defineTransform({ id, mapValue: { ssr: map } })
export default [set('first', () => 'one'), [set('second', (value) => value + ', two')]]
`;
    const folder = folderWith({ [filename]: text, 'own.mjs': source });
    const { status, stderr } = fwMigrate(folder, [
      'transform',
      'all',
      '--transform',
      './own.mjs',
      filename,
    ]);
    expect(status, stderr).toBe(0);
    const { code } = migrateConfig(text, { filename, transforms: [first, second] });
    expect(readFileSync(join(folder, filename), 'utf8')).toBe(code);
  });

  it('is refused with the place of what is not a transform', () => {
    const source = `${start}export default [defineTransform({ id: 'a', remove: ['ssr'] }), [{ id: 'b' }]]\n`;
    const folder = folderWith({ [filename]: text, 'own.mjs': source });
    const { status, stderr } = fwMigrate(folder, ['transform', './own.mjs', filename]);
    expect(status).toBe(2);
    expect(stderr).toContain('own.mjs exports a list with an invalid transform: `default[1][0]`');
    expect(readFileSync(join(folder, filename), 'utf8')).toBe(text);
  });
});
