/**
 * Adds and removes items of a literal in the text, with their commas, comments and line breaks as the author
 * writes them.
 */

import type * as t from '@babel/types';
import type { Edit, Span } from '../base/edits.ts';
import { firstIndex } from '../base/grouped.ts';
import { memo } from '../base/memo.ts';
import { indentAt, inOneLine, type NewEntry, onLines, styleOf } from './print.ts';
import { perFile, type SourceFile, spanOf } from './source.ts';
import type { ListNode } from './value.ts';

/** A property or an element as written, with its comma and comments. */
interface ListItem extends Span {
  readonly node: t.Node;
  /** Offset of the comma that follows, or -1. */
  readonly comma: number;
  /** The comments directly above the item, and those behind it on its line. */
  readonly above: readonly Span[];
  readonly behind: readonly Span[];
  /** The item with its comments, and with its comma unless the next item's comments come before that. */
  readonly whole: Span;
}

/** The items of an object or array literal as written. */
export interface List {
  readonly file: SourceFile;
  /** The offset after the opening bracket, and the offset of the closing bracket. */
  readonly open: number;
  readonly close: number;
  readonly items: readonly ListItem[];
}

const knownLists = perFile(() => new Map<ListNode, List>());

/** Reads the items of a literal from the text. */
export function itemList(file: SourceFile, node: ListNode): List {
  return memo(knownLists(file), node, () => readList(file, node));
}

/** The comments between the items of a list that belong to none of them. */
export function looseComments(list: List): Span[] {
  const comments = commentsBetween(list.file, list.open, list.close);
  if (comments.length === 0) return comments;
  const owned = new Set(
    list.items.flatMap(({ above, behind }) => [...above, ...behind].map(({ start }) => start)),
  );
  return comments.filter(
    ({ start }) =>
      !owned.has(start) && !list.items.some((item) => start > item.start && start < item.end),
  );
}

