import type * as t from '@babel/types';
import { namesInPattern } from '../../config/bindings.ts';
import { remembered } from '../remembered.ts';
import { childrenOf } from '../syntax/code.ts';
import type { CodePiece } from '../syntax/source.ts';
import type { FlowImport, FlowModule } from './modules.ts';
import type { Fn, Thing, Value } from './values.ts';
import { other } from './values.ts';

/** The names that code at some place can use. */
export class Scope {
  readonly names = new Map<string, Set<Thing>>();
  readonly parent: Scope | undefined;
  readonly module: FlowModule;
  /** The piece of the file that the code is in. */
  readonly piece: Pick<CodePiece, 'offsetInFile'>;
  #self: Value | undefined;
  readonly fn: Fn | undefined;
  /** Whether names stand for what is in their refs. */
  readonly isTemplate: boolean;

  /** What is not said is as in the scope around it. */
  constructor(around: Scope | Pick<Scope, 'module' | 'piece'>, own: ScopeFacts = {}) {
    this.parent = around instanceof Scope ? around : undefined;
    this.module = around.module;
    this.piece = own.piece ?? around.piece;
    this.#self = own.self;
    this.fn = own.fn ?? this.parent?.fn;
    this.isTemplate = own.isTemplate ?? this.parent?.isTemplate ?? false;
  }

  /** What `this` is. */
  get self(): Value {
    return this.#self ?? this.parent?.self ?? other;
  }

  declare(name: string): Set<Thing> {
    return remembered(this.names, name, () => new Set<Thing>());
  }

  /** The variable that a declaration gives its value to: one of the nearest block or function that declares it. */
  variable(name: string): Set<Thing> {
    return this.find(name) ?? this.declare(name);
  }

  /** What a name is imported from; undefined if it is declared in another way. */
  importOf(name: string): FlowImport | undefined {
    const { scope, imports } = this.module;
    const found = this.find(name);
    return found && found === scope.names.get(name) ? imports.get(name) : undefined;
  }

  /** Whether a part of the template declares the name. */
  findsLocally(name: string): boolean {
    for (let at: Scope | undefined = this; at?.isTemplate; at = at.parent)
      if (at.names.has(name)) return true;
    return false;
  }

  find(name: string): Set<Thing> | undefined {
    for (let at: Scope | undefined = this; at; at = at.parent) {
      const found = at.names.get(name);
      if (found) return found;
    }
    return undefined;
  }
}

interface ScopeFacts {
  readonly piece?: Scope['piece'];
  readonly self?: Value | undefined;
  readonly fn?: Fn;
  readonly isTemplate?: boolean;
}

/** What a statement declares, exported or not. */
export function declarationIn(statement: t.Node): t.Node | null | undefined {
  const { type } = statement;
  const isExport = type === 'ExportNamedDeclaration' || type === 'ExportDefaultDeclaration';
  return isExport ? statement.declaration : statement;
}

/** Declares what a list of statements declares for itself; `var` is left to `declareHoisted`. */
export function declareAll(scope: Scope, statements: readonly t.Node[]) {
  for (const statement of statements) {
    const node = declarationIn(statement);
    if (!node) continue;
    if (node.type === 'VariableDeclaration' && node.kind !== 'var' && !node.declare)
      declareVariables(scope, node);
    else if ((node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id)
      scope.declare(node.id.name);
    else if (node.type === 'TSEnumDeclaration') scope.declare(node.id.name).add('other');
    else if (node.type === 'ImportDeclaration')
      for (const { local } of node.specifiers) scope.declare(local.name);
  }
}

function declareVariables(scope: Scope, { declarations }: t.VariableDeclaration) {
  for (const { id } of declarations) for (const name of namesInPattern(id)) scope.declare(name);
}

const holdingStatements =
  /^(?:Block|If|For|ForOf|ForIn|While|DoWhile|Switch|Try|Labeled)Statement$|^(?:Program|SwitchCase|CatchClause)$|^Export/;

/** Declares what `var` in blocks declares for the whole function. Few files have any. */
export function declareHoisted(scope: Scope, node: t.Node) {
  if (scope.module.source.text.includes('var')) declareVars(scope, node);
}

function declareVars(scope: Scope, node: t.Node) {
  if (isFunction(node) || node.type === 'ClassBody') return;
  if (node.type === 'VariableDeclaration' && node.kind === 'var' && !node.declare)
    declareVariables(scope, node);
  if (!holdingStatements.test(node.type)) return;
  for (const child of childrenOf(node)) declareVars(scope, child);
}

const functionTypes: ReadonlySet<string> = new Set<t.Function['type']>([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ObjectMethod',
  'ClassMethod',
  'ClassPrivateMethod',
]);

export function isFunction(node: t.Node): node is t.Function {
  return functionTypes.has(node.type);
}
