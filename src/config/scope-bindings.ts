import type * as t from '@babel/types';
import { type Binding, perFile, type Scope } from './source.ts';
import { dottedName, plainKey, visit } from './syntax.ts';

/** The imported name that means the whole module (`import * as x`, `const x = require(…)`). */
export const wholeModule = '*';

/** The scope of a file's top level. */
export const moduleScope = perFile(
  (file): Scope => ({ file, names: new Map(file.program.body.flatMap(declaredBy)) }),
);

/** The scope inside a function: its parameters and the names its body declares. */
export function functionScope(fn: t.Function, parent: Scope): Scope {
  const body = fn.body?.type === 'BlockStatement' ? fn.body.body : [];
  const names = new Map([
    ...fn.params.flatMap((param) => opaque(param, 'is a function parameter')),
    ...body.flatMap(hoistedFrom),
    ...body.flatMap(declaredBy),
  ]);
  return { file: parent.file, names, parent };
}

/** The binding of a name in a scope, and the scope that declares it. */
export function findBinding(scope: Scope, name: string): { binding: Binding; scope: Scope } | undefined {
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    const binding = at.names.get(name);
    if (binding) return { binding, scope: at };
  }
  return undefined;
}

/** The function behind a callee: its exported name and module, or its name where the module is not known. */
export function calledFunction(
  callee: t.Node,
  scope: Scope,
): { readonly name: string; readonly source?: string } | undefined {
  // `path.posix.join` is treated as `path.join`.
  const written = dottedName(callee).replace('.posix.', '.');
  const [object = '', ...members] = written.split('.');
  const binding = findBinding(scope, object)?.binding;
  if (!binding) return { name: written };
  if (binding.kind === 'member' && members.length === 0) return { name: binding.key };
  if (binding.kind === 'const' && members.length === 0) return { name: dottedName(binding.init) };
  if (binding.kind !== 'import' || members.length > 1) return undefined;
  const { source, name } = binding;
  const [member] = members;
  if (member === undefined) return { source, name };
  return name === wholeModule || name === 'default' ? { source, name: member } : undefined;
}

/** The source of `require('x')`. Undefined for any other expression. */
export function requiredModule(node: t.Node): string | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require')
    return undefined;
  const [source] = node.arguments;
  return source?.type === 'StringLiteral' ? source.value : undefined;
}

/** The text of a name that may be written as a string (`export { x as 'default' }`). */
export function nameOf(node: t.Identifier | t.StringLiteral): string {
  return node.type === 'Identifier' ? node.name : node.value;
}

type Declared = [name: string, binding: Binding];

/** A `var` in a block belongs to the whole function. `var`s of nested functions are included to be safe. */
function hoistedFrom(statement: t.Statement): Declared[] {
  const declared: Declared[] = [];
  visit(statement, undefined, (node) => {
    if (node.type === 'VariableDeclaration' && node.kind === 'var') declared.push(...declaredBy(node));
  });
  return declared;
}

function declaredBy(node: t.Node): Declared[] {
  switch (node.type) {
    case 'ImportDeclaration':
      return node.specifiers.map((specifier) => {
        const name = importedName(specifier);
        return [specifier.local.name, { kind: 'import', source: node.source.value, name }];
      });
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
      return node.declaration ? declaredBy(node.declaration) : [];
    case 'VariableDeclaration':
      return node.declarations.flatMap((declarator) => declaredVariables(node.kind, declarator));
    case 'FunctionDeclaration':
      return node.id ? [[node.id.name, { kind: 'function', node }]] : [];
    case 'ClassDeclaration':
      return node.id ? opaque(node.id, 'is a class') : [];
    case 'TSEnumDeclaration':
      return opaque(node.id, 'is an enum');
    default:
      return [];
  }
}

function importedName(specifier: t.ImportDeclaration['specifiers'][number]): string {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  return specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : wholeModule;
}

const unpacked = 'is destructured from another value';

function declaredVariables(kind: string, { id, init }: t.VariableDeclarator): Declared[] {
  if (kind !== 'const' || !init)
    return opaque(id, `is declared with \`${kind}\` and may change before the config is read`);
  const source = requiredModule(init);
  if (id.type === 'Identifier') {
    if (source === undefined) return [[id.name, { kind: 'const', init }]];
    return [[id.name, { kind: 'import', source, name: wholeModule }]];
  }
  if (id.type !== 'ObjectPattern') return opaque(id, unpacked);
  return id.properties.flatMap((property): Declared[] => {
    if (property.type === 'RestElement') return opaque(property, unpacked);
    const key = property.computed ? undefined : plainKey(property.key);
    if (key === undefined || property.value.type !== 'Identifier') return opaque(property.value, unpacked);
    const { name } = property.value;
    return [
      [name, source === undefined ? { kind: 'member', init, key } : { kind: 'import', source, name: key }],
    ];
  });
}

/** Opaque bindings for all names in a pattern. */
function opaque(pattern: t.Node, why: string): Declared[] {
  return identifiersIn(pattern).map(({ name }) => [name, { kind: 'opaque', why }]);
}

/** The identifiers that a pattern declares. */
export function identifiersIn(pattern: t.Node): t.Identifier[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern];
    case 'ObjectPattern':
      return pattern.properties.flatMap(identifiersIn);
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? identifiersIn(element) : []));
    case 'ObjectProperty':
      return identifiersIn(pattern.value);
    case 'AssignmentPattern':
      return identifiersIn(pattern.left);
    case 'RestElement':
      return identifiersIn(pattern.argument);
    case 'TSParameterProperty':
      return identifiersIn(pattern.parameter);
    default:
      return [];
  }
}
