import type { Reference } from './reference.ts';

/** The style languages that are told apart: they differ in comments, interpolation and ends of statements. */
export type StyleSyntax = 'css' | 'scss' | 'sass' | 'less';

/** What a string starts and ends with. */
export type StyleQuote = '"' | "'";

/** The offsets of a specifier, and how it is written there. */
export type StyleSpecifier = Pick<Reference, 'start' | 'end' | 'open' | 'encode'>;

export function isQuote(char: string | undefined): char is StyleQuote {
  return char === '"' || char === "'";
}

function isNewline(char: string | undefined): boolean {
  return char === '\n' || char === '\r' || char === '\f';
}

export function isSpace(char: string | undefined): boolean {
  return char === ' ' || char === '\t' || isNewline(char);
}

const blanks = /[ \t]*/y;
const spaces = /[ \t\n\r\f]*/y;
const restOfLine = /[^\n\r\f]*/y;
const name = /(?:[\w-]+|[^\0-\x7f]+|\\(?![\n\r\f])(?:[\da-fA-F]{1,6}(?:\r\n|[ \t\n\r\f])?|[\s\S]))*/y;
const urlCharacter = /[^\0- \x7f"'()\\]|\\[^\n\r\f]/y;
const comment = /\/\*(?:[\s\S]*?\*\/|[\s\S]*)/y;
const commentInLine = /\/\*(?:[^\n\r\f]*?\*\/|[^\n\r\f]*)/y;

/** The characters that start an interpolation when a brace follows. */
const interpolation: Record<StyleSyntax, string> = { css: '', scss: '#', sass: '#', less: '@$' };

/** A style sheet, and how far it has been read. */
export class StyleReader {
  readonly text: string;
  readonly syntax: StyleSyntax;
  readonly #encoders: Encoders;
  at: number;

  constructor(text: string, syntax: StyleSyntax) {
    this.text = text;
    this.syntax = syntax;
    this.#encoders = encodersOf[syntax];
    this.at = text.startsWith('\uFEFF') ? 1 : 0;
  }

  /** The next character. */
  get char(): string | undefined {
    return this.text[this.at];
  }

  startsInterpolation(): boolean {
    return this.text[this.at + 1] === '{' && interpolation[this.syntax].includes(this.text[this.at] ?? ' ');
  }

  startsComment(): boolean {
    const next = this.text[this.at + 1];
    return this.char === '/' && (next === '*' || (next === '/' && this.syntax !== 'css'));
  }

  /** How far a token is indented; undefined if it is not the first of its line. */
  indentation(token: number): number | undefined {
    let start = token;
    while (this.text[start - 1] === ' ' || this.text[start - 1] === '\t') start -= 1;
    const before = this.text[start - 1];
    const isFirst = before === undefined || before === '\uFEFF' || isNewline(before);
    return isFirst ? token - start : undefined;
  }

  /** Reads white space, and tells whether a line ends in it. */
  skipSpaces(): boolean {
    return /[\n\r\f]/.test(this.#take(spaces));
  }

  skipComment(): void {
    const isIndented = this.syntax === 'sass';
    const indent = isIndented ? this.indentation(this.at) : undefined;
    if (indent !== undefined) this.#take(indentedComment(indent));
    else if (this.text[this.at + 1] === '/') this.#take(restOfLine);
    else this.#take(isIndented ? commentInLine : comment);
  }

  /** Reads a name that may start here, whose case does not matter; it is empty if none does. */
  readName(at = this.at): string {
    const found = this.#fit(name, at);
    if (found !== '') this.at = at + found.length;
    return found.toLowerCase();
  }

  /** Reads the next string; undefined if its line ends before it does. */
  readString(quote: StyleQuote): StyleSpecifier | undefined {
    const start = this.at + 1;
    // An interpolation has code inside, and that has strings of its own.
    const closers: string[] = [quote];
    let literalEnd: number | undefined;
    this.at = start;
    while (this.at < this.text.length && !isNewline(this.char)) {
      const { char = '' } = this;
      const closer = closers.at(-1);
      if (this.startsInterpolation()) {
        literalEnd ??= this.at;
        closers.push('}');
        this.at += 2;
        continue;
      }
      this.#step();
      if (char === closer) closers.pop();
      else if (closer === '}' && isQuote(char)) closers.push(char);
      if (closers.length > 0) continue;
      const isConcatenated = this.syntax !== 'css' && this.text[this.#endOf(spaces, this.at)] === '+';
      const open = literalEnd !== undefined || isConcatenated;
      return { start, end: literalEnd ?? this.at - 1, open, encode: this.#encoders[quote] };
    }
    return undefined;
  }

  /** Reads a `url()` without quotes up to its bracket or an interpolation; undefined if it must be a function call. */
  readBareUrl(): StyleSpecifier | undefined {
    const start = this.at;
    const encode = this.#encoders.bareUrl;
    while (this.#fit(urlCharacter, this.at) !== '') {
      if (this.startsInterpolation()) return { start, end: this.at, open: true, encode };
      this.#step();
    }
    const end = this.at;
    const close = this.#endOf(spaces, end);
    this.at = this.text[close] === ')' ? close + 1 : start;
    return this.at === start ? undefined : { start, end, open: false, encode };
  }

  /** The indented syntax takes an import without quotes literally, up to a comma or the end of the line. */
  readBareImport(): StyleSpecifier | undefined {
    const start = this.at;
    const end = this.#endOf(plainImport, start);
    const after = this.#endOf(blanks, end);
    const isWhole = /^(?:$|[\n\r\f,;]|\/[/*])/.test(this.text.slice(after, after + 2));
    if (end === start || !isWhole) return undefined;
    this.at = end;
    return { start, end, open: false, encode: this.#encoders.bareImport };
  }

  /** What fits a sticky pattern at an offset; empty if nothing does. */
  #fit(pattern: RegExp, at: number): string {
    pattern.lastIndex = at;
    return pattern.exec(this.text)?.[0] ?? '';
  }

  #endOf(pattern: RegExp, from: number): number {
    return from + this.#fit(pattern, from).length;
  }

  #take(pattern: RegExp): string {
    const found = this.#fit(pattern, this.at);
    this.at += found.length;
    return found;
  }

  /** Skips the next character, or the escape that it starts. */
  #step(): void {
    this.at += this.char === '\\' ? this.#fit(escapeHere, this.at).length || 1 : 1;
  }
}

/** In the indented syntax the deeper lines below a comment belong to it, closed or not. */
function indentedComment(indent: number): RegExp {
  return new RegExp(
    `.*(?:[\\n\\r\\f](?:[ \\t]{${indent + 1},}|[ \\t]*(?=[\\n\\r\\f])).*)*`.replaceAll('.*', '[^\\n\\r\\f]*'),
    'y',
  );
}

const escapes = /\\(?:([\da-f]{1,6})(?:\r\n|[ \t\n\r\f])?|\r\n|([\s\S]))/gi;
const escapeHere = new RegExp(escapes.source, 'iy');

/** What a text means, with its escapes read. */
export function readEscapes(text: string): string {
  return text.replace(escapes, (_, hex: string | undefined, char: string | undefined) => {
    if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
    // An escaped end of line only wraps the text.
    if (char === undefined || isNewline(char)) return '';
    return char === '\0' ? '\uFFFD' : char;
  });
}

function characterOf(code: number): string {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code === 0 || isSurrogate || code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code);
}

/** Variables and sums can be in a `url()` without interpolation. */
export function isComputedUrl(url: string, syntax: StyleSyntax): boolean {
  if (syntax === 'css') return false;
  return syntax === 'less' ? /^[@$][\w-]/.test(url) : /[$+]/.test(url.replace(escapes, ''));
}

type Encode = Reference['encode'];

/** One encoder for each way to write a specifier. */
interface Encoders extends Record<StyleQuote, Encode> {
  readonly bareUrl: Encode;
  readonly bareImport: Encode;
}

const encodersOf: Record<StyleSyntax, Encoders> = {
  css: encoders('', ''),
  scss: encoders('|#(?=\\{)', '|[$+]'),
  sass: encoders('|#(?=\\{)', '|[$+]'),
  less: encoders('|[@$](?=\\{)', '|^[@$](?=[\\w-])'),
};

/** Also escapes what would start an interpolation, and what would compute something if there are no quotes. */
function encoders(interpolated: string, computed: string): Encoders {
  const double = escaping(`["\\\\\\n\\r\\f]${interpolated}`);
  return {
    '"': double,
    "'": escaping(`['\\\\\\n\\r\\f]${interpolated}`),
    bareUrl: escaping(`[\\p{Cc} "'()\\\\]${interpolated}${computed}`),
    // Without quotes there are no escapes here.
    bareImport: (specifier) => (needsQuotes(specifier) ? `"${double(specifier)}"` : specifier),
  };
}

function escaping(special: string): Encode {
  const pattern = new RegExp(special, 'gu');
  return (specifier) =>
    specifier.replace(pattern, (char) => {
      const isControl = char < ' ' || char >= '\x7f';
      return isControl ? `\\${char.charCodeAt(0).toString(16)} ` : `\\${char}`;
    });
}

const plainImport = /[^\s"'`(),;\\{}$]*/y;

/** Whether a text cannot be the import without quotes that the indented syntax has. */
function needsQuotes(text: string): boolean {
  return /^\/[/*]|[\s"'`(),;\\{}$]/.test(text);
}
