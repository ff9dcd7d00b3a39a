import type { ValueType } from '../catalogue/option.ts';
import type { OptionPathParts, PathSegment } from './change.ts';
import { elementsOf, membersByKey, membersOf } from './evaluate.ts';
import { findOption, type Lookup, lookupAt, positionOfExpr, typeOf } from './lookup.ts';
import type { Position } from './problem.ts';
import type { ArrayValue, ObjectValue, Slot, Value } from './value.ts';

/** A key of an object or an item of an array, with its value. */
export interface Entry {
  /** Its key or index, and its full path. */
  readonly key: PathSegment;
  readonly path: OptionPathParts;
  readonly lookup: Lookup;
  /** The kind of value, if that much is known: cheaper than a lookup. */
  readonly type: ValueType | undefined;
  /** The entries inside it, if it holds an object or an array. */
  readonly entries: Entries | undefined;
  /** The position of the key or the item. */
  readonly at: Position;
}

/** The keys of an object or the items of an array. If they are not complete, a spread may add others. */
export interface Entries {
  readonly list: readonly Entry[];
  readonly complete: boolean;
  /** Whether a call makes the list from its items: `[…].filter(Boolean)`, `[…].concat(x)`. */
  readonly isComputed?: boolean;
}

/** The entries of an option inside a value. Undefined if it is neither an object nor an array. */
export function entriesAt(root: Value, path: OptionPathParts): Entries | undefined {
  const search = findOption(root, path);
  return search.kind === 'found' ? entriesOf(search.value, path) : undefined;
}

type Container = ArrayValue | ObjectValue;

function entriesOf(value: Value, base: OptionPathParts): Entries | undefined {
  if (value.kind === 'array') {
    const elements = elementsOf(value);
    const list = elements.map((element, index) => lazyEntry(value, index, element, base));
    const isComputed = value.filtered === true || value.added !== undefined;
    return { list, complete: elements.every(({ spread }) => !spread), isComputed };
  }
  if (value.kind !== 'object' || value.form.kind === 'merged') return undefined;
  const members = membersOf(value);
  const properties = members.filter((member) => member.kind === 'property');
  // The last member with a key takes effect, but the key keeps its first position.
  const last = membersByKey(value) ?? new Map(properties.map((property) => [property.key, property]));
  const list = Array.from(last.values(), (property) => lazyEntry(value, property.key, property, base));
  return { list, complete: properties.length === members.length };
}

/** An entry that is evaluated on demand: of most entries, only the key is needed. */
function lazyEntry(container: Container, key: PathSegment, slot: Slot, base: OptionPathParts): Entry {
  const held = (): Value | undefined => {
    const search = findOption(container, [key]);
    return search.kind === 'found' ? search.value : undefined;
  };
  return {
    key,
    get path() {
      return [...base, key];
    },
    get lookup() {
      return lookupAt(container, [key]);
    },
    get type() {
      const value = held();
      return value && typeOf(value);
    },
    get entries() {
      const value = held();
      return value && entriesOf(value, [...base, key]);
    },
    get at() {
      return positionOfExpr(slot);
    },
  };
}
