import type * as t from '@babel/types';
import { isMember, type MemberAccess, plainKey, unwrapTypes } from '../../config/syntax.ts';
import { childrenOf, memberName, propertyKey } from '../syntax/code.ts';
import { assign, evaluateAssignment } from './assign.ts';
import { evaluateNew } from './built-ins.ts';
import { evaluateCall } from './calls.ts';
import { evaluateFunction } from './functions.ts';
import { evaluateName } from './names.ts';
import type { FlowRun } from './run.ts';
import { isFunction, type Scope } from './scope.ts';
import {
  Box,
  elementsOf,
  nothing,
  other,
  plain,
  read,
  union,
  unwrapped,
  type Value,
  whole,
} from './values.ts';

/** What an expression may stand for. What happens to the data inside it is noted. */
export function evaluate(run: FlowRun, at: t.Node, scope: Scope): Value {
  const node = unwrapTypes(at);
  switch (node.type) {
    case 'Identifier':
      return evaluateName(run, node.name, scope);
    case 'ThisExpression':
      return scope.self;
    case 'Super':
    case 'Import':
    case 'MetaProperty':
    case 'BigIntLiteral':
    case 'RegExpLiteral':
      return other;
    case 'NullLiteral':
      return nothing;
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return plain;
    case 'TemplateLiteral':
      for (const one of node.expressions) evaluate(run, one, scope);
      return plain;
    case 'TaggedTemplateExpression':
      for (const one of [node.tag, ...node.quasi.expressions])
        run.escape(evaluate(run, one, scope), one, scope, 'is used in a tagged template');
      return other;
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      if (run.isOrigin(node, scope)) return originMember(run);
      return read(evaluate(run, node.object, scope), keyOf(run, node, scope));
    case 'CallExpression':
    case 'OptionalCallExpression':
      return evaluateCall(run, node, scope);
    case 'NewExpression':
      return evaluateNew(run, node, scope);
    case 'AwaitExpression':
      return evaluate(run, node.argument, scope);
    case 'AssignmentExpression':
      return evaluateAssignment(run, node, scope);
    case 'UpdateExpression':
      assign(run, node.argument, plain, node, scope);
      return plain;
    case 'UnaryExpression':
      return evaluateUnary(run, node, scope);
    case 'BinaryExpression':
      return evaluateBinary(run, node, scope);
    case 'LogicalExpression':
      return union(evaluate(run, node.left, scope), evaluate(run, node.right, scope));
    case 'ConditionalExpression':
      evaluate(run, node.test, scope);
      return union(evaluate(run, node.consequent, scope), evaluate(run, node.alternate, scope));
    case 'SequenceExpression':
      return node.expressions.map((one) => evaluate(run, one, scope)).at(-1) ?? nothing;
    case 'ArrayExpression':
      return evaluateList(run, node, scope);
    case 'ObjectExpression':
      return evaluateObject(run, node, scope);
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return new Set([evaluateFunction(run, node, scope)]);
    case 'JSXElement':
    case 'JSXFragment':
      return evaluateJsx(run, node, scope);
    default:
      return evaluateOther(run, node, scope);
  }
}

/** The followed data where the payload gives it. */
function originMember(run: FlowRun): Value {
  run.hasOrigin = true;
  return whole;
}

/** What is not followed must not touch the data. */
export function evaluateOther(run: FlowRun, node: t.Node, scope: Scope): Value {
  if (node.type.startsWith('TS')) return nothing;
  for (const child of childrenOf(node)) {
    const value = isFunction(child)
      ? new Set([evaluateFunction(run, child, scope, other)])
      : evaluate(run, child, scope);
    run.escape(value, child, scope, 'is used in code that cannot be analysed');
  }
  return other;
}

/** The key of a member; undefined if only running the code would tell. */
export function keyOf(run: FlowRun, node: MemberAccess, scope: Scope): string | undefined {
  if (!node.computed) return memberName(node) ?? '#private';
  const key = unwrapTypes(node.property);
  const written = key.type === 'Identifier' ? undefined : plainKey(key);
  if (written === undefined) evaluate(run, key, scope);
  return written;
}

function evaluateUnary(run: FlowRun, { operator, argument }: t.UnaryExpression, scope: Scope): Value {
  const node = unwrapTypes(argument);
  const value = evaluate(run, node, scope);
  if (operator === 'delete' && isMember(node))
    run.write(evaluate(run, node.object, scope), undefined, nothing, node, scope);
  else if (operator === 'typeof' || operator === 'delete') noteComparison(run, value, argument, scope);
  return operator === 'void' ? nothing : plain;
}

