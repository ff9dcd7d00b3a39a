import type * as t from '@babel/types';
import { visit } from './references.ts';
import { perFile, type SourceFile } from './source.ts';

/** What a name stands for. Only what cannot be reassigned is followed; the rest is opaque, with the reason. */
export type Binding =
  | { readonly kind: 'const'; readonly init: t.Node }
  | { readonly kind: 'member'; readonly init: t.Node; readonly key: string }
  | { readonly kind: 'import'; readonly source: string; readonly name: string }
  | { readonly kind: 'function'; readonly node: t.FunctionDeclaration }
  | { readonly kind: 'opaque'; readonly why: string };

/** The names that an expression sees: of the function around the config, if any, then of the module. */
export interface Scope {
  readonly file: SourceFile;
  readonly names: ReadonlyMap<string, Binding>;
  readonly parent?: Scope;
}

/** The imported name that means the whole module (`import * as x`, `const x = require(…)`). */
export const wholeModule = '*';

/** The scope of a file's top level. */
export const moduleScope = perFile((file): Scope => ({ file, names: namesIn(file.program.body) }));

/** The scope inside a function: its parameters and the names its body declares. */
export function functionScope(fn: t.Function, parent: Scope): Scope {
  const names = new Map<string, Binding>();
  for (const param of fn.params)
    declarePattern(names, param, { kind: 'opaque', why: 'is a function parameter' });
  const body = fn.body?.type === 'BlockStatement' ? fn.body.body : [];
  for (const statement of body) declareHoisted(names, statement);
  for (const [name, binding] of namesIn(body)) names.set(name, binding);
  return { file: parent.file, names, parent };
}

/** A `var` inside a block is the whole function's; one of an inner function is not, but errs on the safe side. */
function declareHoisted(names: Map<string, Binding>, statement: t.Statement): void {
  visit(statement, undefined, (node) => {
    if (node.type !== 'VariableDeclaration' || node.kind !== 'var') return;
    for (const declarator of node.declarations) declareVariable(names, node.kind, declarator);
  });
}

/** What a name means in a scope, and the scope that declares it. */
export function findBinding(scope: Scope, name: string): { binding: Binding; scope: Scope } | undefined {
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    const binding = at.names.get(name);
    if (binding) return { binding, scope: at };
  }
  return undefined;
}

/** The source of `require('x')`, where the call is one. */
export function requiredModule(node: t.Node): string | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require')
    return undefined;
  const [source] = node.arguments;
  return source?.type === 'StringLiteral' ? source.value : undefined;
}

function namesIn(statements: readonly t.Statement[]): Map<string, Binding> {
  const names = new Map<string, Binding>();
  for (const statement of statements) {
    if (statement.type === 'ImportDeclaration') declareImports(names, statement);
    else if (statement.type === 'ExportNamedDeclaration' && statement.declaration)
      declare(names, statement.declaration);
    else if (statement.type === 'ExportDefaultDeclaration') declare(names, statement.declaration);
    else declare(names, statement);
  }
  return names;
}

function declareImports(names: Map<string, Binding>, statement: t.ImportDeclaration): void {
  const source = statement.source.value;
  for (const specifier of statement.specifiers) {
    names.set(specifier.local.name, { kind: 'import', source, name: importedName(specifier) });
  }
}

function importedName(specifier: t.ImportDeclaration['specifiers'][number]): string {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  return specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : wholeModule;
}

/** The text of a name that may be written as a string (`export { x as 'default' }`). */
export function nameOf(node: t.Identifier | t.StringLiteral): string {
  return node.type === 'Identifier' ? node.name : node.value;
}

function declare(names: Map<string, Binding>, node: t.Node): void {
  if (node.type === 'VariableDeclaration') {
    for (const declarator of node.declarations) declareVariable(names, node.kind, declarator);
  } else if (node.type === 'FunctionDeclaration' && node.id) {
    names.set(node.id.name, { kind: 'function', node });
  } else if ((node.type === 'ClassDeclaration' || node.type === 'TSEnumDeclaration') && node.id) {
    names.set(node.id.name, {
      kind: 'opaque',
      why: node.type === 'ClassDeclaration' ? 'is a class' : 'is an enum',
    });
  }
}

function declareVariable(
  names: Map<string, Binding>,
  kind: string,
  { id, init }: t.VariableDeclarator,
): void {
  if (kind !== 'const' || !init) {
    declarePattern(names, id, {
      kind: 'opaque',
      why: `is declared with \`${kind}\` and may change before the config is read`,
    });
    return;
  }
  if (id.type === 'Identifier') names.set(id.name, constant(init));
  else if (id.type === 'ObjectPattern') declareMembers(names, id, init);
  else declarePattern(names, id, { kind: 'opaque', why: 'is taken out of another value' });
}

function constant(init: t.Node): Binding {
  const source = requiredModule(init);
  return source === undefined ? { kind: 'const', init } : { kind: 'import', source, name: wholeModule };
}

function declareMembers(names: Map<string, Binding>, pattern: t.ObjectPattern, init: t.Node): void {
  const source = requiredModule(init);
  for (const property of pattern.properties) {
    const plain =
      property.type === 'ObjectProperty' && !property.computed && property.value.type === 'Identifier';
    if (!plain || property.value.type !== 'Identifier') {
      const rest = property.type === 'RestElement' ? property.argument : property.value;
      declarePattern(names, rest, { kind: 'opaque', why: 'is taken out of another value' });
      continue;
    }
    const key = property.key.type === 'Identifier' ? property.key.name : String(literalKey(property.key));
    names.set(
      property.value.name,
      source === undefined ? { kind: 'member', init, key } : { kind: 'import', source, name: key },
    );
  }
}

function literalKey(key: t.Node): string | number | undefined {
  return key.type === 'StringLiteral' || key.type === 'NumericLiteral' ? key.value : undefined;
}

function declarePattern(names: Map<string, Binding>, pattern: t.Node, binding: Binding): void {
  switch (pattern.type) {
    case 'Identifier':
      names.set(pattern.name, binding);
      break;
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        declarePattern(names, property.type === 'RestElement' ? property : property.value, binding);
      }
      break;
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element) declarePattern(names, element, binding);
      break;
    case 'AssignmentPattern':
      declarePattern(names, pattern.left, binding);
      break;
    case 'RestElement':
      declarePattern(names, pattern.argument, binding);
      break;
    default:
      break;
  }
}
