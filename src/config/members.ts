import type * as t from '@babel/types';
import { evaluateKey, evaluateSpread, maximumSize } from './evaluate.ts';
import { textOf } from './source.ts';
import {
  type ArrayElement,
  type ArrayValue,
  type Expr,
  type Member,
  type ObjectValue,
  type Property,
  shortText,
  type UnknownMember,
  unknown,
  type Value,
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
  const { part } = object;
  if (part && !part.conditional)
    return membersOf(part.of).filter((member) => member.kind === 'unknown' || !member.conditional);
  const written = writtenMembers(object);
  const members = object.changes.length === 0 ? written : [...written, ...object.changes];
  return members.length > maximumSize
    ? [{ kind: 'unknown', what: 'more keys than can be read', at: object.at }]
    : members;
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

function propertyMembers(
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
function spreadMembers(value: Value, conditional: boolean): Member[] {
  const { at, via } = value;
  if (value.kind === 'object') {
    const members = [...membersOf(value)];
    if (!conditional) return members;
    return members.map((member) => (member.kind === 'property' ? { ...member, conditional } : member));
  }
  if (value.kind === 'scalar' && typeof value.value !== 'string') return [];
  if (value.kind !== 'unknown') return [{ kind: 'unknown', what: `a spread of ${shortText(at)}`, at }];
  const branches = branchesOf(at.node);
  if (!branches) return [{ kind: 'unknown', what: `a spread that ${value.why}`, at }];
  return branches.flatMap((node) => spreadMembers(evaluateSpread({ node, scope: at.scope }, via), true));
}

/** The part of an object that applies only under a condition, as in `...(x && { … })`. */
export interface ConditionalPart {
  /** The condition as it is written, with `!` if the part applies when it does not hold. */
  readonly condition: string;
  readonly value: ObjectValue;
}

/** The conditional parts that are spread into an object, in the order of the text. */
export function conditionalParts(object: ObjectValue): ConditionalPart[] {
  const { form, at, via } = object;
  if (form.kind === 'assigned') return form.sources.flatMap((source) => partsOf(source, []));
  if (form.kind === 'merged') return [];
  return form.node.properties.flatMap((node) =>
    node.type === 'SpreadElement'
      ? partsOf(evaluateSpread({ node: node.argument, scope: at.scope }, via), [])
      : [],
  );
}

/** The parts that a spread contributes; `conditions` are those that it is under already. */
function partsOf(value: Value, conditions: readonly string[]): ConditionalPart[] {
  const { at, via } = value;
  if (value.kind === 'object') {
    const own = conditions.length > 0 ? [{ condition: conditions.join(' && '), value }] : [];
    return [...own, ...(conditions.length > 0 ? [] : conditionalParts(value))];
  }
  if (value.kind !== 'unknown') return [];
  const branches = branchesOf(at.node) ?? [];
  return branches.flatMap((node) =>
    partsOf(evaluateSpread({ node, scope: at.scope }, via), [...conditions, conditionOf(at, node)]),
  );
}

/** The condition under which a branch is taken. */
function conditionOf({ node, scope }: Expr, branch: t.Node): string {
  if (node.type !== 'ConditionalExpression' && node.type !== 'LogicalExpression') return '';
  const test = node.type === 'ConditionalExpression' ? node.test : node.left;
  const text = textOf(scope.file, test).replace(/\s+/g, ' ');
  const isNegated =
    node.type === 'ConditionalExpression' ? branch === node.alternate : node.operator !== '&&';
  if (branch === test) return text;
  return isNegated ? `!${/^[\w.]+$/.test(text) ? text : `(${text})`}` : text;
}

/** The branches of a condition. A branch that is not taken sets nothing, so only their keys are in doubt. */
function branchesOf(node: t.Node): readonly t.Node[] | undefined {
  if (node.type === 'LogicalExpression')
    return node.operator === '&&' ? [node.right] : [node.left, node.right];
  return node.type === 'ConditionalExpression' ? [node.consequent, node.alternate] : undefined;
}

function listElements(array: ArrayValue): ArrayElement[] {
  const { node: owner, via } = array;
  const { scope } = array.at;
  const elements = owner.elements.flatMap((node): readonly ArrayElement[] => {
    if (!node) return [unknownElement(array, 'has a hole')];
    if (node.type === 'SpreadElement') return spreadElements(array, node);
    return [{ kind: 'element', node, owner, scope, via, memo: {} }];
  });
  return elements.length > maximumSize
    ? [unknownElement(array, 'has more items than can be read')]
    : elements;
}

/** An element whose value is not known. The array stands for one without text of its own. */
function unknownElement(array: ArrayValue, why: string, node: t.Node = array.node): ArrayElement {
  const { node: owner, via } = array;
  const { scope } = array.at;
  const value = unknown({ node, scope }, why, via);
  return { kind: 'element', node, owner, scope, via, memo: { value } };
}

function spreadElements(array: ArrayValue, node: t.SpreadElement): readonly ArrayElement[] {
  const { scope } = array.at;
  const spread = evaluateSpread({ node: node.argument, scope }, array.via);
  if (spread.kind === 'array') return elementsOf(spread);
  const why =
    spread.kind === 'unknown' ? `is a spread that ${spread.why}` : `is a spread of ${shortText(spread.at)}`;
  return [unknownElement(array, why, node)];
}
