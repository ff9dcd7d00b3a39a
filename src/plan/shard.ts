import { isInside } from '../config/places.ts';
import type { TreePath } from '../project/snapshot.ts';

/** One of several parts of a run, which machines beside each other can do. The first is 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The innermost project that holds a file; nothing where none does. */
export function createOwnerFinder(roots: readonly TreePath[]): (path: TreePath) => TreePath | undefined {
  const innermostFirst = roots.toSorted((a, b) => b.length - a.length);
  return (path) => innermostFirst.find((root) => isInside(path, root));
}

/** Which files a shard is about: those of every n-th project, and for the first also what belongs to none. */
export function createShare(
  roots: readonly TreePath[],
  { index, count }: Shard,
): (path: TreePath) => boolean {
  const sorted = roots.toSorted();
  const ownerOf = createOwnerFinder(roots);
  return (path) => {
    const owner = ownerOf(path);
    return (owner === undefined ? 0 : sorted.indexOf(owner) % count) === index - 1;
  };
}
