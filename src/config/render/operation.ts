import type * as t from '@babel/types';
import type { NewValue, OptionPathParts } from '../change.ts';
import type { Edit } from '../edits.ts';
import type { SourceFile } from '../source.ts';
import type { ArrayElement, Expr, PathValue, Property } from '../value.ts';

/** Why a change cannot be written, and where. */
export interface Obstacle {
  readonly why: string;
  readonly at: Expr;
}

/** A literal with items in it. */
export type ListNode = t.ObjectExpression | t.ArrayExpression;

/** A property or element in the list it stands in. */
export interface ItemRef {
  readonly list: ListNode;
  readonly node: t.Node;
  readonly file: SourceFile;
}

/** A property around an option, and the literal it holds. */
export interface Holder extends ItemRef {
  readonly holds: ListNode | undefined;
}

/** New text, or text that moves. */
export type Inserted =
  | { readonly kind: 'new'; readonly value: NewValue }
  | { readonly kind: 'list'; readonly values: readonly NewValue[] }
  | { readonly kind: 'property'; readonly property: Property }
  | { readonly kind: 'element'; readonly item: ItemRef };

/** What one change comes down to in the text. */
export type Operation =
  | { readonly kind: 'replace'; readonly file: SourceFile; readonly edit: Edit }
  | { readonly kind: 'retarget'; readonly value: PathValue; readonly place: string }
  /** `holders` are the properties around the item, innermost first: they go too when nothing is left in them. */
  | { readonly kind: 'take-out'; readonly item: ItemRef; readonly holders: readonly Holder[] }
  | {
      readonly kind: 'insert';
      readonly container: t.ObjectExpression;
      readonly file: SourceFile;
      readonly path: OptionPathParts;
      readonly rest: OptionPathParts;
      readonly value: Inserted;
      /** The items that make room, where the value is moved: the new one takes their place. */
      readonly from: readonly ItemRef[];
    }
  | {
      readonly kind: 'append';
      readonly array: t.ArrayExpression;
      readonly file: SourceFile;
      readonly items: readonly Inserted[];
    };

/** A key that is new in an object. */
export type Insert = Extract<Operation, { kind: 'insert' }>;

/** Items that are new at the end of an array. */
export type Append = Extract<Operation, { kind: 'append' }>;

/** The operations that make a change, or why there are none. */
export type Planned = Operation[] | Obstacle;

/** A property as an item of the object it is written in. */
export function itemOf({ owner, node, scope }: Property): ItemRef {
  return { list: owner, node, file: scope.file };
}

/** An element as an item of the array it is written in. */
export function elementItem({ owner, node }: ArrayElement): ItemRef {
  return { list: owner.node, node, file: owner.at.scope.file };
}
