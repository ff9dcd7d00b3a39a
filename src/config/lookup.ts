import type { ValueType } from '../catalogue/option.ts';
import { ConfigPath } from './change.ts';
import type { Evaluator } from './evaluate/evaluator.ts';
import type { Position } from './problem.ts';
import { positionIn } from './source.ts';
import type { Expr, Value } from './value.ts';

/** A regular expression as it is written; it is never compiled. */
export class Pattern {
  readonly source: string;
  readonly flags: string;

  constructor(source: string, flags: string) {
    this.source = source;
    this.flags = flags;
  }
}

/** A value that the text alone tells. */
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

/** What a config says about an option. Absence is proven: whatever might set the option makes it dynamic. */
export type Lookup =
  | { readonly kind: 'static'; readonly value: StaticValue; readonly at: Position }
  | {
      readonly kind: 'dynamic';
      readonly why: string;
      readonly at: Position;
      /** Whether the option itself is written; otherwise something else, such as a spread, may set it. */
      readonly written: boolean;
      /** The kind of value, where that much is plain. */
      readonly type?: ValueType;
    }
  | { readonly kind: 'absent' };

/** An option that stands in the text, whether or not its value is known. */
export type Written = Exclude<Lookup, { kind: 'absent' }>;

/** Whether an option stands in the text; where only a spread might set it, there is nothing to change. */
export function isWritten(lookup: Lookup): lookup is Written {
  return lookup.kind === 'static' || (lookup.kind === 'dynamic' && lookup.written);
}

/** What is known about a value that was found. */
export function lookupOf(evaluator: Evaluator, value: Value): Lookup {
  const at = positionOfExpr(value.at);
  const read = readStatic(evaluator, value, { left: maximumParts });
  if (read.known) return { kind: 'static', value: read.value, at };
  const type = typeOf(value);
  const dynamic = { kind: 'dynamic', why: read.why, at: positionOfExpr(read.at), written: true } as const;
  return type ? { ...dynamic, type } : dynamic;
}

export function positionOfExpr({ node, scope }: Expr): Position {
  return positionIn(scope.file, node);
}

// A value that holds itself many times over (`const b = [a, a]`, and so on) would never be read to its end.
const maximumParts = 50_000;

type Reading = { known: true; value: StaticValue } | { known: false; why: string; at: Expr };

function readStatic(evaluator: Evaluator, value: Value, parts: { left: number }): Reading {
  parts.left -= 1;
  if (parts.left < 0) return { known: false, why: 'is larger than can be read', at: value.at };
  switch (value.kind) {
    case 'scalar':
      return { known: true, value: value.value };
    case 'path':
      return { known: true, value: new ConfigPath(value.place) };
    case 'regexp':
      return { known: true, value: new Pattern(value.pattern, value.flags) };
    case 'function':
      return { known: false, why: 'is a function', at: value.at };
    case 'unknown':
      return { known: false, why: value.why, at: value.at };
    case 'array': {
      const list: StaticValue[] = [];
      for (const element of evaluator.elements(value)) {
        const read = readStatic(evaluator, element.value, parts);
        if (!read.known) return read;
        list.push(read.value);
      }
      return { known: true, value: list };
    }
    case 'object': {
      const object: { [key: string]: StaticValue } = Object.create(null);
      for (const member of evaluator.members(value)) {
        if (member.kind === 'unknown') return { known: false, why: `holds ${member.what}`, at: member.at };
        if (member.conditional)
          return {
            known: false,
            why: 'is set only under a condition',
            at: { node: member.node, scope: member.scope },
          };
        const read = readStatic(evaluator, evaluator.property(member), parts);
        if (!read.known) return read;
        object[member.key] = read.value;
      }
      return { known: true, value: object };
    }
  }
}

/** The kind of a value, also where its contents are not known. */
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
