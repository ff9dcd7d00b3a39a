import type * as t from '@babel/types';

/** Without the types and parentheses around it. */
export function unwrapped(node: t.Node): t.Node {
  let inner = node;
  while (
    inner.type === 'TSAsExpression' ||
    inner.type === 'TSSatisfiesExpression' ||
    inner.type === 'TSNonNullExpression' ||
    inner.type === 'TSTypeAssertion' ||
    inner.type === 'ParenthesizedExpression'
  )
    inner = inner.expression;
  return inner;
}

/** What is waited for, or the node itself. */
export function settled(at: t.Node): t.Node {
  const node = unwrapped(at);
  return node.type === 'AwaitExpression' ? unwrapped(node.argument) : node;
}

/** Whether the node is just that name. */
export function isNamed(node: t.Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}

/** Whether the node puts two values together, which may be texts. */
export function isSum(node: t.Node): node is t.BinaryExpression {
  return node.type === 'BinaryExpression' && node.operator === '+';
}

/** The name behind the dot. */
export function memberName({
  computed,
  property,
}: t.MemberExpression | t.OptionalMemberExpression): string | undefined {
  return !computed && property.type === 'Identifier' ? property.name : undefined;
}

/** The name of a function as it is called, bare or as a member; empty if it has none. */
export function calledName(callee: t.Node): string {
  const node = unwrapped(callee);
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' ? (memberName(node) ?? '') : '';
}

/** Whether the node is `import.meta` with that member. */
export function isMeta(at: t.Node, name: string): boolean {
  const node = unwrapped(at);
  if (node.type !== 'MemberExpression' || memberName(node) !== name) return false;
  return unwrapped(node.object).type === 'MetaProperty';
}

/** Whether a property, or a part of a pattern, has that key, with quotes or without. */
export function hasKey(
  property: t.ObjectExpression['properties'][number] | t.ObjectPattern['properties'][number],
  name: string,
): property is t.ObjectProperty | t.ObjectMethod {
  if (property.type === 'SpreadElement' || property.type === 'RestElement' || property.computed) return false;
  return (
    isNamed(property.key, name) || (property.key.type === 'StringLiteral' && property.key.value === name)
  );
}

/** The value that an object has under a key. */
export function propertyOf(node: t.Node, name: string): t.Node | undefined {
  if (node.type !== 'ObjectExpression') return undefined;
  for (const property of node.properties) {
    if (property.type === 'ObjectProperty' && hasKey(property, name)) return property.value;
  }
  return undefined;
}

/** The children of a node that only spell a name and refer to nothing, or to what another child refers to. */
export function spelledOnly(node: t.Node): readonly t.Node[] {
  switch (node.type) {
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return node.computed ? [] : [node.property];
    case 'ImportSpecifier':
      return [node.local, node.imported];
    case 'ExportSpecifier':
      return [node.exported];
    case 'ExportNamedDeclaration':
      // What is handed on from another module has no name here.
      return node.source ? node.specifiers.flatMap(localOf) : [];
    default:
      return 'key' in node && !('computed' in node && node.computed) ? [node.key] : [];
  }
}

function localOf(specifier: t.ExportNamedDeclaration['specifiers'][number]): t.Node[] {
  return specifier.type === 'ExportSpecifier' ? [specifier.local] : [];
}
