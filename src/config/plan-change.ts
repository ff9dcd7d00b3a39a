import type * as t from '@babel/types';
import {
  type Change,
  ConfigPath,
  isMovedItem,
  isSamePath,
  type NewItem,
  type NewValue,
  type OptionPathParts,
  showPath,
  startsWith,
} from './change.ts';
import type { Edit } from './edits.ts';
import { type AbsentOption, type FoundOption, findOption } from './lookup.ts';
import {
  hidesPart,
  isConditionalPart,
  isSetOutside,
  type Obstacle,
  pushObstacle,
  replacedObstacle,
  sharedHop,
  sharedObstacle,
  unknownNameAt,
} from './obstacles.ts';
import { retarget } from './path-expressions.ts';
import { folderOf } from './paths.ts';
import { indentAt, keyed, type NewText, newText, printKey, styleOf } from './print.ts';
import { type SourceFile, spanOf } from './source.ts';
import { keySpan } from './syntax.ts';
import {
  type ListNode,
  type Origin,
  type PathValue,
  type Property,
  type Slot,
  type Value,
  valueNode,
} from './value.ts';

/** A new value, a property or element that moves with its text, or a list whose items all move. */
type Inserted =
  | { readonly kind: 'new'; readonly value: NewText }
  | { readonly kind: 'moved' | 'spread'; readonly slot: Slot };

/** A key that is new in an object, or an item that is new at the end of an array. */
export interface Insert {
  readonly kind: 'insert';
  readonly file: SourceFile;
  readonly container: ListNode;
  readonly path: OptionPathParts;
  /** The part of the path below the container; empty for an item. */
  readonly rest: OptionPathParts;
  readonly value: Inserted;
  /** The properties that are removed when the value is moved: it can replace one of them. */
  readonly from: readonly Property[];
}

/** The comments of a repeat that is removed, and the equal property or element that they move to. */
export interface MovedComments {
  readonly kind: 'comments';
  readonly file: SourceFile;
  readonly slot: Slot;
  readonly onto: Slot;
}

/** One step of a change in the text of a file. */
export type Operation = { readonly file: SourceFile } & (
  | Insert
  | MovedComments
  | { readonly kind: 'replace'; readonly edit: Edit }
  | { readonly kind: 'retarget'; readonly value: PathValue; readonly place: string }
  /** `holders` are the properties around the slot, innermost first: they are removed too if that empties them. */
  | { readonly kind: 'remove'; readonly slot: Slot; readonly holders: readonly Property[] }
);

type Rename = Extract<Change, { kind: 'rename' }>;
type Planned = readonly Operation[] | Obstacle;

/** Why a change cannot be written. Undefined if it can. */
export function obstacleTo(layers: readonly Value[], change: Change): Obstacle | undefined {
  const planned = planAt(rootOf(layers, change), change, change.path);
  return isObstacle(planned) ? planned : undefined;
}

/** The files that a change writes to, if it can be written. */
export function filesWritten(layers: readonly Value[], change: Change): readonly SourceFile[] {
  const planned = planAt(rootOf(layers, change), change, change.path);
  return isObstacle(planned) ? [] : [...new Set(planned.map(({ file }) => file))];
}

/** Whether a change has no effect. */
export function isMoot(layers: readonly Value[], change: Change): boolean {
  return change.kind === 'rename' && findOption(rootOf(layers, change), change.path).kind === 'absent';
}

/** The operations that make all changes. The changes are settled and have no obstacle. */
export function planChanges(layers: readonly Value[], changes: readonly Change[]): Operation[] {
  const simple = withoutText(layers, changes);
  const renames = simple.filter((change) => change.kind === 'rename');
  return simple.flatMap((change) => {
    const path = change.kind === 'rename' ? change.path : beforeRenames(change, renames);
    const planned = planAt(rootOf(layers, change), change, path);
    if (isObstacle(planned)) throw new Error(`${showPath(change.path)} ${planned.why}`);
    return planned;
  });
}

function isObstacle(planned: Planned): planned is Obstacle {
  return !Array.isArray(planned);
}