function evaluateBinary(run: FlowRun, node: t.BinaryExpression, scope: Scope): Value {
  const left = node.left.type === 'PrivateName' ? other : evaluate(run, node.left, scope);
  const right = evaluate(run, node.right, scope);
  if (node.operator === '===' || node.operator === '!==')
    for (const [value, against] of [
      [left, node.right],
      [right, node.left],
    ] as const)
      if (!isPlain(against)) noteComparison(run, value, node, scope);
  if (node.operator === '|>') run.escape(left, node, scope, 'is used in code that cannot be analysed');
  return plain;
}

/** Whether an expression surely is neither `null` nor `undefined`. */
function isPlain(at: t.Node): boolean {
  return /^(?:String|Numeric|Boolean|Template)Literal$|^(?:Object|Array)Expression$/.test(
    unwrapTypes(at).type,
  );
}

/** The whole data, or the error, is told apart from `null` or `undefined`. */
export function noteComparison(run: FlowRun, value: Value, at: t.Node, scope: Scope) {
  const inside = unwrapped(value);
  if (inside.has('whole')) run.note('comparison', at, scope, 'is compared');
  if (inside.has('error')) run.note('comparison', at, scope, 'is compared', 'error');
}

function evaluateList(run: FlowRun, node: t.ArrayExpression, scope: Scope): Value {
  const box = run.box(node);
  let isPlaced = true;
  for (const [index, element] of node.elements.entries()) {
    if (!element) continue;
    if (element.type === 'SpreadElement') {
      isPlaced = false;
      run.add(box.rest, elementsOf(evaluate(run, element.argument, scope)));
    } else run.add(isPlaced ? box.at(String(index)) : box.rest, evaluate(run, element, scope));
  }
  return new Set([box]);
}

function evaluateObject(run: FlowRun, node: t.ObjectExpression, scope: Scope): Value {
  const box = run.record(node);
  const self: Value = new Set([box]);
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') spread(run, box, evaluate(run, property.argument, scope));
    else evaluateProperty(run, property, box, self, scope);
  }
  return self;
}

function evaluateProperty(
  run: FlowRun,
  property: t.ObjectProperty | t.ObjectMethod,
  box: Box,
  self: Value,
  scope: Scope,
) {
  const key = propertyKey(property);
  if (property.computed) evaluate(run, property.key, scope);
  const member = key === undefined ? box.rest : box.at(key);
  if (property.type === 'ObjectProperty') {
    const value = unwrapTypes(property.value);
    const isMethod = value.type === 'FunctionExpression';
    run.add(
      member,
      isMethod ? new Set([evaluateFunction(run, value, scope, self)]) : evaluate(run, value, scope),
    );
    return;
  }
  const fn = evaluateFunction(run, property, scope, self);
  if (property.kind === 'method') run.add(member, new Set([fn]));
  else if (property.kind === 'get') run.add(member, fn.returns);
  else run.add(fn.parameter(0), member);
}

/** Copies the members of a value into a box: what is in them is shared. */
export function spread(run: FlowRun, box: Box, value: Value) {
  for (const thing of value) {
    if (thing instanceof Box && !thing.isRef) {
      for (const [key, member] of thing.members) run.add(box.at(key), member);
      run.add(box.rest, thing.rest);
    } else run.add(box.rest, elementsOf(new Set([thing])));
  }
}

function evaluateJsx(run: FlowRun, node: t.JSXElement | t.JSXFragment, scope: Scope): Value {
  const opening = node.type === 'JSXElement' ? node.openingElement : undefined;
  const isElement = !opening || (opening.name.type === 'JSXIdentifier' && /^[a-z]/.test(opening.name.name));
  for (const attribute of opening?.attributes ?? []) {
    const isSpread = attribute.type === 'JSXSpreadAttribute';
    const name = isSpread || attribute.name.type !== 'JSXIdentifier' ? 'v-' : attribute.name.name;
    // Directives may write to what they are given.
    const isRead = isElement && (isSpread || !/^v(?:-|[A-Z])/.test(name));
    evaluateInJsx(run, isSpread ? attribute.argument : attribute.value, isRead, scope);
  }
  for (const child of node.children) evaluateInJsx(run, child, isElement, scope);
  return nothing;
}

/** Listeners get events, and what an element shows is only read. */
function evaluateInJsx(run: FlowRun, at: t.Node | null | undefined, isRead: boolean, scope: Scope) {
  const inner = at?.type === 'JSXExpressionContainer' || at?.type === 'JSXSpreadChild' ? at.expression : at;
  if (!inner || inner.type === 'JSXText' || inner.type === 'JSXEmptyExpression') return;
  const value = evaluate(run, inner, scope);
  run.openAll(value);
  if (!isRead) run.escape(value, inner, scope, 'is passed to a component');
}
