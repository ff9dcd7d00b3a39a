import type * as t from '@babel/types';
import type { Scope } from './bindings.ts';
import type { OptionPathParts } from './change.ts';
import type { Lookup } from './lookup.ts';
import type { Entries } from './reading.ts';
import type { Mutation } from './references.ts';
import type { SourceFile } from './source.ts';

// Values carry a `memo`: many transforms look at the same few values, and a map beside them costs more than the work.

/** An expression, and what the names in it mean. */
export interface Expr {
  readonly node: t.Node;
  readonly scope: Scope;
}

/** A name that was followed on the way to a value: editing the value edits it for every other use of that name. */
export interface Hop {
  readonly file: SourceFile;
  readonly name: string;
  /** Set where another file was entered: the use that led there is not one of this file's own. */
  readonly imported?: boolean;
}

interface Read {
  /** The expression the value was read from, behind all names and type annotations. */
  readonly at: Expr;
  readonly via: readonly Hop[];
}

export type Scalar = string | number | boolean | null | undefined;

/** `composed` scalars have no literal of their own to edit: `'a' + b`, `${a}/b`. */
export type ScalarValue = Read & {
  readonly kind: 'scalar';
  readonly value: Scalar;
  readonly composed: boolean;
};

/** A place on disk, relative to the folder of the config: `base` with `parts` appended. */
export type PathValue = Read & {
  readonly kind: 'path';
  readonly place: string;
  readonly base: string;
  readonly parts: readonly (t.StringLiteral | t.TemplateElement)[];
  /** The path expression that `base` was read from, where there is one. */
  readonly from?: Expr;
};

export type PathPart = PathValue['parts'][number];

export type ObjectValue = Read & {
  readonly kind: 'object';
  readonly form:
    | { readonly kind: 'literal'; readonly node: t.ObjectExpression }
    /** `Object.assign`: later sources replace whole keys of earlier ones. */
    | { readonly kind: 'assigned'; readonly sources: readonly Value[] }
    /** `defu`, `mergeConfig`: merged key by key, the first layer counts most. */
    | { readonly kind: 'merged'; readonly layers: readonly Value[] };
  /** Places that may change the object after it was written. */
  readonly changes: readonly Mutation[];
  readonly memo: {
    members?: readonly Member[];
    /** The members by key; null where it matters in which order they come. */
    byKey?: ReadonlyMap<string, Property> | null;
    entries?: KnownEntries;
  };
};

/** The entries of a value as they are called on one way to it: what is spread may be reached on several. */
interface KnownEntries {
  readonly base: OptionPathParts;
  readonly entries: Entries | undefined;
}

export type ArrayValue = Read & {
  readonly kind: 'array';
  readonly node: t.ArrayExpression;
  readonly memo: { elements?: readonly ArrayElement[]; entries?: KnownEntries };
};

/** An object like another one, but for a part; what was worked out about that one does not hold for it. */
export function likeObject(
  { kind, form, changes, at, via }: ObjectValue,
  other: Partial<Pick<ObjectValue, 'form' | 'changes' | 'via'>>,
): ObjectValue {
  return { kind, form, changes, at, via, ...other, memo: {} };
}

/** One element of an array, and the array literal it is written in: a spread array has its own. */
export interface ArrayElement {
  readonly value: Value;
  readonly node: t.Node;
  readonly owner: ArrayValue;
  readonly memo: { lookup?: Lookup };
}

export type RegExpValue = Read & {
  readonly kind: 'regexp';
  readonly pattern: string;
  readonly flags: string;
};
export type FunctionValue = Read & { readonly kind: 'function' };
export type UnknownValue = Read & { readonly kind: 'unknown'; readonly why: string };

export type Value =
  | ScalarValue
  | PathValue
  | ObjectValue
  | ArrayValue
  | RegExpValue
  | FunctionValue
  | UnknownValue;

/** A key of an object as written somewhere, or a place that may hold any key. Later members count more. */
export type Member =
  | {
      readonly kind: 'property';
      readonly key: string;
      readonly node: t.ObjectProperty | t.ObjectMethod;
      readonly owner: t.ObjectExpression;
      readonly scope: Scope;
      readonly via: readonly Hop[];
      /** Set where the property only sometimes applies: `...(x && { … })`. */
      readonly conditional: boolean;
      readonly memo: { value?: Value; lookup?: Lookup };
    }
  /** `what` it is that may set keys: `a spread of x`, in the middle of a sentence. */
  | { readonly kind: 'unknown'; readonly what: string; readonly at: Expr; readonly key?: string };

export type Property = Extract<Member, { kind: 'property' }>;

export function unknown(at: Expr, why: string, via: readonly Hop[] = []): UnknownValue {
  return { kind: 'unknown', why, at, via };
}
