/** Merges one option from the configs that set it, and resolves the paths in its value. */

import { groupedBy } from '../base/grouped.ts';
import { memo } from '../base/memo.ts';
import type { Position } from '../base/position.ts';
import { type Catalogue, isOverrideKey, type Json } from '../catalogue/index.ts';
import { ConfigPath, type OptionPathParts } from '../config/change.ts';
import type { ConfigDocument } from '../config/document.ts';
import {
  isList as isListLookup,
  isWritten,
  type Lookup,
  Pattern,
  type StaticValue,
  type Written,
} from '../config/lookup.ts';
import { isUnset } from '../paths/bases.ts';
import type { OptionPlace, PathReader } from '../paths/option-paths.ts';

/** Where the value of an option comes from. */
type ValueSource =
  | { readonly kind: 'config' | 'layer'; readonly at: Position }
  /** `implied`: not stated as a default, but follows from the reference. */
  | { readonly kind: 'default'; readonly implied?: true };

/** The resolved value of an option, as far as it can be read without running the config. */
export type EffectiveValue =
  | { readonly kind: 'value'; readonly value: Json; readonly from: ValueSource }
  | {
      readonly kind: 'unknown';
      readonly why: string;
      /** Absent for an unknown default. */
      readonly at?: Position;
      /** The text of the option; undefined if something else, such as a spread, may set it. */
      readonly text?: string;
      /** Whether a layer sets it. */
      readonly inLayer?: true;
    }
  /** Not set, and without a default. */
  | { readonly kind: 'unset'; readonly why?: string }
  /** The variant has no such option; `at` is where it is set anyway. */
  | { readonly kind: 'missing'; readonly at?: Position };

/** A path in a value, and its place relative to the folder of the project's config. */
export interface ReadPlace extends OptionPlace {
  /** The keys that lead to the text inside the value; empty if the value is the text. */
  readonly at: OptionPathParts;
}

/** The place of a text that may be a path; that of a default depends on the reader of the project. */
export type PlaceWith = (project: PathReader) => ReadPlace | undefined;

/** A value, and the places of the paths in it, as far as they are known. */
export interface PlacedValue<Place = ReadPlace> {
  readonly value: EffectiveValue;
  readonly places: readonly Place[];
}

/** Whether the project or one of its layers sets an option. */
export function isSet(value: EffectiveValue): boolean {
  switch (value.kind) {
    case 'value':
      return value.from.kind !== 'default';
    case 'unknown':
      return value.text !== undefined;
    case 'missing':
      return value.at !== undefined;
    default:
      return false;
  }
}

const jsonOfValues = new WeakMap<EffectiveValue, string>();

/** The JSON of a known value; undefined for others. Most values are defaults, which projects share. */
export function jsonOf(value: EffectiveValue): string | undefined {
  return value.kind === 'value'
    ? memo(jsonOfValues, value, () => JSON.stringify(value.value))
    : undefined;
}

/** Something that may set options: a config, a layer or an override block. */
export interface ConfigSource {
  readonly kind: 'config' | 'layer';
  readonly reader: PathReader;
  lookup(option: OptionPathParts): Lookup;
  /** The keys that are set in an option; none if it is not an object. */
  keys(option: OptionPathParts): readonly string[];
  /** The text of an option that is set. */
  textOf(option: OptionPathParts): string;
}

/** A config without its override blocks, or one of the blocks. */
export function configSource(config: ConfigDocument, reader: PathReader, block = ''): ConfigSource {
  const { names } = config.catalogue;
  const scopes = config.scopes.filter((scope) => scope.block === block);
  return {
    kind: 'config',
    reader,
    // Of merged objects, the first one with the option wins.
    lookup: (option) =>
      block === ''
        ? config.lookup(option)
        : (scopes.map((scope) => scope.lookup(option)).find(({ kind }) => kind !== 'absent') ??
          absent),
    keys: (option) => {
      const entries = scopes.flatMap((scope) => scope.entries(option)?.list ?? []);
      const keys = entries.flatMap(({ key }) => (typeof key === 'string' ? key : []));
      return option.length > 0 ? keys : keys.filter((key) => !isOverrideKey(names, key));
    },
    textOf: (option) =>
      scopes.find((scope) => isWritten(scope.lookup(option)))?.textOf(option) ?? '',
  };
}

const absent = { kind: 'absent' } as const;

/** A layer, with only the options that also apply to the project. */
export function layerSource(config: ConfigDocument, reader: PathReader): ConfigSource {
  const source = configSource(config, reader);
  const ownOptions = ownOfEachLayer(config.catalogue);
  const isOwn = (option: OptionPathParts) =>
    ownOptions.has(String(option[0])) || (option.length > 1 && ownOptions.has(option.join('.')));
  return {
    ...source,
    kind: 'layer',
    lookup: (option) => (isOwn(option) ? absent : source.lookup(option)),
    keys: (option) => (isOwn(option) ? [] : source.keys(option)),
  };
}

