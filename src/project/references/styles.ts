import type { Reference } from './reference.ts';
import { isNewline, isQuote, isSigil, isSpace, type Quote } from './styles/characters.ts';
import { skipComment, startsComment } from './styles/comments.ts';
import { Cursor } from './styles/cursor.ts';
import { readEscapes } from './styles/escapes.ts';
import { roleOfFunction, roleOfRule, STRING, takesAddresses } from './styles/roles.ts';
import { isComputed, readBareImport, readBareUrl, readString, type Specifier } from './styles/specifiers.ts';
import { Statement } from './styles/statement.ts';
import type { StyleSyntax } from './styles/syntax.ts';

export type { StyleSyntax } from './styles/syntax.ts';

/** The files that a style sheet names, in the order of the text. Broken text never throws. */
export function styleReferences(text: string, syntax: StyleSyntax): Reference[] {
  return new Scanner(text, syntax).scan();
}

class Scanner {
  readonly #cursor: Cursor;
  readonly #statement = new Statement();
  readonly #found: Reference[] = [];

  constructor(text: string, syntax: StyleSyntax) {
    this.#cursor = new Cursor(text, syntax);
  }

  scan(): Reference[] {
    while (this.#cursor.at < this.#cursor.text.length) this.#readToken();
    // A held string is found later than what stands behind it.
    return this.#found.sort((a, b) => a.start - b.start);
  }

  #readToken(): void {
    const cursor = this.#cursor;
    const char = cursor.char;
    if (isSpace(char)) this.#readSpace();
    else if (this.#startsComment()) skipComment(cursor);
    else if (isQuote(char)) this.#readString(char);
    else if (cursor.startsInterpolation()) this.#openInterpolation();
    else if (this.#readBareImport()) return;
    else if (cursor.startsName()) this.#readWord();
    else if (isSigil(char) && cursor.startsName(cursor.at + 1)) this.#readSigil(char);
    else this.#readMark(char ?? '');
  }

  #add({ start, end, open, encode }: Specifier): void {
    const specifier = readEscapes(this.#cursor.text.slice(start, end));
    if (namesFile(specifier)) this.#found.push({ kind: 'style', specifier, start, end, open, encode });
  }

  #readSpace(): void {
    const { syntax, char } = this.#cursor;
    const { isFlat, lastToken } = this.#statement;
    // A list may go on in the next line, and so may whatever stands in brackets.
    if (syntax === 'sass' && isNewline(char) && isFlat && lastToken !== ',') this.#statement.end();
    this.#cursor.at += 1;
  }

  #startsComment(): boolean {
    if (!startsComment(this.#cursor)) return false;
    // The slashes of an address start none.
    return this.#statement.place.role !== 'bare-url' || isSpace(this.#cursor.text[this.#cursor.at - 1]);
  }

  #readString(quote: Quote): void {
    const { place, lastToken } = this.#statement;
    const string = readString(this.#cursor, quote);
    // Behind a plus it is the end of a longer text.
    if (string && place.expects && lastToken !== '+') {
      if (place.role === 'last') place.held = string;
      else this.#add(string);
    }
    this.#statement.saw(STRING);
  }

  #openInterpolation(): void {
    this.#statement.openInterpolation();
    this.#cursor.at += 2;
  }

  #readBareImport(): boolean {
    const { role, expects } = this.#statement.place;
    if (this.#cursor.syntax !== 'sass' || role !== 'list' || !expects) return false;
    const specifier = readBareImport(this.#cursor);
    if (!specifier) return false;
    this.#add(specifier);
    this.#statement.saw('import');
    return true;
  }

  #readWord(): void {
    const name = this.#cursor.readName();
    if (this.#cursor.char === '(') this.#openFunction(name);
    else this.#statement.saw(name);
  }

  /** Reads `@name`, `$name`, `#name` or `.name`: all but the first are no words of the language. */
  #readSigil(sigil: string): void {
    const start = this.#cursor.at;
    this.#cursor.at += 1;
    const name = this.#cursor.readName();
    if (sigil === '@') this.#readAtRule(name, start);
    else if (sigil === '.' && name === 'load-css' && this.#cursor.char === '(') this.#openFunction(name);
    else this.#statement.saw(sigil + name);
  }

  #readAtRule(name: string, start: number): void {
    const role = roleOfRule(name, this.#cursor.syntax);
    // It starts a statement even where the one before lacks its semicolon or a bracket.
    if (role && this.#cursor.indentation(start) !== undefined) this.#statement.end();
    this.#statement.startRule(name, role);
  }

  #openFunction(name: string): void {
    const { place, rule } = this.#statement;
    const role = roleOfFunction(name, place.role, rule, this.#cursor.syntax);
    this.#statement.saw(`${name}(`);
    this.#cursor.at += 1;
    if (name === 'url') this.#readUrl();
    else this.#statement.open(role);
  }

  #readUrl(): void {
    const cursor = this.#cursor;
    const isAddress = takesAddresses(this.#statement.rule);
    cursor.at = cursor.afterSpaces(cursor.at);
    if (isQuote(cursor.char)) {
      this.#statement.open(isAddress ? 'none' : 'first');
      return;
    }
    const url = readBareUrl(cursor);
    if (url && !isAddress && !isComputed(cursor, url)) this.#add(url);
    if (!url || url.open) this.#statement.open('bare-url');
  }

  #readMark(char: string): void {
    this.#cursor.at += 1;
    if (char === ')') this.#closeBracket();
    else if (char === '}') this.#statement.closeBrace();
    else if (char === '{' || char === ';') this.#statement.end();
    // Without a name it is no token of its own: the options of Less stand between a rule and its string.
    else if (char === '(') this.#statement.open('none');
    else this.#statement.saw(char);
  }

  #closeBracket(): void {
    const held = this.#statement.closeBracket();
    if (held) this.#add(held);
  }
}

/** Addresses and fragments name no file; `#name/…` is an alias. */
function namesFile(specifier: string): boolean {
  const address = specifier.trimStart();
  if (address === '' || address.startsWith('//') || /^[a-z][a-z\d+.-]*:/i.test(address)) return false;
  return !address.startsWith('#') || address.includes('/');
}
