import type { AliasTable } from '../../project/aliases.ts';
import type { TextKind } from '../../project/references/candidates.ts';

/** A text that starts as a path does, and where it stands. */
export interface Quoted {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Finds what may be a path in a text, without reading the language it is in. */
export type Scanner = (text: string) => Quoted[];

// Longer than any path; prose may have an apostrophe at any distance from the next one.
const maximumPath = 500;

/** Makes a scanner for files that these aliases count in: a path starts with dots, or with one of their names. */
export function createScanner(table: AliasTable, kind: TextKind): Scanner {
  const names = [...table.keys()].map((name) => name.replace(/[^\w]/g, '\\$&')).join('|');
  const mark = kind === 'script' ? '' : '~?';
  // Markup and styles also have paths without quotes.
  const opening = kind === 'script' ? '["\'`]' : '["\'`=(]';
  const path = `\\.{1,2}(?![^\\s/\\\\"'\`)>])${names && `|${mark}(?:${names})(?![^\\s/\\\\"'\`)>?])`}`;
  const start = new RegExp(`${opening}(?=${path})`, 'g');
  return (text) => {
    const found: Quoted[] = [];
    start.lastIndex = 0;
    while (start.test(text)) {
      const from = start.lastIndex;
      const end = endOf(text, from);
      found.push({ text: text.slice(from, end), start: from, end });
    }
    return found;
  };
}

/** Where a path ends: at the quote it started with, or where an unquoted one must. */
function endOf(text: string, from: number): number {
  const opening = text.charCodeAt(from - 1);
  const isQuoted = opening === 34 || opening === 39 || opening === 96;
  const limit = Math.min(text.length, from + maximumPath);
  for (let at = from; at < limit; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return at;
    if (isQuoted ? code === opening : code <= 32 || code === 41 || code === 62) return at;
  }
  return limit;
}

/** What makes paths of pieces that do not start as one does. */
const aboutTheFile = /url|dirname|filename|glob|resolve|webpackContext/y;
/** Quotes that are written as entities. */
const entityQuote = /(?:quot|apos|#39|#34|#x2[27]);[.~@#]/iy;

/**
 * Whether a text may name files in ways that a scanner does not see. A name without a dot, as styles take them, is
 * that of a file beside: it matters only where the folder comes apart.
 */
export function isOpaque(text: string, kind: TextKind, isApart: () => boolean): boolean {
  // Plain searches come first: they are the fastest, and most texts hold none of this.
  if (text.includes('__dirname') || text.includes('<reference')) return true;
  if (hasAfter(text, 'import.meta.', aboutTheFile)) return true;
  if (kind === 'script') return false;
  if (kind === 'markup' && (text.includes('srcset') || hasAfter(text, '&', entityQuote))) return true;
  if (hasAfter(text, 'url(', /\s/y)) return true;
  return isApart() && (kind === 'style' || text.includes('<style'));
}

/** Whether something stands behind a word anywhere; a plain search for the word costs least. */
function hasAfter(text: string, word: string, rest: RegExp): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
    rest.lastIndex = at + word.length;
    if (rest.test(text)) return true;
  }
  return false;
}

const naming = {
  script: /(?:\bfrom|\bimport|\()\s*$/,
  style: /(?:\(|@[\w-]+|,)\s*$/,
  markup: /(?:\bfrom|\bimport|\(|=|@[\w-]+|,)\s*$/,
};

/** Whether what stands in front of a text makes it likely that it names something; only used to count. */
export function isNamed(text: string, { start }: Quoted, kind: TextKind): boolean {
  const opening = text[start - 1];
  const isQuoted = opening === '"' || opening === "'" || opening === '`';
  const head = text.slice(Math.max(0, start - 12), start - 1);
  return isQuoted ? naming[kind].test(head) : /\burl$|[\w-]$/.test(head);
}

const clause = /^[ \t]*(?:(?:import|export)\b[^'"`/();=]*\bfrom[ \t]*|import[ \t]*|\}[ \t]*from[ \t]*)$/;

/** Whether a quoted text is what a static import or export names; in doubt it is not. */
export function isStaticImport(text: string, { start, end }: Quoted, kind: TextKind): boolean {
  const quote = start - 1;
  if (kind === 'style' || text[quote] === '`' || text[end] !== text[quote]) return false;
  if (!clause.test(text.slice(text.lastIndexOf('\n', quote) + 1, quote))) return false;
  if (text.lastIndexOf('`', quote) !== -1 || isWithin(text, quote, '/*', '*/')) return false;
  if (kind === 'script') return true;
  return isWithin(text, quote, '<script', '</script') && !isWithin(text, quote, '<!--', '-->');
}

function isWithin(text: string, at: number, open: string, close: string): boolean {
  const opened = text.lastIndexOf(open, at);
  return opened !== -1 && text.lastIndexOf(close, at) < opened;
}
