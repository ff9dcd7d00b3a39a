/**
 * Separates what always applies in a config from what depends on a condition: `css: x ? ['a'] : ['b']` has two parts.
 */

import { groupedBy } from '../base/grouped.ts';
import { isOverrideKey, type OptionNode } from '../catalogue/index.ts';
import { showPath } from './change.ts';
import { elementsOf, evaluatePart, membersOf, slotValue } from './evaluate.ts';
import { perFile } from './source.ts';
import type { Branch } from './syntax.ts';
import {
  type ArrayElement,
  type ArrayValue,
  type Hop,
  type Member,
  type ObjectValue,
  type Origin,
  objectValue,
  type Property,
  type Slot,
  type Value,
} from './value.ts';

/** A value that applies only under a condition: a part of a config, or of a value in it. */
interface Part {
  /** The override block that it is in; empty for the config itself. */
  readonly block: string;
  readonly condition: string;
  readonly value: Value;
  /** Whether its keys replace whole keys of the config, as the keys of a spread do. */
  readonly replaces: boolean;
  /** The branch that the value comes from, until a slot is created for it. */
  readonly branch?: Origin | undefined;
}

// Reading every option takes time, and most configs have no condition.
const mayHaveConditions = perFile(({ text }) =>
  /\?|&&|\|\||(?:from|require\()\s*['"]\./.test(text),
);

/** Separates the options that always apply from those that apply only under a condition. */
export function splitConditions(config: Value): Split<Value> {
  if (!mayHaveConditions(config.at.scope.file.modules.config)) return { base: config, parts: [] };
  const { optionTree } = config.at.scope.file.modules.catalogue;
  const { base, parts } = splitValue(config, optionTree, '');
  return { base, parts: parts.filter(({ value }) => value.kind === 'object') };
}

/** A value, member or element without its conditional parts, and these parts. */
interface Split<Base> {
  readonly base: Base;
  readonly parts: readonly Part[];
}

/** The catalogue's row for a value, if it has one. */
type Row = OptionNode | undefined;

/** Whether an option may contain other options or paths: the values of others are not split. */
function isRead(row: Row): row is OptionNode {
  return row !== undefined && (row.children.size > 0 || namesPaths(row));
}

function namesPaths(row: Row): boolean {
  return (row?.option?.paths.length ?? 0) > 0;
}

/** The row for a key or an item. Any value inside an option with paths may be a path. */
function rowBelow(row: OptionNode, key: string): Row {
  return row.children.get(key) ?? (namesPaths(row) ? row : undefined);
}

function splitValue(value: Value, row: Row, block: string): Split<Value> {
  if (!isRead(row)) return { base: value, parts: [] };
  if (value.kind === 'object') return splitObject(value, row, block);
  if (value.kind === 'array') return splitArray(value, row, block);
  const branches = (value.kind === 'unknown' && value.branches) || [];
  return {
    base: value,
    parts: branches.flatMap((branch) => splitBranch(branch, value.via, row, block)),
  };
}

/** The parts of a branch: its value, and its values under nested conditions. */
function splitBranch(
  { condition, expr }: Branch,
  via: readonly Hop[],
  row: Row,
  block: string,
): Part[] {
  const { base, parts } = splitValue(evaluatePart(expr, via), row, block);
  const branch = { at: expr, via };
  return withNested({ block, condition, value: base, replaces: false, branch }, parts);
}

/** A part, and the parts of its value under nested conditions: `x`, and in it `x && y`. */
function withNested(whole: Part, nested: readonly Part[]): Part[] {
  const { condition } = whole;
  return [
    whole,
    ...nested.map((part) => ({ ...part, condition: `${condition} && ${part.condition}` })),
  ];
}

function splitObject(object: ObjectValue, row: OptionNode, block: string): Split<Value> {
  if (object.form.kind === 'merged') {
    const sources = object.form.sources.map((source) => splitValue(source, row, block));
    const form = { ...object.form, sources: sources.map(({ base }) => base) };
    const parts = sources.flatMap((source) => source.parts);
    return { base: parts.length > 0 ? { ...object, form, memo: {} } : object, parts };
  }
  const members = membersOf(object);
  const split = members.filter(isAlways).map((member) => splitMember(object, member, row, block));
  const parts = [...split.flatMap((member) => member.parts), ...partsIn(object, row, block)];
  if (parts.length === 0) return { base: object, parts };
  const memo = { members: split.map(({ base }) => base) };
  const others = object.others ?? members.filter((member) => !isAlways(member));
  return { base: { ...object, others, memo }, parts };
}

/** Whether a member does not depend on a condition. Unknown code counts as unconditional. */
function isAlways(member: Member): boolean {
  return member.kind === 'unknown' || !member.guard;
}

function splitMember(
  object: ObjectValue,
  member: Member,
  row: OptionNode,
  block: string,
): Split<Member> {
  if (member.kind === 'unknown') return { base: member, parts: [] };
  const { names, optionTree } = object.at.scope.file.modules.catalogue;
  // Override blocks, also those in the map of environments, contain the same options as the config.
  const isEnvironment = block === names.overrideMap;
  const isOverride = row === optionTree && block === '' && isOverrideKey(names, member.key);
  const inner = isEnvironment ? showPath([block, member.key]) : isOverride ? member.key : undefined;
  const below = inner === undefined ? rowBelow(row, member.key) : row;
  const { base, parts } = splitValue(slotValue(member), below, inner ?? block);
  return {
    base: withBase(member, { base, parts }),
    // A part of an override block stays in that block.
    parts:
      inner === undefined
        ? parts.map((part) => wrapped(object, holding(member, part), part))
        : parts,
  };
}

/** A slot that holds the base of its value, if the value has conditional parts. */
function withBase<S extends Slot>(slot: S, { base, parts }: Split<Value>): S {
  return parts.length > 0 ? { ...slot, memo: { value: base } } : slot;
}

/** A slot that holds the value of a conditional part. */
function holding<S extends Slot>(slot: S, { value, branch }: Part): S {
  const memo = { value };
  return branch
    ? { ...slot, scope: branch.at.scope, via: branch.via, branch: branch.at, memo }
    : { ...slot, memo };
}

/**
 * An object with only the member that a condition sets: `{ css: ['a'] }` under `x` for `css: x ? ['a'] : []`. New keys
 * cannot be added to it.
 */
function wrapped(of: ObjectValue, member: Property, part: Part): Part {
  const empty = objectValue({ kind: 'assigned', sources: [] }, of.at, of.via);
  const members = [member];
  const value = { ...empty, isPart: true, others: membersBeside(of, members), memo: { members } };
  return { ...part, value, replaces: false, branch: undefined };
}

/** The members of an object that are not in a part of it. */
function membersBeside(object: ObjectValue, part: readonly Member[]): Member[] {
  const nodes = new Set(
    part.flatMap((member) => (member.kind === 'property' ? [member.node] : [])),
  );
  return membersOf(object).filter((member) => member.kind === 'unknown' || !nodes.has(member.node));
}

/** The conditional parts of an object: the keys that a spread sets under a condition. */
function partsIn(object: ObjectValue, row: OptionNode, block: string): Part[] {
  const members = membersOf(object);
  const groups = groupedBy(members, ({ guard }) => guard?.object);
  return [...groups].flatMap(([own, group]) => {
    if (!own) return [];
    const { conditions = [] } = group[0].guard ?? {};
    const after = members.slice(members.indexOf(group.at(-1) ?? group[0]) + 1);
    const inside = membersOfPart(group, after, conditions);
    const others = membersBeside(object, inside);
    const part = { ...own, isPart: true, others, memo: { members: inside } };
    const { base, parts } = splitValue(part, row, block);
    return withNested(
      { block, condition: conditions.join(' && '), value: base, replaces: true },
      parts,
    );
  });
}

/**
 * The members of a part, without the keys that are always overwritten when it applies: `b` alone of
 * `...(x && { a: 1, b: 2 }), a: 3`.
 */
function membersOfPart(
  group: readonly Member[],
  after: readonly Member[],
  conditions: readonly string[],
): Member[] {
  const applies = ({ guard }: Member) =>
    guard?.conditions.every((text, index) => text === conditions[index]) ?? true;
  const overwriting = after.filter((member) => member.kind === 'property' && applies(member));
  const keys = new Set(overwriting.map(({ key }) => key));
  const own = group.filter(({ key }) => key === undefined || !keys.has(key));
  // Code that changes a single key does not affect a part without that key.
  const mayChange = ({ kind, key }: Member) =>
    kind === 'unknown' && own.some((member) => (member.key ?? key) === (key ?? member.key));
  return [...own.map((member) => ({ ...member, guard: undefined })), ...after.filter(mayChange)];
}

function splitArray(array: ArrayValue, row: OptionNode, block: string): Split<Value> {
  const below = rowBelow(row, '[]');
  const split = elementsOf(array).map((element) => splitElement(array, element, below, block));
  const parts = split.flatMap((element) => element.parts);
  const elements = split.map(({ base }) => base);
  return { base: parts.length > 0 ? { ...array, memo: { elements } } : array, parts };
}

function splitElement(
  list: ArrayValue,
  element: ArrayElement,
  row: Row,
  block: string,
): Split<ArrayElement> {
  const { spread } = element;
  const { base, parts } = splitValue(spread ?? slotValue(element), row, block);
  const itemParts = parts.flatMap((part) => {
    const { value } = part;
    const elements =
      spread && value.kind === 'array' ? elementsOf(value) : [holding(element, part)];
    const isNothing = spread && (value.kind === 'scalar' || elements.length === 0);
    const items = { ...list, isPart: true, memo: { elements } };
    return isNothing ? [] : [{ ...part, value: items, branch: undefined }];
  });
  const kept = spread ? slotValue(element) : base;
  return { base: withBase(element, { base: kept, parts: itemParts }), parts: itemParts };
}
