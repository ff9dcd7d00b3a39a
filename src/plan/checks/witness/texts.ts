import { longestPath } from '../../../config/places.ts';

/** A piece of a file that has the form of a path: in quotes or brackets, with a slash. */
export interface PathText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const openers = [...`"'\`(=`];
const ends = codesOf(`"'\`()<>;|=\n\r`);
const endsAndBlanks = codesOf(`"'\`()<>;|=\n\r \t`);

/** Finds every path in a text without knowing its syntax. `spaced` are names of the repository that hold blanks. */
export function pathTextsIn(text: string, spaced: readonly string[]): PathText[] {
  const found: PathText[] = [];
  const stop = spaced.length > 0 ? ends : endsAndBlanks;
  let [start, searched] = [0, 0];
  let unclosed = -1;
  // Slashes are rare and fast to find, and what stands around one shows whether it belongs to a path.
  for (let slash = text.indexOf('/'); slash !== -1; slash = text.indexOf('/', slash + 1)) {
    // What is in front of an earlier slash has been looked at: a text without an end is full of them.
    start = startBefore(text, slash, stop, searched) ?? start;
    searched = slash;
    const opener = text.charAt(start - 1);
    if (!openers.includes(opener) || slash - start > longestPath || start === unclosed) continue;
    // After a plain sign of equality only what is surely a path counts: `src=~/a.png`, `x-loader?inline=true!../a`.
    const from = opener === '=' ? start + text.slice(start, slash).lastIndexOf('!') + 1 : start;
    if (opener === '=' && !/[~@.]/.test(text.charAt(from))) continue;
    const end = closingAfter(text, slash, opener, from + longestPath);
    if (end === -1) {
      unclosed = start;
      continue;
    }
    addPaths(found, text.slice(from, end), from, spaced);
    slash = end;
  }
  return found;
}

/** Where the text around a slash starts; undefined if that is in front of what was searched. */
function startBefore(
  text: string,
  slash: number,
  stop: readonly boolean[],
  searched: number,
): number | undefined {
  let start = slash;
  while (start > searched && !stop[text.charCodeAt(start - 1)]) start -= 1;
  return start > searched || searched === 0 ? start : undefined;
}

function codesOf(characters: string): readonly boolean[] {
  const codes = new Array<boolean>(128).fill(false);
  for (const character of characters) codes[character.charCodeAt(0)] = true;
  return codes;
}

/** Where a quote, a bracket or an attribute without quotes ends; -1 if it does not, on the same line and in time. */
function closingAfter(text: string, from: number, opener: string, limit: number): number {
  const closer = opener === '(' ? ')' : opener;
  for (let end = from; end <= Math.min(limit, text.length); end += 1) {
    const character = text.charAt(end);
    if (opener === '=' ? endsAndBlanks[text.charCodeAt(end)] || character === '' : character === closer)
      return end;
    if (character === '\n') return -1;
  }
  return -1;
}

/** Adds what stands in one pair of quotes: a path, or several (`srcset="~/a.png 1x, ~/b.png 2x"`); addresses are none. */
function addPaths(found: PathText[], text: string, start: number, spaced: readonly string[]): void {
  if (text.includes('//') || text.includes('\\')) return;
  if (!/\s/.test(text) || spaced.some((name) => text.includes(name))) {
    found.push({ text, start, end: start + text.length });
    return;
  }
  for (const match of text.matchAll(/[^\s,"'`()]+/g)) {
    if (!match[0].includes('/')) continue;
    const at = start + match.index;
    found.push({ text: match[0], start: at, end: at + match[0].length });
  }
}
