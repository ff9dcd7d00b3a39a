import type { Language } from './code.ts';

/**
 * Whether code might nest deeper than a parser of machine code has stack for: running out of it ends the process, and
 * cannot be caught as it can in JavaScript. When in doubt, it might.
 */
export function mayNestDeeply(code: string, language: Language): boolean {
  const hasTags = language !== 'ts' && language !== 'dts';
  return !fitsUnclosed(code) && !fitsByBrackets(code, hasTags);
}

// Half of 2 MB. A process has 8 MB in most places, and a worker thread 4 MB.
const budget = 1024 * 1024;

// Bytes of stack. What each takes was measured by how many of its kind run out of 2 MB, and is rounded up.
const brackets: ReadonlyMap<string, number> = new Map([
  ['(', 1_700],
  ['[', 1_700],
  ['{', 2_700],
  ['<', 1_700],
  ['${', 2_700],
]);
/** What nests without brackets. */
const others: ReadonlyMap<string, number> = new Map([
  ['=', 850],
  ['=>', 850],
  ['<=', 120],
  ['?', 650],
  [':', 400],
  ['.', 230],
  ['@', 500],
  ...weighing(120, '! ~ + - * / % & | ^'),
  ...weighing(1_200, 'asserts class'),
  ...weighing(
    500,
    'abstract await do else extends for if infer is keyof new readonly unique while with yield',
  ),
  ...weighing(120, 'as delete in instanceof satisfies typeof void'),
]);
/** What a call, an index or a template adds to what it follows. */
const linkWeight = 200;
const tagWeight = 500;
/** No word takes more for each of its letters. */
const letterWeight = 200;

function weighing(weight: number, all: string): (readonly [string, number])[] {
  return all.split(' ').map((one) => [one, weight]);
}

const weightOfCharacter: readonly number[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return brackets.get(character) ?? others.get(character) ?? letterWeight;
});

/** Whether code would fit even if nothing in it ended before all of it does. */
function fitsUnclosed(code: string): boolean {
  let load = 0;
  for (let at = 0; at < code.length && load <= budget; at += 1)
    load += weightOfCharacter[code.charCodeAt(at)] ?? letterWeight;
  return load <= budget;
}

interface Level {
  readonly bracket: string;
  /** The load before it, and at its start. */
  readonly outer: number;
  readonly inner: number;
}

/** The stack that a parser takes on its way through code. */
class StackLoad {
  readonly #levels: Level[] = [];
  #load = 0;
  #most = 0;
  /** For tags that may be open anywhere. */
  #lost = 0;

  get isTooMuch(): boolean {
    return this.#most + this.#lost > budget;
  }

