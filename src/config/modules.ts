import { posix } from 'node:path';
import type * as t from '@babel/types';
import { type Binding, moduleScope, nameOf, wholeModule } from './bindings.ts';
import { ConfigProblem } from './problem.ts';
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
  readonly config: SourceFile;
  /** The config itself, and the local files that were read to look options up. */
  files(): readonly SourceFile[];
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
      const file = parsed(path, text);
      if (!file) return `comes from \`${source}\`, which cannot be parsed`;
      files.set(path, file);
      return file;
    }
    return `comes from \`${source}\`, which cannot be read here`;
  };

  // Files may pass everything on to one another: what a file does not export it is asked for once.
  const find = (from: SourceFile, source: string, name: string, asked: Set<string>): Exported | string => {
    const file = open(from, source);
    if (typeof file === 'string') return file;
    const found = exportOf(file, name);
    if (found && 'expr' in found) return found;
    const question = `${name} ${file.path}`;
    if (asked.has(question)) return `is exported in a circle by \`${source}\``;
    asked.add(question);
    if (found) return find(file, found.source, found.name, asked);
    for (const statement of file.program.body) {
      if (statement.type !== 'ExportAllDeclaration') continue;
      const passed = find(file, statement.source.value, name, asked);
      if (typeof passed !== 'string') return passed;
    }
    return `\`${source}\` does not export \`${name}\` in a way that can be read`;
  };

  return {
    config,
    files: () => [...files.values()],
    find: (from, source, name) => find(from, source, name, new Set()),
  };
}

/** What the config imports may be generated, or in a language of its own: that makes it unknown, and no problem. */
function parsed(path: string, text: string): SourceFile | undefined {
  try {
    return parseSource(path, text);
  } catch (error) {
    if (error instanceof ConfigProblem) return undefined;
    throw error;
  }
}

/** An import of `./x.js` may mean `./x.ts`: TypeScript files are imported by the name they will have. */
function candidates(from: string, source: string): string[] {
  const base = posix.join(posix.dirname(from), source);
  const typed = base.replace(/\.([cm]?)js$/, '.$1ts');
  return [...new Set([...extensions.map((extension) => base + extension), typed])];
}

/** Another module's export that a file passes on. */
interface PassedOn {
  readonly source: string;
  readonly name: string;
}

/** What a file exports under a name: an expression, or another module's export. */
function exportOf(file: SourceFile, name: string): Exported | PassedOn | undefined {
  for (const statement of file.program.body) {
    const declared =
      statement.type === 'ExportNamedDeclaration' ? namedExport(file, statement, name) : undefined;
    if (declared) return declared;
    const expr = exportedExpression(statement, name);
    if (!expr) continue;
    return expr.type === 'Identifier'
      ? localExport(file, expr.name)
      : { expr: { node: expr, scope: moduleScope(file) } };
  }
  return undefined;
}

function exportedExpression(statement: t.Statement, name: string): t.Node | undefined {
  if (name === wholeModule) return wholeExport(statement);
  return name === 'default' ? defaultExport(statement) : commonJsExport(statement, name);
}

function namedExport(
  file: SourceFile,
  statement: t.ExportNamedDeclaration,
  name: string,
): Exported | PassedOn | undefined {
  if (statement.declaration && declares(statement.declaration, name)) return localExport(file, name);
  for (const specifier of statement.specifiers) {
    if (specifier.type !== 'ExportSpecifier' || nameOf(specifier.exported) !== name) continue;
    const local = nameOf(specifier.local);
    return statement.source ? { source: statement.source.value, name: local } : localExport(file, local);
  }
  return undefined;
}

function localExport(file: SourceFile, id: string): Exported | PassedOn | undefined {
  const scope = moduleScope(file);
  const binding: Binding | undefined = scope.names.get(id);
  if (binding?.kind === 'const') return { expr: { node: binding.init, scope }, local: id };
  if (binding?.kind === 'function') return { expr: { node: binding.node, scope }, local: id };
  return binding?.kind === 'import' ? { source: binding.source, name: binding.name } : undefined;
}

/** What `require` gives: an ES module has no such value, its default is one export among others. */
function wholeExport(statement: t.Statement): t.Node | undefined {
  if (statement.type === 'TSExportAssignment') return statement.expression;
  const assignment = assignmentOf(statement);
  return assignment && isMember(assignment.left, 'module', 'exports') ? assignment.right : undefined;
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
    // A spread might replace it.
    if (right.properties.some((item) => item.type === 'SpreadElement')) return undefined;
    const property = right.properties.findLast(
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
