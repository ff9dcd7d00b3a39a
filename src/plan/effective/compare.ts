import { type Catalogue, type Json, rootAliases, sourceAliases } from '../../catalogue/index.ts';
import { type OptionPathParts, showPath } from '../../config/change.ts';
import { isInside, type PlacePath, pathFrom, placeAt } from '../../config/paths.ts';
import { type DiskView, type Evidence, isWrittenForA } from '../../project/evidence.ts';
import type { MoveMap } from '../../project/moves.ts';
import { movedPlace } from '../../project/rebase.ts';
import {
  type EffectiveConfig,
  type EffectiveOption,
  type EffectiveValue,
  isSet,
  type ReadPlace,
} from './effective-option.ts';

/**
 * The result for an option. `same`: same effect. `moved`: the same files at their new place. `renamed`: another
 * option has its value. `ended`: the option was removed. `unknown`: cannot be determined without running the
 * config.
 */
type OptionChange = 'same' | 'moved' | 'renamed' | 'ended' | 'changed' | 'unknown';

export interface OptionComparison {
  /** The name with its override block: `$production.css`. */
  readonly option: string;
  readonly before: EffectiveValue;
  readonly after: EffectiveValue;
  readonly change: OptionChange;
  /** The option that has the value afterwards. */
  readonly to?: string;
}

/** The files of a project before and after the run. */
interface FilesBetween {
  readonly catalogue: Catalogue;
  readonly moves: MoveMap;
  readonly before: Evidence;
  readonly after: DiskView;
}

/**
 * The options that are set before or after, and those whose default differs. Other options are left out, also
 * if the reference does not show the default of one variant.
 */
export function compareEffective(
  before: EffectiveConfig,
  after: EffectiveConfig,
  files: FilesBetween,
): OptionComparison[] {
  const follow: Follow = ({ place, names }) => movedPlace(place, names, files.moves, files.before);
  const sides: Sides = { before: rowsByName(before), after: rowsByName(after), files, follow };
  const names = new Set([...sides.before.keys(), ...sides.after.keys()]);
  return [...names].flatMap((name) => compareRow(name, sides) ?? []);
}

/** An option or its value in an override block. */
type Row = Pick<EffectiveOption, 'value' | 'places'>;

/** Maps a place to its new path, even if it is written without its extension. */
type Follow = (read: ReadPlace) => PlacePath;

interface Sides {
  readonly before: ReadonlyMap<string, Row>;
  readonly after: ReadonlyMap<string, Row>;
  readonly files: FilesBetween;
  readonly follow: Follow;
}

function rowsByName(config: EffectiveConfig): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const row of config.options) {
    rows.set(row.option, row);
    for (const override of row.overrides) rows.set(`${override.block}.${row.option}`, override);
  }
  return rows;
}

const nothing: Row = { value: { kind: 'unset' }, places: [] };

/** The row of an option; what an override block does not set comes from the config around it. */
function rowAt(side: ReadonlyMap<string, Row>, option: string): Row {
  return side.get(option) ?? side.get(bareName(option)) ?? nothing;
}

function compareRow(option: string, sides: Sides): OptionComparison | undefined {
  const before = rowAt(sides.before, option);
  const after = rowAt(sides.after, option);
  const set = isSet(before.value) || isSet(after.value);
  if (!set && !isDefaultChange(before, after, sides.files)) return undefined;
  const pair = { option, before: before.value, after: after.value };
  const change = changeOf(option, before, after, sides);
  if (change === 'changed') {
    const to = targetOf(sides.files.catalogue, option);
    if (to !== undefined && !isSet(after.value)) {
      const isTakenOver = holds(meaningOf(rowAt(sides.after, to)), meaningOf(before, sides.follow));
      return { ...pair, change: isTakenOver ? 'renamed' : 'changed', to };
    }
    if (isTarget(option, before, after, sides)) return { ...pair, change: 'renamed' };
  }
  const isShown = set || (change !== 'same' && change !== 'unknown');
  return isShown ? { ...pair, change } : undefined;
}

/** Whether both defaults are known, and are not just names of folders that do not exist. */
function isDefaultChange(before: Row, after: Row, files: FilesBetween): boolean {
  if (before.value.kind !== 'value' || after.value.kind !== 'value') return false;
  const isFolder = before.places.length === 1 && typeof before.value.value === 'string';
  if (!isFolder) return true;
  return (
    before.places.some(({ place }) => files.before.kindOf(place) !== undefined) ||
    after.places.some(({ place }) => files.after.kindOf(place) !== undefined)
  );
}

