import type picocolors from 'picocolors';
import { visible } from './plain.ts';

/** Functions that colour a text, or leave it as it is if colours are off. */
export type Colors = ReturnType<typeof picocolors.createColors>;

/** How output looks on a terminal. */
export interface Look {
  readonly colors: Colors;
  /** Columns of the terminal; a pipe has none. */
  readonly width: number | undefined;
  /** Lists everything, however long. */
  readonly verbose?: boolean | undefined;
  /** A prefix for every path, so that the path is relative to the current directory. */
  readonly prefix?: string | undefined;
}

// A longer piece of code may be broken at its spaces.
const longestCode = 40;

/** The words of prose; a short piece of code counts as one word. */
function wordsOf(text: string): string[] {
  const words = [...text.matchAll(/((?:`[^`]*`|[^ ])*)(?: |$)/g)].map(([, word = '']) => word);
  // At the end of the text there is always an empty match.
  return words.slice(0, -1).flatMap((word) => (word.length > longestCode ? word.split(' ') : [word]));
}

/** The columns that a text takes on a terminal; colours take none. */
const columnsOf = (text: string) => text.replace(/\p{Cc}\[\d+m/gu, '').length;

/**
 * Breaks prose into lines. Without a width (a pipe has none), it stays one line. The parts of a list are never
 * broken, such as names with spaces.
 */
export function wrapLines(text: string | readonly string[], width: number | undefined): string[] {
  const parts = typeof text === 'string' ? wordsOf(text) : text;
  if (width === undefined) return [parts.join(' ')];
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    if (line !== '' && columnsOf(line) + 1 + columnsOf(part) > width) {
      lines.push(line);
      line = part;
    } else line = line === '' ? part : `${line} ${part}`;
  }
  return [...lines, line];
}

/** A paragraph after a mark; further lines are aligned with its first word. */
export function hanging(
  mark: string,
  markWidth: number,
  text: string | readonly string[],
  width: number | undefined,
): string {
  const lines = wrapLines(text, width === undefined ? undefined : Math.max(20, width - markWidth - 1));
  return `${mark} ${lines.join(`\n${' '.repeat(markWidth)} `)}`;
}

/** A paragraph about something that was done. */
export function doneLine(text: string | readonly string[], { colors, width }: Look): string {
  return hanging(`  ${colors.green('✓')}`, 3, text, width);
}

/** A patch for a terminal: coloured, and without control characters. */
export function terminalPatch(patch: string, colors: Colors): string {
  const isHead = /^(?:diff --git|--- |\+\+\+ |rename |old mode|new mode)/;
  const lines = visible(patch.replaceAll('\r\n', '\n').replaceAll('\t', '    ')).split('\n');
  return lines.map((line) => (isHead.test(line) ? colors.bold(line) : paintedLine(line, colors))).join('\n');
}

/** Colours a line or the header of a hunk. */
export function paintedLine(line: string, colors: Colors): string {
  if (line.startsWith('@@')) return colors.cyan(line);
  if (line.startsWith('+')) return colors.green(line);
  return line.startsWith('-') ? colors.red(line) : line;
}
