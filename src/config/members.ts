import type * as t from '@babel/types';
import { branchesOf } from './conditions.ts';
import { evaluateKey, evaluateSpread, maximumSize, slotValue } from './evaluate.ts';
import {
  type ArrayElement,
  type ArrayValue,
  asUnknown,
  type Expr,
  type LateChange,
  type LateMembers,
  type Member,
  type ObjectValue,
  type Property,
  shortText,
  type UnknownMember,
  unknown,
  type Value,
  withChanges,
} from './value.ts';

/** All keys that an object is written with, including spreads, and any code that may set further keys. */
export function membersOf(object: ObjectValue): readonly Member[] {
  const { memo } = object;
  if (!memo.members) {
    memo.members = [{ kind: 'unknown', what: 'a spread of itself', at: object.at }];
    memo.members = listMembers(object);
  }
  return memo.members;
}

/** The members by key. Null if one is unknown, conditional or there twice, so that their order matters. */
export function membersByKey(object: ObjectValue): ReadonlyMap<string, Property> | null {
  if (object.memo.byKey === undefined) object.memo.byKey = plainMembers(membersOf(object));
  return object.memo.byKey;
}

/** The result of looking up a key in an object. Absence is certain. */
export type MemberSearch =
  | {
      readonly kind: 'found';
      readonly property: Property;
      /** Earlier properties with the same key, which would take effect without this one. */
      readonly hidden: readonly Property[];
      /** Unknown code that may set the key as well, and would take effect without the property. */
      readonly below?: UnknownMember | undefined;
    }
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'unknown';
      readonly why: string;
      readonly at: Expr;
      /** The property that takes effect if nothing overrides it. */
      readonly written?: Property | undefined;
    };

const absent: MemberSearch = { kind: 'absent' };
const none: readonly never[] = [];

/** Looks a key up in an object that is not merged from layers: the last member with the key takes effect. */
export function findMember(object: ObjectValue, key: string): MemberSearch {
  const plain = membersByKey(object);
  if (plain) {
    const property = plain.get(key);
    return property ? { kind: 'found', property, hidden: none } : absent;
  }
  const candidates = membersOf(object).filter((member) => (member.key ?? key) === key);
  const last = candidates.pop();
  if (!last) return absent;
  const properties = candidates.filter((other) => other.kind === 'property');
  if (last.kind === 'unknown')
    return { kind: 'unknown', why: `may be set by ${last.what}`, at: last.at, written: properties.at(-1) };
  if (last.conditional) {
    const at = { node: last.node, scope: last.scope };
    return { kind: 'unknown', why: 'is set only under a condition', at, written: last };
  }
  const below = candidates.findLast((other) => other.kind === 'unknown');
  return { kind: 'found', property: last, hidden: properties, below };
}

/** The items of an array, including those of spread arrays. */
export function elementsOf(array: ArrayValue): readonly ArrayElement[] {
  const { memo } = array;
  if (!memo.elements) {
    memo.elements = [unknownElement(array, 'is spread into itself')];
    memo.elements = listElements(array);
  }
  return memo.elements;
}

function plainMembers(members: readonly Member[]): Map<string, Property> | null {
  const keys = new Map<string, Property>();
  for (const member of members) {
    if (member.kind === 'unknown' || member.conditional || keys.has(member.key)) return null;
    keys.set(member.key, member);
  }
  return keys;
}

function listMembers(object: ObjectValue): Member[] {
  const members = writtenMembers(object);
  for (const change of object.changes) addLate(members, change, object);
  return members.length > maximumSize
    ? [{ kind: 'unknown', what: 'more keys than can be read', at: object.at }]
    : members;
}

/** Adds what happens after the object was written to its members. */
function addLate(members: Member[], change: LateChange, object: ObjectValue): void {
  if (change.kind === 'unknown') {
    members.push(change);
    return;
  }
  const [key, ...path] = change.path;
  if (key === undefined) {
    const isConditional = change.conditions.length > 0;
    for (const member of lateMembers(change, object))
      members.push(member.kind === 'property' && isConditional ? { ...member, conditional: true } : member);
    return;
  }
  const index = members.findLastIndex((member) => (member.key ?? key) === key);
  const member = members[index];
  const value = member?.kind === 'property' && !member.conditional ? slotValue(member) : undefined;
  if (member?.kind !== 'property' || value?.kind !== 'object' || value.form.kind === 'merged')
    members.push(asUnknown(change));
  else members[index] = { ...member, memo: { value: withChanges(value, [{ ...change, path }]) } };
}

