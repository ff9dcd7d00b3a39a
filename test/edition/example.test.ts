import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { contentsOf } from '../apply/support/tree.ts';
import { folderWith, fwMigrate } from '../cli/support/run.ts';
import { pageBody } from '../report/support/snapshots.ts';

const example = fileURLToPath(new URL('../../examples/edition', import.meta.url));
const edition = ['--edition', 'brook.edition.json'];

/** The example in a folder of its own. */
function copied(): string {
  const folder = folderWith({});
  cpSync(example, folder, { recursive: true });
  return folder;
}

describe('the example of an edition', () => {
  it('has no mistakes', () => {
    const { status, stdout } = fwMigrate(example, ['edition', 'check', 'brook.edition.json']);
    expect(status).toBe(0);
    expect(stdout).toContain('Brook (Brook 3 → Brook 4)');
    expect(stdout).toContain('edgeRoutes: new, moves to brookServer.prerender.routes');
    expect(stdout).toMatch(/No problems found.\n$/);
  });

  it('is not found without its edition', () => {
    const { status, stderr } = fwMigrate(copied(), ['v4', 'shop']);
    expect(status).toBe(2);
    expect(stderr).toContain(
      'There is no fw.config or nuxt.config.{ts,mts,cts,js,mjs,cjs} in this folder',
    );
  });

  it('is migrated, has nothing left to do, and is undone', () => {
    const folder = copied();
    const before = contentsOf(folder);
    const run = fwMigrate(folder, ['v4', 'shop', ...edition, '--move', 'stores']);
    expect([run.status, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toContain('shop/brook.config.ts (Brook 3 → 4)');
    const read = (name: string) => readFileSync(join(folder, 'shop', name), 'utf8');
    const config = read('brook.config.ts');
    // The folder moved, and its name is read from the source directory.
    expect(config).toContain("dir: { pages: 'views' },");
    expect(config).toMatch(/prerender: \{ routes: \[.*'\/', '\/baskets'/s);
    expect(config).not.toContain('generate');
    expect(read('app/views/index.vue')).toContain("'~/stores/basket'");
    expect(read('app/stores/basket.ts')).toContain("'~~/server/api/offers.get'");
    expect(JSON.parse(read('tsconfig.json')).references).toEqual(
      ['app', 'server', 'shared', 'node'].map((part) => ({
        path: `./.brook/tsconfig.${part}.json`,
      })),
    );
    expect(JSON.parse(read('package.json')).devDependencies.brook).toBe('^4.0.0');
    const second = fwMigrate(folder, ['v4', 'shop', ...edition, '--dry-run']);
    expect([second.status, second.stdout]).toEqual([0, '']);
    expect(fwMigrate(folder, ['undo', 'shop']).status).toBe(0);
    expect(contentsOf(folder)).toEqual(before);
  });

  it('speaks with its names in every format, also from a report that was saved', () => {
    const folder = copied();
    const dryRun = ['v4', 'shop', ...edition, '--dry-run', '--output', 'run.json', '--quiet'];
    expect(fwMigrate(folder, dryRun).status).toBe(0);
    const report: Report = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
    expect(report.edition?.from).toBe('brook.edition.json');
    for (const format of ['pretty', 'markdown', 'html', 'github', 'sarif']) {
      const { status, stdout } = fwMigrate(folder, ['report', 'run.json', '--format', format]);
      expect(status, format).toBe(0);
      const text = format === 'html' ? pageBody(stdout) : stdout;
      expect(text, format).not.toMatch(
        /Variant [AB]|fw\.config|defineFw|\.fw\b|serverEngine|bundler\d/,
      );
    }
  });

  it('is explained', () => {
    const explained = (name: string) => fwMigrate(example, ['explain', name, ...edition]).stdout;
    expect(explained('edgeRoutes')).toMatch(
      /Brook 4 +does not exist\n +migration +moves to brookServer/,
    );
    expect(explained('generate-exclude-active')).toContain('As `brookServer.prerender.ignore`');
    expect(explained('edition-old-link')).toContain('Use `BrookLink`');
    expect(fwMigrate(example, ['list', ...edition]).stdout).toContain('packer.publicDir');
    const effective = fwMigrate(example, ['effective', 'shop', 'packer.root', ...edition]);
    expect(effective.stdout).toBe('shop/brook.config.ts (Brook 3)\npacker.root\t"."\tdefault\n');
  });
});
