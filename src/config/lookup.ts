import type { ValueType } from '../catalogue/option.ts';
import { ConfigPath, type OptionPathParts } from './change.ts';
import { slotValue } from './evaluate.ts';
import { findOption } from './find-option.ts';
import { elementsOf, membersOf } from './members.ts';
import type { Position } from './problem.ts';
import { positionIn, textOf } from './source.ts';
import { type Expr, type Slot, type UnknownValue, unknown, type Value } from './value.ts';

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

/** What a config says about an option. Absence is certain: code that might set the option makes it dynamic. */
export type Lookup =
  | { readonly kind: 'static'; readonly value: StaticValue; readonly at: Position }
  | {
      readonly kind: 'dynamic';
      readonly why: string;
      readonly at: Position;
      /** Whether the option itself is written; if not, other code such as a spread may set it. */
      readonly written: boolean;
      /** The kind of value, if that much is known. */
      readonly type?: ValueType;
    }
  | { readonly kind: 'absent' };

/** An option that is written in the config, whether or not its value is known. */
export type Written = Exclude<Lookup, { kind: 'absent' }>;

/** Whether an option is written in the config; if only a spread might set it, there is nothing to change. */
export function isWritten(lookup: Lookup): lookup is Written {
  return lookup.kind === 'static' || (lookup.kind === 'dynamic' && lookup.written);
}

const absent: Lookup = { kind: 'absent' };

/** Looks up an option inside a value. */
export function lookupAt(root: Value, path: OptionPathParts): Lookup {
  const search = findOption(root, path);
  if (search.kind === 'absent') return absent;
  if (search.kind === 'unknown')
    return { kind: 'dynamic', why: search.why, at: positionOfExpr(search.at), written: search.written };
  return search.slot ? lookupIn(search.slot) : lookupOf(search.value);
}

/** Looks up the value of a property or an array element. */
export function lookupIn(slot: Slot): Lookup {
  slot.memo.lookup ??= lookupOf(slotValue(slot));
  return slot.memo.lookup;
}

/** The source text of an option's value as it is written at the option. */
export function textAt(root: Value, path: OptionPathParts): string | undefined {
  const search = findOption(root, path);
  if (search.kind !== 'found') return undefined;
  const { slot, value } = search;
  if (slot?.kind === 'property' && slot.node.type === 'ObjectProperty')
    return textOf(slot.scope.file, slot.node.value);
  return textOf(value.at.scope.file, value.at.node);
}

/** The position of an expression, for messages. */
export function positionOfExpr({ node, scope }: Expr): Position {
  return positionIn(scope.file, node);
}

/** The kind of a value, even if its contents are not known. */
export function typeOf(value: Value): ValueType | undefined {
  switch (value.kind) {
    case 'scalar':
      if (value.value === null) return 'null';
      return value.value === undefined ? undefined : (typeof value.value as ValueType);
    case 'path':
      return 'string';
    case 'unknown':
      return value.at.node.type === 'TemplateLiteral' ? 'string' : undefined;
    default:
      return value.kind;
  }
}

// A value that holds itself many times over (`const b = [a, a]`, and so on) would never be read to its end.
const maximumParts = 50_000;

function lookupOf(value: Value): Lookup {
  const result = staticValue(value, { left: maximumParts });
  if (!('kind' in result)) return { kind: 'static', value: result.value, at: positionOfExpr(value.at) };
  const type = typeOf(value);
  const { why, at } = result;
  const dynamic = { kind: 'dynamic', why, at: positionOfExpr(at), written: true } as const;
  return type ? { ...dynamic, type } : dynamic;
}

/** The static value of a value, or the part of it that is not known. */
function staticValue(value: Value, parts: { left: number }): { value: StaticValue } | UnknownValue {
  parts.left -= 1;
  if (parts.left < 0) return unknown(value.at, 'is larger than can be read');
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
        if (member.kind === 'unknown') return unknown(member.at, `holds ${member.what}`);
        if (member.conditional) return unknown(member, 'is set only under a condition');
        const item = staticValue(slotValue(member), parts);
        if ('kind' in item) return item;
        object[member.key] = item.value;
      }
      return { value: object };
    }
  }
}
