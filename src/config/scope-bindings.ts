/** Finds where a name in a config is declared, and what a module exports under a name. */

import type * as t from '@babel/types';
import { type Binding, type Expr, perFile, type Scope, type SourceFile } from './source.ts';
import { dottedName, plainKey, unwrapTypes, visit } from './syntax.ts';

/** The imported name that means the whole module (`import * as x`, `const x = require(…)`). */
export const wholeModule = '*';

/** The scope of a file's top level. */
export const moduleScope = perFile((file) => ({
  file,
  names: new Map(file.program.body.flatMap(declaredBy)),
}));

/** The scope inside a function: its parameters and the names its body declares. */
export function functionScope(fn: t.Function, parent: Scope): Scope {
  const body = fn.body?.type === 'BlockStatement' ? fn.body.body : [];
  const names = new Map([
    ...parametersOf(fn),
    ...body.flatMap(hoistedFrom),
    ...body.flatMap(declaredBy),
  ]);
  return { file: parent.file, names, parent };
}

/** The binding of a name in a scope, and the scope that declares it. */
export function findBinding(
  scope: Scope,
  name: string,
): { binding: Binding; scope: Scope } | undefined {
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
  const { init, member, imported, why } = binding;
  if (why !== undefined || members.length > 1) return undefined;
  const [method] = members;
  if (!imported) {
    const name = member ?? (init && dottedName(init));
    return method === undefined && name !== undefined ? { name } : undefined;
  }
  const { source, name } = imported;
  if (method === undefined) return { source, name };
  return name === wholeModule || name === 'default' ? { source, name: method } : undefined;
}

/** The module of `require('x')` or `await import('x')`. Undefined for any other expression. */
export function requiredModule(at: t.Node): string | undefined {
  const node = at.type === 'AwaitExpression' ? at.argument : at;
  if (node.type !== 'CallExpression') return undefined;
  const isImport = node.callee.type === 'Import' && node !== at;
  const [source] = node.arguments;
  const isModule = isImport || dottedName(node.callee) === 'require';
  return isModule && source?.type === 'StringLiteral' ? source.value : undefined;
}

/** The text of a name that may be written as a string (`export { x as 'default' }`). */
export function nameOf(node: t.Identifier | t.StringLiteral): string {
  return node.type === 'Identifier' ? node.name : node.value;
}

type Declared = readonly [name: string, binding: Binding];

/** A `var` in a block belongs to the whole function. `var`s of nested functions are included to be safe. */
function hoistedFrom(statement: t.Statement): Declared[] {
  const declared: Declared[] = [];
  visit(statement, (node) => {
    if (node.type === 'VariableDeclaration' && node.kind === 'var')
      declared.push(...declarationsIn(node));
  });
  return declared;
}

/** The names that a statement declares, also if it exports them. */
function declaredBy(statement: t.Statement): readonly Declared[] {
  const { declaration } = statement as Partial<t.ExportNamedDeclaration>;
  return declarationsIn(declaration ?? statement);
}

const nothing: readonly never[] = [];

/** The names that a declaration binds: `{ a: b } = x` binds `b` to the member `a` of `x`. */
export function declarationsIn(node: t.Node): readonly Declared[] {
  switch (node.type) {
    case 'VariableDeclaration':
      // `declare const require: …` only describes an existing global.
      return node.declare
        ? nothing
        : node.declarations.flatMap((each) => variablesIn(node.kind, each));
    case 'ImportDeclaration':
      return node.specifiers.map((specifier) => {
        const imported = { source: node.source.value, name: importedName(specifier) };
        return [specifier.local.name, { imported }];
      });
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSEnumDeclaration':
      // A default export may have no name.
      return node.id && !node.declare ? [[node.id.name, { init: node }]] : nothing;
    case 'CatchClause':
      return node.param ? opaque(node.param, 'is an error') : nothing;
    default:
      return nothing;
  }
}

/** The names of a function's parameters. */
export function parametersOf({ params }: t.Function): Declared[] {
  return params.flatMap((param) => opaque(param, 'is a function parameter'));
}

function importedName(specifier: t.ImportDeclaration['specifiers'][number]): string {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  return specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : wholeModule;
}

function variablesIn(kind: string, { id, init }: t.VariableDeclarator): Declared[] {
  const isFixed = kind === 'const' && init;
  const why = `is declared with \`${kind}\` and may change before the config is read`;
  const unsure = isFixed ? {} : { why };
  const value = init ? unwrapTypes(init) : undefined;
  const source = value && requiredModule(value);
  const binding = (name: string, member?: string): Binding => {
    const imported = source === undefined ? undefined : { source, name };
    return { init: value, member, imported, ...unsure };
  };
  if (id.type === 'Identifier') return [[id.name, binding(wholeModule)]];
  const unpacked = isFixed ? 'is destructured from another value' : why;
  if (id.type !== 'ObjectPattern') return opaque(id, unpacked);
  return id.properties.flatMap((part): Declared[] => {
    const key = part.type === 'RestElement' || part.computed ? undefined : plainKey(part.key);
    if (key === undefined || part.type === 'RestElement' || part.value.type !== 'Identifier')
      return opaque(part, unpacked);
    return [[part.value.name, binding(key, key)]];
  });
}

