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
  for (let at = plain; at < pattern.length; ) {
    const character = pattern[at];
    if (character === '*') {
      let end = at + 1;
      while (pattern[end] === '*') end += 1;
      if (end - at > 1 && isAcross(pattern, at, end, plain)) {
        // Escaped, the slash is not part of what may be missing.
        const withSlash = pattern[end] === '/';
        codes.push(withSlash ? folders : anything);
        at = withSlash ? end + 1 : end;
      } else {
        codes.push(star);
        at = end;
      }
    } else if (character === '?') {
      codes.push(anyByte);
      at += 1;
    } else if (character === '[') {
      const read = readClass(pattern, at);
      if (!read) return undefined;
      codes.push(firstClass - classes.length);
      classes.push(remembered(known, pattern.slice(at, read.end), () => read.bytes));
      at = read.end;
    } else {
      if (character === '\\') at += 1;
      // A backslash at the end escapes nothing.
      if (at === pattern.length) return undefined;
      codes.push(pattern.charCodeAt(at));
      at += 1;
    }
  }
  return globOf(codes, classes);
}

/**
 * Whether stars reach across folders: as the only ones between two slashes. Git compares what stands in front of the
 * first special character on its own, so the rest starts as if behind a slash.
 */
function isAcross(pattern: string, start: number, end: number, plain: number): boolean {
  if (start !== plain && pattern[start - 1] !== '/') return false;
  return end === pattern.length || pattern[end] === '/' || pattern.startsWith('\\/', end);
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

/**
 * Each star takes as little as it can. Where the rest does not fit, only the last star of the name and the last that
 * reaches across folders take more: what an earlier one could take leaves no more for the rest to match.
 */
function matches(text: string, codes: readonly number[], classes: readonly ByteClass[]): boolean {
  let at = 0;
  let next = 0;
  let inName: { from: number; readonly next: number } | undefined;
  let across: { from: number; readonly next: number; readonly code: number } | undefined;
  for (;;) {
    const code = codes[next];
    if (code === undefined && at === text.length) return true;
    if (code === star) {
      next += 1;
      inName = { from: at, next };
    } else if (code === anything || code === folders) {
      next += 1;
      if (code === anything && next === codes.length) return true;
      across = { from: at, next, code };
      inName = undefined;
    } else if (code !== undefined && at < text.length && fits(text.charCodeAt(at), code, classes)) {
      next += 1;
      at += 1;
    } else if (inName && inName.from < text.length && text.charCodeAt(inName.from) !== slash) {
      inName.from += 1;
      at = inName.from;
      next = inName.next;
    } else if (across) {
      const behind = across.code === folders ? text.indexOf('/', across.from) : across.from;
      if (behind === -1 || behind >= text.length) return false;
      across.from = behind + 1;
      at = across.from;
      next = across.next;
      inName = undefined;
    } else {
      return false;
    }
  }
}

function fits(byte: number, code: number, classes: readonly ByteClass[]): boolean {
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
const named: { readonly [name: string]: readonly Range[] } = {
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
};

/** Reads a class from its opening bracket; undefined if it has no end, or names a class that git does not know. */
function readClass(pattern: string, start: number): { bytes: ByteClass; end: number } | undefined {
  const bytes = new Uint8Array(256);
  const add = (first: number, last: number) => {
    if (first <= last) bytes.fill(1, first, last + 1);
  };
  let at = start + 1;
  const isNegated = pattern[at] === '!' || pattern[at] === '^';
  if (isNegated) at += 1;
  // A range starts at the byte before its hyphen, unless that ended a range or a named class.
  let before: number | undefined;
  // A bracket that comes first belongs to the class.
  for (const first = at; at === first || pattern[at] !== ']'; at += 1) {
    const isRange = pattern[at] === '-' && before !== undefined && (pattern[at + 1] ?? ']') !== ']';
    if (pattern.startsWith('[:', at)) {
      const close = pattern.indexOf(']', at + 2);
      if (close === -1) return undefined;
      if (close > at + 2 && pattern[close - 1] === ':') {
        const name = pattern.slice(at + 2, close - 1);
        if (!Object.hasOwn(named, name)) return undefined;
        for (const range of named[name] ?? []) add(range.charCodeAt(0), range.charCodeAt(1));
        before = undefined;
        at = close;
        continue;
      }
    }
    if (isRange) at += 1;
    if (pattern[at] === '\\') at += 1;
    if (at >= pattern.length) return undefined;
    const byte = pattern.charCodeAt(at);
    add(isRange ? (before ?? byte) : byte, byte);
    before = isRange ? undefined : byte;
  }
  return { bytes: isNegated ? bytes.map((one) => 1 - one) : bytes, end: at + 1 };
}