function rootOf(layers: readonly Value[], { layer }: Change): Value {
  const root = layers[layer];
  if (!root) throw new RangeError(`The config has no layer ${layer}`);
  return root;
}

/**
 * Replaces the rename of a method or shorthand that is also set: none of its text is kept, so the old option is
 * removed and the new one set.
 */
function withoutText(layers: readonly Value[], changes: readonly Change[]): readonly Change[] {
  let result = changes;
  for (const rename of changes) {
    if (rename.kind !== 'rename') continue;
    const { layer, path, to } = rename;
    const search = findOption(rootOf(layers, rename), path);
    const node = search.kind === 'found' && search.slot?.kind === 'property' ? search.slot.node : undefined;
    const isKept =
      node?.type === 'AssignmentExpression' || (node?.type === 'ObjectProperty' && !node.shorthand);
    if (!node || isKept) continue;
    const isSet = (candidate: Change) =>
      candidate.kind === 'set' &&
      candidate.layer === layer &&
      [path, to].some((place) => isSamePath(candidate.path, place));
    if (!changes.some(isSet)) continue;
    result = result.map((change): Change => {
      if (change === rename) return { kind: 'remove', layer, path };
      return isSet(change) ? { ...change, path: to } : change;
    });
  }
  return result;
}

/** A child of a renamed option may be given by its new path, but is found by its old one. */
function beforeRenames({ path, layer }: Change, renames: readonly Rename[]): OptionPathParts {
  const rename = renames.find((change) => change.layer === layer && startsWith(path, change.to));
  return rename ? [...rename.path, ...path.slice(rename.to.length)] : path;
}

function planAt(root: Value, change: Change, path: OptionPathParts): Planned {
  const search = findOption(root, path);
  if (search.kind === 'unknown') return search;
  if (change.kind === 'append') return planAppend(root, path, search, change.items);
  if (search.kind === 'absent') {
    if (change.kind !== 'set') return [];
    return planInsert(search, path, { kind: 'new', value: change.value });
  }
  switch (change.kind) {
    case 'set':
      return planSet(search, change.value);
    case 'remove':
      if (hidesPart(root, path))
        return { why: 'would hide a value that is set under a condition', at: search.value.at };
      return planRemove(search, holdersOf(root, path));
    case 'rename':
      return planRename(root, path, change.to, search);
  }
}

/** Sets an option that is already written to another value. */
function planSet({ value, slot }: FoundOption, next: NewValue): Planned {
  if (next instanceof ConfigPath && value.kind === 'path') {
    const { file } = value.at.scope;
    if (!retarget(value.parts, value.base, next.place, folderOf(file.modules.config.path)))
      return { why: 'has no literal path that could be changed', at: value.at };
    // Every other use of the expression means the same place, so it can be changed at its origin.
    return [{ kind: 'retarget', file, value, place: next.place }];
  }
  if (!slot) return { why: 'is the config itself', at: value.at };
  const obstacle = sharedObstacle(slot.via, value.at);
  if (obstacle) return obstacle;
  const followed = value.via.slice(slot.via.length);
  const hasOwnLiteral = value.kind === 'scalar' && !value.composed && !sharedHop(followed);
  if (hasOwnLiteral) return [replaceNode(value.at.scope.file, value.at.node, next)];
  const { file } = slot.scope;
  const held = isShorthand(slot) ? undefined : valueNode(slot);
  if (held) return [replaceNode(file, held, next)];
  // A method or a shorthand has no value that could be replaced on its own.
  return [replaceNode(file, slot.node, next, slot.kind === 'property' ? slot.key : undefined)];
}

function isShorthand({ node, branch }: Slot): boolean {
  return !branch && node.type === 'ObjectProperty' && node.shorthand;
}

