import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMoveMap } from '../../../src/project/moves.ts';
import { parentOf } from '../../../src/project/snapshot.ts';
import { createTree, entriesBelow } from '../../../src/project/tree.ts';
import { findAmbiguousNames } from '../../../src/project/tree-after.ts';
import { snapshotOf, treeOf } from '../../repository/support/tree.ts';

const tree = createTree(snapshotOf(treeOf({ 'src/utils/a.ts': '' })));

it('a file is found in the folder that its own one becomes', () => {
  const { fileAt } = findAmbiguousNames({ tree, moves: createMoveMap([{ from: 'src', to: 'app' }]) });
  expect(fileAt('app/utils/a', 'modules')).toBe('app/utils/a.ts');
  expect(fileAt('src/utils/a', 'modules')).toBeUndefined();
});

it('a file is found where its folder goes up to the root', () => {
  const moves = createMoveMap([{ from: 'src/utils', to: 'utils' }]);
  expect(findAmbiguousNames({ tree, moves }).fileAt('utils/a', 'modules')).toBe('utils/a.ts');
});

const files = [
  ...[
    'utils/a.ts',
    'utils/b/index.ts',
    'utils/_c.scss',
    'app/utils/a.js',
    'app/utils/b.ts',
    'app/utils/c.css',
  ],
  ...[
    'src/utils/a.vue',
    'src/index.ts',
    'app/index.vue',
    'a.config.ts',
    'app/a.ts',
    'pages/.x',
    'app/pages/.x.ts',
  ],
];
const moveLists = fc.uniqueArray(
  fc.constantFrom(
    ...['utils', 'pages', 'a.config.ts', 'src/utils', 'utils/b'].map((from) => ({ from, to: `app/${from}` })),
    ...[['src', 'app'] as const, ['app/utils', 'utils'] as const].map(([from, to]) => ({ from, to })),
    ...['src/index.ts', 'utils/a.ts', 'pages/.x'].map((from) => ({ from, to: from })),
  ),
  { selector: ({ from }) => from },
);

it('a name is ambiguous if entries of different folders come together under it', () => {
  const all = createTree(snapshotOf(treeOf(Object.fromEntries(files.map((path) => [path, ''])))));
  const entries = [...entriesBelow(all, '')].map(([path]) => path);
  const stemOf = (path: string) => /^_?(.[^.]*)/s.exec(path.slice(path.lastIndexOf('/') + 1))?.[1];
  fc.assert(
    fc.property(moveLists, (list) => {
      const moves = createMoveMap(list);
      const isShared = (place: string) => {
        const found = entries.filter((path) => {
          const to = moves.after(path);
          return parentOf(to) === parentOf(place) && stemOf(to) === stemOf(place);
        });
        return new Set(found.map(parentOf)).size > 1;
      };
      const { isAt } = findAmbiguousNames({ tree: all, moves });
      for (const place of [...entries, ...entries.map(moves.after)])
        expect([place, isAt(place)]).toEqual([place, isShared(place) || isShared(`${place}/index`)]);
    }),
    { numRuns: 300 },
  );
});
