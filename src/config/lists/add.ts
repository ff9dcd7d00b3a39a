import type { Edit } from '../edits.ts';
import { behindComma, inOneLine, type NewEntry, onLines } from '../print.ts';
import type { SourceFile } from '../source.ts';
import { indentAt, lineWidth, type Style } from '../style.ts';
import { commentsBetween } from './comments.ts';
import { isOneLine, type List } from './list.ts';
import { ownedBy } from './owned.ts';
import { isBlank } from './white-space.ts';

/** Adds entries behind the last item that stays; commas, lines and indent follow the list. */
export function addItems(
  list: List,
  entries: readonly NewEntry[],
  removed: ReadonlySet<number>,
  style: Style,
): Edit[] {
  const last = list.items.findLastIndex((_, index) => !removed.has(index));
  const leading = leadingComma(list);
  if (leading !== undefined && last !== -1) return addBehindCommas(list, last, entries, style, leading);
  if (!isOneLine(list)) return addLines(list, last, entries, style);
  if (list.items.length > 0 || commentsBetween(list.file, list.open, list.close).length > 0)
    return addInLine(list, last, entries);
  return fill(list, entries, style);
}

/** Writes entries into brackets with nothing between them: on one line where they fit. */
function fill(list: List, entries: readonly NewEntry[], style: Style): Edit[] {
  const { file, open, close } = list;
  const indent = indentAt(file.text, open - 1);
  const pad = padOf(list);
  const oneLine = `${pad}${entries.map((entry) => inOneLine(entry, indent)).join(', ')}${pad}`;
  const column = open - (file.text.lastIndexOf('\n', open - 1) + 1);
  const fits = !oneLine.includes('\n') && column + oneLine.length < lineWidth;
  const lines = entries.map((entry, index) =>
    onLines(entry, indent + style.indent, style, index < entries.length - 1 || style.trailingComma),
  );
  const text = fits ? oneLine : `${style.eol}${lines.join(style.eol)}${style.eol}${indent}`;
  return [{ start: open, end: close, text }];
}

/** Objects have space inside their braces, arrays have none. */
function padOf({ file, open }: List): string {
  return file.text[open - 1] === '{' ? ' ' : '';
}

function addInLine(list: List, last: number, entries: readonly NewEntry[]): Edit[] {
  const indent = indentAt(list.file.text, list.open - 1);
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
    const gap = file.text.slice(at, comment.start);
    if (!isBlank(gap) || gap.includes('\n')) break;
    at = comment.end;
  }
  return at;
}
