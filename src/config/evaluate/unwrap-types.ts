import type * as t from '@babel/types';

/** The expression inside type annotations, which say nothing about the value. */
export function unwrapTypes(node: t.Node): t.Node {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
    case 'ParenthesizedExpression':
      return unwrapTypes(node.expression);
    default:
      return node;
  }
}
