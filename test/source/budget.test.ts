import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The most lines and modules that each folder may have. A commit that makes a folder smaller lowers its row; one that
 * raises a row gives the reason in its message.
 */
const budget: { readonly [place: string]: readonly [lines: number, modules: number] } = {
  'src/base': [306, 5],
  'src/catalogue': [3367, 16],
  'src/config': [4513, 18],
  'src/project': [9027, 56],
  'src/plan': [8997, 46],
  'src/apply': [2195, 11],
  'src/report': [3464, 20],
  'src/cli': [4139, 25],
  'src/playground': [146, 2],
  'src/api.ts': [150, 1],
  'src/cli.ts': [48, 1],
  'src/index.ts': [69, 1],
  transforms: [975, 33],
};

/** A row this far above what a folder has should have been lowered. */
const slack = 50;

function modulesAt(place: string): string[] {
  const path = join(root, place);
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(path, file));
}

function linesOf(path: string): number {
  return readFileSync(path, 'utf8').split('\n').length - 1;
}

describe('folders stay within their budget', () => {
  it.each(Object.entries(budget))('%s', (place, [lines, modules]) => {
    const paths = modulesAt(place);
    const total = paths.reduce((sum, path) => sum + linesOf(path), 0);
    expect(total).toBeLessThanOrEqual(lines);
    expect(paths.length).toBeLessThanOrEqual(modules);
    expect(total, `the budget of ${place} can be lowered`).toBeGreaterThan(lines - slack);
  });

  it('every module has a budget', () => {
    const known = Object.keys(budget).flatMap(modulesAt);
    expect(known.sort()).toEqual([...modulesAt('src'), ...modulesAt('transforms')].sort());
  });
});
