import type * as t from '@babel/types';
import { revealingNames } from '../../catalogue/known-functions.ts';
import { isMember, valueChildren } from '../../config/syntax.ts';
import { declarationsIn, type ImportedName, importedAs, type NameBinding } from './bindings.ts';
import { bare, functionTypes, isFunction } from './code.ts';
import type { CodePiece } from './source-text.ts';

/** A name that a file declares, with all references to it. */
export interface Binding {
  readonly name: string;
  /** The statement, function or class that declares the name. */
  readonly declaration: t.Node;
  /** The value, if the declarations have only one. */
  init: t.Node | undefined;
  /** The module that the name is imported from, and its name there. */
  readonly imported: ImportedName | undefined;
  /** Whether the template sees the name. */
  readonly isTopLevel: boolean;
  readonly references: t.Identifier[];
}

/** The code of a file with the parents of nodes and the declarations of names. */
export interface LinkedCode {
  /** All nodes, without types, `await`, and names that are not references. */
  readonly nodes: readonly t.Node[];
  /** The parent of a node, apart from brackets, types and `await`. */
  parentOf(node: t.Node): t.Node | undefined;
  /** The declaration that a name refers to; undefined if the file has none. */
  bindingOf(node: t.Node): Binding | undefined;
  /** Whether a template refers to a name of the script, and so to the value of a ref. */
  isUnwrapped(node: t.Node): boolean;
  /** The declaration of a top-level name. */
  topLevel(name: string): Binding | undefined;
  /** The offset in the file of a node, or of another offset in its code. */
  offsetInFile(node: t.Node, offset?: number): number;
  /** A name in the code that can access variables without naming them. */
  readonly revealing: string | undefined;
}

/** Links pieces of code, which all see the names of the scripts. */
export function linkCode(pieces: readonly CodePiece[]): LinkedCode {
  const top = scopeIn(undefined, true, false);
  const linker = new Linker();
  for (const { program, isTemplate } of pieces)
    linker.visit(program, isTemplate ? scopeIn(top, true, true) : top);
  const { nodes, parents, bindings, unwrapped } = linker;
  const places = new Map<t.Node, CodePiece>(pieces.map((piece) => [piece.program, piece]));
  return {
    nodes,
    parentOf: (node) => parents.get(node),
    bindingOf: (node) => bindings.get(node),
    isUnwrapped: (node) => unwrapped.has(node),
    topLevel: (name) => top.names.get(name),
    offsetInFile(node, offset = node.start ?? 0) {
      let root = node;
      for (let parent = parents.get(root); parent; parent = parents.get(root)) root = parent;
      return places.get(root)?.offsetInFile(offset) ?? 0;
    },
    revealing: linker.resolve(),
  };
}

interface Scope {
  readonly names: Map<string, Binding>;
  readonly parent: Scope | undefined;
  /** Whether `var` declares names in this scope. */
  readonly isFunction: boolean;
  readonly isInTemplate: boolean;
}

function scopeIn(parent: Scope | undefined, isFunction: boolean, isInTemplate: boolean): Scope {
  return { names: new Map(), parent, isFunction, isInTemplate };
}

function functionScope(scope: Scope): Scope {
  return scope.isFunction || !scope.parent ? scope : functionScope(scope.parent);
}

function findName({ names, parent }: Scope, name: string): Binding | undefined {
  return names.get(name) ?? (parent && findName(parent, name));
}

const opensScope: ReadonlySet<string> = new Set<t.Node['type']>([
  ...(['BlockStatement', 'ForStatement', 'ForOfStatement', 'ForInStatement', 'SwitchStatement'] as const),
  ...(['CatchClause', 'StaticBlock', 'TSModuleBlock'] as const),
  ...functionTypes,
]);

class Linker {
  readonly nodes: t.Node[] = [];
  readonly parents = new Map<t.Node, t.Node>();
  readonly bindings = new Map<t.Node, Binding>();
  readonly unwrapped = new Set<t.Node>();
  readonly #names: { readonly node: t.Identifier; readonly scope: Scope }[] = [];
  #revealing: string | undefined;

  /** Visits nodes with a list instead of recursion, because chains of calls nest deeper than the call stack. */
  visit(root: t.Node, around: Scope): void {
    const pending = [{ node: root, scope: around }];
    for (const { node, scope } of pending) {
      this.nodes.push(node);
      if (node.type === 'Identifier') this.#refer(node, scope);
      if (node.type === 'ThisExpression') this.#revealing = 'this';
      const isInner = opensScope.has(node.type);
      const inner = isInner ? scopeIn(scope, isFunction(node), scope.isInTemplate) : scope;
      // Comparing types is much faster than looking for declared names or keys in every node.
      const isDeclaration = node.type.endsWith('Declaration');
      if (isInner || isDeclaration) this.#declareIn(node, scope, inner);
      if (isDeclaration && isForeign(node)) continue;
      const name = spelledName(node);
      for (const child of valueChildren(node)) {
        if (child === name) continue;
        const value = bare(child);
        this.parents.set(value, node);
        pending.push({ node: value, scope: inner });
      }
    }
  }

  #refer(node: t.Identifier, scope: Scope): void {
    if (!this.bindings.has(node)) this.#names.push({ node, scope });
  }

  /** Resolves names after all declarations. Returns a name that can access all others. */
  resolve(): string | undefined {
    for (const { node, scope } of this.#names) {
      const binding = findName(scope, node.name);
      if (!binding && revealingNames.includes(node.name)) this.#revealing = node.name;
      if (!binding) continue;
      this.bindings.set(node, binding);
      binding.references.push(node);
      if (scope.isInTemplate && binding.isTopLevel) this.unwrapped.add(node);
    }
    return this.#revealing;
  }

  /** Declares the names of a node in the outer or inner scope. */
  #declareIn(node: t.Node, scope: Scope, inner: Scope): void {
    for (const binding of declarationsIn(node)) {
      const isOwnName = binding.init === node && node.type !== 'FunctionExpression';
      const isHoisted = node.type === 'VariableDeclaration' && node.kind === 'var';
      this.#declare(binding, node, isHoisted ? functionScope(scope) : isOwnName ? scope : inner);
    }
  }

  #declare(declared: NameBinding, declaration: t.Node, scope: Scope): void {
    const { name } = declared.id;
    const init = declared.init && declared.member === undefined ? bare(declared.init) : undefined;
    const existing = scope.names.get(name);
    const imported = importedAs(declared);
    const isTopLevel = !scope.parent;
    const binding = existing ?? { name, declaration, init, imported, isTopLevel, references: [] };
    // A name that is declared twice has no single value.
    if (binding.init !== init) binding.init = undefined;
    scope.names.set(name, binding);
    this.bindings.set(declared.id, binding);
  }
}

/** Whether a declaration only describes code elsewhere, so that its names are not references. */
function isForeign(node: t.Node): boolean {
  return ('declare' in node && node.declare === true) || ('source' in node && node.source != null);
}

/** The child of a node that is a name but not a reference. */
function spelledName(node: t.Node): t.Node | undefined {
  if (isMember(node)) return node.computed ? undefined : node.property;
  if (node.type === 'ExportSpecifier') return node.exported;
  return 'key' in node && !('computed' in node && node.computed) ? node.key : undefined;
}
