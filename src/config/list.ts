import type * as t from '@babel/types';
import type { Span } from '../base/edits.ts';
import { firstIndex } from '../base/grouped.ts';
import { memo } from '../base/memo.ts';
import { perFile, type SourceFile, spanOf } from './source.ts';
import type { ListNode, StatementList } from './value.ts';

/** A property or an element as written, with its comma and comments. */
export interface ListItem extends Span {
  readonly node: t.Node;
  /** Offset of the comma that follows, or -1. */
  readonly comma: number;
  /** The comments directly above the item, and those behind it on its line. */
  readonly above: readonly Span[];
  readonly behind: readonly Span[];
  /** The item with its comments, and with its comma unless the next item's comments come before that. */
  readonly whole: Span;
}

/** The items of an object or array literal, or statements, as written. */
export interface List {
  readonly file: SourceFile;
  /** The offset after the opening bracket, and the offset of the closing bracket. */
  readonly open: number;
  readonly close: number;
  readonly items: readonly ListItem[];
  readonly isStatements: boolean;
}

const knownLists = perFile(() => new Map<ListNode | StatementList, List>());

/** Reads the items of a literal, or statements, from the text. */
export function listOf(file: SourceFile, node: ListNode | StatementList): List {
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
    ({ start }) => !owned.has(start) && !list.items.some((item) => start > item.start && start < item.end),
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

export function isBlank(text: string): boolean {
  return text.trim() === '';
}

const commentsOf = perFile((file): readonly Span[] => file.comments.map(spanOf));

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

function itemsIn(node: ListNode | StatementList): readonly t.Node[] {
  if (node.type === 'ObjectExpression') return node.properties;
  return node.type === 'ArrayExpression' ? node.elements.filter((element) => element !== null) : node.body;
}

function readList(file: SourceFile, node: ListNode | StatementList): List {
  const { start, end } = spanOf(node);
  // A whole file has no brackets.
  const [open, close] = node.type === 'Program' ? [start, end] : [start + 1, end - 1];
  const nodes = itemsIn(node);
  const bare = nodes.map((item): BareItem => {
    const { start: from, end: to } = withParentheses(file, item);
    const comma = skipTrivia(file, to);
    return { node: item, start: from, end: to, comma: file.text[comma] === ',' ? comma : -1 };
  });
  const items = bare.map((item, index): ListItem => {
    const above = commentsAbove(file, item, tailOf(bare[index - 1], open));
    const behind = commentsBehind(file, item, bare[index + 1], close);
    const wholeEnd = Math.max(item.end, behind.at(-1)?.end ?? -1, endOfComma(file, item, behind));
    const whole = { start: above[0]?.start ?? item.start, end: wholeEnd };
    // Copying the properties is much faster than spreading the item.
    return { node: item.node, start: item.start, end: item.end, comma: item.comma, above, behind, whole };
  });
  const isStatements = node.type === 'Program' || node.type === 'BlockStatement';
  return { file, open, close, items, isStatements };
}

/** Parentheses around an element are not part of its node. */
function withParentheses(file: SourceFile, node: t.Node): Span {
  let { start, end } = spanOf(node);
  const parenthesized = node.extra?.parenthesized === true;
  if (parenthesized && typeof node.extra?.parenStart === 'number') {
    start = node.extra.parenStart;
    for (let at = skipTrivia(file, end); file.text[at] === ')'; at = skipTrivia(file, end)) end = at + 1;
  }
  return { start, end };
}

/** The end of an item with its comma, or the opening bracket if there is no item. */
export function tailOf(item: Pick<ListItem, 'end' | 'comma'> | undefined, open: number): number {
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
function endOfComma({ text }: SourceFile, { end, comma }: BareItem, behind: readonly Span[]): number {
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
