/** Reads the imports at the start of a module without parsing it, which is many times faster. */

import type { Span } from '../../base/edits.ts';

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
 * The leading imports and re-exports of code. Scanning stops at the first other statement, and at any rare
 * form, which is left to the much slower parser.
 */
export function importHeader(code: string): StaticSpecifier[] {
  const specifiers: StaticSpecifier[] = [];
  let at = skip(code, matched(shebang, code, 0)?.end ?? 0);
  const first = matched(directive, code, at);
  if (first) at = endOfStatement(code, first.end) ?? code.length;
  while (at < code.length) {
    const declaration = declarationAt(code, at);
    const next = declaration && endOfStatement(code, declaration.end);
    if (!declaration || next === undefined) break;
    specifiers.push(declaration);
    at = next;
  }
  return specifiers;
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
  const isNamed =
    last === 'from' && (!isExport || first === '*' || first === '{' || first === 'type');
  const isBare = last === undefined && !isExport;
  const string = isNamed || isBare ? matched(specifier, code, at) : undefined;
  return string && { value: string.text.slice(1, -1), start: at, end: string.end };
}

/** The start of the next statement; undefined if this one continues. */
function endOfStatement(code: string, from: number): number | undefined {
  const at = skip(code, from);
  if (code[at] === ';') return skip(code, at + 1);
  const isLineEnd = at === code.length || /[\n\r\u2028\u2029]/.test(code.slice(from, at));
  // Import attributes may be on a separate line.
  return isLineEnd && !/^(?:with|assert)(?![\w$])/.test(code.slice(at, at + 7)) ? at : undefined;
}

function skip(code: string, at: number): number {
  return matched(trivia, code, at)?.end ?? at;
}

function matched(
  pattern: RegExp,
  code: string,
  at: number,
): { text: string; end: number } | undefined {
  pattern.lastIndex = at;
  const text = pattern.exec(code)?.[0];
  return text === undefined ? undefined : { text, end: at + text.length };
}
