import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { command, notice, type Page } from '../../scripts/docs/page.ts';
import { generatedPages } from '../../scripts/docs/pages.ts';
import { root } from './support/stage.ts';

describe('what is generated', () => {
  let pages: Page[];

  beforeAll(async () => {
    pages = await generatedPages(root);
  });

  it.each([
    'docs/transforms.md',
    'docs/follow-ups.md',
    'docs/options.md',
    'docs/report.md',
    'docs/editions.md',
    'docs/settings.md',
    'docs/tools.md',
    'docs/dry-run.svg',
    'docs/nuxt.md',
    'schema/report.schema.json',
    'schema/edition.schema.json',
    'schema/settings.schema.json',
    'schema/next.schema.json',
  ])('%s is fresh', (path) => {
    const page = pages.find((one) => one.path === path);
    const there = readFileSync(join(root, path), 'utf8');
    expect(
      there === page?.text,
      `${path} is stale: run \`${command}\` and commit what it writes`,
    ).toBe(true);
  });

  it('is all that says so', () => {
    expect(pages.map(({ path }) => path).toSorted()).toEqual([
      'docs/dry-run.svg',
      'docs/editions.md',
      'docs/follow-ups.md',
      'docs/nuxt.md',
      'docs/options.md',
      'docs/report.md',
      'docs/settings.md',
      'docs/tools.md',
      'docs/transforms.md',
      'schema/edition.schema.json',
      'schema/next.schema.json',
      'schema/report.schema.json',
      'schema/settings.schema.json',
    ]);
    // Of the page about Nuxt, only a table is generated.
    for (const { path, text } of pages)
      if (path.endsWith('.md') && path !== 'docs/nuxt.md')
        expect(text.startsWith(`${notice}\n`), path).toBe(true);
  });

  it('is made by a command that the package has', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(scripts.docs).toBe('jiti scripts/docs.ts');
  });
});
