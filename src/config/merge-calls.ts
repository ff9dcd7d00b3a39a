import type * as t from '@babel/types';
import { findBinding } from './bindings.ts';
import type { Evaluator } from './evaluate/evaluator.ts';
import { calleeName } from './references.ts';
import type { Expr, Hop, Value } from './value.ts';

type Merge = 'first-wins' | 'last-wins' | 'assign';

const mergeFunctions: ReadonlyMap<string, Merge> = new Map([
  ['defu', 'first-wins'],
  ['mergeConfig', 'last-wins'],
  ['Object.assign', 'assign'],
]);

/** The object that a known merge call makes, or nothing where the call is another one. */
export function readMerge(evaluator: Evaluator, at: Expr, via: readonly Hop[]): Value | undefined {
  const { node, scope } = at;
  if (node.type !== 'CallExpression') return undefined;
  const merge = mergeOf(node.callee, at);
  if (!merge || node.arguments.some((argument) => argument.type === 'SpreadElement')) return undefined;
  const sources = node.arguments.map((argument) => evaluator.value({ node: argument, scope }, via));
  if (merge === 'assign')
    return { kind: 'object', form: { kind: 'assigned', sources }, changes: [], at, via, memo: {} };
  const layers = merge === 'first-wins' ? sources : sources.reverse();
  return { kind: 'object', form: { kind: 'merged', layers }, changes: [], at, via, memo: {} };
}

function mergeOf(callee: t.Node, { scope }: Expr): Merge | undefined {
  const name = calleeName(callee);
  if (callee.type !== 'Identifier') return mergeFunctions.get(name);
  const binding = findBinding(scope, name)?.binding;
  if (!binding) return mergeFunctions.get(name);
  if (binding.kind !== 'import') return undefined;
  return mergeFunctions.get(binding.name === 'default' ? binding.source : binding.name);
}
