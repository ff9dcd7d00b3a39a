import type { PlannedFile } from '../plan/plan.ts';
import type { TreePath } from '../project/snapshot.ts';
import { type Digest, digestOf } from './digest.ts';

/** What is to be done to one file or link, and what must be true for it. */
export interface FileToDo {
  readonly from: TreePath;
  readonly to: TreePath;
  readonly kind: PlannedFile['kind'];
  /** What it will hold, or what the link will say; absent where only the place changes. */
  readonly text?: string;
  /** What is there now; absent where that does not matter. */
  readonly expected?: Digest;
  /** The mode of a file that is not there any more and comes back. */
  readonly lost?: number;
  /** Whether it is of no use any more, and goes away. */
  readonly isSpare?: boolean;
}

/** What a plan asks for, without what stays as it is. */
export function toDoFor(files: readonly PlannedFile[]): readonly FileToDo[] {
  return files.flatMap(({ from, to, kind, text }) => {
    if (text === undefined || text.before === text.after) return from === to ? [] : [{ from, to, kind }];
    return [{ from, to, kind, text: text.after, expected: digestOf(text.before) }];
  });
}
