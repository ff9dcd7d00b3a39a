import { posix } from 'node:path';
import type * as t from '@babel/types';
import { type Binding, moduleScope, nameOf, wholeModule } from './bindings.ts';
import { parseSource, type SourceFile } from './source.ts';
import type { Expr } from './value.ts';

/** Gives the text of a file beside the config, or nothing; reading is the caller's business. */
export type ReadText = (path: string) => string | undefined;

/** An exported expression, and the local name it has in its file, if any. */
export interface Exported {
  readonly expr: Expr;
  readonly local?: string;
}

/** The local files a config is assembled from. */
export interface Modules {
  /** The files that were opened, the config first. */
  readonly files: readonly SourceFile[];
  /** What `name` imported from `source` is; a text says why it is not known. */
  find(from: SourceFile, source: string, name: string): Exported | string;
}

const extensions = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '/index.ts', '/index.js', '/index.mjs'];

export function createModules(config: SourceFile, readText: ReadText): Modules {
  const files = new Map<string, SourceFile>([[config.path, config]]);

  const open = (from: SourceFile, source: string): SourceFile | string => {
    if (!/^\.\.?(?:\/|$)/.test(source)) return `comes from the package \`${source}\``;
    for (const path of candidates(from.path, source)) {
      const known = files.get(path);
      if (known) return known;
      const text = /\.(?:[cm]?[jt]s)$/.test(path) ? readText(path) : undefined;
      if (text === undefined) continue;
      const file = parseSource(path, text);
      files.set(path, file);
      return file;
    }
    return `comes from \`${source}\`, which cannot be read here`;
  };

  const find = (from: SourceFile, source: string, name: string, depth = 0): Exported | string => {
    const file = open(from, source);
    if (typeof file === 'string') return file;
    const found = exportOf(file, name);
    if (found && 'expr' in found) return found;
    if (depth > 20) return `is exported in a circle by \`${source}\``;
    if (found) return find(file, found.source, found.name, depth + 1);
    for (const statement of file.program.body) {
      if (statement.type !== 'ExportAllDeclaration') continue;
      const passed = find(file, statement.source.value, name, depth + 1);
      if (typeof passed !== 'string') return passed;
    }
    return `\`${source}\` does not export \`${name}\` in a way that can be read`;
  };

  return {
    get files() {
      return [...files.values()];
    },
    find: (from, source, name) => find(from, source, name),
  };
}

/** An import of `./x.js` may mean `./x.ts`: TypeScript files are imported by the name they will have. */
function candidates(from: string, source: string): string[] {
  const base = posix.join(posix.dirname(from), source);
  const typed = base.replace(/\.([cm]?)js$/, '.$1ts');
  return [...new Set([...extensions.map((extension) => base + extension), typed])];
}

/** What a file exports under a name: an expression, or another module's export that it passes on. */
export function exportOf(
  file: SourceFile,
  name: string,
): Exported | { readonly source: string; readonly name: string } | undefined {
  if (name === wholeModule) name = 'default';
  const scope = moduleScope(file);
  const local = (id: string) => localExport(file, id);
  for (const statement of file.program.body) {
    if (statement.type === 'ExportNamedDeclaration') {
      if (statement.declaration && scope.names.has(name) && declares(statement.declaration, name))
        return local(name);
      for (const specifier of statement.specifiers) {
        if (specifier.type !== 'ExportSpecifier' || nameOf(specifier.exported) !== name) continue;
        if (statement.source) return { source: statement.source.value, name: specifier.local.name };
        return local(specifier.local.name);
      }
    }
    const expr = name === 'default' ? defaultExport(statement) : commonJsExport(statement, name);
    if (expr) return expr.type === 'Identifier' ? local(expr.name) : { expr: { node: expr, scope } };
  }
  return undefined;
}

function localExport(
  file: SourceFile,
  id: string,
): Exported | { readonly source: string; readonly name: string } | undefined {
  const scope = moduleScope(file);
  const binding: Binding | undefined = scope.names.get(id);
  if (binding?.kind === 'const') return { expr: { node: binding.init, scope }, local: id };
  if (binding?.kind === 'function') return { expr: { node: binding.node, scope }, local: id };
  return binding?.kind === 'import' ? { source: binding.source, name: binding.name } : undefined;
}

/** The expression a statement exports as the module's default, in either module system. */
export function defaultExport(statement: t.Statement): t.Node | undefined {
  if (statement.type === 'ExportDefaultDeclaration') return statement.declaration;
  if (statement.type === 'TSExportAssignment') return statement.expression;
  const assignment = assignmentOf(statement);
  if (!assignment) return undefined;
  const { left, right } = assignment;
  if (isMember(left, 'module', 'exports') || isMember(left, 'exports', 'default')) return right;
  return left.type === 'MemberExpression' &&
    isMember(left.object, 'module', 'exports') &&
    isNamed(left.property, 'default')
    ? right
    : undefined;
}

function commonJsExport(statement: t.Statement, name: string): t.Node | undefined {
  const assignment = assignmentOf(statement);
  if (!assignment) return undefined;
  const { left, right } = assignment;
  if (isMember(left, 'exports', name)) return right;
  if (isMember(left, 'module', 'exports') && right.type === 'ObjectExpression') {
    const property = right.properties.find(
      (item) => item.type === 'ObjectProperty' && !item.computed && isNamed(item.key, name),
    );
    return property?.type === 'ObjectProperty' ? property.value : undefined;
  }
  return left.type === 'MemberExpression' &&
    isMember(left.object, 'module', 'exports') &&
    isNamed(left.property, name)
    ? right
    : undefined;
}

function assignmentOf(statement: t.Statement): t.AssignmentExpression | undefined {
  if (statement.type !== 'ExpressionStatement') return undefined;
  const { expression } = statement;
  return expression.type === 'AssignmentExpression' && expression.operator === '=' ? expression : undefined;
}

function isMember(node: t.Node, object: string, property: string): boolean {
  return (
    node.type === 'MemberExpression' &&
    !node.computed &&
    isNamed(node.object, object) &&
    isNamed(node.property, property)
  );
}

function isNamed(node: t.Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}

function declares(declaration: t.Node, name: string): boolean {
  if (declaration.type === 'FunctionDeclaration') return declaration.id?.name === name;
  if (declaration.type !== 'VariableDeclaration') return false;
  return declaration.declarations.some(({ id }) => id.type === 'Identifier' && id.name === name);
}
