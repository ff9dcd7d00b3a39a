import type * as t from '@babel/types';
import type { Edit } from './edits.ts';
import { behindComma, inOneLine, type NewEntry, onLines } from './print.ts';
import { perFile, type SourceFile, type Span, spanOf } from './source.ts';
import { indentAt, lineWidth, type Style } from './style.ts';

/** A property or an element with the comma behind it. */
export interface Item {
  readonly node: t.Node;
  readonly start: number;
  readonly end: number;
  /** Offset of the comma that follows, or -1. */
  readonly comma: number;
}

/** The items of an object or array literal as they stand in the text. */
export interface List {
  readonly file: SourceFile;
  /** Just behind the opening bracket, and at the closing one. */
  readonly open: number;
  readonly close: number;
  readonly items: readonly Item[];
  /** What was found to belong to each item: it is asked for many times. */
  readonly owned: (Owned | undefined)[];
}

/** What belongs to an item beside its own text: comments that stand directly on it, and its comma. */
export interface Owned {
  readonly above: readonly Span[];
  readonly behind: readonly Span[];
  /** From the first comment to the last one or the comma. */
  readonly start: number;
  readonly end: number;
}

export function listOf(file: SourceFile, node: t.ObjectExpression | t.ArrayExpression): List {
  const { start, end } = spanOf(node);
  const close = end - 1;
  const nodes =
    node.type === 'ObjectExpression' ? node.properties : node.elements.filter((it) => it !== null);
  const items = nodes.map((item): Item => {
    const span = withParentheses(file, item);
    const comma = skipTrivia(file, span.end);
    return { node: item, ...span, comma: file.text[comma] === ',' ? comma : -1 };
  });
  return { file, open: start + 1, close, items, owned: [] };
}

/** Parentheses around an element are no part of its node. */
function withParentheses(file: SourceFile, node: t.Node): Span {
  let { start, end } = spanOf(node);
  const parenthesized = node.extra?.parenthesized === true;
  if (parenthesized && typeof node.extra?.parenStart === 'number') {
    start = node.extra.parenStart;
    for (let at = skipTrivia(file, end); file.text[at] === ')'; at = skipTrivia(file, end)) end = at + 1;
  }
  return { start, end };
}

const commentsOf = perFile((file): readonly Span[] => file.comments.map(spanOf));

