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

interface Scope {
  readonly names: Map<string, Binding>;
  readonly parent: Scope | undefined;
  /** Whether `var` declares names in this scope. */
  readonly isFunction: boolean;
}

/** The code of a file with the parents of nodes and the declarations of names. */
export class LinkedCode {
  /** All nodes, without literals, types, `await`, and names that are not references. */
  readonly nodes: t.Node[] = [];
  readonly #parents = new Map<t.Node, t.Node>();
  readonly #bindings = new Map<t.Node, Binding>();
  readonly #pieces = new Map<t.Node, CodePiece>();
  readonly #top = scopeIn(undefined, true);
  #unresolved: { readonly node: t.Identifier; readonly scope: Scope }[] = [];
  /** A name in the code that can access variables without naming them. */
  revealing: string | undefined;

  constructor(pieces: readonly CodePiece[]) {
    this.add(pieces);
  }

  /** Adds pieces of code, which all see the names of the scripts. */
  add(pieces: readonly CodePiece[]): void {
    for (const piece of pieces) {
      this.#pieces.set(piece.program, piece);
      this.#visit(piece.program, piece.isTemplate ? scopeIn(this.#top, true) : this.#top);
    }
    // Names may refer to declarations after them.
    for (const { node, scope } of this.#unresolved) this.#resolve(node, scope);
    this.#unresolved = [];
  }

  /** The parent of a node, apart from brackets, types and `await`. */
  parentOf(node: t.Node): t.Node | undefined {
    return this.#parents.get(node);
  }

  /** The declaration that a name refers to; undefined if the file has none. */
  bindingOf(node: t.Node): Binding | undefined {
    return this.#bindings.get(node);
  }

  /** The function in the file that an expression refers to. */
  functionAt(at: t.Node): t.Function | undefined {
    const node = bare(at);
    const fn = isFunction(node) ? node : this.bindingOf(node)?.init;
    return fn && isFunction(fn) ? fn : undefined;
  }

  /** The declaration of a top-level name. */
  topLevel(name: string): Binding | undefined {
    return this.#top.names.get(name);
  }

  /** Whether a template refers to a name of the script, and so to the value of a ref. */
  isUnwrapped(node: t.Node): boolean {
    return this.bindingOf(node)?.isTopLevel === true && this.#pieceOf(node)?.isTemplate === true;
  }

  /** The offset in the file of a node, or of another offset in its code. */
  offsetInFile(node: t.Node, offset = node.start ?? 0): number {
    return this.#pieceOf(node)?.offsetInFile(offset) ?? 0;
  }

  #pieceOf(node: t.Node): CodePiece | undefined {
    let root = node;
    for (let parent = this.parentOf(root); parent; parent = this.parentOf(root)) root = parent;
    return this.#pieces.get(root);
  }

  /** Visits nodes with a list instead of recursion, because chains of calls nest deeper than the call stack. */
  #visit(root: t.Node, around: Scope): void {
    const pending = [{ node: root, scope: around }];
    for (const { node, scope } of pending) {
      this.nodes.push(node);
      if (node.type === 'ThisExpression') this.revealing = 'this';
      const isInner = opensScope.has(node.type);
      const inner = isInner ? scopeIn(scope, isFunction(node)) : scope;
      // Comparing types is much faster than looking for declared names or keys in every node.
      const isDeclaration = node.type.endsWith('Declaration');
      if (isInner || isDeclaration) this.#declareIn(node, scope, inner);
      if (isDeclaration && isForeign(node)) continue;
      for (const child of linkedChildren(node)) {
        this.#parents.set(child, node);
        if (child.type !== 'Identifier') pending.push({ node: child, scope: inner });
        else this.#refer(child, inner);
      }
    }
  }

  #refer(node: t.Identifier, scope: Scope): void {
    this.nodes.push(node);
    if (!this.#bindings.has(node)) this.#unresolved.push({ node, scope });
  }

  #resolve(node: t.Identifier, from: Scope): void {
    let scope: Scope | undefined = from;
    while (scope && !scope.names.has(node.name)) scope = scope.parent;
    const binding = scope?.names.get(node.name);
    if (binding) {
      this.#bindings.set(node, binding);
      binding.references.push(node);
    } else if (revealingNames.includes(node.name)) this.revealing = node.name;
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
    this.#bindings.set(declared.id, binding);
  }
}

/** The start of a member chain: `a` of `a.b.c`, and of `(a.b ??= []).c`. */
export function rootOf(at: t.Node): t.Node {
  const node = bare(at);
  if (node.type === 'AssignmentExpression' && node.operator !== '=') return rootOf(node.left);
  return isMember(node) ? rootOf(node.object) : node;
}

function scopeIn(parent: Scope | undefined, isFunction: boolean): Scope {
  return { names: new Map(), parent, isFunction };
}

function functionScope(scope: Scope): Scope {
  return scope.isFunction || !scope.parent ? scope : functionScope(scope.parent);
}

const opensScope: ReadonlySet<string> = new Set<t.Node['type']>([
  ...(['BlockStatement', 'ForStatement', 'ForOfStatement', 'ForInStatement', 'SwitchStatement'] as const),
  ...(['CatchClause', 'StaticBlock', 'TSModuleBlock'] as const),
  ...functionTypes,
]);

// About half of all nodes.
const literals: ReadonlySet<string> = new Set<t.Node['type']>([
  ...(['StringLiteral', 'NumericLiteral', 'BooleanLiteral', 'NullLiteral', 'RegExpLiteral'] as const),
  ...(['TemplateElement', 'JSXText'] as const),
]);

/** Whether a declaration only describes code elsewhere, so that its names are not references. */
function isForeign(node: t.Node): boolean {
  return ('declare' in node && node.declare === true) || ('source' in node && node.source != null);
}

function linkedChildren(node: t.Node): t.Node[] {
  const name = spelledName(node);
  return valueChildren(node)
    .filter((child) => child !== name && !literals.has(child.type))
    .map(bare);
}

/** The child of a node that is a name but not a reference. */
function spelledName(node: t.Node): t.Node | undefined {
  if (isMember(node)) return node.computed ? undefined : node.property;
  if (node.type === 'ExportSpecifier') return node.exported;
  return 'key' in node && !('computed' in node && node.computed) ? node.key : undefined;
}