/** Whether a list is written on one line. Items that span several lines do not matter. */
export function isOneLine({ file, open, close, items }: List): boolean {
  let at = open;
  for (const item of items) {
    if (file.text.slice(at, item.start).includes('\n')) return false;
    at = item.end;
  }
  return !file.text.slice(at, close).includes('\n');
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

const commentsOf = perFile((file) => file.comments.map(spanOf));

/** The comments that start between two offsets. */
export function commentsBetween(file: SourceFile, from: number, to: number): Span[] {
  const comments = commentsOf(file);
  const countBefore = (offset: number) => firstIndex(comments, ({ start }) => start < offset);
  return comments.slice(countBefore(from), countBefore(to));
}

/** The first offset from `at` on that is neither white space nor comment. */
function skipTrivia(file: SourceFile, at: number): number {
  // Fast path: most items are directly followed by their comma.
  if (file.text[at] === ',') return at;
  const white = /\s*/y;
  white.lastIndex = at;
  white.test(file.text);
  const offset = white.lastIndex;
  const [comment] = file.text[offset] === '/' ? commentsBetween(file, offset, offset + 1) : [];
  return comment ? skipTrivia(file, comment.end) : offset;
}

type BareItem = Pick<ListItem, 'node' | 'start' | 'end' | 'comma'>;

function itemsIn(node: ListNode): readonly t.Node[] {
  if (node.type === 'ObjectExpression') return node.properties;
  return node.elements.filter((element) => element !== null);
}

function readList(file: SourceFile, node: ListNode): List {
  const { start, end } = spanOf(node);
  const [open, close] = [start + 1, end - 1];
  const nodes = itemsIn(node);
  const bare = nodes.map((item) => {
    const { start: from, end: to } = withParentheses(file, item);
    const comma = skipTrivia(file, to);
    return { node: item, start: from, end: to, comma: file.text[comma] === ',' ? comma : -1 };
  });
  const items = bare.map((item, index) => {
    const above = commentsAbove(file, item, tailOf(bare[index - 1], open));
    const behind = commentsBehind(file, item, bare[index + 1], close);
    const wholeEnd = Math.max(item.end, behind.at(-1)?.end ?? -1, endOfComma(file, item, behind));
    const whole = { start: above[0]?.start ?? item.start, end: wholeEnd };
    // Copying the properties is much faster than spreading the item.
    return {
      node: item.node,
      start: item.start,
      end: item.end,
      comma: item.comma,
      above,
      behind,
      whole,
    };
  });
  return { file, open, close, items };
}

/** Parentheses around an element are not part of its node. */
function withParentheses(file: SourceFile, node: t.Node): Span {
  let { start, end } = spanOf(node);
  const parenthesized = node.extra?.parenthesized === true;
  if (parenthesized && typeof node.extra?.parenStart === 'number') {
    start = node.extra.parenStart;
    for (let at = skipTrivia(file, end); file.text[at] === ')'; at = skipTrivia(file, end))
      end = at + 1;
  }
  return { start, end };
}

/** The end of an item with its comma, or the opening bracket if there is no item. */
function tailOf(item: Pick<ListItem, 'end' | 'comma'> | undefined, open: number): number {
  if (!item) return open;
  return item.comma === -1 ? item.end : item.comma + 1;
}

function commentsAbove(file: SourceFile, item: BareItem, boundary: number): Span[] {
  const { text } = file;
  const owned: Span[] = [];
  let next = item.start;
  for (const comment of commentsBetween(file, boundary, item.start).reverse()) {
    const gap = text.slice(comment.end, next);
    const sameLine = !text.slice(boundary, comment.start).includes('\n');
    const detached = lineBreaks(gap) > 1 || !isBlank(gap);
    // A comment on the line of the bracket or of the previous item belongs to that line.
    const isOnPreviousLine = sameLine && lineBreaks(text.slice(boundary, item.start)) > 0;
    if (detached || isOnPreviousLine || isSection(text.slice(comment.start, comment.end))) break;
    owned.unshift(comment);
    next = comment.start;
  }
  return owned;
}

function commentsBehind(
  file: SourceFile,
  item: BareItem,
  nextItem: BareItem | undefined,
  close: number,
): Span[] {
  const next = nextItem?.start ?? close;
  const owned: Span[] = [];
  let at = item.end;
  for (const comment of commentsBetween(file, item.end, next)) {
    if (file.text.slice(at, comment.start).includes('\n')) break;
    // A comment after the comma belongs to the next item if that is on the same line.
    const beforeComma = item.comma === -1 || comment.start < item.comma;
    if (!beforeComma && nextItem && lineBreaks(file.text.slice(comment.end, next)) === 0) break;
    owned.push(comment);
    at = comment.end;
  }
  return owned;
}

/** The end of the comma if that belongs to the item, else -1. */
function endOfComma(
  { text }: SourceFile,
  { end, comma }: BareItem,
  behind: readonly Span[],
): number {
  if (comma === -1) return -1;
  const before = behind.filter((comment) => comment.start < comma);
  // A comment on its own line between an item and a leading comma belongs to the next item.
  return isBlank(text.slice(before.at(-1)?.end ?? end, comma)) ? comma + 1 : -1;
}

function lineBreaks(text: string): number {
  return text.split('\n').length - 1;
}

/** Headings and linter directives apply to everything that follows, not to one item. */
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

/** The edits that remove items from a list and add entries at its end. */
export function listEdits(
  list: List,
  removed: ReadonlySet<t.Node>,
  added: readonly NewEntry[],
): Edit[] {
  if (isBrokenBy(list, added, removed)) return breakLines(list, added);
  return [...removeItems(list, removed, added.length > 0), ...addItems(list, added, removed)];
}

/**
 * Whether new entries break a one-line list into lines: they have comments or several lines, or are too long. A list
 * stays on its line if anything else could end up in another place: what follows it, comments, or removed items.
 */
function isBrokenBy(
  list: List,
  entries: readonly NewEntry[],
  removed: ReadonlySet<t.Node>,
): boolean {
  const { file, open, close, items } = list;
  if (
    entries.length === 0 ||
    !isOneLine(list) ||
    !/^[,;)]*(?:\r?\n|$)/.test(file.text.slice(close + 1))
  )
    return false;
  const isPlain = commentsBetween(file, open, close).length === 0;
  if (!isPlain || items.some(({ node }) => removed.has(node))) return false;
  const text = inOneLine(entries, '');
  const line = file.text.slice(file.text.lastIndexOf('\n', open) + 1, close + 2);
  const isTooLong = line.length + text.length + ', '.length > styleOf(file).width;
  return isTooLong || text.includes('\n') || entries.some(({ commented }) => commented);
}

