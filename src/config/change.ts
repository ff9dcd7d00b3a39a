/**
 * A change of a config as plain data (set, remove, rename or append at a path), and which changes contradict each
 * other.
 */

import type { Json } from '../catalogue/option.ts';

/** One step into a config: a key of an object or an index of an array. */
export type PathSegment = string | number;
export type OptionPathParts = readonly PathSegment[];

/** Source text to be written as it is. */
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

/** A value that can be written: a plain one, source text, or another target for a path expression. */
export type NewValue = Json | Code | ConfigPath;

/** An item that moves from another option with its text. */
interface MovedItem {
  readonly from: OptionPathParts;
  /** Whether an equal item is already there: this one is dropped, unless it has comments. */
  readonly isRepeat?: boolean;
}

/** An array item to add. */
export type NewItem = NewValue | MovedItem;

export function isMovedItem(item: NewItem): item is MovedItem {
  if (item instanceof Code || item instanceof ConfigPath) return false;
  return typeof item === 'object' && item !== null && 'from' in item;
}

/** A change of one option. Changes are plain data, and their order does not matter. */
export type Change = {
  readonly path: OptionPathParts;
  /** The index of the merged object or conditional part to change; 0 if the config is one object. */
  readonly layer: number;
} & (
  | { readonly kind: 'set'; readonly value: NewValue }
  | { readonly kind: 'remove' }
  | { readonly kind: 'rename'; readonly to: OptionPathParts }
  | { readonly kind: 'append'; readonly items: readonly NewItem[] }
);

/** A path as people write it: `serverEngine.prerender.routes`, `css[0]`. */
export function showPath(path: OptionPathParts): string {
  let text = '';
  for (const segment of path) {
    if (typeof segment === 'number') text += `[${segment}]`;
    else if (!/^[\w$-]+$/.test(segment)) text += `['${segment}']`;
    else text += text === '' ? segment : `.${segment}`;
  }
  return text;
}

/** `a.b` as its segments. Keys that contain a dot are given as a list. */
export function pathParts(path: string | OptionPathParts): OptionPathParts {
  if (Array.isArray(path)) return path;
  if (typeof path !== 'string')
    throw new TypeError(`An option must be a string or a list of keys, not ${String(path)}`);
  return path === '' ? [] : path.split('.');
}

/** Whether a path equals a prefix or is inside it. An index may be a number or a string. */
export function startsWith(path: OptionPathParts, prefix: OptionPathParts): boolean {
  return (
    prefix.length <= path.length &&
    prefix.every((segment, index) => String(segment) === String(path[index]))
  );
}

/** Whether two paths mean the same option. */
function isSamePath(a: OptionPathParts, b: OptionPathParts): boolean {
  return a.length === b.length && startsWith(a, b);
}

/** Two changes that cannot both be made. */
export class ChangeConflict extends Error {
  override readonly name = 'ChangeConflict';
  readonly changes: readonly [Change, Change];

  constructor(a: Change, b: Change) {
    super(
      `${showPath(a.path)} and ${showPath(b.path)} have conflicting changes (${a.kind}, ${b.kind}).`,
    );
    this.changes = [a, b];
  }
}

/**
 * The changes without duplicates, in an order that does not depend on the order given.
 * Throws if two of them would write different things to one place.
 */
export function agreedChanges<C extends Change>(changes: readonly C[]): C[] {
  const sorted = changes.toSorted(compareChanges);
  const distinct = sorted.filter((change, index) => {
    const next = sorted[index + 1];
    return !next || compareChanges(change, next) !== 0;
  });
  refuseConflicts(distinct);
  return distinct;
}

/** Throws if changes conflict: only those of the same option, of nested options or of a rename's target can. */
function refuseConflicts(changes: readonly Change[]): void {
  const places = changes
    .flatMap((change) => {
      const paths = change.kind === 'rename' ? [change.path, change.to] : [change.path];
      return paths.map((path) => ({ change, path }));
    })
    .sort((a, b) => a.change.layer - b.change.layer || comparePaths(a.path, b.path));
  places.forEach(({ change, path }, index) => {
    // The options inside an option come directly before it.
    for (let before = index - 1; before >= 0; before -= 1) {
      const inner = places[before];
      if (inner?.change.layer !== change.layer || !startsWith(inner.path, path)) break;
      if (inner.change !== change && isConflict(inner.change, change))
        throw new ChangeConflict(inner.change, change);
    }
  });
}

/** Zero if two changes are equal. Written values are compared last, because that is rarely needed. */
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
  // Nested options come before the option that contains them.
  return b.length - a.length;
}

/** Orders texts by their characters. */
export function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** What a change writes, as text to compare. */
function written({ layer, path, ...content }: Change): string {
  return JSON.stringify(content, (_, value: unknown) => {
    if (value instanceof Code) return ['code', value.text];
    return value instanceof ConfigPath ? ['place', value.place] : value;
  });
}

function isConflict(a: Change, b: Change): boolean {
  const sameTarget = a.kind === 'rename' && b.kind === 'rename' && isSamePath(a.to, b.to);
  return (
    sameTarget || writesOver(a, b) || writesOver(b, a) || takesTarget(a, b) || takesTarget(b, a)
  );
}

/** Whether `a` removes or replaces a value that `b` writes. Removing a part of a removed option is fine. */
function writesOver(a: Change, b: Change): boolean {
  if (a.kind === 'append' || !startsWith(b.path, a.path)) return false;
  const same = a.path.length === b.path.length;
  // A renamed option may get another value at the same time.
  if (a.kind === 'rename') return same && b.kind !== 'set' && b.kind !== 'append';
  if (same) return !(a.kind === 'set' && b.kind === 'rename');
  return b.kind === 'set' || b.kind === 'append';
}

/** Whether `a` removes or replaces the path that `b` renames an option to. */
function takesTarget(a: Change, b: Change): boolean {
  if (b.kind !== 'rename' || !startsWith(b.to, a.path)) return false;
  // A renamed option may be set under its new name.
  return a.kind === 'remove' || (a.kind === 'set' && a.path.length < b.to.length);
}

/** Checks a value from a transform, and throws if it cannot be written as source text. */
export function writableValue(value: NewValue, path: OptionPathParts): NewValue {
  if (!isWritable(value))
    throw new TypeError(
      `\`${showPath(path)}\` cannot be set to ${describe(value)}: use a plain value or \`new Code('…')\``,
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
