import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '@babel/parser';
import type * as t from '@babel/types';
import { describe, expect, it } from 'vitest';
import { fwFollowUps } from '../../src/catalogue/follow-ups.ts';
import { fwCatalogue } from '../../src/catalogue/index.ts';
import { childrenOf } from '../../src/project/syntax/code.ts';
import { transforms } from '../../transforms/index.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const sources = ['src', 'transforms']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => file.endsWith('.ts') && !file.startsWith(join('src', 'catalogue')));

/** Names that an edition may change. `fw-migrate` is our own. */
const names = new RegExp(
  [
    '(?<![A-Za-z0-9])fw(?!-migrate|Migrate|[a-z0-9])|Fw(?![a-z0-9])|FW_(?!MIGRATE_)',
    'Variant [AB]',
    'bundler[123]|transformer[12]|serverEngine|cssProcessor|ui-router',
    '#app\\b|#imports\\b|#build\\b',
    'use(?:Lazy)?(?:AsyncData|Fetch)\\b',
  ].join('|'),
);

/** How code addresses what has another name in each edition: options, transforms and follow-ups have ids. */
const ids = new Set<string>([
  ...Object.keys(fwCatalogue.path),
  ...transforms.map(({ id }) => id),
  ...Object.keys(fwFollowUps),
]);

interface Found {
  readonly line: number;
  readonly text: string;
}

/** The names in texts, templates and regular expressions of a file; comments and imports do not count. */
function namesIn(code: string): Found[] {
  const found: Found[] = [];
  const look = (text: string, node: t.Node) => {
    if (!ids.has(text) && names.test(text)) found.push({ line: node.loc?.start.line ?? 0, text });
  };
  const visit = (node: t.Node): void => {
    if (/^(?:Import|ExportAll)Declaration$|^TSImportType$/.test(node.type)) return;
    if (node.type === 'StringLiteral') look(node.value, node);
    else if (node.type === 'TemplateElement') look(node.value.raw, node);
    else if (node.type === 'RegExpLiteral') look(node.pattern, node);
    else if (node.type === 'ImportExpression') return;
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parse(code, { sourceType: 'module', plugins: ['typescript'] }).program);
  return found;
}

describe('names of the framework stand in the catalogue alone', () => {
  it.each(sources)('%s', (file) => {
    expect(namesIn(readFileSync(join(root, file), 'utf8'))).toEqual([]);
  });
});

describe('a name is found', () => {
  it.each([["look('fw')", 'fw']])('in %s', (code, text) => {
    expect(namesIn(code)).toEqual([{ line: 1, text }]);
  });
});
