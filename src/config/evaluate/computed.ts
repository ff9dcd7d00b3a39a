import type * as t from '@babel/types';
import type { Scope } from '../bindings.ts';
import { type Expr, type Hop, type Scalar, type UnknownValue, unknown, type Value } from '../value.ts';
import type { Evaluator } from './evaluator.ts';
import { maximumSize } from './limits.ts';
import { shortText } from './short-text.ts';

/** An expression that makes one scalar of others. */
export type Computation = t.TemplateLiteral | t.BinaryExpression | t.UnaryExpression;

/** The scalar that an expression is computed to, where all of its operands are known. */
export function compute(evaluator: Evaluator, at: Expr, node: Computation, via: readonly Hop[]): Value {
  const operands = scalarOperands(evaluator, at.scope, node);
  if (!operands) return unknownComputation(at, via);
  const value = computeScalar(node, operands);
  const tooLong = typeof value === 'string' && value.length > maximumSize;
  if (value === uncomputable || tooLong) return unknownComputation(at, via);
  const composed = node.type !== 'TemplateLiteral' || node.expressions.length > 0;
  return { kind: 'scalar', value, composed, at, via };
}

/** What is only known when the config runs. */
export function unknownComputation(at: Expr, via: readonly Hop[]): UnknownValue {
  return unknown(at, `is computed (${shortText(at)})`, via);
}

/** The key in brackets, of a property or behind an object, where it is known. */
export function computedKey(evaluator: Evaluator, node: t.Node, scope: Scope): string | undefined {
  const key = evaluator.operand({ node, scope });
  return key.kind === 'scalar' && (typeof key.value === 'string' || typeof key.value === 'number')
    ? String(key.value)
    : undefined;
}

function scalarOperands(evaluator: Evaluator, scope: Scope, node: Computation): Scalar[] | undefined {
  const operands = operandsOf(node).map((operand) => evaluator.operand({ node: operand, scope }));
  const scalars: Scalar[] = [];
  for (const operand of operands) {
    if (operand.kind !== 'scalar') return undefined;
    scalars.push(operand.value);
  }
  return scalars;
}

function operandsOf(node: Computation): readonly t.Node[] {
  if (node.type === 'TemplateLiteral') return node.expressions;
  return node.type === 'BinaryExpression' ? [node.left, node.right] : [node.argument];
}

const uncomputable = Symbol('uncomputable');

function computeScalar(node: Computation, operands: readonly Scalar[]): Scalar | typeof uncomputable {
  const [left, right] = operands;
  switch (node.type) {
    case 'TemplateLiteral':
      return filledIn(node, operands);
    case 'BinaryExpression':
      if (node.operator !== '+') return uncomputable;
      if (typeof left === 'number' && typeof right === 'number') return left + right;
      return typeof left === 'string' || typeof right === 'string' ? `${left}${right}` : uncomputable;
    case 'UnaryExpression':
      if (node.operator === '-' && typeof left === 'number') return -left;
      if (node.operator === '!') return !left;
      return node.operator === 'void' ? undefined : uncomputable;
  }
}

function filledIn({ quasis }: t.TemplateLiteral, operands: readonly Scalar[]): string {
  return quasis
    .map(
      ({ value }, index) => (value.cooked ?? '') + (index < operands.length ? String(operands[index]) : ''),
    )
    .join('');
}