  add(weight: number): void {
    this.#load += weight;
    if (this.#load > this.#most) this.#most = this.#load;
  }

  open(bracket: string): void {
    const outer = this.#load;
    this.add(brackets.get(bracket) ?? 0);
    this.#levels.push({ bracket, outer, inner: this.#load });
  }

  /** Whether that is the bracket that was open. */
  close(bracket: string): boolean {
    if (bracket !== '<') this.#dropAngles();
    const level = this.#levels.pop();
    this.#load = level?.outer ?? 0;
    this.add(linkWeight);
    return level?.bracket === bracket;
  }

  isInside(bracket: string): boolean {
    return this.#levels.at(-1)?.bracket === bracket;
  }

  isClosed(): boolean {
    return this.#levels.every(({ bracket }) => bracket === '<');
  }

  /** The next statement, or the next part of a list. */
  startOver(): void {
    this.#dropAngles();
    this.#load = this.#levels.at(-1)?.inner ?? 0;
  }

  loseTags(count: number): void {
    this.#lost += count * tagWeight;
  }

  /** Of less-than signs, some are tags and most have no partner. */
  #dropAngles(): void {
    for (; this.isInside('<'); this.#levels.pop()) this.loseTags(1);
  }
}

const partners: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

/** What belongs to a sign if it follows. */
const pairs: ReadonlyMap<string, readonly string[]> = new Map([
  ['=', ['>']],
  ['<', ['=']],
]);
const pairsOfTags: typeof pairs = new Map([...pairs, ['<', ['=', '/']], ['/', ['>']]]);

/** Start a statement, even if the one before has no semicolon at its end; but not after one of the others. */
const starts = new Set(['const', 'export', 'var']);
const before = new Set(['as', '<', ',', '.']);

/** Whether code fits by its brackets. If they have no partners, they are not what they look like. */
function fitsByBrackets(code: string, hasTags: boolean): boolean {
  const load = new StackLoad();
  let last = '';
  for (let at = 0; at < code.length; ) {
    if (code.charCodeAt(at) <= 32) {
      at += 1;
      continue;
    }
    const token = tokenAt(code, at, hasTags);
    const end = endOfText(code, at, token, load);
    if (end === undefined) return false;
    if (end > at) {
      // What looks like a string or a comment may be text between tags.
      if (hasTags) load.loseTags(code.slice(at, end).split('<').length - 1);
      at = end;
      continue;
    }
    at += token.length;
    if ((last === ';' && token !== 'else') || (starts.has(token) && !before.has(last))) load.startOver();
    if (!take(token, load, hasTags) || load.isTooMuch) return false;
    last = token;
  }
  return load.isClosed() && !load.isTooMuch;
}

/** Whether a bracket has its partner. */
function take(token: string, load: StackLoad, hasTags: boolean): boolean {
  const partner = partners.get(token);
  if (partner !== undefined) return load.close(partner);
  const isEnd = hasTags ? token === '</' || token === '/>' : token === '>';
  if (isEnd && load.isInside('<')) return load.close('<');
  if (token === ',' && !load.isInside('<')) load.startOver();
  if ('([{<'.includes(token)) load.open(token);
  else load.add(others.get(token) ?? 0);
  return true;
}

/** A word, a sign, or two signs that belong together. */
function tokenAt(code: string, at: number, hasTags: boolean): string {
  let end = at;
  while (isWordPart(code.charCodeAt(end))) end += 1;
  if (end > at) return code.slice(at, end);
  const sign = code.charAt(at);
  const next = (hasTags ? pairsOfTags : pairs).get(sign);
  return next?.includes(code.charAt(at + 1)) ? code.slice(at, at + 2) : sign;
}

/** Letters, digits, `_`, `$`, and all that is not ASCII. */
function isWordPart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36 ||
    code > 127
  );
}

/** Where text ends that is not code; its start if it is code, and undefined if it does not end. */
function endOfText(code: string, at: number, token: string, load: StackLoad): number | undefined {
  const isBack = token === '}' && load.isInside('${');
  if (token === '`' || isBack) {
    const end = endOfTemplateText(code, at + 1);
    if (isBack) load.close('${');
    if (end !== undefined && code[end - 1] === '{') load.open('${');
    else load.add(linkWeight);
    return end;
  }
  if (token === '"' || token === "'") return endOfLiteral(code, at, token);
  if (token !== '/') return at;
  if (code[at + 1] === '/') return endOf(code, '\n', at) ?? code.length;
  if (code[at + 1] === '*') return endOf(code, '*/', at + 2);
  return divides(code, at) ? at : endOfLiteral(code, at, '/');
}

/** Where the text of a template goes over into code, or ends; undefined if it does neither. */
function endOfTemplateText(code: string, at: number): number | undefined {
  for (let end = at; end < code.length; end += 1) {
    if (code[end] === '`') return end + 1;
    if (code[end] === '$' && code[end + 1] === '{') return end + 2;
    if (code[end] === '\\') end += 1;
  }
  return undefined;
}

function endOfLiteral(code: string, at: number, quote: string): number | undefined {
  let isInSet = false;
  for (let end = at + 1; end < code.length; end += 1) {
    const character = code[end];
    if (character === quote && !isInSet) return end + 1;
    if (character === '\n') return undefined;
    if (character === '\\') end += 1;
    else if (quote === '/') isInSet = character === '[' || (isInSet && character !== ']');
  }
  return undefined;
}

function endOf(code: string, text: string, from: number): number | undefined {
  const start = code.indexOf(text, from);
  return start === -1 ? undefined : start + text.length;
}

const beforeExpression =
  /(?:^|[^\w$.])(?:await|case|delete|do|else|in|instanceof|new|of|return|throw|typeof|void|yield)$/;

/** Whether a slash comes after a value. What is before it tells, nearly always. */
function divides(code: string, at: number): boolean {
  let end = at;
  while (end > 0 && code.charCodeAt(end - 1) <= 32) end -= 1;
  const previous = code[end - 1] ?? '';
  if (!/[\w$)\]}"'`\u0080-\uFFFF]/.test(previous)) return false;
  return !beforeExpression.test(code.slice(Math.max(0, end - 12), end));
}
