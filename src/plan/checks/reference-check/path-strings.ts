import { longestPath } from '../../../base/paths.ts';

/** A part of a file that looks like a path: in quotes or brackets, with a slash. */
export interface PathString {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const openers = [...`"'\`(=`];
const ends = codesOf(`"'\`()<>;|=\n\r \t`);

/** Finds every path in a text without knowing its syntax. */
export function pathStringsIn(written: string): PathString[] {
  const paths: PathString[] = [];
  // Quotes in attributes may be entities; blanks keep all offsets.
  const text = written.includes('&')
    ? written.replace(/&(?:quot|apos|#39|#34|#x2[27]);/gi, ({ length }) => '"'.padStart(length))
    : written;
  let [start, searched] = [0, 0];
  let unclosed = -1;
  // Slashes are rare and fast to find, and the text around one shows whether it belongs to a path.
  for (let slash = text.indexOf('/'); slash !== -1; slash = text.indexOf('/', slash + 1)) {
    // The text before an earlier slash is not searched again, which would be slow for an unclosed quote.
    start = startBefore(text, slash, searched) ?? start;
    searched = slash;
    const opener = text.charAt(start - 1);
    if (!openers.includes(opener) || slash - start > longestPath || start === unclosed) continue;
    // After `=` without quotes, only certain paths are accepted: `src=~/a.png`, `x-loader?inline=true!../a`.
    const from = opener === '=' ? start + text.slice(start, slash).lastIndexOf('!') + 1 : start;
    if (opener === '=' && !/[~@.]/.test(text.charAt(from))) continue;
    const end = closingAfter(text, slash, opener, from + longestPath);
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

function codesOf(characters: string): readonly boolean[] {
  const codes = new Array<boolean>(128).fill(false);
  for (const character of characters) codes[character.charCodeAt(0)] = true;
  return codes;
}

/** Where a quote, bracket or unquoted attribute ends; -1 if not on the same line and within the limit. */
function closingAfter(text: string, from: number, opener: string, limit: number): number {
  const closer = opener === '(' ? ')' : opener;
  for (let end = from; end <= Math.min(limit, text.length); end += 1) {
    const character = text.charAt(end);
    if (opener === '=' ? ends[text.charCodeAt(end)] || character === '' : character === closer) return end;
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
