import type * as t from '@babel/types';
import { retarget } from '../path-expressions.ts';
import { quoted } from '../print.ts';
import { type SourceFile, spanOf } from '../source.ts';
import type { PathPart, PathValue } from '../value.ts';
import type { Operation } from './operation.ts';
import type { Rewrite } from './rewrite.ts';

/** The place that a path expression starts from afterwards, where that is changed for other reasons than options. */
export type BaseAfter = (value: PathValue) => string | undefined;

/** Makes path expressions lead elsewhere, each from where it starts by then. */
export function retargetPaths(
  rewrite: Rewrite,
  operations: readonly Operation[],
  baseAfter: BaseAfter,
): void {
  const retargets = operations.filter((operation) => operation.kind === 'retarget');
  const moved = new Map<t.Node, string>(retargets.map(({ value, place }) => [value.at.node, place]));
  // Several expressions may be forms of one, and share its literals.
  const seen = new Set<PathPart>();
  for (const { value, place } of retargets) {
    const base = (value.from && moved.get(value.from.node)) ?? baseAfter(value) ?? value.base;
    const next = retarget(value.parts, base, place);
    if (!next) throw new Error(`A path expression cannot be made to lead to ${place}`);
    if (seen.has(next.part)) continue;
    seen.add(next.part);
    const { file } = value.at.scope;
    const { start, end } = spanOf(next.part);
    const text = partText(file, next.part, next.text);
    if (file.text.slice(start, end) !== text) rewrite.add(file, { start, end, text });
  }
}

/** A literal keeps its quotes; a piece of a template has none. */
function partText({ text }: SourceFile, part: PathPart, next: string): string {
  if (part.type !== 'StringLiteral') return next;
  return quoted(next, text[spanOf(part).start] === '"' ? '"' : "'");
}
