import type * as t from '@babel/types';
import { dottedName, unwrapTypes } from '../../config/syntax.ts';
import { memberName } from '../syntax/code.ts';
import { callAll, callBack, callFunction, callUnknown, type FlowCall, readers } from './calls.ts';
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

export function memberCall(
  run: FlowRun,
  call: FlowCall,
  callee: t.MemberExpression | t.OptionalMemberExpression,
): Value {
  const { scope, name } = call;
  const object = unwrapTypes(callee.object);
  const isGlobal = object.type === 'Identifier' && !scope.find(object.name) && name !== '';
  if (isGlobal) {
    const value = globalCall(run, call, object.name);
    if (value) return value;
  }
  const receiver = evaluate(run, callee.object, scope);
  const method = memberName(callee) ?? literalKey(callee);
  if (callee.computed && method === undefined) evaluate(run, callee.property, scope);
  const found: Value[] = [];
  // A method of a ref is one of what is in it.
  for (const thing of unwrapped(receiver)) found.push(callOn(run, thing, method, call));
  if (receiver.size === 0) found.push(callUnknown(run, call));
  return union(...found);
}

function literalKey({ property }: t.MemberExpression | t.OptionalMemberExpression): string | undefined {
  return property.type === 'StringLiteral' ? property.value : undefined;
}

/** A call, as someone would say it. */
function calledAs(name: string, method: string | undefined): string {
  const written = name === '' ? method : name;
  return written === undefined ? 'a call' : `\`${written}()\``;
}

function callOn(run: FlowRun, thing: Thing, method: string | undefined, call: FlowCall): Value {
  const { node, scope, name } = call;
  const self: Value = new Set([thing]);
  if (thing === 'other' || thing === 'error') return callUnknown(run, call);
  if (thing instanceof Fn) {
    if (method === 'call' || method === 'apply' || method === 'bind')
      run.escape(
        union(thing.returns, ...call.given.map(({ value }) => value)),
        node,
        scope,
        `is passed to ${calledAs(name, method)}`,
      );
    return callUnknown(run, call);
  }
  const isOwn = thing instanceof Box;
  if (isOwn && method !== undefined && thing.members.has(method))
    return callAll(
      run,
      union(thing.members.get(method) ?? nothing, thing.rest.has('other') ? other : nothing),
      call,
    );
  if (isOwn && method === undefined) {
    run.escape(self, node, scope, 'is used in a call that cannot be analysed');
    return callAll(run, read(self, undefined), call);
  }
  if (isOwn && run.instances.has(thing) && method === '$watch') return watchMember(run, self, call);
  if (isOwn && run.instances.has(thing)) return readers.has(method ?? '') ? other : callUnknown(run, call);
  const role = method === undefined ? undefined : methodRoles.get(method);
  if (role) return builtIn(run, thing, role, method ?? '', call);
  if (thing === 'raw' || thing === 'plain') return callUnknown(run, call);
  run.escape(self, node, scope, `is used in ${calledAs(name, method)}, which is unknown`);
  return callUnknown(run, call);
}

/** A method that every list, map, set, text or promise has. */
function builtIn(run: FlowRun, thing: Thing, role: MethodRole, method: string, call: FlowCall): Value {
  const { node, scope, given } = call;
  const self: Value = new Set([thing]);
  const items = elementsOf(self);
  const [first, second] = given;
  const each = (params: readonly Value[] = [items, plain, self]) => callBack(run, first, params, scope);
  const list = (name: string, ...values: readonly Value[]): Value => {
    const box = run.box(node, name);
    for (const value of values) run.add(box.rest, value);
    return new Set([box]);
  };
  switch (role) {
    case 'change':
      return changeIn(run, thing, method, call);
    case 'item':
      if (method.startsWith('find')) each();
      return items;
    case 'copy':
      if (method === 'filter') each();
      if (method === 'toSorted') each([items, items]);
      if (method === 'filter' || method === 'toSorted') return list(method, items);
      // What is added, or flattened, is in the new list as well.
      return list(
        method,
        items,
        elementsOf(items),
        ...given.flatMap(({ value }) => [value, elementsOf(value)]),
      );
    case 'pairs':
      return list('pairs', list('pair', items));
    case 'map': {
      const made = each();
      return list('mapped', made, method === 'flatMap' ? elementsOf(made) : nothing);
    }
    case 'reduce': {
      const start = second?.value ?? items;
      const sum = run.box(node, 'sum');
      run.add(sum.rest, start);
      const made = callBack(run, first, [sum.rest, items, plain, self], scope);
      run.add(sum.rest, made);
      return sum.rest;
    }
    case 'each':
      each();
      return plain;
    case 'then':
      return settle(run, thing, method, call);
    default:
      for (const { value, node: at } of given) {
        if ((method === 'includes' || method.endsWith('ndexOf')) && at) noteComparison(run, value, at, scope);
        for (const fn of value) if (fn instanceof Fn) callFunction(run, fn, []);
      }
      return plain;
  }
}

