import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  isRelativePath,
  isSigned,
  type PlacePath,
  placeAt,
  splitGlob,
} from '../../../src/base/paths.ts';
import { type AliasTable, readAlias } from '../../../src/paths/aliases.ts';
import { slashPlace } from '../../../src/paths/meaning.ts';
import {
  mayChange,
  pathTextsIn,
  plainAliases,
  type TextKind,
} from '../../../src/paths/references/candidates.ts';
import type {
  AliasScope,
  ReferenceContext,
  ReferringFile,
} from '../../../src/paths/references/reference.ts';
import { diskOf } from '../../../src/tree/evidence.ts';
import { createMoveMap } from '../../../src/tree/moves.ts';
import { snapshotOf } from '../../../src/tree/snapshot.ts';
import { createTree } from '../../../src/tree/tree.ts';
import { createMovedTree } from '../../../src/tree/tree-after.ts';

const scale = Number(process.env.FW_MIGRATE_RUNS ?? 100) / 100;

/** Everything in a text that may be a path, by patterns alone. */
function searchedByPatterns(text: string, kind: TextKind, aliases: readonly string[]) {
  const isAssembled =
    /__dirname|<reference|import\.meta\.(?:url|dirname|filename|glob|resolve)/.test(text);
  const isIncluding =
    text.includes('<template lang') && /^[ \t]*(?:include|extends)\b\S*[ \t]+[.~@#]/m.test(text);
  if (isAssembled || (kind === 'markup' && isIncluding)) return 'anywhere';
  const styled = [
    ...text.matchAll(/url\(\s*([^\s'"`()]+)|^[ \t]*@(?:import|require)\s+([^'"\s][^\n]*)/gm),
  ];
  if (kind !== 'script' && styled.some(([, , list]) => list !== undefined)) return 'anywhere';
  const names = aliases
    .filter((name) => !isSigned(name))
    .map((name) => name.replace(/[^\w]/g, '\\$&'));
  const start = new RegExp(
    `["'\`](?=\\.{1,2}(?:[/\\\\]|["'\`])|[~@#]|/\\w${names.length > 0 ? `|(?:${names.join('|')})[/"'\`]` : ''})`,
    'g',
  );
  const quoted = [...text.matchAll(start)].map(({ index, 0: quote }) => {
    const end = text.indexOf(quote, index + 1);
    return {
      start: index + 1,
      text: text.slice(index + 1, Math.min(end === -1 ? text.length : end, index + 2001)),
    };
  });
  const unquoted = [...styled, ...text.matchAll(/=([.~@#/][^\s>"']*)/g)].map(([, path]) => ({
    text: path,
  }));
  return [...(kind === 'script' ? [] : unquoted), ...quoted];
}

const pieces = fc.constantFrom(
  ...`" ' \` = . .. / \\ ~ @ # ~~ ( ) < > ; : , & && \n \t $ { } assets public stores .fw é x Card.vue`.split(
    ' ',
  ),
  ...[
    ' ',
    '~/',
    './',
    '../',
    '"@/',
    "'./",
    '`../',
    '=~/a',
    '=/b',
    'url(',
    'url( ',
    '\n@import ',
    '@require ',
  ],
  ...['import.meta.', 'import.meta.url', '.meta.glob', '__dirname', '<reference'],
  ...[
    '&quot;',
    '&QUOT;',
    '&quot;~',
    '&&#39;.',
    '<template lang="pug">',
    '\n  include ',
    'extends ../a',
    '&am',
  ],
);
const aliasLists = fc.uniqueArray(
  fc.constantFrom('~', '@', '#shared', 'assets', 'public', 'é', '.fw', 'my.alias'),
);

it('finds in a text what patterns find, with plain searches', () => {
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 40 }).map((list) => list.join('')),
      fc.constantFrom<TextKind>('script', 'markup', 'style'),
      aliasLists,
      (text, kind, aliases) => {
        const found = pathTextsIn(text, kind, plainAliases(aliases));
        const sorted =
          found === 'anywhere'
            ? found
            : found.toSorted(({ start: a = -1 }, { start: b = -1 }) => a - b);
        expect(sorted).toEqual(searchedByPatterns(text, kind, aliases));
      },
    ),
    { numRuns: Math.ceil(1500 * scale) },
  );
});

it('finds all texts that start with an alias of several folders', () => {
  const aliases = plainAliases(['lib/ui', '/-root']);
  const texts = `import 'lib/ui/x'; import 'lib/ui'; import 'library/ui'; import '/-root/a'`;
  expect(pathTextsIn(texts, 'script', aliases)).toMatchObject([
    { text: 'lib/ui/x' },
    { text: 'lib/ui' },
    { text: '/-root/a' },
  ]);
});

/** Whether a path may change, looked at on its own: nothing is known about its folder. */
function changesAlone(
  path: string,
  file: ReferringFile,
  { moves, isAmbiguous, tree }: ReferenceContext,
): boolean {
  const [text = ''] = path.replaceAll('\\', '/').split(/\$\{|\?|(?<=.)#/, 1);
  const { folder, pattern } = splitGlob(text);
  const named = pattern === '' ? text : folder;
  const isFolder = pattern !== '' || text !== path || named.endsWith('/');
  const placesIn = ({ before, after, slash }: AliasScope): [PlacePath, PlacePath] | undefined => {
    if (isRelativePath(named)) return [placeAt(file.before, named), placeAt(file.after, named)];
    if (named.startsWith('/')) {
      const place = slashPlace(slash?.before, named);
      const isThere = place !== undefined && diskOf(tree).exists(place);
      return isThere ? [place, slashPlace(slash?.after, named) ?? ''] : undefined;
    }
    const texts = named.startsWith('~') ? [named, named.slice(1)] : [named];
    const read = texts.find((one) => readAlias(before, one));
    if (read === undefined) return undefined;
    return [readAlias(before, read)?.place ?? '', readAlias(after, read)?.place ?? ''];
  };
  return [file.aliases, ...(file.aliases.users ?? [])].some((aliases) => {
    const [before, after] = placesIn(aliases) ?? [];
    if (before === undefined || after === undefined) return false;
    return (
      (isFolder && moves.partsOf(before).length > 0) ||
      isAmbiguous(after) ||
      moves.startsAt(before) ||
      moves.after(before) !== after
    );
  });
}

const files = [
  ...[
    'pages/index.vue',
    'pages/shop/a.vue',
    'components/Card.vue',
    'components/ui/Card.ts',
    'stores/cart.ts',
  ],
  ...[
    'app/components/Card.ts',
    'app/utils/a.ts',
    'utils/a.js',
    'utils/index.ts',
    'server/api/x.ts',
    'a.ts',
  ],
];
const folders = [
  '',
  'pages',
  'pages/shop',
  'components',
  'components/ui',
  'stores',
  'utils',
  'server',
  'app',
];
const moveLists = fc.uniqueArray(
  fc.constantFrom(
    ...['pages', 'components', 'utils', 'stores', 'a.ts', 'app/utils'].map((from) => ({
      from,
      to: `app/${from}`,
    })),
    ...['components/ui', 'pages/shop/a.vue', 'utils/a.js'].map((from) => ({ from, to: from })),
    { from: 'app/components', to: 'components' },
  ),
  { selector: ({ from }) => from, maxLength: 6 },
);
const tables: fc.Arbitrary<AliasTable> = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom(
        '~',
        '@',
        '~~',
        '@@',
        '#ui',
        'assets',
        '@/stores/cart',
        '~/components/ui',
        '~/',
        'lib/x',
      ),
      fc.constantFrom('', 'app', 'components', 'stores/cart.ts', 'src', '..'),
    ),
    { selector: ([name]) => name },
  )
  .map((list) => new Map(list));
const slashBase = fc
  .constantFrom('', 'app', 'src', undefined)
  .map((bundler) => ({ bundler, isNamed: false, served: undefined }));
const scopes: fc.Arbitrary<AliasScope> = fc.record({
  before: tables,
  after: tables,
  slash: fc.option(fc.record({ before: slashBase, after: slashBase }), { nil: undefined }),
  guessed: fc.constant(new Set<string>()),
  newer: fc.constant(false),
});
const starts = [
  '~/',
  '@/',
  '~~/',
  '@@/',
  '~',
  '~@/',
  '#ui/',
  '/',
  './',
  '../',
  '../../',
  'assets/',
  'lib/',
  '',
];
const steps = [
  'components/',
  'ui/',
  'stores/',
  'cart/',
  'pages/shop/',
  'utils/',
  'app/',
  '../',
  './',
  '/',
  'x y/',
];
const ends = [
  '#x',
  'Card',
  'Card.vue',
  'cart',
  'cart.ts',
  'a',
  'a.ts',
  'index',
  '',
  '.',
  '..',
  '[id].vue',
  '*.vue',
  'x?raw',
];
const paths = fc
  .tuple(
    fc.constantFrom(...starts),
    fc.array(fc.constantFrom(...steps), { maxLength: 3 }),
    fc.constantFrom(...ends, 'a#b', `x-\${y}`, 'no\\way', 'ui', 'é', 'x(y)', '@(a|b)'),
  )
  .map(([start, middle, end]) => start + middle.join('') + end);

it('decides for a known path as it would for each one', () => {
  fc.assert(
    fc.property(
      moveLists,
      fc.constantFrom(...folders),
      fc.constantFrom(...folders),
      scopes,
      fc.array(scopes, { maxLength: 1 }),
      fc.array(paths, { minLength: 1, maxLength: 30 }),
      (list, before, after, scope, users, texts) => {
        const tree = createTree(snapshotOf(Object.fromEntries(files.map((path) => [path, '']))));
        const moves = createMoveMap(list);
        const context = { ...createMovedTree(tree, moves), known: new Map() };
        const file = { before, after, aliases: { ...scope, users } };
        const found = texts.map((text) => [text, mayChange(text, file, context)]);
        expect(found).toEqual(texts.map((text) => [text, changesAlone(text, file, context)]));
      },
    ),
    { numRuns: Math.ceil(600 * scale) },
  );
});