/** The first comment that starts at an offset or behind it. */
function commentFrom(spans: readonly Span[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function commentAt(file: SourceFile, offset: number): Span | undefined {
  if (file.text[offset] !== '/') return undefined;
  const spans = commentsOf(file);
  const comment = spans[commentFrom(spans, offset)];
  return comment?.start === offset ? comment : undefined;
}

/** The first offset from `at` on that is neither white space nor comment. */
function skipTrivia(file: SourceFile, at: number): number {
  // Most items have their comma right behind them.
  if (file.text[at] === ',') return at;
  const white = /\s*/y;
  let offset = at;
  for (;;) {
    white.lastIndex = offset;
    white.test(file.text);
    const comment = commentAt(file, white.lastIndex);
    if (!comment) return white.lastIndex;
    offset = comment.end;
  }
}

/** The comments between two offsets. */
export function commentsBetween(file: SourceFile, from: number, to: number): Span[] {
  const spans = commentsOf(file);
  const found: Span[] = [];
  for (let index = commentFrom(spans, from); index < spans.length; index += 1) {
    const span = spans[index];
    if (!span || span.start >= to) break;
    found.push(span);
  }
  return found;
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

function findOwned(list: List, index: number, item: Item): Owned {
  const above = commentsAbove(list, index, item);
  const behind = commentsBehind(list, index, item);
  const end = Math.max(item.end, ...behind.map((comment) => comment.end), ownsComma(list, item, behind));
  return { above, behind, start: above[0]?.start ?? item.start, end };
}

function ownsComma({ file }: List, item: Item, behind: readonly Span[]): number {
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

/** Takes items out of a list with what belongs to them, and leaves the commas as its author sets them. */
export function removeItems(list: List, removed: ReadonlySet<number>, followedByNew: boolean): Edit[] {
  const { items } = list;
  if (removed.size === 0) return [];
  if (removed.size === items.length && isOneLine(list)) {
    const left = commentsBetween(list.file, list.open, list.close).length;
    const owned = items.flatMap((_, index) => ownedComments(ownedBy(list, index))).length;
    if (left === owned && !followedByNew)
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

export function ownedComments({ above, behind }: Owned): Span[] {
  return [...above, ...behind];
}

/** Whether a list is written on one line, as far as that is its own doing: its items may span lines. */
export function isOneLine({ file, open, close, items }: List): boolean {
  let at = open;
  for (const item of items) {
    if (file.text.slice(at, item.start).includes('\n')) return false;
    at = item.end;
  }
  return !file.text.slice(at, close).includes('\n');
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

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function lineBreaks(text: string): number {
  return text.split('\n').length - 1;
}

/** Adds entries behind the last item that stays; commas, lines and indent follow the list. */
export function addItems(
  list: List,
  entries: readonly NewEntry[],
  removed: ReadonlySet<number>,
  style: Style,
): Edit[] {
  const last = list.items.findLastIndex((_, index) => !removed.has(index));
  const indent = indentAt(list.file.text, list.open - 1);
  const leading = leadingComma(list);
  if (leading !== undefined && last !== -1) return addBehindCommas(list, last, entries, style, leading);
  if (!isOneLine(list)) return addLines(list, last, entries, style);
  if (list.items.length > 0 || commentsBetween(list.file, list.open, list.close).length > 0)
    return addInLine(list, last, entries, indent);
  const pad = padOf(list);
  const oneLine = `${pad}${entries.map((entry) => inOneLine(entry, indent)).join(', ')}${pad}`;
  const column = list.open - (list.file.text.lastIndexOf('\n', list.open - 1) + 1);
  const fits = !oneLine.includes('\n') && column + oneLine.length < lineWidth;
  const lines = entries.map((entry, index) =>
    onLines(entry, indent + style.indent, style, index < entries.length - 1 || style.trailingComma),
  );
  const text = fits ? oneLine : `${style.eol}${lines.join(style.eol)}${style.eol}${indent}`;
  return [{ start: list.open, end: list.close, text }];
}

/** Objects have space inside their braces, arrays have none. */
function padOf({ file, open }: List): string {
  return file.text[open - 1] === '{' ? ' ' : '';
}

function addInLine(list: List, last: number, entries: readonly NewEntry[], indent: string): Edit[] {
  const item = list.items[last];
  const text = () => entries.map((entry) => inOneLine(entry, indent)).join(', ');
  const trailing = list.items.at(-1)?.comma !== -1 && list.items.length > 0 ? ',' : '';
  if (!item) return [{ start: list.open, end: list.open, text: () => `${padOf(list)}${text()}${trailing}` }];
  const { end } = ownedBy(list, last);
  const before = item.comma === -1 ? ', ' : ' ';
  return [{ start: end, end, text: () => `${before}${text()}${trailing}` }];
}

function addLines(list: List, last: number, entries: readonly NewEntry[], style: Style): Edit[] {
  const { file, items, open } = list;
  const item = items[last];
  const indent = itemIndent(list, style);
  const trailing = items.length > 0 ? items.at(-1)?.comma !== -1 : style.trailingComma;
  const text = () =>
    entries
      .map(
        (entry, index) => style.eol + onLines(entry, indent, style, index < entries.length - 1 || trailing),
      )
      .join('');
  if (!item) {
    const at = endOfOpeningLine(file, open);
    return [{ start: at, end: at, text }];
  }
  const { end } = ownedBy(list, last);
  const edits: Edit[] = [{ start: end, end, text }];
  if (item.comma === -1) edits.unshift({ start: item.end, end: item.end, text: ',' });
  return edits;
}

/** The first comma that leads a line, where the author writes them so. */
function leadingComma({ file: { text }, items }: List): number | undefined {
  return items.find(({ end, comma }) => comma > end && /\n[ \t]*$/.test(text.slice(end, comma)))?.comma;
}

function addBehindCommas(
  list: List,
  last: number,
  entries: readonly NewEntry[],
  style: Style,
  leading: number,
): Edit[] {
  const { file, items } = list;
  const indent = indentAt(file.text, leading);
  // The comma of what stood behind it is still there.
  const left = items[last]?.comma ?? -1;
  const at = left === -1 ? ownedBy(list, last).end : left + 1;
  const text = () =>
    entries
      .map((entry, index) => {
        const lead = left !== -1 && index === 0 ? ' ' : `${style.eol}${indent}, `;
        return lead + behindComma(entry, indent);
      })
      .join('');
  return [{ start: at, end: at, text }];
}

/** The indent that the items of a list have, or would have. */
function itemIndent({ file, open, items }: List, style: Style): string {
  const first = items.find(({ start }) => {
    const lineStart = file.text.lastIndexOf('\n', start - 1) + 1;
    return lineStart >= open && isBlank(file.text.slice(lineStart, start));
  });
  return first ? indentAt(file.text, first.start) : indentAt(file.text, open - 1) + style.indent;
}

/** Behind the bracket and the comments that stand on its line. */
function endOfOpeningLine(file: SourceFile, open: number): number {
  let at = open;
  for (const comment of commentsBetween(file, open, file.text.length)) {
    if (file.text.slice(at, comment.start).trim() !== '' || file.text.slice(at, comment.start).includes('\n'))
      break;
    at = comment.end;
  }
  return at;
}
