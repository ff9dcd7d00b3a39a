import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The most tokens that each folder may have: names, literals and signs, but no comments and no layout, so that readable
 * code costs no more than dense code. A commit that takes code out lowers its row; one that raises a row gives the reason
 * in its message.
 */
const budget: { readonly [place: string]: number } = {
  'src/base': 2_599,
  'src/catalogue': 16_725,
  'src/config': 38_258,
  'src/tree': 30_754,
  'src/paths': 36_365,
  'src/layout': 6_214,
  'src/behaviours': 8_265,
  'src/plan': 65_658,
  'src/effective': 7_552,
  'src/apply': 16_266,
  'src/check': 16_389,
  'src/report': 30_510,
  'src/cli': 43_183,
  'src/playground': 534,
  'src/api.ts': 1_614,
  'src/cli.ts': 427,
  'src/index.ts': 405,
  transforms: 9_601,
};

/** The most tokens of all folders together. */
const total = 331_319;

function modulesAt(place: string): string[] {
  const path = join(root, place);
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(path, file));
}

/** The leaves of the syntax tree. */
function tokensIn(path: string): number {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const count = (node: ts.Node): number => {
    if (ts.isJSDoc(node)) return 0;
    const children = node.getChildren(file);
    const isLeaf = children.length === 0 && node.getWidth(file) > 0;
    return children.reduce((sum, child) => sum + count(child), isLeaf ? 1 : 0);
  };
  return count(file);
}

const used = new Map(
  Object.keys(budget).map((place) => [
    place,
    modulesAt(place).reduce((sum, path) => sum + tokensIn(path), 0),
  ]),
);

describe('folders stay within their budget', () => {
  it.each(Object.entries(budget))('%s', (place, tokens) => {
    expect(used.get(place)).toBeLessThanOrEqual(tokens);
  });

  it('together', () => {
    expect([...used.values()].reduce((sum, tokens) => sum + tokens, 0)).toBeLessThanOrEqual(total);
  });

  it('every module has a budget', () => {
    const known = Object.keys(budget).flatMap(modulesAt);
    expect(known.sort()).toEqual([...modulesAt('src'), ...modulesAt('transforms')].sort());
  });
});
