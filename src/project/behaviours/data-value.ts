import type { FunctionRole, MethodRole } from '../../catalogue/known-functions.ts';
import type { Names } from '../../catalogue/names.ts';

/**
 * What a value has to do with the data that a call fetches:
 * - `result`: what the call returns
 * - `data`: the data, something inside it, or something that holds it
 * - `error`: the error of the call
 * - `getter`: a function that returns data
 */
export interface DataValue {
  readonly role: 'result' | 'data' | 'error' | 'getter';
  /** How many members lie between the value and the data: writing to a member of depth 0 mutates the data. */
  readonly depth: number;
  /** Whether it is, or may be, a ref, which templates read by name alone. */
  readonly isRef: boolean;
  /** Whether it is all of the data, or holds just that: the part that may be empty. */
  readonly isWhole: boolean;
}

/** What a call returns: its data is in a ref, which is in a member. */
export const callResult: DataValue = { role: 'result', depth: 2, isRef: false, isWhole: true };

/** A member of a value; undefined if that has nothing to do with the data. */
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

/** An item of a list, or what is in a ref. */
export function itemOf(value: DataValue, name?: string): DataValue {
  const { depth, isWhole } = value;
  // A ref holds no other ref. By any other name than `value`, this is a list or object, and what is in it may be one.
  const isRef = depth > 1 && !(value.isRef && name === 'value');
  return { ...asData(value), depth: Math.max(depth - 1, 0), isRef, isWhole: isWhole && depth > 0 };
}

/** What a ref or getter holds; any other value is itself. */
export function heldBy(value: DataValue): DataValue {
  if (value.role === 'getter') return asData(value);
  return value.isRef ? { ...value, depth: Math.max(value.depth - 1, 0), isRef: false } : value;
}

/** A new object or list with the value in it. */
export function holding(value: DataValue): DataValue {
  return value.role === 'getter' ? value : { ...asData(value), depth: value.depth + 1, isRef: false };
}

/** A ref that holds the value. */
function refTo(value: DataValue): DataValue {
  return { ...asData(value), depth: value.depth + 1, isRef: true };
}

/** A new object or list with what is in the value. */
export function copyOf(value: DataValue): DataValue {
  if (value.role === 'result') return value;
  const isWhole = value.isWhole && value.depth > 1;
  return { ...asData(value), depth: Math.max(value.depth, 1), isRef: false, isWhole };
}

/** What `watch` hands to its listener: of a list of sources, what each of them holds. */
export function watched(value: DataValue): DataValue {
  return value.isRef || value.role === 'getter' ? heldBy(value) : { ...itemOf(value), isRef: false };
}

type Result = (value: DataValue) => DataValue | undefined;
const nothing: Result = () => undefined;
const same: Result = (value) => value;

/** What well-known functions return for an argument. */
export const functionResults: Readonly<Record<FunctionRole, Result>> = {
  ...{ read: nothing, run: nothing, watch: nothing, all: same, same, assign: copyOf, values: copyOf },
  pairs: (value) => holding(copyOf(value)),
  // Refs inside of a reactive object are read by name alone.
  ref: (value) => (value.isRef ? value : refTo({ ...value, depth: Math.min(value.depth, 1) })),
  reactive: (value) => ({ ...asData(value), depth: Math.min(value.depth, 1) }),
  value: heldBy,
  computed: refTo,
};

/** What built-in methods return of the value that they are called on; those that functions decide are left out. */
export const methodResults: Readonly<Record<MethodRole, Result>> = {
  ...{ read: nothing, each: nothing, map: nothing, reduce: nothing },
  ...{ item: itemOf, take: itemOf, store: same, change: same, copy: copyOf },
  pairs: (value) => holding(copyOf(value)),
};

/** A name that has one value or another is taken for whatever can do more harm. */
export function joined(one: DataValue, other: DataValue): DataValue {
  const isSame = one.role === other.role;
  return {
    ...(isSame ? one : asData(one)),
    depth: Math.min(one.depth, other.depth),
    isRef: one.isRef || other.isRef,
    isWhole: one.isWhole || other.isWhole,
  };
}

export function isSameValue(one: DataValue, other: DataValue): boolean {
  const keys = ['role', 'depth', 'isRef', 'isWhole'] as const;
  return keys.every((key) => one[key] === other[key]);
}

/** Results and errors are not told apart inside of other values. */
function asData(value: DataValue): DataValue {
  return { ...value, role: 'data' };
}
