import { remembered } from './remembered.ts';

/** A pattern of gitignore(5), compiled: it matches a whole text, in time that does not explode with its stars. */
export interface Glob {
  /** What every text that matches starts and ends with. */
  readonly prefix: string;
  readonly suffix: string;
  /** The longest text that every text that matches contains. */
  readonly infix: string;
  /** Whether the prefix is all there is: just this text matches. */
  readonly isLiteral: boolean;
  matches(text: string): boolean;
}

// Codes of a compiled pattern: bytes from 0, classes from `firstClass` downwards, and these.
const anyByte = -1;
/** Any bytes but slashes. */
const star = -2;
/** Any bytes. */
const anything = -3;
/** Nothing, or any bytes up to a slash. */
const folders = -4;
const firstClass = -5;

const special = /[*?[\\]/;
const slash = 0x2f;

/**
 * Compiles a pattern as git's `wildmatch` reads it; undefined if nothing can match. Patterns and texts are bytes: one
 * character for each, as in latin1.
 */
export function compileGlob(pattern: string, known: KnownClasses): Glob | undefined {
  const plain = pattern.search(special);
  if (plain === -1) return literalGlob(pattern);
  const codes = Array.from({ length: plain }, (_, at) => pattern.charCodeAt(at));
  const classes: ByteClass[] = [];
  const cursor: Cursor = { pattern, plain, at: plain };
  while (cursor.at < pattern.length) {
    const code = readCode(cursor, classes, known);
    if (code === undefined) return undefined;
    codes.push(code);
  }
  return globOf(codes, classes);
}

/** A place in a pattern. Each function that reads from it moves it behind what it read. */
interface Cursor {
  readonly pattern: string;
  /** How many characters stand in front of the first special one. */
  readonly plain: number;
  at: number;
  /** The bracket that was found last: one that lies ahead is not looked for again. */
  bracket?: number;
}

/** Undefined if nothing can match. A class is added to the list. */
function readCode(cursor: Cursor, classes: ByteClass[], known: KnownClasses): number | undefined {
  const { pattern, at: start } = cursor;
  switch (pattern[start]) {
    case '*':
      return readStars(cursor);
    case '?':
      cursor.at += 1;
      return anyByte;
    case '[': {
      const bytes = readClass(cursor);
      if (!bytes) return undefined;
      classes.push(remembered(known, pattern.slice(start, cursor.at), () => bytes));
      return firstClass - (classes.length - 1);
    }
    default:
      return readByte(cursor);
  }
}

function readStars(cursor: Cursor): number {
  const { pattern, at: start } = cursor;
  while (pattern[cursor.at] === '*') cursor.at += 1;
  if (cursor.at - start === 1 || !isAcross(cursor, start)) return star;
  // Escaped, the slash is not part of what may be missing.
  if (pattern[cursor.at] !== '/') return anything;
  cursor.at += 1;
  return folders;
}

/**
 * Whether the stars in front of the cursor reach across folders: as the only ones between two slashes. Git compares
 * what stands in front of the first special character on its own, so the rest starts as if behind a slash.
 */
function isAcross({ pattern, plain, at: end }: Cursor, start: number): boolean {
  if (start !== plain && pattern[start - 1] !== '/') return false;
  return end === pattern.length || pattern[end] === '/' || pattern.startsWith('\\/', end);
}

/** Reads a byte that stands for itself, escaped or not; undefined at the end, where a backslash escapes nothing. */
function readByte(cursor: Cursor): number | undefined {
  const { pattern } = cursor;
  if (pattern[cursor.at] === '\\') cursor.at += 1;
  if (cursor.at >= pattern.length) return undefined;
  const byte = pattern.charCodeAt(cursor.at);
  cursor.at += 1;
  return byte;
}

function literalGlob(text: string): Glob {
  return { prefix: text, suffix: text, infix: text, isLiteral: true, matches: (other) => other === text };
}

function globOf(codes: readonly number[], classes: readonly ByteClass[]): Glob {
  const runs = literalRuns(codes);
  if (runs.length === 1) return literalGlob(runs.join());
  return {
    prefix: runs.at(0) ?? '',
    suffix: runs.at(-1) ?? '',
    infix: runs.reduce((longest, run) => (run.length > longest.length ? run : longest)),
    isLiteral: false,
    matches: (text) => matches(text, codes, classes),
  };
}

/** The texts between the codes that stand for other bytes, empty ones included. */
function literalRuns(codes: readonly number[]): string[] {
  const runs = [''];
  for (const code of codes) {
    if (code < 0) runs.push('');
    else runs[runs.length - 1] += String.fromCharCode(code);
  }
  return runs;
}

/** Stars that were met in a text, and may have to take more of it. */
interface Stars {
  readonly code: number;
  /** Where in the text the rest of the pattern is tried. */
  from: number;
  /** The code behind the stars. */
  readonly next: number;
}

/**
 * Each star takes as little as it can. Where the rest does not fit, only the last star of the name and the last that
 * reaches across folders take more: what an earlier one could take leaves no more for the rest to match.
 */
function matches(text: string, codes: readonly number[], classes: readonly ByteClass[]): boolean {
  let at = 0;
  let next = 0;
  let inName: Stars | undefined;
  let across: Stars | undefined;
  for (;;) {
    const code = codes[next];
    if (code === undefined && at === text.length) return true;
    if (code === star) {
      next += 1;
      inName = { code, from: at, next };
    } else if (code === anything || code === folders) {
      next += 1;
      // Faster than to take the rest byte by byte.
      if (code === anything && next === codes.length) return true;
      across = { code, from: at, next };
      inName = undefined;
    } else if (fits(text, at, code, classes)) {
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
  if (!stars) return undefined;
  const { code, from } = stars;
  if (from >= text.length || (code === star && text.charCodeAt(from) === slash)) return undefined;
  const last = code === folders ? text.indexOf('/', from) : from;
  if (last === -1) return undefined;
  stars.from = last + 1;
  return stars;
}

function fits(text: string, at: number, code: number | undefined, classes: readonly ByteClass[]): boolean {
  if (code === undefined || at >= text.length) return false;
  const byte = text.charCodeAt(at);
  if (code >= 0) return byte === code;
  if (byte === slash) return false;
  return code === anyByte || classes[firstClass - code]?.[byte] === 1;
}

/** For each byte, whether it belongs to the class. */
type ByteClass = Uint8Array;

/** Classes by how they are written, for patterns to share. */
export type KnownClasses = Map<string, ByteClass>;

const letters: readonly Range[] = ['AZ', 'az'];
const punctuation: readonly Range[] = ['!/', ':@', '[`', '{~'];
const digits: readonly Range[] = ['09'];

/** The first and the last byte. */
type Range = string;

/** The classes that git knows, with the bytes that it takes for them in any locale. */
const named: ReadonlyMap<string, readonly Range[]> = new Map(
  Object.entries({
    alnum: [...letters, ...digits],
    alpha: letters,
    blank: ['  ', '\t\t'],
    cntrl: ['\x00\x1f', '\x7f\x7f'],
    digit: digits,
    graph: ['!~'],
    lower: ['az'],
    print: [' ~'],
    punct: punctuation,
    space: ['  ', '\t\n', '\r\r'],
    upper: ['AZ'],
    xdigit: [...digits, 'af', 'AF'],
  }),
);

/** The part of a class that is read so far. */
interface Members {
  readonly bytes: ByteClass;
  /** The byte that a hyphen makes the start of a range; undefined behind a range or a named class. */
  before: number | undefined;
}

/** Reads a class from its opening bracket; undefined if it has no end, or names a class that git does not know. */
function readClass(cursor: Cursor): ByteClass | undefined {
  const { pattern } = cursor;
  cursor.at += 1;
  const isNegated = pattern[cursor.at] === '!' || pattern[cursor.at] === '^';
  if (isNegated) cursor.at += 1;
  const members: Members = { bytes: new Uint8Array(256), before: undefined };
  // A bracket that comes first belongs to the class.
  do {
    if (!readMember(cursor, members)) return undefined;
  } while (pattern[cursor.at] !== ']');
  cursor.at += 1;
  return isNegated ? members.bytes.map((one) => 1 - one) : members.bytes;
}

/** Reads a named class, a byte, or the rest of a range; false if the pattern is invalid there. */
function readMember(cursor: Cursor, members: Members): boolean {
  const { pattern, at } = cursor;
  if (!pattern.startsWith('[:', at)) return readByteOrRange(cursor, members);
  const close = (cursor.bracket ?? 0) >= at + 2 ? (cursor.bracket ?? 0) : pattern.indexOf(']', at + 2);
  if (close === -1) return false;
  cursor.bracket = close;
  if (close === at + 2 || pattern[close - 1] !== ':') return readByteOrRange(cursor, members);
  const ranges = named.get(pattern.slice(at + 2, close - 1));
  if (!ranges) return false;
  for (const range of ranges) add(members, range.charCodeAt(0), range.charCodeAt(1));
  members.before = undefined;
  cursor.at = close + 1;
  return true;
}

function readByteOrRange(cursor: Cursor, members: Members): boolean {
  const first = isRangeAt(cursor) ? members.before : undefined;
  if (first !== undefined) cursor.at += 1;
  const byte = readByte(cursor);
  if (byte === undefined) return false;
  add(members, first ?? byte, byte);
  members.before = first === undefined ? byte : undefined;
  return true;
}

/** Whether a hyphen makes a range of the bytes around it: as the last one of a class it stands for itself. */
function isRangeAt({ pattern, at }: Cursor): boolean {
  return pattern[at] === '-' && (pattern[at + 1] ?? ']') !== ']';
}

/** Adds a range, which is empty if it runs backwards. */
function add({ bytes }: Members, first: number, last: number): void {
  if (first <= last) bytes.fill(1, first, last + 1);
}
