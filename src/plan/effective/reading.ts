import type { OptionPath } from '../../catalogue/index.ts';
import type { OptionPathParts } from '../../config/change.ts';
import { isWritten, type Lookup, type Written } from '../../config/lookup.ts';
import { isUnset } from './bases.ts';
import type { EffectiveDefault } from './defaults.ts';
import type { EffectiveValue, ReadPlace } from './option.ts';
import { merged, type PlacedValue, parts, placed } from './placed.ts';
import type { PathReader } from './reader.ts';
import type { Voice } from './voices.ts';

/** What there is to know about an option before its parts are looked at. */
export interface Reading {
  readonly value: EffectiveValue;
  readonly places: readonly ReadPlace[];
  /** Whether the option is an object, so that its parts can be read one by one. */
  readonly isObject: boolean;
  /** Those who have a say in its parts. */
  readonly voices: readonly Voice[];
  /** Whether its parts have their defaults: not where something other than an object is written. */
  readonly hasDefaults: boolean;
}

/**
 * Lists that are added to the default one. The reference only says that a config is deep-merged: every other
 * list replaces the default, and the list of a layer.
 */
const addedLists: ReadonlySet<string> = new Set<OptionPath>(['ignore', 'typescript.hoist']);

/** What the voices, the first of which counts most, and the default under them make of an option. */
export function readOption(
  path: OptionPathParts,
  voices: readonly Voice[],
  base: EffectiveDefault,
  own: PathReader,
): Reading {
  const said = whatIsSaid(path, voices);
  const [first] = said;
  const isObject = first ? isObjectLookup(first.lookup) : base.kind === 'value' && isObjectValue(base.value);
  return {
    ...saidValue(path, said, base, own),
    isObject,
    voices: said.map(({ voice }) => voice),
    hasDefaults: !first || isObject || mayBeObject(first.lookup),
  };
}

interface Said {
  readonly voice: Voice;
  readonly lookup: Written;
}

/** What counts of all that is said: objects are heard together, and anything else is the last word. */
function whatIsSaid(path: OptionPathParts, voices: readonly Voice[]): Said[] {
  const said: Said[] = [];
  if (voices.length === 0) return said;
  const addsUp = addedLists.has(path.join('.'));
  for (const voice of voices) {
    const lookup = voice.lookup(path);
    if (lookup.kind === 'absent' || isUnset(lookup)) continue;
    const isPart = addsUp ? isListLookup(lookup) : isObjectLookup(lookup);
    // Under an object, what is no object has nothing to add.
    if (said.length > 0 && !isPart && !mayBeObject(lookup)) continue;
    said.push({ voice, lookup });
    if (!isPart) break;
  }
  return said;
}

export function isObjectLookup(lookup: Lookup): boolean {
  if (lookup.kind === 'dynamic') return lookup.type === 'object';
  return lookup.kind === 'static' && isObjectValue(lookup.value);
}

function isListLookup(lookup: Lookup): boolean {
  if (lookup.kind === 'dynamic') return lookup.type === 'array';
  return lookup.kind === 'static' && Array.isArray(lookup.value);
}

/** Nothing is known about it, so it may also be an object. */
function mayBeObject(lookup: Lookup): boolean {
  return lookup.kind === 'dynamic' && lookup.type === undefined;
}

/** Whether a value holds options, and is no list, path or pattern. */
export function isObjectValue(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

type Result = Pick<Reading, 'value' | 'places'>;

function saidValue(
  path: OptionPathParts,
  said: readonly Said[],
  base: EffectiveDefault,
  own: PathReader,
): Result {
  const [first] = said;
  if (base.kind === 'missing')
    return only(first && isWritten(first.lookup) ? { kind: 'missing', at: first.lookup.at } : base);
  if (!first) return defaultValue(path, base, own);
  const values: PlacedValue[] = [];
  for (const { voice, lookup } of said) {
    if (lookup.kind === 'dynamic') {
      const { why, at, written } = lookup;
      return only({ kind: 'unknown', why, at, ...(written ? { text: voice.textOf(path) } : {}) });
    }
    values.push(placed(lookup.value, path, voice.reader));
  }
  if (base.kind === 'value') values.push(placed(base.value, path, own));
  const { value, places } = parts(values.reduce(addedLists.has(path.join('.')) ? joined : merged));
  return { value: { kind: 'value', value, from: { kind: first.voice.kind, at: first.lookup.at } }, places };
}

function joined(first: PlacedValue, second: PlacedValue): PlacedValue {
  return Array.isArray(first) && Array.isArray(second) ? [...first, ...second] : first;
}

function defaultValue(path: OptionPathParts, base: EffectiveDefault, own: PathReader): Result {
  if (base.kind === 'none') return only({ kind: 'unset' });
  if (base.kind !== 'value') return only(base);
  const { value, places } = parts(placed(base.value, path, own));
  const from = base.implied
    ? { kind: 'default' as const, implied: true as const }
    : { kind: 'default' as const };
  return { value: { kind: 'value', value, from }, places };
}

function only(value: EffectiveValue): Result {
  return { value, places: [] };
}
