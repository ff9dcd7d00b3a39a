import type * as t from '@babel/types';
import { remembered } from '../remembered.ts';
import type { Scope } from './scope.ts';

/**
 * What an expression may stand for, as far as it matters: the data that a call fetched (`whole`), something inside it
 * (`part`), what will be the data once a handler has returned it (`raw`), the error of the call, anything that is not
 * known, a text or number (`plain`), or an object or function of the code itself.
 */
export type Thing = 'whole' | 'part' | 'raw' | 'error' | 'other' | 'plain' | Box | Fn;
/** What a value is requested. */
type Matter = 'data' | 'error' | 'raw';
export type Value = ReadonlySet<Thing>;

export const nothing: Value = new Set();
/** A text, a number or the like. What may be `null` at first is not: anything can take its place. */
export const plain: Value = new Set<Thing>(['plain']);
export const other: Value = new Set<Thing>(['other']);
export const whole: Value = new Set<Thing>(['whole']);
const part: Value = new Set<Thing>(['part']);
export const raw: Value = new Set<Thing>(['raw']);

/** An object, list or ref that the code makes: one for each place that makes any. */
export class Box {
  readonly members = new Map<string, Set<Thing>>();
  /** What may be under any other key. */
  readonly rest = new Set<Thing>();
  /** Whether templates and reactive objects see what is in `value` instead. */
  readonly isRef: boolean;
  /** What writing to `value` writes to: a member of something else. */
  link: { readonly of: Value; readonly key: string | undefined } | undefined;
  /** Whether a ref in it is read and written by the name of the member alone. */
  isReactive = false;
  /** Whether it is an object with members only: it has no methods of lists, maps and the like. */
  isRecord = false;
  /** What runs when `value` is written. */
  setter: Value = nothing;

  constructor(isRef = false) {
    this.isRef = isRef;
  }

  at(key: string): Set<Thing> {
    return remembered(this.members, key, () => new Set<Thing>());
  }
}

/** A function of the code, with all that it was seen to be called with. */
export class Fn {
  readonly node: t.Function;
  readonly scope: Scope;
  readonly parameters: Set<Thing>[] = [];
  /** What may be any of the parameters. */
  readonly spread = new Set<Thing>();
  readonly returns = new Set<Thing>();
  /** What `this` may be in it, unless it is an arrow function. */
  readonly self = new Set<Thing>();
  /** Whether code that is not followed may call it, with anything. */
  isOpen = false;

  constructor(node: t.Function, scope: Scope) {
    this.node = node;
    this.scope = scope;
  }

  parameter(index: number): Set<Thing> {
    for (let at = this.parameters.length; at <= index; at += 1)
      this.parameters.push(new Set(this.isOpen ? other : nothing));
    return this.parameters[index] ?? new Set();
  }
}

export function union(...values: readonly Value[]): Value {
  let all: Value = nothing;
  let own: Set<Thing> | undefined;
  for (const value of values) {
    if (value.size === 0) continue;
    if (all.size === 0) all = value;
    else {
      own ??= new Set(all);
      all = own;
      for (const thing of value) own.add(thing);
    }
  }
  return all;
}

/** Whether a value may be something that is unknown: what is put into it is lost sight of. */
export function isUnknown(value: Value): boolean {
  return value.size === 0 || value.has('other');
}

/** Whether a value is sure to be a function of the code. */
export function isFollowed(value: Value): boolean {
  for (const thing of value) if (!(thing instanceof Fn)) return false;
  return value.size > 0;
}

/** What the functions in a value give. */
export function resultsOf(value: Value): Value {
  return union(...[...value].map((thing) => (thing instanceof Fn ? thing.returns : nothing)));
}

/** Whether the data of the call, or its error, can be reached from a value. */
export function holdsResult(value: Value): boolean {
  return holds(value, 'data') || holds(value, 'error');
}

/** Whether data of the call can be reached from a value, or its error, or what will be data. */
export function holds(value: Value, about: Matter, seen = new Set<Thing>()): boolean {
  for (const thing of value) {
    if (typeof thing === 'string') {
      if (thing === about || (about === 'data' && (thing === 'whole' || thing === 'part'))) return true;
    } else if (!seen.has(thing)) {
      seen.add(thing);
      if (thing instanceof Fn ? holds(thing.returns, about, seen) : boxHolds(thing, about, seen)) return true;
    }
  }
  return false;
}

function boxHolds(box: Box, about: Matter, seen: Set<Thing>): boolean {
  if (holds(box.rest, about, seen)) return true;
  for (const member of box.members.values()) if (holds(member, about, seen)) return true;
  return false;
}

/** What a member of a value may be; any member if there is no key. A ref is looked through, as templates do. */
export function read(value: Value, key: string | undefined): Value {
  const things = key === 'value' ? value : withInner(value);
  const [only] = things;
  if (only !== undefined && things.size === 1) return readOne(only, key);
  const found = new Set<Thing>();
  for (const thing of things) for (const one of readOne(thing, key)) found.add(one);
  return found;
}

function readOne(thing: Thing, key: string | undefined): Value {
  if (thing === 'whole' || thing === 'part') return key === 'length' ? plain : part;
  if (thing === 'raw') return raw;
  if (thing === 'plain') return plain;
  if (!(thing instanceof Box)) return other;
  if (key === undefined) return union(...thing.members.values(), thing.rest);
  const held = union(thing.members.get(key) ?? nothing, thing.rest);
  return thing.isReactive ? withInner(held) : held;
}

/** What a loop over a value, or a spread of it, may find. */
export function elementsOf(value: Value): Value {
  return read(unwrapped(value), undefined);
}

/** What is in a ref or a reactive object is reactive, and so is what is in there. */
export function makeReactive(value: Value, seen = new Set<Box>()) {
  for (const thing of value) {
    if (!(thing instanceof Box) || thing.isRef || seen.has(thing)) continue;
    seen.add(thing);
    thing.isReactive = true;
    for (const member of [...thing.members.values(), thing.rest]) makeReactive(member, seen);
  }
}

/** A value with what is in its refs, and in refs in those. */
function withInner(value: Value): Value {
  if (!hasRefs(value)) return value;
  const found = new Set<Thing>(value);
  // What is added while the set is gone through is gone through as well.
  for (const thing of found)
    if (isRef(thing))
      for (const inner of union(thing.members.get('value') ?? nothing, thing.rest)) found.add(inner);
  return found;
}

/** What is in the refs of a value; anything else is itself. */
export function unwrapped(value: Value): Value {
  return hasRefs(value) ? new Set([...withInner(value)].filter((thing) => !isRef(thing))) : value;
}

function hasRefs(value: Value): boolean {
  for (const thing of value) if (isRef(thing)) return true;
  return false;
}

export function isRef(thing: Thing): thing is Box {
  return thing instanceof Box && thing.isRef;
}
