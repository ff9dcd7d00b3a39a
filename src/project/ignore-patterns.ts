import { remembered } from './remembered.ts';

/** A pattern of gitignore(5), compiled: it matches a whole text, in time that does not explode with its stars. */
export interface IgnorePattern {
  /** What every text that matches starts and ends with. */
  readonly prefix: string;
  readonly suffix: string;
  /** The longest text that every text that matches contains. */
  readonly infix: string;
  /** Whether the prefix is all there is: just this text matches. */
  readonly isLiteral: boolean;
  matches(text: string): boolean;
}

/** A byte, a class of bytes, or one of these. */
type Token = number | ByteClass;
const anyByte = -1;
/** Any bytes but slashes. */
const star = -2;
/** Any bytes. */
const anything = -3;
/** Nothing, or any bytes up to a slash. */
const folders = -4;

/** For each byte, whether it belongs to the class. */
type ByteClass = Uint8Array;

/** Classes by how they are written, for patterns to share: they take much more memory than text. */
export type KnownClasses = Map<string, ByteClass>;

const special = /[*?[\\]/;
const slash = 0x2f;

/**
 * Compiles a pattern as git's `wildmatch` reads it; undefined if nothing can match. Patterns and texts are bytes: one
 * character for each, as in latin1.
 */
export function compilePattern(pattern: string, known: KnownClasses): IgnorePattern | undefined {
  const plain = pattern.search(special);
  if (plain === -1) return literalPattern(pattern);
  const tokens: Token[] = Array.from({ length: plain }, (_, at) => pattern.charCodeAt(at));
  for (let at = plain; at < pattern.length; ) {
    const read = readToken(pattern, at, plain);
    if (!read) return undefined;
    const { token, end } = read;
    tokens.push(typeof token === 'number' ? token : remembered(known, pattern.slice(at, end), () => token));
    at = end;
  }
  return patternOf(tokens);
}

/** Something that was read from a pattern, and where it ends. */
type Read<Value> = { readonly token: Value; readonly end: number } | undefined;

/** Undefined if nothing can match. */
function readToken(pattern: string, at: number, plain: number): Read<Token> {
  if (pattern[at] === '*') return readStars(pattern, at, plain);
  if (pattern[at] === '?') return { token: anyByte, end: at + 1 };
  if (pattern[at] === '[') return readClass(pattern, at);
  const byte = pattern[at] === '\\' ? at + 1 : at;
  // A backslash at the end escapes nothing.
  return byte < pattern.length ? { token: pattern.charCodeAt(byte), end: byte + 1 } : undefined;
}

/**
 * Two stars or more reach across folders as the only ones between two slashes. Git compares what comes before the
 * first special character on its own, so the rest starts as if behind a slash.
 */
function readStars(pattern: string, start: number, plain: number): Read<number> {
  let end = start;
  while (pattern[end] === '*') end += 1;
  const isAcross =
    end - start > 1 &&
    (start === plain || pattern[start - 1] === '/') &&
    (end === pattern.length || pattern[end] === '/' || pattern.startsWith('\\/', end));
  if (!isAcross) return { token: star, end };
  // Escaped, the slash is not part of what may be missing.
  return pattern[end] === '/' ? { token: folders, end: end + 1 } : { token: anything, end };
}

function literalPattern(text: string): IgnorePattern {
  return { prefix: text, suffix: text, infix: text, isLiteral: true, matches: (other) => other === text };
}

function patternOf(tokens: readonly Token[]): IgnorePattern {
  // The texts between the tokens that stand for other bytes, empty ones included.
  const runs = [''];
  for (const token of tokens) {
    if (typeof token !== 'number' || token < 0) runs.push('');
    else runs[runs.length - 1] += String.fromCharCode(token);
  }
  if (runs.length === 1) return literalPattern(runs.join());
  const prefix = runs.at(0) ?? '';
  const suffix = runs.at(-1) ?? '';
  const infix = runs.reduce((longest, run) => (run.length > longest.length ? run : longest));
  return {
    ...{ prefix, suffix, infix, isLiteral: false },
    matches: (text) =>
      text.startsWith(prefix) && text.endsWith(suffix) && text.includes(infix) && isMatch(text, tokens),
  };
}

/** Stars that were met in a text, and may have to take more of it. */
interface Stars {
  readonly token: Token;
  /** Where in the text the rest of the pattern is tried. */
  from: number;
  /** The token behind the stars. */
  readonly next: number;
}

/**
 * Each star takes as little as it can. Where the rest does not fit, only the last star of the name and the last that
 * reaches across folders take more: what an earlier one could take leaves no more for the rest to match.
 */
function isMatch(text: string, tokens: readonly Token[]): boolean {
  let at = 0;
  let next = 0;
  let inName: Stars | undefined;
  let across: Stars | undefined;
  for (;;) {
    const token = tokens[next];
    if (token === undefined && at === text.length) return true;
    if (token === star || token === anything || token === folders) {
      next += 1;
      const stars = { token, from: at, next };
      if (token !== star) across = stars;
      inName = token === star ? stars : undefined;
    } else if (fits(text, at, token)) {
      next += 1;
      at += 1;
    } else {
      inName = takeMore(inName, text);
      const stars = inName ?? takeMore(across, text);
      if (!stars) return false;
      at = stars.from;
      next = stars.next;
    }
  }
}

/** Lets stars take as little more as they can; undefined if they cannot. */
function takeMore(stars: Stars | undefined, text: string): Stars | undefined {
  if (!stars || stars.from >= text.length) return undefined;
  const { token, from } = stars;
  if (token === star && text.charCodeAt(from) === slash) return undefined;
  const last = token === folders ? text.indexOf('/', from) : from;
  if (last === -1) return undefined;
  stars.from = last + 1;
  return stars;
}

function fits(text: string, at: number, token: Token | undefined): boolean {
  if (token === undefined || at >= text.length) return false;
  const byte = text.charCodeAt(at);
  if (typeof token === 'number' && token >= 0) return byte === token;
  return byte !== slash && (token === anyByte || (typeof token !== 'number' && token[byte] === 1));
}

/** The classes that git knows, with the first and last byte of each range that it takes for them in any locale. */
const named: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    alnum: ['AZ', 'az', '09'],
    alpha: ['AZ', 'az'],
    blank: ['  ', '\t\t'],
    cntrl: ['\x00\x1f', '\x7f\x7f'],
    digit: ['09'],
    graph: ['!~'],
    lower: ['az'],
    print: [' ~'],
    punct: ['!/', ':@', '[`', '{~'],
    space: ['  ', '\t\n', '\r\r'],
    upper: ['AZ'],
    xdigit: ['09', 'af', 'AF'],
  }),
);

