import type { Reference } from '../reference.ts';
import { isNewline, isQuote, type Quote } from './characters.ts';
import type { Cursor } from './cursor.ts';
import { ENCODERS, needsQuotes } from './encoders.ts';
import { withoutEscapes } from './escapes.ts';

/** Where a specifier stands, and how it is written there. */
export type Specifier = Pick<Reference, 'start' | 'end' | 'open' | 'encode'>;

/** Reads the string that comes next; gives nothing when its line ends before it does. */
export function readString(cursor: Cursor, quote: Quote): Specifier | undefined {
  const { text, syntax } = cursor;
  const start = cursor.at + 1;
  const closers: string[] = [quote];
  let literalEnd: number | undefined;
  cursor.at = start;
  while (cursor.at < text.length && !isNewline(cursor.char)) {
    if (cursor.startsInterpolation()) literalEnd ??= cursor.at;
    stepInString(cursor, closers);
    if (closers.length > 0) continue;
    const open = literalEnd !== undefined || isConcatenated(cursor);
    return { start, end: literalEnd ?? cursor.at - 1, open, encode: ENCODERS[syntax][quote] };
  }
  return undefined;
}

/** Steps over one character. An interpolation has code inside, and that has strings of its own. */
function stepInString(cursor: Cursor, closers: string[]): void {
  if (cursor.startsInterpolation()) {
    closers.push('}');
    cursor.at += 2;
    return;
  }
  const char = cursor.char;
  cursor.step();
  const closer = closers.at(-1);
  if (char === closer) closers.pop();
  else if (closer === '}' && isQuote(char)) closers.push(char);
}

function isConcatenated(cursor: Cursor): boolean {
  return cursor.syntax !== 'css' && cursor.text[cursor.afterSpaces(cursor.at)] === '+';
}

/**
 * Reads a `url()` without quotes up to its bracket or an interpolation; gives nothing when it can only be the call
 * of a function.
 */
export function readBareUrl(cursor: Cursor): Specifier | undefined {
  const start = cursor.at;
  const encode = ENCODERS[cursor.syntax].bareUrl;
  while (isBareUrlCharacter(cursor)) {
    if (cursor.startsInterpolation()) return { start, end: cursor.at, open: true, encode };
    cursor.step();
  }
  const end = cursor.at;
  const close = cursor.afterSpaces(end);
  cursor.at = cursor.text[close] === ')' ? close + 1 : start;
  return cursor.at === start ? undefined : { start, end, open: false, encode };
}

function isBareUrlCharacter(cursor: Cursor): boolean {
  const char = cursor.char;
  if (char === '\\') return cursor.startsEscape();
  return char !== undefined && char > ' ' && char !== '\x7f' && !`"'()`.includes(char);
}

/** Variables and sums stand in a `url()` without interpolation. */
export function isComputed({ text, syntax }: Cursor, { start, end }: Specifier): boolean {
  if (syntax === 'css') return false;
  const url = text.slice(start, end);
  return syntax === 'less' ? /^[@$][\w-]/.test(url) : /[$+]/.test(withoutEscapes(url));
}

/** The indented syntax takes an import without quotes literally, up to a comma or the end of the line. */
export function readBareImport(cursor: Cursor): Specifier | undefined {
  const { text, syntax, at: start } = cursor;
  let end = start;
  while (end < text.length && !needsQuotes(text[end] ?? '')) end += 1;
  if (end === start || !endsImport(cursor, end)) return undefined;
  cursor.at = end;
  return { start, end, open: false, encode: ENCODERS[syntax].bareImport };
}

function endsImport(cursor: Cursor, end: number): boolean {
  const { text } = cursor;
  const at = cursor.afterBlanks(end);
  const next = text[at];
  if (next === undefined || isNewline(next) || next === ',' || next === ';') return true;
  return text.startsWith('//', at) || text.startsWith('/*', at);
}
