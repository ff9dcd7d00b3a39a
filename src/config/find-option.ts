import type { OptionPathParts } from './change.ts';
import { slotValue } from './evaluate.ts';
import { elementsOf, findMember, type MemberSearch } from './members.ts';
import type { Expr, ObjectValue, Property, Slot, UnknownMember, Value } from './value.ts';

/** An option that is there, and where it is written. */
export interface FoundOption {
  readonly kind: 'found';
  readonly value: Value;
  /** Undefined for the config itself. */
  readonly slot?: Slot;
  /** Properties it hides (duplicate keys, earlier spreads), which would take effect without it. */
  readonly hidden: readonly Property[];
  /** Unknown code that may set the option as well. */
  readonly below?: UnknownMember | undefined;
}

/** An option that is not there: `parent` is the deepest value on the way, `rest` is missing below it. */
export interface AbsentOption {
  readonly kind: 'absent';
  readonly parent: Value;
  readonly rest: OptionPathParts;
}

/** The result of following a path into a value. */
export type OptionSearch =
  | FoundOption
  | AbsentOption
  /** `written` if the option stands in the text, although it may be overridden. */
  | { readonly kind: 'unknown'; readonly why: string; readonly at: Expr; readonly written: boolean };

/** Follows a path into a value. */
export function findOption(root: Value, path: OptionPathParts): OptionSearch {
  return follow({ kind: 'found', value: root, hidden: none }, path, 0);
}

const none: readonly never[] = [];

/** Goes on from an option that was found, after `depth` segments of the path. */
function follow(found: FoundOption, path: OptionPathParts, depth: number): OptionSearch {
  const segment = path[depth];
  if (segment === undefined) return found;
  const { value } = found;
  if (value.kind === 'unknown') return { kind: 'unknown', why: value.why, at: value.at, written: false };
  if (value.kind === 'object') {
    if (value.form.kind === 'merged')
      return changed(value, String(segment)) ?? inLayers(value, value.form.layers, path.slice(depth));
    const member = findMember(value, String(segment));
    if (member.kind === 'unknown') return inDoubt(member, path, depth);
    if (member.kind === 'found') {
      const { property, hidden, below } = member;
      const next = { kind: 'found', value: slotValue(property), slot: property, hidden, below } as const;
      return follow(next, path, depth + 1);
    }
  }
  const slot = value.kind === 'array' && typeof segment === 'number' ? elementsOf(value)[segment] : undefined;
  if (slot) return follow({ kind: 'found', value: slotValue(slot), slot, hidden: none }, path, depth + 1);
  return { kind: 'absent', parent: value, rest: path.slice(depth) };
}

function changed({ changes }: ObjectValue, key: string): OptionSearch | undefined {
  const change = changes.find((one) => one.key === undefined || one.key === key);
  if (!change) return undefined;
  return { kind: 'unknown', why: 'is changed after it was written', at: change.at, written: false };
}

/** An option that may be overridden: it matters whether it is written all the same. */
function inDoubt(
  { why, at, written }: Extract<MemberSearch, { kind: 'unknown' }>,
  path: OptionPathParts,
  depth: number,
): OptionSearch {
  const own = written && follow({ kind: 'found', value: slotValue(written), hidden: none }, path, depth + 1);
  const isWritten = own?.kind === 'found' || (own?.kind === 'unknown' && own.written);
  return { kind: 'unknown', why, at, written: isWritten };
}

/** The first layer that has the option takes effect. Objects and arrays in several layers are merged. */
function inLayers(merged: ObjectValue, layers: readonly Value[], path: OptionPathParts): OptionSearch {
  let first: OptionSearch | undefined;
  let absent: OptionSearch | undefined;
  for (const layer of layers) {
    const search = findOption(layer, path);
    if (search.kind === 'absent' || isNullish(search)) absent ??= search;
    else if (first)
      return { kind: 'unknown', why: 'is merged from several objects', at: merged.at, written: false };
    else if (search.kind === 'unknown' || !/^(?:object|array)$/.test(search.value.kind)) return search;
    else first = search;
  }
  return first ?? absent ?? { kind: 'absent', parent: merged, rest: path };
}

function isNullish(search: OptionSearch): boolean {
  if (search.kind !== 'found' || search.value.kind !== 'scalar') return false;
  return search.value.value === null || search.value.value === undefined;
}
