import type * as t from '@babel/types';
import { nameOf, namesInPattern, requiredModule } from '../../config/scope-bindings.ts';
import { unwrapTypes } from '../../config/syntax.ts';
import { memo } from '../memo.ts';
import { isNamed, propertyKey, settled, walk } from './code.ts';

/** A binding of a name, as far as its declaration shows. */
export interface NameBinding {
  /** Undefined for parameters, imports and other names without a value in the code. */
  readonly init: t.Node | undefined;
  /** The destructured member of `init`. */
  readonly member: string | undefined;
  readonly declared: boolean;
  /** `const` only for constants that are not destructured. */
  readonly by: 'const' | 'import' | 'other';
}

/** All bindings of each name in a file; scopes are not distinguished. */
export type NameBindings = ReadonlyMap<string, readonly NameBinding[]>;

/** The module of an imported name, and its name there. */
export interface ImportedName {
  readonly source: string;
  readonly name: string;
}

/** The bindings and imports of a file. */
export interface FileNames {
  readonly bindings: NameBindings;
  /** The imported names, by local name: with `import`, `require` or a dynamic import. */
  readonly imports: ReadonlyMap<string, ImportedName>;
}

type Names = Map<string, NameBinding[]>;

const unknown: NameBinding = { init: undefined, member: undefined, declared: false, by: 'other' };

/** The names of a file, shared by all its pieces: a template sees those of the scripts. */
export function namesIn(programs: readonly t.Program[]): FileNames {
  const collector = new NameCollector();
  for (const program of programs) walk(program, (node) => collector.note(node));
  return collector.names;
}

/** Collects names while code is walked. */
export class NameCollector {
  readonly #bindings: Names = new Map();
  readonly #declarations: t.ImportDeclaration[] = [];
  #names: FileNames | undefined;

  note(node: t.Node): void {
    if (node.type === 'ImportDeclaration') this.#declarations.push(node);
    bindNode(this.#bindings, node);
  }

  /** Complete only after the walk. */
  get names(): FileNames {
    this.#names ??= { bindings: this.#bindings, imports: importsIn(this.#declarations, this.#bindings) };
    return this.#names;
  }
}

function bindNode(names: Names, node: t.Node): void {
  switch (node.type) {
    case 'VariableDeclaration':
      // `declare const require: …` only describes an existing global.
      if (!node.declare) bindVariables(names, node);
      break;
    case 'ClassDeclaration':
      if (!node.declare) bindId(names, node);
      break;
    case 'ImportDeclaration':
      for (const { local } of node.specifiers) bind(names, local.name, { ...unknown, by: 'import' });
      break;
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'ObjectMethod':
    case 'ClassMethod':
    case 'ClassPrivateMethod':
      for (const parameter of node.params) bindPattern(names, parameter);
      if (node.type === 'FunctionDeclaration') bindId(names, node);
  }
}

/** A default export may have no name. */
function bindId(names: Names, node: t.FunctionDeclaration | t.ClassDeclaration): void {
  const { id } = node;
  if (id) bind(names, id.name, { ...unknown, init: node });
}

function bindVariables(names: Names, { kind, declarations }: t.VariableDeclaration): void {
  const by = kind === 'const' ? 'const' : 'other';
  for (const { id, init } of declarations) {
    const value = init ? unwrapTypes(init) : undefined;
    if (id.type === 'Identifier')
      bind(names, id.name, { init: value, member: undefined, declared: true, by });
    else if (id.type === 'ObjectPattern') for (const part of id.properties) bindMember(names, part, value);
    else bindPattern(names, id);
  }
}

function bindMember(
  names: Names,
  part: t.ObjectPattern['properties'][number],
  init: t.Node | undefined,
): void {
  const { value, key } = part.type === 'ObjectProperty' && !part.computed ? part : {};
  if (value?.type === 'Identifier' && key?.type === 'Identifier')
    bind(names, value.name, { init, member: key.name, declared: true, by: 'other' });
  else bindPattern(names, part);
}

/** Binds all names of a pattern to an unknown value. */
function bindPattern(names: Names, pattern: t.Node): void {
  for (const name of namesInPattern(pattern)) bind(names, name, unknown);
}

function bind(names: Names, name: string, binding: NameBinding): void {
  memo(names, name, (): NameBinding[] => []).push(binding);
}

function importsIn(
  declarations: readonly t.ImportDeclaration[],
  bindings: NameBindings,
): ReadonlyMap<string, ImportedName> {
  const imports = new Map<string, ImportedName>();
  for (const { source, specifiers } of declarations) {
    for (const specifier of specifiers) {
      imports.set(specifier.local.name, { source: source.value, name: takenName(specifier) });
    }
  }
  for (const [local, nameBindings] of bindings) {
    for (const { init, member: name } of nameBindings) {
      const source = init && name && moduleOf(init);
      if (source) imports.set(local, { source, name });
    }
  }
  return imports;
}

/** The module and name that a declaration imports a local name from. */
export function importedBy(declaration: t.Node, local: string): ImportedName | undefined {
  if (declaration.type === 'ImportDeclaration') {
    const specifier = declaration.specifiers.find((candidate) => candidate.local.name === local);
    return specifier && { source: declaration.source.value, name: takenName(specifier) };
  }
  const declarators = declaration.type === 'VariableDeclaration' ? declaration.declarations : [];
  for (const { id, init } of declarators) {
    const source = id.type === 'ObjectPattern' && init ? moduleOf(init) : undefined;
    if (source === undefined || id.type !== 'ObjectPattern') continue;
    for (const part of id.properties) {
      const name =
        part.type === 'ObjectProperty' && isNamed(part.value, local) ? propertyKey(part) : undefined;
      if (name !== undefined) return { source, name };
    }
  }
  return undefined;
}

/** The name of a specifier in its module; empty if it has none there. */
export function takenName(
  specifier: (t.ImportDeclaration | t.ExportNamedDeclaration)['specifiers'][number],
): string {
  if (specifier.type === 'ImportSpecifier') return nameOf(specifier.imported);
  return specifier.type === 'ExportSpecifier' ? specifier.local.name : '';
}

function moduleOf(init: t.Node): string | undefined {
  const node = settled(init);
  if (node.type !== 'CallExpression' || node.callee.type !== 'Import') return requiredModule(node);
  const [source] = node.arguments;
  return source?.type === 'StringLiteral' ? source.value : undefined;
}

/** Whether a module is one of the packages, or inside one. */
export function isFrom(source: string, packages: readonly string[]): boolean {
  return packages.some((name) => source === name || source.startsWith(`${name}/`));
}