/** Writes a value over a node, with a key in front of it if the node is a whole property. */
function replaceNode(file: SourceFile, node: t.Node, value: NewValue, key?: string): Operation {
  const { start, end } = spanOf(node);
  const text = () => {
    const print =
      key === undefined
        ? newText(file, value, file.text[start])
        : keyed(key, newText(file, value), styleOf(file)).print;
    return print(indentAt(file.text, start), false);
  };
  return { kind: 'replace', file, edit: { start, end, text, covers: true } };
}

/** Removes an option, and the ones it hides, which would take effect without it. */
function planRemove({ slot, value, hidden, below }: FoundOption, holders: readonly Property[]): Planned {
  if (!slot) return { why: 'is the config itself', at: value.at };
  if (below) return { why: `may also be set by ${below.what}`, at: below.at };
  const slots = [slot, ...hidden];
  const pushed = pushObstacle(slot, value);
  if (pushed) return pushed;
  for (const removed of slots) {
    const { kind, via, node, owner, scope, branch } = removed;
    if (branch) return { why: 'is one branch of a condition', at: branch };
    if (removed.kind === 'property' && removed.isFixed)
      return { why: 'is assigned under a condition: change the assignment manually', at: { node, scope } };
    const obstacle = sharedObstacle(via, { node: kind === 'element' ? owner : node, scope });
    if (obstacle) return obstacle;
  }
  return slots.map((removed) => {
    const isProperty = removed === slot && removed.kind === 'property';
    const { file } = removed.scope;
    return { kind: 'remove', file, slot: removed, holders: isProperty ? holders : [] };
  });
}

/** The properties that hold the objects on the way to an option, innermost first. */
function holdersOf(root: Value, path: OptionPathParts): Property[] {
  const holders: Property[] = [];
  // An object that replaces another one under a condition has an effect even if it is empty.
  const outermost = isConditionalPart(root) && isSetOutside(root, path[0]) ? 2 : 1;
  for (let length = path.length - 1; length >= outermost; length -= 1) {
    const search = findOption(root, path.slice(0, length));
    if (search.kind !== 'found' || search.slot?.kind !== 'property') break;
    if (search.hidden.length > 0 || search.below || sharedHop(search.slot.via)) break;
    // A property that was read only in part has other content.
    if (search.slot.branch || isConditionalPart(search.value) || hidesPart(root, path.slice(0, length)))
      break;
    holders.push(search.slot);
  }
  return holders;
}

/** Renames an option: only its key changes if it stays in its object, otherwise its text moves. */
function planRename(root: Value, path: OptionPathParts, to: OptionPathParts, option: FoundOption): Planned {
  const { slot, value, hidden, below } = option;
  if (slot?.kind !== 'property') return { why: 'is not a property that can be moved', at: value.at };
  const target = findOption(root, to);
  if (target.kind === 'unknown') return target;
  if (target.kind === 'found') return { why: `would replace ${showPath(to)}`, at: target.value.at };
  if (below) return { why: `may also be set by ${below.what}`, at: below.at };
  const object = writableLiteral(target.parent);
  const pushed = pushObstacle(slot, value);
  if (pushed) return pushed;
  if (object?.node === slot.owner && target.rest.length === 1 && hidden.length === 0)
    return sharedObstacle(slot.via, value.at) ?? [renameKey(slot, String(target.rest[0]))];
  const replaced = replacedObstacle(root, path, to);
  if (replaced) return replaced;
  const holders = holdersOf(root, path);
  const removed = planRemove(option, holders);
  if (isObstacle(removed)) return removed;
  const name = object && unknownNameAt(object.at, slot);
  if (name !== undefined) return { why: `uses \`${name}\`, which is not defined there`, at: value.at };
  const inserted = planInsert(target, to, { kind: 'moved', slot }, [slot, ...holders]);
  const comments = hidden.map((repeat) => movedComments(repeat, slot));
  return isObstacle(inserted) ? inserted : [...removed, ...inserted, ...comments];
}

function movedComments(slot: Slot, onto: Slot): MovedComments {
  return { kind: 'comments', file: onto.scope.file, slot, onto };
}

