import type * as t from '@babel/types';
import { instanceReaders, reactiveFunctions } from '../../catalogue/reactivity.ts';
import { dottedName, isMember, unwrapTypes } from '../../config/syntax.ts';
import type { Call } from '../syntax/code.ts';
import { memberCall } from './built-ins.ts';
import { defineComponent } from './component.ts';
import { evaluate } from './evaluate.ts';
import { handleAll } from './functions.ts';
import { copyingGlobals, plainGlobals, runningGlobals } from './methods.ts';
import { importedValue, openedNames } from './modules.ts';
import { knownName } from './names.ts';
import { reactiveCall } from './reactive-calls.ts';
import type { FlowRun } from './run.ts';
import type { Scope } from './scope.ts';
import {
  Box,
  elementsOf,
  Fn,
  isFollowed,
  nothing,
  other,
  plain,
  type Thing,
  union,
  type Value,
} from './values.ts';

/** An argument of a call, with what it stands for. */
export interface Argument {
  readonly node: t.Node;
  readonly value: Value;
  readonly isSpread: boolean;
}

/** A call with what its arguments stand for. */
export interface FlowCall {
  readonly node: t.Node;
  /** As the call is written: `save`, `api.save`; empty if that is not a name. */
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
        run.escape(evaluate(run, one, scope), one, scope, 'is used in code that cannot be analysed');
    return other;
  }
  const given = node.arguments.map((argument): Argument => {
    const isSpread = argument.type === 'SpreadElement';
    const value = evaluate(run, isSpread ? argument.argument : argument, scope);
    return { node: argument, value: isSpread ? elementsOf(value) : value, isSpread };
  });
  const call: FlowCall = { node, name: dottedName(callee), given, scope };
  if (run.isOrigin(node, scope)) return originResult(run, call);
  if (callee.type === 'Import') return importCall(run, call);
  if (isMember(callee)) return memberCall(run, call, callee);
  const value = known === undefined ? undefined : knownCall(run, call, known);
  return value ?? callAll(run, evaluate(run, callee, scope), call);
}

export const readers: ReadonlySet<string> = new Set(instanceReaders);

function knownCall(run: FlowRun, call: FlowCall, name: string): Value | undefined {
  const { names } = run;
  const { given, scope } = call;
  const role = reactiveFunctions.get(name);
  const isKnown = role ?? [...names.dataFunctions, ...names.readingFunctions].includes(name);
  // What a watcher is called with is known.
  if (isKnown && role !== 'watch') for (const fn of functionsIn(given)) run.open(fn);
  if (role) return reactiveCall(run, call, role);
  if (copyingGlobals.has(name)) return new Set([run.box(call.node, 'copy')]);
  if (plainGlobals.has(name)) return plain;
  if (runningGlobals.has(name)) {
    escapeAll(run, given.slice(1), scope, `is passed to \`${name}()\``);
    return plain;
  }
  if (names.dataFunctions.includes(name) || name === names.cachedDataFunction) return otherData(run, call);
  if (name === names.clearFunction || names.readingFunctions.includes(name) || readers.has(name))
    return other;
  if (name === 'require') return importCall(run, call);
  if (name === 'eval') revealScope(run, call);
  return undefined;
}

/** Code in a text may do anything with what it sees. */
function revealScope(run: FlowRun, { node, scope }: FlowCall) {
  for (let at: Scope | undefined = scope; at; at = at.parent)
    for (const value of at.names.values()) run.escape(value, node, scope, 'is visible to `eval()`');
}

function isComponentHelper(run: FlowRun, name: string): boolean {
  return reactiveFunctions.get(name) === 'component' || run.names.componentHelpers.includes(name);
}

/** What the followed call gives, as a promise or not: refs to the data and to the error. */
function originResult(run: FlowRun, { node, name: called, given, scope }: FlowCall): Value {
  const { handlerFunctions, dataResult } = run.names;
  const { data, error, others } = dataResult;
  run.hasOrigin = true;
  for (const fn of functionsIn(given)) run.handle(fn.node);
  if (handlerFunctions.includes(called)) for (const argument of given) handleAll(run, argument.node, scope);
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
export function functionsIn(given: readonly Argument[]): Fn[] {
  const things = given.flatMap(({ value }) => [...value]);
  const inner = things.flatMap((thing) =>
    thing instanceof Box ? [...thing.members.values()].flatMap((one) => [...one]) : [],
  );
  return [...things, ...inner].filter((thing) => thing instanceof Fn);
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
  if (first?.node.type !== 'StringLiteral') return openedNames(run);
  return importedValue(run, { source: first.node.value, name: '*' }, scope.module.path);
}

/** Calls everything that a value may be. */
export function callAll(run: FlowRun, callee: Value, call: FlowCall): Value {
  const found: Value[] = [];
  for (const thing of callee) if (thing instanceof Fn) found.push(callFunction(run, thing, call.given));
  return isFollowed(callee) ? union(...found) : union(...found, callUnknown(run, call));
}

export function callUnknown(run: FlowRun, { name, given, scope }: FlowCall): Value {
  const what =
    name === ''
      ? 'is passed to a function that was not found'
      : `is passed to \`${name}()\`, which was not found`;
  escapeAll(run, given, scope, what);
  return other;
}

/** Arguments go where they cannot be followed. */
export function escapeAll(
  run: FlowRun,
  given: readonly Pick<Argument, 'node' | 'value'>[],
  scope: Scope,
  what: string,
) {
  for (const { value, node } of given) run.escape(value, node, scope, what);
}

/** Hands arguments to a function; gives what it returns. */
export function callFunction(
  run: FlowRun,
  fn: Fn,
  given: readonly Pick<Argument, 'value' | 'isSpread'>[],
): Value {
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
  if (isPlain) return plain;
  return callAll(run, argument.value, { node, name, given, scope });
}
