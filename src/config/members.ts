import type * as t from '@babel/types';
import { evaluateKey, evaluateSpread, maximumSize, slotValue } from './evaluate.ts';
import type { Expr, Scope } from './source.ts';
import { branchesOf } from './syntax.ts';
import {
  type ArrayElement,
  type ArrayValue,
  type AssignmentOperator,
  asUnknown,
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
      /** Whether it is this key that the code sets, and no other. */
      readonly isNamed: boolean;
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
    return {
      kind: 'unknown',
      why: `may be set by ${last.what}`,
      at: last.at,
      isNamed: last.key !== undefined,
      written: properties.at(-1),
    };
  if (last.conditional) {
    const at = { node: last.node, scope: last.scope };
    return { kind: 'unknown', why: 'is set only under a condition', at, isNamed: false, written: last };
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
  const members = writtenParts(object).flatMap((part) => part.members);
  for (const change of object.changes) addLate(members, change, object);
  return members.length > maximumSize ? [{ kind: 'unknown', what: 'too many keys', at: object.at }] : members;
}

/** Adds what happens after the object was written to its members. */
function addLate(members: Member[], change: LateChange, object: ObjectValue): void {
  if (change.kind === 'unknown') {
    members.push(change);
    return;
  }
  const { path, sets, conditions } = change;
  const key = path[0] ?? (sets.kind === 'sources' ? undefined : sets.key);
  if (key === undefined || (path.length === 0 && sets.kind === 'key' && sets.operator === '=')) {
    const conditional = conditions.length > 0;
    for (const member of lateMembers(change, object))
      members.push(member.kind === 'property' && conditional ? { ...member, conditional } : member);
    return;
  }
  const index = members.findLastIndex((member) => (member.key ?? key) === key);
  const former = members[index];
  const held = former?.kind === 'property' && !former.conditional ? former : undefined;
  if (path.length === 0 && sets.kind === 'key' && Boolean(former) === Boolean(held)) {
    addChoice(members, index, change, object);
    return;
  }
  const value = held && changedValue(held, change, object);
  if (held && value) members[index] = { ...held, memo: { value } };
  else members.push(asUnknown(change));
}

/** The value of a member with a change of what is inside it. Undefined if the change cannot be read there. */
function changedValue(member: Property, change: LateMembers, object: ObjectValue): Value | undefined {
  const value = slotValue(member);
  const { path, sets, conditions } = change;
  if (path.length > 0) {
    const isWritten = value.kind === 'object' && value.form.kind !== 'merged';
    return isWritten ? withChanges(value, [{ ...change, path: path.slice(1) }]) : undefined;
  }
  // A list behind a name has other uses, and what is spread under a condition is unknown item by item.
  if (sets.kind !== 'items' || value.kind !== 'array' || value.via.length > member.via.length)
    return undefined;
  const { nodes } = sets;
  if (conditions.length > 0 && nodes.some(({ type }) => type === 'SpreadElement')) return undefined;
  const pushed = [...(value.pushed ?? []), { nodes, conditions, scope: scopeOfLate(change, object) }];
  return { ...value, pushed, memo: {} };
}

/** Adds what `??=`, `||=` or `&&=` sets: by what is there already, it is known whether it takes effect. */
function addChoice(members: Member[], index: number, change: LateMembers, object: ObjectValue): void {
  const operator = change.sets.kind === 'key' ? change.sets.operator : '=';
  const former = members[index];
  const isHeld = former?.kind === 'property' ? holdsValue(slotValue(former), operator) : false;
  // Where `&&=` finds nothing, it would find what is written for it later.
  const isUnknown = isHeld === undefined || (operator === '&&=' && !isHeld) || change.conditions.length > 0;
  if (isUnknown) members.push(asUnknown(change));
  else if (isHeld && operator !== '&&=') members.splice(index, 0, ...lateMembers(change, object));
  else members.push(...lateMembers(change, object));
}

/** Whether `??=` leaves a value, or `||=` and `&&=` take it for true. Undefined if that is unknown. */
function holdsValue(value: Value, operator: AssignmentOperator): boolean | undefined {
  if (value.kind === 'unknown') return undefined;
  if (value.kind !== 'scalar') return true;
  return operator === '??=' ? value.value !== null && value.value !== undefined : Boolean(value.value);
}

/** Inside a function, names may mean something else than at the top of the file. */
function scopeOfLate({ at }: LateMembers, object: ObjectValue): Scope {
  return at.scope.file === object.at.scope.file ? object.at.scope : at.scope;
}

/** The members that a statement sets in an object. */
export function lateMembers(change: LateMembers, object: ObjectValue): Member[] {
  const { sets } = change;
  const scope = scopeOfLate(change, object);
  const { via } = object;
  if (sets.kind === 'sources')
    return sets.nodes.flatMap((node) => spreadMembers(evaluateSpread({ node, scope }, via)));
  if (sets.kind === 'items') return [asUnknown(change)];
  const { key, node, statement } = sets;
  const { owner } = statement;
  return [{ kind: 'property', key, node, owner, scope, via, conditional: false, statement, memo: {} }];
}

/** Something that an object is written with: a property, or a value that is spread into it. */
interface WrittenPart {
  readonly members: readonly Member[];
  readonly spread?: Value;
}

/** The properties and spreads of an object, in order. */
export function writtenParts(object: ObjectValue): readonly WrittenPart[] {
  const { form, at, via } = object;
  const spreading = (spread: Value) => ({ spread, members: spreadMembers(spread) });
  if (form.kind === 'assigned') return form.sources.map(spreading);
  if (form.kind === 'merged')
    return [{ members: [{ kind: 'unknown', what: `the merge ${shortText(at)}`, at }] }];
  return form.node.properties.map((node) =>
    node.type === 'SpreadElement'
      ? spreading(evaluateSpread({ node: node.argument, scope: at.scope }, via))
      : { members: [propertyMember(object, form.node, node)] },
  );
}

function propertyMember(
  { at: { scope }, via }: ObjectValue,
  owner: t.ObjectExpression,
  node: t.ObjectProperty | t.ObjectMethod,
): Member {
  const at = { node, scope };
  const key = evaluateKey(node.key, node.computed, scope);
  // `__proto__: x` sets the prototype, whose keys are read as well; in brackets, as a shorthand or a method
  // it is a key like any other.
  if (key === '__proto__' && node.type === 'ObjectProperty' && !node.computed && !node.shorthand)
    return { kind: 'unknown', what: 'a prototype (`__proto__`)', at };
  if (key === undefined)
    return { kind: 'unknown', what: `the computed key ${shortText({ node: node.key, scope })}`, at };
  return { kind: 'property', key, node, owner, scope, via, conditional: false, memo: {} };
}

/** The members that `...value` contributes. */
function spreadMembers(value: Value, conditional = false): Member[] {
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
  const kept = array.filtered ? all.filter((element) => !isFalsy(slotValue(element))) : all;
  const elements = array.pushed ? [...kept, ...pushedElements(array)] : kept;
  // Only spread lists are limited: they may double with every name.
  return elements.length > maximumSize && elements.length > owner.elements.length
    ? [unknownElement(array, 'has too many items')]
    : elements;
}

/** The items that statements add to an array; what one adds under a condition is not always there. */
function pushedElements(array: ArrayValue): ArrayElement[] {
  const { node: owner, via } = array;
  return (array.pushed ?? []).flatMap(({ nodes, scope, conditions: pushed }) =>
    nodes.flatMap((node): readonly ArrayElement[] => {
      const spread = { node: node.type === 'SpreadElement' ? node.argument : node, scope };
      if (node.type === 'SpreadElement')
        return spreadElements(array, node, spread).map((element) => ({ ...element, pushed }));
      if (pushed.length === 0) return [{ kind: 'element', node, owner, scope, via, pushed, memo: {} }];
      const value = unknown({ node, scope }, 'is added only under a condition', via);
      return [{ kind: 'element', node, owner, scope, via, spread, pushed, memo: { value } }];
    }),
  );
}

/** Whether a statement adds an item under a condition. */
export function isConditionalItem({ pushed }: ArrayElement): boolean {
  return pushed !== undefined && pushed.length > 0;
}

function isFalsy(value: Value): boolean {
  return value.kind === 'scalar' && !value.value;
}

/** An element whose value is unknown. The array stands for one without text of its own. */
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
