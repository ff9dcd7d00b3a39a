import type { Json } from '../../catalogue/index.ts';
import { type OptionNode, optionTree } from '../../catalogue/tree.ts';
import { type OptionPathParts, showPath } from '../../config/change.ts';
import type { createDefaults, EffectiveDefault } from './defaults.ts';
import type { EffectiveOption, EffectiveValue, OptionOverride } from './option.ts';
import type { PathReader } from './reader.ts';
import { isObjectLookup, isObjectValue, type Reading, readOption } from './reading.ts';
import type { Voice } from './voices.ts';

/** Whether an option, or anything in it, is worth a row. */
export type IsWanted = (path: OptionPathParts, node: OptionNode) => boolean;

/** All who have a say in a config, and what reads it. */
export interface Speakers {
  /** The config and its layers; the first counts most. */
  readonly voices: readonly Voice[];
  /** The override blocks of the config. */
  readonly blocks: readonly Voice[];
  /** Reads the paths of defaults. */
  readonly own: PathReader;
  readonly defaultOf: ReturnType<typeof createDefaults>;
}

/** A row for every option that is wanted, in the order of the reference. */
export function rowsOf({ voices, blocks, own, defaultOf }: Speakers, isWanted: IsWanted): EffectiveOption[] {
  const walk: Walk = { own, defaultOf, isWanted, rows: [] };
  visitParts(walk, optionTree(), { path: [], voices, blocks, base: none, inside: {} });
  return walk.rows;
}

const none: EffectiveDefault = { kind: 'none' };

interface Walk extends Pick<Speakers, 'own' | 'defaultOf'> {
  readonly isWanted: IsWanted;
  readonly rows: EffectiveOption[];
}

/** An option, or an object of options, and who has a say in it. */
interface Visit {
  readonly path: OptionPathParts;
  readonly voices: readonly Voice[];
  readonly blocks: readonly Voice[];
  readonly base: EffectiveDefault;
  /** What the object is that it is in. */
  readonly inside: { readonly without?: string; readonly value?: EffectiveValue };
}

/** Adds the rows of all that an object holds: the options of the reference, then what else is written. */
function visitParts(walk: Walk, node: OptionNode, at: Visit): void {
  for (const [name, child] of node.children) {
    const path = [...at.path, name];
    if (name === '[]' || !walk.isWanted(path, child)) continue;
    const stated = child.option ? walk.defaultOf(child.option) : none;
    const base = at.inside.without === undefined || stated.kind === 'missing' ? stated : none;
    visitOption(walk, child, { ...at, path, base });
  }
  for (const name of unlistedKeys(node, at)) {
    visitUnlisted(walk, { ...at, path: [...at.path, name], base: keyDefault(at.base, name) });
  }
}

/** Keys that are written; of aliases, those that the framework gives as well. */
function unlistedKeys(node: OptionNode, { path, voices, blocks, base }: Visit): string[] {
  const given = path[0] === 'alias' && base.kind === 'value' ? Object.keys(base.value ?? {}) : [];
  const written = [...voices, ...blocks].flatMap((voice) => voice.keys(path));
  return [...new Set([...given, ...written])].filter((name) => !node.children.has(name));
}

function keyDefault(base: EffectiveDefault, name: string): EffectiveDefault {
  if (base.kind === 'missing') return base;
  if (base.kind !== 'value' || !isObject(base.value)) return none;
  const value = Object.hasOwn(base.value, name) ? base.value[name] : undefined;
  return value === undefined ? none : { ...base, value };
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return isObjectValue(value);
}

function visitOption(walk: Walk, node: OptionNode, at: Visit): void {
  const reading = readOption(at.path, at.voices, at.base, walk.own);
  const inner: Visit = {
    ...at,
    voices: reading.voices,
    blocks: at.blocks.filter((block) => mayHold(block, at.path)),
    inside: insideOf(at, reading),
  };
  const value = ownValue(node, at, reading);
  const hasKeys = reading.isObject && unlistedKeys(node, inner).length > 0;
  const summary = value.kind === 'group' || (reading.isObject && (hasOptions(node) || hasKeys));
  walk.rows.push({
    option: showPath(at.path),
    listed: node.option !== undefined,
    value,
    places: value === reading.value ? reading.places : [],
    overrides: overridesOf(walk, at, (block) => !isObjectLookup(block.lookup(at.path))),
    summary,
  });
  addFields(walk, node, at.path, reading.value);
  visitParts(walk, node, inner);
}

