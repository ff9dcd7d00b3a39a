import type { PlannedFile } from '../plan/plan.ts';
import { type DiskSnapshot, type TreePath, textIn } from '../project/snapshot.ts';

// What is longer is data that nobody reviews.
const longest = 1_000_000;

/**
 * The planned files that git does not track, each with the text that a patch for other checkouts creates; undefined for
 * what git ignores, and for what is not text.
 */
export function untrackedTexts(
  files: readonly PlannedFile[],
  snapshot: DiskSnapshot,
): ReadonlyMap<TreePath, string | undefined> {
  const listed = new Map(snapshot.files.map((file) => [file.path, file]));
  const untracked = files.filter(({ from }) => snapshot.isTracked(from) === false);
  return new Map(
    untracked.map(({ from, text }) => {
      const file = listed.get(from);
      const content = file && (text?.after ?? file.link ?? textIn(snapshot, from));
      const isShown = content !== undefined && content.length <= longest && !content.includes('\0');
      return [from, isShown ? content : undefined];
    }),
  );
}
