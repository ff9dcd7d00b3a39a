// What is none of these is one character.
const token =
  /[\w$#@\u0080-\uffff]+|'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"|\.\.\.|=>|\?\.(?!\d)|(?:\*\*|&&|\|\||\?\?|<<|>>>?|[-+*/%&|^])=|[=!]==?|[<>]=|&&|\|\||\?\?|\+\+|--|[\s\S]/y;
const trivia = /(?:\s+|\/\/.*|\/\*[\s\S]*?\*\/)*/y;
const regex = /\/(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;
const literalText = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;
const closing = new Map(Object.entries({ '(': ')', '[': ']', '{': '}', '${': '}', '`': '`' }));

const keywords: ReadonlySet<string> = new Set(
  (
    'await break case catch class const continue default delete do else export extends finally for function if ' +
    'import in instanceof let new of return switch throw try typeof var void while with yield'
  ).split(' '),
);

export function isName(text: string): boolean {
  return /^[A-Za-z_$#\u0080-\uffff]/.test(text) && !keywords.has(text);
}

/** Whether an expression can end with a token. */
export function isOperandEnd(text: string): boolean {
  return /^(?:[\w$#'"`)\]}\u0080-\uffff]|<\w)/.test(text) && !keywords.has(text);
}

/** The content of a string, or the token itself. */
export function unquoted(text: string): string {
  return /^['"]/.test(text) ? text.slice(1, -1) : text;
}

/** An item in a pair of brackets: its key in an object, and the tokens of its value. */
export interface Item {
  readonly first: number;
  readonly key: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** The code of a file as a list of tokens with pairs of brackets, which is many times faster than parsing it. */
export class CodeTokens {
  readonly #texts: string[] = [];
  readonly #starts: number[] = [];
  readonly #pairs: number[] = [];
  readonly #openers: number[] = [];
  readonly #firsts: boolean[] = [];
  #opener = -1;
  #isFirst = true;
  /** Whether all brackets are in pairs, and none of the code is markup. */
  isReadable = true;
  /** The first token of the template. */
  template = Number.POSITIVE_INFINITY;

  get length(): number {
    return this.#texts.length;
  }

  text(token: number): string {
    // The engine is slow to look for an index that is negative.
    return token < 0 ? '' : (this.#texts[token] ?? '');
  }

  /** The offset of a token in the file. */
  offset(token: number): number {
    return this.#starts[token] ?? 0;
  }

  /** The other bracket of a pair; for other tokens, the token itself. */
  pair(token: number): number {
    return this.#pairs[token] ?? token;
  }

  /** The bracket around a token, or -1. */
  opener(token: number): number {
    return this.#openers[token] ?? -1;
  }

  /** Whether a token is the first of its line. */
  isFirst(token: number): boolean {
    return this.#firsts[token] ?? true;
  }

  /** The next token that is not in a pair of brackets. */
  after(token: number): number {
    return Math.max(token, this.pair(token)) + 1;
  }

  before(token: number): number {
    return Math.min(token, this.pair(token)) - 1;
  }

  /** All tokens with a text. */
  all(text: string): number[] {
    const tokens: number[] = [];
    for (let at = this.#texts.indexOf(text); at !== -1; at = this.#texts.indexOf(text, at + 1))
      tokens.push(at);
    return tokens;
  }

  /** Adds code at an offset; the tokens of code with entities are all at this offset. */
  add(code: string, offset: number, hasEntities = false): void {
    const around = this.#opener;
    for (let at = 0; at < code.length && this.isReadable; ) {
      const isLiteral = this.text(this.#opener) === '`';
      const skipped = endOf(isLiteral ? literalText : trivia, code, at);
      this.#isFirst ||= !isLiteral && skipped > at && code.slice(at, skipped).includes('\n');
      at = skipped;
      if (at === code.length) break;
      const text = isLiteral
        ? code.slice(at, code[at] === '$' ? at + 2 : at + 1)
        : this.#next(code, at);
      this.push(text, hasEntities ? offset : offset + at);
      at += text.length;
    }
    if (this.#opener !== around) this.isReadable = false;
  }

  #next(code: string, at: number): string {
    const text = code.slice(at, endOf(token, code, at));
    if (text !== '/' && text !== '/=') return text;
    const before = this.text(this.length - 1);
    // Markup in code has texts, which are no tokens.
    if (before === '<' || code[at + 1] === '>') this.isReadable = false;
    return isOperandEnd(before) ? text : code.slice(at, endOf(regex, code, at)) || text;
  }

  push(text: string, offset: number): void {
    const token = this.length;
    const opener = this.text(this.#opener);
    this.#pairs.push(token);
    const isClosing = text === '`' ? opener === text : text === ')' || text === ']' || text === '}';
    if (isClosing) {
      if (closing.get(opener) !== text) this.isReadable = false;
      this.#pairs[token] = this.#opener;
      this.#pairs[this.#opener] = token;
      this.#opener = this.opener(this.#opener);
    } else if (text === "'" || text === '"' || text === '\\') this.isReadable = false;
    this.#texts.push(text);
    this.#starts.push(offset);
    this.#openers.push(this.#opener);
    this.#firsts.push(this.#isFirst);
    this.#isFirst = false;
    if (!isClosing && text.length < 3 && closing.has(text)) this.#opener = token;
  }

  /** The items between brackets, without their type annotations in patterns. */
  items(opener: number): Item[] {
    const items: Item[] = [];
    const isObject = this.text(opener) === '{';
    for (let first = opener + 1; first < this.pair(opener); ) {
      let end = first;
      while (end < this.pair(opener) && this.text(end) !== ',') end = this.after(end);
      const isKeyed = isObject && this.text(this.after(first)) === ':';
      const key = isObject && this.pair(first) === first ? unquoted(this.text(first)) : undefined;
      items.push({ first, key, start: isKeyed ? this.after(first) + 1 : first, end });
      first = end + 1;
    }
    return items;
  }

  /** The member after an expression, its name if it is known, and its end; a `!` has no name. */
  memberAt(token: number): { readonly name: string | undefined; readonly end: number } | undefined {
    const [text, next] = [this.text(token), this.text(token + 1)];
    if (text === '!' || (text === '?.' && next === '[')) return { name: undefined, end: token + 1 };
    if (text === '.' || (text === '?.' && next !== '(')) return { name: next, end: token + 2 };
    if (text !== '[' || this.isFirst(token)) return undefined;
    const end = this.after(token);
    return { name: end === token + 3 && /^['"]/.test(next) ? unquoted(next) : undefined, end };
  }

  /** The bracket of the call of an expression that ends before a token; -1 if it is not called. */
  callAt(token: number): number {
    let at = this.text(token) === '?.' ? token + 1 : token;
    if (this.text(at) === '<') {
      let depth = 0;
      do {
        depth += this.text(at) === '<' ? 1 : this.text(at) === '>' ? -1 : 0;
        at = this.after(at);
      } while (depth > 0 && !/^(?:[;)\]}]|&&|\|\||)$/.test(this.text(at)));
    }
    return this.text(at) === '(' ? at : -1;
  }

  /** The last token of the function that a bracket calls; -1 if the bracket is none of a call. */
  calleeOf(opener: number): number {
    let at = opener - 1;
    if (/^(?:\?\.|!)$/.test(this.text(at))) at -= 1;
    if (this.text(at) === '>') {
      let depth = 0;
      do {
        depth += this.text(at) === '>' ? 1 : this.text(at) === '<' ? -1 : 0;
        at = this.before(at);
      } while (depth > 0 && at >= 0);
    }
    return isOperandEnd(this.text(at)) || this.text(at) === 'import' ? at : -1;
  }

  /** The start of the chain of members and calls that ends at a token. */
  operandStart(last: number): number {
    let at = Math.min(last, this.pair(last));
    for (;;) {
      const before = this.text(at - 1);
      const isPostfix = /^[([]$/.test(this.text(at)) && isOperandEnd(before);
      if (before === '.' || before === '?.') at = Math.min(at - 2, this.pair(at - 2));
      else if (isPostfix) at = Math.min(at - 1, this.pair(at - 1));
      else return before === 'new' ? at - 1 : at;
    }
  }

  /** The chain of names that ends at a token: `a.b.c`; empty if it has other parts. */
  dotted(last: number): string {
    const start = this.operandStart(last);
    const texts = this.#texts.slice(this.text(start) === 'new' ? start + 1 : start, last + 1);
    const name = texts.join('').replaceAll('?.', '.').replaceAll('!', '');
    return /^[^()[\]{}`'"]*$/.test(name) ? name : '';
  }
}

/** The end of a match at an offset; the offset itself if there is none. */
function endOf(pattern: RegExp, code: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(code) ? pattern.lastIndex : at;
}