/** The names in a pattern, with a value that is not known. */
function opaque(pattern: t.Node, why: string): Declared[] {
  return identifiersDeclaredBy(pattern).map(({ name }) => [name, { why }]);
}

/** The identifiers that a pattern declares. */
export function identifiersDeclaredBy(pattern: t.Node): t.Identifier[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern];
    case 'ObjectPattern':
      return pattern.properties.flatMap(identifiersDeclaredBy);
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? identifiersDeclaredBy(element) : []));
    case 'ObjectProperty':
      return identifiersDeclaredBy(pattern.value);
    case 'AssignmentPattern':
      return identifiersDeclaredBy(pattern.left);
    case 'RestElement':
      return identifiersDeclaredBy(pattern.argument);
    case 'TSParameterProperty':
      return identifiersDeclaredBy(pattern.parameter);
    default:
      return [];
  }
}

/** Another module's export that a file exports again. */
interface ReExport {
  readonly source: string;
  readonly name: string;
}

/** An exported expression, and its local name in the file that exports it, if any. */
interface Exported {
  readonly expr: Expr;
  readonly local?: string;
}

/**
 * The export `name` of the module `source`, or the reason why it is unknown. Files may re-export everything from each
 * other, so a name is looked up only once in each file.
 */
export function findExport(
  from: SourceFile,
  source: string,
  name: string,
  visited = new Set<string>(),
): Exported | string {
  const file = from.modules.open(from, source);
  if (typeof file === 'string') return file;
  const entry = exportOf(file, name);
  if (entry && 'expr' in entry) return entry;
  const lookup = `${name} ${file.path}`;
  if (visited.has(lookup)) return `is part of a circular export in \`${source}\``;
  visited.add(lookup);
  if (entry) return findExport(file, entry.source, entry.name, visited);
  for (const statement of file.program.body) {
    if (statement.type !== 'ExportAllDeclaration') continue;
    const exported = findExport(file, statement.source.value, name, visited);
    if (typeof exported !== 'string') return exported;
  }
  return `\`${source}\` does not export \`${name}\` in a readable way`;
}

/** The exports of a file by name: an expression, or an export of another module. */
export const exportsOf = perFile(
  ({ program }) => new Map(program.body.flatMap((statement) => exportedBy(statement))),
);

type ExportEntry = [name: string, exported: t.Node | ReExport];

/** An export of a file, resolved through its local name. */
function exportOf(file: SourceFile, name: string): Exported | ReExport | undefined {
  const exported = exportsOf(file).get(name);
  if (!exported || !('type' in exported)) return exported;
  const scope = moduleScope(file);
  if (exported.type !== 'Identifier') return { expr: { node: exported, scope } };
  const local = exported.name;
  const { init, member, imported, why } = scope.names.get(local) ?? {};
  if (why !== undefined) return undefined;
  return imported ?? (init && !member ? { expr: { node: init, scope }, local } : undefined);
}

/** The exports of a statement. Of the other module system, only the export of a config is read. */
function exportedBy(statement: t.Statement): ExportEntry[] {
  switch (statement.type) {
    case 'ExportDefaultDeclaration':
      return [['default', statement.declaration]];
    case 'ExportNamedDeclaration':
      return namedExports(statement);
    case 'TSExportAssignment':
      return [['default', statement.expression]];
    case 'ExpressionStatement': {
      const { expression } = statement;
      if (expression.type !== 'AssignmentExpression' || expression.operator !== '=') return [];
      const isExport = /^(?:module\.exports(?:\.default)?|exports\.default)$/.test(
        dottedName(expression.left),
      );
      return isExport ? [['default', expression.right]] : [];
    }
    default:
      return [];
  }
}

function namedExports({
  declaration,
  source,
  specifiers,
}: t.ExportNamedDeclaration): ExportEntry[] {
  const declarations =
    declaration?.type === 'VariableDeclaration' ? declaration.declarations : [declaration];
  return [
    ...declarations.flatMap((declared): ExportEntry[] => {
      const id = declared && 'id' in declared ? declared.id : undefined;
      return id?.type === 'Identifier' ? [[id.name, id]] : [];
    }),
    ...specifiers.flatMap((specifier): ExportEntry[] => {
      if (specifier.type !== 'ExportSpecifier') return [];
      const { local } = specifier;
      const exported = source ? { source: source.value, name: nameOf(local) } : local;
      return [[nameOf(specifier.exported), exported]];
    }),
  ];
}