/** A byte, or a range of bytes: a hyphen that comes last in a class stands for itself. */
const byteOrRange = /(\\.|[^\\])(?:-(?!\])(\\.|[^\\]))?/sy;

/** Reads a class from its opening bracket; undefined if it has no end, or names a class that git does not know. */
function readClass(pattern: string, start: number): Read<ByteClass> {
  const bytes = new Uint8Array(256);
  const isNegated = pattern[start + 1] === '!' || pattern[start + 1] === '^';
  let end = start + (isNegated ? 2 : 1);
  let bracket = 0;
  // A bracket that comes first belongs to the class.
  do {
    const isNamed = pattern.startsWith('[:', end);
    // One that lies ahead is not looked for again, or many openings would take the square of their number.
    if (isNamed && bracket < end + 2) bracket = pattern.indexOf(']', end + 2);
    if (bracket === -1) return undefined;
    const member =
      isNamed && bracket > end + 2 && pattern[bracket - 1] === ':'
        ? { ranges: named.get(pattern.slice(end + 2, bracket - 1)), end: bracket + 1 }
        : readRange(pattern, end);
    if (!member.ranges) return undefined;
    // The first byte of a range belongs to it, also if it runs backwards.
    for (const range of member.ranges) {
      const [first, last] = [range.charCodeAt(0), range.charCodeAt(1)];
      bytes.fill(1, first, Math.max(first, last) + 1);
    }
    end = member.end;
  } while (pattern[end] !== ']');
  return { token: isNegated ? bytes.map((one) => 1 - one) : bytes, end: end + 1 };
}

/** Reads a byte or a range; without ranges at the end of the pattern. */
function readRange(pattern: string, start: number): { ranges?: readonly string[]; end: number } {
  byteOrRange.lastIndex = start;
  const [whole, first = '', last = first] = byteOrRange.exec(pattern) ?? [];
  if (whole === undefined) return { end: start };
  // Behind a backslash, if there is one.
  return { ranges: [`${first.at(-1)}${last.at(-1)}`], end: start + whole.length };
}
