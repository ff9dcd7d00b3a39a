import type * as t from '@babel/types';
import { type SourceFile, type Span, spanOf } from '../source.ts';
import { skipTrivia } from './comments.ts';
import type { Owned } from './owned.ts';

/** A property or an element with the comma behind it. */
export interface Item {
  readonly node: t.Node;
  readonly start: number;
  readonly end: number;
  /** Offset of the comma that follows, or -1. */
  readonly comma: number;
}

/** The items of an object or array literal as they stand in the text. */
export interface List {
  readonly file: SourceFile;
  /** Just behind the opening bracket, and at the closing one. */
  readonly open: number;
  readonly close: number;
  readonly items: readonly Item[];
  /** What was found to belong to each item: it is asked for many times. */
  readonly owned: (Owned | undefined)[];
}

/** Reads the items of a literal off the text. */
export function listOf(file: SourceFile, node: t.ObjectExpression | t.ArrayExpression): List {
  const { start, end } = spanOf(node);
  const close = end - 1;
  const nodes =
    node.type === 'ObjectExpression' ? node.properties : node.elements.filter((it) => it !== null);
  const items = nodes.map((item): Item => {
    const span = withParentheses(file, item);
    const comma = skipTrivia(file, span.end);
    return { node: item, ...span, comma: file.text[comma] === ',' ? comma : -1 };
  });
  return { file, open: start + 1, close, items, owned: [] };
}

/** Parentheses around an element are no part of its node. */
function withParentheses(file: SourceFile, node: t.Node): Span {
  let { start, end } = spanOf(node);
  const parenthesized = node.extra?.parenthesized === true;
  if (parenthesized && typeof node.extra?.parenStart === 'number') {
    start = node.extra.parenStart;
    for (let at = skipTrivia(file, end); file.text[at] === ')'; at = skipTrivia(file, end)) end = at + 1;
  }
  return { start, end };
}

/** Whether a list is written on one line, as far as that is its own doing: its items may span lines. */
export function isOneLine({ file, open, close, items }: List): boolean {
  let at = open;
  for (const item of items) {
    if (file.text.slice(at, item.start).includes('\n')) return false;
    at = item.end;
  }
  return !file.text.slice(at, close).includes('\n');
}
