import { findOption, type Json } from '../../catalogue/index.ts';
import { isInside, type PlacePath, pathFrom } from '../../config/places.ts';
import type { MoveMap } from '../../project/moves.ts';
import { type Meaning, meaningOf, sameMeaning } from './meaning.ts';
import { sourcesOf } from './moved-options.ts';
import {
  type EffectiveConfig,
  type EffectiveOption,
  type EffectiveValue,
  isSet,
  type OptionOverride,
  type ReadPlace,
} from './option.ts';
import { namesPlaces } from './paths.ts';
import type { Disk } from './unstated.ts';

/**
 * What became of an option. `same`: it means what it meant. `moved`: the same files, at their new place.
 * `renamed`: its value is another option's now. `ended`: the option is gone, as the reference says.
 * `unknown`: the texts do not tell.
 */
export type OptionChange = 'same' | 'moved' | 'renamed' | 'ended' | 'changed' | 'unknown';

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

/** What happens to the files between the two readings, and which of them there are. */
export interface Between {
  readonly moves: Pick<MoveMap, 'moves' | 'after'>;
  /** Where something is afterwards that may be named without its ending. */
  after?(one: ReadPlace): PlacePath;
  readonly disks?: {
    readonly before: Disk;
    readonly after: Disk;
    /** Whether package.json asks for Variant A. */
    readonly isNewer: boolean;
  };
}

/**
 * The options that are set before or after, and those whose default differs. What nobody sets is left out, also
 * where the reference does not show the default of one variant.
 */
export function compareOptions(
  before: EffectiveConfig,
  after: EffectiveConfig,
  between: Between,
): OptionComparison[] {
  const sides: Sides = { before: sideOf(before), after: sideOf(after), between };
  const names = new Set([...sides.before.keys(), ...sides.after.keys()]);
  return [...names].flatMap((name) => compareRow(name, sides) ?? []);
}

/** A row, or what one override block says; what only sums up other rows is told by these. */
type Row = Pick<EffectiveOption, 'value' | 'places' | 'summary'>;

interface Sides {
  readonly before: ReadonlyMap<string, Row>;
  readonly after: ReadonlyMap<string, Row>;
  readonly between: Between;
}

function sideOf(config: EffectiveConfig): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const row of config.options) {
    rows.set(row.option, row);
    for (const override of row.overrides)
      rows.set(blockName(override, row.option), { ...override, summary: false });
  }
  return rows;
}

function blockName({ block }: OptionOverride, option: string): string {
  return `${block}.${option}`;
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
  if (!set && !isDefaultChange(before, after, sides.between)) return undefined;
  const pair = { option, before: before.value, after: after.value };
  const change = changeOf(option, before, after, sides.between);
  if (change === 'changed') {
    const to = targetOf(option);
    if (to !== undefined && !isSet(after.value)) return { ...pair, ...renamed(before, to, sides) };
    if (isTarget(option, before, after, sides)) return { ...pair, change: 'renamed' };
  }
  const isTold = set || (change !== 'same' && change !== 'unknown');
  return isTold ? { ...pair, change } : undefined;
}

/** Whether a row says something that no other row does. */
function isOwn({ summary, value }: Row): boolean {
  return !summary && isSet(value);
}

/** Defaults that are known in both variants, and are more than the names of folders that are not there. */
function isDefaultChange(before: Row, after: Row, { disks }: Between): boolean {
  if (before.value.kind !== 'value' || after.value.kind !== 'value') return false;
  const isFolder = before.places.length === 1 && typeof before.value.value === 'string';
  if (!isFolder || !disks) return true;
  return (
    before.places.some(({ place }) => disks.before.kindOf(place) !== undefined) ||
    after.places.some(({ place }) => disks.after.kindOf(place) !== undefined)
  );
}

function changeOf(option: string, before: Row, after: Row, between: Between): OptionChange {
  const [one, other] = [before.value, after.value];
  if (isEnded(option) && isSet(one) && !isSet(other)) return 'ended';
  if (one.kind === 'unknown' || other.kind === 'unknown')
    return isSameText(option, one, other) ? 'same' : 'unknown';
  const meaning = meaningOf(before);
  const meaningAfter = meaningOf(after);
  const followed = meaningOf(before, followedBy(between));
  if (sameMeaning(followed, meaningAfter)) return sameMeaning(meaning, meaningAfter) ? 'same' : 'moved';
  if (isRootAlias(option, before, after) || isWrittenForA(before, after, between)) return 'same';
  if (isMovedSource(option, before, after, between)) return 'moved';
  return isUnplaced(meaning) || isUnplaced(meaningAfter) ? 'unknown' : 'changed';
}

/** Defaults that stand under a folder which is not known. */
function isUnplaced(meaning: Meaning): boolean {
  return /"<(?:srcDir|rootDir)>/.test(JSON.stringify(meaning) ?? '');
}

