import { parentOf, type TreePath } from '../project/snapshot.ts';

/** One of several parts of a run, which machines beside each other can do. The first is 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Tells the folder of the innermost project that holds a file; nothing where none does. */
export type OwnerFinder = (path: TreePath) => TreePath | undefined;

export function createOwnerFinder(roots: readonly TreePath[]): OwnerFinder {
  const known = new Set(roots);
  const ownerOf: OwnerFinder = (path) =>
    known.has(path) ? path : path === '' ? undefined : ownerOf(parentOf(path));
  return ownerOf;
}

/** Which files a shard is about: those of every n-th project, and for the first also what belongs to none. */
export function createShare(
  roots: readonly TreePath[],
  { index, count }: Shard,
): (path: TreePath) => boolean {
  const shares = new Map(roots.toSorted().map((root, place) => [root, place % count]));
  const ownerOf = createOwnerFinder(roots);
  return (path) => {
    const owner = ownerOf(path);
    return (owner === undefined ? 0 : shares.get(owner)) === index - 1;
  };
}
