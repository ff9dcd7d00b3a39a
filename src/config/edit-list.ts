import type * as t from '@babel/types';
import type { Edit } from './edits.ts';
import {
  commentsBetween,
  isBlank,
  isOneLine,
  type List,
  type ListItem,
  listOf,
  ownedComments,
  tailOf,
} from './list.ts';
import { behindComma, indentAt, inOneLine, type NewEntry, onLines, styleOf } from './print.ts';
import { type SourceFile, type Span, spanOf } from './source.ts';
import { visit } from './syntax.ts';

/** The lists that change; they may be nested in each other. */
interface ChangedLists {
  /** The lists that get new entries. */
  readonly extended: ReadonlySet<List>;
  /** The one-line lists whose items are put on separate lines. */
  readonly broken: Set<List>;
}

/** Adds entries after the last remaining item. Commas, lines and indent follow the style of the list. */
export function addItems(
  list: List,
  entries: readonly NewEntry[],
  removed: ReadonlySet<t.Node>,
  lists: ChangedLists,
): Edit[] {
  const last = list.items.findLast(({ node }) => !removed.has(node));
  const leading = leadingComma(list);
  if (leading !== undefined && last) return [addBehindCommas(list, last, entries, leading)];
  if (!isOneLine(list)) return addLines(list, last, entries);
  if (list.items.length > 0 || commentsBetween(list.file, list.open, list.close).length > 0)
    return [addInLine(list, last, entries, lists), ...breakLines(list, entries, removed, lists)];
  return [fill(list, entries)];
}

/** Writes entries into empty brackets, on one line if they fit. */
function fill({ file, open, close }: List, entries: readonly NewEntry[]): Edit {
  const style = styleOf(file);
  const indent = indentAt(file.text, open - 1);
  const pad = padAfter(file.text, open);
  const column = open - (file.text.lastIndexOf('\n', open - 1) + 1);
  const text = () => {
    const oneLine = `${pad}${inOneLine(entries, indent)}${pad}`;
    if (!oneLine.includes('\n') && column + oneLine.length < style.width) return oneLine;
    return `${onLines(entries, indent + style.indent, style, style.trailingComma)}${style.eol}${indent}`;
  };
  return { start: open, end: close, text };
}

/** Objects have a space inside their braces, arrays do not. */
function padAfter(text: string, open: number): string {
  return text[open - 1] === '{' ? ' ' : '';
}

function addInLine(
  list: List,
  last: ListItem | undefined,
  entries: readonly NewEntry[],
  { broken }: ChangedLists,
): Edit {
  const { file, open, items } = list;
  const indent = indentAt(file.text, open - 1);
  const trailing = (items.at(-1)?.comma ?? -1) === -1 ? '' : ',';
  const at = last ? last.whole.end : open;
  const before = last ? (last.comma === -1 ? ', ' : ' ') : padAfter(file.text, open);
  const inline = () => `${before}${inOneLine(entries, indent)}${trailing}`;
  return { start: at, end: at, text: () => (broken.has(list) ? onBrokenLines(list, entries) : inline()) };
}

/** The text of new entries in a list whose items are put on separate lines. */
function onBrokenLines(list: List, entries: readonly NewEntry[]): string {
  const style = styleOf(list.file);
  const lines = onLines(entries, indentIn(list), style, style.trailingComma);
  return (list.items.at(-1)?.comma === -1 ? ',' : '') + lines;
}

/** The indent of the items of a one-line list after it and the lists around it are broken into lines. */
function indentIn(list: List): string {
  return indentAt(list.file.text, list.open) + styleOf(list.file).indent.repeat(listsAround(list).length);
}

/**
 * Breaks a one-line list, and the lists around it, into lines as far as the new entries need it: they have
 * comments or several lines, or are too long. Lists with comments or removed items are not broken.
 */
function breakLines(
  list: List,
  entries: readonly NewEntry[],
  removed: ReadonlySet<t.Node>,
  { broken, extended }: ChangedLists,
): Edit[] {
  const { file, open } = list;
  const style = styleOf(file);
  const lists = listsAround(list);
  const isPlain = lists.every(
    (nested) =>
      commentsBetween(file, nested.open, nested.close).length === 0 &&
      !nested.items.some(({ node }) => removed.has(node)),
  );
  const added = inOneLine(entries, '');
  const needsLines = added.includes('\n') || entries.some(({ commented }) => commented);
  const indentOf = (depth: number) => indentAt(file.text, open) + style.indent.repeat(depth);
  const fits = (depth: number) => {
    const line = depth === 0 ? lineAround(list) : itemAround(list, lists[depth - 1]);
    const commas = depth === 0 ? ', ' : ', ,';
    return indentOf(depth).length + line.trim().length + added.length + commas.length <= style.width;
  };
  const edits: Edit[] = [];
  for (const [depth, nested] of isPlain ? lists.entries() : []) {
    if (!needsLines && fits(depth)) break;
    if (broken.has(nested)) continue;
    broken.add(nested);
    for (const [index, { whole }] of nested.items.entries()) {
      const gap = tailOf(nested.items[index - 1], nested.open);
      edits.push({ start: gap, end: whole.start, text: style.eol + indentOf(depth + 1) });
    }
    const end = nested.items.at(-1);
    const comma = end?.comma === -1 && style.trailingComma ? ',' : '';
    const text = () => (extended.has(nested) ? '' : comma) + style.eol + indentOf(depth);
    edits.push({ start: tailOf(end, nested.open), end: nested.close, text });
  }
  return edits;
}

function lineAround({ file: { text }, open }: List): string {
  return text.slice(text.lastIndexOf('\n', open) + 1).split('\n', 1)[0] ?? '';
}

