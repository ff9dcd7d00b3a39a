/** Compares every option before and after the run: same effect, moved, renamed, ended or changed. */

import { isInside, type PlacePath, pathFrom } from '../base/paths.ts';
import { type Catalogue, type Json, rootAliases, sourceAliases } from '../catalogue/index.ts';
import { type OptionPathParts, showPath } from '../config/change.ts';
import { movedPlace } from '../paths/option-paths.ts';
import type { DiskView, Evidence } from '../tree/evidence.ts';
import type { MoveMap } from '../tree/moves.ts';
import type { EffectiveConfig } from './option-rows.ts';
import {
  type EffectiveValue,
  isSet,
  jsonOf,
  type PlacedValue,
  type ReadPlace,
} from './option-value.ts';

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
  /** Whether a path that was not set before leads to nothing. */
  readonly namesNothing?: boolean;
}

/** The files of a project before and after the run. */
interface FilesBetween {
  readonly catalogue: Catalogue;
  readonly moves: MoveMap;
  readonly before: Evidence;
  readonly after: DiskView;
}

/** The options by name, each also with its override blocks. */
interface Sides {
  readonly before: ReadonlyMap<string, PlacedValue>;
  readonly after: ReadonlyMap<string, PlacedValue>;
  readonly files: FilesBetween;
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
  const sides: Sides = { before: optionsByName(before), after: optionsByName(after), files };
  const names = new Set([...sides.before.keys(), ...sides.after.keys()]);
  return [...names].flatMap((name) => compareOption(name, sides) ?? []);
}

function optionsByName({ options }: EffectiveConfig): Sides['before'] {
  const byName = new Map<string, PlacedValue>();
  for (const row of options) {
    byName.set(row.option, row);
    for (const override of row.overrides) byName.set(`${override.block}.${row.option}`, override);
  }
  return byName;
}

/** An option before and after the run. */
interface Pair {
  readonly option: string;
  readonly before: PlacedValue;
  readonly after: PlacedValue;
  readonly files: FilesBetween;
}

const nothing: PlacedValue = { value: { kind: 'unset' }, places: [] };

/** An option by name; what an override block does not set comes from the config around it. */
function optionAt(side: Sides['before'], option: string): PlacedValue {
  return side.get(option) ?? side.get(bareName(option)) ?? nothing;
}

function compareOption(option: string, sides: Sides): OptionComparison | undefined {
  const { files } = sides;
  const before = optionAt(sides.before, option);
  const after = optionAt(sides.after, option);
  const pair = { option, before, after, files };
  const isWritten = isSet(before.value) || isSet(after.value);
  if (!isWritten && !isDefaultChange(pair)) return undefined;
  const shown = { option, before: before.value, after: after.value };
  const change = changeOf(pair);
  if (change === 'changed') {
    const fate = files.catalogue.findOption(bareName(option))?.fate;
    if (fate?.kind === 'moved' && !isSet(after.value)) {
      const to = `${blockOf(option)}${fate.to}`;
      const isTakenOver = isPartOf(itemsOf(before, files), itemsOf(optionAt(sides.after, to)));
      return { ...shown, change: isTakenOver ? 'renamed' : 'changed', to };
    }
    // Everything new comes from options that moved there.
    const sources = files.catalogue
      .sourcesOf(bareName(option))
      .flatMap((name) => sides.before.get(`${blockOf(option)}${name}`) ?? [])
      .filter(({ value }) => isSet(value));
    const former = [...sources, before].flatMap((source) => itemsOf(source, files));
    if (sources.length > 0 && isPartOf(itemsOf(after), former))
      return { ...shown, change: 'renamed' };
  }
  const isShown = isWritten || (change !== 'same' && change !== 'unknown');
  const isLost = !isSet(before.value) && namesNothing(pair);
  return isShown ? { ...shown, change, ...(isLost && { namesNothing: true }) } : undefined;
}

/** Whether a value that is set has a path to something that does not exist. */
function namesNothing({ option, after: { value, places }, files }: Pair): boolean {
  if (!isSet(value)) return false;
  const isPath =
    value.kind === 'value' && typeof value.value === 'string' && files.catalogue.ruleFor(option);
  return (isPath && places.length === 0) || places.some(({ place }) => !files.after.exists(place));
}

