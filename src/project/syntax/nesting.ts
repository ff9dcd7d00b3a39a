import type { Language } from './code.ts';
import { endOfHidden, endOfTemplateText } from './hidden-text.ts';
import { createStackLoad, fitsAnyway, type StackLoad } from './stack-load.ts';

/**
 * Whether code might nest deeper than a parser of machine code has stack for: running out of it ends the process, and
 * cannot be caught as it can in JavaScript. Where in doubt, it might.
 */
export function mayNestDeeply(code: string, language: Language): boolean {
  const hasTags = language !== 'ts' && language !== 'dts';
  return !fitsAnyway(code, budget) && !fits(code, hasTags);
}

// Half of 2 MB. A process has 8 MB in most places, and a worker thread 4 MB.
const budget = 1024 * 1024;

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

/** Start a statement, also where the one before has no semicolon at its end; but not after one of the others. */
const starts = new Set(['const', 'export', 'var']);
const before = new Set(['as', '<', ',', '.']);

/** Whether code fits by its brackets. Where they have no partners, they are not what they look like. */
function fits(code: string, hasTags: boolean): boolean {
  const load = createStackLoad();
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
    if (!take(token, load, hasTags) || load.most() > budget) return false;
    last = token;
  }
  return load.isClosed() && load.most() <= budget;
}

/** Where text ends that is no code; where it starts if it is code, and nothing where it does not end. */
function endOfText(code: string, at: number, token: string, load: StackLoad): number | undefined {
  const isBack = token === '}' && load.isInside('${');
  if (token !== '`' && !isBack) return endOfHidden(code, at, token);
  const end = endOfTemplateText(code, at + 1);
  if (isBack) load.close('${');
  if (end !== undefined && code[end - 1] === '{') load.open('${');
  else load.addLink();
  return end;
}

/** Whether a bracket has its partner. */
function take(token: string, load: StackLoad, hasTags: boolean): boolean {
  const partner = partners.get(token);
  if (partner !== undefined) return load.close(partner);
  const isEnd = hasTags ? token === '</' || token === '/>' : token === '>';
  if (isEnd && load.isInside('<')) return load.close('<');
  if (token === ',' && !load.isInside('<')) load.startOver();
  if ('([{<'.includes(token)) load.open(token);
  else load.add(token);
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
