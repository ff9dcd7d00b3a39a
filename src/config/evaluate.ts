import type * as t from '@babel/types';
import { findBinding, requiredModule, wholeModule } from './bindings.ts';
import { mutations } from './identifier-uses.ts';
import { elementsOf, findMember } from './members.ts';
import { readPath } from './path-expressions.ts';
import { fileProblem } from './problem.ts';
import { type Expr, perFile, type Scope } from './source.ts';
import { branchesOf, dottedName, plainKey, unwrapTypes } from './syntax.ts';
import {
  asUnknown,
  type Hop,
  objectValue,
  type Scalar,
  type Slot,
  scalar,
  shortText,
  unknown,
  type Value,
  valueNode,
  withChanges,
} from './value.ts';

// Longer chains of names are cycles (`const a = b, b = a`) or as good as one.
const maximumHops = 50;

/** Strings and lists that double with every name (`const b = a + a`) would not fit into memory. No option is this long. */
export const maximumSize = 20_000;

// A value that is used twice at every step (`const b = [a, a]`, `const c = [b, b]`) would never be read to its end.
const maximumSteps = 200_000;

/** Reads an expression without running it: what its value is, or why that is unknown. */
export function evaluate(expr: Expr, via: readonly Hop[] = []): Value {
  countStep(expr);
  return evaluateNode(expr, via);
}

// An operand is read twice, as a path and as a scalar: without a memory, each `+` would double the work.
const knownOperands = perFile(() => new Map<t.Node, Value>());
const knownSpreads = perFile(() => new Map<t.Node, Value>());

/** Evaluates a part of an expression that is composed of several. */
export function evaluateOperand(expr: Expr): Value {
  return remembered(knownOperands(expr.scope.file), expr, () => evaluate(expr));
}

/** Evaluates an expression that is spread into an object or an array. */
export function evaluateSpread(expr: Expr, via: readonly Hop[]): Value {
  countStep(expr);
  return remembered(knownSpreads(expr.scope.file), expr, () => evaluateNode(expr, via));
}

/** The value that a property or an array element holds. */
export function slotValue(slot: Slot): Value {
  slot.memo.value ??= evaluateSlot(slot);
  return slot.memo.value;
}

function evaluateSlot(slot: Slot): Value {
  const { node, scope, via } = slot;
  const held = valueNode(slot);
  if (held) return evaluate({ node: held, scope }, via);
  const at = { node, scope };
  const isGetter = node.type === 'ObjectMethod' && node.kind === 'get';
  return isGetter ? unknown(at, 'is a getter', via) : { kind: 'function', at, via };
}

/** The text of a key, of a property or in a member expression. Undefined if it is unknown. */
export function evaluateKey(key: t.Node, computed: boolean, scope: Scope): string | undefined {
  if (!computed) return plainKey(key);
  const value = evaluateOperand({ node: key, scope });
  if (value.kind !== 'scalar') return undefined;
  return typeof value.value === 'string' || typeof value.value === 'number' ? String(value.value) : undefined;
}

function countStep({ scope: { file } }: Expr): void {
  file.modules.steps += 1;
  if (file.modules.steps <= maximumSteps) return;
  throw fileProblem(
    file.modules.config.path,
    'The config repeats the same values too many times to be read.',
    'Replace values that are built up from many variables with literals.',
  );
}

/** A node that is requested again while it is being read refers to itself. */
function remembered(known: Map<t.Node, Value>, expr: Expr, read: () => Value): Value {
  let value = known.get(expr.node);
  if (!value) {
    known.set(expr.node, unknown(expr, 'refers to itself'));
    value = read();
    known.set(expr.node, value);
  }
  return value;
}

function evaluateNode(expr: Expr, via: readonly Hop[]): Value {
  const node = unwrapTypes(expr.node);
  const at = { node, scope: expr.scope };
  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return scalar(node.value, at, via);
    case 'NullLiteral':
      return scalar(null, at, via);
    case 'RegExpLiteral':
      return { kind: 'regexp', pattern: node.pattern, flags: node.flags, at, via };
    case 'ObjectExpression':
      return objectValue({ kind: 'literal', node }, at, via);
    case 'ArrayExpression':
      return { kind: 'array', node, at, via, memo: {} };
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return { kind: 'function', at, via };
    case 'TemplateLiteral':
    case 'BinaryExpression':
    case 'UnaryExpression':
      return readPath(at, via, evaluateOperand) ?? compute(at, node, via);
    case 'Identifier':
      return followName(at, node.name, via);
    case 'MemberExpression':
      return readPath(at, via, evaluateOperand) ?? followMember(at, node, via);
    case 'NewExpression':
    case 'CallExpression':
      return (
        readPath(at, via, evaluateOperand) ??
        readMerge(at, via) ??
        readListCall(at, via) ??
        readRequire(at, via) ??
        unknown(at, `is the result of ${shortText(at)}`, via)
      );
    case 'ConditionalExpression':
    case 'LogicalExpression':
      return unknown(at, `depends on a condition (${shortText(at)})`, via);
    case 'AwaitExpression':
      return unknown(at, `is awaited (${shortText(at)})`, via);
    default:
      return computed(at, via);
  }
}

