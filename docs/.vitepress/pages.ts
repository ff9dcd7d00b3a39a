/** Where each page of `docs/` is on the site: its address, its place in the sidebar, and what links to it become. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const docs = fileURLToPath(new URL('..', import.meta.url));
export const repository = 'https://github.com/fw-migrate/fw-migrate';

/** The index is the home page. `playground/` is the playground itself, so its page is beside it. */
export const rewrites: { readonly [page: string]: string } = {
  'README.md': 'index.md',
  'playground/README.md': 'playground.md',
};

interface SidebarGroup {
  readonly text: string;
  readonly collapsed: boolean;
  readonly items: { readonly text: string; readonly link: string }[];
}

/** The groups and the order of the index, with the titles of the pages. */
export function sidebarGroups(): SidebarGroup[] {
  const [, ...sections] = textOf('README.md').split(/^## /m);
  return sections.map((section) => {
    const [text = ''] = section.split('\n', 1);
    const links = section.matchAll(/\]\(([\w/-]+\.md)\)/g);
    const items = [...links].map(([, page = '']) => ({
      text: titleOf(page),
      link: addressOf(page),
    }));
    return { text, collapsed: text === 'Reference', items };
  });
}

/** A link on a page: `../api.md#errors` on `playground/README.md` becomes `/api.md#errors`, other files are in git. */
export function siteLink(page: string, link: string): string {
  if (/^(?:[a-z]+:|#)/.test(link)) return link;
  const [path = '', ...anchor] = link.split(/(?=#)/);
  const target = posix.join(posix.dirname(page), path);
  if (!existsSync(join(docs, target))) throw new Error(`docs/${page} links to ${link}: not found.`);
  const isPage = target.endsWith('.md') && !target.startsWith('..');
  const address = isPage
    ? addressOf(target)
    : `${repository}/blob/main/${posix.join('docs', target)}`;
  return address + anchor.join('');
}

/** Links of the built site whose page, file or anchor does not exist, as `nuxt.html: /base/x.html#y`. */
export function deadLinks(site: string, base: string): string[] {
  const files = readdirSync(site, { recursive: true, encoding: 'utf8' });
  const pages = files.filter((file) => file.endsWith('.html'));
  const texts = new Map(pages.map((page) => [page, readFileSync(join(site, page), 'utf8')]));
  return pages.flatMap((page) => {
    const links = texts.get(page)?.matchAll(/ (?:href|src)="([^":]*)"/g) ?? [];
    const isDead = (link: string) => {
      const [path = '', anchor] = link.split('#');
      if (path !== '' && !path.startsWith(base)) return true;
      const file = path === '' ? page : path.slice(base.length).replace(/^$|\/$/, '$&index.html');
      if (!existsSync(join(site, file))) return true;
      return (
        Boolean(anchor) && !texts.get(file)?.includes(` id="${decodeURIComponent(anchor ?? '')}"`)
      );
    };
    return [...links].flatMap(([, link = '']) => (isDead(link) ? [`${page}: ${link}`] : []));
  });
}

function addressOf(page: string): string {
  return `/${rewrites[page] ?? page}`;
}

function titleOf(page: string): string {
  return /^# (.+)$/m.exec(textOf(page))?.[1] ?? page;
}

function textOf(page: string): string {
  return readFileSync(join(docs, page), 'utf8');
}