/** Whether two defaults are known and differ, and are not just names of folders that do not exist. */
function isDefaultChange({ before, after, files }: Pair): boolean {
  const [text, now] = [jsonOf(before.value), jsonOf(after.value)];
  if (text === undefined || now === undefined) return false;
  // The same text may also resolve to another place.
  if (text === now && !/"(?:~|<srcDir>)/.test(text)) return false;
  const isFolder = before.places.length === 1 && text.startsWith('"');
  const isThere = ({ places }: PlacedValue, { kindOf }: FilesBetween['before' | 'after']) =>
    places.some(({ place }) => kindOf(place) !== undefined);
  return !isFolder || isThere(before, files.before) || isThere(after, files.after);
}

function changeOf(pair: Pair): OptionChange {
  const { option, before, after, files } = pair;
  const fate = files.catalogue.findOption(bareName(option))?.fate.kind;
  if (fate === 'removed' && isSet(before.value) && !isSet(after.value)) return 'ended';
  if (before.value.kind === 'unknown' || after.value.kind === 'unknown')
    return isSameCode(pair) ? 'same' : 'unknown';
  if (isRootAlias(pair)) return 'same';
  if (isMovedSource(pair)) return 'moved';
  const [old, current] = [leavesOf(before), leavesOf(after)];
  const keys = new Set([...old.keys(), ...current.keys()]);
  const changes = new Set(
    Array.from(keys, (key) => leafChange(old.get(key), current.get(key), files)),
  );
  if (changes.has('changed')) return 'changed';
  return changes.has('moved') ? 'moved' : 'same';
}

/** Code with the same text has the same effect, unless it creates paths. */
function isSameCode({ option, before, after, files }: Pair): boolean {
  if (before.value.kind !== 'unknown' || after.value.kind !== 'unknown') return false;
  if (before.value.text === undefined || before.value.text !== after.value.text) return false;
  return !files.catalogue.namesPlaces(bareName(option).split(/[.[]/));
}

/** Whether an alias for the root keeps its text, and so its effect, even if relative paths start elsewhere. */
function isRootAlias({ option, before, after, files }: Pair): boolean {
  const names = aliasNames(files.catalogue, rootAliases);
  const isKept = jsonOf(before.value) === jsonOf(after.value);
  return names.includes(bareName(option)) && isSet(before.value) && isKept;
}

function aliasNames({ path }: Catalogue, aliases: readonly string[]): string[] {
  return aliases.map((alias) => showPath([path.alias, alias]));
}

/** Whether the source directory changes, and the sources moved there. */
function isMovedSource({ option, before, after, files: { catalogue, moves } }: Pair): boolean {
  const [from, to] = [before.places[0], after.places[0]];
  const names = [catalogue.path.srcDir, ...aliasNames(catalogue, sourceAliases)];
  if (!from || !to || from.place === to.place || !names.includes(bareName(option))) return false;
  return moves.moves.some(
    (move) => pathFrom(from.place, move.from) === pathFrom(to.place, move.to),
  );
}

/** A text or another part of a value that contains no others, and its place if it is a path. */
interface Leaf {
  readonly at: OptionPathParts;
  readonly value: Json;
  readonly read: ReadPlace | undefined;
  /** Whether it is part of a default. */
  readonly isDefault: boolean;
}

/** The leaves of a value by their position; none if there is no value. */
function leavesOf({ value, places }: PlacedValue): ReadonlyMap<string, Leaf> {
  const reads = new Map(places.map((read) => [JSON.stringify(read.at), read]));
  const leaves = new Map<string, Leaf>();
  const isDefault = !isSet(value);
  const visit = (part: Json, at: OptionPathParts) => {
    const key = JSON.stringify(at);
    const entries = typeof part === 'object' && part !== null ? Object.entries<Json>(part) : [];
    if (entries.length === 0) leaves.set(key, { at, value: part, read: reads.get(key), isDefault });
    for (const [name, item] of entries)
      visit(item, [...at, Array.isArray(part) ? Number(name) : name]);
  };
  if (value.kind === 'value') visit(value.value, []);
  return leaves;
}

/** What becomes of a text: `~/assets/a.css` that leads to the new place of its file → `moved`. */
function leafChange(
  before: Leaf | undefined,
  after: Leaf | undefined,
  files: FilesBetween,
): 'same' | 'moved' | 'changed' {
  if (!before || !after) return 'changed';
  const isKept = JSON.stringify(before.value) === JSON.stringify(after.value);
  if (!before.read) {
    if (isKept) return 'same';
    return withoutStylePaths(before.value) === withoutStylePaths(after.value) ? 'moved' : 'changed';
  }
  const [from, to] = [before.read.place, after.read?.place];
  if (to === movedTo(before.read, files)) return from === to ? 'same' : 'moved';
  const isWritten = isKept && !before.isDefault && to !== undefined;
  return isWritten && needsNoUpdate(from, to, files) ? 'same' : 'changed';
}

/** A text without the alias paths in its style code, which are checked as references. */
function withoutStylePaths(value: Json): Json {
  return typeof value === 'string' ? value.replace(/(["'(])[~@#][^"'()]*(?=["')])/g, '$1') : value;
}

/** The new path of a place, even if it is written without its extension. */
function movedTo({ place, names }: ReadPlace, { moves, before }: FilesBetween): PlacePath {
  return movedPlace(place, names, moves, before);
}

/** Whether a text that is not updated resolved to nothing in Variant B, or was written for Variant A. */
function needsNoUpdate(
  placeInB: PlacePath,
  placeInA: PlacePath,
  { before, after }: FilesBetween,
): boolean {
  if (!before.exists(placeInB) || (!isInside(placeInB, '') && isInside(placeInA, ''))) return true;
  // If both places exist, package.json decides.
  const isThereInBoth = before.exists(placeInA) && after.exists(placeInA);
  return isThereInBoth && before.generation === 'a';
}

/** The name of an option without its override block. */
export function bareName(option: string): string {
  return option.slice(blockOf(option).length);
}

function blockOf(option: string): string {
  return /^(?:\$(?:if\(.*\)|env(?:\.[\w$-]+|\['[^']*'\])|\w+)\.)+/.exec(option)?.[0] ?? '';
}

/** The leaves of a value, or of the items of a list in any order, with the new places of files that move. */
function itemsOf(value: PlacedValue, files?: FilesBetween): string[] {
  return [...leavesOf(value).values()].flatMap(({ at, value: text, read }) => {
    // An empty list has no items.
    if (Array.isArray(text)) return [];
    const place = read && (files ? movedTo(read, files) : read.place);
    return JSON.stringify([typeof at[0] === 'number' ? at.slice(1) : at, place ?? text]);
  });
}

function isPartOf(items: readonly string[], others: readonly string[]): boolean {
  return items.every((item) => others.includes(item));
}