/** The text of the item of an outer list that contains a list. */
function itemAround({ file, open }: List, around: List | undefined): string {
  const item = around?.items.find(({ start, end }) => start <= open && open <= end);
  return item ? file.text.slice(item.start, item.end) : '';
}

/** The one-line lists that contain a list, outermost first, and the list itself. */
function listsAround(list: List): List[] {
  const { file, open, close } = list;
  const around: List[] = [];
  visit(file.program, undefined, (node) => {
    if (node.type !== 'ObjectExpression' && node.type !== 'ArrayExpression') return;
    const { start, end } = spanOf(node);
    const isAround = start < open && end > close;
    if (isAround && !file.text.slice(start, end).includes('\n')) around.push(listOf(file, node));
  });
  return around;
}

function addLines(list: List, last: ListItem | undefined, entries: readonly NewEntry[]): Edit[] {
  const { file, items } = list;
  const style = styleOf(file);
  const indent = itemIndent(list);
  const trailing = items.length > 0 ? items.at(-1)?.comma !== -1 : style.trailingComma;
  const at = last ? last.whole.end : endOfOpeningLine(list);
  const edit: Edit = { start: at, end: at, text: () => onLines(entries, indent, style, trailing) };
  return last?.comma === -1 ? [{ start: last.end, end: last.end, text: ',' }, edit] : [edit];
}

/** The first comma at the start of a line, if the author writes leading commas. */
function leadingComma({ file: { text }, items }: List): number | undefined {
  return items.find(({ end, comma }) => comma > end && /\n[ \t]*$/.test(text.slice(end, comma)))?.comma;
}

function addBehindCommas(
  { file }: List,
  { comma, whole }: ListItem,
  entries: readonly NewEntry[],
  leading: number,
): Edit {
  const indent = indentAt(file.text, leading);
  const lead = `${styleOf(file).eol}${indent}, `;
  // If the items after it are removed, the comma in front of them stays.
  const at = comma === -1 ? whole.end : comma + 1;
  const first = comma === -1 ? lead : ' ';
  return { start: at, end: at, text: () => first + behindComma(entries, indent).join(lead) };
}

/** The indent that the items of a list have, or would have. */
function itemIndent({ file, open, items }: List): string {
  const first = items.find(({ start }) => {
    const lineStart = file.text.lastIndexOf('\n', start - 1) + 1;
    return lineStart >= open && isBlank(file.text.slice(lineStart, start));
  });
  return first ? indentAt(file.text, first.start) : indentAt(file.text, open - 1) + styleOf(file).indent;
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
export function removeItems(list: List, removed: ReadonlySet<t.Node>, followedByNew: boolean): Edit[] {
  const { file, items, open, close, isStatements } = list;
  const last = items.at(-1);
  const survivor = items.findLast(({ node }) => !removed.has(node));
  if (last && !survivor && !isStatements && !followedByNew) {
    const comments = commentsBetween(file, open, close).length;
    if (comments === ownedComments(list).length) return [{ start: open, end: close, text: '', covers: true }];
  }
  const runs = runsOf(list, removed);
  const edits = runs.flatMap((run) => commasOf(list, run, survivor));
  const spans = runs.map((run) => wholeLines(list, run[0]?.whole.start ?? 0, run.at(-1)?.whole.end ?? 0));
  for (const span of joinedSpans(file, spans))
    edits.push({ ...withBlankLine(list, span), text: '', covers: true });
  const dangling = last?.comma === -1 && survivor !== last && survivor && survivor.comma !== -1;
  if (dangling && !followedByNew)
    edits.push({ start: startOfComma(list, survivor), end: survivor.comma + 1, text: '' });
  return edits;
}

/** The start of a comma to remove, with the line break before a leading comma unless the bracket follows. */
function startOfComma({ file: { text }, items, close }: List, { end, comma }: ListItem): number {
  const before = /\r?\n[ \t]*$/.exec(text.slice(end, comma))?.[0];
  const bracketFollows = !text.slice(items.at(-1)?.end, close).includes('\n');
  return before === undefined || bracketFollows ? comma : comma - before.length;
}

/** Groups removed neighbours on the same line, so that the space around them is handled once. */
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

function commasOf(list: List, run: readonly ListItem[], survivor: ListItem | undefined): Edit[] {
  return run
    .filter(({ comma, whole }) => comma >= whole.end)
    .map((item) => {
      const isLast = !survivor || survivor.start < item.start;
      return { start: isLast ? startOfComma(list, item) : item.comma, end: item.comma + 1, text: '' };
    });
}

/** Joins spans of lines with only empty lines between them. */
function joinedSpans({ text }: SourceFile, spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last && text[last.end - 1] === '\n' && isBlank(text.slice(last.end, span.start)))
      joined.splice(-1, 1, { start: last.start, end: span.end });
    else joined.push(span);
  }
  return joined;
}

/** Extends a span by empty lines that would otherwise be doubled or be next to a bracket. */
function withBlankLine({ file: { text }, open, close }: List, { start, end }: Span): Span {
  if (start > 0 && text[start - 1] !== '\n') return { start, end };
  const above = text.indexOf('\n', text.slice(0, start).trimEnd().length) + 1;
  const next = text.length - text.slice(end).trimStart().length;
  const below = text.lastIndexOf('\n', next - 1) + 1;
  const isFirst = isBlank(text.slice(open, start));
  const isLast = isBlank(text.slice(end, close));
  if (isLast && !isFirst) return { start: above, end };
  return { start, end: isFirst || above < start ? Math.max(end, below) : end };
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