/** Puts each item of a one-line list on a line of its own, and adds entries. */
function breakLines({ file, open, close, items }: List, entries: readonly NewEntry[]): Edit[] {
  const style = styleOf(file);
  const outer = indentAt(file.text, open);
  const indent = outer + style.indent;
  const last = items.at(-1);
  const comma = last?.comma === -1 ? ',' : '';
  const text = () =>
    `${comma}${onLines(entries, indent, style, style.trailingComma)}${style.eol}${outer}`;
  return [
    ...items.map(({ whole }, index) => ({
      start: tailOf(items[index - 1], open),
      end: whole.start,
      text: style.eol + indent,
    })),
    { start: tailOf(last, open), end: close, text },
  ];
}

/** Adds entries after the last remaining item. Commas, lines and indent follow the style of the list. */
function addItems(list: List, entries: readonly NewEntry[], removed: ReadonlySet<t.Node>): Edit[] {
  if (entries.length === 0) return [];
  const { file, open, close, items } = list;
  const style = styleOf(file);
  const last = items.findLast(({ node }) => !removed.has(node));
  const end = last && Math.max(last.whole.end, tailOf(last, open));
  const hasTrailing = items.length > 0 && items.at(-1)?.comma !== -1;
  if (isOneLine(list)) {
    const at = end ?? open;
    // Objects have a space inside their braces, arrays do not.
    const pad = file.text[open - 1] === '{' ? ' ' : '';
    const before = last ? (last.comma === -1 ? ', ' : ' ') : pad;
    const after = `${hasTrailing ? ',' : ''}${open === close ? pad : ''}`;
    const text = () => before + inOneLine(entries, indentAt(file.text, open - 1)) + after;
    return [{ start: at, end: at, text }];
  }
  const at = end ?? endOfOpeningLine(list);
  const isTrailing = items.length > 0 ? hasTrailing : style.trailingComma;
  const edit = {
    start: at,
    end: at,
    text: () => onLines(entries, itemIndent(list), style, isTrailing),
  };
  return last?.comma === -1 ? [{ start: last.end, end: last.end, text: ',' }, edit] : [edit];
}

/** The indent that the items of a list have, or would have. */
function itemIndent({ file, open, items }: List): string {
  const first = items.find(({ start }) => {
    const lineStart = file.text.lastIndexOf('\n', start - 1) + 1;
    return lineStart >= open && isBlank(file.text.slice(lineStart, start));
  });
  return first
    ? indentAt(file.text, first.start)
    : indentAt(file.text, open - 1) + styleOf(file).indent;
}

/** The offset after the opening bracket and the comments on its line. */
function endOfOpeningLine({ file, open }: List): number {
  let at = open;
  for (const comment of commentsBetween(file, open, file.text.length)) {
    const gap = file.text.slice(at, comment.start);
    if (!isBlank(gap) || gap.includes('\n')) break;
    at = comment.end;
  }
  return at;
}

