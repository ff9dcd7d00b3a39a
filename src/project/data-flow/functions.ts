import type * as t from '@babel/types';
import { namesInPattern } from '../../config/bindings.ts';
import { isMember, unwrapTypes } from '../../config/syntax.ts';
import { childrenOf } from '../syntax/code.ts';
import { bind } from './assign.ts';
import { evaluate } from './evaluate.ts';
import { isElsewhere } from './names.ts';
import type { FlowRun } from './run.ts';
import { declareAll, declareHoisted, isFunction, Scope } from './scope.ts';
import { executeAll } from './statements.ts';
import { Fn, other, raw, type Thing, union, type Value } from './values.ts';

/**
 * A function with its body gone through; `self` is what `this` is in it. Where that is unknown, it may be the
 * component of the file: helpers such as `debounce` pass it on.
 */
export function evaluateFunction(run: FlowRun, node: t.Function, around: Scope, self?: Value): Fn {
  const fn = run.function(node, around);
  const isArrow = node.type === 'ArrowFunctionExpression';
  run.add(fn.self, self ?? new Set<Thing>(['other', run.instance(around.module, 'instance')]));
  const scope = run.scope(node, () => {
    const own = new Scope(around, { fn, self: isArrow ? undefined : fn.self });
    if (node.body.type === 'BlockStatement') {
      declareAll(own, node.body.body);
      declareHoisted(own, node.body);
    }
    if (node.type === 'FunctionExpression' && node.id) own.declare(node.id.name).add(fn);
    return own;
  });
  for (const [index, parameter] of node.params.entries()) bindParameter(run, fn, parameter, index, scope);
  if (!isArrow && around.module.source.text.includes('arguments') && usesArguments(node)) {
    run.add(scope.declare('arguments'), run.list(node, 'arguments', ...fn.parameters, fn.spread));
  }
  if (node.body.type === 'BlockStatement') executeAll(run, node.body.body, scope);
  else giveBack(run, fn, node.body, evaluate(run, node.body, scope), scope);
  return fn;
}

function bindParameter(run: FlowRun, fn: Fn, parameter: t.Node, index: number, scope: Scope) {
  if (parameter.type === 'RestElement') {
    const list = run.box(parameter);
    for (const [at, value] of fn.parameters.entries())
      if (at >= index) run.add(list.at(String(at - index)), value);
    run.add(list.rest, fn.spread);
    run.add(list.rest, other);
    return bind(run, parameter.argument, new Set([list]), scope, true);
  }
  const pattern = parameter.type === 'TSParameterProperty' ? parameter.parameter : parameter;
  bind(run, pattern, union(fn.parameter(index), fn.spread), scope, true);
}

const withArguments = new WeakMap<t.Node, boolean>();

function usesArguments(node: t.Function): boolean {
  const known = withArguments.get(node);
  if (known !== undefined) return known;
  const pending: t.Node[] = [node.body];
  let found = false;
  for (let at = pending.pop(); at && !found; at = pending.pop()) {
    found = at.type === 'Identifier' && at.name === 'arguments';
    if (!isFunction(at) || at.type === 'ArrowFunctionExpression') pending.push(...childrenOf(at));
  }
  withArguments.set(node, found);
  return found;
}

/** What a function returns. Where that becomes the data of the followed call, names for it in there stand for it. */
export function giveBack(run: FlowRun, fn: Fn, at: t.Node, value: Value, scope: Scope) {
  run.add(fn.returns, value);
  if (run.handlers.has(fn)) for (const name of rootsOf(run, at, scope)) nameData(run, fn, name, scope);
}

/** Where a variable of a handler gets what will be the data. */
export function declareData(run: FlowRun, { id, init }: t.VariableDeclarator, scope: Scope) {
  if (!init || !scope.fn || !run.handlers.has(scope.fn)) return;
  if (namesInPattern(id).some((name) => scope.find(name)?.has('raw'))) rootsOf(run, init, scope);
}

function nameData(run: FlowRun, fn: Fn, name: string, scope: Scope) {
  for (let at: Scope | undefined = scope; at && at.fn === fn; at = at.parent) {
    const variable = at.names.get(name);
    if (variable) return run.add(variable, raw);
  }
}

/** The names that an expression takes its value from; functions that it is given or calls are handlers as well. */
function rootsOf(run: FlowRun, at: t.Node, scope: Scope): string[] {
  const node = unwrapTypes(at);
  const rootsIn = (nodes: readonly (t.Node | null)[]) =>
    nodes.flatMap((one) => (one ? rootsOf(run, one, scope) : []));
  switch (node.type) {
    case 'Identifier':
      return [node.name];
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return rootsIn([node.object]);
    case 'AwaitExpression':
    case 'SpreadElement':
      return rootsIn([node.argument]);
    case 'ConditionalExpression':
      return rootsIn([node.consequent, node.alternate]);
    case 'LogicalExpression':
      return rootsIn([node.left, node.right]);
    case 'ObjectExpression':
      return rootsIn(node.properties.map((one) => (one.type === 'ObjectProperty' ? one.value : one)));
    case 'ArrayExpression':
      return rootsIn(node.elements);
    case 'CallExpression':
    case 'OptionalCallExpression':
      for (const one of node.arguments) if (isFunction(one)) run.handle(one);
      handleAll(run, node.callee, scope);
      return rootsIn([node.callee, ...node.arguments]);
    default:
      return [];
  }
}

/** What functions of the code return is the data. Those of another file are looked at there. */
export function handleAll(run: FlowRun, at: t.Node, scope: Scope) {
  const node = unwrapTypes(at);
  if (node.type !== 'Identifier' && !isMember(node)) return;
  for (const thing of evaluate(run, node, scope)) if (thing instanceof Fn) run.addHandler(thing);
  if (node.type === 'Identifier' && isElsewhere(run, node.name, scope)) run.isLed = true;
}
