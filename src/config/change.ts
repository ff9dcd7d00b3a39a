import type { Json } from '../catalogue/option.ts';

/** One step into a config: a key of an object or an index of an array. */
export type PathSegment = string | number;
export type OptionPathParts = readonly PathSegment[];

/** Source text to be written as it stands. */
export class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A place on disk, relative to the folder of the config, as a path expression names it. */
export class ConfigPath {
  readonly place: string;

  constructor(place: string) {
    this.place = place;
  }
}

/** What can be written: a plain value, source text, or another target for a path expression. */
export type NewValue = Json | Code | ConfigPath;

/** An array item to add: a new value, or an item that stands elsewhere and keeps its text. */
export type NewItem = NewValue | { readonly from: OptionPathParts };

export function isMovedItem(item: NewItem): item is { readonly from: OptionPathParts } {
  return (
    typeof item === 'object' &&
    item !== null &&
    !(item instanceof Code) &&
    !(item instanceof ConfigPath) &&
    'from' in item
  );
}

interface Place {
  readonly path: OptionPathParts;
  /** Which of the merged objects it concerns; 0 where the config is one object. */
  readonly layer: number;
}

/** What to do to one option. Pure data: the document knows how to write it, and in what order does not matter. */
export type Change = Place &
  (
    | { readonly kind: 'set'; readonly value: NewValue }
    | { readonly kind: 'remove' }
    | { readonly kind: 'rename'; readonly to: OptionPathParts }
    | { readonly kind: 'append'; readonly items: readonly NewItem[] }
  );

/** The way people write a path: `serverEngine.prerender.routes`, `css[0]`. */
export function showPath(path: OptionPathParts): string {
  let text = '';
  for (const segment of path) {
    if (typeof segment === 'number') text += `[${segment}]`;
    else if (!/^[\w$-]+$/.test(segment)) text += `['${segment}']`;
    else text += text === '' ? segment : `.${segment}`;
  }
  return text;
}

// The names of options are few, and each is asked for in every config.
const knownParts = new Map<string, OptionPathParts>();

/** `a.b` as its segments; keys that hold a dot are given as a list. */
export function pathParts(path: string | OptionPathParts): OptionPathParts {
  if (typeof path !== 'string') return path;
  let parts = knownParts.get(path);
  if (!parts) {
    parts = path === '' ? [] : path.split('.');
    knownParts.set(path, parts);
  }
  return parts;
}

export function startsWith(path: OptionPathParts, prefix: OptionPathParts): boolean {
  if (prefix.length > path.length) return false;
  for (let index = 0; index < prefix.length; index += 1) {
    // An index may be written either way.
    if (prefix[index] !== path[index] && String(prefix[index]) !== String(path[index])) return false;
  }
  return true;
}

export function isSamePath(a: OptionPathParts, b: OptionPathParts): boolean {
  return a.length === b.length && startsWith(a, b);
}

/** Two changes that cannot both be made: always a mistake of whoever asked for them. */
export class ChangeConflict extends Error {
  override readonly name = 'ChangeConflict';
  readonly changes: readonly [Change, Change];

  constructor(a: Change, b: Change) {
    super(
      `${showPath(a.path)} and ${showPath(b.path)} are to be changed in two ways that exclude each other (${a.kind}, ${b.kind}).`,
    );
    this.changes = [a, b];
  }
}

/**
 * The changes without repeats, in an order that does not depend on who asked first.
 * Throws where two of them would write different things to one place.
 */
export function settle<C extends Change>(changes: readonly C[]): C[] {
  const sorted = changes.toSorted(compareChanges);
  const settled = sorted.filter((change, index) => {
    const next = sorted[index + 1];
    return !next || compareChanges(change, next) !== 0;
  });
  for (const [index, change] of settled.entries()) {
    for (let other = index + 1; other < settled.length; other += 1)
      refuseConflict(change, settled[other] ?? change);
  }
  return settled;
}

/** Zero where two changes are the same. What they write is compared last: it rarely comes to that. */
function compareChanges(a: Change, b: Change): number {
  return (
    a.layer - b.layer ||
    comparePaths(a.path, b.path) ||
    compareTexts(a.kind, b.kind) ||
    compareTexts(written(a), written(b))
  );
}

function comparePaths(a: OptionPathParts, b: OptionPathParts): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const order = compareTexts(String(a[index]), String(b[index]));
    if (order !== 0) return order;
  }
  // What is inside an option comes before it.
  return b.length - a.length;
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** What a change writes, as text to compare. */
function written(change: Change): string {
  switch (change.kind) {
    case 'set':
      return JSON.stringify(tagged(change.value));
    case 'rename':
      return JSON.stringify(change.to);
    case 'append':
      return JSON.stringify(change.items.map(tagged));
    case 'remove':
      return '';
  }
}

function tagged(value: NewItem): unknown {
  if (value instanceof Code) return ['code', value.text];
  return value instanceof ConfigPath ? ['place', value.place] : value;
}

function refuseConflict(a: Change, b: Change): void {
  if (a.layer !== b.layer) return;
  const clash =
    writesOver(a, b) || writesOver(b, a) || sameTarget(a, b) || takesTarget(a, b) || takesTarget(b, a);
  if (clash) throw new ChangeConflict(a, b);
}

/** Whether `a` takes away or replaces what `b` writes. Taking a part out of what is removed is no clash. */
function writesOver(a: Change, b: Change): boolean {
  if (a.kind === 'append' || !startsWith(b.path, a.path)) return false;
  const same = a.path.length === b.path.length;
  // What is renamed may get another value at the same time.
  if (a.kind === 'rename') return same && b.kind !== 'set' && b.kind !== 'append';
  if (same) return !(a.kind === 'set' && b.kind === 'rename');
  return b.kind === 'set' || b.kind === 'append';
}

/** Whether `a` takes away or replaces the place that `b` moves something to. */
function takesTarget(a: Change, b: Change): boolean {
  if (b.kind !== 'rename' || !startsWith(b.to, a.path)) return false;
  // What is renamed may be given its value by its new name.
  return a.kind === 'remove' || (a.kind === 'set' && a.path.length < b.to.length);
}

function sameTarget(a: Change, b: Change): boolean {
  return a.kind === 'rename' && b.kind === 'rename' && isSamePath(a.to, b.to);
}

/** Own transforms may hand over anything; what has no text of its own would be written as something else. */
export function writableValue(value: NewValue, path: OptionPathParts): NewValue {
  if (!isWritable(value))
    throw new TypeError(
      `\`${showPath(path)}\` cannot be set to ${describe(value)}: give a plain value or \`new Code('…')\``,
    );
  return value;
}

function isWritable(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null)
    return value === null || /^(?:string|boolean)$/.test(typeof value);
  if (value instanceof Code || value instanceof ConfigPath) return true;
  if (Array.isArray(value)) return value.every(isWritable);
  const plain = [Object.prototype, null].includes(Object.getPrototypeOf(value));
  return plain && Object.values(value).every(isWritable);
}

function describe(value: unknown): string {
  if (typeof value === 'object' && value !== null)
    return `an object of \`${value.constructor?.name ?? 'another kind'}\``;
  return typeof value === 'function' ? 'a function' : String(value);
}
