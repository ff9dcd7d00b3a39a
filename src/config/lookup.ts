/**
 * Looks up an option in an evaluated config: `static` with its value, `dynamic` with the reason, or surely `absent`.
 */

import type { Position } from '../base/position.ts';
import type { ValueType } from '../catalogue/option.ts';
import { ConfigPath, type OptionPathParts, type PathSegment } from './change.ts';
import {
  elementsOf,
  evaluatePart,
  findMember,
  type MemberSearch,
  membersOf,
  slotValue,
} from './evaluate.ts';
import { type Expr, positionOfNode, textOf } from './source.ts';
import {
  isNullish,
  type Member,
  type ObjectValue,
  type Slot,
  type UnknownValue,
  unknown,
  type Value,
  valueNode,
  whereSet,
} from './value.ts';

/** A regular expression as it is written; it is never compiled. */
export class Pattern {
  readonly source: string;
  readonly flags: string;

  constructor(source: string, flags: string) {
    this.source = source;
    this.flags = flags;
  }
}

/** A value that is known without running the config. */
export type StaticValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | ConfigPath
  | Pattern
  | readonly StaticValue[]
  | { readonly [key: string]: StaticValue };

/**
 * How a value depends on a condition: a `branch` is one alternative of an expression and cannot be moved or
 * removed; a `choice` is the whole expression, whose branches are conditional parts of the config.
 */
type ConditionRole = 'branch' | 'choice';

/** The result of looking an option up. Absence is certain: code that might set the option makes it dynamic. */
export type Lookup =
  | {
      readonly kind: 'static';
      readonly value: StaticValue;
      readonly at: Position;
      readonly condition?: ConditionRole;
    }
  | {
      readonly kind: 'dynamic';
      readonly why: string;
      readonly at: Position;
      /** Whether the option itself is written; if not, other code such as a spread may set it. */
      readonly written: boolean;
      /** The kind of value, if that much is known. */
      readonly type?: ValueType;
      readonly condition?: ConditionRole;
    }
  | { readonly kind: 'absent'; readonly condition?: undefined };

/** An option that is written in the config, whether or not its value is known. */
export type Written = Exclude<Lookup, { kind: 'absent' }>;

/** Whether an option is written in the config; if only a spread might set it, there is nothing to change. */
export function isWritten(lookup: Lookup): lookup is Written {
  return lookup.kind === 'static' || (lookup.kind === 'dynamic' && lookup.written);
}

/** Whether a value is a list, even if some of its items are unknown. */
export function isList(lookup: Lookup): boolean {
  if (lookup.kind === 'dynamic') return lookup.type === 'array';
  return lookup.kind === 'static' && Array.isArray(lookup.value);
}

const absent: Lookup = { kind: 'absent' };

export function lookupAt(root: Value, path: OptionPathParts): Lookup {
  const search = searchOption(root, path);
  if (search.kind === 'absent') return absent;
  if (search.kind === 'unknown')
    return {
      kind: 'dynamic',
      why: search.why,
      at: positionOfExpr(search.at),
      written: search.written,
    };
  return search.slot ? slotLookup(search.slot) : lookupOf(search.value);
}

function slotLookup(slot: Slot): Lookup {
  const cached = slot.memo.lookup as Lookup | undefined;
  if (cached) return cached;
  const value = slotValue(slot);
  const isChoice = value.kind === 'unknown' && value.branches !== undefined;
  const condition: ConditionRole | undefined = slot.branch
    ? 'branch'
    : isChoice
      ? 'choice'
      : undefined;
  const lookup = { ...lookupOf(value), ...(condition && { condition }) };
  slot.memo.lookup = lookup;
  return lookup;
}

/** A key of an object or an item of an array, with its value. */
export interface Entry {
  readonly key: PathSegment;
  readonly path: OptionPathParts;
  readonly lookup: Lookup;
  /** The kind of value, if that much is known: cheaper than a lookup. */
  readonly type: ValueType | undefined;
  /** The position of the key or the item. */
  readonly at: Position;
}

/** An entry that is read on demand: of most entries only the key is needed, and there may be thousands. */
function entryOf(value: Value, path: OptionPathParts, key: PathSegment, slot: Slot): Entry {
  return {
    key,
    get path() {
      return [...path, key];
    },
    get lookup() {
      return lookupAt(value, [key]);
    },
    get type() {
      const search = searchOption(value, [key]);
      return search.kind === 'found' ? typeOf(search.value) : undefined;
    },
    get at() {
      return positionOfExpr(slot);
    },
  };
}

