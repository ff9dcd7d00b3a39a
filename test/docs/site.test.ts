import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  deadLinks,
  repository,
  rewrites,
  sidebarGroups,
  siteLink,
} from '../../docs/.vitepress/pages.ts';
import { root } from './support/stage.ts';

const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => `/${rewrites[file] ?? file}`);

describe('the sidebar', () => {
  const groups = sidebarGroups();

  it('has each page once; the home page is behind the title', () => {
    const links = groups.flatMap(({ items }) => items.map(({ link }) => link));
    expect(links.toSorted()).toEqual(pages.filter((page) => page !== '/index.md').toSorted());
  });

  it('starts with what a migration needs, and folds the reference', () => {
    expect(groups[0]?.items[0]).toEqual({ text: 'Nuxt', link: '/nuxt.md' });
    expect(groups.filter(({ collapsed }) => collapsed).map(({ text }) => text)).toEqual([
      'Reference',
    ]);
  });
});

describe('a link on a page', () => {
  it.each([
    ['teams.md', 'report.md#use-it', '/report.md#use-it'],
    ['README.md', 'playground/README.md', '/playground.md'],
    ['playground/README.md', '../README.md', '/index.md'],
    ['playground/README.md', '../../README.md', `${repository}/blob/main/README.md`],
    ['campaigns.md', 'campaigns/batch.yaml', `${repository}/blob/main/docs/campaigns/batch.yaml`],
    ['teams.md', '#open-branches', '#open-branches'],
    ['teams.md', 'https://jqlang.org', 'https://jqlang.org'],
  ])('on %s, %s becomes %s', (page, link, address) => {
    expect(siteLink(page, link)).toBe(address);
  });

  it('to a file that does not exist stops the build', () => {
    expect(() => siteLink('teams.md', 'gone.sh')).toThrow('docs/teams.md links to gone.sh');
  });
});

it('dead links of the built site are found', () => {
  const site = mkdtempSync(join(tmpdir(), 'fw-migrate-site-'));
  mkdirSync(join(site, 'playground'));
  writeFileSync(join(site, 'playground/index.html'), '');
  writeFileSync(
    join(site, 'a.html'),
    '<h2 id="one">One</h2><a href="#one"></a><a href="#two"></a>',
  );
  writeFileSync(
    join(site, 'index.html'),
    [
      '/x/',
      '/x/playground/',
      '/x/a.html#one',
      '/x/a.html#three',
      '/x/b.html',
      '/a.html',
      'https://a.b',
    ]
      .map((href) => `<a href="${href}"></a>`)
      .join(''),
  );
  expect(deadLinks(site, '/x/').toSorted()).toEqual([
    'a.html: #two',
    'index.html: /a.html',
    'index.html: /x/a.html#three',
    'index.html: /x/b.html',
  ]);
  rmSync(site, { recursive: true });
});
