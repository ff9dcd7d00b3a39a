import type * as t from '@babel/types';
import { findBinding, type Scope, wholeModule } from '../bindings.ts';
import { readPath } from '../path-expressions.ts';
import { type Mutation, mutations } from '../references.ts';
import { type Expr, type Hop, likeObject, unknown, type Value } from '../value.ts';
import { computedKey, unknownComputation } from './computed.ts';
import type { Evaluator } from './evaluator.ts';
import { findMember } from './find-member.ts';
import { maximumHops } from './limits.ts';
import { shortText } from './short-text.ts';

/** What a name stands for, through constants, destructuring and imports. */
export function followName(evaluator: Evaluator, at: Expr, name: string, via: readonly Hop[]): Value {
  const found = findBinding(at.scope, name);
  if (!found) {
    if (name === 'undefined') return { kind: 'scalar', value: undefined, composed: false, at, via };
    return (
      readPath(evaluator, at, via) ??
      unknown(at, `comes from \`${name}\`, which this file does not define`, via)
    );
  }
  if (via.length >= maximumHops)
    return unknown(at, `comes from \`${name}\`, which refers to itself or goes through too many names`, via);
  const { binding, scope } = found;
  const hop = [...via, { file: scope.file, name }];
  switch (binding.kind) {
    case 'const': {
      const value = evaluator.value({ node: binding.init, scope }, hop);
      return withChanges(value, mutations(scope.file, name), at, hop);
    }
    case 'member': {
      const whole = evaluator.value({ node: binding.init, scope }, hop);
      const member = memberOf(evaluator, whole, binding.key, at, hop);
      return withChanges(member, mutations(scope.file, name), at, hop);
    }
    case 'import': {
      const value = followImport(evaluator, at, binding, hop);
      return withChanges(value, mutations(scope.file, name), at, hop);
    }
    case 'function':
      return { kind: 'function', at: { node: binding.node, scope }, via: hop };
    case 'opaque':
      return unknown(at, `comes from \`${name}\`, which ${binding.why}`, via);
  }
}

/** What stands behind a dot or in brackets: a member of a value, or an export of a module that has one name. */
export function followMember(
  evaluator: Evaluator,
  at: Expr,
  node: t.MemberExpression,
  via: readonly Hop[],
): Value {
  const key = memberKey(evaluator, node, at.scope);
  if (key === undefined) return unknownComputation(at, via);
  if (node.object.type === 'Identifier') {
    const binding = findBinding(at.scope, node.object.name)?.binding;
    if (binding?.kind === 'import' && binding.name === wholeModule) {
      return followImport(evaluator, at, { source: binding.source, name: key }, [
        ...via,
        { file: at.scope.file, name: node.object.name },
      ]);
    }
  }
  return memberOf(evaluator, evaluator.value({ node: node.object, scope: at.scope }, via), key, at, via);
}

function memberKey(evaluator: Evaluator, node: t.MemberExpression, scope: Scope): string | undefined {
  if (node.computed) return computedKey(evaluator, node.property, scope);
  return node.property.type === 'Identifier' ? node.property.name : undefined;
}

function followImport(
  evaluator: Evaluator,
  at: Expr,
  { source, name }: { source: string; name: string },
  via: readonly Hop[],
): Value {
  const exported = evaluator.modules.find(at.scope.file, source, name);
  if (typeof exported === 'string') return unknown(at, exported, via);
  const { expr, local } = exported;
  const { file } = expr.scope;
  const hop = [...via, { file, name: local ?? `export ${name}`, imported: true }];
  if (hop.length >= maximumHops) return unknown(at, 'is imported in a circle', via);
  const value = evaluator.value(expr, hop);
  return local ? withChanges(value, mutations(file, local), at, hop) : value;
}

/** A value whose name is used to change it later on. */
function withChanges(value: Value, changes: readonly Mutation[], at: Expr, via: readonly Hop[]): Value {
  if (changes.length === 0) return value;
  if (value.kind === 'object') return likeObject(value, { changes: [...value.changes, ...changes] });
  return value.kind === 'array' ? unknown(at, 'is changed after it was written', via) : value;
}

function memberOf(evaluator: Evaluator, whole: Value, key: string, at: Expr, via: readonly Hop[]): Value {
  if (whole.kind === 'object') {
    const result = findMember(evaluator, whole, key);
    if (result.kind === 'found') return evaluator.property(result.member);
    return result.kind === 'absent'
      ? { kind: 'scalar', value: undefined, composed: true, at, via }
      : unknown(result.at, result.why, via);
  }
  if (whole.kind === 'array' && /^\d+$/.test(key)) {
    const elements = evaluator.elements(whole);
    const element = elements[Number(key)];
    if (element && !elements.slice(0, Number(key)).some((before) => before.value.kind === 'unknown'))
      return element.value;
  }
  return unknown(
    at,
    whole.kind === 'unknown' ? whole.why : `is a member of something else (${shortText(at)})`,
    via,
  );
}
