import { posix } from 'node:path';
import type * as t from '@babel/types';
import type { Catalogue } from '../catalogue/index.ts';
import { moduleScope, nameOf, wholeModule } from './bindings.ts';
import { ifReadable } from './problem.ts';
import {
  type Exported,
  type FindImporters,
  type Importer,
  type Modules,
  parseSource,
  type ReadText,
  type SourceFile,
} from './source.ts';
import { dottedName } from './syntax.ts';

/** Another module's export that a file exports again. */
interface ReExport {
  readonly source: string;
  readonly name: string;
}

const extensions = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '/index.ts', '/index.js', '/index.mjs'];

/** The config and the local files it imports, each parsed when it is first needed. */
export class LoadedModules implements Modules {
  readonly config: SourceFile;
  readonly readText: ReadText;
  readonly catalogue: Catalogue;
  readonly importersOf: FindImporters;
  steps = 0;
  readonly #files = new Map<string, SourceFile>();

  constructor(
    path: string,
    text: string,
    { readText, catalogue, importersOf }: Pick<Modules, 'readText' | 'catalogue' | 'importersOf'>,
  ) {
    this.readText = readText;
    this.importersOf = importersOf;
    this.catalogue = catalogue;
    this.config = parseSource(path, text, this);
    this.#files.set(path, this.config);
  }

  files(): readonly SourceFile[] {
    return [...this.#files.values()];
  }

  openImporter({ path, code }: Importer): SourceFile | undefined {
    return this.#files.get(path) ?? ifReadable(() => parseSource(path, code, this));
  }

  find(from: SourceFile, source: string, name: string): Exported | string {
    return this.#find(from, source, name, new Set());
  }

  // Files may re-export everything from each other, so each one is asked only once for a name.
  #find(from: SourceFile, source: string, name: string, asked: Set<string>): Exported | string {
    const file = this.#open(from, source);
    if (typeof file === 'string') return file;
    const found = exportOf(file, name);
    if (found && 'expr' in found) return found;
    const question = `${name} ${file.path}`;
    if (asked.has(question)) return `is part of a circular export in \`${source}\``;
    asked.add(question);
    if (found) return this.#find(file, found.source, found.name, asked);
    for (const statement of file.program.body) {
      if (statement.type !== 'ExportAllDeclaration') continue;
      const exported = this.#find(file, statement.source.value, name, asked);
      if (typeof exported !== 'string') return exported;
    }
    return `\`${source}\` does not export \`${name}\` in a readable way`;
  }

  #open(from: SourceFile, source: string): SourceFile | string {
    if (!/^\.\.?(?:\/|$)/.test(source)) return `comes from the package \`${source}\``;
    for (const path of candidates(from.path, source)) {
      const known = this.#files.get(path);
      if (known) return known;
      const text = /\.(?:[cm]?[jt]s)$/.test(path) ? this.readText(path) : undefined;
      if (text === undefined) continue;
      // An import may be generated or in another language, which is not a problem: its values are unknown then.
      const file = ifReadable(() => parseSource(path, text, this));
      if (!file) return `comes from \`${source}\`, which cannot be parsed`;
      this.#files.set(path, file);
      return file;
    }
    return `comes from \`${source}\`, which cannot be read here`;
  }
}

/** An import of `./x.js` may mean `./x.ts`: TypeScript files are imported by the name of their output. */
function candidates(from: string, source: string): string[] {
  const base = posix.join(posix.dirname(from), source);
  const typed = base.replace(/\.([cm]?)js$/, '.$1ts');
  return [...new Set([...extensions.map((extension) => base + extension), typed])];
}

/** The export of a file under a name. */
export function exportOf(file: SourceFile, name: string): Exported | ReExport | undefined {
  for (const statement of file.program.body) {
    const named = statement.type === 'ExportNamedDeclaration' && namedExport(file, statement, name);
    if (named) return named;
    const node = exportedExpression(statement, name);
    if (!node) continue;
    if (node.type === 'Identifier') return localExport(file, node.name);
    return { expr: { node, scope: moduleScope(file) } };
  }
  return undefined;
}

function exportedExpression(statement: t.Statement, name: string): t.Node | undefined {
  if (name === wholeModule) return wholeExport(statement);
  return name === 'default' ? defaultExport(statement) : commonJsExport(statement, name);
}

function namedExport(
  file: SourceFile,
  { declaration, source, specifiers }: t.ExportNamedDeclaration,
  name: string,
): Exported | ReExport | undefined {
  if (declaration && declares(declaration, name)) return localExport(file, name);
  for (const specifier of specifiers) {
    if (specifier.type !== 'ExportSpecifier' || nameOf(specifier.exported) !== name) continue;
    const local = nameOf(specifier.local);
    return source ? { source: source.value, name: local } : localExport(file, local);
  }
  return undefined;
}

function declares(declaration: t.Node, name: string): boolean {
  if (declaration.type === 'FunctionDeclaration') return declaration.id?.name === name;
  if (declaration.type !== 'VariableDeclaration') return false;
  return declaration.declarations.some(({ id }) => id.type === 'Identifier' && id.name === name);
}

function localExport(file: SourceFile, local: string): Exported | ReExport | undefined {
  const scope = moduleScope(file);
  const binding = scope.names.get(local);
  if (binding?.kind === 'const') return { expr: { node: binding.init, scope }, local };
  if (binding?.kind === 'function') return { expr: { node: binding.node, scope }, local };
  return binding?.kind === 'import' ? { source: binding.source, name: binding.name } : undefined;
}

/** The result of `require`. An ES module has no single expression for it: its default is one export among others. */
function wholeExport(statement: t.Statement): t.Node | undefined {
  if (statement.type === 'TSExportAssignment') return statement.expression;
  return assignedTo(statement, 'module.exports');
}

/** The expression that a statement exports as the module's default, in either module system. */
export function defaultExport(statement: t.Statement): t.Node | undefined {
  if (statement.type === 'ExportDefaultDeclaration') return statement.declaration;
  return wholeExport(statement) ?? assignedTo(statement, 'exports.default', 'module.exports.default');
}

function commonJsExport(statement: t.Statement, name: string): t.Node | undefined {
  const whole = assignedTo(statement, 'module.exports');
  if (whole?.type !== 'ObjectExpression')
    return assignedTo(statement, `exports.${name}`, `module.exports.${name}`);
  // A spread might replace the property.
  if (whole.properties.some((item) => item.type === 'SpreadElement')) return undefined;
  const property = whole.properties.findLast(
    (item) => item.type === 'ObjectProperty' && !item.computed && dottedName(item.key) === name,
  );
  return property?.type === 'ObjectProperty' ? property.value : undefined;
}

/** The value of a statement that assigns to one of these names. */
function assignedTo(statement: t.Statement, ...targets: readonly string[]): t.Node | undefined {
  if (statement.type !== 'ExpressionStatement') return undefined;
  const { expression } = statement;
  if (expression.type !== 'AssignmentExpression' || expression.operator !== '=') return undefined;
  return targets.includes(dottedName(expression.left)) ? expression.right : undefined;
}
