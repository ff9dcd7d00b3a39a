import type { ValueType } from '../catalogue/option.ts';
import { isSamePath, type OptionPathParts, type PathSegment } from './change.ts';
import type { Evaluator } from './evaluate/evaluator.ts';
import { type Finding, findOption } from './find.ts';
import { type Lookup, lookupOf, positionOfExpr, typeOf } from './lookup.ts';
import type { Position } from './problem.ts';
import { positionIn, textOf } from './source.ts';
import type { ArrayElement, ArrayValue, ObjectValue, Property, Value } from './value.ts';

/** A key of an object or an item of an array, and what it holds. */
export interface Entry {
  /** Its key or index, and the whole way to it. */
  readonly key: PathSegment;
  readonly path: OptionPathParts;
  readonly lookup: Lookup;
  /** The kind of value, where that much is plain: cheaper than to look the value up. */
  readonly type: ValueType | undefined;
  /** What it holds, where that is an object or an array. */
  readonly entries: Entries | undefined;
  /** Where the key or the item stands. */
  readonly at: Position;
}

/** The keys of an object or the items of an array. Where they are not complete, a spread may add others. */
export interface Entries {
  readonly list: readonly Entry[];
  readonly complete: boolean;
}

const absent: Lookup = { kind: 'absent' };

/** What a value says about an option inside it. */
export function lookupAt(evaluator: Evaluator, root: Value, path: OptionPathParts): Lookup {
  const slot = plainSlot(evaluator, root, path);
  if (slot === null) return absent;
  return slot ? lookupIn(evaluator, slot) : lookupOfFinding(evaluator, findOption(evaluator, root, path));
}

/** The entries of an option, where it is an object or an array. */
export function entriesAt(evaluator: Evaluator, root: Value, path: OptionPathParts): Entries | undefined {
  if (path.length === 0) return entriesOf(evaluator, root, path);
  const slot = plainSlot(evaluator, root, path);
  if (slot === null) return undefined;
  if (slot) return entriesOf(evaluator, slotValue(evaluator, slot), path);
  const found = findOption(evaluator, root, path);
  return found.kind === 'found' ? entriesOf(evaluator, found.value, path) : undefined;
}

/** The text of an option's value as it is written at the option. */
export function textAt(evaluator: Evaluator, root: Value, path: OptionPathParts): string | undefined {
  const found = findOption(evaluator, root, path);
  if (found.kind !== 'found') return undefined;
  const { site, value } = found;
  if (site.kind !== 'property' || site.property.node.type !== 'ObjectProperty')
    return textOf(value.at.scope.file, value.at.node);
  return textOf(site.property.scope.file, site.property.node.value);
}

/** A place that holds a value. */
type Slot = Property | ArrayElement;

function slotValue(evaluator: Evaluator, slot: Slot): Value {
  return 'value' in slot ? slot.value : evaluator.property(slot);
}

/**
 * The place of an option, where nothing but plain objects and arrays are on the way: null where it is not there,
 * undefined where the way is not so plain. Most look-ups end here, so it is kept quick.
 */
function plainSlot(evaluator: Evaluator, root: Value, path: OptionPathParts): Slot | null | undefined {
  let value = root;
  let slot: Slot | undefined;
  for (const segment of path) {
    if (value.kind === 'array' && typeof segment === 'number') slot = evaluator.elements(value)[segment];
    else if (value.kind === 'object') {
      const members = evaluator.byKey(value);
      if (!members) return undefined;
      slot = members.get(String(segment));
    } else return undefined;
    if (!slot) return null;
    value = slotValue(evaluator, slot);
  }
  return slot;
}

function lookupIn(evaluator: Evaluator, slot: Slot): Lookup {
  slot.memo.lookup ??= lookupOf(evaluator, slotValue(evaluator, slot));
  return slot.memo.lookup;
}

function lookupOfFinding(evaluator: Evaluator, found: Finding): Lookup {
  if (found.kind === 'absent') return absent;
  if (found.kind === 'unknown')
    return { kind: 'dynamic', why: found.why, at: positionOfExpr(found.at), written: found.written };
  if (found.site.kind === 'root') return lookupOf(evaluator, found.value);
  return lookupIn(evaluator, found.site.kind === 'property' ? found.site.property : found.site.element);
}

function entriesOf(evaluator: Evaluator, value: Value, base: OptionPathParts): Entries | undefined {
  if (value.kind !== 'array' && value.kind !== 'object') return undefined;
  const { memo } = value;
  if (!memo.entries || !isSamePath(memo.entries.base, base))
    memo.entries = { base, entries: listEntries(evaluator, value, base) };
  return memo.entries.entries;
}

function listEntries(
  evaluator: Evaluator,
  value: ArrayValue | ObjectValue,
  base: OptionPathParts,
): Entries | undefined {
  if (value.kind === 'array') {
    const elements = evaluator.elements(value);
    const list = elements.map((element, index) => new LazyEntry(evaluator, base, index, element));
    const spread = elements.some(({ node, value: item }) => {
      return item.kind === 'unknown' && node.type === 'SpreadElement';
    });
    return { list, complete: !spread };
  }
  if (value.form.kind === 'merged') return undefined;
  const plain = evaluator.byKey(value);
  if (plain) {
    const list = Array.from(plain.values(), (member) => new LazyEntry(evaluator, base, member.key, member));
    return { list, complete: true };
  }
  const members = evaluator.members(value);
  // The last member that has a key counts, but the key keeps the place where it stands first.
  const last = new Map(members.flatMap((one) => (one.kind === 'property' ? [[one.key, one]] : [])));
  const list = Array.from(last.values(), (member) => {
    return new LazyEntry(evaluator, base, member.key, member, value);
  });
  return { list, complete: members.every(({ kind }) => kind === 'property') };
}

/** An entry that is worked out when it is asked: most are only asked for their names. */
class LazyEntry implements Entry {
  readonly key: PathSegment;
  readonly #base: OptionPathParts;
  readonly #evaluator: Evaluator;
  readonly #slot: Slot;
  /** Set where something else in the object has a say in what the entry holds. */
  readonly #container: Value | undefined;

  constructor(evaluator: Evaluator, base: OptionPathParts, key: PathSegment, slot: Slot, container?: Value) {
    this.key = key;
    this.#base = base;
    this.#evaluator = evaluator;
    this.#slot = slot;
    this.#container = container;
  }

  get path(): OptionPathParts {
    return [...this.#base, this.key];
  }

  get lookup(): Lookup {
    if (!this.#container) return lookupIn(this.#evaluator, this.#slot);
    return lookupAt(this.#evaluator, this.#container, [this.key]);
  }

  get type(): ValueType | undefined {
    const value = this.#value();
    return value && typeOf(value);
  }

  get entries(): Entries | undefined {
    const value = this.#value();
    const isContainer = value?.kind === 'array' || value?.kind === 'object';
    return isContainer ? entriesOf(this.#evaluator, value, this.path) : undefined;
  }

  get at(): Position {
    const slot = this.#slot;
    const { scope } = 'value' in slot ? slot.owner.at : slot;
    return positionIn(scope.file, slot.node);
  }

  #value(): Value | undefined {
    if (!this.#container) return slotValue(this.#evaluator, this.#slot);
    const found = findOption(this.#evaluator, this.#container, [this.key]);
    return found.kind === 'found' ? found.value : undefined;
  }
}
