import { type Catalogue, type Json, rootAliases, sourceAliases } from '../../catalogue/index.ts';
import { type OptionPathParts, showPath } from '../../config/change.ts';
import { isInside, type PlacePath, pathFrom } from '../../config/places.ts';
import { readText } from '../../project/aliases.ts';
import { type DiskView, type Evidence, isWrittenForA } from '../../project/evidence.ts';
import type { MoveMap } from '../../project/moves.ts';
import { movedPlace } from '../../project/rebase.ts';
import {
  type EffectiveConfig,
  type EffectiveOption,
  type EffectiveValue,
  isSet,
  type ReadPlace,
} from './option.ts';

/**
 * What became of an option. `same`: it means what it meant. `moved`: the same files, at their new place.
 * `renamed`: its value is another option's now. `ended`: the option is gone, as the reference says.
 * `unknown`: the texts do not tell.
 */
type OptionChange = 'same' | 'moved' | 'renamed' | 'ended' | 'changed' | 'unknown';

/** An option before and after. */
export interface OptionComparison {
  /** With its override block: `$production.css`. */
  readonly option: string;
  readonly before: EffectiveValue;
  readonly after: EffectiveValue;
  readonly change: OptionChange;
  /** The option that has the value now. */
  readonly to?: string;
}

/** What happens to the files of a project between two readings of its config. */
interface FilesBetween {
  readonly catalogue: Catalogue;
  readonly moves: MoveMap;
  readonly before: Evidence;
  readonly after: DiskView;
}

/**
 * The options that are set before or after, and those whose default differs. What nobody sets is left out, also
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

/** A row, or what one override block says; what only sums up other rows is compared with these. */
type Row = Pick<EffectiveOption, 'value' | 'places' | 'summary'>;

/** Where something is afterwards that may be named without its extension. */
type Follow = (one: ReadPlace) => PlacePath;

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
    for (const override of row.overrides)
      rows.set(`${override.block}.${row.option}`, { ...override, summary: false });
  }
  return rows;
}

const nothing: Row = { value: { kind: 'unset' }, places: [], summary: false };

/** What a row says; what an override block leaves out is said by the config around it. */
function rowAt(side: ReadonlyMap<string, Row>, option: string): Row {
  return side.get(option) ?? side.get(bareName(option)) ?? nothing;
}

function compareRow(option: string, sides: Sides): OptionComparison | undefined {
  const before = rowAt(sides.before, option);
  const after = rowAt(sides.after, option);
  if ((before.summary && !isOwn(after)) || (after.summary && !isOwn(before))) return undefined;
  const set = isSet(before.value) || isSet(after.value);
  if (!set && !isDefaultChange(before, after, sides.files)) return undefined;
  const pair = { option, before: before.value, after: after.value };
  const change = changeOf(option, before, after, sides);
  if (change === 'changed') {
    const to = targetOf(sides.files.catalogue, option);
    if (to !== undefined && !isSet(after.value)) {
      const isThere = holds(meaningOf(rowAt(sides.after, to)), meaningOf(before, sides.follow));
      return { ...pair, change: isThere ? 'renamed' : 'changed', to };
    }
    if (isTarget(option, before, after, sides)) return { ...pair, change: 'renamed' };
  }
  const isShown = set || (change !== 'same' && change !== 'unknown');
  return isShown ? { ...pair, change } : undefined;
}

/** Whether a row says something that no other row does. */
function isOwn({ summary, value }: Row): boolean {
  return !summary && isSet(value);
}

/** Defaults that are known in both variants, and are more than the names of folders that are not there. */
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
  const [one, other] = [before.value, after.value];
  const { catalogue } = sides.files;
  if (catalogue.findOption(bareName(option))?.fate.kind === 'removed' && isSet(one) && !isSet(other))
    return 'ended';
  if (one.kind === 'unknown' || other.kind === 'unknown')
    return isSameText(catalogue, option, one, other) ? 'same' : 'unknown';
  const [meaning, meaningAfter] = [meaningOf(before), meaningOf(after)];
  if (isSame(meaningOf(before, sides.follow), meaningAfter))
    return isSame(meaning, meaningAfter) ? 'same' : 'moved';
  if (isRootAlias(catalogue, option, before, after) || isLeftForA(before, after, sides)) return 'same';
  if (isMovedSource(option, before, after, sides.files)) return 'moved';
  if (one.kind === 'unset' && namesFileOfModule(option, other, sides)) return 'moved';
  if (keepsStylePaths(before, after, sides)) return 'moved';
  return isUnplaced(meaning) || isUnplaced(meaningAfter) ? 'unknown' : 'changed';
}

