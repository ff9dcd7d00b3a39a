import type * as t from '@babel/types';
import { isSum, unwrapped } from '../../syntax/nodes.ts';
import { literalOf } from './literals.ts';

/** A text that is a variable, or starts with one. */
export interface NamedText {
  readonly variable: t.Identifier;
  /** What stands behind the variable. */
  readonly rest: 'nothing' | 'slash' | 'other';
}

/** Reads `name`, `name + '/…'` and the template that says the same. */
export function namedTextOf(code: string, at: t.Node): NamedText | undefined {
  const node = unwrapped(at);
  if (node.type === 'Identifier') return { variable: node, rest: 'nothing' };
  if (node.type === 'TemplateLiteral') return ofTemplate(node);
  return isSum(node) ? ofSum(code, node) : undefined;
}

function ofTemplate({ quasis, expressions }: t.TemplateLiteral): NamedText | undefined {
  const [head, second] = quasis;
  const [first] = expressions;
  if (!first || head?.value.cooked !== '') return undefined;
  return startingWith(first, second?.value.cooked ?? '');
}

function ofSum(code: string, sum: t.BinaryExpression): NamedText | undefined {
  let innermost = sum;
  for (let left = unwrapped(sum.left); isSum(left); left = unwrapped(left.left)) innermost = left;
  return startingWith(innermost.left, literalOf(code, innermost.right)?.specifier ?? '');
}

function startingWith(first: t.Node, rest: string): NamedText | undefined {
  const variable = unwrapped(first);
  if (variable.type !== 'Identifier') return undefined;
  return { variable, rest: rest.startsWith('/') ? 'slash' : 'other' };
}
