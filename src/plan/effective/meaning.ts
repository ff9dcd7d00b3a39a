import type { Json } from '../../catalogue/option.ts';
import type { PathSegment } from '../../config/change.ts';
import type { PlacePath } from '../../config/places.ts';
import type { EffectiveOption, ReadPlace } from './option.ts';

/** A value in which paths are the places that they mean; nothing where there is no value. */
export type Meaning = Json | undefined;

/** What a row means, with its places as `follow` leaves them. */
export function meaningOf(
  { value, places }: Pick<EffectiveOption, 'value' | 'places'>,
  follow: (one: ReadPlace) => PlacePath = ({ place }) => place,
): Meaning {
  if (value.kind !== 'value') return undefined;
  const byPath = new Map(places.map((one) => [JSON.stringify(one.at), follow(one)]));
  return byPath.size === 0 ? value.value : withPlaces(value.value, [], byPath);
}

function withPlaces(value: Json, at: readonly PathSegment[], places: ReadonlyMap<string, PlacePath>): Json {
  const place = places.get(JSON.stringify(at));
  if (place !== undefined) return { place };
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((item, index) => withPlaces(item, [...at, index], places));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withPlaces(item, [...at, key], places)]),
  );
}

/** Whether two values mean the same; the order of keys does not matter, that of items does. */
export function sameMeaning(one: Meaning, other: Meaning): boolean {
  if (one === other) return true;
  if (!isContainer(one) || !isContainer(other) || isList(one) !== isList(other)) return false;
  const [entries, others] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    entries.length === others.size &&
    entries.every(([key, item]) => others.has(key) && sameMeaning(item, others.get(key)))
  );
}

function isContainer(value: Meaning): value is Extract<Json, object> {
  return typeof value === 'object' && value !== null;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
