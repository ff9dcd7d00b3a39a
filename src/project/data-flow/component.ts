import type * as t from '@babel/types';
import { componentHooks, instanceMembers } from '../../catalogue/reactivity.ts';
import { unwrapTypes } from '../../config/syntax.ts';
import { propertyKey, propertyOf } from '../syntax/code.ts';
import { pascalCase } from '../syntax/component.ts';
import { callAll, callBack, type FlowCall } from './calls.ts';
import { evaluate, spread } from './evaluate.ts';
import { evaluateFunction } from './functions.ts';
import type { FlowModule } from './modules.ts';
import type { FlowRun } from './run.ts';
import { isFunction, type Scope } from './scope.ts';
import {
  Box,
  Fn,
  holdsResult,
  isFollowed,
  nothing,
  other,
  read,
  resultsOf,
  union,
  unwrapped,
  type Value,
} from './values.ts';

/** Options that say something about a component, and see nothing of its data. */
const descriptions = new Set(
  'name props emits components directives inheritAttrs layout middleware key i18n compatConfig'.split(' '),
);
const hooks: ReadonlySet<string> = new Set(componentHooks);

/** Goes through the options of a component: what they set up is what `this` and the template see. */
export function defineComponent(run: FlowRun, node: t.ObjectExpression, scope: Scope) {
  const { module } = scope;
  const instance = run.instance(module, 'instance');
  spread(run, instance, new Set([run.instance(module, 'props')]));
  const self: Value = new Set([instance]);
  run.components.add(module);
  if (module.isClosed) revealNames(run, module);
  for (const name of ['$data', '$props']) run.add(instance.at(name), self);
  const keys = new Set<string | undefined>();
  for (const property of node.properties) {
    const key = property.type === 'SpreadElement' ? undefined : propertyKey(property);
    keys.add(key);
    if (property.type !== 'SpreadElement' && key !== undefined)
      evaluateOption(run, key, property, instance, scope);
    else run.escape(self, property, scope, unseen);
  }
  const isSeen = module.isClosed || module.template !== undefined || keys.has('render');
  if (!isSeen) run.escape(self, node, scope, 'is used by a template that was not found');
}

/** What `<script setup>` declares is a part of the instance. */
function revealNames(run: FlowRun, module: FlowModule) {
  const instance = run.instance(module, 'instance');
  for (const [name, value] of module.scope.names) run.add(instance.at(name), value);
}

/** What `getCurrentInstance()` gives. */
export function currentInstance(run: FlowRun, { module }: Scope): Value {
  const current = run.box(module.path, 'current');
  if (module.isClosed) revealNames(run, module);
  for (const name of instanceMembers) run.add(current.at(name), new Set([run.instance(module, 'instance')]));
  run.add(current.at('props'), new Set([run.instance(module, 'props')]));
  run.add(current.rest, other);
  return new Set([current]);
}

function evaluateOption(
  run: FlowRun,
  key: string,
  property: t.ObjectProperty | t.ObjectMethod,
  instance: Box,
  scope: Scope,
) {
  const self: Value = new Set([instance]);
  const node = property.type === 'ObjectMethod' ? property : unwrapTypes(property.value);
  if (key === 'components') registerComponents(scope.module, node);
  const entries = groups.get(key);
  if (entries && node.type === 'ObjectExpression') return evaluateGroup(run, entries, node, instance, scope);
  if (entries) return run.escape(self, node, scope, unseen);
  const value = functionAt(run, node, scope, key === 'setup' ? other : self);
  if (descriptions.has(key)) return;
  if (key !== 'setup') runWith(run, value, self, node, scope);
  if (key === 'setup' || key === 'data') addReturned(run, key, value, node, instance, scope);
  else if (key === 'mixins' || key === 'extends' || key === 'template')
    run.escape(self, node, scope, `is visible to \`${key}\` of the component`);
  else if (key === 'render') passFirst(run, value, self);
  else if (key === 'beforeRouteEnter') passToNext(run, value, self, node, scope);
  else if (!hooks.has(key) && holdsResult(value))
    run.escape(value, node, scope, `is returned from \`${key}\``);
}

/** What an option stands for; a function in its place runs with the instance as `this`. */
function functionAt(run: FlowRun, node: t.Node, scope: Scope, self: Value): Value {
  return isFunction(node) ? new Set([evaluateFunction(run, node, scope, self)]) : evaluate(run, node, scope);
}

/** What `setup` and `data` return is a part of the instance. */
function addReturned(
  run: FlowRun,
  key: 'setup' | 'data',
  value: Value,
  node: t.Node,
  instance: Box,
  scope: Scope,
) {
  const first: Value = new Set([key === 'data' ? instance : run.instance(scope.module, 'props')]);
  const given = [argumentOf(node, first)];
  const returned = unwrapped(callAll(run, value, { node, name: key, scope, given }));
  // What renders itself is a function.
  spread(run, instance, new Set([...returned].filter((thing) => !(thing instanceof Fn))));
}

const unseen = 'is visible to options of the component that cannot be analysed';

/** The functions in a value run with the instance as `this`; what is unknown may do anything with it. */
function runWith(run: FlowRun, value: Value, self: Value, at: t.Node, scope: Scope, seen = new Set<Box>()) {
  for (const thing of value) {
    if (thing instanceof Fn) run.add(thing.self, self);
    else if (thing === 'other') run.escape(self, at, scope, unseen);
    else if (thing instanceof Box && !seen.has(thing)) {
      seen.add(thing);
      for (const member of [...thing.members.values(), thing.rest])
        runWith(run, member, self, at, scope, seen);
    }
  }
}

