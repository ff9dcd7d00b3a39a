import type { Span } from '../../config/source.ts';

/** A statement at the top of a script, or a few that are not told apart. */
export interface TopStatement extends Span {
  /** The names that it uses, and some words that are none. */
  readonly words: ReadonlySet<string>;
  /** Those of them that it may declare for the whole script. */
  readonly declared: ReadonlySet<string>;
  readonly isImport: boolean;
}

/** Words behind which an expression or a declaration goes on, though there is a line break. */
const open =
  wordSet(`abstract as async await case class const declare default delete do else enum export extends
  from function global implements import in infer instanceof interface is keyof let module namespace new of readonly
  return satisfies static throw type typeof unique using var void yield`);

/** Words that go on with what stands in the line above. */
const continuing = wordSet(`as assert catch else extends finally from implements in instanceof is of satisfies
  while with`);

/** Words that start a declaration, unless they stand inside an expression. */
const declaring = wordSet('class const enum export function import let namespace using var');

/** Behind the head of these, a statement follows. */
const controlling = wordSet('for if while with');

/** Words that are never names. */
const reserved =
  wordSet(`break case catch class const continue debugger default delete do else enum export extends
  false finally for function if import in instanceof new null return super switch this throw true try typeof var void
  while with`);

const modifiers = wordSet('abstract async declare default export');
const variables = wordSet('const let using var');
const named = wordSet('class enum function');
/** What they hold may be declared as well. */
const enclosing = wordSet('global module namespace');

/**
 * The statements of a script, by its brackets and line breaks: that takes a tenth of the time that the parser takes.
 * Where it is unclear whether a statement ends, it goes on. Undefined if the code has anything rare enough to leave it to
 * the parser.
 */
export function topStatements(code: string): readonly TopStatement[] | undefined {
  return new StatementReader(code).read();
}

/** The token before the next one; what may be a postfix is `++`, `--` or the `!` behind a value. */
type Before = 'start' | 'operator' | 'postfix' | 'dot' | 'word' | 'number' | 'text' | ')' | ']' | '}';

/** Thrown where the code is left to the parser. */
class Unclear extends Error {
  override readonly name = 'Unclear';
}

class StatementReader {
  readonly #code: string;
  readonly #found: TopStatement[] = [];
  /** The brackets that are open; a template literal is open between its parts. */
  readonly #brackets: string[] = [];
  #at = 0;
  #before: Before = 'start';
  #lastWord = '';
  #hasLineBreak = false;
  #isEnded = false;
  #current = new StatementNotes(0);

  constructor(code: string) {
    this.#code = code;
  }