/** Whether an option is added for a file that a module would no longer find by itself. */
function namesFileOfModule(option: string, value: EffectiveValue, { files, follow }: Sides): boolean {
  const read = Object.values(files.catalogue.facts.modules).flatMap(({ reads = {} }) =>
    Object.entries(reads),
  );
  const places = read.flatMap(([name, place]) => (name === option ? place : []));
  const now = value.kind === 'value' ? value.value : undefined;
  return places.some((place) => now === follow({ at: [], place, names: 'files' }));
}

/** Whether two values differ in alias paths of their style code alone, and each of these leads to the same file. */
function keepsStylePaths(before: Row, after: Row, sides: Sides): boolean {
  const [one, other] = [styleParts(meaningOf(before, sides.follow)), styleParts(meaningOf(after))];
  if (one.rest !== other.rest || one.paths.length !== other.paths.length) return false;
  const { alias } = sides.files.catalogue.path;
  const [aliases, aliasesAfter] = [aliasesIn(sides.before, alias), aliasesIn(sides.after, alias)];
  return one.paths.every((text, index) => {
    const now = other.paths[index] ?? '';
    const [from, to] = [readText(aliases, text)?.place, readText(aliasesAfter, now)?.place];
    if (from === undefined || to === undefined || !isStyle(from, sides.files.before)) return true;
    if (sides.follow({ at: [], place: from, names: 'files' }) === to) return true;
    return text === now && isWrittenForA(true, isStyle(to, sides.files.before), sides.files.before);
  });
}

