import type { Span } from '../../config/source.ts';

/** The specifier of a static import or export; the span includes the quotes. */
export interface StaticSpecifier extends Span {
  readonly value: string;
}

const trivia = /(?:\s+|\/\/.*|\/\*[\s\S]*?\*\/)*/y;
const shebang = /#!.*/y;
const directive = /(?:'use \w+'|"use \w+")/y;
const keyword = /(?:import|export)(?![\w$])/y;
const token = /[\w$]+|[{},*]/y;
const specifier = /(['"])((?:(?!\1)[^\\\n\r\u2028\u2029])*)\1/y;

/**
 * The imports, and exports from other modules, that code starts with. Scanning stops at the first statement of another
 * kind, and at any form that is rare enough to leave to the parser, which takes far longer.
 */
export function importHeader(code: string): StaticSpecifier[] {
  const found: StaticSpecifier[] = [];
  let at = skip(code, matched(shebang, code, 0)?.end ?? 0);
  const first = matched(directive, code, at);
  if (first) at = endOfStatement(code, first.end) ?? code.length;
  while (at < code.length) {
    const one = declarationAt(code, at);
    const next = one && endOfStatement(code, one.end);
    if (!one || next === undefined) break;
    found.push(one);
    at = next;
  }
  return found;
}

function declarationAt(code: string, from: number): StaticSpecifier | undefined {
  const start = matched(keyword, code, from);
  if (!start) return undefined;
  const isExport = start.text === 'export';
  let at = skip(code, start.end);
  let first: string | undefined;
  let last: string | undefined;
  for (let next = matched(token, code, at); next; next = matched(token, code, at)) {
    first ??= next.text;
    last = next.text;
    at = skip(code, next.end);
  }
  const isNamed = last === 'from' && (!isExport || first === '*' || first === '{' || first === 'type');
  const isBare = last === undefined && !isExport;
  const string = isNamed || isBare ? matched(specifier, code, at) : undefined;
  return string && { value: string.text.slice(1, -1), start: at, end: string.end };
}

/** Where the next statement starts; undefined if this one goes on. */
function endOfStatement(code: string, from: number): number | undefined {
  const at = skip(code, from);
  if (code[at] === ';') return skip(code, at + 1);
  const isLineEnd = at === code.length || /[\n\r\u2028\u2029]/.test(code.slice(from, at));
  // Attributes may be on a line of their own.
  return isLineEnd && !/^(?:with|assert)(?![\w$])/.test(code.slice(at, at + 7)) ? at : undefined;
}

function skip(code: string, at: number): number {
  return matched(trivia, code, at)?.end ?? at;
}

function matched(pattern: RegExp, code: string, at: number): { text: string; end: number } | undefined {
  pattern.lastIndex = at;
  const text = pattern.exec(code)?.[0];
  return text === undefined ? undefined : { text, end: at + text.length };
}