/** A value that is only known when the config runs. */
function computed(at: Expr, via: readonly Hop[]): Value {
  return unknown(at, `is computed (${shortText(at)})`, via);
}

type Computation = t.TemplateLiteral | t.BinaryExpression | t.UnaryExpression;

/** Computes a scalar from others, if all of them are known. */
function compute(at: Expr, node: Computation, via: readonly Hop[]): Value {
  const operands = operandsOf(node).map((operand) => evaluateOperand({ node: operand, scope: at.scope }));
  if (!operands.every((operand) => operand.kind === 'scalar')) return computed(at, via);
  const value = computeScalar(
    node,
    operands.map((operand) => operand.value),
  );
  const tooLong = typeof value === 'string' && value.length > maximumSize;
  if (value === uncomputable || tooLong) return computed(at, via);
  return scalar(value, at, via, node.type !== 'TemplateLiteral' || node.expressions.length > 0);
}

function operandsOf(node: Computation): readonly t.Node[] {
  if (node.type === 'TemplateLiteral') return node.expressions;
  return node.type === 'BinaryExpression' ? [node.left, node.right] : [node.argument];
}

const uncomputable = Symbol('uncomputable');

function computeScalar(node: Computation, operands: readonly Scalar[]): Scalar | typeof uncomputable {
  const [left, right] = operands;
  switch (node.type) {
    case 'TemplateLiteral': {
      const filled = operands.map((operand, index) => `${node.quasis[index]?.value.cooked ?? ''}${operand}`);
      return filled.join('') + (node.quasis.at(-1)?.value.cooked ?? '');
    }
    case 'BinaryExpression':
      if (node.operator !== '+') return uncomputable;
      if (typeof left === 'number' && typeof right === 'number') return left + right;
      return typeof left === 'string' || typeof right === 'string' ? `${left}${right}` : uncomputable;
    case 'UnaryExpression':
      if (node.operator === '-' && typeof left === 'number') return -left;
      if (node.operator === '!') return !left;
      return node.operator === 'void' ? undefined : uncomputable;
  }
}

/** Resolves a name through constants, destructuring and imports. */
function followName(at: Expr, name: string, via: readonly Hop[]): Value {
  const found = findBinding(at.scope, name);
  if (!found) {
    if (name === 'undefined') return scalar(undefined, at, via);
    const why = `comes from \`${name}\`, which this file does not define`;
    return readPath(at, via, evaluateOperand) ?? unknown(at, why, via);
  }
  if (via.length >= maximumHops)
    return unknown(at, `comes from \`${name}\`, which refers to itself or to too many other names`, via);
  const { binding, scope } = found;
  const hops = [...via, { file: scope.file, name, use: at }];
  if (binding.kind === 'opaque') return unknown(at, `comes from \`${name}\`, which ${binding.why}`, via);
  if (binding.kind === 'function') return { kind: 'function', at: { node: binding.node, scope }, via: hops };
  if (binding.kind === 'import')
    return changedLater(followImport(at, binding.source, binding.name, hops), hops);
  const whole = evaluate({ node: binding.init, scope }, hops);
  const value = binding.kind === 'member' ? memberOf(whole, binding.key, at, hops) : whole;
  return changedLater(value, hops);
}

/** Resolves `x.y` or `x['y']`: a member of a value, or an export if `x` is a whole module. */
function followMember(at: Expr, node: t.MemberExpression, via: readonly Hop[]): Value {
  const { object, property } = node;
  const key = evaluateKey(property, node.computed, at.scope);
  if (key === undefined) return computed(at, via);
  const binding = object.type === 'Identifier' ? findBinding(at.scope, object.name)?.binding : undefined;
  if (binding?.kind === 'import' && binding.name === wholeModule) {
    const hop = { file: at.scope.file, name: dottedName(object), use: { node: object, scope: at.scope } };
    return followImport(at, binding.source, key, [...via, hop]);
  }
  return memberOf(evaluate({ node: object, scope: at.scope }, via), key, at, via);
}

