/** The kinds of values that evaluate.ts finds, each with the place where it is written. */

import type * as t from '@babel/types';
import type { CodePath } from './path-expressions.ts';
import { type Expr, type Scope, type SourceFile, textOf } from './source.ts';
import type { Branch } from './syntax.ts';

// Values have a `memo`: many transforms read the same few values, and a separate map costs more than the work.
// The type of lookups is only known in the module that computes them.

/** A name that was followed on the way to a value: an edit to the value affects every other use of that name. */
export interface Hop {
  readonly file: SourceFile;
  readonly name: string;
  /** Set if the name was imported from this file, so that the use is in another file. */
  readonly imported?: boolean;
  /** The use of the name: uses of other members do not share the value. */
  readonly use: Expr;
}

/** Where a value comes from. */
export interface Origin {
  /** The expression the value was read from, behind all names and type annotations. */
  readonly at: Expr;
  readonly via: readonly Hop[];
}

export type Scalar = string | number | boolean | null | undefined;

/** `composed` scalars have no literal of their own to edit: `'a' + b`, `${a}/b`. */
type ScalarValue = Origin & {
  readonly kind: 'scalar';
  readonly value: Scalar;
  readonly composed: boolean;
};

/** A place on disk, relative to the folder of the config. */
export type PathValue = Origin & {
  readonly kind: 'path';
  readonly place: string;
  readonly path: CodePath;
};

/** How an object is created: by a literal, or by a call that combines other objects. */
type ObjectForm =
  | { readonly kind: 'literal'; readonly node: t.ObjectExpression }
  /**
   * `assigned` by `Object.assign`: later sources replace whole keys of earlier ones. `merged` by `defu` or
   * `mergeConfig` key by key: the first source has precedence.
   */
  | { readonly kind: 'assigned' | 'merged'; readonly sources: readonly Value[] };

export type ObjectValue = Origin & {
  readonly kind: 'object';
  readonly form: ObjectForm;
  /** What statements set after the object was written: `config.css = […]`. */
  readonly changes: readonly Member[];
  /** Set if only the members under one condition are read. */
  readonly isPart?: boolean | undefined;
  /** The members that are left out of this part. */
  readonly others?: readonly Member[] | undefined;
  readonly memo: {
    members?: readonly Member[];
    /** The members by key; null if their order matters. */
    byKey?: ReadonlyMap<string, Property> | null;
  };
};

export type ArrayValue = Origin & {
  readonly kind: 'array';
  readonly node: t.ArrayExpression;
  /** Set if `filter(Boolean)` drops items that are false or empty. */
  readonly filtered?: boolean | undefined;
  /** Set if only the items under one condition are read. */
  readonly isPart?: boolean | undefined;
  readonly memo: { elements?: readonly ArrayElement[] };
};

export type UnknownValue = Origin & {
  readonly kind: 'unknown';
  readonly why: string;
  /** The expressions that a condition chooses from: each is a conditional part of the config. */
  readonly branches?: readonly Branch[] | undefined;
};

/** The value of an expression, as far as it is known without running it. */
export type Value =
  | ScalarValue
  | PathValue
  | ObjectValue
  | ArrayValue
  | UnknownValue
  | (Origin & { readonly kind: 'regexp'; readonly pattern: string; readonly flags: string })
  | (Origin & { readonly kind: 'function' });

/** An object or array literal. */
export type ListNode = t.ObjectExpression | t.ArrayExpression;

/** A part of a literal that holds a value. A spread value is part of its own literal. */
interface ListPart {
  readonly node: t.Node;
  readonly owner: ListNode;
  readonly scope: Scope;
  readonly via: readonly Hop[];
  /** Set if only one branch of an expression is read: `'a'` in `x ? 'a' : 'b'`. */
  readonly branch?: Expr | undefined;
  readonly memo: { value?: Value; lookup?: unknown };
}

export interface ArrayElement extends ListPart {
  readonly kind: 'element';
  /** The value that is spread here, if its items are unknown. */
  readonly spread?: Value | undefined;
}

/** Set if a member only applies under conditions: `...(x && { … })`. */
export interface Guard {
  readonly conditions: readonly string[];
  /** The object of all keys that are set together under these conditions. */
  readonly object: ObjectValue;
}

/** A key of an object with its value. */
export interface Property extends ListPart {
  readonly kind: 'property';
  readonly key: string;
  readonly node: t.ObjectProperty | t.ObjectMethod;
  readonly guard?: Guard | undefined;
  /** Set if a statement assigns it: its value can be changed, but it can be neither moved nor removed. */
  readonly isAssigned?: boolean;
}

/** The place of a value in the text: a property or an array element. */
export type Slot = Property | ArrayElement;

/** Code that may set any key of an object, or a given one. */
export interface UnknownMember {
  readonly kind: 'unknown';
  /** Its description, in the middle of a sentence: `a spread of x`. */
  readonly what: string;
  readonly at: Expr;
  readonly key?: string | undefined;
  readonly guard?: Guard | undefined;
}

/** A part of an object. Later members have precedence. */
export type Member = Property | UnknownMember;

export function unknown(at: Expr, why: string, via: readonly Hop[] = []): UnknownValue {
  return { kind: 'unknown', why, at, via };
}

export function scalar(
  value: Scalar,
  at: Expr,
  via: readonly Hop[],
  composed = false,
): ScalarValue {
  return { kind: 'scalar', value, composed, at, via };
}

export function objectValue(form: ObjectForm, at: Expr, via: readonly Hop[]): ObjectValue {
  return { kind: 'object', form, changes: [], at, via, memo: {} };
}

/** An object that is modified after it is defined. */
export function withChanges(object: ObjectValue, changes: readonly Member[]): ObjectValue {
  return { ...object, changes: [...object.changes, ...changes], memo: {} };
}

/** The code that sets a member. */
export function whereSet(member: Member): Expr {
  return member.kind === 'unknown' ? member.at : member;
}

/** The expression that holds the value of a slot. Undefined for a method. */
export function valueNode(slot: Slot): t.Node | undefined {
  if (slot.branch) return slot.branch.node;
  if (slot.kind === 'element') return slot.node;
  const { node } = slot;
  return node.type === 'ObjectProperty' ? node.value : undefined;
}

/** Whether a value is `null` or `undefined`. */
export function isNullish(value: Value): boolean {
  return value.kind === 'scalar' && (value.value === null || value.value === undefined);
}

/** The start of an expression's source text, for messages. */
export function shortText({ node, scope }: Expr): string {
  const text = textOf(scope.file, node).replace(/\s+/g, ' ');
  return `\`${text.length > 40 ? `${text.slice(0, 39)}…` : text}\``;
}
