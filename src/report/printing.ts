/** Makes texts fit to print: safe for terminals and CI logs, wrapped to the width, coloured if wanted. */

import type { Colors } from './colors.ts';

/** Removes undefined, false and empty items from a list. */
export function present<Item>(items: readonly (Item | undefined | false | '')[]): Item[] {
  return items.filter((item): item is Item => item !== undefined && item !== false && item !== '');
}

/** Replaces invisible control characters, which a terminal would obey. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => (character === '\n' ? character : '�'));
}

/** Like `visible`, for a text that must stay on one line, such as the name of a file. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', '�');
}

/**
 * CI services run commands from their log: `::name …::…` at the start of a line, and `##[name]…` anywhere.
 * Printed texts from a project must not contain such commands.
 */
export function withoutCommands(text: string): string {
  // A command may start after white space that .NET skips.
  const inLine = (line: string) => line.replace(/^([\s\u0085]*):(?=:[\w-]+(?: .*)?::)/s, '$1�');
  const lines = text.includes('::') ? text.replace(/[^\r\n]+/g, inLine) : text;
  return lines.replace(/#(?=#\w*\[)/g, '�');
}

// Escape codes that start or end bold, dim, italic, underlined and coloured text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape code starts with one.
const style = /\u001B\[(?:[1-4]|2[2-4]|3[1-9]|9[0-7])m/g;

/**
 * Every text for people passes through this before it is printed: commands and control characters are replaced,
 * except for tabs, line breaks and, if enabled, colours.
 */
export function printable(text: string, isColored: boolean): string {
  const styles = isColored ? text.match(style) : undefined;
  const between = isColored ? text.split(style) : [text];
  return withoutCommands(
    between
      .map((part, index) => part.split('\t').map(visible).join('\t') + (styles?.[index] ?? ''))
      .join(''),
  );
}

/** Makes a text that must stay on one line, such as a name, safe to print. */
export function plainLine(text: string): string {
  return withoutCommands(visibleLine(text));
}

/**
 * A value as JSON. `##[…]`, a command to CI services anywhere in a line, is written with an equivalent escape.
 * No line can start with `::`, the other kind of command, because texts are in quotes.
 */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2).replace(/#(?=#)/g, '\\u0023')}\n`;
}

/** How output looks on a terminal. */
export interface Look {
  readonly colors: Colors;
  /** Columns of the terminal; a pipe has none. */
  readonly width: number | undefined;
  /** The command that started this tool, which its commands are printed with. */
  readonly tool?: string | undefined;
  /** Lists everything, however long. */
  readonly verbose?: boolean | undefined;
  /** How a path is shown: relative to the current directory. */
  readonly shown?: ((path: string) => string) | undefined;
}

/** A path as people see it. */
export function shownPath({ shown }: Pick<Look, 'shown'>, path: string): string {
  return shown ? shown(path) : path;
}

// A longer piece of code may be broken at its spaces.
const longestCode = 40;

/** The words of prose; a short piece of code counts as one word. */
function wordsOf(text: string): string[] {
  const words = [...text.matchAll(/((?:`[^`]*`|[^ ])*)(?: |$)/g)].map(([, word = '']) => word);
  // At the end of the text there is always an empty match.
  return words
    .slice(0, -1)
    .flatMap((word) => (word.length > longestCode ? word.split(' ') : [word]));
}

/** The columns that a text takes on a terminal; colours take none. */
const columnsOf = (text: string) => text.replace(/\p{Cc}\[\d+m/gu, '').length;

/** Breaks prose, or a list between its parts, into lines; without a width, as in a pipe, it stays one line. */
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
  text: string | readonly string[],
  width: number | undefined,
): string {
  const indent = columnsOf(mark.slice(mark.lastIndexOf('\n') + 1)) + 1;
  const lines = wrapLines(text, width === undefined ? undefined : Math.max(20, width - indent));
  return `${mark} ${lines.join(`\n${' '.repeat(indent)}`)}`;
}

/** A heading, with a note in brackets. */
export function heading(text: string, note: string, { colors }: Look): string {
  return `${colors.bold(plainLine(text))} ${colors.dim(`(${note})`)}`;
}

/** Groups of lines with an empty line between them. */
export function blocksText(blocks: readonly (readonly string[])[]): string {
  // A line break could put any name at the start of a line.
  return withoutCommands(blocks.map((lines) => `${lines.join('\n')}\n`).join('\n'));
}

/** A paragraph about something that was done. */
export function doneLine(text: string | readonly string[], { colors, width }: Look): string {
  return hanging(`  ${colors.green('✓')}`, text, width);
}

/** A patch for a terminal: coloured, and without control characters. */
export function terminalPatch(patch: string, colors: Colors): string {
  const isHead = /^(?:diff --git|--- |\+\+\+ |rename |old mode|new mode)/;
  const lines = visible(patch.replaceAll('\r\n', '\n').replaceAll('\t', '    ')).split('\n');
  return lines
    .map((line) => (isHead.test(line) ? colors.bold(line) : paintedLine(line, colors)))
    .join('\n');
}

/** Colours a line or the header of a hunk. */
export function paintedLine(line: string, colors: Colors): string {
  if (line.startsWith('@@')) return colors.cyan(line);
  if (line.startsWith('+')) return colors.green(line);
  return line.startsWith('-') ? colors.red(line) : line;
}
