import type * as t from '@babel/types';
import { componentHooks } from '../../catalogue/reactivity.ts';
import { unwrapTypes } from '../../config/syntax.ts';
import { propertyOf, walk } from '../syntax/code.ts';
import { callAll, callBack, type FlowCall } from './calls.ts';
import { evaluate, propertyKey, spread } from './evaluate.ts';
import { evaluateFunction } from './functions.ts';
import type { FlowModule } from './modules.ts';
import type { FlowRun } from './run.ts';
import { isFunction, type Scope } from './scope.ts';
import { pascalCase } from './spelling.ts';
import { Box, Fn, holds, nothing, other, read, union, unwrapped, type Value } from './values.ts';

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
  for (const name of ['$data', '$props']) run.add(instance.at(name), self);
  const keys = new Set<string | undefined>();
  for (const property of node.properties) {
    const key = property.type === 'SpreadElement' ? undefined : propertyKey(property);
    keys.add(key);
    if (property.type !== 'SpreadElement' && key !== undefined)
      evaluateOption(run, key, property, instance, scope);
    else run.escape(self, property, scope, unseen);
  }
  const isSeen = module.template !== undefined || keys.has('render');
  if (!isSeen) run.escape(self, node, scope, 'is used by a template that was not found');
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
  if (key === 'computed' || key === 'methods' || key === 'watch') {
    if (node.type === 'ObjectExpression') return evaluateGroup(run, key, node, instance, scope);
    return run.escape(self, node, scope, unseen);
  }
  const value = isFunction(node)
    ? new Set([evaluateFunction(run, node, scope, key === 'setup' ? other : self)])
    : evaluate(run, node, scope);
  if (key !== 'setup' && !descriptions.has(key)) runWith(run, value, self, node, scope);
  if (key === 'setup' || key === 'data') {
    const first: Value = key === 'data' ? self : new Set([run.instance(scope.module, 'props')]);
    const given = { node, name: key, scope, given: [argumentOf(node, first)] };
    const returned = unwrapped(callAll(run, value, given));
    // What renders itself is a function.
    spread(run, instance, new Set([...returned].filter((thing) => !(thing instanceof Fn))));
  } else if (key === 'mixins' || key === 'extends' || key === 'template')
    run.escape(self, node, scope, `is visible to \`${key}\` of the component`);
  else if (key === 'render') passFirst(run, value, self);
  else if (key === 'beforeRouteEnter') passToNext(run, value, self, node, scope);
  else if (!descriptions.has(key) && !hooks.has(key) && (holds(value, 'data') || holds(value, 'error')))
    run.escape(value, node, scope, `is returned from \`${key}\``);
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

/** The entries of `computed`, `methods` and `watch`. */
function evaluateGroup(
  run: FlowRun,
  group: 'computed' | 'methods' | 'watch',
  node: t.ObjectExpression,
  instance: Box,
  scope: Scope,
) {
  const self: Value = new Set([instance]);
  for (const property of node.properties) {
    const key = property.type === 'SpreadElement' ? undefined : propertyKey(property);
    if (property.type === 'SpreadElement' || key === undefined) {
      evaluate(run, property.type === 'SpreadElement' ? property.argument : property.key, scope);
      run.add(instance.rest, other);
      run.escape(self, property, scope, unseen);
      continue;
    }
    const inner = property.type === 'ObjectMethod' ? property : unwrapTypes(property.value);
    const functionOf = (at: t.Node): Value => {
      const value = isFunction(at)
        ? new Set([evaluateFunction(run, at, scope, self)])
        : evaluate(run, at, scope);
      for (const thing of value) if (thing instanceof Fn) run.open(thing);
      runWith(run, value, self, at, scope);
      const isFollowed = value.size > 0 && [...value].every((thing) => thing instanceof Fn);
      if (!isFollowed) run.escape(self, at, scope, unseen);
      return value;
    };
    if (group === 'methods') run.add(instance.at(key), functionOf(inner));
    else if (group === 'computed') {
      const set = partOf(inner, 'set');
      const got = functionOf(partOf(inner, 'get') ?? inner);
      passFirst(run, got, self);
      for (const thing of got) run.add(instance.at(key), thing instanceof Fn ? thing.returns : other);
      if (set) passFirst(run, functionOf(set), instance.at(key));
    } else {
      const handler = partOf(inner, 'handler') ?? inner;
      const seen = unwrapped(readPath(self, key));
      const called = handler.type === 'StringLiteral' ? read(self, handler.value) : functionOf(handler);
      const given = [argumentOf(handler, seen), argumentOf(handler, seen)];
      callAll(run, called, { node: handler, name: key, scope, given });
    }
  }
}

