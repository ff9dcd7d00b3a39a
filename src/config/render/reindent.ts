import type * as t from '@babel/types';
import type { Edit } from '../edits.ts';
import { visit } from '../references.ts';
import { type SourceFile, type Span, spanOf } from '../source.ts';

/** Edits that move the lines of a node from one indent to another. What stands inside a string is a value and keeps its own. */
export function reindent(file: SourceFile, node: t.Node, from: string, to: string): Edit[] {
  const { start, end } = spanOf(node);
  if (from === to || !file.text.slice(start, end).includes('\n')) return [];
  const fixed = textsIn(node);
  const edits: Edit[] = [];
  for (
    let at = file.text.indexOf('\n', start) + 1;
    at > 0 && at < end;
    at = file.text.indexOf('\n', at) + 1
  ) {
    if (fixed.some((span) => span.start < at && at <= span.end)) continue;
    if (file.text.startsWith(from, at) && !/^[ \t]*\r?\n/.test(file.text.slice(at)))
      edits.push({ start: at, end: at + from.length, text: to });
  }
  return edits;
}

function textsIn(node: t.Node): Span[] {
  const texts: Span[] = [];
  visit(node, undefined, (inner) => {
    // A string goes on over a line break behind a backslash.
    if (/^(?:TemplateElement|StringLiteral|JSXText)$/.test(inner.type)) texts.push(spanOf(inner));
  });
  return texts;
}
