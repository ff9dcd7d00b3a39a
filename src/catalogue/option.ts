/** A value as JSON can hold it: what a default, or a value written into a config, is made of. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The kinds of value the reference allows for an option. */
export type ValueType =
  | 'string'
  | 'number'
  | 'boolean'
  | 'null'
  | 'array'
  | 'object'
  | 'function'
  | 'regexp'
  | 'date';

/**
 * What an option is when a project does not set it. "There is no default", "the variant has no such option" and
 * "the reference does not show it" are three different answers.
 */
export type Default =
  | { readonly kind: 'value'; readonly value: Json }
  /** Not stated as a default; follows from what the reference says re-enables the older behaviour. */
  | { readonly kind: 'implied'; readonly value: Json }
  | { readonly kind: 'computed'; readonly how: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'not-shown' };

/** What becomes of an option on the way from Variant B to Variant A. */
export type Fate =
  | { readonly kind: 'kept' }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'rebased' }
  | { readonly kind: 'removed' }
  | { readonly kind: 'manual' };

/** One option of the configuration surface; its path is its key in the table. */
export interface OptionRow {
  readonly types: readonly ValueType[];
  /** The literal values allowed, where the reference lists them all for one of `types`. */
  readonly oneOf?: readonly Json[];
  readonly a: Default;
  readonly b: Default;
  readonly fate: Fate;
  /** Section of the reference that defines it. */
  readonly section: string;
  readonly summary: string;
}

export interface Option extends OptionRow {
  readonly path: string;
}

export type OptionTable = { readonly [path: string]: OptionRow };

/** The same default in both variants. */
export function both<const V extends Json>(value: V): { a: Default; b: Default } {
  return { a: is(value), b: is(value) };
}

export function is(value: Json): Default {
  return { kind: 'value', value };
}

export function implied(value: Json): Default {
  return { kind: 'implied', value };
}

export function computed(how: string): Default {
  return { kind: 'computed', how };
}

export const none: Default = { kind: 'none' };
export const missing: Default = { kind: 'missing' };
export const notShown: Default = { kind: 'not-shown' };

export const kept: Fate = { kind: 'kept' };
export const rebased: Fate = { kind: 'rebased' };
export const removed: Fate = { kind: 'removed' };
export const manual: Fate = { kind: 'manual' };

export function movedTo(to: string): Fate {
  return { kind: 'moved', to };
}