function passFirst(run: FlowRun, value: Value, first: Value) {
  for (const thing of value) if (thing instanceof Fn) run.add(thing.parameter(0), first);
}

/** The guard has no instance yet: the function that it gives to its third parameter gets it. */
function passToNext(run: FlowRun, value: Value, self: Value, at: t.Node, scope: Scope) {
  for (const guard of value) {
    if (!(guard instanceof Fn)) continue;
    const known = run.box(guard.node, 'next').rest;
    if (known.size === 0) known.add(new Fn(guard.node, scope));
    run.add(guard.parameter(2), known);
    for (const next of known) {
      if (!(next instanceof Fn)) continue;
      const given = union(next.parameter(0), next.spread);
      passFirst(run, given, self);
      if (given.has('other')) run.escape(self, at, scope, unseen);
    }
  }
}

function argumentOf(node: t.Node, value: Value) {
  return { node, value, isSpread: false };
}

/** Notes what the tags in the template of a component stand for. */
function registerComponents({ components, imports }: FlowModule, node: t.Node) {
  for (const property of node.type === 'ObjectExpression' ? node.properties : [node]) {
    const isEntry = property.type === 'ObjectProperty';
    const key = isEntry ? propertyKey(property) : undefined;
    const value = isEntry ? unwrapTypes(property.value) : undefined;
    const imported = value?.type === 'Identifier' ? imports.get(value.name) : undefined;
    components.set(key === undefined ? '*' : pascalCase(key), imported);
  }
}

/** An entry of an option such as `methods`, with the way to read a function in it. */
interface GroupEntry {
  readonly key: string;
  readonly node: t.Node;
  readonly instance: Box;
  readonly scope: Scope;
  functionOf(node: t.Node): Value;
}

/** The options that hold functions by name, each with what becomes of an entry. */
const groups: ReadonlyMap<string, (run: FlowRun, entry: GroupEntry) => void> = new Map([
  ['methods', (run, { key, node, instance, functionOf }) => run.add(instance.at(key), functionOf(node))],
  ['computed', evaluateComputed],
  ['watch', evaluateWatcher],
]);

function evaluateGroup(
  run: FlowRun,
  evaluateEntry: (run: FlowRun, entry: GroupEntry) => void,
  { properties }: t.ObjectExpression,
  instance: Box,
  scope: Scope,
) {
  const self: Value = new Set([instance]);
  const functionOf = (at: t.Node): Value => {
    const value = functionAt(run, at, scope, self);
    run.openAll(value);
    runWith(run, value, self, at, scope);
    if (!isFollowed(value)) run.escape(self, at, scope, unseen);
    return value;
  };
  for (const property of properties) {
    const key = property.type === 'SpreadElement' ? undefined : propertyKey(property);
    if (property.type === 'SpreadElement' || key === undefined) {
      evaluate(run, property.type === 'SpreadElement' ? property.argument : property.key, scope);
      run.add(instance.rest, other);
      run.escape(self, property, scope, unseen);
      continue;
    }
    const node = property.type === 'ObjectMethod' ? property : unwrapTypes(property.value);
    evaluateEntry(run, { key, node, instance, scope, functionOf });
  }
}

function evaluateComputed(run: FlowRun, { key, node, instance, functionOf }: GroupEntry) {
  const set = partOf(node, 'set');
  const got = functionOf(partOf(node, 'get') ?? node);
  passFirst(run, got, new Set([instance]));
  for (const thing of got) run.add(instance.at(key), thing instanceof Fn ? thing.returns : other);
  if (set) passFirst(run, functionOf(set), instance.at(key));
}

function evaluateWatcher(run: FlowRun, { key, node, instance, scope, functionOf }: GroupEntry) {
  const self: Value = new Set([instance]);
  const handler = partOf(node, 'handler') ?? node;
  const seen = unwrapped(readPath(self, key));
  const called = handler.type === 'StringLiteral' ? read(self, handler.value) : functionOf(handler);
  const given = [argumentOf(handler, seen), argumentOf(handler, seen)];
  callAll(run, called, { node: handler, name: key, scope, given });
}

/** What a path such as `user.name` stands for. */
function readPath(value: Value, path: string): Value {
  return path.split('.').reduce((inner, name) => read(inner, name), value);
}

/** `this.$watch('user.name', …)`, or with a function that gets the instance. */
export function watchMember(run: FlowRun, self: Value, { node, given, scope }: FlowCall): Value {
  const [source, callback] = given;
  if (!source || !callback) return other;
  const path = source.node.type === 'StringLiteral' ? source.node.value : undefined;
  const getters = path === undefined ? source.value : nothing;
  if (getters.size > 0 && !isFollowed(getters)) run.escape(self, node, scope, unseen);
  passFirst(run, getters, self);
  runWith(run, union(getters, callback.value), self, node, scope);
  const seen = unwrapped(path === undefined ? resultsOf(getters) : readPath(self, path));
  callBack(run, callback, [seen, seen], scope);
  return other;
}

/** A function in an object such as `{ get() {}, set() {} }`. */
function partOf(node: t.Node, name: string): t.Node | undefined {
  if (node.type !== 'ObjectExpression') return undefined;
  const method = node.properties.find(
    (property) => property.type === 'ObjectMethod' && propertyKey(property) === name,
  );
  const value = method ?? propertyOf(node, name);
  return value && unwrapTypes(value);
}
