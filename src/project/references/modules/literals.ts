import type * as t from '@babel/types';
import { spanOf } from '../../../config/source.ts';
import { isSum, unwrapped } from '../../syntax/nodes.ts';
import type { Reference } from '../reference.ts';
import { inDouble, inSingle, inTemplate } from './encoders.ts';

/** A string of the code whose text, or at least its beginning, is known. */
export type Literal = Omit<Reference, 'kind'>;

/** What an expression may give. Both sides of a choice count: each is a whole specifier. */
export function choicesOf(at: t.Node): readonly t.Node[] {
  const node = unwrapped(at);
  if (node.type !== 'ConditionalExpression') return [node];
  return [...choicesOf(node.consequent), ...choicesOf(node.alternate)];
}

/** The strings that an expression may give. */
export function literals(code: string, at: t.Node): readonly Literal[] {
  return choicesOf(at).flatMap((choice) => literalOf(code, choice) ?? []);
}

/** The string that an expression is, or starts with. An empty one says nothing, except between other parts. */
export function literalOf(code: string, at: t.Node, emptyToo = false): Literal | undefined {
  const node = unwrapped(at);
  const literal = stringOf(code, node.type === 'TSLiteralType' ? node.literal : node);
  return literal && (literal.specifier !== '' || (emptyToo && !literal.open)) ? literal : undefined;
}

function stringOf(code: string, node: t.Node): Literal | undefined {
  switch (node.type) {
    case 'StringLiteral': {
      const { start, end } = spanOf(node);
      const encode = code[start] === '"' ? inDouble : inSingle;
      return { specifier: node.value, start: start + 1, end: end - 1, open: false, encode };
    }
    case 'TemplateLiteral':
      return templateOf(node);
    case 'BinaryExpression':
      return node.operator === '+' ? beginningOf(code, node) : undefined;
    default:
      return undefined;
  }
}

function templateOf({ quasis, expressions }: t.TemplateLiteral): Literal | undefined {
  const [head] = quasis;
  if (!head) return undefined;
  const specifier = head.value.cooked ?? '';
  return { specifier, ...spanOf(head), open: expressions.length > 0, encode: inTemplate };
}

function beginningOf(code: string, sum: t.BinaryExpression): Literal | undefined {
  let left: t.Node = sum;
  while (isSum(left)) left = unwrapped(left.left);
  const literal = stringOf(code, left);
  return literal && { ...literal, open: true };
}
