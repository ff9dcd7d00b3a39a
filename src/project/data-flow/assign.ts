import type * as t from '@babel/types';
import { dottedName, isMember, unwrapTypes } from '../../config/syntax.ts';
import { propertyKey } from '../syntax/code.ts';
import { evaluate, keyOf, noteComparison, spread } from './evaluate.ts';
import { plainTargets } from './methods.ts';
import { namedValue } from './names.ts';
import type { FlowRun } from './run.ts';
import type { Scope } from './scope.ts';
import { elementsOf, isRef, nothing, plain, read, union, type Value } from './values.ts';

export function evaluateAssignment(run: FlowRun, node: t.AssignmentExpression, scope: Scope): Value {
  const value = evaluate(run, node.right, scope);
  if (node.operator === '=') {
    assign(run, node.left, value, node, scope);
    return value;
  }
  const isLogical = /^(?:\?\?|\|\||&&)=$/.test(node.operator);
  const before = isLogical ? evaluate(run, node.left, scope) : nothing;
  assign(run, node.left, isLogical ? value : plain, node, scope);
  return union(before, isLogical ? value : plain);
}

/** Assigns to a name, a member or a pattern. */
export function assign(run: FlowRun, target: t.Node, value: Value, at: t.Node, scope: Scope) {
  const node = unwrapTypes(target);
  if (node.type === 'Identifier') return assignName(run, node, value, at, scope);
  if (isMember(node)) {
    const name = dottedName(node);
    if (plainTargets.has(name) && !scope.find(name.split('.')[0] ?? '')) return;
    // Only what is inside of the data is followed, not what takes its place.
    if (run.isOrigin(node, scope)) run.hasOrigin = true;
    const object = evaluate(run, node.object, scope);
    return run.write(object, keyOf(run, node, scope), value, at, scope);
  }
  bind(run, node, value, scope);
}

function assignName(run: FlowRun, { name }: t.Identifier, value: Value, at: t.Node, scope: Scope) {
  const variable = scope.find(name);
  if (scope.isTemplate) {
    // In a template the name of a ref means what is in it.
    const things = [...namedValue(run, name, scope)];
    const refs = things.filter(isRef);
    for (const ref of refs) run.write(new Set([ref]), 'value', value, at, scope);
    if (refs.length > 0 && refs.length === things.length) return;
    // It may be a ref of another file, or declared by a statement that was left out.
    if (variable ? things.includes('other') : run.isAlone && run.part !== undefined)
      run.escape(value, at, scope, `is assigned to \`${name}\`, which cannot be analysed`);
    if (!variable) return run.add(run.instance(scope.module, 'instance').at(name), value);
  }
  if (variable) run.add(variable, value);
  else run.escape(value, at, scope, `is assigned to \`${name}\`, which was not found`);
}

/** Gives the names of a pattern what they take out of a value. */
export function bind(run: FlowRun, pattern: t.Node, value: Value, scope: Scope, isNew = false) {
  switch (pattern.type) {
    case 'Identifier':
      if (isNew) return run.add(scope.names.get(pattern.name) ?? scope.declare(pattern.name), value);
      return assignName(run, pattern, value, pattern, scope);
    case 'AssignmentPattern':
      // Of `null` and `undefined`, only the latter is replaced.
      noteComparison(run, value, pattern, scope);
      return bind(run, pattern.left, union(value, evaluate(run, pattern.right, scope)), scope, isNew);
    case 'ObjectPattern':
      return bindMembers(run, pattern, value, scope, isNew);
    case 'ArrayPattern':
      for (const [index, element] of pattern.elements.entries()) {
        if (element?.type === 'RestElement') {
          bind(run, element.argument, run.list(element, '', elementsOf(value)), scope, isNew);
        } else if (element) bind(run, element, read(value, String(index)), scope, isNew);
      }
      return;
    default:
      assign(run, pattern, value, pattern, scope);
  }
}

function bindMembers(run: FlowRun, pattern: t.ObjectPattern, value: Value, scope: Scope, isNew: boolean) {
  for (const property of pattern.properties) {
    if (property.type === 'RestElement') {
      const rest = run.record(property);
      spread(run, rest, value);
      bind(run, property.argument, new Set([rest]), scope, isNew);
      continue;
    }
    const key = propertyKey(property);
    if (property.computed) evaluate(run, property.key, scope);
    bind(run, property.value, read(value, key), scope, isNew);
  }
}
