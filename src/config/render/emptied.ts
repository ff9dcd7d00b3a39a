import { commentsBetween } from '../lists/comments.ts';
import { allOwnedComments } from '../lists/owned.ts';
import type { ItemRef, ListNode, Operation } from './operation.ts';
import type { Rewrite } from './rewrite.ts';

/** Objects that only our removals emptied go as well, unless a comment would go with them. */
export function removeEmptied(
  rewrite: Rewrite,
  operations: readonly Operation[],
  isFilled: (list: ListNode) => boolean,
): void {
  for (const operation of operations) {
    if (operation.kind !== 'take-out') continue;
    let inner = operation.item;
    for (const holder of operation.holders) {
      // What was spread into an object may be gone while the object holds more.
      if (holder.holds !== inner.list || isFilled(inner.list) || !isEmptied(rewrite, inner)) break;
      rewrite.takeOut(holder);
      inner = holder;
    }
  }
}

function isEmptied(rewrite: Rewrite, { file, list: node }: ItemRef): boolean {
  const list = rewrite.list(file, node);
  if (rewrite.takenFrom(node).size < list.items.length) return false;
  const all = commentsBetween(file, list.open, list.close);
  if (all.length === 0) return true;
  const around = all.filter(
    ({ start }) => !list.items.some((item) => start > item.start && start < item.end),
  );
  return around.length === allOwnedComments(list).length;
}