function changeOf(option: string, before: Row, after: Row, sides: Sides): OptionChange {
  const [old, current] = [before.value, after.value];
  const { catalogue } = sides.files;
  if (catalogue.findOption(bareName(option))?.fate.kind === 'removed' && isSet(old) && !isSet(current))
    return 'ended';
  if (old.kind === 'unknown' || current.kind === 'unknown')
    return isSameText(catalogue, option, old, current) ? 'same' : 'unknown';
  const [meaning, meaningAfter] = [meaningOf(before), meaningOf(after)];
  if (isSame(meaningOf(before, sides.follow), meaningAfter))
    return isSame(meaning, meaningAfter) ? 'same' : 'moved';
  if (isRootAlias(catalogue, option, before, after) || isLeftForA(before, after, sides)) return 'same';
  if (isMovedSource(option, before, after, sides.files)) return 'moved';
  if (old.kind === 'unset' && namesFileOfModule(option, after, sides)) return 'moved';
  if (withoutStylePaths(meaningOf(before, sides.follow)) === withoutStylePaths(meaningAfter)) return 'moved';
  return isUnplaced(meaning) || isUnplaced(meaningAfter) ? 'unknown' : 'changed';
}

/** Whether an option is added for a file that a module would no longer find by itself. */
function namesFileOfModule(
  option: string,
  { value, places }: Row,
  { before, files, follow }: Sides,
): boolean {
  const { facts, path } = files.catalogue;
  const texts = Object.values(facts.modules).flatMap(({ reads = {} }) => reads[option] ?? []);
  const source = before.get(path.srcDir)?.places[0]?.place ?? '';
  const written = value.kind === 'value' ? [value.value, ...places.map(({ place }) => place)] : [];
  return texts.some((text) => {
    const [alias = ''] = text.split('/', 1);
    const path = text.slice(alias.length + 1);
    const fromRoot = rootAliases.includes(alias) ? path : text;
    const place = sourceAliases.includes(alias) ? placeAt(source, path) : fromRoot;
    return written.includes(follow({ at: [], place, names: 'files' }));
  });
}

/** The text of a value without the alias paths in its style code, which are checked as references. */
function withoutStylePaths(meaning: Meaning): string | undefined {
  return JSON.stringify(meaning, (_, value: Json) =>
    typeof value === 'string' ? value.replace(/(["'(])[~@#][^"'()]*(?=["')])/g, '$1') : value,
  );
}

/** Whether a default is in a folder whose place is unknown. */
function isUnplaced(meaning: Meaning): boolean {
  return /"<(?:srcDir|rootDir)>/.test(JSON.stringify(meaning) ?? '');
}

/** Whether an alias for the root keeps its text, and so its effect, even if relative paths start elsewhere. */
function isRootAlias({ path }: Catalogue, option: string, before: Row, after: Row): boolean {
  if (!aliasNames(path.alias, rootAliases).includes(bareName(option))) return false;
  if (before.value.kind !== 'value' || after.value.kind !== 'value') return false;
  return isSet(before.value) && isSame(before.value.value, after.value.value);
}

/** Whether all texts that were not updated already resolve in Variant A. */
function isLeftForA(before: Row, after: Row, { files, follow }: Sides): boolean {
  if (!isSet(before.value)) return false;
  const readBefore = new Set(before.places.map(keyOf));
  const readAfter = new Map(after.places.map((read) => [keyOf(read), read.place]));
  const isKept = (read: ReadPlace) => textAt(before, read) === textAt(after, read);
  const resolve: Follow = (read) => {
    const target = readAfter.get(keyOf(read));
    if (target === undefined || !isKept(read)) return follow(read);
    // A path that exists neither before nor after may belong to a project that extends this layer.
    if (!files.before.exists(read.place) && (read.isGuess || !files.after.exists(target))) return target;
    if (target === read.place) return follow(read);
    // A path that leaves the project in Variant B and not in Variant A was written for Variant A.
    if (!isInside(read.place, '') && isInside(target, '')) return target;
    const exists = files.before.exists(target) && files.after.exists(target);
    return isWrittenForA(files.before.exists(read.place), exists, files.before) ? target : follow(read);
  };
  // A text that resolves to nothing in Variant B is compared as text.
  const places = after.places.filter(
    (read) =>
      readBefore.has(keyOf(read)) || !isKept(read) || (!read.isGuess && !files.before.exists(read.place)),
  );
  return isSame(meaningOf(before, resolve), meaningOf({ ...after, places }));
}

