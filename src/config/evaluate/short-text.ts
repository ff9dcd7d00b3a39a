import { textOf } from '../source.ts';
import type { Expr } from '../value.ts';

/** An expression as a person recognises it in a message. */
export function shortText({ node, scope }: Expr): string {
  const text = textOf(scope.file, node).replace(/\s+/g, ' ');
  return `\`${text.length > 40 ? `${text.slice(0, 39)}…` : text}\``;
}
