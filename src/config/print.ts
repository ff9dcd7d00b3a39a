/** Prints new values as a file is formatted: with its quotes, indent, commas and line width. */

import { Code, ConfigPath, type NewValue } from './change.ts';
import { perFile, type SourceFile } from './source.ts';

/** The formatting of a file, which new text follows. */
export interface Style {
  readonly quote: "'" | '"';
  readonly indent: string;
  readonly eol: string;
  readonly trailingComma: boolean;
  /** New text that is longer than this is broken into lines. */
  readonly width: number;
}

export const styleOf = perFile(({ text }) => detectStyle(text));

export function detectStyle(text: string): Style {
  return {
    quote: opening(text, '"') > opening(text, "'") ? '"' : "'",
    indent: /^(\t| {2,8})\S/m.exec(text)?.[1] ?? '  ',
    eol: /\r?\n/.exec(text)?.[0] ?? '\n',
    trailingComma: closesAfterComma(text),
    width: Math.min(120, Math.max(80, ...text.split('\n', 1000).map(({ length }) => length))),
  };
}

/** How many strings open with a quote; most other quotes are apostrophes in comments. */
function opening(text: string, quote: string): number {
  return text.split(new RegExp(`(?:[:([{,=]|from) *${quote}`)).length;
}

function closesAfterComma(text: string): boolean {
  const afterComma = /,[ \t]*\r?\n\s*[}\]]/;
  if (afterComma.test(text)) return true;
  // Comments may follow the last comma. A string that looks like a comment does no harm here.
  const bare = text.replaceAll(/(^|\s)\/\/.*/gm, '$1');
  // Without a list on several lines as evidence, trailing commas are assumed.
  return afterComma.test(bare) || !/[^,{[(\s][ \t]*\r?\n\s*[}\]]/.test(bare);
}

/** The indent of the line that contains an offset. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  let end = start;
  // The line is not copied, because it may be as long as the file.
  while (end < offset && (text[end] === ' ' || text[end] === '\t')) end += 1;
  return text.slice(start, end);
}

/** Prints new text, given its indent, whether it has to stay on one line, and how much of the line is used. */
type Printer = (indent: string, inline: boolean, used?: number) => string;

/** An entry of a new object or array, and the comments that move with it. */
export interface NewEntry {
  /** The entry's text; for an object entry that includes its key. */
  readonly print: Printer;
  /** The comments above it, each as written. */
  readonly above: readonly string[];
  /** The comments behind it on its line. */
  readonly behind: readonly string[];
  /** Whether it or an entry inside it has comments, which need lines of their own. */
  readonly commented: boolean;
}

/** A value that is not in the config yet. */
export type NewText = NewValue | readonly NewValue[];

/** An entry without comments of its own. */
export function plainEntry(print: Printer, commented = false): NewEntry {
  return { print, above: [], behind: [], commented };
}

/** A string literal in the given quotes. */
export function quoted(text: string, quote: "'" | '"' | '`'): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  if (quote === '"') return `"${escaped.replaceAll('"', '\\"')}"`;
  const content = quote === '`' ? escaped.replaceAll('`', '\\`').replaceAll('${', '\\${') : escaped;
  return `${quote}${quote === "'" ? content.replaceAll("'", "\\'") : content}${quote}`;
}

/** A key as it can be written in front of a colon. */
export function printKey(key: string, { quote }: Style, alwaysQuoted = false): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) && !alwaysQuoted ? key : quoted(key, quote);
}

/** New text that matches the formatting of a file. A string that replaces a string keeps its quotes. */
export function newText(file: SourceFile, value: NewText, quote?: string): Printer {
  const style = styleOf(file);
  if (value instanceof Code) return () => value.text;
  if (value instanceof ConfigPath) throw new Error('A path can only replace a path expression');
  if (typeof value === 'string')
    return () =>
      quoted(value, quote === "'" || quote === '"' || quote === '`' ? quote : style.quote);
  if (typeof value !== 'object' || value === null) return () => String(value);
  if (Array.isArray(value)) {
    const items = value.map((item: NewText) => plainEntry(newText(file, item)));
    return printList('[]', items, style);
  }
  const entries = Object.entries(value).map(([key, item]) =>
    keyed(key, newText(file, item), style),
  );
  return printList('{}', entries, style);
}

/** A property with a new value. */
export function keyed(key: string, print: Printer, style: Style, commented = false): NewEntry {
  const start = `${printKey(key, style)}: `;
  return plainEntry((indent, inline) => start + print(indent, inline, start.length), commented);
}

/** A new object or array: on one line if it fits there or the text around it is on one line. */
export function printList(
  brackets: '{}' | '[]',
  entries: readonly NewEntry[],
  style: Style,
): Printer {
  const [open, close] = brackets;
  const pad = brackets === '{}' ? ' ' : '';
  return (indent, inline, used = 0) => {
    if (entries.length === 0) return brackets;
    const oneLine = `${open}${pad}${inOneLine(entries, indent)}${pad}${close}`;
    const fits = !oneLine.includes('\n') && indent.length + used + oneLine.length < style.width;
    const commented = entries.some((entry) => entry.commented);
    if (inline || (fits && !commented)) return oneLine;
    const lines = onLines(entries, indent + style.indent, style, style.trailingComma);
    return `${open}${lines}${style.eol}${indent}${close}`;
  };
}

/** Entries with their comments, each on a line of its own. `trailing` says whether a comma follows the last one. */
export function onLines(
  entries: readonly NewEntry[],
  indent: string,
  { eol }: Style,
  trailing: boolean,
): string {
  const lines = entries.map((entry, index) => {
    const above = entry.above.map((comment) => `${indent}${comment}${eol}`).join('');
    const comma = index < entries.length - 1 || trailing ? ',' : '';
    return `${eol}${above}${indent}${entry.print(indent, false)}${comma}${spaced(entry.behind)}`;
  });
  return lines.join('');
}

/** Entries with their comments on one line. Line comments become block comments, because code follows them. */
export function inOneLine(entries: readonly NewEntry[], indent: string): string {
  return entries
    .map(
      ({ above, behind, print }) =>
        `${asBlocks(above)}${print(indent, true)}${spaced(behind.map(asBlock))}`,
    )
    .join(', ');
}

function spaced(comments: readonly string[]): string {
  return comments.map((comment) => ` ${comment}`).join('');
}

function asBlocks(comments: readonly string[]): string {
  return comments.map((comment) => `${asBlock(comment)} `).join('');
}

function asBlock(comment: string): string {
  if (!comment.startsWith('//')) return comment;
  return `/*${comment.slice(2).replaceAll('*/', '* /').trimEnd()} */`;
}
