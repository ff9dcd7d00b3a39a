import { readMerge } from '../merge-calls.ts';
import { readPath } from '../path-expressions.ts';
import { type Expr, type Hop, unknown, type Value } from '../value.ts';
import { compute, unknownComputation } from './computed.ts';
import type { Evaluator } from './evaluator.ts';
import { followMember, followName } from './names.ts';
import { shortText } from './short-text.ts';
import { unwrapTypes } from './unwrap-types.ts';

/** What an expression says, by its kind. */
export function evaluate(evaluator: Evaluator, expr: Expr, via: readonly Hop[]): Value {
  const node = unwrapTypes(expr.node);
  const at = { node, scope: expr.scope };
  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return { kind: 'scalar', value: node.value, composed: false, at, via };
    case 'NullLiteral':
      return { kind: 'scalar', value: null, composed: false, at, via };
    case 'RegExpLiteral':
      return { kind: 'regexp', pattern: node.pattern, flags: node.flags, at, via };
    case 'ObjectExpression':
      return { kind: 'object', form: { kind: 'literal', node }, changes: [], at, via, memo: {} };
    case 'ArrayExpression':
      return { kind: 'array', node, at, via, memo: {} };
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return { kind: 'function', at, via };
    case 'TemplateLiteral':
    case 'BinaryExpression':
    case 'UnaryExpression':
      return readPath(evaluator, at, via) ?? compute(evaluator, at, node, via);
    case 'Identifier':
      return followName(evaluator, at, node.name, via);
    case 'MemberExpression':
      return readPath(evaluator, at, via) ?? followMember(evaluator, at, node, via);
    case 'NewExpression':
    case 'CallExpression':
      return (
        readPath(evaluator, at, via) ??
        readMerge(evaluator, at, via) ??
        unknown(at, `is the result of ${shortText(at)}`, via)
      );
    case 'ConditionalExpression':
    case 'LogicalExpression':
      return unknown(at, `depends on a condition (${shortText(at)})`, via);
    case 'AwaitExpression':
      return unknown(at, `is awaited (${shortText(at)})`, via);
    default:
      return unknownComputation(at, via);
  }
}
