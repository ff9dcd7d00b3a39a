import type { Json } from '../../catalogue/option.ts';
import { ConfigPath, type OptionPathParts, type PathSegment } from '../../config/change.ts';
import { Pattern, type StaticValue } from '../../config/lookup.ts';
import type { PlacePath } from '../../config/places.ts';
import type { ReadPlace } from './option.ts';
import { ruleAt } from './paths.ts';
import type { PathReader } from './reader.ts';

/** A text that names a place. */
class PlacedText {
  readonly text: string;
  readonly place: PlacePath;
  readonly names: ReadPlace['names'];

  constructor(text: string, place: PlacePath, names: ReadPlace['names']) {
    this.text = text;
    this.place = place;
    this.names = names;
  }
}

/** A value whose paths know their places, so that it can be merged without losing them. */
export type PlacedValue =
  | Exclude<Json, readonly Json[] | { readonly [key: string]: Json }>
  | PlacedText
  | readonly PlacedValue[]
  | PlacedObject;

export interface PlacedObject {
  readonly [key: string]: PlacedValue;
}

function isPlacedObject(value: PlacedValue): value is PlacedObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof PlacedText)
  );
}

/** A value of the option at `path`, with the places that `reader` finds in it. */
export function placed(value: StaticValue | Json, path: OptionPathParts, reader: PathReader): PlacedValue {
  return placedAt(value, path[0] === 'alias' && path.length === 2 ? 'alias.*' : path.join('.'), reader);
}

function placedAt(value: StaticValue | Json, pattern: string, reader: PathReader): PlacedValue {
  if (value === undefined) return null;
  if (typeof value === 'string') {
    const rule = ruleAt(pattern);
    const place = rule && reader.place(value, rule);
    return rule && place !== undefined ? new PlacedText(value, place, rule.names) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof ConfigPath) {
    const names = ruleAt(pattern)?.names ?? 'folders';
    return new PlacedText(`./${value.place}`, reader.seen(value.place), names);
  }
  if (value instanceof Pattern) return `/${value.source}/${value.flags}`;
  if (isList(value)) {
    const isInItem = pattern.endsWith('[]');
    return value.map((item, index) =>
      placedAt(item, isInItem ? `${pattern}[${index}]` : `${pattern}[]`, reader),
    );
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  const key = (name: string) => (pattern === 'alias' ? 'alias.*' : `${pattern}.${name}`);
  return Object.fromEntries(entries.map(([name, item]) => [name, placedAt(item, key(name), reader)]));
}

function isList(value: unknown): value is readonly (StaticValue | Json)[] {
  return Array.isArray(value);
}

/** Objects are merged key by key, and of everything else the first counts. */
export function merged(first: PlacedValue, second: PlacedValue): PlacedValue {
  if (!isPlacedObject(first) || !isPlacedObject(second)) return first;
  const result = new Map(Object.entries(first));
  for (const [key, value] of Object.entries(second)) {
    const own = result.get(key);
    // As in the config itself, `null` leaves the place to whoever comes next.
    result.set(key, own === undefined || own === null ? value : merged(own, value));
  }
  return Object.fromEntries(result);
}

/** The value as JSON, and the places in it. */
export function parts(value: PlacedValue): { value: Json; places: readonly ReadPlace[] } {
  const places: ReadPlace[] = [];
  return { value: jsonOf(value, [], places), places };
}

function jsonOf(value: PlacedValue, at: readonly PathSegment[], places: ReadPlace[]): Json {
  if (value instanceof PlacedText) {
    places.push({ at, place: value.place, names: value.names });
    return value.text;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (isPlacedObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, jsonOf(item, [...at, key], places)]),
    );
  }
  return (value as readonly PlacedValue[]).map((item, index) => jsonOf(item, [...at, index], places));
}
