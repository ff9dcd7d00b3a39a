import type { SourceFile, Span } from '../source.ts';
import { commentsBetween } from './comments.ts';
import type { Item, List } from './list.ts';
import { isBlank, lineBreaks } from './white-space.ts';

/** What belongs to an item beside its own text: comments that stand directly on it, and its comma. */
export interface Owned {
  readonly above: readonly Span[];
  readonly behind: readonly Span[];
  /** From the first comment to the last one or the comma. */
  readonly start: number;
  readonly end: number;
}

/** Which comments belong to an item, by where they stand. */
export function ownedBy(list: List, index: number): Owned {
  const item = list.items[index];
  if (!item) throw new RangeError('No such item');
  let owned = list.owned[index];
  if (!owned) {
    owned = findOwned(list, index, item);
    list.owned[index] = owned;
  }
  return owned;
}

/** The comments that belong to any item of a list. */
export function allOwnedComments(list: List): Span[] {
  return list.items.flatMap((_, index) => {
    const { above, behind } = ownedBy(list, index);
    return [...above, ...behind];
  });
}

function findOwned(list: List, index: number, item: Item): Owned {
  const above = commentsAbove(list, index, item);
  const behind = commentsBehind(list, index, item);
  const end = Math.max(item.end, ...behind.map((comment) => comment.end), endOfComma(list, item, behind));
  return { above, behind, start: above[0]?.start ?? item.start, end };
}

/** Behind the comma, where that is the item's own; else -1. */
function endOfComma({ file }: List, item: Item, behind: readonly Span[]): number {
  if (item.comma === -1) return -1;
  const before = behind.filter((comment) => comment.start < item.comma);
  const from = before.at(-1)?.end ?? item.end;
  // A comment on a line of its own between an item and a leading comma is the next item's.
  return isBlank(file.text.slice(from, item.comma)) ? item.comma + 1 : -1;
}

function commentsAbove(list: List, index: number, item: Item): Span[] {
  const { file } = list;
  const boundary = tailOf(list, index - 1);
  const owned: Span[] = [];
  let next = item.start;
  for (const comment of commentsBetween(file, boundary, item.start).reverse()) {
    const gap = file.text.slice(comment.end, next);
    const sameLine = !file.text.slice(boundary, comment.start).includes('\n');
    const detached = lineBreaks(gap) > 1 || !isBlank(gap);
    // What stands behind the bracket or the item before it, on their line, is about them.
    const othersLine = sameLine && lineBreaks(file.text.slice(boundary, item.start)) > 0;
    if (detached || othersLine || isSection(file.text.slice(comment.start, comment.end))) break;
    owned.unshift(comment);
    next = comment.start;
  }
  return owned;
}

/** Where an item ends together with its comma; the opening bracket where there is no item. */
function tailOf({ open, items }: List, index: number): number {
  const item = items[index];
  if (!item) return open;
  return item.comma === -1 ? item.end : item.comma + 1;
}

function commentsBehind(list: List, index: number, item: Item): Span[] {
  const { file, items, close } = list;
  const next = items[index + 1]?.start ?? close;
  const owned: Span[] = [];
  let at = item.end;
  for (const comment of commentsBetween(file, item.end, next)) {
    if (file.text.slice(at, comment.start).includes('\n')) break;
    // Behind the comma, with another item on the same line, it is that item's.
    const beforeComma = item.comma === -1 || comment.start < item.comma;
    const after = file.text.slice(comment.end, next);
    const nextOnLine = index < items.length - 1 && !restOfLineIsFree(file, comment.end, next);
    if (!beforeComma && nextOnLine && lineBreaks(after) === 0) break;
    owned.push(comment);
    at = comment.end;
  }
  return owned;
}

function restOfLineIsFree(file: SourceFile, from: number, to: number): boolean {
  const rest = file.text.slice(from, to);
  return rest.includes('\n') && isBlank(rest.slice(0, rest.indexOf('\n')));
}

/** Headings and switches speak about what follows as a whole, not about one property. */
function isSection(comment: string): boolean {
  return (
    /[-=*#~_─━═]{4,}/.test(comment.replace(/^\/\*+|\*+\/$/g, '')) ||
    /^\/[/*]\s*#?(?:end)?region\b/.test(comment) ||
    /^\/\*!/.test(comment) ||
    /^\/[/*]\s*(?:eslint|biome|prettier|stylelint|c8|v8|istanbul)-?(?:disable|enable|ignore-all|ignore-start|ignore-end)(?!-(?:next-)?line)/.test(
      comment,
    )
  );
}
