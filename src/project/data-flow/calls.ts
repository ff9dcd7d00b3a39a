import type * as t from '@babel/types';
import { instanceReaders, reactiveFunctions, reactivityModules } from '../../catalogue/reactivity.ts';
import { dottedName, unwrapTypes } from '../../config/syntax.ts';
import { memberName } from '../syntax/code.ts';
import { defineComponent } from './component.ts';
import { evaluate, noteComparison } from './evaluate.ts';
import {
  copyingFunctions,
  type MethodRole,
  methodRoles,
  plainConstructors,
  plainGlobals,
  plainObjects,
  runningGlobals,
} from './methods.ts';
import { moduleAt, namespaceOf } from './modules.ts';
import { reactiveCall } from './reactive-calls.ts';
import type { FlowRun } from './run.ts';
import type { Scope } from './scope.ts';
import {
  Box,
  elementsOf,
  Fn,
  nothing,
  other,
  read,
  type Thing,
  union,
  unwrapped,
  type Value,
} from './values.ts';

type Call = t.CallExpression | t.OptionalCallExpression;

/** An argument of a call, with what it stands for. */
export interface Argument {
  readonly node: t.Node;
  readonly value: Value;
  readonly isSpread: boolean;
}

/** A call with what its arguments stand for. */
export interface FlowCall {
  readonly node: t.Node;
  /** As the call is written: `save`, `api.save`; empty if that is no name. */
  readonly name: string;
  readonly given: readonly Argument[];
  readonly scope: Scope;
}

/** What a call gives. */
export function evaluateCall(run: FlowRun, node: Call, scope: Scope): Value {
  const callee = unwrapTypes(node.callee);
  const known = callee.type === 'Identifier' ? knownName(run, callee.name, scope) : undefined;
  if (known !== undefined && isComponentHelper(run, known)) {
    const [options] = node.arguments;
    if (options?.type === 'ObjectExpression') defineComponent(run, options, scope);
    else
      for (const one of node.arguments)
        run.escape(evaluate(run, one, scope), one, scope, 'is used in code that is not followed');
    return other;
  }
  const given = node.arguments.map((argument): Argument => {
    const isSpread = argument.type === 'SpreadElement';
    const value = evaluate(run, isSpread ? argument.argument : argument, scope);
    return { node: argument, value: isSpread ? elementsOf(value) : value, isSpread };
  });
  const call: FlowCall = { node, name: dottedName(callee), given, scope };
  if (node === run.origin) return originResult(run, call);
  if (callee.type === 'Import') return importCall(run, call);
  if (callee.type === 'MemberExpression' || callee.type === 'OptionalMemberExpression')
    return memberCall(run, call, callee);
  const value = known === undefined ? undefined : knownCall(run, call, known);
  return value ?? callAll(run, evaluate(run, callee, scope), call);
}

function isComponentHelper(run: FlowRun, name: string): boolean {
  return reactiveFunctions.get(name) === 'component' || run.names.componentHelpers.includes(name);
}

/** What the followed call gives, as a promise or not: refs to the data and to the error. */
function originResult(run: FlowRun, { node, given }: FlowCall): Value {
  const { data, error, others } = run.names.dataResult;
  run.hasOrigin = true;
  for (const fn of functionsIn(given)) run.handle(fn.node);
  const result = run.box(node, 'result');
  for (const [name, thing] of [
    [data, 'whole'],
    [error, 'error'],
  ] as const) {
    const ref = run.box(node, name, true);
    run.add(ref.at('value'), new Set<Thing>([thing]));
    run.add(result.at(name), new Set([ref]));
  }
  for (const name of others) run.add(result.at(name), other);
  return new Set([result]);
}

/** The functions among arguments, and among the options in them. */
function functionsIn(given: readonly Argument[]): Fn[] {
  const things = given.flatMap(({ value }) => [...value]);
  const inner = things.flatMap((thing) =>
    thing instanceof Box ? [...thing.members.values()].flatMap((one) => [...one]) : [],
  );
  return [...things, ...inner].filter((thing) => thing instanceof Fn);
}

/** What the framework, the view library or the language calls a function; undefined for any other one. */
export function knownName(run: FlowRun, name: string, scope: Scope): string | undefined {
  if (!scope.find(name)) {
    const { path } = scope.module;
    const isOwn =
      scope.isTemplate && ['instance', 'props'].some((one) => run.box(path, one).members.has(name));
    return isOwn ? undefined : name;
  }
  const imported =
    scope.find(name) === scope.module.scope.names.get(name) ? scope.module.imports.get(name) : undefined;
  if (!imported) return undefined;
  const { virtual, package: own, scope: packages } = run.names;
  const modules: readonly string[] = [...reactivityModules, virtual.imports, virtual.app, own, packages];
  const isKnown = modules.some(
    (module) => imported.source === module || imported.source.startsWith(`${module}/`),
  );
  if (isKnown) return imported.name;
  return copyingFunctions.has(imported.name) || imported.source === 'klona' ? 'structuredClone' : undefined;
}

const readers: ReadonlySet<string> = new Set(instanceReaders);