/** `push`, `sort` and the like: of the data, that is what matters; of a list of the code's own, it is not. */
function changeIn(run: FlowRun, thing: Thing, method: string, { node, scope, given, name }: FlowCall): Value {
  const self: Value = new Set([thing]);
  const items = elementsOf(self);
  if (thing === 'whole' || thing === 'part')
    run.note('mutation', node, scope, `is mutated by ${calledAs(name, method)}`);
  const [first] = given;
  if (method === 'sort') {
    callBack(run, first, [items, items], scope);
    return self;
  }
  if (thing instanceof Box) for (const { value } of given) run.add(thing.rest, value);
  if (thing === 'plain')
    for (const { value, node: at } of given)
      run.escape(value, at, scope, 'is stored in something that cannot be analysed');
  if (method === 'splice') {
    const removed = run.box(node, 'removed');
    run.add(removed.rest, items);
    return new Set([removed]);
  }
  return /^(?:pop|shift)$/.test(method)
    ? items
    : /^(?:reverse|fill|copyWithin|set|add)$/.test(method)
      ? self
      : nothing;
}

/** A promise and what it gives are not told apart. */
export function settle(run: FlowRun, thing: Thing, method: string, { given, scope }: FlowCall): Value {
  const self: Value = new Set([thing]);
  const [first, second] = given;
  if (method === 'then')
    return union(callBack(run, first, [self], scope), callBack(run, second, [other], scope));
  return union(self, callBack(run, first, method === 'catch' ? [other] : [], scope));
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
  const list = (key: string, ...values: readonly Value[]): Value => {
    const box = run.box(node, key);
    for (const one of values) run.add(box.rest, one);
    return new Set([box]);
  };
  switch (name) {
    case 'Object.values':
    case 'Array.of':
      return list(
        'list',
        ...(name === 'Array.of' ? given.map((one) => one.value) : [elementsOf(unwrapped(value))]),
      );
    case 'Object.entries':
      return list('list', list('pair', elementsOf(unwrapped(value))));
    case 'Object.fromEntries':
      return list('list', elementsOf(elementsOf(unwrapped(value))));
    case 'Object.assign':
      for (const source of given.slice(1)) run.write(value, undefined, elementsOf(source.value), node, scope);
      return value;
    case 'Array.from': {
      const items = elementsOf(unwrapped(value));
      return list('list', second ? callBack(run, second, [items], scope) : items);
    }
    case 'Promise.all':
      return value;
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
  const isFree = !scope.find(name.split('.')[0] ?? '');
  const values = node.arguments.map((argument) => {
    const isSpread = argument.type === 'SpreadElement';
    return { at: argument, value: evaluate(run, isSpread ? argument.argument : argument, scope) };
  });
  if (isFree && plainObjects.has(name.split('.')[0] ?? '') && plainConstructors.has(name)) return plain;
  if (isFree && plainConstructors.has(name)) return other;
  if (isFree && /^(?:Set|Map|WeakSet|WeakMap|Array)$/.test(name)) {
    const box = run.box(node);
    for (const { value } of values) {
      const items = elementsOf(unwrapped(value));
      run.add(
        box.rest,
        name === 'Array' ? union(value, items) : name.endsWith('Map') ? elementsOf(items) : items,
      );
    }
    return new Set([box]);
  }
  if (callee.type !== 'Identifier') evaluate(run, callee, scope);
  for (const { at, value } of values) run.escape(value, at, scope, `is passed to \`new ${name}()\``);
  return other;
}
