import type { Edit } from '../edits.ts';
import type { Span } from '../source.ts';
import { commentsBetween } from './comments.ts';
import { type Item, isOneLine, type List } from './list.ts';
import { allOwnedComments, ownedBy } from './owned.ts';
import { isBlank } from './white-space.ts';

/** Takes items out of a list with what belongs to them, and leaves the commas as its author sets them. */
export function removeItems(list: List, removed: ReadonlySet<number>, followedByNew: boolean): Edit[] {
  const { items } = list;
  if (removed.size === 0) return [];
  if (removed.size === items.length && isOneLine(list)) {
    const left = commentsBetween(list.file, list.open, list.close).length;
    if (left === allOwnedComments(list).length && !followedByNew)
      return [{ start: list.open, end: list.close, text: '', covers: true }];
  }
  const edits = runsOf(list, removed).flatMap((run) => removeRun(list, run, removed));
  const last = items.at(-1);
  const survivor = items.findLast((_, index) => !removed.has(index));
  const dangling = last?.comma === -1 && survivor !== last && survivor && survivor.comma !== -1;
  if (dangling && !followedByNew)
    edits.push({ start: leadingSpace(list, survivor), end: survivor.comma + 1, text: '' });
  return edits;
}

/** Where a comma begins; one that leads a line takes the line break with it when nothing else is left there. */
function leadingSpace({ file: { text }, items, close }: List, { end, comma }: Item): number {
  const before = /\r?\n[ \t]*$/.exec(text.slice(end, comma))?.[0];
  const bracketFollows = !text.slice(items.at(-1)?.end, close).includes('\n');
  return before === undefined || bracketFollows ? comma : comma - before.length;
}

/** Neighbours that share a line go together, so that the space around them is seen once. */
function runsOf(list: List, removed: ReadonlySet<number>): number[][] {
  const runs: number[][] = [];
  for (const index of [...removed].sort((a, b) => a - b)) {
    const before = runs.at(-1)?.at(-1);
    const adjacent =
      before === index - 1 &&
      !list.file.text.slice(ownedBy(list, before).end, ownedBy(list, index).start).includes('\n');
    if (adjacent) runs.at(-1)?.push(index);
    else runs.push([index]);
  }
  return runs;
}

function removeRun(list: List, run: readonly number[], removed: ReadonlySet<number>): Edit[] {
  const edits: Edit[] = [];
  const owned = run.map((index) => ownedBy(list, index));
  for (const [at, index] of run.entries()) {
    const item = list.items[index];
    if (!item || item.comma < (owned[at]?.end ?? -1)) continue;
    const isLast = !list.items.some((_, other) => other > index && !removed.has(other));
    const start = isLast ? leadingSpace(list, item) : item.comma;
    edits.push({ start, end: item.comma + 1, text: '' });
  }
  const start = owned[0]?.start ?? 0;
  const end = owned.at(-1)?.end ?? 0;
  edits.push({ ...wholeLines(list.file.text, start, end, list), text: '', covers: true });
  return edits;
}

/** Widens a span so that no empty line or stray space is left where it stood. */
function wholeLines(text: string, start: number, end: number, list: List): Span {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', end);
  const startsLine = lineStart > list.open - 1 && isBlank(text.slice(lineStart, start));
  const endsLine = newline !== -1 && newline < list.close && isBlank(text.slice(end, newline));
  if (startsLine && endsLine) return { start: lineStart, end: newline + 1 };
  const after = end + (/^[ \t]*/.exec(text.slice(end, list.close))?.[0].length ?? 0);
  if (startsLine && after === list.close) return { start: endOfLineBefore(list, start), end };
  if (startsLine) return { start, end: after };
  const before = start - (/[ \t]*$/.exec(text.slice(list.open, start))?.[0].length ?? 0);
  return endsLine || after === list.close ? { start: before, end } : { start, end: after };
}

/** The bracket moves up to the line before, unless a comment there would swallow it. */
function endOfLineBefore({ file, open }: List, start: number): number {
  const comment = commentsBetween(file, open, start).at(-1);
  const space = /\s*$/.exec(file.text.slice(open, start))?.[0].length ?? 0;
  return comment?.end === start - space ? start : start - space;
}
