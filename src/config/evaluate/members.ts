import type * as t from '@babel/types';
import { moduleScope, type Scope } from '../bindings.ts';
import type { Mutation } from '../references.ts';
import type { Member, ObjectValue, Value } from '../value.ts';
import { computedKey } from './computed.ts';
import type { Evaluator } from './evaluator.ts';
import { maximumSize } from './limits.ts';
import { shortText } from './short-text.ts';

/** Every key that an object is written with, spreads included, and whatever may set keys beside them. */
export function listMembers(evaluator: Evaluator, object: ObjectValue): Member[] {
  const members = writtenMembers(evaluator, object);
  for (const change of object.changes) members.push(changeMember(change));
  return members.length > maximumSize
    ? [{ kind: 'unknown', what: 'more keys than can be read', at: object.at }]
    : members;
}

function writtenMembers(evaluator: Evaluator, object: ObjectValue): Member[] {
  const { form, at } = object;
  const members: Member[] = [];
  if (form.kind === 'literal') {
    for (const node of form.node.properties)
      members.push(...propertyMembers(evaluator, object, form.node, node));
  } else if (form.kind === 'assigned') {
    for (const source of form.sources) members.push(...spreadMembers(evaluator, source, false));
  } else members.push({ kind: 'unknown', what: `the merge ${shortText(at)}`, at });
  return members;
}

function changeMember({ node, file, key }: Mutation): Member {
  const at = { node, scope: moduleScope(file) };
  const change = { kind: 'unknown', what: 'a change after it was written', at } as const;
  return key === undefined ? change : { ...change, key };
}

function propertyMembers(
  evaluator: Evaluator,
  { at: { scope }, via }: ObjectValue,
  owner: t.ObjectExpression,
  node: t.ObjectExpression['properties'][number],
): Member[] {
  if (node.type === 'SpreadElement')
    return spreadMembers(evaluator, evaluator.spread({ node: node.argument, scope }, via), false);
  const at = { node, scope };
  // Not an option, but whatever it has is read as if it were one.
  if (isPrototype(node)) return [{ kind: 'unknown', what: 'a prototype (`__proto__`)', at }];
  const key = propertyKey(evaluator, node, scope);
  if (key === undefined)
    return [{ kind: 'unknown', what: `the computed key ${shortText({ node: node.key, scope })}`, at }];
  return [{ kind: 'property', key, node, owner, scope, via, conditional: false, memo: {} }];
}

/** `__proto__: x` sets the prototype; in brackets, in short or as a method it is a key like any other. */
function isPrototype(node: t.ObjectProperty | t.ObjectMethod): boolean {
  if (node.type !== 'ObjectProperty' || node.computed || node.shorthand) return false;
  const { key } = node;
  return key.type === 'Identifier'
    ? key.name === '__proto__'
    : key.type === 'StringLiteral' && key.value === '__proto__';
}

function propertyKey(
  evaluator: Evaluator,
  { key, computed }: t.ObjectProperty | t.ObjectMethod,
  scope: Scope,
): string | undefined {
  if (computed) return computedKey(evaluator, key, scope);
  if (key.type === 'Identifier') return key.name;
  return key.type === 'StringLiteral' || key.type === 'NumericLiteral' ? String(key.value) : undefined;
}

/** The members that `...value` contributes. */
function spreadMembers(evaluator: Evaluator, value: Value, conditional: boolean): Member[] {
  switch (value.kind) {
    case 'object':
      return evaluator
        .members(value)
        .map((member) =>
          conditional && member.kind === 'property' ? { ...member, conditional: true } : member,
        );
    case 'scalar':
      return typeof value.value === 'string' ? [opaqueSpread(value)] : [];
    case 'unknown': {
      const branches = branchesOf(value.at.node);
      return branches
        ? branchMembers(evaluator, branches, value)
        : [{ kind: 'unknown', what: `a spread that ${value.why}`, at: value.at }];
    }
    default:
      return [opaqueSpread(value)];
  }
}

/** What a condition chooses from. What is not taken contributes nothing: only the keys of the branches are in doubt. */
function branchesOf(node: t.Node): readonly t.Node[] | undefined {
  if (node.type === 'LogicalExpression')
    return node.operator === '&&' ? [node.right] : [node.left, node.right];
  return node.type === 'ConditionalExpression' ? [node.consequent, node.alternate] : undefined;
}

function branchMembers(evaluator: Evaluator, branches: readonly t.Node[], { at, via }: Value): Member[] {
  return branches.flatMap((node) =>
    spreadMembers(evaluator, evaluator.spread({ node, scope: at.scope }, via), true),
  );
}

function opaqueSpread({ at }: Value): Member {
  return { kind: 'unknown', what: `a spread of ${shortText(at)}`, at };
}