function knownCall(run: FlowRun, call: FlowCall, name: string): Value | undefined {
  const { names } = run;
  const { given, scope } = call;
  const role = reactiveFunctions.get(name);
  const isKnown = role ?? [...names.dataFunctions, ...names.readingFunctions].includes(name);
  if (isKnown) for (const fn of functionsIn(given)) run.open(fn);
  if (role) return reactiveCall(run, call, role);
  if (plainGlobals.has(name)) return name === 'Symbol' ? other : nothing;
  if (runningGlobals.has(name)) {
    for (const argument of given.slice(1))
      run.escape(argument.value, argument.node, scope, `is passed to \`${name}()\``);
    return nothing;
  }
  if (names.dataFunctions.includes(name) || name === names.cachedDataFunction) return otherData(run, call);
  if (names.readingFunctions.includes(name) || readers.has(name)) return other;
  if (name === 'require') return importCall(run, call);
  return undefined;
}

/** Another call that fetches data: what its functions give may be data of the followed one. */
function otherData(run: FlowRun, { node, given }: FlowCall): Value {
  const result = run.box(node, 'result');
  const data = run.box(node, 'data', true);
  for (const fn of functionsIn(given)) run.add(data.at('value'), fn.returns);
  run.add(data.at('value'), other);
  run.add(result.at(run.names.dataResult.data), new Set([data]));
  run.add(result.rest, other);
  return new Set([result]);
}

function importCall(run: FlowRun, { given, scope }: FlowCall): Value {
  const [first] = given;
  if (first?.node.type !== 'StringLiteral') return other;
  const path = run.files.resolve(first.node.value, scope.module.path);
  const module = path === undefined ? undefined : moduleAt(run, path);
  return module ? namespaceOf(run, module) : other;
}

/** Calls everything that a value may be. */
export function callAll(run: FlowRun, callee: Value, call: FlowCall): Value {
  const found: Value[] = [];
  for (const thing of callee) if (thing instanceof Fn) found.push(callFunction(run, thing, call.given));
  if ([...callee].every((thing) => thing instanceof Fn) && callee.size > 0) return union(...found);
  return union(...found, callUnknown(run, call));
}

function callUnknown(run: FlowRun, { name, given, scope }: FlowCall): Value {
  const what =
    name === ''
      ? 'is passed to a function that was not found'
      : `is passed to \`${name}()\`, which was not found`;
  for (const { value, node } of given) run.escape(value, node, scope, what);
  return other;
}

/** Hands arguments to a function; gives what it returns. */
function callFunction(run: FlowRun, fn: Fn, given: readonly Pick<Argument, 'value' | 'isSpread'>[]): Value {
  let isPlaced = true;
  for (const [index, { value, isSpread }] of given.entries()) {
    if (isSpread) isPlaced = false;
    run.add(isPlaced ? fn.parameter(index) : fn.spread, value);
  }
  return fn.returns;
}

/** Calls what was given as a callback. */
export function callBack(
  run: FlowRun,
  argument: Argument | undefined,
  values: readonly Value[],
  scope: Scope,
): Value {
  if (!argument) return nothing;
  const given = values.map((value) => ({ value, isSpread: false, node: argument.node }));
  const node = unwrapTypes(argument.node);
  const name = dottedName(node);
  const isPlain = node.type === 'Identifier' && !scope.find(name) && plainGlobals.has(name);
  if (isPlain) return nothing;
  return callAll(run, argument.value, { node, name, given, scope });
}

function memberCall(
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
        `is passed to \`${name}()\``,
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
    run.escape(self, node, scope, 'is used in a call that is not followed');
    return callAll(run, read(self, undefined), call);
  }
  if (isOwn && run.instances.has(thing)) return readers.has(method ?? '') ? other : callUnknown(run, call);
  const role = method === undefined ? undefined : methodRoles.get(method);
  if (role) return builtIn(run, thing, role, method ?? '', call);
  if (thing === 'raw') return callUnknown(run, call);
  run.escape(self, node, scope, `is used in \`${name === '' ? method : name}()\`, which is not known`);
  return callUnknown(run, call);
}

/** A method that every list, map, set, text or promise has. */
function builtIn(run: FlowRun, thing: Thing, role: MethodRole, method: string, call: FlowCall): Value {
  const { node, scope, given } = call;
  const self: Value = new Set([thing]);
  const items = elementsOf(self);
  const [first, second] = given;
  const each = (params: readonly Value[] = [items, nothing, self]) => callBack(run, first, params, scope);
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
      if (method === 'filter' || method === 'toSorted')
        return union(list(method, items), each(method === 'filter' ? undefined : [items, items]) && nothing);
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
      const made = callBack(run, first, [sum.rest, items, nothing, self], scope);
      run.add(sum.rest, made);
      return sum.rest;
    }
    case 'each':
      each();
      return nothing;
    case 'then':
      return settle(run, thing, method, call);
    default:
      for (const { value, node: at } of given) {
        if ((method === 'includes' || method.endsWith('ndexOf')) && at) noteComparison(run, value, at, scope);
        for (const fn of value) if (fn instanceof Fn) callFunction(run, fn, []);
      }
      return nothing;
  }
}

/** `push`, `sort` and the like: of the data, that is what matters; of a list of the code's own, it is not. */
function changeIn(run: FlowRun, thing: Thing, method: string, { node, scope, given, name }: FlowCall): Value {
  const self: Value = new Set([thing]);
  const items = elementsOf(self);
  if (thing === 'whole' || thing === 'part')
    run.note('mutation', node, scope, `is changed in place by \`${name === '' ? method : name}()\``);
  const [first] = given;
  if (method === 'sort') {
    callBack(run, first, [items, items], scope);
    return self;
  }
  if (thing instanceof Box) for (const { value } of given) run.add(thing.rest, value);
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
function settle(run: FlowRun, thing: Thing, method: string, { given, scope }: FlowCall): Value {
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
    return nothing;
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
