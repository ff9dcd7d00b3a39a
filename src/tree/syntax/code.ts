/** Walks syntax trees of any depth, and answers small questions about the nodes of any code. */

import type * as t from '@babel/types';
import { memo } from '../../base/memo.ts';
import { syntaxOf } from '../../catalogue/extensions.ts';
import { childrenOf, memberName, plainKey, unwrapTypes } from '../../config/syntax.ts';

/** Whether a file is or contains code. */
export function holdsCode(path: string): boolean {
  const syntax = syntaxOf(path);
  return syntax === 'script' || syntax === 'component';
}

/**
 * Visits every node, parents before their children, with a list instead of recursion, because generated code
 * nests deeper than the call stack.
 */
export function walk(root: t.Node, visit: (node: t.Node) => void): void {
  const nodes = root.type === 'Program' ? memo(programs, root, () => nodesIn(root)) : nodesIn(root);
  for (const node of nodes) visit(node);
}

/** The nodes of whole programs, which are walked many times. */
const programs = new WeakMap<t.Program, readonly t.Node[]>();

function nodesIn(root: t.Node): readonly t.Node[] {
  const nodes: t.Node[] = [];
  const pending: t.Node[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    nodes.push(node);
    for (const child of childrenOf(node)) pending.push(child);
  }
  return nodes;
}

/** An expression without brackets, types and `await` around it. */
export function bare(at: t.Node): t.Node {
  const node = unwrapTypes(at);
  return node.type === 'AwaitExpression' ? bare(node.argument) : node;
}

export function isFunction(node: t.Node): node is t.Function {
  return 'params' in node && 'body' in node;
}

/** Whether a node is an identifier with that name. */
export function isNamed(node: t.Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}

/** Whether a node is an addition, which may join strings. */
export function isSum(node: t.Node): node is t.BinaryExpression {
  return node.type === 'BinaryExpression' && node.operator === '+';
}

/** The called name of a function or method; empty if it has none. */
export function calledName(callee: t.Node): string {
  const node = unwrapTypes(callee);
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' ? (memberName(node) ?? '') : '';
}

/** The value of a key in an object. */
export function propertyOf(node: t.Node, name: string): t.Node | undefined {
  if (node.type !== 'ObjectExpression') return undefined;
  for (const property of node.properties)
    if (property.type === 'ObjectProperty' && !property.computed && plainKey(property.key) === name)
      return property.value;
  return undefined;
}
