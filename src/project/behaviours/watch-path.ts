import type * as t from '@babel/types';
import { namesInPattern } from '../../config/bindings.ts';
import { isMember, unwrapTypes } from '../../config/syntax.ts';
import { calledName, childrenOf, isCall } from '../syntax/code.ts';
import { isFunction } from '../syntax/linked-code.ts';

/** How a listener to changes of files uses the path that it is given; undefined if that may matter. */
export type PathUse = 'unused' | 'absolute' | undefined;

/** The use of the path in a listener: `hook('…', (event, path) => …)`, or a property with the listener. */
export function pathUseIn(subject: t.Node): PathUse {
  const listener = isCall(subject)
    ? subject.arguments.map(unwrapTypes).find(isFunction)
    : subject.type === 'ObjectProperty'
      ? unwrapTypes(subject.value)
      : subject;
  if (!listener || !isFunction(listener)) return undefined;
  const nodes = [...within(listener.body)];
  if (nodes.some(({ node }) => node.type === 'Identifier' && node.name === 'arguments')) return undefined;
  const [, path, ...others] = listener.params;
  if (listener.params[0]?.type === 'RestElement' || others.length > 0) return undefined;
  if (!path) return 'unused';
  if (path.type !== 'Identifier') return undefined;
  // A name that is declared again may be another one: nothing is said then.
  const isShadowed = nodes.some(
    ({ node }) =>
      (isFunction(node) && node.params.flatMap(namesInPattern).includes(path.name)) ||
      (node.type === 'VariableDeclarator' && namesInPattern(node.id).includes(path.name)),
  );
  const uses = nodes.filter(({ node, parent }) => isUse(node, parent, path.name));
  if (isShadowed) return undefined;
  if (uses.length === 0) return 'unused';
  const isHandled = nodes.some(({ node }) => isCallWith(node, 'isAbsolute', path.name));
  return isHandled || uses.every(({ node, parent }) => isIndifferent(node, parent)) ? 'absolute' : undefined;
}

interface Placed {
  readonly node: t.Node;
  readonly parent: t.Node | undefined;
}

function* within(root: t.Node): Generator<Placed> {
  const pending: Placed[] = [{ node: root, parent: undefined }];
  for (let one = pending.pop(); one; one = pending.pop()) {
    const { node } = one;
    yield one;
    for (const child of childrenOf(node)) pending.push({ node: child, parent: node });
  }
}

function isUse(node: t.Node, parent: t.Node | undefined, name: string): boolean {
  if (node.type !== 'Identifier' || node.name !== name) return false;
  if (parent && isMember(parent) && parent.property === node && !parent.computed) return false;
  const isKey =
    parent?.type === 'ObjectProperty' && parent.key === node && !parent.computed && !parent.shorthand;
  return !isKey;
}

function isCallWith(node: t.Node, name: string, argument: string): boolean {
  if (node.type !== 'CallExpression' || calledName(node.callee) !== name) return false;
  const [first] = node.arguments;
  return first?.type === 'Identifier' && first.name === argument;
}

/** What only reads the end of a path, which is the same whether it is absolute or not. */
const endings = new Set(['extname', 'basename']);

/** Whether a use comes to the same for a relative and an absolute path. */
function isIndifferent(node: t.Node, parent: t.Node | undefined): boolean {
  if (parent?.type !== 'CallExpression') return false;
  const name = calledName(parent.callee);
  const last = parent.arguments.at(-1);
  // An absolute path replaces what is in front of it.
  if (name === 'resolve' && last === node) return parent.arguments.length > 1;
  return endings.has(name) && parent.arguments[0] === node;
}
