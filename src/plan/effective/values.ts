import { type Json, rules } from '../../catalogue/index.ts';
import { ConfigPath, type OptionPathParts } from '../../config/change.ts';
import { groupedBy } from '../../config/grouped.ts';
import {
  isList as isListLookup,
  isWritten,
  type Lookup,
  Pattern,
  type StaticValue,
  type Written,
} from '../../config/lookup.ts';
import { isUnset } from '../../project/bases.ts';
import type { PathReader } from '../../project/config-paths.ts';
import type { EffectiveDefault } from './defaults.ts';
import type { EffectiveValue, ReadPlace } from './option.ts';
import type { ConfigSource } from './sources.ts';

/** What there is to know about an option before its parts are looked at. */
export interface ResolvedOption {
  readonly value: EffectiveValue;
  readonly places: readonly ReadPlace[];
  /** Whether the option is an object, so that its parts can be read one by one. */
  readonly isObject: boolean;
  /** The sources that count for its parts. */
  readonly sources: readonly ConfigSource[];
  /** Whether its parts have their defaults: not if something other than an object is written. */
  readonly hasDefaults: boolean;
}

/** What sources, the first of which counts most, and the default under them make of an option. */
export function resolveOption(
  path: OptionPathParts,
  sources: readonly ConfigSource[],
  base: EffectiveDefault,
  defaultReader: PathReader,
): ResolvedOption {
  const found = sourcesThatCount(path, sources);
  const [first] = found;
  const isObject = first ? isObjectLookup(first.lookup) : base.kind === 'value' && isObjectValue(base.value);
  return {
    ...valueFrom(path, found, base, defaultReader),
    isObject,
    sources: found.map(({ source }) => source),
    hasDefaults: !first || isObject || mayBeObject(first.lookup),
  };
}

interface SourceLookup {
  readonly source: ConfigSource;
  readonly lookup: Written;
}

/** Objects are merged, and anything else ends the search. */
function sourcesThatCount(path: OptionPathParts, sources: readonly ConfigSource[]): SourceLookup[] {
  const found: SourceLookup[] = [];
  if (sources.length === 0) return found;
  const addsUp = isAddedList(path.join('.'), sources[0]?.reader);
  for (const source of sources) {
    const lookup = source.lookup(path);
    if (lookup.kind === 'absent' || isUnset(lookup)) continue;
    const isPart = addsUp ? isListLookup(lookup) : isObjectLookup(lookup);
    // Under an object, what is not an object has nothing to add.
    if (found.length > 0 && !isPart && !mayBeObject(lookup)) continue;
    found.push({ source, lookup });
    if (!isPart) break;
  }
  return found;
}

export function isObjectLookup(lookup: Lookup): boolean {
  if (lookup.kind === 'dynamic') return lookup.type === 'object';
  return lookup.kind === 'static' && isObjectValue(lookup.value);
}

/** Nothing is known about it, so it may also be an object. */
function mayBeObject(lookup: Lookup): boolean {
  return lookup.kind === 'dynamic' && lookup.type === undefined;
}

type ValueWithPlaces = Pick<ResolvedOption, 'value' | 'places'>;

function valueFrom(
  path: OptionPathParts,
  found: readonly SourceLookup[],
  base: EffectiveDefault,
  defaultReader: PathReader,
): ValueWithPlaces {
  const [first] = found;
  if (base.kind === 'missing')
    return only(first && isWritten(first.lookup) ? { kind: 'missing', at: first.lookup.at } : base);
  if (!first && base.kind !== 'value') return only(base.kind === 'none' ? { kind: 'unset' } : base);
  const parts: ValuePart[] = [];
  for (const { source, lookup } of found) {
    if (lookup.kind === 'dynamic') {
      const { why, at, written } = lookup;
      const text = written && { text: source.textOf(path) };
      return only({ kind: 'unknown', why, at, ...text, ...(source.kind === 'layer' && { inLayer: true }) });
    }
    parts.push({ value: lookup.value, reader: source.reader });
  }
  if (base.kind === 'value') parts.push({ value: base.value, reader: defaultReader });
  const { value, places } = mergedValue(parts, path);
  const isImplied = base.kind === 'value' && base.implied;
  const from = first
    ? { kind: first.source.kind, at: first.lookup.at }
    : { kind: 'default' as const, ...(isImplied && { implied: true as const }) };
  return { value: { kind: 'value', value, from }, places };
}

function only(value: EffectiveValue): ValueWithPlaces {
  return { value, places: [] };
}

/** A value that is part of another one, and what reads the paths in it. */
interface ValuePart {
  readonly value: StaticValue | Json;
  readonly reader: PathReader;
}

