import type { Reference } from './reference.ts';
import {
  isComputedUrl,
  isQuote,
  isSpace,
  readEscapes,
  type StyleQuote,
  StyleReader,
  type StyleSpecifier,
  type StyleSyntax,
} from './style-reader.ts';

/** Which of the strings directly inside a statement or a pair of brackets name files. */
type Role =
  /** A statement of which nothing has been read yet. */
  | 'start'
  | 'none'
  /** A selector that starts with a colon: none yet, but `:import(` may follow. */
  | 'colon'
  /** The one that comes first: `@use`, `url(`. */
  | 'first'
  /** The one that comes first, or behind a `not`. */
  | 'source'
  /** The one that comes first, and one behind each comma. */
  | 'list'
  /** Those behind the word `from`. */
  | 'from'
  /** The first argument, which may have a name: `load-css($url: "x")`. */
  | 'argument'
  | 'each'
  | 'last'
  /** None, and `//` is not a comment: the inside a `url(` without quotes. */
  | 'bare-url'
  /** None, and a closing brace ends it. */
  | 'interpolation';

const ruleRoles = new Map<string, Role>([
  ['import', 'list'],
  ['use', 'first'],
  ['forward', 'first'],
  ['plugin', 'first'],
  ['config', 'first'],
  ['reference', 'first'],
  ['source', 'source'],
  ['value', 'from'],
]);

/** Rules whose `url()` is a name or an address, never a file. */
const addressRules = new Set(['namespace', 'document', '-moz-document']);

const expectsAtOnce = new Set<Role>(['first', 'source', 'list', 'argument', 'each', 'last']);

function isSass(syntax: StyleSyntax): boolean {
  return syntax === 'scss' || syntax === 'sass';
}

/** The role of a statement that starts with an at-rule; undefined if the rule names no file. */
function roleOfRule(name: string, syntax: StyleSyntax): Role | undefined {
  if ((name === 'use' || name === 'forward') && !isSass(syntax)) return undefined;
  if (name === 'import' && syntax === 'css') return 'first';
  return ruleRoles.get(name);
}

/** The role of the brackets behind the name of a function. */
function roleOfFunction(name: string, outer: Role, rule: string, syntax: StyleSyntax): Role {
  if (name === 'image-set' || name === '-webkit-image-set') return 'each';
  if (name === 'data-uri' && syntax === 'less') return 'last';
  if (name === 'load-css' && isSass(syntax)) return 'argument';
  if (name === 'import' && outer === 'colon') return 'first';
  // Tailwind: `@import "tailwindcss" source("../src")`.
  if (name === 'source' && (rule === 'import' || rule === 'tailwind')) return 'first';
  return 'none';
}

/** Stands for any string among the tokens. */
const anyString = '"';

/** Whether a string behind a token names a file, if one did or did not so far. */
function expectsAfter(token: string, role: Role, expects: boolean): boolean {
  if (role === 'each' || role === 'last') return true;
  if (role === 'list') return token === ',';
  if (role === 'from') return token === 'from';
  if (role === 'source') return expects && token === 'not';
  if (role === 'argument') return expects && token !== ',' && token !== anyString;
  return false;
}

/** A statement, or a pair of brackets in it. */
interface Level {
  role: Role;
  /** A string that comes next names a file. */
  expects: boolean;
  /** The last string so far, if only the last one counts. */
  held?: StyleSpecifier;
}

/** The files that a style sheet names, in the order of the text. Broken text never throws. */
export function styleReferences(text: string, syntax: StyleSyntax): Reference[] {
  return new StyleScanner(text, syntax).scan();
}

/** Reads token by token: whether a string names a file depends on what the statement has before it. */
class StyleScanner {
  readonly #reader: StyleReader;
  readonly #found: Reference[] = [];
  /** The brackets that are open in the statement, innermost last. */
  #brackets: Level[] = [];
  #statement: Level = { role: 'start', expects: false };
  #interpolations = 0;
  /** The name of the at-rule that the statement starts with. */
  #rule = '';
  #lastToken = '';

  constructor(text: string, syntax: StyleSyntax) {
    this.#reader = new StyleReader(text, syntax);
  }

  scan(): Reference[] {
    while (this.#reader.at < this.#reader.text.length) this.#readToken();
    // A held string is found later than what comes behind it.
    return this.#found.sort((a, b) => a.start - b.start);
  }

  get #level(): Level {
    return this.#brackets.at(-1) ?? this.#statement;
  }

  #readToken(): void {
    const reader = this.#reader;
    const char = reader.char ?? '';
    if (isSpace(char)) this.#readSpace();
    else if (this.#startsComment()) reader.skipComment();
    else if (isQuote(char)) this.#readString(char);
    else if (reader.startsInterpolation()) this.#openInterpolation();
    else if (!this.#readBareImport() && !this.#readWord() && !this.#readSigil(char)) this.#readMark(char);
  }

  #add({ start, end, open, encode }: StyleSpecifier): void {
    const specifier = readEscapes(this.#reader.text.slice(start, end));
    if (namesFile(specifier)) this.#found.push({ kind: 'style', specifier, start, end, open, encode });
  }

  #startStatement(): void {
    this.#statement = { role: 'start', expects: false };
    this.#brackets = [];
    this.#interpolations = 0;
    this.#rule = '';
    this.#lastToken = '';
  }

