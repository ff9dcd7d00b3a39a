import { parentOf, type TreePath } from '../project/snapshot.ts';

/** One of several parts of a run, which can be done by different machines. The first is 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Gives the folder of the innermost project that holds a file; undefined if none does. */
export type OwnerFinder = (path: TreePath) => TreePath | undefined;

export function createOwnerFinder(roots: readonly TreePath[]): OwnerFinder {
  const known = new Set(roots);
  const ownerOf: OwnerFinder = (path) =>
    known.has(path) ? path : path === '' ? undefined : ownerOf(parentOf(path));
  return ownerOf;
}

/** Tells which files a run is about. A shard has those of every n-th project; the first also what belongs to none. */
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
