import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '@babel/parser';
import type * as t from '@babel/types';
import { describe, expect, it } from 'vitest';
import { fwFollowUps } from '../../src/catalogue/follow-ups.ts';
import { fwCatalogue } from '../../src/catalogue/index.ts';
import { childrenOf } from '../../src/config/syntax.ts';
import { calledName } from '../../src/tree/syntax/code.ts';
import { transforms } from '../../transforms/index.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const sources = ['src', 'transforms']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  .filter((file) => file.endsWith('.ts') && !file.startsWith(join('src', 'catalogue')));

/** Names that an edition may change. The tool's own name is not one of them. */
const names = new RegExp(
  [
    '(?<![A-Za-z0-9])fw(?![-_]?[mM]igrate|[a-z0-9])|Fw(?![a-z0-9])|FW_(?!MIGRATE_)',
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

/** Paths of options that can be told from words: a message takes them from the catalogue too. */
const inMessages = new RegExp(
  `\`(?:${Object.keys(fwCatalogue.path)
    .filter((path) => /[.A-Z]/.test(path))
    .map((path) => path.replace(/[.[\]$]/g, '\\$&'))
    .join('|')})(?:: |\\\\?\`)`,
);

/** Summaries of transforms are spelled where they are shown, and published schemas speak of the default edition. */
const spelledLater = /^transforms\/|^src\/(?:report\/report|plan\/shapes)\.ts$/;

interface Found {
  readonly line: number;
  readonly text: string;
}

/** A call that takes what an edition calls an option, and not its id. */
function isLookUp(node: t.Node): node is t.CallExpression {
  if (node.type !== 'CallExpression') return false;
  return /^(?:lookup|matchOption|findOption|optionsUnder|ruleFor|sourcesOf|rankOf|withOption)$/.test(
    calledName(node.callee),
  );
}

/** The names in texts, templates and regular expressions of a file; comments and imports do not count. */
function namesIn(code: string, file = ''): Found[] {
  const found: Found[] = [];
  const look = (text: string, node: t.Node) => {
    const isMessage = inMessages.test(text) && !spelledLater.test(file);
    if ((!ids.has(text) && names.test(text)) || isMessage)
      found.push({ line: node.loc?.start.line ?? 0, text });
  };
  const visit = (node: t.Node): void => {
    if (isLookUp(node) && node.arguments[0]?.type === 'StringLiteral')
      found.push({ line: node.loc?.start.line ?? 0, text: node.arguments[0].value });
    if (/^(?:Import|ExportAll)Declaration$/.test(node.type) || ('source' in node && node.source))
      return;
    if (node.type === 'StringLiteral') look(node.value, node);
    else if (node.type === 'TemplateElement') look(node.value.raw, node);
    else if (node.type === 'RegExpLiteral') look(node.pattern, node);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parse(code, { sourceType: 'module', plugins: ['typescript'] }).program);
  return found;
}

describe('names of the framework stand in the catalogue alone', () => {
  it.each(sources)('%s', (file) => {
    expect(namesIn(readFileSync(join(root, file), 'utf8'), file)).toEqual([]);
  });
});

describe('a name is found', () => {
  it.each([
    ["look('fw')", 'fw'],
    ["if (name === '@fw/kit') look()", '@fw/kit'],
    ['const message = `${file} is no fw.config`', ' is no fw.config'],
    ['const helper = /^define(?:Fw|My)Config$/', '^define(?:Fw|My)Config$'],
    ["const text = 'as in Variant B'", 'as in Variant B'],
    ["const key = 'bundler1.css'", 'bundler1.css'],
    ["scope.lookup('dir.pages')", 'dir.pages'],
    ["const known = { '#imports': 1 }", '#imports'],
    ["calls.includes('useLazyFetch')", 'useLazyFetch'],
    ['const message = `Set \\`srcDir\\`.`', 'Set \\`srcDir\\`.'],
  ])('in %s', (code, text) => {
    expect(namesIn(code)).toEqual([{ line: 1, text }]);
  });

  it.each([
    '// fw reads it so in Variant B',
    "import { x } from './bundler1.ts'",
    "export { x } from './bundler1.ts'",
    "catalogue.path['bundler1.root']",
    "command('fw-migrate undo')",
    "note({ code: 'transformer2-moved' })",
    "const words = 'the bundler, the server engine'",
  ])('not in %s', (code) => {
    expect(namesIn(code)).toEqual([]);
  });
});
