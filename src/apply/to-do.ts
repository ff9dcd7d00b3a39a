import type { PlannedFile } from '../plan/plan.ts';
import type { TreePath } from '../project/snapshot.ts';
import { type Digest, digestOf } from './digest.ts';
import type { Replacement } from './run-document.ts';

/** What is to be done to one file or link, and what must be true for it. */
export interface FileToDo {
  readonly from: TreePath;
  readonly to: TreePath;
  readonly kind: PlannedFile['kind'];
  /** What it will hold, or what the link will say; absent if the text stays. */
  readonly text?: string;
  /** The original that takes its place when a run is undone. */
  readonly original?: Required<Replacement>;
  /** What is there now; absent if that does not matter. */
  readonly expected?: Digest;
  /** Whether the file is gone and comes back. */
  readonly isLost?: boolean;
  /** Whether it is of no use any more, and goes away. */
  readonly isSpare?: boolean;
  /** Whether a person wrote what is there: it is kept elsewhere. */
  readonly isTheirs?: boolean;
}

/** What a plan asks for, without what stays as it is. */
export function toDoFor(files: readonly PlannedFile[]): readonly FileToDo[] {
  return files.flatMap(({ from, to, kind, text }) => {
    if (text === undefined || text.before === text.after) return from === to ? [] : [{ from, to, kind }];
    return [{ from, to, kind, text: text.after, expected: digestOf(text.before) }];
  });
}
