import type * as t from '@babel/types';
import type { Scope } from './scope.ts';

/**
 * What an expression may stand for, as far as it matters: the data that a call fetched (`whole`), something inside it
 * (`part`), what will be the data once a handler has returned it (`raw`), the error of the call, anything that is not
 * known, or an object or function of the code itself.
 */
export type Thing = 'whole' | 'part' | 'raw' | 'error' | 'other' | Box | Fn;
/** What a value is asked for. */
type Matter = 'data' | 'error' | 'raw';
export type Value = ReadonlySet<Thing>;

export const nothing: Value = new Set();
export const other: Value = new Set<Thing>(['other']);
export const part: Value = new Set<Thing>(['part']);
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
  /** What runs when `value` is written. */
  setter: Value = nothing;

  constructor(isRef = false) {
    this.isRef = isRef;
  }

  at(key: string): Set<Thing> {
    const known = this.members.get(key) ?? new Set<Thing>();
    this.members.set(key, known);
    return known;
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
  const [first = nothing, ...others] = values.filter(({ size }) => size > 0);
  if (others.length === 0) return first;
  return new Set(values.flatMap((value) => [...value]));
}

/** Whether a value may be something that is not known: what is put into it is lost sight of. */
export function isUnknown(value: Value): boolean {
  return value.size === 0 || value.has('other');
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

/** Everything that a box holds under any key. */
function allOf(box: Box): Value {
  return union(...box.members.values(), box.rest);
}

// A ref in a ref in a ref: nobody writes more of them.
const deepestRef = 4;

/** What a member of a value may be; any member if there is no key. A ref is looked through, as templates do. */
export function read(value: Value, key: string | undefined, depth = 0): Value {
  const found = new Set<Thing>();
  for (const thing of value) for (const one of readOne(thing, key, depth)) found.add(one);
  return found;
}

function readOne(thing: Thing, key: string | undefined, depth: number): Value {
  if (thing === 'whole' || thing === 'part') return key === 'length' ? nothing : part;
  if (thing === 'raw') return raw;
  if (!(thing instanceof Box)) return other;
  if (key === undefined) return allOf(thing);
  const own = union(thing.members.get(key) ?? nothing, thing.rest);
  if (!thing.isRef || key === 'value' || depth > deepestRef) return own;
  return union(own, read(thing.members.get('value') ?? nothing, key, depth + 1));
}

/** What a loop over a value, or a spread of it, may find. */
export function elementsOf(value: Value, depth = 0): Value {
  const found = new Set<Thing>();
  for (const thing of value) for (const one of elementsOfOne(thing, depth)) found.add(one);
  return found;
}

function elementsOfOne(thing: Thing, depth: number): Value {
  if (thing === 'whole' || thing === 'part') return part;
  if (thing === 'raw') return raw;
  if (!(thing instanceof Box)) return other;
  if (!thing.isRef || depth > deepestRef) return allOf(thing);
  return union(thing.rest, elementsOf(thing.members.get('value') ?? nothing, depth + 1));
}

/** What a ref holds; anything else is itself. */
export function unwrapped(value: Value, depth = 0): Value {
  if (depth > deepestRef || ![...value].some((thing) => thing instanceof Box && thing.isRef)) return value;
  const found = new Set<Thing>();
  for (const thing of value) {
    const inner: Value =
      thing instanceof Box && thing.isRef
        ? unwrapped(union(thing.members.get('value') ?? nothing, thing.rest), depth + 1)
        : new Set([thing]);
    for (const one of inner) found.add(one);
  }
  return found;
}
