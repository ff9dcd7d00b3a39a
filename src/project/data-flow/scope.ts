import type * as t from '@babel/types';
import { namesInPattern } from '../../config/bindings.ts';
import type { CodePiece } from '../syntax/source.ts';
import type { FlowModule } from './modules.ts';
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

  constructor(parent: Scope | undefined, own: Partial<ScopeFacts> & Pick<ScopeFacts, 'module' | 'piece'>) {
    this.parent = parent;
    this.module = own.module;
    this.piece = own.piece;
    this.#self = own.self;
    this.fn = own.fn ?? parent?.fn;
    this.isTemplate = own.isTemplate ?? parent?.isTemplate ?? false;
  }

  /** What `this` is. */
  get self(): Value {
    return this.#self ?? this.parent?.self ?? other;
  }

  declare(name: string): Set<Thing> {
    const known = this.names.get(name) ?? new Set<Thing>();
    this.names.set(name, known);
    return known;
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
  readonly module: FlowModule;
  readonly piece: Pick<CodePiece, 'offsetInFile'>;
  readonly self: Value | undefined;
  readonly fn: Fn | undefined;
  readonly isTemplate: boolean;
}

/** Declares what a list of statements declares for itself; `var` is left to `declareHoisted`. */
export function declareAll(scope: Scope, statements: readonly t.Node[]) {
  for (const statement of statements) {
    const node =
      statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
        ? statement.declaration
        : statement;
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
  for (const child of statementsIn(node)) declareVars(scope, child);
}

/** The statements directly inside a statement. */
function statementsIn(node: t.Node): t.Node[] {
  const found: t.Node[] = [];
  for (const key of [
    'body',
    'consequent',
    'alternate',
    'block',
    'handler',
    'finalizer',
    'cases',
    'init',
    'left',
  ])
    for (const child of [(node as unknown as Record<string, unknown>)[key]].flat())
      if (typeof child === 'object' && child !== null && 'type' in child) found.push(child as t.Node);
  if ('declaration' in node && node.declaration) found.push(node.declaration);
  return found;
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
