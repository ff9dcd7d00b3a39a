import type { Language } from './code.ts';

/**
 * Whether code might nest deeper than a parser of machine code has stack for: running out of it ends the process, and
 * cannot be caught as it can in JavaScript. When in doubt, it might.
 */
export function mayNestDeeply(code: string, language: Language): boolean {
  return !fitsByBrackets(code, language !== 'ts' && language !== 'dts');
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

function weighing(weight: number, all: string): (readonly [string, number])[] {
  return all.split(' ').map((one) => [one, weight]);
}

/** What is open at a place of the code, and the load before it and at its start. */
interface Level {
  readonly bracket: string;
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

/** Start a statement, even if the one before has no semicolon at its end; but not after one of the others. */
const starts = new Set(['const', 'export', 'var']);
const before = new Set(['as', '<', ',', '.']);

/** A word, two signs that belong together, or a sign. */
const plainToken = /[\w$\u0080-\uFFFF]+|=>|<=|[\s\S]/y;
const tokenWithTags = /[\w$\u0080-\uFFFF]+|=>|<[=/]|\/>|[\s\S]/y;

/** Whether code fits by its brackets. If they have no partners, they are not what they look like. */
function fitsByBrackets(code: string, hasTags: boolean): boolean {
  const token = hasTags ? tokenWithTags : plainToken;
  const load = new StackLoad();
  let last = '';
  for (let at = 0; at < code.length; ) {
    if (code.charCodeAt(at) <= 32) {
      at += 1;
      continue;
    }
    const next = fitAt(token, code, at);
    const text = textAt(code, at, next, load);
    if (text === undefined) return false;
    if (text !== '') {
      // What looks like a string or a comment may be text between tags.
      if (hasTags) load.loseTags(text.split('<').length - 1);
      at += text.length;
      continue;
    }
    at += next.length;
    if ((last === ';' && next !== 'else') || (starts.has(next) && !before.has(last))) load.startOver();
    if (!take(next, load, hasTags) || load.isTooMuch) return false;
    last = next;
  }
  return load.isClosed() && !load.isTooMuch;
}

/** What fits a pattern at an offset; empty if nothing does. */
function fitAt(pattern: RegExp, code: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(code)?.[0] ?? '';
}

/** Whether a bracket has its partner. */
function take(next: string, load: StackLoad, hasTags: boolean): boolean {
  const partner = partners.get(next);
  if (partner !== undefined) return load.close(partner);
  const isEnd = hasTags ? next === '</' || next === '/>' : next === '>';
  if (isEnd && load.isInside('<')) return load.close('<');
  if (next === ',' && !load.isInside('<')) load.startOver();
  if ('([{<'.includes(next)) load.open(next);
  else load.add(others.get(next) ?? 0);
  return true;
}

/** Text in code, by its first signs: up to its end, or to where a template goes over into code. */
const texts: ReadonlyMap<string, RegExp> = new Map([
  ['"', /"[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*"/y],
  ["'", /'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'/y],
  ['`', /[`}][^`$\\]*(?:(?:\\[\s\S]|\$(?!\{))[^`$\\]*)*(?:`|\$\{)/y],
  ['//', /\/\/[^\n]*\n?/y],
  ['/*', /\/\*[\s\S]*?\*\//y],
  ['/', /\/[^/[\\\n]*(?:(?:\\[\s\S]|\[[^\]\\\n]*(?:\\[\s\S][^\]\\\n]*)*\])[^/[\\\n]*)*\//y],
]);

/** Text that is not code; empty if it is code, and undefined if the text does not end. */
function textAt(code: string, at: number, next: string, load: StackLoad): string | undefined {
  const isTemplate = next === '`' || (next === '}' && load.isInside('${'));
  const pattern = isTemplate ? texts.get('`') : (texts.get(code.slice(at, at + 2)) ?? texts.get(next));
  if (!pattern || (pattern === texts.get('/') && divides(code, at))) return '';
  const text = fitAt(pattern, code, at);
  if (isTemplate) {
    if (next === '}') load.close('${');
    if (text.endsWith('{')) load.open('${');
    else load.add(linkWeight);
  }
  return text === '' ? undefined : text;
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
