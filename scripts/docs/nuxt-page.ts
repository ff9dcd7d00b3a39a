import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import guide from './nuxt-guide.json' with { type: 'json' };
import { type Page, table } from './page.ts';

const path = 'docs/nuxt.md';
const fixtures = 'https://github.com/fw-migrate/fw-migrate/blob/main/__testfixtures__/projects';

/** `docs/nuxt.md`, with the table of what the upgrade guide of Nuxt lists; the rest of the page is written by hand. */
export function nuxtPage(root: string): Page {
  const rows = guide.map(({ change, result, fixture, why }) => {
    const shown = why === undefined ? result : `${result}: ${why}`;
    return [change, shown, `[fixture](${fixtures}/${fixture})`];
  });
  const marked = /(?<=<!-- upgrade guide -->\n)[\s\S]*(?=<!-- end of the upgrade guide -->)/;
  const text = readFileSync(join(root, path), 'utf8');
  return {
    path,
    text: text.replace(marked, `\n${table(['Change', 'Result', 'Shown by'], rows)}\n\n`),
  };
}
