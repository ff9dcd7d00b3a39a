import type * as t from '@babel/types';
import { type Span, spanOf } from './source.ts';

/** Walks a tree in document order. Types hold no values and are skipped. */
export function visit(
  node: t.Node,
  parent: t.Node | undefined,
  enter: (node: t.Node, parent: t.Node | undefined) => void,
): void {
  enter(node, parent);
  for (const child of valueChildren(node)) visit(child, node, enter);
}

/** The nodes directly below a node, without types. */
export function valueChildren(node: t.Node): t.Node[] {
  const children: t.Node[] = [];
  for (const key of Object.keys(node)) {
    const child: unknown = node[key as keyof t.Node];
    if (child === null || typeof child !== 'object' || key === 'loc' || key === 'extra') continue;
    if (!Array.isArray(child)) {
      if (isValueNode(child)) children.push(child);
    } else for (const item of child) if (isValueNode(item)) children.push(item);
  }
  return children;
}

const typeNodesWithValues = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSExportAssignment',
  'TSInstantiationExpression',
  'TSEnumDeclaration',
  'TSEnumMember',
  'TSModuleDeclaration',
  'TSModuleBlock',
]);

function isValueNode(value: unknown): value is t.Node {
  if (typeof value !== 'object' || value === null || !('type' in value) || typeof value.type !== 'string')
    return false;
  return !value.type.startsWith('TS') || typeNodesWithValues.has(value.type);
}

/** The expression inside type annotations and parentheses, which do not affect the value. */
export function unwrapTypes(node: t.Node): t.Node {
  let inner = node;
  while (
    inner.type === 'TSAsExpression' ||
    inner.type === 'TSSatisfiesExpression' ||
    inner.type === 'TSNonNullExpression' ||
    inner.type === 'TSTypeAssertion' ||
    inner.type === 'TSInstantiationExpression' ||
    inner.type === 'ParenthesizedExpression'
  )
    inner = inner.expression;
  return inner;
}

/** A member of an object, with a question mark or without. */
export type MemberAccess = t.MemberExpression | t.OptionalMemberExpression;

export function isMember(node: t.Node): node is MemberAccess {
  return node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression';
}

/** A name as it is written: `defu`, `Object.assign`, `module.exports.x`. Empty for any other expression. */
export function dottedName(node: t.Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return '';
  const object = dottedName(node.object);
  return object && `${object}.${node.property.name}`;
}

/** The text of a key that is not in brackets. Undefined if it has no plain text, such as `#x`. */
export function plainKey(key: t.Node): string | undefined {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'StringLiteral' || key.type === 'NumericLiteral' ? String(key.value) : undefined;
}

/** The span of a property's key, including the brackets of a computed one. */
export function keySpan(text: string, { key, computed }: t.ObjectProperty | t.ObjectMethod): Span {
  const { start, end } = spanOf(key);
  if (!computed) return { start, end };
  return { start: text.lastIndexOf('[', start), end: text.indexOf(']', end) + 1 };
}
