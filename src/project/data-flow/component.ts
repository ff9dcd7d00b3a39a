import type * as t from '@babel/types';
import { componentHooks } from '../../catalogue/reactivity.ts';
import { unwrapTypes } from '../../config/syntax.ts';
import { propertyOf, walk } from '../syntax/code.ts';
import { callAll } from './calls.ts';
import { evaluate, propertyKey, spread } from './evaluate.ts';
import { evaluateFunction } from './functions.ts';
import type { FlowModule } from './modules.ts';
import type { FlowRun } from './run.ts';
import { isFunction, type Scope } from './scope.ts';
import { type Box, Fn, nothing, other, read, unwrapped, type Value } from './values.ts';

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
  for (const name of ['$data', '$props']) run.add(instance.at(name), self);
  const keys = new Set<string | undefined>();
  for (const property of node.properties) {
    const key = property.type === 'SpreadElement' ? undefined : propertyKey(property);
    keys.add(key);
    if (property.type !== 'SpreadElement' && key !== undefined)
      evaluateOption(run, key, property, instance, scope);
    else run.escape(self, property, scope, 'is seen by options of the component that are not followed');
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
  if (key === 'computed' || key === 'methods' || key === 'watch') {
    if (node.type === 'ObjectExpression') return evaluateGroup(run, key, node, instance, scope);
    run.escape(self, node, scope, 'is seen by options of the component that are not followed');
    return;
  }
  const value = isFunction(node)
    ? new Set([evaluateFunction(run, node, scope, key === 'setup' ? other : self)])
    : evaluate(run, node, scope);
  if (key === 'setup' || key === 'data') {
    const given = {
      node,
      name: key,
      scope,
      given: [argumentOf(node, new Set([run.instance(scope.module, 'props')]))],
    };
    const returned = unwrapped(callAll(run, value, given));
    // What renders itself is a function.
    spread(run, instance, new Set([...returned].filter((thing) => !(thing instanceof Fn))));
  } else if (key === 'mixins' || key === 'extends' || key === 'template')
    run.escape(self, node, scope, `is seen by \`${key}\` of the component`);
  else if (!descriptions.has(key) && !hooks.has(key))
    run.escape(value, node, scope, `is returned from \`${key}\``);
}

function argumentOf(node: t.Node, value: Value) {
  return { node, value, isSpread: false };
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
      continue;
    }
    const inner = property.type === 'ObjectMethod' ? property : unwrapTypes(property.value);
    const opened = (fn: Fn): Fn => {
      run.open(fn);
      return fn;
    };
    const functionOf = (at: t.Node | undefined): Value =>
      !at
        ? nothing
        : isFunction(at)
          ? new Set([opened(evaluateFunction(run, at, scope, self))])
          : evaluate(run, at, scope);
    if (group === 'methods') run.add(instance.at(key), functionOf(inner));
    else if (group === 'computed') {
      const set = partOf(inner, 'set');
      const got = functionOf(partOf(inner, 'get') ?? inner);
      for (const thing of got) run.add(instance.at(key), thing instanceof Fn ? thing.returns : other);
      for (const thing of functionOf(set))
        if (thing instanceof Fn) run.add(thing.parameter(0), instance.at(key));
    } else {
      const handler = partOf(inner, 'handler') ?? inner;
      const seen = key.split('.').reduce<Value>((value, name) => read(value, name), self);
      const called = handler.type === 'StringLiteral' ? read(self, handler.value) : functionOf(handler);
      const given = [argumentOf(handler, unwrapped(seen)), argumentOf(handler, unwrapped(seen))];
      callAll(run, called, { node: handler, name: key, scope, given });
    }
  }
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
