import type { FunctionRole, MethodRole } from '../../catalogue/known-functions.ts';
import type { Names } from '../../catalogue/names.ts';

/**
 * How a value relates to the data that a call fetches:
 * - `result`: the result of the call
 * - `data`: the data, a part of it, or a container with it
 * - `error`: the error of the call
 * - `getter`: a function that returns data
 */
export interface DataValue {
  readonly role: 'result' | 'data' | 'error' | 'getter';
  /** The number of members between the value and the data: writing to a member at depth 0 mutates the data. */
  readonly depth: number;
  /** Whether the value may be a ref, which templates unwrap. */
  readonly isRef: boolean;
  /** Whether the value is all of the data, or contains just that: only the whole may be empty. */
  readonly isWhole: boolean;
}

/** The result of a call: the data is in a ref, which is in a member. */
export const callResult: DataValue = { role: 'result', depth: 2, isRef: false, isWhole: true };

/** A member of a value; undefined if it has nothing to do with the data. */
export function memberOf(
  value: DataValue,
  name: string | undefined,
  { data, error }: Names['dataResult'],
): DataValue | undefined {
  const { role, isRef } = value;
  if (role === 'result' && name === error) return { ...value, role: 'error', depth: 1, isRef: true };
  if (role === 'result')
    return name === undefined || name === data
      ? { ...value, role: 'data', depth: 1, isRef: true }
      : undefined;
  if (role === 'getter') return value;
  if (role === 'error') return isRef && name === 'value' ? { ...value, isRef: false } : undefined;
  if (name === 'length' || name === 'size') return undefined;
  return value.depth === 0 ? { ...value, isWhole: false } : itemOf(value, name);
}

/** An item of a list, or the value of a ref. */
export function itemOf(value: DataValue, name?: string): DataValue {
  const { depth, isWhole } = value;
  // The value of a ref is not a ref, but an item of a list or object may be one.
  const isRef = depth > 1 && !(value.isRef && name === 'value');
  return { ...asData(value), depth: Math.max(depth - 1, 0), isRef, isWhole: isWhole && depth > 0 };
}

/** The value of a ref or the result of a getter; any other value is returned unchanged. */
export function heldBy(value: DataValue): DataValue {
  if (value.role === 'getter') return asData(value);
  return value.isRef ? { ...value, depth: Math.max(value.depth - 1, 0), isRef: false } : value;
}

/** A new object or list that contains the value. */
export function holding(value: DataValue): DataValue {
  return value.role === 'getter' ? value : { ...asData(value), depth: value.depth + 1, isRef: false };
}

/** A ref with the value. */
function refTo(value: DataValue): DataValue {
  return { ...asData(value), depth: value.depth + 1, isRef: true };
}

/** A shallow copy of the value. */
export function copyOf(value: DataValue): DataValue {
  if (value.role === 'result') return value;
  const isWhole = value.isWhole && value.depth > 1;
  return { ...asData(value), depth: Math.max(value.depth, 1), isRef: false, isWhole };
}

/** The value that `watch` passes to its listener: for a list of sources, the value of each. */
export function watched(value: DataValue): DataValue {
  return value.isRef || value.role === 'getter' ? heldBy(value) : { ...itemOf(value), isRef: false };
}

type Result = (value: DataValue) => DataValue | undefined;
const nothing: Result = () => undefined;
const same: Result = (value) => value;

/** The results of well-known functions for an argument. */
export const functionResults: Readonly<Record<FunctionRole, Result>> = {
  ...{ read: nothing, run: nothing, watch: nothing, all: same, same, assign: copyOf, values: copyOf },
  pairs: (value) => holding(copyOf(value)),
  // Refs in a reactive object are unwrapped.
  ref: (value) => (value.isRef ? value : refTo({ ...value, depth: Math.min(value.depth, 1) })),
  reactive: (value) => ({ ...asData(value), depth: Math.min(value.depth, 1) }),
  value: heldBy,
  computed: refTo,
};

/** The results of built-in methods for their object, without results that depend on callbacks. */
export const methodResults: Readonly<Record<MethodRole, Result>> = {
  ...{ read: nothing, each: nothing, map: nothing, reduce: nothing },
  ...{ item: itemOf, take: itemOf, store: same, change: same, copy: copyOf },
  pairs: (value) => holding(copyOf(value)),
};

/** The value of a name that may have either of two values: the more harmful of each property. */
export function joined(first: DataValue, second: DataValue): DataValue {
  const isSame = first.role === second.role;
  return {
    ...(isSame ? first : asData(first)),
    depth: Math.min(first.depth, second.depth),
    isRef: first.isRef || second.isRef,
    isWhole: first.isWhole || second.isWhole,
  };
}

export function isSameValue(first: DataValue, second: DataValue): boolean {
  const keys = ['role', 'depth', 'isRef', 'isWhole'] as const;
  return keys.every((key) => first[key] === second[key]);
}

/** Results and errors are not distinguished inside other values. */
function asData(value: DataValue): DataValue {
  return { ...value, role: 'data' };
}
