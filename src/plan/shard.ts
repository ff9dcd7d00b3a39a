import { parentOf, type TreePath } from '../project/snapshot.ts';

/** One of several parts of a run, which different machines can run. The first is 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Returns the folder of the innermost project that contains a file; undefined if there is none. */
export type OwnerFinder = (path: TreePath) => TreePath | undefined;

export function createOwnerFinder(roots: readonly TreePath[]): OwnerFinder {
  const folders = new Set(roots);
  const ownerOf: OwnerFinder = (path) =>
    folders.has(path) ? path : path === '' ? undefined : ownerOf(parentOf(path));
  return ownerOf;
}

/** Whether a file belongs to a shard: every n-th project; the first also has files outside all projects. */
export function createShare(
  roots: readonly TreePath[],
  shard: Shard | undefined,
): (path: TreePath) => boolean {
  if (!shard) return () => true;
  const shares = new Map(roots.toSorted().map((root, place) => [root, place % shard.count]));
  const ownerOf = createOwnerFinder(roots);
  return (path) => {
    const owner = ownerOf(path);
    return (owner === undefined ? 0 : shares.get(owner)) === shard.index - 1;
  };
}
