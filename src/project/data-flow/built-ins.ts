import type * as t from '@babel/types';
import type { MemberAccess } from '../../config/syntax.ts';
import { dottedName, unwrapTypes } from '../../config/syntax.ts';
import { memberName } from '../syntax/code.ts';
import { callAll, callBack, callFunction, callUnknown, escapeAll, type FlowCall, readers } from './calls.ts';
import { watchMember } from './component.ts';
import { evaluate, noteComparison } from './evaluate.ts';
import {
  copyingGlobals,
  type MethodRole,
  methodRoles,
  plainConstructors,
  plainGlobals,
  plainObjects,
} from './methods.ts';
import type { FlowRun } from './run.ts';
import type { Scope } from './scope.ts';
import {
  Box,
  elementsOf,
  Fn,
  nothing,
  other,
  plain,
  read,
  type Thing,
  union,
  unwrapped,
  type Value,
} from './values.ts';

export function memberCall(run: FlowRun, call: FlowCall, callee: MemberAccess): Value {
  const { scope, name } = call;
  const object = unwrapTypes(callee.object);
  const isGlobal = object.type === 'Identifier' && !scope.find(object.name) && name !== '';
  const global = isGlobal ? globalCall(run, call, object.name) : undefined;
  if (global) return global;
  const receiver = evaluate(run, callee.object, scope);
  const method = memberName(callee) ?? literalKey(callee);
  if (callee.computed && method === undefined) evaluate(run, callee.property, scope);
  if (receiver.size === 0) return callUnknown(run, call);
  // A method of a ref is one of what is in it.
  return union(...[...unwrapped(receiver)].map((thing) => callOn(run, thing, method, call)));
}

function literalKey({ property }: MemberAccess): string | undefined {
  return property.type === 'StringLiteral' ? property.value : undefined;
}

/** A call, as someone would say it. */
function calledAs(name: string, method: string | undefined): string {
  const written = name === '' ? method : name;
  return written === undefined ? 'a call' : `\`${written}()\``;
}

function callOn(run: FlowRun, thing: Thing, method: string | undefined, call: FlowCall): Value {
  const { node, scope, name } = call;
  if (thing === 'other' || thing === 'error') return callUnknown(run, call);
  if (thing instanceof Fn) return callOnFunction(run, thing, method, call);
  const own = thing instanceof Box ? callOnBox(run, thing, method, call) : undefined;
  if (own) return own;
  const self: Value = new Set([thing]);
  const role = method === undefined ? undefined : methodRoles.get(method);
  if (role && method !== undefined)
    return builtIns[role](run, { ...call, thing, method, self, items: elementsOf(self) });
  if (thing !== 'raw' && thing !== 'plain')
    run.escape(self, node, scope, `is used in ${calledAs(name, method)}, which is unknown`);
  return callUnknown(run, call);
}

function callOnFunction(run: FlowRun, fn: Fn, method: string | undefined, call: FlowCall): Value {
  const { node, scope, name, given } = call;
  const passed = union(fn.returns, ...given.map(({ value }) => value));
  if (method === 'call' || method === 'apply' || method === 'bind')
    run.escape(passed, node, scope, `is passed to ${calledAs(name, method)}`);
  return callUnknown(run, call);
}

/** A method of an object of the code itself; undefined if it may only have one that is built in. */
function callOnBox(run: FlowRun, box: Box, method: string | undefined, call: FlowCall): Value | undefined {
  const self: Value = new Set([box]);
  if (method === undefined) {
    run.escape(self, call.node, call.scope, 'is used in a call that cannot be analysed');
    return callAll(run, read(self, undefined), call);
  }
  const own = box.members.get(method);
  if (own) return callAll(run, union(own, box.rest.has('other') ? other : nothing), call);
  // What was copied into it may have any method.
  if (box.isRecord && box.rest.size > 0 && methodRoles.get(method) !== 'plain')
    return callAll(run, box.rest, call);
  if (!run.instances.has(box)) return undefined;
  if (method === '$watch') return watchMember(run, self, call);
  return readers.has(method) ? other : callUnknown(run, call);
}

/** A call of a method that is built in. */
interface MethodCall extends FlowCall {
  readonly thing: Thing;
  readonly method: string;
  readonly self: Value;
  readonly items: Value;
}

