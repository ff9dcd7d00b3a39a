import { longestPath } from '../../../base/paths.ts';

/** A part of a file that looks like a path: in quotes or brackets, with a slash. */
export interface PathString {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Finds every path in a text without knowing its syntax. */
export function pathStringsIn(text: string): PathString[] {
  const paths: PathString[] = [];
  let [start, searched] = [0, 0];
  let unclosed = -1;
  // Slashes are rare and fast to find, and the text around one shows whether it belongs to a path.
  for (let slash = text.indexOf('/'); slash !== -1; slash = text.indexOf('/', slash + 1)) {
    // The text before an earlier slash is not searched again, which would be slow for an unclosed quote.
    start = startBefore(text, slash, searched) ?? start;
    searched = slash;
    const closer = closerOf(text, start);
    if (closer === undefined || slash - start > longestPath || start === unclosed) continue;
    // After `=` without quotes, only certain paths are accepted: `src=~/a.png`, `x-loader?inline=true!../a`.
    const from = closer === '' ? start + text.slice(start, slash).lastIndexOf('!') + 1 : start;
    if (closer === '' && !/[~@.]/.test(text.charAt(from))) continue;
    const end = closingAfter(text, slash, closer, from + longestPath);
    if (end === -1) {
      unclosed = start;
      continue;
    }
    addPaths(paths, text.slice(from, end), from);
    slash = end;
  }
  return paths;
}

/** Where the text around a slash starts; undefined if it starts before the searched part. */
function startBefore(text: string, slash: number, searched: number): number | undefined {
  let start = slash;
  while (start > searched && !ends[text.charCodeAt(start - 1)]) start -= 1;
  return start > searched || searched === 0 ? start : undefined;
}

/** The character that ends a text; empty if it has no quotes, and undefined if none may start there. */
function closerOf(text: string, start: number): string | undefined {
  const opener = text.charAt(start - 1);
  // Quotes in attributes may be entities.
  if (opener === ';')
    return /&(?:quot|apos|#39|#34|#x2[27]);$/i.test(text.slice(start - 6, start)) ? '&' : undefined;
  return closers[opener];
}

const closers: { readonly [opener: string]: string } = { '"': '"', "'": "'", '`': '`', '(': ')', '=': '' };
const ends = Array.from({ length: 128 }, (_, code) =>
  `"'\`()<>;|=\n\r \t`.includes(String.fromCharCode(code)),
);

/** Where a text ends; -1 if not on the same line and within the limit. */
function closingAfter(text: string, from: number, closer: string, limit: number): number {
  for (let end = from; end <= Math.min(limit, text.length); end += 1) {
    const character = text.charAt(end);
    if (closer === '' ? ends[text.charCodeAt(end)] || character === '' : character === closer) return end;
    if (character === '\n') return -1;
  }
  return -1;
}

// A sign, one path and an extension.
const pathWithBlanks = /^[~@.]*\/(?!.*[\s,][~@.#]*\/)[^,]*\.\w+$/;

/** Adds the path in a pair of quotes, or several (`srcset="~/a.png 1x, ~/b.png 2x"`), but no URLs. */
function addPaths(paths: PathString[], text: string, start: number): void {
  if (text.includes('//') || text.includes('\\')) return;
  if (!/\s/.test(text) || pathWithBlanks.test(text)) {
    paths.push({ text, start, end: start + text.length });
    return;
  }
  for (const match of text.matchAll(/[^\s,"'`()]+/g)) {
    if (!match[0].includes('/')) continue;
    const at = start + match.index;
    paths.push({ text: match[0], start: at, end: at + match[0].length });
  }
}
