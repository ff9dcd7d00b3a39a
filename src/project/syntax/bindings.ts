import type * as t from '@babel/types';
import { nameOf, namesInPattern, requiredModule } from '../../config/bindings.ts';
import { unwrapTypes } from '../../config/syntax.ts';
import { remembered } from '../remembered.ts';
import { settled, walk } from './code.ts';

/** What a name is bound to, as far as the place of its declaration tells. */
export interface NameBinding {
  /** Missing for parameters, imports and whatever else has no value to look at. */
  readonly init: t.Node | undefined;
  /** The member of `init` that a pattern takes. */
  readonly member: string | undefined;
  readonly declared: boolean;
  /** Of a `const`, only the one without a pattern is told apart. */
  readonly by: 'const' | 'import' | 'other';
}

/** All that a file binds to each of its names; scopes are not told apart. */
export type NameBindings = ReadonlyMap<string, readonly NameBinding[]>;

/** Where a name comes from, and what it is called there. */
export interface ImportedName {
  readonly source: string;
  readonly name: string;
}

/** What the names of a file stand for, as far as it tells. */
export interface FileNames {
  readonly bindings: NameBindings;
  /** What it takes out of other modules, by local name: with `import`, `require` or a dynamic import. */
  readonly imports: ReadonlyMap<string, ImportedName>;
}

type Names = Map<string, NameBinding[]>;

const unknown: NameBinding = { init: undefined, member: undefined, declared: false, by: 'other' };

/** The names of a file. All pieces of it share them: a template sees those of the scripts. */
export function namesIn(programs: readonly t.Program[]): FileNames {
  const collector = new NameCollector();
  for (const program of programs) walk(program, (node) => collector.note(node));
  return collector.names;
}

/** Collects the names on a walk through the code. */
export class NameCollector {
  readonly #bindings: Names = new Map();
  readonly #declarations: t.ImportDeclaration[] = [];
  #names: FileNames | undefined;

  note(node: t.Node): void {
    if (node.type === 'ImportDeclaration') this.#declarations.push(node);
    bindNode(this.#bindings, node);
  }

  /** To be asked after the walk. */
  get names(): FileNames {
    this.#names ??= { bindings: this.#bindings, imports: importsIn(this.#declarations, this.#bindings) };
    return this.#names;
  }
}

function bindNode(names: Names, node: t.Node): void {
  switch (node.type) {
    case 'VariableDeclaration':
      // `declare const require: …` only tells the compiler what is there anyway.
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

/** What is exported as default may have no name. */
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

/** Binds all names of a pattern to nothing that is known. */
function bindPattern(names: Names, pattern: t.Node): void {
  for (const name of namesInPattern(pattern)) bind(names, name, unknown);
}

function bind(names: Names, name: string, binding: NameBinding): void {
  remembered(names, name, (): NameBinding[] => []).push(binding);
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
  for (const [local, all] of bindings) {
    for (const { init, member: name } of all) {
      const source = init && name && moduleOf(init);
      if (source) imports.set(local, { source, name });
    }
  }
  return imports;
}

/** Where a declaration takes a name from, if that is another module. */
export function importedBy(declaration: t.Node, local: string): ImportedName | undefined {
  if (declaration.type === 'ImportDeclaration') {
    const specifier = declaration.specifiers.find((one) => one.local.name === local);
    return specifier && { source: declaration.source.value, name: takenName(specifier) };
  }
  if (declaration.type !== 'VariableDeclaration') return undefined;
  const bindings: Names = new Map();
  bindVariables(bindings, declaration);
  return importsIn([], bindings).get(local);
}

/** What something is called in the module that it is taken from, as far as it has a name there. */
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

/** Whether a module is one of some packages, or inside one. */
export function isFrom(source: string, packages: readonly string[]): boolean {
  return packages.some((name) => source === name || source.startsWith(`${name}/`));
}