/** Removes items with their comments, and keeps the commas in the author's style. */
function removeItems(list: List, removed: ReadonlySet<t.Node>, isFollowed: boolean): Edit[] {
  const { items, open, close } = list;
  const loose = looseComments(list);
  const last = items.at(-1);
  const survivor = items.findLast(({ node }) => !removed.has(node));
  if (!survivor && !isFollowed && loose.length === 0)
    return items.length === 0 ? [] : [{ start: open, end: close, text: '', covers: true }];
  const staying = items.filter(({ node }) => !removed.has(node)).map(({ whole }) => whole);
  const kept = [...loose, ...staying].sort((a, b) => a.start - b.start);
  const gone = items.filter(({ node }) => removed.has(node));
  const edits = runsOf(kept, gone).map(
    (run): Edit => ({ ...spanOfRun(list, run), text: '', covers: true }),
  );
  // The comments of the next item may come before the comma.
  const commas = gone.filter(({ comma, whole }) => comma >= whole.end).map(({ comma }) => comma);
  edits.push(...commas.map((comma) => ({ start: comma, end: comma + 1, text: '' })));
  const isDangling = last?.comma === -1 && survivor !== last && survivor && survivor.comma !== -1;
  if (isDangling && !isFollowed) edits.push(danglingComma(list, survivor));
  return edits;
}

/**
 * Removed items with nothing between them, and what is kept before and after them: `b` and `c` between `a` and `d`.
 */
interface RemovedRun extends Span {
  readonly before: Span | undefined;
  readonly after: Span | undefined;
}

function runsOf(kept: readonly Span[], gone: readonly ListItem[]): RemovedRun[] {
  const runs: RemovedRun[] = [];
  for (const { whole } of gone) {
    const before = kept.findLast(({ start }) => start < whole.start);
    const after = kept.find(({ start }) => start > whole.start);
    const last = runs.at(-1);
    if (last && last.before === before) runs.splice(-1, 1, { ...last, end: whole.end });
    else runs.push({ before, after, start: whole.start, end: whole.end });
  }
  return runs;
}

/**
 * A run is removed together with the space before it: without `b`, `{ a: 1, b: 2 }` → `{ a: 1 }`. The space after it
 * goes instead if the run is at the start of the list or of a line that goes on, or has an empty line above it.
 */
function spanOfRun(
  { file, open, close, items }: List,
  { before, after, start, end }: RemovedRun,
): Span {
  const { text } = file;
  const previous = items.findLast((item) => item.start < start);
  // A comment may come before the comma of the previous item.
  const spaceStart = Math.max(before?.end ?? open, tailOf(previous, open));
  const above = text.slice(spaceStart, start);
  const below = text.slice(end, after?.start ?? close);
  const goesOn = !below.includes('\n');
  const keepsSpace = !before || above.split('\n').length > 2 || (above.includes('\n') && goesOn);
  if (after && keepsSpace) return { start, end: after.start };
  // Whole lines are removed without the end of the line before them.
  const [lineBreak, lineEnd] = [above, below].map((space) => /^[^\S\n]*\n/.exec(space)?.[0].length);
  if (lineBreak && lineEnd) return { start: spaceStart + lineBreak, end: end + lineEnd };
  // The bracket must not end up in a line comment.
  const comment = before && commentsBetween(file, before.start, before.end).at(-1);
  const isBehindComment =
    comment?.end === before?.end && comment && text.startsWith('//', comment.start);
  return { start: isBehindComment && goesOn ? start : spaceStart, end };
}

/**
 * The comma of `a: 1` in `{ a: 1, b: 2 }` without `b`: the one behind the last remaining item, with the line break
 * before a leading comma unless the bracket follows.
 */
function danglingComma({ file: { text }, items, close }: List, { end, comma }: ListItem): Edit {
  const before = /\r?\n[ \t]*$/.exec(text.slice(end, comma))?.[0] ?? '';
  const isBracketBehind = !text.slice(items.at(-1)?.end, close).includes('\n');
  return { start: isBracketBehind ? comma : comma - before.length, end: comma + 1, text: '' };
}