/** The keys of an object or the items of an array. If they are not complete, a spread may add others. */
export interface Entries {
  readonly list: readonly Entry[];
  readonly complete: boolean;
  /** Whether the list is not just its items: a call such as `[…].filter(Boolean)` makes it, or it has a hole. */
  readonly isComputed?: boolean;
}

/** The entries of an option inside a value. Undefined if it is neither an object nor an array. */
export function entriesAt(root: Value, path: OptionPathParts): Entries | undefined {
  const search = searchOption(root, path);
  const value = search.kind === 'found' ? search.value : undefined;
  if (value?.kind === 'array') {
    const elements = elementsOf(value);
    const list = elements.map((element, index) => entryOf(value, path, index, element));
    const complete = elements.every(({ spread }) => !spread);
    // An item without a node of its own, such as a hole, has that of its list.
    const hasHole = elements.some(({ node, owner }) => node === owner);
    return { list, complete, isComputed: value.filtered === true || hasHole };
  }
  if (value?.kind !== 'object' || value.form.kind === 'merged') return undefined;
  const members = membersOf(value);
  const properties = members.filter((member) => member.kind === 'property');
  // The last member with a key takes effect, but the key keeps its first position.
  const last = new Map(properties.map((property) => [property.key, property]));
  const list = Array.from(last, ([key, property]) => entryOf(value, path, key, property));
  return { list, complete: properties.length === members.length };
}

/** The source text of an option's value as it is written at the option. */
export function sourceTextAt(root: Value, path: OptionPathParts): string | undefined {
  const search = searchOption(root, path);
  if (search.kind !== 'found') return undefined;
  const { slot, value } = search;
  const held = slot?.kind === 'property' ? valueNode(slot) : undefined;
  if (slot && held) return textOf(slot.scope.file, held);
  return textOf(value.at.scope.file, value.at.node);
}

/** The position of an expression, for messages. */
export function positionOfExpr({ node, scope }: Expr): Position {
  return positionOfNode(scope.file, node);
}

/** The kind of a value, even if its contents are unknown. */
export function typeOf(value: Value): ValueType | undefined {
  switch (value.kind) {
    case 'scalar':
      if (value.value === null) return 'null';
      return value.value === undefined ? undefined : (typeof value.value as ValueType);
    case 'path':
      return 'string';
    case 'unknown':
      return value.at.node.type === 'TemplateLiteral'
        ? 'string'
        : (definedType(value) ?? commonType(value));
    default:
      return value.kind;
  }
}

/** A function such as `defineFwModule` returns the kind of value that it is given. */
function definedType({ at: { node, scope }, via }: UnknownValue): ValueType | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const [given] = node.arguments;
  const isDefinition = /^define[A-Z]/.test(textOf(scope.file, node.callee));
  return given && isDefinition ? typeOf(evaluatePart({ node: given, scope }, via)) : undefined;
}

/** The kind that all branches of a condition have. */
function commonType({ at, via, branches = [] }: UnknownValue): ValueType | undefined {
  // The value of `a && b` or `a || b` may also be `a`.
  if (at.node.type !== 'ConditionalExpression') return undefined;
  const [type, ...otherTypes] = branches.map(({ expr }) => typeOf(evaluatePart(expr, via)));
  return otherTypes.every((otherType) => otherType === type) ? type : undefined;
}

// Values that double at every step (`const b = [a, a]` and so on) would take forever to read.
const maximumParts = 50_000;

function lookupOf(value: Value): Written {
  const result = staticValue(value, { remaining: maximumParts });
  if (!('kind' in result))
    return { kind: 'static', value: result.value, at: positionOfExpr(value.at) };
  const type = typeOf(value);
  const { why, at } = result;
  return { kind: 'dynamic', why, at: positionOfExpr(at), written: true, ...(type && { type }) };
}

/** The static value of a value, or the part of it that is unknown. */
function staticValue(
  value: Value,
  parts: { remaining: number },
): { value: StaticValue } | UnknownValue {
  parts.remaining -= 1;
  if (parts.remaining < 0) return unknown(value.at, 'is too large to be read');
  switch (value.kind) {
    case 'scalar':
      return { value: value.value };
    case 'path':
      return { value: new ConfigPath(value.place) };
    case 'regexp':
      return { value: new Pattern(value.pattern, value.flags) };
    case 'function':
      return unknown(value.at, 'is a function');
    case 'unknown':
      return value;
    case 'array': {
      const list: StaticValue[] = [];
      for (const element of elementsOf(value)) {
        const item = staticValue(slotValue(element), parts);
        if ('kind' in item) return item;
        list.push(item.value);
      }
      return { value: list };
    }
    case 'object': {
      const object: { [key: string]: StaticValue } = Object.create(null);
      for (const member of membersOf(value)) {
        if (member.kind === 'unknown') return unknown(member.at, `contains ${member.what}`);
        if (member.guard) return unknown(member, 'is set only under a condition');
        const item = staticValue(slotValue(member), parts);
        if ('kind' in item) return item;
        object[member.key] = item.value;
      }
      return { value: object };
    }
  }
}