  #saw(token: string): void {
    const level = this.#level;
    if (level.role === 'start') level.role = token === 'composes' ? 'from' : token === ':' ? 'colon' : 'none';
    else if (level.role === 'colon') level.role = 'none';
    level.expects = expectsAfter(token, level.role, level.expects);
    this.#lastToken = token;
  }

  #open(role: Role): void {
    this.#brackets.push({ role, expects: expectsAtOnce.has(role) });
  }

  #readSpace(): void {
    const endsLine = this.#reader.skipSpaces();
    // A list may go on in the next line, and so may whatever is in brackets.
    const isEnd = endsLine && this.#brackets.length === 0 && this.#lastToken !== ',';
    if (isEnd && this.#reader.syntax === 'sass') this.#startStatement();
  }

  #startsComment(): boolean {
    const { text, at } = this.#reader;
    if (!this.#reader.startsComment()) return false;
    // The slashes of an address start none.
    return this.#level.role !== 'bare-url' || isSpace(text[at - 1]);
  }

  #readString(quote: StyleQuote): void {
    const level = this.#level;
    const string = this.#reader.readString(quote);
    // Behind a plus it is the end of a longer text.
    if (string && level.expects && this.#lastToken !== '+') {
      if (level.role === 'last') level.held = string;
      else this.#add(string);
    }
    this.#saw(anyString);
  }

  #openInterpolation(): void {
    this.#saw('interpolation');
    this.#interpolations += 1;
    this.#open('interpolation');
    this.#reader.at += 2;
  }

  #readBareImport(): boolean {
    const { role, expects } = this.#level;
    if (this.#reader.syntax !== 'sass' || role !== 'list' || !expects) return false;
    const specifier = this.#reader.readBareImport();
    if (!specifier) return false;
    this.#add(specifier);
    this.#saw('import');
    return true;
  }

  #readWord(): boolean {
    const name = this.#reader.readName();
    if (name === '') return false;
    if (this.#reader.char === '(') this.#openFunction(name);
    else this.#saw(name);
    return true;
  }

  /** Reads `@name`, `$name`, `#name` or `.name`: all but the first are not words of the language. */
  #readSigil(sigil: string): boolean {
    const start = this.#reader.at;
    const name = '@$#.'.includes(sigil) ? this.#reader.readName(start + 1) : '';
    if (name === '') return false;
    if (sigil === '@') this.#readAtRule(name, start);
    else if (sigil === '.' && name === 'load-css' && this.#reader.char === '(') this.#openFunction(name);
    else this.#saw(sigil + name);
    return true;
  }

  #readAtRule(name: string, start: number): void {
    const role = roleOfRule(name, this.#reader.syntax);
    // It starts a statement even if the one before lacks its semicolon or a bracket.
    if (role && this.#reader.indentation(start) !== undefined) this.#startStatement();
    const level = this.#level;
    if (level.role !== 'start') {
      this.#saw(`@${name}`);
      return;
    }
    this.#rule = name;
    this.#lastToken = '@';
    level.role = role ?? 'none';
    level.expects = expectsAtOnce.has(level.role);
  }

  #openFunction(name: string): void {
    const role = roleOfFunction(name, this.#level.role, this.#rule, this.#reader.syntax);
    this.#saw(`${name}(`);
    this.#reader.at += 1;
    if (name === 'url') this.#readUrl();
    else this.#open(role);
  }

  #readUrl(): void {
    const reader = this.#reader;
    const isAddress = addressRules.has(this.#rule);
    reader.skipSpaces();
    if (isQuote(reader.char)) {
      this.#open(isAddress ? 'none' : 'first');
      return;
    }
    const url = reader.readBareUrl();
    if (url && !isAddress && !isComputedUrl(reader.text.slice(url.start, url.end), reader.syntax))
      this.#add(url);
    if (!url || url.open) this.#open('bare-url');
  }

  #readMark(char: string): void {
    this.#reader.at += 1;
    if (char === ')') this.#closeBracket();
    else if (char === '}') this.#closeBrace();
    else if (char === '{' || char === ';') this.#startStatement();
    // Without a name it is not a token of its own: the options of Less are between a rule and its string.
    else if (char === '(') this.#open('none');
    else this.#saw(char);
  }

  #closeBracket(): void {
    this.#lastToken = ')';
    const held = this.#brackets.pop()?.held;
    if (held) this.#add(held);
  }

  /** Ends an interpolation, or else the statement. */
  #closeBrace(): void {
    if (this.#interpolations === 0) {
      this.#startStatement();
      return;
    }
    this.#interpolations -= 1;
    while (this.#brackets.length > 0) if (this.#brackets.pop()?.role === 'interpolation') return;
  }
}

/** Addresses and fragments name no file; `#name/…` is an alias. */
function namesFile(specifier: string): boolean {
  const address = specifier.trimStart();
  if (address === '' || address.startsWith('//') || /^[a-z][a-z\d+.-]*:/i.test(address)) return false;
  return !address.startsWith('#') || address.includes('/');
}