/** What a path such as `user.name` stands for. */
function readPath(value: Value, path: string): Value {
  return path.split('.').reduce((inner, name) => read(inner, name), value);
}

/** `this.$watch('user.name', …)`, or with a function that gets the instance. */
export function watchMember(run: FlowRun, self: Value, { node, given, scope }: FlowCall): Value {
  const [source, callback] = given;
  if (!source || !callback) return other;
  const isPath = source.node.type === 'StringLiteral';
  const isFollowed = isPath || [...source.value].every((thing) => thing instanceof Fn);
  if (!isFollowed) run.escape(self, node, scope, unseen);
  passFirst(run, source.value, self);
  runWith(run, union(isPath ? nothing : source.value, callback.value), self, node, scope);
  const seen = unwrapped(
    source.node.type === 'StringLiteral'
      ? readPath(self, source.node.value)
      : union(...[...source.value].map((thing) => (thing instanceof Fn ? thing.returns : nothing))),
  );
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

const propsOfModules = new WeakMap<FlowModule, ReadonlySet<string> | 'unknown'>();

/** The props that a component declares; `unknown` if its text does not tell. */
export function propsOf(module: FlowModule): ReadonlySet<string> | 'unknown' {
  const known = propsOfModules.get(module) ?? readProps(module);
  propsOfModules.set(module, known);
  return known;
}

function readProps({ programs }: FlowModule): ReadonlySet<string> | 'unknown' {
  const names = new Set<string>();
  let isUnknown = false;
  const types = new Map<string, t.Node>();
  const noteMembers = (members: readonly t.Node[]) => {
    for (const member of members) {
      const key = 'key' in member ? (member.key as t.Node) : undefined;
      if (key?.type === 'Identifier') names.add(key.name);
      else if (key?.type === 'StringLiteral') names.add(key.value);
      else isUnknown = true;
    }
  };
  const noteDeclared = (at: t.Node | undefined): void => {
    const node = at && unwrapTypes(at);
    if (node?.type === 'ObjectExpression') noteMembers(node.properties);
    else if (node?.type === 'TSTypeLiteral') noteMembers(node.members);
    else if (node?.type === 'TSInterfaceBody') noteMembers(node.body);
    else if (node?.type === 'ArrayExpression')
      for (const element of node.elements)
        if (element?.type === 'StringLiteral') names.add(element.value);
        else isUnknown = true;
    else if (
      node?.type === 'TSTypeReference' &&
      node.typeName.type === 'Identifier' &&
      types.has(node.typeName.name)
    )
      noteDeclared(types.get(node.typeName.name));
    else if (node) isUnknown = true;
  };
  for (const { program } of programs)
    walk(program, (node) => {
      if (node.type === 'TSInterfaceDeclaration' && !node.extends?.length) types.set(node.id.name, node.body);
      if (node.type === 'TSTypeAliasDeclaration') types.set(node.id.name, node.typeAnnotation);
    });
  for (const { program } of programs)
    walk(program, (node) => {
      if (node.type === 'CallExpression' && node.callee.type === 'Identifier') {
        const { name } = node.callee;
        if (name === 'defineProps') {
          noteDeclared(node.typeParameters?.params[0]);
          noteDeclared(node.arguments[0]);
        }
        const [first] = node.arguments;
        if (name === 'defineModel') names.add(first?.type === 'StringLiteral' ? first.value : 'modelValue');
      }
      if (
        node.type === 'ObjectProperty' &&
        !node.computed &&
        node.key.type === 'Identifier' &&
        node.key.name === 'props'
      )
        noteDeclared(node.value);
    });
  return isUnknown ? 'unknown' : names;
}
