import type * as t from '@babel/types';
import type { Edit } from './edits.ts';
import { commentsBetween, isBlank, isOneLine, type List, type ListItem, ownedComments } from './list.ts';
import {
  behindComma,
  indentAt,
  inOneLine,
  lineWidth,
  type NewEntry,
  onLines,
  type Style,
  styleOf,
} from './print.ts';
import type { Span } from './source.ts';

/** Adds entries behind the last item that stays. Commas, lines and indent follow the style of the list. */
export function addItems(list: List, entries: readonly NewEntry[], removed: ReadonlySet<t.Node>): Edit[] {
  const style = styleOf(list.file);
  const last = list.items.findLast(({ node }) => !removed.has(node));
  const leading = leadingComma(list);
  if (leading !== undefined && last) return [addBehindCommas(list, last, entries, style, leading)];
  if (!isOneLine(list)) return addLines(list, last, entries, style);
  if (list.items.length > 0 || commentsBetween(list.file, list.open, list.close).length > 0)
    return [addInLine(list, last, entries)];
  return [fill(list, entries, style)];
}

/** Adds an entry in front of an item. */
export function addBefore(list: List, { whole }: ListItem, entry: NewEntry): Edit {
  const { start } = whole;
  const { text } = list.file;
  if (isOneLine(list)) return { start, end: start, text: () => `${inOneLine([entry], '')}, ` };
  const indent = indentAt(text, start);
  const { eol } = styleOf(list.file);
  return { start, end: start, text: () => `${entry.print(indent, false)},${eol}${indent}` };
}

/** Writes entries into empty brackets, on one line if they fit. */
function fill({ file, open, close }: List, entries: readonly NewEntry[], style: Style): Edit {
  const indent = indentAt(file.text, open - 1);
  const pad = padAfter(file.text, open);
  const column = open - (file.text.lastIndexOf('\n', open - 1) + 1);
  const text = () => {
    const oneLine = `${pad}${inOneLine(entries, indent)}${pad}`;
    if (!oneLine.includes('\n') && column + oneLine.length < lineWidth) return oneLine;
    return `${onLines(entries, indent + style.indent, style, style.trailingComma)}${style.eol}${indent}`;
  };
  return { start: open, end: close, text };
}

/** Objects have a space inside their braces, arrays do not. */
function padAfter(text: string, open: number): string {
  return text[open - 1] === '{' ? ' ' : '';
}

function addInLine(
  { file, open, items }: List,
  last: ListItem | undefined,
  entries: readonly NewEntry[],
): Edit {
  const indent = indentAt(file.text, open - 1);
  const trailing = (items.at(-1)?.comma ?? -1) === -1 ? '' : ',';
  const at = last ? last.whole.end : open;
  const before = last ? (last.comma === -1 ? ', ' : ' ') : padAfter(file.text, open);
  return { start: at, end: at, text: () => `${before}${inOneLine(entries, indent)}${trailing}` };
}

function addLines(
  list: List,
  last: ListItem | undefined,
  entries: readonly NewEntry[],
  style: Style,
): Edit[] {
  const { items } = list;
  const indent = itemIndent(list, style);
  const trailing = items.length > 0 ? items.at(-1)?.comma !== -1 : style.trailingComma;
  const at = last ? last.whole.end : endOfOpeningLine(list);
  const edit: Edit = { start: at, end: at, text: () => onLines(entries, indent, style, trailing) };
  return last?.comma === -1 ? [{ start: last.end, end: last.end, text: ',' }, edit] : [edit];
}

/** The first comma that leads a line, if the author writes them like that. */
function leadingComma({ file: { text }, items }: List): number | undefined {
  return items.find(({ end, comma }) => comma > end && /\n[ \t]*$/.test(text.slice(end, comma)))?.comma;
}

function addBehindCommas(
  { file }: List,
  { comma, whole }: ListItem,
  entries: readonly NewEntry[],
  style: Style,
  leading: number,
): Edit {
  const indent = indentAt(file.text, leading);
  const lead = `${style.eol}${indent}, `;
  // If the items behind it are removed, their comma is still there.
  const at = comma === -1 ? whole.end : comma + 1;
  const first = comma === -1 ? lead : ' ';
  return { start: at, end: at, text: () => first + behindComma(entries, indent).join(lead) };
}

