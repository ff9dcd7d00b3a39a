import { expect, it } from 'vitest';
import { createMoveMap, type MoveMap } from '../../../src/project/moves.ts';
import { findAmbiguousNames } from '../../../src/project/references/resolve.ts';
import { createTree } from '../../../src/project/tree.ts';
import { snapshotOf, treeOf } from '../../repository/support/tree.ts';

const tree = createTree(snapshotOf(treeOf({ 'src/utils/a.ts': '' })));

it('a file is found in the folder that its own one becomes', () => {
  const { fileAt } = findAmbiguousNames({ tree, moves: createMoveMap([{ from: 'src', to: 'app' }]) });
  expect(fileAt('app/utils/a', 'modules')).toBe('app/utils/a.ts');
  expect(fileAt('src/utils/a', 'modules')).toBeUndefined();
});

it('a file is found where its folder goes up to the root', () => {
  const moves: MoveMap = {
    ...createMoveMap([{ from: 'src', to: '' }]),
    after: (place) => place.replace(/^src\//, ''),
  };
  expect(findAmbiguousNames({ tree, moves }).fileAt('utils/a', 'modules')).toBe('utils/a.ts');
});