/** The alias paths in the style code of a value, and all that is around them. */
function styleParts(meaning: Meaning): {
  readonly paths: readonly string[];
  readonly rest: string | undefined;
} {
  const paths: string[] = [];
  const rest = JSON.stringify(meaning, (_, value: Json) =>
    typeof value !== 'string'
      ? value
      : value.replace(/(["'(])([~@#][^"'()]*)(?=["')])/g, (_whole, opener: string, path: string) => {
          // In styles a `~` may mark an alias.
          paths.push(path.replace(/^~(?=[~@#]{1,2}\/)(?!~\/)/, ''));
          return opener;
        }),
  );
  return { paths, rest };
}

/** Where the aliases of a config lead. */
function aliasesIn(side: Sides['before'], alias: string): ReadonlyMap<string, PlacePath> {
  return new Map(
    [...side].flatMap(([option, { places }]): [string, PlacePath][] => {
      const name = option.startsWith(alias)
        ? /^(?:\.(\w+)|\['(.+)'\])$/.exec(option.slice(alias.length))
        : undefined;
      const [place] = places;
      return name && place ? [[name[1] ?? name[2] ?? '', place.place]] : [];
    }),
  );
}

/** Whether a place is there, also as a style sheet that is only a part (`_a.scss`). */
function isStyle(place: PlacePath, { exists, names }: Evidence): boolean {
  if (exists(place)) return true;
  const slash = place.lastIndexOf('/');
  const name = place.slice(slash + 1);
  return names(place.slice(0, Math.max(0, slash))).some((one) => one.startsWith(`_${name}`));
}

/** Defaults that stand under a folder which is unknown. */
function isUnplaced(meaning: Meaning): boolean {
  return /"<(?:srcDir|rootDir)>/.test(JSON.stringify(meaning) ?? '');
}

/** Whether an alias for the root has the same text: it means the same, even if relative paths start elsewhere. */
function isRootAlias({ path }: Catalogue, option: string, before: Row, after: Row): boolean {
  if (!aliasNames(path.alias, rootAliases).includes(bareName(option))) return false;
  if (before.value.kind !== 'value' || after.value.kind !== 'value') return false;
  return isSet(before.value) && isSame(before.value.value, after.value.value);
}

/** Whether texts were left because what Variant A reads in them is what is there; others beside them follow. */
function isLeftForA(before: Row, after: Row, { files, follow }: Sides): boolean {
  if (!isSet(before.value)) return false;
  const readBefore = new Set(before.places.map(keyOf));
  const readAfter = new Map(after.places.map((one) => [keyOf(one), one.place]));
  const isLeft = (one: ReadPlace) => textAt(before, one) === textAt(after, one);
  const read: Follow = (one) => {
    const now = readAfter.get(keyOf(one));
    if (now === undefined || now === one.place || !isLeft(one)) return follow(one);
    // A path that did not and does not exist may be meant for a project that extends this layer.
    if (!files.before.exists(one.place) && (one.isGuess || !files.after.exists(now))) return now;
    // What would be outside the project was never meant so.
    if (!isInside(one.place, '') && isInside(now, '')) return now;
    const isThere = files.before.exists(now) && files.after.exists(now);
    return isWrittenForA(files.before.exists(one.place), isThere, files.before) ? now : follow(one);
  };
  // A text that Variant B finds nothing for is compared as it is written.
  const places = after.places.filter(
    (one) => readBefore.has(keyOf(one)) || !isLeft(one) || (!one.isGuess && !files.before.exists(one.place)),
  );
  return isSame(meaningOf(before, read), meaningOf({ ...after, places }));
}

/** What is written where a row names a place. */
function textAt({ value }: Row, { at }: ReadPlace): Json | undefined {
  let found: Json | undefined = value.kind === 'value' ? value.value : undefined;
  for (const key of at)
    found = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
  return found;
}

/** Code that stands there as it did does what it did, unless it makes paths. */
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

/** The source directory is another one, and the sources went there. */
function isMovedSource(
  option: string,
  before: Row,
  after: Row,
  { catalogue: { path }, moves }: FilesBetween,
): boolean {
  const [from] = before.places;
  const [to] = after.places;
  const names = [path.srcDir, ...aliasNames(path.alias, sourceAliases)];
  if (!from || !to || !names.includes(bareName(option))) return false;
  return moves.moves.some((move) => pathFrom(from.place, move.from) === pathFrom(to.place, move.to));
}

/** The name of an option without its override block. */
export function bareName(option: string): string {
  return option.slice(blockOf(option).length);
}

function blockOf(option: string): string {
  return /^(?:\$(?:if\(.*\)|env(?:\.[\w$-]+|\['[^']*'\])|\w+)\.)+/.exec(option)?.[0] ?? '';
}

/** The option that takes the value over, in the same override block. */
function targetOf(catalogue: Catalogue, option: string): string | undefined {
  const fate = catalogue.findOption(bareName(option))?.fate;
  return fate?.kind === 'moved' ? `${blockOf(option)}${fate.to}` : undefined;
}

/** Whether all that is new in an option comes from those that moved there. */
function isTarget(option: string, before: Row, after: Row, sides: Sides): boolean {
  const known = sides.files.catalogue
    .sourcesOf(bareName(option))
    .map((name) => sides.before.get(`${blockOf(option)}${name}`) ?? nothing)
    .filter((row) => isSet(row.value))
    .map((row) => meaningOf(row, sides.follow));
  if (known.length === 0) return false;
  const meaning = meaningOf(after);
  if (!Array.isArray(meaning)) return known.some((one) => isSame(one, meaning));
  const items = [...known, meaningOf(before, sides.follow)].filter((one) => Array.isArray(one)).flat();
  return holds(items, meaning);
}

/** Whether a value is the other one, or a list with all of its items. */
function holds(value: Meaning, other: Meaning): boolean {
  if (!Array.isArray(value) || !Array.isArray(other)) return isSame(value, other);
  const items = new Set(value.map(textOf));
  return other.every((item) => items.has(textOf(item)));
}

/** A value in which paths are the places that they mean; undefined if there is no value. */
type Meaning = Json | undefined;

/** What a row means, with its places as `follow` leaves them. */
function meaningOf({ value, places }: Omit<Row, 'summary'>, follow: Follow = ({ place }) => place): Meaning {
  if (value.kind !== 'value') return undefined;
  const byKey = new Map(places.map((one) => [keyOf(one), follow(one)]));
  return byKey.size === 0 ? value.value : withPlaces(value.value, [], byKey);
}

/** Where a place stands in a value, as a key. */
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

/** Whether two values mean the same; the order of keys does not matter, that of items does. */
function isSame(one: Meaning, other: Meaning): boolean {
  return textOf(one) === textOf(other);
}

function textOf(meaning: Meaning): string | undefined {
  return JSON.stringify(meaning, (_, value: Json) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
