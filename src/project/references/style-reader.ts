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

export function isNewline(char: string | undefined): boolean {
  return char === '\n' || char === '\r' || char === '\f';
}

export function isSpace(char: string | undefined): boolean {
  return char === ' ' || char === '\t' || isNewline(char);
}

const blanks = /[ \t]*/y;
const spaces = /[ \t\n\r\f]*/y;
const restOfLine = /[^\n\r\f]*/y;

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

  startsName(at = this.at): boolean {
    const char = this.text[at];
    return (char !== undefined && (char > '\x7f' || /[\w-]/.test(char))) || this.#startsEscape(at);
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

  skipSpaces(): void {
    this.at = this.#endOf(spaces, this.at);
  }

  skipComment(): void {
    const { text, at } = this;
    const indent = this.syntax === 'sass' ? this.indentation(at) : undefined;
    if (indent !== undefined) this.at = this.#endOfIndented(indent);
    else if (text[at + 1] === '/') this.at = this.#endOf(restOfLine, at);
    else {
      const limit = this.syntax === 'sass' ? this.#endOf(restOfLine, at) : text.length;
      const length = text.slice(at + 2, limit).indexOf('*/');
      this.at = length < 0 ? limit : at + length + 4;
    }
  }

  /** Reads a name, whose case does not matter. */
  readName(): string {
    const start = this.at;
    while (this.startsName()) this.#step();
    return this.text.slice(start, this.at).toLowerCase();
  }

  /** Reads the next string; undefined if its line ends before it does. */
  readString(quote: StyleQuote): StyleSpecifier | undefined {
    const start = this.at + 1;
    const closers: string[] = [quote];
    let literalEnd: number | undefined;
    this.at = start;
    while (this.at < this.text.length && !isNewline(this.char)) {
      if (this.startsInterpolation()) literalEnd ??= this.at;
      this.#stepInString(closers);
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
    while (this.#startsUrlCharacter()) {
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
    const { text, at: start } = this;
    let end = start;
    while (end < text.length && !needsQuotes(text[end] ?? '')) end += 1;
    const after = this.#endOf(blanks, end);
    const isWhole = /^(?:$|[\n\r\f,;]|\/[/*])/.test(text.slice(after, after + 2));
    if (end === start || !isWhole) return undefined;
    this.at = end;
    return { start, end, open: false, encode: this.#encoders.bareImport };
  }

  /** Where a run of characters that starts at an offset ends. */
  #endOf(run: RegExp, from: number): number {
    run.lastIndex = from;
    run.test(this.text);
    return run.lastIndex;
  }

  /** Skips the next character, or the escape that it starts. */
  #step(): void {
    escapeHere.lastIndex = this.at;
    this.at += this.char === '\\' ? (escapeHere.exec(this.text)?.[0].length ?? 1) : 1;
  }

  /** Skips one character. An interpolation has code inside, and that has strings of its own. */
  #stepInString(closers: string[]): void {
    if (this.startsInterpolation()) {
      closers.push('}');
      this.at += 2;
      return;
    }
    const char = this.char;
    this.#step();
    const closer = closers.at(-1);
    if (char === closer) closers.pop();
    else if (closer === '}' && isQuote(char)) closers.push(char);
  }

  #startsEscape(at: number): boolean {
    const next = this.text[at + 1];
    return this.text[at] === '\\' && next !== undefined && !isNewline(next);
  }

  #startsUrlCharacter(): boolean {
    const char = this.char;
    if (char === '\\') return this.#startsEscape(this.at);
    return char !== undefined && char > ' ' && char !== '\x7f' && !`"'()`.includes(char);
  }

  /** In the indented syntax the deeper lines below a comment belong to it, closed or not. */
  #endOfIndented(indent: number): number {
    let end = this.#endOf(restOfLine, this.at);
    while (end < this.text.length) {
      const first = this.#endOf(blanks, end + 1);
      const isDeeper = first - end - 1 > indent;
      if (!isDeeper && !isNewline(this.text[first])) return end;
      end = this.#endOf(restOfLine, first);
    }
    return end;
  }
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

/** Whether a text, or a character of it, cannot be the import without quotes that the indented syntax has. */
function needsQuotes(text: string): boolean {
  return /^\/[/*]|[\s"'`(),;\\{}$]/.test(text);
}
