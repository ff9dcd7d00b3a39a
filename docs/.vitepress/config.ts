/** The site of `npm run site`: the pages of `docs/` and the playground. */

import { cpSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig } from 'vitepress';
import manifest from '../../package.json' with { type: 'json' };
import { anchorOf } from '../../scripts/docs/page.ts';
import { deadLinks, repository, rewrites, sidebarGroups, siteLink } from './pages.ts';

const { description, name } = manifest;
const [claim = '', details = ''] = description.split(': ');
const playground = { text: 'Playground', link: '/playground/', target: '_self' };

export default defineConfig({
  title: name,
  description,
  // The folder of the file host, here that of GitHub Pages: `npm run site -- --base /` for another one.
  base: '/fw-migrate/',
  rewrites,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  themeConfig: {
    nav: [{ text: 'Nuxt 3 to 4', link: '/nuxt' }, playground],
    sidebar: sidebarGroups(),
    outline: [2, 3],
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: repository }],
  },
  markdown: {
    // As GitHub reads the same pages.
    anchor: { slugify: anchorOf },
    attrs: { disable: true },
    config(markdown) {
      markdown.core.ruler.push('site-links', ({ env, tokens }) => {
        const page = relative(join(import.meta.dirname, '..'), env.realPath ?? env.path);
        for (const token of tokens.flatMap(({ children }) => children ?? []))
          if (token.type === 'link_open')
            token.attrSet('href', siteLink(page, token.attrGet('href') ?? ''));
      });
    },
  },
  transformPageData(page) {
    if (page.relativePath !== 'index.md') return;
    page.title = name;
    page.frontmatter = {
      layout: 'home',
      hero: {
        name,
        text: claim,
        tagline: details.replace(/^./, (first) => first.toUpperCase()),
        actions: [
          { text: 'Upgrade a Nuxt project', link: '/nuxt' },
          { ...playground, text: 'Try it in the browser', theme: 'alt' },
        ],
      },
    };
  },
  buildEnd({ outDir, site, srcDir }) {
    for (const file of ['index.html', 'THIRD-PARTY-LICENSES.txt'])
      cpSync(join(srcDir, 'playground', file), join(outDir, 'playground', file));
    const dead = deadLinks(outDir, site.base);
    if (dead.length > 0) throw new Error(`Dead links:\n${dead.join('\n')}`);
  },
});
