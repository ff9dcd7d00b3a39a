/** A piece of a file that has the form of a path: in quotes or brackets, with a slash. */
export interface PathText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const openers = [...`"'\`(=`];
const ends = codesOf(`"'\`()<>;|=\n\r`);
const endsAndBlanks = codesOf(`"'\`()<>;|=\n\r \t`);

// Longer than any path.
const longest = 1000;

/** Finds every path in a text without knowing its syntax. `spaced` are names of the repository that hold blanks. */
export function pathTextsIn(text: string, spaced: readonly string[]): PathText[] {
  const found: PathText[] = [];
  const stop = spaced.length > 0 ? ends : endsAndBlanks;
  // Slashes are rare and fast to find, and what stands around one shows whether it belongs to a path.
  for (let slash = text.indexOf('/'); slash !== -1; slash = text.indexOf('/', slash + 1)) {
    let start = slash;
    while (start > 0 && !stop[text.charCodeAt(start - 1)]) start -= 1;
    if (text.charAt(start - 1) === '=') start = loadersBefore(text, start, slash);
    const opener = text.charAt(start - 1);
    // After a plain sign of equality only what is surely a path counts: `<img src=~/a.png>`.
    if (!openers.includes(opener) || (opener === '=' && !/[~@.]/.test(text.charAt(start)))) continue;
    const end = closingAfter(text, slash, opener);
    if (end === -1 || end - start > longest) continue;
    addPaths(found, text.slice(start, end), start, spaced);
    slash = end;
  }
  return found;
}

/** Where a text starts whose last `=` belongs to the options of a loader: `x-loader?inline=true!../a`. */
function loadersBefore(text: string, start: number, slash: number): number {
  if (!text.slice(start, slash).includes('!')) return start;
  const [loaders = ''] = /[^\s"'`]*$/.exec(text.slice(Math.max(0, start - longest), start)) ?? [];
  return start - loaders.length;
}

function codesOf(characters: string): readonly boolean[] {
  const codes = new Array<boolean>(128).fill(false);
  for (const character of characters) codes[character.charCodeAt(0)] = true;
  return codes;
}

/** Where a quote, a bracket or an attribute without quotes ends; -1 if it does not, on the same line. */
function closingAfter(text: string, from: number, opener: string): number {
  if (opener === '=') {
    let end = from;
    while (end < text.length && !endsAndBlanks[text.charCodeAt(end)]) end += 1;
    return end;
  }
  const end = text.indexOf(opener === '(' ? ')' : opener, from);
  const line = text.indexOf('\n', from);
  return line !== -1 && line < end ? -1 : end;
}

/** Adds what stands in one pair of quotes: a path, or several (`srcset="~/a.png 1x, ~/b.png 2x"`); addresses are none. */
function addPaths(found: PathText[], text: string, start: number, spaced: readonly string[]): void {
  if (text.includes('//') || text.includes('\\')) return;
  if (!/\s/.test(text) || spaced.some((name) => text.includes(name))) {
    found.push({ text, start, end: start + text.length });
    return;
  }
  for (const match of text.matchAll(/[^\s,"'`()]*\/[^\s,"'`()]*/g)) {
    const at = start + match.index;
    found.push({ text: match[0], start: at, end: at + match[0].length });
  }
}