  read(): readonly TopStatement[] | undefined {
    try {
      while (this.#at < this.#code.length) this.#readToken();
    } catch (error) {
      if (error instanceof Unclear) return undefined;
      throw error;
    }
    if (this.#brackets.length > 0) return undefined;
    this.#found.push(this.#current.statement(this.#code.length));
    return this.#found;
  }

  get #isTop(): boolean {
    return this.#brackets.length === 0;
  }

  #readToken() {
    const code = this.#code;
    const letter = code.charCodeAt(this.#at);
    if (isWordLetter(letter)) return this.#readWord();
    switch (code[this.#at]) {
      case '\n':
      case '\r':
        this.#hasLineBreak = true;
        this.#at += 1;
        return;
      case ' ':
      case '\t':
        this.#at += 1;
        return;
      case '/':
        return this.#readSlash();
      case '"':
      case "'":
        return this.#readText();
      case '`':
        this.#startToken();
        this.#at += 1;
        return this.#readTemplate();
      case '(':
      case '[':
      case '{':
        return this.#openBracket();
      case ')':
      case ']':
      case '}':
        return this.#closeBracket();
      case '\\':
      case '@':
      case '#':
        // Escaped names, decorators and the line that names an interpreter. Private names are inside of classes.
        if (this.#isTop || code[this.#at] === '\\') throw new Unclear();
        return this.#readOperator();
      default:
        return this.#readOperator();
    }
  }

  /** What is not a word never starts a statement for sure, except behind a semicolon. */
  #startToken() {
    if (this.#isTop && this.#isEnded) this.#split();
    this.#hasLineBreak = false;
  }

  #split() {
    this.#found.push(this.#current.statement(this.#at));
    this.#current = new StatementNotes(this.#at);
    this.#isEnded = false;
    this.#before = 'start';
  }

  #readOperator() {
    const sign = this.#code[this.#at] ?? '';
    if (sign === '<' && /[/!]/.test(this.#code[this.#at + 1] ?? '')) throw new Unclear();
    const isSpread = sign === '.' && this.#code.startsWith('...', this.#at);
    this.#startToken();
    const kind = isSpread ? 'operator' : this.#kindOf(sign);
    this.#at += isSpread ? 3 : 1;
    if (this.#isTop) {
      if (sign === ';') this.#isEnded = true;
      // A label; the statement that it names may start on the next line.
      if (sign === ':' && this.#current.isOneName) throw new Unclear();
      this.#current.noteSign(sign);
    }
    this.#before = kind;
  }

  #kindOf(sign: string): Before {
    const before = this.#code[this.#at - 1] ?? '';
    switch (sign) {
      case '.':
        return this.#before === 'number' && isDigit(before) ? 'number' : 'dot';
      case '!':
        return this.#mayBeBehindValue ? 'postfix' : 'operator';
      case '+':
      case '-':
        return before === sign ? 'postfix' : 'operator';
      default:
        return 'operator';
    }
  }

  get #mayBeBehindValue(): boolean {
    if (this.#before === 'word') return !open.has(this.#lastWord) || !reserved.has(this.#lastWord);
    return this.#before !== 'start' && this.#before !== 'operator';
  }

  #openBracket() {
    this.#startToken();
    this.#brackets.push(this.#code[this.#at] ?? '');
    this.#at += 1;
    this.#before = 'operator';
  }

  #closeBracket() {
    const sign = this.#code[this.#at] ?? '';
    const opened = this.#brackets.pop();
    this.#at += 1;
    this.#hasLineBreak = false;
    if (opened === '`' && sign === '}') return this.#readTemplate();
    if (`${opened}${sign}` !== '()' && `${opened}${sign}` !== '[]' && `${opened}${sign}` !== '{}')
      throw new Unclear();
    this.#before = sign as ')' | ']' | '}';
  }

  /** A comment, a division or a regular expression. */
  #readSlash() {
    const next = this.#code[this.#at + 1];
    if (next === '/' || next === '*') return this.#readComment(next === '/' ? '\n' : '*/');
    // Behind a block a pattern follows, and behind an object a division; the end of a tag has this sign too.
    if (this.#before === '}' || this.#before === 'postfix' || next === '>') throw new Unclear();
    const isBehindWord = this.#before === 'word' && open.has(this.#lastWord);
    // It may be a name as well.
    if (isBehindWord && !reserved.has(this.#lastWord)) throw new Unclear();
    const isPattern = this.#before === 'start' || this.#before === 'operator' || isBehindWord;
    if (!isPattern) {
      // `if (a) /b/.test(c)` looks like two divisions, and so does a pattern that is a statement.
      const mayBePattern = this.#before === ')' && this.#restOfLine().includes('/');
      if (mayBePattern || (this.#isTop && this.#hasLineBreak)) throw new Unclear();
      return this.#readOperator();
    }
    this.#startToken();
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#code);
    if (!found) throw new Unclear();
    this.#at += found[0].length;
    this.#before = 'text';
  }

  #readComment(end: '\n' | '*/') {
    const at = this.#code.indexOf(end, this.#at + 2);
    if (at === -1 && end === '*/') throw new Unclear();
    const text = this.#code.slice(this.#at, at === -1 ? undefined : at);
    if (text.includes('\n')) this.#hasLineBreak = true;
    // The line break is read by itself.
    this.#at += text.length + (end === '*/' ? end.length : 0);
  }

  #restOfLine(): string {
    const end = this.#code.indexOf('\n', this.#at);
    return this.#code.slice(this.#at + 1, end === -1 ? undefined : end);
  }

  #readText() {
    const code = this.#code;
    const quote = code.charCodeAt(this.#at);
    this.#startToken();
    for (let at = this.#at + 1; at < code.length; at += 1) {
      const letter = code.charCodeAt(at);
      if (letter === quote) {
        this.#at = at + 1;
        this.#before = 'text';
        return;
      }
      if (letter === backslash) at += 1;
      else if (letter === lineFeed) break;
    }
    throw new Unclear();
  }

  /** A template literal, from behind its start or the end of an expression in it. */
  #readTemplate() {
    const code = this.#code;
    for (let at = this.#at; at < code.length; at += 1) {
      const letter = code.charCodeAt(at);
      if (letter === backslash) at += 1;
      else if (letter === backtick) {
        this.#at = at + 1;
        this.#before = 'text';
        return;
      } else if (letter === dollar && code[at + 1] === '{') {
        this.#brackets.push('`');
        this.#at = at + 2;
        this.#before = 'operator';
        return;
      }
    }
    throw new Unclear();
  }

  #readWord() {
    const code = this.#code;
    const start = this.#at;
    let end = start;
    let isPlain = true;
    for (let letter = code.charCodeAt(end); isWordLetter(letter); letter = code.charCodeAt(end)) {
      if (letter >= 0x80) isPlain = false;
      end += 1;
    }
    const word = code.slice(start, end);
    // Spaces of other scripts would hide the words beside them.
    if (!isPlain && !/^[\p{ID_Continue}$\u200C\u200D]+$/u.test(word)) throw new Unclear();
    const isAssertion = word === 'const' && this.#isBehindAs;
    const isMember = this.#before === 'dot';
    if (this.#isTop && !isMember) this.#readTopWord(word, code[end] ?? '');
    else if (word === 'var') this.#current.isMixed = true;
    this.#hasLineBreak = false;
    this.#at = end;
    const isNumber = isDigit(word[0] ?? '');
    if (!isMember && !isNumber && !reserved.has(word)) this.#current.noteWord(word);
    this.#before = isNumber ? 'number' : 'word';
    this.#lastWord = isMember || isAssertion ? '' : word;
  }

  get #isBehindAs(): boolean {
    return this.#before === 'word' && this.#lastWord === 'as' && !this.#hasLineBreak;
  }

  #readTopWord(word: string, next: string) {
    if (this.#isEnded ? word !== 'else' : this.#startsStatement(word)) this.#split();
    this.#isEnded = false;
    // The condition stands at the end.
    if (word === 'do') throw new Unclear();
    if (controlling.has(word)) this.#current.isControlling = true;
    const { head, isHeadOver } = this.#current;
    if (head === undefined || (modifiers.has(head) && !isHeadOver)) {
      const isCall = word === 'import' && (next === '(' || next === '.');
      this.#current.head = isCall ? 'import()' : word;
    } else if (declaring.has(word) && !this.#isInside(word, next)) this.#current.isMixed = true;
  }

  /** Whether a word is on a line of its own, and cannot go on with what stands above. */
  #startsStatement(word: string): boolean {
    if (!this.#hasLineBreak || continuing.has(word)) return false;
    switch (this.#before) {
      case 'start':
      case 'operator':
      case 'postfix':
      case 'dot':
        return false;
      case 'word':
        return !open.has(this.#lastWord);
      case ')':
        return !this.#current.isControlling;
      default:
        return true;
    }
  }

  /** Whether a word that may start a declaration is a part of an expression. */
  #isInside(word: string, next: string): boolean {
    if (word === 'const') return this.#isBehindAs;
    if (word === 'import') return next === '(' || next === '.';
    return (word === 'function' || word === 'class') && this.#before === 'operator';
  }
}

/** What is noted about a statement on the way through it. */
class StatementNotes {
  readonly #start: number;
  readonly #words = new Set<string>();
  readonly #heading = new Set<string>();
  /** The word that tells its kind, as far as it was read; behind `export` and the like comes another one. */
  head: string | undefined;
  /** It may be several, which declare anything. */
  isMixed = false;
  /** Another statement may follow behind a bracket. */
  isControlling = false;
  /** What it declares was read, as far as that can be told. */
  isHeadOver = false;

  constructor(start: number) {
    this.#start = start;
  }

  /** Whether there is nothing yet but a name. */
  get isOneName(): boolean {
    return this.#words.size === 1 && this.#words.has(this.head ?? '');
  }

  noteWord(word: string) {
    this.#words.add(word);
    if (!this.isHeadOver && word !== this.head) this.#heading.add(word);
    if (this.head !== undefined && named.has(this.head) && word !== this.head) this.isHeadOver = true;
  }

  noteSign(sign: string) {
    if (sign === '=') this.isHeadOver = true;
    // One more variable, or a list of types.
    else if (sign === ',' && this.isHeadOver && variables.has(this.head ?? '')) this.isMixed = true;
  }

  statement(end: number): TopStatement {
    const { head = '', isMixed } = this;
    const isAny = isMixed || enclosing.has(head);
    const declares = isAny || variables.has(head) || named.has(head) || head === 'import';
    return {
      start: this.#start,
      end,
      words: this.#words,
      declared: isAny ? this.#words : declares ? this.#heading : noWords,
      isImport: head === 'import' && !isMixed,
    };
  }
}

const noWords: ReadonlySet<string> = new Set();

const pattern = /\/(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;
const lineFeed = 10;
const dollar = 36;
const backslash = 92;
const backtick = 96;

function isDigit(sign: string): boolean {
  return sign >= '0' && sign <= '9';
}

function isWordLetter(letter: number): boolean {
  return (
    (letter >= 97 && letter <= 122) ||
    (letter >= 65 && letter <= 90) ||
    (letter >= 48 && letter <= 57) ||
    letter === 95 ||
    letter === dollar ||
    letter >= 0x80
  );
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
