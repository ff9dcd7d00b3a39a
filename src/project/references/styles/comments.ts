import { isNewline } from './characters.ts';
import type { Cursor } from './cursor.ts';

/** Whether a comment comes next, where one can stand. */
export function startsComment({ text, at, syntax }: Cursor): boolean {
  const next = text[at + 1];
  return text[at] === '/' && (next === '*' || (next === '/' && syntax !== 'css'));
}

/** Goes behind the comment that comes next. */
export function skipComment(cursor: Cursor): void {
  const { text, at, syntax } = cursor;
  const indent = syntax === 'sass' ? cursor.indentation(at) : undefined;
  if (indent !== undefined) cursor.at = endOfBlock(cursor, indent);
  else if (text[at + 1] === '/') cursor.at = cursor.endOfLine(at);
  else cursor.at = endOfClosed(cursor);
}

function endOfClosed(cursor: Cursor): number {
  const { text, at, syntax } = cursor;
  const limit = syntax === 'sass' ? cursor.endOfLine(at) : text.length;
  const length = text.slice(at + 2, limit).indexOf('*/');
  return length < 0 ? limit : at + length + 4;
}

/** In the indented syntax the deeper lines below a comment belong to it, closed or not. */
function endOfBlock(cursor: Cursor, indent: number): number {
  const { text, at } = cursor;
  let end = cursor.endOfLine(at);
  while (end < text.length) {
    const first = cursor.afterBlanks(end + 1);
    const isDeeper = first - end - 1 > indent;
    if (!isDeeper && !isNewline(text[first])) return end;
    end = cursor.endOfLine(first);
  }
  return end;
}
