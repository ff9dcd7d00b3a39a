import { names } from '../catalogue/names.ts';

const { used } = names;
const dataFunction = new RegExp(`(?:${used.dataFunctions.join('|')})(?![\\w$])`, 'g');

/** Names that only a parser can tell what they mean here. */
const others = new RegExp(
  `\\b(?:${[used.deepOption, used.clearMethod, used.clearFunction, used.templateUtils, used.watchHook].join('|')})\\b`,
);

/** What stands in front of a call on its line: nothing that could be a comment, a text or markup. */
const infront = /^[\s\w$,:=().{}[\]]*(?:[=(]|\bawait|\breturn)\s*$/;

// Beyond these a parser is faster.
const longestLine = 1_000;
const mostCalls = 200;

/**
 * Where data functions are called, if that is beyond doubt without a parser, which takes fifty times as long: most
 * files just call them. Nothing where there is a doubt.
 */
export function plainDataCalls(text: string, path: string): number[] | undefined {
  if (others.test(text)) return undefined;
  const script = scriptIn(text, path);
  if (!script) return undefined;
  const found: number[] = [];
  for (const { index, 0: name } of text.matchAll(dataFunction)) {
    const line = text.slice(text.lastIndexOf('\n', index) + 1, index);
    if (line.length > longestLine || found.length > mostCalls) return undefined;
    const next = text[index + name.length];
    const isCall = infront.test(line) && (next === '(' || next === '<');
    const isInside = index >= script.start && index < script.end;
    if (!isCall || !isInside || isHidden(text.slice(script.start, index))) return undefined;
    found.push(index);
  }
  return found;
}

/** The only script of a file. */
function scriptIn(text: string, path: string): { readonly start: number; readonly end: number } | undefined {
  if (!path.endsWith('.vue')) return { start: 0, end: text.length };
  const start = text.indexOf('<script');
  const end = text.indexOf('</script', start);
  const isOne = text.indexOf('<script', start + 1) === -1;
  // What stands in a comment is no script, and another part in front may hold one.
  return start !== -1 && end !== -1 && isOne && !text.includes('<!--')
    ? { start: text.indexOf('>', start), end }
    : undefined;
}

/** Whether a comment or a text of several lines may be open at the end of a code. */
function isHidden(code: string): boolean {
  return code.lastIndexOf('/*') > code.lastIndexOf('*/') || (code.split('`').length - 1) % 2 === 1;
}