/** The members that a statement sets in an object. */
export function lateMembers({ at, sets }: LateMembers, object: ObjectValue): Member[] {
  // Inside a function, names may mean something else than at the top of the file.
  const scope = at.scope.file === object.at.scope.file ? object.at.scope : at.scope;
  const { via } = object;
  if (sets.kind === 'sources')
    return sets.nodes.flatMap((node) => spreadMembers(evaluateSpread({ node, scope }, via), false));
  const { key, node, statement } = sets;
  const { owner } = statement;
  return [{ kind: 'property', key, node, owner, scope, via, conditional: false, statement, memo: {} }];
}

function writtenMembers(object: ObjectValue): Member[] {
  const { form, at } = object;
  if (form.kind === 'literal') {
    const members: Member[] = [];
    for (const property of form.node.properties)
      members.push(...propertyMembers(object, form.node, property));
    return members;
  }
  if (form.kind === 'assigned') return form.sources.flatMap((source) => spreadMembers(source, false));
  return [{ kind: 'unknown', what: `the merge ${shortText(at)}`, at }];
}

/** The members that a property or a spread of a literal contributes. */
export function propertyMembers(
  { at: { scope }, via }: ObjectValue,
  owner: t.ObjectExpression,
  node: t.ObjectExpression['properties'][number],
): Member[] {
  if (node.type === 'SpreadElement')
    return spreadMembers(evaluateSpread({ node: node.argument, scope }, via), false);
  const at = { node, scope };
  const key = evaluateKey(node.key, node.computed, scope);
  // `__proto__: x` sets the prototype, whose keys are read as well; in brackets, as a shorthand or a method
  // it is a key like any other.
  if (key === '__proto__' && node.type === 'ObjectProperty' && !node.computed && !node.shorthand)
    return [{ kind: 'unknown', what: 'a prototype (`__proto__`)', at }];
  if (key === undefined)
    return [{ kind: 'unknown', what: `the computed key ${shortText({ node: node.key, scope })}`, at }];
  return [{ kind: 'property', key, node, owner, scope, via, conditional: false, memo: {} }];
}

/** The members that `...value` contributes. */
export function spreadMembers(value: Value, conditional: boolean): Member[] {
  const { at, via } = value;
  if (value.kind === 'object') {
    const members = [...membersOf(value)];
    if (!conditional) return members;
    return members.map((member) => (member.kind === 'property' ? { ...member, conditional } : member));
  }
  if (value.kind === 'scalar' && typeof value.value !== 'string') return [];
  if (value.kind !== 'unknown') return [{ kind: 'unknown', what: `a spread of ${shortText(at)}`, at }];
  const branches = branchesOf(at);
  if (!branches) return [{ kind: 'unknown', what: `a spread that ${value.why}`, at }];
  return branches.flatMap(({ expr }) => spreadMembers(evaluateSpread(expr, via), true));
}

function listElements(array: ArrayValue): ArrayElement[] {
  const { node: owner, via } = array;
  const { scope } = array.at;
  const written = owner.elements.flatMap((node): readonly ArrayElement[] => {
    if (!node) return [unknownElement(array, 'has a hole')];
    if (node.type === 'SpreadElement') return spreadElements(array, node, { node: node.argument, scope });
    return [{ kind: 'element', node, owner, scope, via, memo: {} }];
  });
  const added = array.added?.flatMap((expr) => spreadElements(array, expr.node, expr)) ?? [];
  const all = added.length === 0 ? written : [...written, ...added];
  const elements = array.filtered ? all.filter((element) => !isFalsy(slotValue(element))) : all;
  // What is written out is as long as it is; lists that are spread may double with every name.
  return elements.length > maximumSize && elements.length > owner.elements.length
    ? [unknownElement(array, 'has more items than can be read')]
    : elements;
}

function isFalsy(value: Value): boolean {
  return value.kind === 'scalar' && !value.value;
}

/** An element whose value is not known. The array stands for one without text of its own. */
function unknownElement(
  array: ArrayValue,
  why: string,
  node: t.Node = array.node,
  spread?: Expr,
): ArrayElement {
  const { node: owner, via } = array;
  const { scope } = array.at;
  const value = unknown({ node, scope }, why, via);
  return { kind: 'element', node, owner, scope, via, spread, memo: { value } };
}

/** The elements of a list that is spread into an array, or that `concat` adds to it. */
function spreadElements(array: ArrayValue, node: t.Node, expr: Expr): readonly ArrayElement[] {
  const spread = evaluateSpread(expr, array.via);
  if (spread.kind === 'array') return elementsOf(spread);
  const why =
    spread.kind === 'unknown' ? `is a spread that ${spread.why}` : `is a spread of ${shortText(spread.at)}`;
  return [unknownElement(array, why, node, expr)];
}
