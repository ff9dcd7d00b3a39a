/** Evaluates paths in any code, where the names of a file are known without their scopes. */

import type * as t from '@babel/types';
import { memo } from '../base/memo.ts';
import {
  type CodePath,
  isPathModule,
  joined,
  type Operand,
  type PathNames,
  pathOf,
  startingAt,
} from '../config/path-expressions.ts';
import { requiredModule, wholeModule } from '../config/scope-bindings.ts';
import { memberName, unwrapTypes } from '../config/syntax.ts';
import { type FileNames, importOf, onlyBinding } from '../tree/syntax/bindings.ts';
import { isFunction } from '../tree/syntax/code.ts';

/** The operands that were evaluated so far. */
const knownOperands = new WeakMap<FileNames, Map<t.Node, Operand | undefined>>();

// Longer chains of names are considered cycles.
const maximumDepth = 100;

/**
 * The path that an expression in a file evaluates to, seen from the folder of the file. Undefined for any other
 * expression. A name that is bound several times has no known value.
 */
export function codePath(node: t.Node, names: FileNames): CodePath | undefined {
  const operand = operandIn(names, 0)(node);
  return operand && 'path' in operand ? operand.path : undefined;
}

/** Whether a node may put a path together. */
export function mayMakePath({ type }: t.Node): boolean {
  return /^(?:CallExpression|NewExpression|TemplateLiteral|BinaryExpression)$/.test(type);
}

function operandIn(names: FileNames, depth: number): PathNames['operand'] {
  const operands = memo(knownOperands, names, () => new Map<t.Node, Operand | undefined>());
  return (at) => {
    const node = unwrapTypes(at);
    if (operands.has(node) || depth > maximumDepth) return operands.get(node);
    // A node that is requested again while it is being read refers to itself.
    operands.set(node, undefined);
    const operand = readOperand(node, names, depth + 1);
    operands.set(node, operand);
    return operand;
  };
}

function readOperand(node: t.Node, names: FileNames, depth: number): Operand | undefined {
  const text = plainText(node);
  if (text !== undefined) return { text };
  const operand = operandIn(names, depth);
  if (node.type === 'Identifier' && names.has(node.name)) {
    // A value from another file of the project may be a folder.
    const isTaken = importOf(node.name, names)?.source.startsWith('.');
    if (isTaken) return { path: startingAt('unknown', ''), isNamed: true };
    const { init, member } = onlyBinding(node.name, names) ?? {};
    const bound = init && member === undefined ? operand(init) : undefined;
    return bound && 'path' in bound ? { ...bound, isNamed: true } : bound;
  }
  const scope: PathNames = {
    file: ownFile,
    operand,
    functionOf: (callee) => functionOf(callee, names),
    valuesOf: (name) =>
      (names.get(name) ?? []).flatMap(({ init, member }) => (init ? { init, member } : [])),
  };
  const path = pathOf(node, scope) ?? madePath(node, names, scope);
  return path && { path, isNamed: false };
}

// The file is one step below its folder; no real path has this name.
const ownFile = ':file';

/** The path that a function of the file makes of its arguments. */
function madePath(node: t.Node, names: FileNames, scope: PathNames): CodePath | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return undefined;
  const result = resultOf(node.callee.name, names);
  const operand = result && scope.operand(result);
  return operand && 'path' in operand
    ? joined(startingAt('unknown', ''), node.arguments, scope)
    : undefined;
}

/** The result of a function in the file that only returns a value. */
function resultOf(name: string, names: FileNames): t.Node | undefined {
  const init = onlyBinding(name, names)?.init;
  if (!init || !isFunction(init)) return undefined;
  const { body } = init;
  if (body.type !== 'BlockStatement') return body;
  const [only, second] = body.body;
  return only?.type === 'ReturnStatement' && !second ? (only.argument ?? undefined) : undefined;
}

/** The text of a string literal, or of a template literal without expressions. */
function plainText(node: t.Node): string | undefined {
  if (node.type === 'StringLiteral') return node.value;
  return node.type === 'TemplateLiteral' && node.expressions.length === 0
    ? node.quasis[0]?.value.cooked
    : undefined;
}

/** The declared name of a function: an import may rename it, and a member has its own name. */
function functionOf(callee: t.Node, names: FileNames): ReturnType<PathNames['functionOf']> {
  const node = unwrapTypes(callee);
  const name =
    node.type === 'Identifier'
      ? namedImport(node.name, names)
      : node.type === 'MemberExpression' && memberName(node);
  return name ? { name, isSure: isPathModule(calledModule(node, names) ?? '') } : undefined;
}

/** The name of an import in its module; any other name as it is. */
function namedImport(local: string, names: FileNames): string {
  const { name = wholeModule } = importOf(local, names) ?? {};
  return name === wholeModule || name === 'default' ? local : name;
}

/** The value of a name with a single binding; other expressions unchanged. */
export function boundTo(at: t.Node, names: FileNames): t.Node {
  const node = unwrapTypes(at);
  return (node.type === 'Identifier' ? onlyBinding(node.name, names)?.init : undefined) ?? node;
}

/** The module of a function, also if it is a member of the module object. */
function calledModule(callee: t.Node, names: FileNames): string | undefined {
  let node = callee;
  while (node.type === 'MemberExpression') node = unwrapTypes(node.object);
  return node.type === 'Identifier' ? importOf(node.name, names)?.source : requiredModule(node);
}
