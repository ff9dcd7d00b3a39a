import { plainLine } from './plain.ts';

// A minified line would bury the rest; what matters stands around the column.
const widest = 300;

/** A line to be shown beside its place: without its indentation, and of a long one what is around the column. */
export function excerptOf({ text, column }: { readonly text: string; readonly column: number }): string {
  const line = text.trimEnd();
  const indent = line.length - line.trimStart().length;
  const start = line.length - indent <= widest ? indent : Math.max(indent, column - 1 - widest / 2);
  const shown = line.slice(start, start + widest);
  const rest = start + widest < line.length;
  return plainLine(`${start > indent ? '…' : ''}${shown.replaceAll('\t', ' ')}${rest ? '…' : ''}`);
}