/** The result of `require('./x')`, if the file requires it only once: another use would see every change. */
function readRequire(at: Expr, via: readonly Hop[]): Value | undefined {
  const source = requiredModule(at.node);
  if (source === undefined || findBinding(at.scope, 'require')) return undefined;
  const isOnly = at.scope.file.text.split(/['"`]/).filter((text) => text === source).length === 1;
  return isOnly ? followImport(at, source, wholeModule, via) : undefined;
}

function followImport(at: Expr, source: string, name: string, via: readonly Hop[]): Value {
  const exported = at.scope.file.modules.find(at.scope.file, source, name);
  if (typeof exported === 'string') return unknown(at, exported, via);
  const { expr, local } = exported;
  const { file } = expr.scope;
  const hops = [...via, { file, name: local ?? `export ${name}`, imported: true, use: at }];
  if (hops.length >= maximumHops) return unknown(at, 'is part of a circular import', via);
  const value = evaluate(expr, hops);
  return local ? changedLater(value, hops) : value;
}

/** The value behind the last of some names, which may be used to change it later. */
function changedLater(value: Value, via: readonly Hop[]): Value {
  const hop = via.at(-1);
  const isWritten = value.kind === 'unknown' && branchesOf(value.at) !== undefined;
  if (!hop || (value.kind !== 'object' && value.kind !== 'array' && !isWritten)) return value;
  const changes = mutations(hop.file, hop.name);
  if (changes.length === 0) return value;
  // A copy or spread may have been made before the change: the order is only known for the config itself.
  if (value.kind === 'object') return withChanges(value, changes.map(asUnknown));
  return unknown(hop.use, 'is modified after it is defined', via);
}

function memberOf(whole: Value, key: string, at: Expr, via: readonly Hop[]): Value {
  if (whole.kind === 'object') {
    const member = findMember(whole, key);
    if (member.kind === 'found') return slotValue(member.property);
    return member.kind === 'absent' ? scalar(undefined, at, via, true) : unknown(member.at, member.why, via);
  }
  if (whole.kind === 'array' && /^\d+$/.test(key)) {
    const elements = elementsOf(whole);
    const element = elements[Number(key)];
    const isKnown = elements.slice(0, Number(key)).every((before) => slotValue(before).kind !== 'unknown');
    if (element && isKnown) return slotValue(element);
  }
  const why = whole.kind === 'unknown' ? whole.why : `is a member of something else (${shortText(at)})`;
  return unknown(at, why, via);
}

/** Functions that combine objects, and which of their arguments has precedence. */
const mergeFunctions: ReadonlyMap<string, 'first-wins' | 'last-wins' | 'assign'> = new Map([
  ['defu', 'first-wins'],
  ['mergeConfig', 'last-wins'],
  ['Object.assign', 'assign'],
]);

/** The object that a known merge call returns. Undefined for any other call. */
function readMerge(at: Expr, via: readonly Hop[]): Value | undefined {
  const { node, scope } = at;
  if (node.type !== 'CallExpression') return undefined;
  const merge = mergeFunctions.get(mergeName(node.callee, scope));
  if (!merge || node.arguments.some((argument) => argument.type === 'SpreadElement')) return undefined;
  const sources = node.arguments.map((argument) => evaluate({ node: argument, scope }, via));
  if (merge === 'assign') return objectValue({ kind: 'assigned', sources }, at, via);
  const layers = merge === 'first-wins' ? sources : sources.reverse();
  return objectValue({ kind: 'merged', layers }, at, via);
}

/** The list that `[…].filter(Boolean)` or `[…].concat(…)` makes. Undefined for any other call. */
function readListCall({ node, scope }: Expr, via: readonly Hop[]): Value | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { object, property, computed } = node.callee;
  const method = computed || property.type !== 'Identifier' ? '' : property.name;
  if (method !== 'concat' && !(method === 'filter' && keepsTrue(node.arguments, scope))) return undefined;
  const list = evaluate({ node: object, scope }, via);
  if (list.kind !== 'array') return undefined;
  if (method === 'filter') return { ...list, filtered: true, memo: {} };
  const added = node.arguments.map((argument) => ({ node: argument, scope }));
  return { ...list, added: [...(list.added ?? []), ...added], memo: {} };
}

/** Whether a filter drops what is false or empty, and nothing else. */
function keepsTrue(args: readonly t.Node[], scope: Scope): boolean {
  const [test, other] = args;
  return test?.type === 'Identifier' && test.name === 'Boolean' && !other && !findBinding(scope, 'Boolean');
}

/** The name of a function in the package it comes from; a package with a default export has its own name. */
function mergeName(callee: t.Node, scope: Scope): string {
  const name = dottedName(callee);
  const binding = callee.type === 'Identifier' ? findBinding(scope, name)?.binding : undefined;
  if (!binding) return name;
  if (binding.kind !== 'import') return '';
  return binding.name === 'default' ? binding.source : binding.name;
}