/** The value that parts, the first of which counts most, make together, and the places that paths in it mean. */
function mergedValue(
  parts: readonly ValuePart[],
  path: OptionPathParts,
): { readonly value: Json; readonly places: readonly ReadPlace[] } {
  const places: ReadPlace[] = [];
  const reader = parts[0]?.reader;
  const pattern = path.length === 2 ? patternOf(`${path[0]}`, `${path[1]}`, reader) : path.join('.');
  if (!isAddedList(pattern, reader) || !isList(parts[0]?.value))
    return { value: merged(parts, pattern, [], places, String(path.at(-1))), places };
  const items = parts.flatMap(itemsOf);
  return { value: items.map((item, index) => merged([item], `${pattern}[]`, [index], places)), places };
}

/** Merges objects key by key; of everything else the first counts. Adds the places that it finds on the way. */
function merged(
  parts: readonly ValuePart[],
  pattern: string,
  at: OptionPathParts,
  places: ReadPlace[],
  key = '',
): Json {
  const [first] = parts;
  if (first?.value === undefined) return null;
  const { value, reader } = first;
  if (typeof value === 'string') {
    const place = placeNamed(value, pattern, key, reader);
    if (place) places.push({ at, ...place });
    return value;
  }
  if (value instanceof ConfigPath) {
    const names = reader.catalogue.ruleFor(pattern)?.names ?? 'folders';
    places.push({ at, place: reader.seen(value.place), names });
    return `./${value.place}`;
  }
  if (value instanceof Pattern) return `/${value.source}/${value.flags}`;
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) {
    const key = moduleKey(value, pattern, reader);
    const itemPattern = (index: number) => {
      if (key !== undefined && index === 1) return key;
      return pattern.endsWith('[]') ? `${pattern}[${index}]` : `${pattern}[]`;
    };
    return itemsOf(first).map((item, index) => merged([item], itemPattern(index), [...at, index], places));
  }
  const byKey = groupedBy(parts.flatMap(entriesOf), (entry) => entry.key);
  return Object.fromEntries(
    Array.from(byKey, ([key, all]) => {
      // As in the config itself, `null` does not hide the next value.
      const set = all.filter((one) => one.value !== null);
      const inner = patternOf(pattern, key, reader);
      return [key, merged(set.length > 0 ? set : all, inner, [...at, key], places, key)];
    }),
  );
}

/** The key that the options in a tuple of `modules` could have instead. */
function moduleKey(
  [name]: readonly (StaticValue | Json)[],
  pattern: string,
  { catalogue }: PathReader,
): string | undefined {
  const isTuple = pattern === `${catalogue.path.modules}[]` && typeof name === 'string';
  return isTuple ? catalogue.moduleFacts(name).key : undefined;
}

/** The place that a text means, by its option or by the alias that it starts with. */
function placeNamed(
  text: string,
  pattern: string,
  key: string,
  reader: PathReader,
): Omit<ReadPlace, 'at'> | undefined {
  const rule = reader.catalogue.ruleFor(pattern);
  if (rule) {
    const place = rule === rules.alias ? reader.placeOfMeaning(text, key) : reader.place(text, rule);
    return place === undefined ? undefined : { place, names: rule.names };
  }
  const ofModule = reader.moduleRule(pattern);
  const place = ofModule ? reader.place(text, ofModule) : reader.placeOfAlias(text);
  return place === undefined ? undefined : { place, names: ofModule?.names ?? 'files', isGuess: true };
}

/** How the paths at a key are known: some options have the same rule for all of their keys. */
function patternOf(pattern: string, key: string, reader: PathReader | undefined): string {
  return reader?.catalogue.ruleFor(`${pattern}.*`) ? `${pattern}.*` : `${pattern}.${key}`;
}

/**
 * Whether a list is added to the default one. The reference only says that a config is deep-merged: every other list
 * replaces the default, and the list of a layer.
 */
function isAddedList(option: string, reader: PathReader | undefined): boolean {
  return reader?.catalogue.findOption(option)?.isAdded ?? false;
}

function itemsOf({ value, reader }: ValuePart): ValuePart[] {
  return isList(value) ? value.map((item) => ({ value: item, reader })) : [];
}

function entriesOf({ value, reader }: ValuePart): (ValuePart & { readonly key: string })[] {
  if (!isObjectValue(value)) return [];
  const entries = Object.entries(value).map(([key, item]) => ({ key, value: item, reader }));
  return entries.filter((entry) => entry.value !== undefined);
}

function isList(value: unknown): value is readonly (StaticValue | Json)[] {
  return Array.isArray(value);
}

/** Whether a value holds options, and is not a list, path or pattern. */
export function isObjectValue<Value>(value: Value): value is Value & { readonly [key: string]: Value } {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
