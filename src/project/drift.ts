import type { Drift, TreeFile, TreePath } from './snapshot.ts';

/** What tells whether a file was written to since it was read: its size, and when that happened. */
export type Stamps = Map<TreePath, string>;

/** Notes the stamp of a file that is read. What is read twice must be the same both times. */
export function noteStamp(stamps: Stamps, path: TreePath, stamp: string): void {
  const known = stamps.get(path);
  stamps.set(path, known === undefined || known === stamp ? stamp : changed);
}

/** No stamp of any file. */
const changed = 'changed';

/** The first difference between two listings. */
export function driftOfListing(before: readonly TreeFile[], now: readonly TreeFile[]): Drift | undefined {
  for (let at = 0; at < Math.max(before.length, now.length); at += 1) {
    const [old, other] = [before[at], now[at]];
    if (old && (!other || old.path < other.path)) return { path: old.path, how: 'gone' };
    if (other && (!old || other.path < old.path)) return { path: other.path, how: 'new' };
    if (old && other && old.link !== other.link) return { path: old.path, how: linkDrift(old, other) };
  }
  return undefined;
}

function linkDrift(old: TreeFile, other: TreeFile): Drift['how'] {
  return old.link === undefined || other.link === undefined ? 'another kind' : 'edited';
}

/** The first file that is not what it was when it was read. */
export function driftOfRead(
  read: Stamps,
  stampNow: (path: TreePath) => string | undefined,
): Drift | undefined {
  for (const [path, stamp] of read) {
    const now = stampNow(path);
    if (now === undefined) return { path, how: 'gone' };
    if (now !== stamp) return { path, how: 'edited' };
  }
  return undefined;
}
