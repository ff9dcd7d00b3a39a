import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorOf } from '../../scripts/docs/page.ts';
import { proseOf } from './support/blocks.ts';
import { root } from './support/stage.ts';

const pages = [
  'README.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

/** What is not packed is linked in the repository. */
const repository = 'https://github.com/fw-migrate/fw-migrate/blob/main/';

/** The targets of links and pictures. */
function targetsIn(page: string): string[] {
  const prose = proseOf(page);
  const links = [
    ...prose.matchAll(/\]\(([^)\s]+)\)/g),
    ...prose.matchAll(/(?:src|srcset|href)="([^"\s]+)"/g),
  ];
  return links.map(([, target = '']) => target);
}

function anchorsIn(page: string): Set<string> {
  const prose = proseOf(page);
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
  const named = [...prose.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  return new Set([...headings, ...named]);
}

describe('every link leads somewhere', () => {
  it.each(pages)('%s', (name) => {
    const text = readFileSync(join(root, name), 'utf8');
    const lost = targetsIn(text).filter((target) => {
      if (/^https?:/.test(target) && !target.startsWith(repository)) return false;
      const [path = '', anchor] = target.split('#');
      const home = path.startsWith(repository) ? '' : dirname(name);
      const file = path === '' ? join(root, name) : join(root, home, path.replace(repository, ''));
      if (relative(root, file).startsWith('..') || !existsSync(file)) return true;
      return anchor !== undefined && !anchorsIn(readFileSync(file, 'utf8')).has(anchor);
    });
    expect(lost).toEqual([]);
  });

  it('in the package, too', () => {
    const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const isPacked = (path: string) =>
      /^(?:README\.md|LICENSE|package\.json)$/.test(path) || files.includes(path.split('/')[0]);
    const lost = pages.filter(isPacked).flatMap((name) =>
      targetsIn(readFileSync(join(root, name), 'utf8'))
        .filter((target) => !/^(?:https?:|#)/.test(target))
        .map((target) => relative(root, join(root, dirname(name), target.replace(/#.*/, ''))))
        .filter((path) => !isPacked(path))
        .map((path) => `${name}: ${path}`),
    );
    expect(lost).toEqual([]);
  });

  it('no heading of a page has the anchor of another', () => {
    for (const name of pages) {
      const headings = [...proseOf(readFileSync(join(root, name), 'utf8')).matchAll(/^#+ (.+)$/gm)];
      const anchors = headings.map(([, heading = '']) => anchorOf(heading));
      expect(
        anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index),
        name,
      ).toEqual([]);
    }
  });
});

describe('the index', () => {
  it('has one line for every page and picture of docs/', () => {
    const index = readFileSync(join(root, 'docs/README.md'), 'utf8');
    const linked = targetsIn(index);
    const others = pages.filter((name) => name.startsWith('docs/') && name !== 'docs/README.md');
    expect(others.filter((name) => !linked.includes(name.slice('docs/'.length)))).toEqual([]);
  });
});

describe('tests that the security page names', () => {
  const page = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  const named = [...page.matchAll(/\]\((test\/[^)]+)\): "([^"]+)"/g)].map(
    ([, file = '', name = '']) => [file, name],
  );

  it.each(named)('%s has "%s"', (file, name) => {
    const text = readFileSync(join(root, file), 'utf8');
    for (const part of name.split('…').filter((one) => one !== ''))
      expect(text).toContain(part.trim());
  });

  it('are there for each guarantee', () => {
    const [, table = ''] = /\| Guarantee \|.*\n.*\n((?:\|.*\n)+)/.exec(page) ?? [];
    const rows = table.trimEnd().split('\n');
    expect(rows.length).toBeGreaterThan(8);
    for (const row of rows) expect(row).toMatch(/^\| [A-Z][^|]+\. \| \[[^\]]+\]\(test\//);
  });

  it('are some', () => {
    expect(named.length).toBeGreaterThan(5);
  });
});
