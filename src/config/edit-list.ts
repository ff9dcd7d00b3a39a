import type * as t from '@babel/types';
import type { Edit, Span } from '../base/edits.ts';
import {
  commentsBetween,
  isBlank,
  isOneLine,
  type List,
  type ListItem,
  looseComments,
  tailOf,
} from './list.ts';
import { indentAt, inOneLine, type NewEntry, onLines, styleOf } from './print.ts';

/** The edits that remove items from a list and add entries at its end. */
export function listEdits(list: List, removed: ReadonlySet<t.Node>, added: readonly NewEntry[]): Edit[] {
  if (isBrokenBy(list, added, removed)) return breakLines(list, added);
  return [...removeItems(list, removed, added.length > 0), ...addItems(list, added, removed)];
}

/**
 * Whether new entries break a one-line list into lines: they have comments or several lines, or are too long. A list
 * stays on its line if anything else could end up in another place: what follows it, comments, or removed items.
 */
function isBrokenBy(list: List, entries: readonly NewEntry[], removed: ReadonlySet<t.Node>): boolean {
  const { file, open, close, items } = list;
  if (entries.length === 0 || !isOneLine(list) || !/^[,;)]*(?:\r?\n|$)/.test(file.text.slice(close + 1)))
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
  const text = () => `${comma}${onLines(entries, indent, style, style.trailingComma)}${style.eol}${outer}`;
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
  const edit = { start: at, end: at, text: () => onLines(entries, itemIndent(list), style, isTrailing) };
  return last?.comma === -1 ? [{ start: last.end, end: last.end, text: ',' }, edit] : [edit];
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
function removeItems(list: List, removed: ReadonlySet<t.Node>, isFollowed: boolean): Edit[] {
  const { items, open, close, isStatements } = list;
  const loose = looseComments(list);
  const last = items.at(-1);
  const survivor = items.findLast(({ node }) => !removed.has(node));
  if (!survivor && !isStatements && !isFollowed && loose.length === 0)
    return items.length === 0 ? [] : [{ start: open, end: close, text: '', covers: true }];
  const staying = items.filter(({ node }) => !removed.has(node)).map(({ whole }) => whole);
  const kept = [...loose, ...staying].sort((a, b) => a.start - b.start);
  const gone = items.filter(({ node }) => removed.has(node));
  const edits = runsOf(kept, gone).map((run): Edit => ({ ...spanOfRun(list, run), text: '', covers: true }));
  // The comments of the next item may come before the comma.
  const commas = gone.filter(({ comma, whole }) => comma >= whole.end).map(({ comma }) => comma);
  edits.push(...commas.map((comma) => ({ start: comma, end: comma + 1, text: '' })));
  const isDangling = last?.comma === -1 && survivor !== last && survivor && survivor.comma !== -1;
  if (isDangling && !isFollowed) edits.push(danglingComma(list, survivor));
  return edits;
}

/** Removed items with nothing between them, and what is kept before and after them. */
interface Run extends Span {
  readonly before: Span | undefined;
  readonly after: Span | undefined;
}

function runsOf(kept: readonly Span[], gone: readonly ListItem[]): Run[] {
  const runs: Run[] = [];
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
 * A run is removed together with the space before it. The space after it goes instead if the run is at the start of
 * the list or of a line that goes on, or has an empty line above it.
 */
function spanOfRun({ file, open, close, items }: List, { before, after, start, end }: Run): Span {
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
  const isBehindComment = comment?.end === before?.end && comment && text.startsWith('//', comment.start);
  return { start: isBehindComment && goesOn ? start : spaceStart, end };
}

/** The comma behind the last remaining item, with the line break before a leading comma unless the bracket follows. */
function danglingComma({ file: { text }, items, close }: List, { end, comma }: ListItem): Edit {
  const before = /\r?\n[ \t]*$/.exec(text.slice(end, comma))?.[0] ?? '';
  const isBracketBehind = !text.slice(items.at(-1)?.end, close).includes('\n');
  return { start: isBracketBehind ? comma : comma - before.length, end: comma + 1, text: '' };
}