/** Options that a layer only sets for itself: the places of its own parts, and the compatibility version. */
function ownOfEachLayer({ pathPatterns, folders, path }: Catalogue): ReadonlySet<string> {
  const named = pathPatterns.filter(
    ({ option, rule }) =>
      (!rule.globs && (rule.base.a === 'root' || rule.base.a === 'config')) ||
      folders.all.some((kind) => kind.option === option),
  );
  return new Set([
    ...named.map(({ option }) => option.replace(/\..*/, '')),
    path['future.compatibilityVersion'],
  ]);
}

/** The lookups that make up an option, by precedence. Objects are merged, and anything else ends the search. */
export function lookupsOf(path: OptionPathParts, sources: readonly ConfigSource[]) {
  const lookups: { readonly source: ConfigSource; readonly lookup: Written }[] = [];
  for (const source of sources) {
    const lookup = source.lookup(path);
    if (lookup.kind === 'absent' || isUnset(lookup)) continue;
    const isPart = isAdded(path.join('.'), source.reader)
      ? isListLookup(lookup)
      : isObjectLookup(lookup);
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
export function mayBeObject(lookup: Lookup): boolean {
  return lookup.kind === 'dynamic' && lookup.type === undefined;
}

/** Merges the lookups and the default of an option. */
export function valueFrom(
  path: OptionPathParts,
  lookups: ReturnType<typeof lookupsOf>,
  base: EffectiveValue,
  defaults: ValuePart['reader'],
): PlacedValue<PlaceWith> {
  const [first] = lookups;
  const places: PlaceWith[] = [];
  if (first && base.kind === 'missing')
    return { value: isWritten(first.lookup) ? { ...base, at: first.lookup.at } : base, places };
  const parts: ValuePart[] = [];
  for (const { source, lookup } of lookups) {
    if (lookup.kind === 'dynamic') {
      const { why, at, written } = lookup;
      const text = written && { text: source.textOf(path) };
      const inLayer = source.kind === 'layer' && { inLayer: true as const };
      return { value: { kind: 'unknown', why, at, ...text, ...inLayer }, places };
    }
    parts.push({ value: lookup.value, reader: source.reader });
  }
  if (base.kind === 'value') parts.push({ value: base.value, reader: defaults });
  const [start = '', ...keys] = path.map(String);
  const pattern = keys.reduce((around, key) => patternOf(around, key, defaults), start);
  const value = merged(parts, { pattern, at: [], key: keys.at(-1) ?? start }, places);
  const from = first
    ? { kind: first.source.kind, at: first.lookup.at }
    : base.kind === 'value' && base.from;
  return { value: from ? { kind: 'value', value, from } : base, places };
}

/** A part of a merged value, and the reader for its paths, which is that of the project for a default. */
interface ValuePart {
  readonly value: StaticValue | Json;
  readonly reader: Pick<PathReader, 'catalogue'> & Partial<PathReader>;
}

/** The position of a value inside its option. */
interface ValuePosition {
  readonly pattern: string;
  readonly at: OptionPathParts;
  readonly key?: string;
}

/**
 * Merges parts by precedence, `{ a: 1 }` over `{ a: 2, b: 3 }` → `{ a: 1, b: 3 }`, and adds the places of their paths
 * to `places`.
 */
function merged(
  parts: readonly ValuePart[],
  { pattern, at, key = '' }: ValuePosition,
  places: PlaceWith[],
): Json {
  const [first] = parts;
  if (first?.value === undefined) return null;
  const { value, reader } = first;
  if (typeof value === 'string' || value instanceof ConfigPath) {
    places.push((project) => {
      const place = reader.read
        ? reader.read(value, pattern, key)
        : project.read(value, pattern, key, true);
      return place && { at, ...place };
    });
    return typeof value === 'string' ? value : `./${value.place}`;
  }
  if (value instanceof Pattern) return `/${value.source}/${value.flags}`;
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) {
    const items = (isAdded(pattern, reader) ? parts : [first]).flatMap(itemsOf);
    const { path, moduleFacts } = reader.catalogue;
    // The options in a tuple of `modules` have the key of the module.
    const isTuple = pattern === `${path.modules}[]` && typeof value[0] === 'string';
    const ofModule = isTuple ? moduleFacts(String(value[0])).key : undefined;
    const itemPattern = (index: number) => {
      if (ofModule !== undefined && index === 1) return ofModule;
      return pattern.endsWith('[]') ? `${pattern}[${index}]` : `${pattern}[]`;
    };
    return items.map((item, index) =>
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

/**
 * Whether a list is appended to the default. The reference only says that a config is deep-merged: every other
 * list replaces the default, and the list of a layer.
 */
function isAdded(option: string, { catalogue }: ValuePart['reader']): boolean {
  return catalogue.findOption(option)?.isAdded ?? false;
}

/** The pattern for a key: some options have the same rule for all keys. */
function patternOf(pattern: string, key: string, { catalogue }: ValuePart['reader']): string {
  return catalogue.ruleFor(`${pattern}.*`) ? `${pattern}.*` : `${pattern}.${key}`;
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
export function isObjectValue<Value>(
  value: Value,
): value is Value & { readonly [key: string]: Value } {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
