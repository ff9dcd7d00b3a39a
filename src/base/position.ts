/** Converts offsets in a text into lines and columns as editors show them, and back. */

import { firstIndex } from './grouped.ts';
import { memoLast } from './memo.ts';

/** A position in a file; lines and columns count from 1, as editors show them. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A position as people and editors write it. */
export function positionText({ file, line, column }: Position): string {
  return `${file}:${line}:${column}`;
}

/** The start of a file, as the position of the whole file. */
export function startOf(file: string): Position {
  return { file, line: 1, column: 1 };
}

/** Line and column of an offset. */
export function positionOf(file: string, text: string, offset: number): Position {
  const end = Math.max(0, Math.min(offset, text.length));
  const starts = lineStartsOf(text);
  const line = firstIndex(starts, (start) => start <= end);
  // Editors do not show the byte order mark, so it has no column.
  const hidden = line === 1 && end > 0 && text.startsWith('\uFEFF') ? 1 : 0;
  return { file, line, column: end - (starts[line - 1] ?? 0) + 1 - hidden };
}

/** The offset of a position in a text. */
export function offsetOf(text: string, { line, column }: Omit<Position, 'file'>): number {
  const hidden = line === 1 && text.startsWith('\uFEFF') ? 1 : 0;
  return (lineStartsOf(text)[line - 1] ?? text.length) + column - 1 + hidden;
}

// Callers request many positions of one text in a row.
const lineStartsOf = memoLast((text: string): readonly number[] => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
});

/** A line, or of a long one a part; `textColumn` is then where the part starts in the line. */
export interface LinePart {
  readonly text: string;
  readonly textColumn?: number;
}

// Generated files have lines with thousands of places, each of which is kept with its line.
const longestLine = 400;

/** The line around a column: of `…, './a.vue', …` in a generated file, 200 characters to both sides. */
export function partOfLine(line: string, column: number): LinePart {
  if (line.length <= longestLine) return { text: line };
  const start = Math.max(0, Math.min(column - 1 - longestLine / 2, line.length - longestLine));
  return { text: line.slice(start, start + longestLine), textColumn: start + 1 };
}

/** The column of a position in the part of its line that is kept. */
export function columnInPart({
  column,
  textColumn = 1,
}: { column: number } & Omit<LinePart, 'text'>) {
  return column - textColumn + 1;
}

/** The lines of a text as editors show them: without line endings and byte order mark. */
export function linesOf(text: string): string[] {
  return text.replace(/^\uFEFF/, '').split(/\r?\n/);
}