/** Whether the reference lists options in it, beside the fields of list items. */
function hasOptions(node: OptionNode): boolean {
  return node.children.size > (node.children.has('[]') ? 1 : 0);
}

function mayHold(block: Voice, path: OptionPathParts): boolean {
  const lookup = block.lookup(path);
  return lookup.kind === 'dynamic' || isObjectLookup(lookup);
}

/** The one option whose value, where it is no object, counts for each of its parts. */
const appliesToParts = 'sourcemap';

function insideOf({ path, inside }: Visit, { value, hasDefaults }: Reading): Visit['inside'] {
  if (inside.without !== undefined) return inside;
  if (hasDefaults) return {};
  const option = showPath(path);
  return option === appliesToParts ? { without: option, value } : { without: option };
}

/** A group has no value of its own; what is in an option that is no object is not there. */
function ownValue(node: OptionNode, { path, base, inside }: Visit, reading: Reading): EffectiveValue {
  const { value, voices } = reading;
  if (value.kind === 'unset' && inside.without !== undefined)
    return inside.value ?? { kind: 'unset', why: `\`${inside.without}\` is not an object` };
  if (base.kind !== 'none' || !hasOptions(node)) return value;
  if (value.kind === 'unset') return { kind: 'group' };
  return reading.isObject && voices.every((voice) => voice.isComplete(path)) ? { kind: 'group' } : value;
}

/** Options of a module have a row each; everything else that the reference does not list is one row. */
function visitUnlisted(walk: Walk, at: Visit): void {
  const reading = readOption(at.path, at.voices, at.base, walk.own);
  const keys = at.path.length === 1 ? keysOf(at) : [];
  const isComplete = reading.voices.every((voice) => voice.isComplete(at.path));
  if (keys.length === 0 || !isComplete) {
    walk.rows.push({
      option: showPath(at.path),
      listed: false,
      value: reading.value,
      places: reading.places,
      overrides: overridesOf(walk, at, (block) => keys.length === 0 || block.keys(at.path).length === 0),
      summary: keys.length > 0,
    });
  }
  for (const key of keys) visitUnlisted(walk, { ...at, path: [...at.path, key] });
}

function keysOf({ path, voices, blocks }: Visit): string[] {
  return [...new Set([...voices, ...blocks].flatMap((voice) => voice.keys(path)))];
}

function overridesOf(
  walk: Walk,
  { path, blocks }: Visit,
  isShown: (block: Voice) => boolean,
): readonly OptionOverride[] {
  return blocks.filter(isShown).flatMap((block): OptionOverride[] => {
    const { value, places } = readOption(path, [block], none, walk.own);
    const isWritten = value.kind === 'value' || (value.kind === 'unknown' && value.text !== undefined);
    return isWritten ? [{ block: block.block, value, places }] : [];
  });
}

/** The fields of list items, each as the list of what the items say. */
function addFields(walk: Walk, node: OptionNode, path: OptionPathParts, list: EffectiveValue): void {
  for (const name of node.children.get('[]')?.children.keys() ?? []) {
    const value = fieldValue(list, name);
    walk.rows.push({
      option: `${showPath(path)}[].${name}`,
      listed: true,
      ...{ value, places: [], overrides: [], summary: true },
    });
  }
}

function fieldValue(list: EffectiveValue, name: string): EffectiveValue {
  if (list.kind === 'unknown') return list.at ? { kind: 'unknown', why: list.why, at: list.at } : list;
  if (list.kind !== 'value' || list.from.kind === 'default' || !Array.isArray(list.value))
    return { kind: 'unset' };
  const values = list.value.flatMap((item: Json) =>
    isObject(item) && name in item ? [item[name] ?? null] : [],
  );
  return values.length === 0 ? { kind: 'unset' } : { ...list, value: values };
}