/** An option that is set, and where it is written. */
export interface FoundOption {
  readonly kind: 'found';
  readonly value: Value;
  /** Undefined for the config itself. */
  readonly slot?: Slot;
  /** What takes effect without it: a duplicate key, or an earlier spread. */
  readonly below?: Member | undefined;
}

/** An absent option: `parent` is the deepest value on its path, `rest` is the path that is missing below it. */
export interface AbsentOption {
  readonly kind: 'absent';
  readonly parent: Value;
  readonly rest: OptionPathParts;
}

/** The result of following a path into a value. */
type OptionSearch =
  | FoundOption
  | AbsentOption
  /** `written` if the option is in the text, although it may be overridden. */
  | {
      readonly kind: 'unknown';
      readonly why: string;
      readonly at: Expr;
      readonly written: boolean;
    };

export function searchOption(root: Value, path: OptionPathParts): OptionSearch {
  return follow({ kind: 'found', value: root }, path, 0);
}

/** Continues from an option after `depth` segments of the path. */
function follow(option: FoundOption, path: OptionPathParts, depth: number): OptionSearch {
  const segment = path[depth];
  if (segment === undefined) return option;
  const { value } = option;
  if (value.kind === 'unknown')
    return { kind: 'unknown', why: value.why, at: value.at, written: false };
  if (value.kind === 'object') {
    const key = String(segment);
    if (value.form.kind === 'merged') {
      const change = value.changes.find((member) => (member.key ?? key) === key);
      if (!change) return inLayers(value, value.form.sources, path.slice(depth));
      return {
        kind: 'unknown',
        why: 'is modified after it is defined',
        at: whereSet(change),
        written: false,
      };
    }
    const member = findMember(value, key);
    if (member.kind === 'unknown') return inDoubt(member, path, depth);
    if (member.kind === 'found') {
      const { property, below } = member;
      const next = { kind: 'found', value: slotValue(property), slot: property, below } as const;
      return follow(next, path, depth + 1);
    }
  }
  const slot =
    value.kind === 'array' && typeof segment === 'number' ? elementsOf(value)[segment] : undefined;
  if (slot) return follow({ kind: 'found', value: slotValue(slot), slot }, path, depth + 1);
  return { kind: 'absent', parent: value, rest: path.slice(depth) };
}

/** The result for an option that may be overridden: `written` if it is in the config. */
function inDoubt(
  { why, at, isNamed, written }: Extract<MemberSearch, { kind: 'unknown' }>,
  path: OptionPathParts,
  depth: number,
): OptionSearch {
  const search = written && follow({ kind: 'found', value: slotValue(written) }, path, depth + 1);
  const isWritten =
    search?.kind === 'found' ||
    (search?.kind === 'unknown' && search.written) ||
    (isNamed && depth + 1 === path.length);
  return { kind: 'unknown', why, at, written: isWritten };
}

/**
 * The first layer that has the option takes effect: `a` of `defu({ a: 1 }, { a: 2 })` is 1. Objects and arrays in
 * several layers are merged.
 */
function inLayers(
  merged: ObjectValue,
  layers: readonly Value[],
  path: OptionPathParts,
): OptionSearch {
  let first: OptionSearch | undefined;
  let absent: OptionSearch | undefined;
  for (const layer of layers) {
    const search: OptionSearch = isAbsentIn(layer, path)
      ? { kind: 'absent', parent: layer, rest: path }
      : searchOption(layer, path);
    const isUnset =
      search.kind === 'absent' || (search.kind === 'found' && isNullish(search.value));
    if (isUnset) absent ??= search;
    else if (first)
      return {
        kind: 'unknown',
        why: 'is merged from several objects',
        at: merged.at,
        written: false,
      };
    else if (search.kind === 'unknown' || !/^(?:object|array)$/.test(search.value.kind))
      return search;
    else first = search;
  }
  return first ?? absent ?? { kind: 'absent', parent: merged, rest: path };
}

/** Whether an option is absent in a layer, or in all its branches: `defu(x && { … }, base)`. */
function isAbsentIn(layer: Value, path: OptionPathParts): boolean {
  if (layer.kind === 'scalar') return true;
  if (layer.kind === 'object') return searchOption(layer, path).kind === 'absent';
  if (layer.kind !== 'unknown' || !layer.branches) return false;
  return layer.branches.every(({ expr }) => isAbsentIn(evaluatePart(expr, layer.via), path));
}