/** An alias for the root is what it was, in whichever folder a relative text starts. */
function isRootAlias(option: string, before: Row, after: Row): boolean {
  if (!/^alias\['(?:~~|@@)'\]$/.test(bareName(option))) return false;
  if (before.value.kind !== 'value' || after.value.kind !== 'value') return false;
  return isSet(before.value) && sameMeaning(before.value.value, after.value.value);
}

/** Texts that were left, since what Variant A reads in them is what is there; others beside them follow. */
function isWrittenForA(before: Row, after: Row, between: Between): boolean {
  const { disks } = between;
  if (!disks || !isSet(before.value) || before.places.length === 0) return false;
  const follow = followedBy(between);
  const later = new Map(after.places.map(({ at, place }) => [JSON.stringify(at), place]));
  const read = (one: ReadPlace): PlacePath => {
    const now = later.get(JSON.stringify(one.at));
    if (now === undefined || now === one.place || textAt(before, one) !== textAt(after, one))
      return follow(one);
    // What would lie outside of the project was never meant so.
    if (!isInside(one.place, '') && isInside(now, '')) return now;
    const isOld = disks.before.exists(one.place);
    const isNew = disks.before.exists(now) && disks.after.exists(now);
    return (isOld === isNew ? disks.isNewer : isNew) ? now : follow(one);
  };
  return sameMeaning(meaningOf(before, read), meaningOf(after));
}

/** What is written where a row names a place. */
function textAt({ value }: Row, { at }: ReadPlace): Json | undefined {
  let found: Json | undefined = value.kind === 'value' ? value.value : undefined;
  for (const key of at)
    found = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
  return found;
}

function followedBy({ after, moves }: Between): (one: ReadPlace) => PlacePath {
  return after ?? (({ place }) => moves.after(place));
}

/** Code that stands there as it did does what it did, unless it makes paths. */
function isSameText(option: string, before: EffectiveValue, after: EffectiveValue): boolean {
  if (before.kind !== 'unknown' || after.kind !== 'unknown') return false;
  if (before.text === undefined || before.text !== after.text) return false;
  return !namesPlaces(bareName(option).split(/[.[]/));
}

const sourceNames: ReadonlySet<string> = new Set(['srcDir', "alias['~']", "alias['@']"]);

/** The source directory is another one, and the sources went there. */
function isMovedSource(option: string, before: Row, after: Row, { moves }: Between): boolean {
  const [from] = before.places;
  const [to] = after.places;
  if (!from || !to || !sourceNames.has(bareName(option))) return false;
  return moves.moves.some((move) => pathFrom(from.place, move.from) === pathFrom(to.place, move.to));
}

/** The name of an option without its override block. */
export function bareName(option: string): string {
  return option.slice(blockOf(option).length);
}

function blockOf(option: string): string {
  return /^\$(?:env(?:\.[\w$-]+|\['[^']*'\])|\w+)\./.exec(option)?.[0] ?? '';
}

function isEnded(option: string): boolean {
  return findOption(bareName(option))?.fate.kind === 'removed';
}

/** The option that takes the value over, in the same override block. */
function targetOf(option: string): string | undefined {
  const fate = findOption(bareName(option))?.fate;
  return fate?.kind === 'moved' ? `${blockOf(option)}${fate.to}` : undefined;
}

function renamed(before: Row, to: string, sides: Sides): Pick<OptionComparison, 'change' | 'to'> {
  const target = rowAt(sides.after, to);
  const isThere = holds(meaningOf(target), meaningOf(before, followedBy(sides.between)));
  return { change: isThere ? 'renamed' : 'changed', to };
}

/** Whether all that is new in an option comes from those that moved there. */
function isTarget(option: string, before: Row, after: Row, sides: Sides): boolean {
  const follow = followedBy(sides.between);
  const known = sourcesOf(bareName(option))
    .map((name) => sides.before.get(`${blockOf(option)}${name}`) ?? nothing)
    .filter((row) => isSet(row.value))
    .map((row) => meaningOf(row, follow));
  if (known.length === 0) return false;
  const meaning = meaningOf(after);
  if (!Array.isArray(meaning)) return known.some((one) => sameMeaning(one, meaning));
  const items = [...known, meaningOf(before, follow)].flatMap((one) => (Array.isArray(one) ? one : []));
  return meaning.every((item) => items.some((one) => sameMeaning(one, item)));
}

/** Whether a value is the other one, or a list with all of its items. */
function holds(value: Meaning, other: Meaning): boolean {
  if (!Array.isArray(value) || !Array.isArray(other)) return sameMeaning(value, other);
  return other.every((item) => value.some((one) => sameMeaning(one, item)));
}
