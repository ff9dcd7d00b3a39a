import { posix } from 'node:path';
import type * as t from '@babel/types';
import type { Catalogue } from '../catalogue/index.ts';
import { ifReadable } from './problem.ts';
import { moduleScope, nameOf } from './scope-bindings.ts';
import {
  type Exported,
  type FindImporters,
  type Modules,
  parseSource,
  perFile,
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

  isImportedElsewhere({ path }: SourceFile, user: string): boolean {
    return this.importersOf(path).some((importer) => importer !== user);
  }

  // Files may re-export everything from each other, so a name is looked up only once in each file.
  find(from: SourceFile, source: string, name: string, visited = new Set<string>()): Exported | string {
    const file = this.#open(from, source);
    if (typeof file === 'string') return file;
    const entry = exportOf(file, name);
    if (entry && 'expr' in entry) return entry;
    const lookup = `${name} ${file.path}`;
    if (visited.has(lookup)) return `is part of a circular export in \`${source}\``;
    visited.add(lookup);
    if (entry) return this.find(file, entry.source, entry.name, visited);
    for (const statement of file.program.body) {
      if (statement.type !== 'ExportAllDeclaration') continue;
      const exported = this.find(file, statement.source.value, name, visited);
      if (typeof exported !== 'string') return exported;
    }
    return `\`${source}\` does not export \`${name}\` in a readable way`;
  }

  #open(from: SourceFile, source: string): SourceFile | string {
    if (!/^\.\.?(?:\/|$)/.test(source)) return `comes from the package \`${source}\``;
    for (const path of candidates(from.path, source)) {
      const loaded = this.#files.get(path);
      if (loaded) return loaded;
      const text = /\.(?:[cm]?[jt]s)$/.test(path) ? this.readText(path) : undefined;
      if (text === undefined) continue;
      // An import may be generated or in another language: its values are unknown then.
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

/** The exports of a file by name: an expression, or an export of another module. */
export const exportsOf = perFile(
  ({ program }) => new Map(program.body.flatMap((statement): ExportEntry[] => exportedBy(statement))),
);

type ExportEntry = [name: string, exported: t.Node | ReExport];

/** An export of a file, resolved through its local name. */
function exportOf(file: SourceFile, name: string): Exported | ReExport | undefined {
  const exported = exportsOf(file).get(name);
  if (!exported || !('type' in exported)) return exported;
  const scope = moduleScope(file);
  if (exported.type !== 'Identifier') return { expr: { node: exported, scope } };
  const local = exported.name;
  const binding = scope.names.get(local);
  if (binding?.kind === 'const') return { expr: { node: binding.init, scope }, local };
  if (binding?.kind === 'function') return { expr: { node: binding.node, scope }, local };
  return binding?.kind === 'import' ? { source: binding.source, name: binding.name } : undefined;
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

function namedExports({ declaration, source, specifiers }: t.ExportNamedDeclaration): ExportEntry[] {
  const declarations = declaration?.type === 'VariableDeclaration' ? declaration.declarations : [declaration];
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
