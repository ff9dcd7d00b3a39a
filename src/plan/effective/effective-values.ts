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
import type { ConfigSource } from './config-sources.ts';
import type { EffectiveDefault } from './defaults.ts';
import type { EffectiveValue, ReadPlace } from './effective-option.ts';

/** An option resolved as a whole, before its parts. */
export interface ResolvedOption {
  readonly value: EffectiveValue;
  readonly places: readonly ReadPlace[];
  /** Whether the option is an object, so that its parts can be read one by one. */
  readonly isObject: boolean;
  /** The sources that apply to its parts. */
  readonly sources: readonly ConfigSource[];
  /** Whether defaults apply to its parts: not if the option is set to something other than an object. */
  readonly hasDefaults: boolean;
}

/** Resolves an option from its sources, by precedence, and its default. */
export function resolveOption(
  path: OptionPathParts,
  sources: readonly ConfigSource[],
  base: EffectiveDefault,
  defaultReader: PathReader,
): ResolvedOption {
  const lookups = sourcesThatCount(path, sources);
  const [first] = lookups;
  const isObject = first ? isObjectLookup(first.lookup) : base.kind === 'value' && isObjectValue(base.value);
  return {
    ...valueFrom(path, lookups, base, defaultReader),
    isObject,
    sources: lookups.map(({ source }) => source),
    hasDefaults: !first || isObject || mayBeObject(first.lookup),
  };
}

interface SourceLookup {
  readonly source: ConfigSource;
  readonly lookup: Written;
}

/** Objects are merged, and anything else ends the search. */
function sourcesThatCount(path: OptionPathParts, sources: readonly ConfigSource[]): SourceLookup[] {
  const lookups: SourceLookup[] = [];
  if (sources.length === 0) return lookups;
  const isAppended = isAddedList(path.join('.'), sources[0]?.reader);
  for (const source of sources) {
    const lookup = source.lookup(path);
    if (lookup.kind === 'absent' || isUnset(lookup)) continue;
    const isPart = isAppended ? isListLookup(lookup) : isObjectLookup(lookup);
    // A value that is not an object adds nothing to an object.
    if (lookups.length > 0 && !isPart && !mayBeObject(lookup)) continue;
    lookups.push({ source, lookup });
    if (!isPart) break;
  }
  return lookups;
}

export function isObjectLookup(lookup: Lookup): boolean {
  if (lookup.kind === 'dynamic') return lookup.type === 'object';
  return lookup.kind === 'static' && isObjectValue(lookup.value);
}

/** An unknown value may be an object. */
function mayBeObject(lookup: Lookup): boolean {
  return lookup.kind === 'dynamic' && lookup.type === undefined;
}

type ValueWithPlaces = Pick<ResolvedOption, 'value' | 'places'>;

function valueFrom(
  path: OptionPathParts,
  lookups: readonly SourceLookup[],
  base: EffectiveDefault,
  defaultReader: PathReader,
): ValueWithPlaces {
  const [first] = lookups;
  if (base.kind === 'missing')
    return only(first && isWritten(first.lookup) ? { kind: 'missing', at: first.lookup.at } : base);
  if (!first && base.kind !== 'value') return only(base.kind === 'none' ? { kind: 'unset' } : base);
  const parts: ValuePart[] = [];
  for (const { source, lookup } of lookups) {
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

/** A part of a merged value, and the reader for its paths. */
interface ValuePart {
  readonly value: StaticValue | Json;
  readonly reader: PathReader;
}

/** Merges parts by precedence, and collects the places that their paths resolve to. */
function mergedValue(parts: readonly ValuePart[], path: OptionPathParts) {
  const places: ReadPlace[] = [];
  const reader = parts[0]?.reader;
  const pattern = path.length === 2 ? patternOf(`${path[0]}`, `${path[1]}`, reader) : path.join('.');
  if (!isAddedList(pattern, reader) || !isList(parts[0]?.value))
    return { value: merged(parts, { pattern, at: [], key: String(path.at(-1)) }, places), places };
  const items = parts.flatMap(itemsOf);
  return {
    value: items.map((item, index) => merged([item], { pattern: `${pattern}[]`, at: [index] }, places)),
    places,
  };
}

/** The position of a value inside its option. */
interface ValuePosition {
  readonly pattern: string;
  readonly at: OptionPathParts;
  readonly key?: string;
}

/** Merges objects key by key; of other values the first wins. Adds the places of paths to `places`. */
function merged(
  parts: readonly ValuePart[],
  { pattern, at, key = '' }: ValuePosition,
  places: ReadPlace[],
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
    const ofModule = moduleKey(value, pattern, reader);
    const itemPattern = (index: number) => {
      if (ofModule !== undefined && index === 1) return ofModule;
      return pattern.endsWith('[]') ? `${pattern}[${index}]` : `${pattern}[]`;
    };
    return itemsOf(first).map((item, index) =>
      merged([item], { pattern: itemPattern(index), at: [...at, index] }, places),
    );
  }
  const byKey = groupedBy(parts.flatMap(entriesOf), (entry) => entry.key);
  return Object.fromEntries(
    Array.from(byKey, ([name, all]) => {
      // As in the config itself, `null` does not hide the next value.
      const set = all.filter((entry) => entry.value !== null);
      const position = { pattern: patternOf(pattern, name, reader), at: [...at, name], key: name };
      return [name, merged(set.length > 0 ? set : all, position, places)];
    }),
  );
}

/** The key of a module, for options in a tuple of `modules`. */
function moduleKey(
  [name]: readonly (StaticValue | Json)[],
  pattern: string,
  { catalogue }: PathReader,
): string | undefined {
  const isTuple = pattern === `${catalogue.path.modules}[]` && typeof name === 'string';
  return isTuple ? catalogue.moduleFacts(name).key : undefined;
}

/** The place that a text resolves to, by the rule of its option or by the alias at its start. */
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
  return place === undefined ? undefined : { place, names: ofModule?.names ?? 'folders', isGuess: true };
}

/** The pattern for a key: some options have the same rule for all keys. */
function patternOf(pattern: string, key: string, reader: PathReader | undefined): string {
  return reader?.catalogue.ruleFor(`${pattern}.*`) ? `${pattern}.*` : `${pattern}.${key}`;
}

/**
 * Whether a list is appended to the default. The reference only says that a config is deep-merged: every other
 * list replaces the default, and the list of a layer.
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

/** Whether a value is a plain object, and not a list, path or pattern. */
export function isObjectValue<Value>(value: Value): value is Value & { readonly [key: string]: Value } {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
