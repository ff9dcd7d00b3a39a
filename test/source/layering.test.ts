import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '@babel/parser';
import type * as t from '@babel/types';
import { describe, expect, it } from 'vitest';
import { childrenOf } from '../../src/config/syntax.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The rooms from the ground up: a module may import from its own room and from those in rows above its own. Rooms in one
 * row do not know each other.
 */
const floors: readonly (readonly string[])[] = [
  ['base'],
  ['catalogue'],
  ['config'],
  ['tree'],
  ['paths'],
  ['layout'],
  ['behaviours'],
  ['plan'],
  ['effective', 'transforms', 'apply'],
  ['check'],
  ['api', 'report'],
  // The page to try a config on is the other shell, which runs in a browser.
  ['playground', 'index'],
  ['cli'],
];

function floorOf(room = ''): number {
  return floors.findIndex((rooms) => rooms.includes(room));
}

function mayImport(room: string, target: string): boolean {
  const [floor, other] = [room, target].map(floorOf);
  if (floor === -1 || floor === undefined || other === -1 || other === undefined) return false;
  return room === target || other < floor;
}

function roomOf(path: string): string {
  const [first = '', second = ''] = relative(root, path).split('/');
  return first === 'src' ? second.replace(/\.ts$/, '') : first;
}

const sources = ['src', 'transforms'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(root, folder, file)),
);

describe('the page about the folders', () => {
  it('has them in this order', () => {
    const page = readFileSync(join(root, 'src/README.md'), 'utf8');
    const listed = [...page.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(?:\.\.\/)?(\w+)(?:\.ts)?`/g)].map(([, room = '']) => room),
    );
    expect([...new Set(listed)].toSorted()).toEqual(floors.flat().toSorted());
    const order = listed.map((room) => floors.findIndex((rooms) => rooms.includes(room)));
    // The entry points of the package share a row.
    const sorted = order.filter((_, index) => listed[index] !== 'index');
    expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
  });
});

function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(/(?:from|import\(|getBuiltinModule\()\s*'([^']+)'/g)].map(
    ([, source = '']) => source,
  );
}

describe('imports point one way', () => {
  it.each(sources.map((path) => relative(root, path)))('%s', (file) => {
    const path = join(root, file);
    const room = roomOf(path);
    for (const source of importsOf(path).filter((name) => name.startsWith('.'))) {
      if (source === '../../package.json') continue;
      const target = roomOf(resolve(dirname(path), source));
      expect(mayImport(room, target), `${file} imports ${source}`).toBe(true);
    }
  });
});

it('the picture shows the same floors', () => {
  const picture = readFileSync(join(root, 'docs/how-it-works.svg'), 'utf8');
  const names = [...picture.matchAll(/<tspan class="name">(\w+)</g)].map(([, name]) => name);
  expect(names.toReversed().map(floorOf)).toEqual(
    floors.flatMap((rooms, at) => rooms.map(() => at)),
  );
});

/** Groups of modules that import each other, directly or by way of others; types count as well. */
function importCycles(): string[][] {
  const imports = new Map(
    sources.map((path) => [
      path,
      importsOf(path)
        .filter((name) => name.startsWith('.'))
        .map((name) => resolve(dirname(path), name)),
    ]),
  );
  const reachableFrom = (start: string): Set<string> => {
    const reached = new Set(imports.get(start));
    // A set also visits what is added during the loop.
    for (const path of reached) for (const next of imports.get(path) ?? []) reached.add(next);
    return reached;
  };
  const reachable = new Map(sources.map((path) => [path, reachableFrom(path)]));
  const groups = sources.map((path) =>
    sources.filter((other) => reachable.get(path)?.has(other) && reachable.get(other)?.has(path)),
  );
  const unique = new Set(
    groups.filter((group) => group.length > 1).map((group) => group.join('\n')),
  );
  return [...unique].map((group) => group.split('\n').map((path) => relative(root, path)));
}

describe('modules do not import each other in a circle', () => {
  /** The most modules of each folder that still do. A commit that takes one out lowers its row; none is raised. */
  const most: { readonly [room: string]: number } = {};

  it('apart from those that are known', () => {
    const cycles = importCycles();
    const counts: { [room: string]: number } = {};
    for (const file of cycles.flat()) {
      const room = roomOf(join(root, file));
      counts[room] = (counts[room] ?? 0) + 1;
    }
    expect(counts, cycles.map((group) => group.join(', ')).join('\n')).toEqual(most);
  });
});

describe('functions have at most four positional parameters', () => {
  it('everywhere', () => {
    const found: string[] = [];
    const visit = (node: t.Node, file: string): void => {
      if ('params' in node && Array.isArray(node.params) && node.params.length > 4)
        found.push(`${file}:${node.loc?.start.line}`);
      for (const child of childrenOf(node)) visit(child, file);
    };
    for (const path of sources) {
      const { program } = parse(readFileSync(path, 'utf8'), {
        sourceType: 'module',
        plugins: ['typescript'],
      });
      visit(program, relative(root, path));
    }
    expect(found).toEqual([]);
  });
});

describe('only the shell touches the outside world', () => {
  const shell = /^src\/cli(?:\/|\.ts$)/;
  /**
   * A snapshot is read for commands and scripts alike, the transaction has its disk as an argument, git is asked in one
   * place and keeps a person's own rules in their home, a secret there tells a user's own runs from others, a script
   * may name an edition by its file, and Node colours a text, without a look at its own streams.
   */
  const adapters: { readonly [file: string]: readonly string[] } = {
    'src/tree/disk.ts': ['node:fs'],
    'src/tree/git.ts': ['node:fs', 'node:child_process', 'process'],
    'src/tree/git-commit.ts': ['node:fs', 'node:os', 'process'],
    'src/tree/git-ignore.ts': ['node:fs', 'node:os', 'process'],
    'src/tree/git-merge.ts': ['node:fs'],
    'src/tree/open-file.ts': ['node:fs', 'node:os'],
    'src/apply/trust.ts': ['node:fs', 'node:os', 'process'],
    'src/apply/migrated-folder.ts': ['node:fs'],
    'src/api.ts': ['node:fs'],
    'src/report/colors.ts': ['node:util'],
  };

  it.each(sources.map((path) => relative(root, path)).filter((file) => !shell.test(file)))(
    '%s',
    (file) => {
      const text = readFileSync(join(root, file), 'utf8');
      expect(text).not.toMatch(/\bconsole\.\w+\(/);
      const modules = importsOf(join(root, file)).filter((name) =>
        /^node:(?!path$|module$|crypto$)/.test(name),
      );
      const outside = /\bprocess\.(?:env|argv|std|exit|cwd|on)/.test(text)
        ? [...modules, 'process']
        : modules;
      expect([...new Set(outside)]).toEqual(adapters[file] ?? []);
    },
  );
});