/** The text at the position of a place. */
function textAt({ value }: Row, { at }: ReadPlace): Json | undefined {
  let current: Json | undefined = value.kind === 'value' ? value.value : undefined;
  for (const key of at)
    current = typeof current === 'object' && current !== null ? Reflect.get(current, key) : undefined;
  return current;
}

/** Code with the same text has the same effect, unless it creates paths. */
function isSameText(
  { namesPlaces }: Catalogue,
  option: string,
  before: EffectiveValue,
  after: EffectiveValue,
): boolean {
  if (before.kind !== 'unknown' || after.kind !== 'unknown') return false;
  if (before.text === undefined || before.text !== after.text) return false;
  return !namesPlaces(bareName(option).split(/[.[]/));
}

function aliasNames(option: string, aliases: readonly string[]): string[] {
  return aliases.map((name) => showPath([option, name]));
}

/** Whether the source directory changes, and the sources moved there. */
function isMovedSource(option: string, before: Row, after: Row, files: FilesBetween): boolean {
  const { path } = files.catalogue;
  const [from] = before.places;
  const [to] = after.places;
  const names = [path.srcDir, ...aliasNames(path.alias, sourceAliases)];
  if (!from || !to || !names.includes(bareName(option))) return false;
  return files.moves.moves.some((move) => pathFrom(from.place, move.from) === pathFrom(to.place, move.to));
}

/** The name of an option without its override block. */
export function bareName(option: string): string {
  return option.slice(blockOf(option).length);
}

function blockOf(option: string): string {
  return /^(?:\$(?:if\(.*\)|env(?:\.[\w$-]+|\['[^']*'\])|\w+)\.)+/.exec(option)?.[0] ?? '';
}

/** The option that takes over the value, in the same override block. */
function targetOf(catalogue: Catalogue, option: string): string | undefined {
  const fate = catalogue.findOption(bareName(option))?.fate;
  return fate?.kind === 'moved' ? `${blockOf(option)}${fate.to}` : undefined;
}

/** Whether everything new in an option comes from options that moved there. */
function isTarget(option: string, before: Row, after: Row, sides: Sides): boolean {
  const moved = sides.files.catalogue
    .sourcesOf(bareName(option))
    .map((name) => sides.before.get(`${blockOf(option)}${name}`) ?? nothing)
    .filter((row) => isSet(row.value))
    .map((row) => meaningOf(row, sides.follow));
  if (moved.length === 0) return false;
  const meaning = meaningOf(after);
  if (!Array.isArray(meaning)) return moved.some((value) => isSame(value, meaning));
  const items = [...moved, meaningOf(before, sides.follow)].filter((value) => Array.isArray(value)).flat();
  return holds(items, meaning);
}

/** Whether two values are equal, or the first is a list with all items of the second. */
function holds(value: Meaning, part: Meaning): boolean {
  if (!Array.isArray(value) || !Array.isArray(part)) return isSame(value, part);
  const items = new Set(value.map(textOf));
  return part.every((item) => items.has(textOf(item)));
}

/** A value with paths replaced by the places they resolve to; undefined if there is no value. */
type Meaning = Json | undefined;

/** The meaning of a row, with places mapped by `follow`. */
function meaningOf({ value, places }: Row, follow: Follow = ({ place }) => place): Meaning {
  if (value.kind !== 'value') return undefined;
  const byKey = new Map(places.map((read) => [keyOf(read), follow(read)]));
  return byKey.size === 0 ? value.value : withPlaces(value.value, [], byKey);
}

/** The position of a place in a value, as a key. */
function keyOf({ at }: Pick<ReadPlace, 'at'>): string {
  return JSON.stringify(at);
}

function withPlaces(value: Json, at: OptionPathParts, places: ReadonlyMap<string, PlacePath>): Json {
  const place = places.get(keyOf({ at }));
  if (place !== undefined) return { place };
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json, index) => withPlaces(item, [...at, index], places));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withPlaces(item, [...at, key], places)]),
  );
}

/** Whether two values are equal, apart from the order of keys. */
function isSame(a: Meaning, b: Meaning): boolean {
  return textOf(a) === textOf(b);
}

function textOf(meaning: Meaning): string | undefined {
  return JSON.stringify(meaning, (_, value: Json) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