/** The indent that the items of a list have, or would have. */
function itemIndent({ file, open, items }: List, style: Style): string {
  const first = items.find(({ start }) => {
    const lineStart = file.text.lastIndexOf('\n', start - 1) + 1;
    return lineStart >= open && isBlank(file.text.slice(lineStart, start));
  });
  return first ? indentAt(file.text, first.start) : indentAt(file.text, open - 1) + style.indent;
}

/** Behind the bracket and the comments on its line. */
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
export function removeItems(list: List, removed: ReadonlySet<t.Node>, followedByNew: boolean): Edit[] {
  const { file, items, open, close } = list;
  const last = items.at(-1);
  const survivor = items.findLast(({ node }) => !removed.has(node));
  if (last && !survivor && isOneLine(list) && !followedByNew) {
    const comments = commentsBetween(file, open, close).length;
    if (comments === ownedComments(list).length) return [{ start: open, end: close, text: '', covers: true }];
  }
  const edits = runsOf(list, removed).flatMap((run) => removeRun(list, run, survivor));
  const dangling = last?.comma === -1 && survivor !== last && survivor && survivor.comma !== -1;
  if (dangling && !followedByNew)
    edits.push({ start: startOfComma(list, survivor), end: survivor.comma + 1, text: '' });
  return edits;
}

/** The start of a comma to remove; one that leads a line takes the line break with it if nothing else is left there. */
function startOfComma({ file: { text }, items, close }: List, { end, comma }: ListItem): number {
  const before = /\r?\n[ \t]*$/.exec(text.slice(end, comma))?.[0];
  const bracketFollows = !text.slice(items.at(-1)?.end, close).includes('\n');
  return before === undefined || bracketFollows ? comma : comma - before.length;
}

/** Neighbours on the same line are removed together, so that the space around them is handled once. */
function runsOf({ file, items }: List, removed: ReadonlySet<t.Node>): ListItem[][] {
  const runs: ListItem[][] = [];
  let before: ListItem | undefined;
  for (const item of items) {
    const isRemoved = removed.has(item.node);
    const isAdjacent = before && !file.text.slice(before.whole.end, item.whole.start).includes('\n');
    if (isRemoved && isAdjacent) runs.at(-1)?.push(item);
    else if (isRemoved) runs.push([item]);
    before = isRemoved ? item : undefined;
  }
  return runs;
}

function removeRun(list: List, run: readonly ListItem[], survivor: ListItem | undefined): Edit[] {
  const edits: Edit[] = [];
  for (const item of run) {
    if (item.comma < item.whole.end) continue;
    const isLast = !survivor || survivor.start < item.start;
    edits.push({ start: isLast ? startOfComma(list, item) : item.comma, end: item.comma + 1, text: '' });
  }
  const start = run[0]?.whole.start ?? 0;
  const end = run.at(-1)?.whole.end ?? 0;
  const lines = wholeLines(list, start, end);
  edits.push({ ...(list.isStatements ? withBlankLine(list, lines) : lines), text: '', covers: true });
  return edits;
}

/** Takes one of the two empty lines around statements along. */
function withBlankLine({ file: { text } }: List, { start, end }: Span): Span {
  const blank = /^[ \t]*\r?\n/.exec(text.slice(end))?.[0].length ?? 0;
  return { start, end: /(?:^|\n)[ \t]*\r?\n$/.test(text.slice(0, start)) ? end + blank : end };
}

/** Widens a span so that no empty line or stray space is left behind. */
function wholeLines(list: List, start: number, end: number): Span {
  const { text } = list.file;
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

/** The bracket moves up to the line before, unless it would end up inside a comment there. */
function endOfLineBefore({ file, open }: List, start: number): number {
  const comment = commentsBetween(file, open, start).at(-1);
  const space = /\s*$/.exec(file.text.slice(open, start))?.[0].length ?? 0;
  return comment?.end === start - space ? start : start - space;
}