/** What the methods do that every list, map, set, text or promise has. */
const builtIns: Readonly<Record<MethodRole, (run: FlowRun, call: MethodCall) => Value>> = {
  change: changeIn,
  item(run, call) {
    if (call.method.startsWith('find')) withEach(run, call);
    return call.items;
  },
  copy(run, call) {
    const { node, method, items, given, scope } = call;
    if (method === 'filter') withEach(run, call);
    if (method === 'toSorted') callBack(run, given[0], [items, items], scope);
    if (method === 'filter' || method === 'toSorted') return run.list(node, method, items);
    // What is added, or flattened, is in the new list as well.
    const added = given.flatMap(({ value }) => [value, elementsOf(value)]);
    return run.list(node, method, items, elementsOf(items), ...added);
  },
  pairs: (run, { node, items }) => run.list(node, 'pairs', run.list(node, 'pair', items)),
  map(run, call) {
    const made = withEach(run, call);
    return run.list(call.node, 'mapped', made, call.method === 'flatMap' ? elementsOf(made) : nothing);
  },
  reduce(run, { node, scope, given: [first, second], items, self }) {
    const sum = run.box(node, 'sum').rest;
    run.add(sum, second?.value ?? items);
    run.add(sum, callBack(run, first, [sum, items, plain, self], scope));
    return sum;
  },
  each(run, call) {
    withEach(run, call);
    return plain;
  },
  plain(run, { given, method, scope }) {
    const isSearch = method === 'includes' || method.endsWith('ndexOf');
    for (const { value, node } of given) {
      if (isSearch) noteComparison(run, value, node, scope);
      for (const fn of value) if (fn instanceof Fn) callFunction(run, fn, []);
    }
    return plain;
  },
  // A promise and what it gives are not told apart.
  promise(run, { self, method, given: [first, second], scope }) {
    if (method === 'then')
      return union(callBack(run, first, [self], scope), callBack(run, second, [other], scope));
    return union(self, callBack(run, first, method === 'catch' ? [other] : [], scope));
  },
};

/** Hands each item to the function that a method is given; gives what that returns. */
function withEach(run: FlowRun, { given: [first, second], items, self, scope }: MethodCall): Value {
  // What comes behind the function is `this` in it.
  if (second)
    for (const thing of first?.value ?? nothing) if (thing instanceof Fn) run.add(thing.self, second.value);
  return callBack(run, first, [items, plain, self], scope);
}

/** `push`, `sort` and the like: of the data, that is what matters; of a list of the code's own, it is not. */
function changeIn(run: FlowRun, call: MethodCall): Value {
  const { thing, method, self, items, node, scope, given, name } = call;
  if (thing === 'whole' || thing === 'part')
    run.note('mutation', node, scope, `is mutated by ${calledAs(name, method)}`);
  if (method === 'sort') {
    callBack(run, given[0], [items, items], scope);
    return self;
  }
  if (thing instanceof Box) for (const { value } of given) run.put(thing, value);
  if (thing === 'plain') escapeAll(run, given, scope, 'is stored in something that cannot be analysed');
  if (method === 'splice') return run.list(node, 'removed', items);
  if (method === 'pop' || method === 'shift') return items;
  return /^(?:reverse|fill|copyWithin|set|add)$/.test(method) ? self : nothing;
}

/** A function of an object of the language: `Object.assign`, `JSON.stringify`. Undefined for any other. */
function globalCall(run: FlowRun, call: FlowCall, object: string): Value | undefined {
  const { name, given, node, scope } = call;
  if (plainObjects.has(object) || plainGlobals.has(name)) {
    if (name === 'Object.is') for (const { value } of given) noteComparison(run, value, node, scope);
    return copyingGlobals.has(name) ? new Set([run.box(node, 'copy')]) : plain;
  }
  const [first, second] = given;
  const value = first?.value ?? nothing;
  const items = elementsOf(value);
  const list = (...values: readonly Value[]) => run.list(node, 'list', ...values);
  switch (name) {
    case 'Object.values':
      return list(items);
    case 'Array.of':
      return list(...given.map((one) => one.value));
    case 'Object.entries':
      return list(run.list(node, 'pair', items));
    case 'Object.fromEntries':
      return list(elementsOf(items));
    case 'Object.assign':
      for (const source of given.slice(1)) run.write(value, undefined, elementsOf(source.value), node, scope);
      return value;
    case 'Array.from':
      return list(second ? callBack(run, second, [items], scope) : items);
    case 'Promise.all':
    case 'Promise.resolve':
      return value;
    default:
      return undefined;
  }
}

/** What `new` makes. */
export function evaluateNew(run: FlowRun, node: t.NewExpression, scope: Scope): Value {
  const callee = unwrapTypes(node.callee);
  const name = dottedName(callee);
  const [object = ''] = name.split('.');
  const isFree = !scope.find(object);
  const given = node.arguments.map((argument) => {
    const isSpread = argument.type === 'SpreadElement';
    return { node: argument, value: evaluate(run, isSpread ? argument.argument : argument, scope) };
  });
  if (isFree && plainConstructors.has(name)) return plainObjects.has(object) ? plain : other;
  if (isFree && /^(?:Set|Map|WeakSet|WeakMap|Array)$/.test(name)) {
    const held = given.map(({ value }) => {
      const items = elementsOf(value);
      return name === 'Array' ? union(value, items) : name.endsWith('Map') ? elementsOf(items) : items;
    });
    return run.list(node, '', ...held);
  }
  if (callee.type !== 'Identifier') evaluate(run, callee, scope);
  escapeAll(run, given, scope, `is passed to \`new ${name}()\``);
  return other;
}