function renameKey({ node, scope: { file } }: Property, key: string): Operation {
  if (node.type === 'AssignmentExpression') throw new Error('An assignment has no key to rename');
  const name = printKey(key, styleOf(file), node.key.type === 'StringLiteral');
  const { start, end } = keySpan(file.text, node);
  const isShorthand = node.type === 'ObjectProperty' && node.shorthand;
  const edit = isShorthand ? { start, end: start, text: `${name}: ` } : { start, end, text: name };
  return { kind: 'replace', file, edit };
}

/** Writes an option that is not set yet. A moved value may replace one of the properties in `from`. */
function planInsert(
  { parent, rest }: AbsentOption,
  path: OptionPathParts,
  value: Inserted,
  from: readonly Property[] = [],
): Planned {
  const object = writableLiteral(parent);
  if (!object) return { why: 'is not an object that can be written to', at: parent.at };
  if (isSetOutside(parent, rest[0]))
    return { why: 'is also set under a condition, and one would replace the other', at: parent.at };
  const { node: container, at, via } = object;
  const obstacle = sharedObstacle(via, at);
  if (obstacle) return obstacle;
  if (rest.some((segment) => typeof segment === 'number')) return { why: 'has no such item', at: parent.at };
  return [{ kind: 'insert', container, file: at.scope.file, path, rest, value, from }];
}

/** The literal that new keys of an object are written to: the one with the highest precedence. */
function writableLiteral(value: Value): (Origin & { readonly node: t.ObjectExpression }) | undefined {
  if (value.kind !== 'object') return undefined;
  const { form, at, via } = value;
  if (form.kind === 'literal') return { node: form.node, at, via };
  const parts = form.kind === 'assigned' ? form.sources.toReversed() : form.layers;
  return parts.map(writableLiteral).find((literal) => literal !== undefined);
}

/** Adds items to an array, or writes the array if there is none. */
function planAppend(
  root: Value,
  path: OptionPathParts,
  search: FoundOption | AbsentOption,
  items: readonly NewItem[],
): Planned {
  if (search.kind === 'absent') {
    const values = items.filter((item): item is NewValue => !isMovedItem(item));
    if (values.length < items.length) return { why: 'is not set', at: search.parent.at };
    return planInsert(search, path, { kind: 'new', value: values });
  }
  const { value } = search;
  if (value.kind !== 'array' || value.isPart || value.added)
    return { why: 'is not an array that can be extended', at: value.at };
  const obstacle = sharedObstacle(value.via, value.at);
  if (obstacle) return obstacle;
  const planned = items.map((item): Operation | Obstacle => {
    const inserted = insertedItem(root, path, value, item);
    if ('why' in inserted || inserted.kind === 'comments') return inserted;
    const { node: container, at } = value;
    return { kind: 'insert', container, file: at.scope.file, path, rest: [], value: inserted, from: [] };
  });
  const operations = planned.filter((operation) => 'kind' in operation);
  return planned.find((operation) => 'why' in operation) ?? operations;
}

/** An item as it goes into an array, or why it cannot. */
function insertedItem(
  root: Value,
  path: OptionPathParts,
  array: Value,
  item: NewItem,
): Inserted | MovedComments | Obstacle {
  if (!isMovedItem(item)) return { kind: 'new', value: item };
  const { from, isSpread = false, onto } = item;
  const source = findOption(root, from);
  const slot = source.kind === 'found' ? source.slot : undefined;
  if (!slot || (slot.kind === 'element') === isSpread)
    return { why: 'is not an item that can be moved', at: array.at };
  const equal = onto && findOption(root, onto);
  if (equal?.kind === 'found' && equal.slot) return movedComments(slot, equal.slot);
  const refused =
    replacedObstacle(root, isSpread ? from : from.slice(0, -1), path) ??
    (source.kind === 'found' ? pushObstacle(slot, source.value) : undefined);
  if (refused) return refused;
  const name = unknownNameAt(array.at, slot);
  if (name === undefined) return { kind: isSpread ? 'spread' : 'moved', slot };
  return { why: `cannot contain code that uses \`${name}\`, which is not defined there`, at: array.at };
}
