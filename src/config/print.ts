import type { Json } from '../catalogue/option.ts';
import { lineWidth, type Style } from './style.ts';

/** A piece of new text that depends on where it lands: at an indent, on one line, behind what is on the line already. */
export type Printer = (indent: string, inline: boolean, used?: number) => string;

/** An entry of a new object: its key, its value, and the comments that come with it. */
export interface NewEntry {
  /** The entry's text; for an object entry that includes its key. */
  readonly print: Printer;
  /** Comments that stood above it, each as written. */
  readonly above: readonly string[];
  /** The comments that stood behind it on its line. */
  readonly behind: readonly string[];
  /** Whether comments come with it or with something inside it: they want lines. */
  readonly commented: boolean;
}

export function plainEntry(print: Printer, commented = false): NewEntry {
  return { print, above: [], behind: [], commented };
}

/** A string literal in the given quotes. */
export function quoted(text: string, quote: "'" | '"' | '`'): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  if (quote === '"') return `"${escaped.replaceAll('"', '\\"')}"`;
  const own = quote === '`' ? escaped.replaceAll('`', '\\`').replaceAll('${', '\\${') : escaped;
  return `${quote}${quote === "'" ? own.replaceAll("'", "\\'") : own}${quote}`;
}

/** A key as it may stand in front of a colon. */
export function printKey(key: string, { quote }: Style, alwaysQuoted = false): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) && !alwaysQuoted ? key : quoted(key, quote);
}

/** A plain value. */
export function printJson(value: Json, style: Style): Printer {
  return (indent, inline, used) => {
    if (typeof value === 'string') return quoted(value, style.quote);
    if (typeof value !== 'object' || value === null) return String(value);
    if (Array.isArray(value)) {
      return printList(
        '[]',
        value.map((item: Json) => plainEntry(printJson(item, style))),
        style,
      )(indent, inline, used);
    }
    const entries = Object.entries(value).map(([key, item]) => keyed(key, printJson(item, style), style));
    return printList('{}', entries, style)(indent, inline, used);
  };
}

export function keyed(key: string, print: Printer, style: Style, commented = false): NewEntry {
  const start = `${printKey(key, style)}: `;
  return plainEntry((indent, inline) => start + print(indent, inline, start.length), commented);
}

/** A new object or array: on one line where it fits, as everything around it is. */
export function printList(brackets: '{}' | '[]', entries: readonly NewEntry[], style: Style): Printer {
  const [open, close] = [brackets[0], brackets[1]];
  return (indent, inline, used = 0) => {
    if (entries.length === 0) return brackets;
    const pad = brackets === '{}' ? ' ' : '';
    const oneLine = `${open}${pad}${entries.map((entry) => inOneLine(entry, indent)).join(', ')}${pad}${close}`;
    const fits = !oneLine.includes('\n') && indent.length + used + oneLine.length < lineWidth;
    const commented = entries.some((entry) => entry.commented);
    if (inline || (fits && !commented)) return oneLine;
    const inner = indent + style.indent;
    const lines = entries.map((entry, index) =>
      onLines(entry, inner, style, index < entries.length - 1 || style.trailingComma),
    );
    return `${open}${style.eol}${lines.join(style.eol)}${style.eol}${indent}${close}`;
  };
}

/** An entry with its comments on lines of their own, ready to stand in an object that is written over lines. */
export function onLines(entry: NewEntry, indent: string, { eol }: Style, comma: boolean): string {
  const above = entry.above.map((comment) => `${indent}${comment}${eol}`).join('');
  const behind = entry.behind.map((comment) => ` ${comment}`).join('');
  return `${above}${indent}${entry.print(indent, false)}${comma ? ',' : ''}${behind}`;
}

/** An entry that stands behind the comma that leads its line. */
export function behindComma(entry: NewEntry, indent: string): string {
  const above = entry.above.map((comment) => `${asBlock(comment)} `).join('');
  return `${above}${entry.print(indent, false)}${entry.behind.map((comment) => ` ${comment}`).join('')}`;
}

/** An entry with its comments on one line: a line comment would swallow what follows. */
export function inOneLine(entry: NewEntry, indent: string): string {
  const above = entry.above.map((comment) => `${asBlock(comment)} `).join('');
  const behind = entry.behind.map((comment) => ` ${asBlock(comment)}`).join('');
  return `${above}${entry.print(indent, true)}${behind}`;
}

function asBlock(comment: string): string {
  if (!comment.startsWith('//')) return comment;
  return `/*${comment.slice(2).replaceAll('*/', '* /').trimEnd()} */`;
}
