import { isOverrideKey, type OptionNode } from '../catalogue/index.ts';
import { showPath } from './change.ts';
import { elementsOf, evaluatePart, lateMembers, membersOf, slotValue, writtenParts } from './evaluate.ts';
import { perFile } from './source.ts';
import { type Branch, branchesOf } from './syntax.ts';
import {
  type ArrayElement,
  type ArrayValue,
  asUnknown,
  type Hop,
  type LateMembers,
  likeObject,
  type Member,
  type ObjectValue,
  type Origin,
  objectValue,
  type Property,
  type Slot,
  type Value,
} from './value.ts';

/** A value that applies only under a condition: a part of a config, or of a value in it. */
interface Part<V extends Value = Value> {
  /** The override block that it is in; empty for the config itself. */
  readonly block: string;
  readonly condition: string;
  readonly value: V;
  /** Whether its keys replace whole keys of the config, as the keys of a spread do. */
  readonly replaces: boolean;
  /** The branch that the value comes from, until a slot is created for it. */
  readonly branch?: (Origin & { readonly kind: 'branch' }) | undefined;
}

// Reading every option takes time, and most configs have no condition.
const mayHaveConditions = perFile(({ text }) => /\?|&&|\|\||\bif\b|(?:from|require\()\s*['"]\./.test(text));

/** Separates the options that always apply from those that apply only under a condition. */
export function splitConditions(config: Value): Split<Value, Part<ObjectValue>> {
  if (!mayHaveConditions(config.at.scope.file.modules.config)) return { base: config, parts: [] };
  const { optionTree } = config.at.scope.file.modules.catalogue;
  const { base, parts } = splitValue(config, optionTree, '');
  return { base, parts: parts.filter((part): part is Part<ObjectValue> => part.value.kind === 'object') };
}

/** A value, member or element without its conditional parts, and these parts. */
interface Split<Base, P extends Part = Part> {
  readonly base: Base;
  readonly parts: readonly P[];
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
  const branches = (value.kind === 'unknown' && branchesOf(value.at)) || [];
  return { base: value, parts: branches.flatMap((branch) => splitBranch(branch, value.via, row, block)) };
}

/** The parts of a branch: its value, and its values under nested conditions. */
function splitBranch({ condition, expr }: Branch, via: readonly Hop[], row: Row, block: string): Part[] {
  const { base, parts } = splitValue(evaluatePart(expr, via), row, block);
  const branch = { kind: 'branch', at: expr, via } as const;
  return withNested({ block, condition, value: base, replaces: false, branch }, parts);
}

/** A part, and the parts of its value under nested conditions. */
function withNested(whole: Part, nested: readonly Part[]): Part[] {
  const { condition } = whole;
  return [whole, ...nested.map((part) => ({ ...part, condition: `${condition} && ${part.condition}` }))];
}

function splitObject(object: ObjectValue, row: OptionNode, block: string): Split<Value> {
  if (object.form.kind === 'merged') {
    const layers = object.form.layers.map((layer) => splitValue(layer, row, block));
    const form = { kind: 'merged', layers: layers.map(({ base }) => base) } as const;
    const parts = layers.flatMap((layer) => layer.parts);
    return { base: parts.length > 0 ? likeObject(object, { form }) : object, parts };
  }
  const conditional = partsIn(object, row, block);
  const always = membersOf(object).filter(isAlways);
  const split = always.map((member) => splitMember(object, member, row, block));
  const parts = [...split.flatMap((member) => member.parts), ...conditional];
  if (parts.length === 0) return { base: object, parts };
  const part = object.part ?? { of: object, conditional: false };
  const members = split.map(({ base }) => base);
  return { base: { ...likeObject(object, { part }), memo: { members } }, parts };
}

/** Whether a member does not depend on a condition. Unknown code counts as unconditional. */
function isAlways(member: Member): boolean {
  return member.kind === 'unknown' || !member.conditional;
}

function splitMember(object: ObjectValue, member: Member, row: OptionNode, block: string): Split<Member> {
  if (member.kind === 'unknown') return { base: member, parts: [] };
  const { names, optionTree } = object.at.scope.file.modules.catalogue;
  // Override blocks contain the same options as the config.
  const isBlock = row === optionTree && block === '' && isOverrideKey(names, member.key);
  const inner = isBlock ? member.key : undefined;
  const { base, parts } =
    inner === names.overrideMap
      ? splitBlocks(slotValue(member))
      : splitValue(slotValue(member), inner === undefined ? rowBelow(row, member.key) : row, inner ?? block);
  return {
    base: withBase(member, { base, parts }),
    // A part of an override block stays in that block.
    parts: isBlock ? parts : parts.map((part) => held(object, holding(member, part), part)),
  };
}

/** Splits every block in the map of environments. */
function splitBlocks(map: Value): Split<Value> {
  if (map.kind !== 'object' || map.form.kind === 'merged') return { base: map, parts: [] };
  const { names, optionTree } = map.at.scope.file.modules.catalogue;
  const split = membersOf(map).map((member) => {
    if (member.kind === 'unknown' || member.conditional) return { base: member, parts: [] };
    const block = showPath([names.overrideMap, member.key]);
    const inner = splitValue(slotValue(member), optionTree, block);
    return { base: withBase(member, inner), parts: inner.parts };
  });
  const parts = split.flatMap((member) => member.parts);
  const members = split.map(({ base }) => base);
  return { base: parts.length > 0 ? { ...likeObject(map, {}), memo: { members } } : map, parts };
}

/** A slot that holds the base of its value, if the value has conditional parts. */
function withBase<S extends Slot>(slot: S, { base, parts }: Split<Value>): S {
  return parts.length > 0 ? { ...slot, isSplit: true, memo: { value: base } } : slot;
}

/** A slot that holds the value of a conditional part. */
function holding<S extends Slot>(slot: S, { value, branch }: Part): S {
  const memo = { value };
  return branch
    ? { ...slot, scope: branch.at.scope, via: branch.via, branch: branch.at, memo }
    : { ...slot, memo };
}

/** Wraps a part of a member's value in an object that has only this member. */
function held(object: ObjectValue, member: Property, { block, condition }: Part): Part {
  return { block, condition, value: partOf(object, [member]), replaces: false };
}

/** An object with the members that apply under one condition. It has no literal for new keys. */
function partOf(of: ObjectValue, members: readonly Member[]): ObjectValue {
  const empty = objectValue({ kind: 'assigned', sources: [] }, of.at, of.via);
  return { ...empty, part: { of, conditional: true }, memo: { members } };
}

/** Something that sets keys of an object: a property, a spread, or a later statement. */
interface Setter {
  /** The members that it sets unconditionally, and unknown code. */
  readonly always: readonly Member[];
  readonly spread?: Value;
  readonly late?: LateMembers;
}

/** The setters of an object's keys, in order. */
function settersOf(object: ObjectValue): Setter[] {
  const written = writtenParts(object).map(({ members, ...part }) => ({
    ...part,
    always: members.filter(isAlways),
  }));
  const later = object.changes.map((change): Setter => {
    if (change.kind === 'unknown') return { always: [change] };
    const isSure = change.conditions.length === 0;
    const { sets } = change;
    if (sets.kind === 'items' || (sets.kind === 'key' && sets.operator !== '='))
      return { always: [asUnknown(change)] };
    if (change.path.length > 0) return { always: isSure ? [asUnknown(change)] : [] };
    return isSure ? { always: lateMembers(change, object) } : { always: [], late: change };
  });
  return [...written, ...later];
}

/** The conditional parts of an object: spreads and assignments under a condition. */
function partsIn(object: ObjectValue, row: OptionNode, block: string, outer: readonly Member[] = []): Part[] {
  const setters = settersOf(object);
  return setters.flatMap(({ spread, late }, index) => {
    if (!spread && !late) return [];
    const after = [...setters.slice(index + 1).flatMap(({ always }) => always), ...outer];
    const ofPart = (value: ObjectValue, conditions: readonly string[]): Part[] => {
      const condition = conditions.join(' && ');
      const { base, parts } = splitValue(hiddenBy(after, value), row, block);
      return withNested({ block, condition, value: base, replaces: true }, parts);
    };
    if (late) return ofPart(partOf(object, lateMembers(late, object)), late.conditions);
    const spreadParts = (value: Value, conditions: readonly string[]): Part[] => {
      if (value.kind === 'object' && conditions.length === 0) return partsIn(value, row, block, after);
      if (value.kind === 'object')
        return ofPart(likeObject(value, { part: { of: object, conditional: true } }), conditions);
      const branches = (value.kind === 'unknown' && branchesOf(value.at)) || [];
      return branches.flatMap(({ condition, expr }) =>
        spreadParts(evaluatePart(expr, value.via), [...conditions, condition]),
      );
    };
    return spread ? spreadParts(spread, []) : [];
  });
}

/** A part without the keys that are always overwritten afterwards: they have no effect. */
function hiddenBy(after: readonly Member[], part: ObjectValue): ObjectValue {
  if (after.length === 0) return part;
  const keys = new Set(after.flatMap((member) => (member.kind === 'property' ? [member.key] : [])));
  const members = membersOf(part).filter(({ key }) => key === undefined || !keys.has(key));
  const partKeys = new Set(members.map(({ key }) => key));
  // Code that changes a single key does not affect a part without that key.
  const unknown = after.filter(
    ({ kind, key }) =>
      kind === 'unknown' && (key === undefined || partKeys.has(undefined) || partKeys.has(key)),
  );
  return { ...part, memo: { members: [...members, ...unknown] } };
}

function splitArray(array: ArrayValue, row: OptionNode, block: string): Split<Value> {
  const below = rowBelow(row, '[]');
  const split = elementsOf(array).map((element) => splitElement(array, element, below, block));
  const parts = split.flatMap((element) => element.parts);
  const elements = split.map(({ base }) => base);
  return { base: parts.length > 0 ? { ...array, memo: { elements } } : array, parts };
}

function splitElement(list: ArrayValue, element: ArrayElement, row: Row, block: string): Split<ArrayElement> {
  const items = (elements: readonly ArrayElement[]) => ({ ...list, isPart: true, memo: { elements } });
  if (element.pushed && element.pushed.length > 0) {
    const condition = element.pushed.join(' && ');
    const item = { ...element, spread: undefined, pushed: [], isSplit: false, memo: {} };
    const { base, parts } = splitElement(list, item, row, block);
    const whole = { block, condition, value: items([base]), replaces: false };
    return { base: element, parts: withNested(whole, parts) };
  }
  if (!element.spread) {
    const { base, parts } = splitValue(slotValue(element), row, block);
    return {
      base: withBase(element, { base, parts }),
      parts: parts.map((part) => ({ ...part, value: items([holding(element, part)]), branch: undefined })),
    };
  }
  const { parts } = splitValue(evaluatePart(element.spread, list.via), row, block);
  const itemParts = parts.flatMap((part) => {
    const { value } = part;
    const elements = value.kind === 'array' ? elementsOf(value) : [holding(element, part)];
    const isNothing = value.kind === 'scalar' || elements.length === 0;
    return isNothing ? [] : [{ ...part, value: items(elements), branch: undefined }];
  });
  return { base: withBase(element, { base: slotValue(element), parts: itemParts }), parts: itemParts };
}
