/**
 * Decides where in the text a change of an option has to be written, or why that is impossible. Writing it is in
 * render.ts.
 */

import type * as t from '@babel/types';
import type { Edit } from '../base/edits.ts';
import { folderOf } from '../base/paths.ts';
import {
  type Change,
  ConfigPath,
  isMovedItem,
  type NewItem,
  type NewValue,
  type OptionPathParts,
  type PathSegment,
  showPath,
  startsWith,
} from './change.ts';
import { identifiersReadBy, takenBy, takenKeys } from './identifier-uses.ts';
import { commentsBetween, itemList } from './list.ts';
import { type AbsentOption, type FoundOption, searchOption } from './lookup.ts';
import { rewrittenPath } from './path-expressions.ts';
import { indentAt, type NewText, newText } from './print.ts';
import { findBinding } from './scope-bindings.ts';
import { type Expr, type SourceFile, spanOf } from './source.ts';
import {
  type Hop,
  type ListNode,
  type Member,
  type Origin,
  type PathValue,
  type Property,
  type Slot,
  type Value,
  valueNode,
} from './value.ts';

/** A new value, or a property or element that moves with its text. */
type Inserted =
  | { readonly kind: 'new'; readonly value: NewText }
  | { readonly kind: 'moved'; readonly slot: Slot };

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

/** One step of a change in the text of a file. */
export type Operation = { readonly file: SourceFile } & (
  | Insert
  | { readonly kind: 'replace'; readonly edit: Edit }
  | { readonly kind: 'rewrite'; readonly value: PathValue; readonly place: string }
  /** `holders` are the properties around the slot, innermost first: they are removed too if that empties them. */
  | { readonly kind: 'remove'; readonly slot: Slot; readonly holders: readonly Property[] }
);

/** Why a change cannot be written, and where. */
export interface Obstacle {
  readonly why: string;
  readonly at: Expr;
}

type Rename = Extract<Change, { kind: 'rename' }>;
type Planned = readonly Operation[] | Obstacle;

/** Why a change cannot be written. Undefined if it can. */
export function obstacleTo(layers: readonly Value[], change: Change): Obstacle | undefined {
  const planned = planChange(rootOf(layers, change), change);
  return isObstacle(planned) ? planned : undefined;
}

/** The files that a change writes to, if it can be written. */
export function filesWritten(layers: readonly Value[], change: Change): readonly SourceFile[] {
  const planned = planChange(rootOf(layers, change), change);
  return isObstacle(planned) ? [] : [...new Set(planned.map(({ file }) => file))];
}

/** The operations that make all changes. The changes are settled and have no obstacle. */
export function planChanges(layers: readonly Value[], changes: readonly Change[]): Operation[] {
  const renames = changes
    .filter((change) => change.kind === 'rename')
    .filter((change) => searchOption(rootOf(layers, change), change.path).kind !== 'absent');
  return changes.flatMap((change) => {
    const isRename = change.kind === 'rename';
    const written = isRename ? change : { ...change, path: beforeRenames(change, renames) };
    const planned = planChange(rootOf(layers, change), written);
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

/** A renamed option, or a child of it, may be given by its new path, but is found by its old one. */
function beforeRenames({ path, layer }: Change, renames: readonly Rename[]): OptionPathParts {
  const rename = renames.find((change) => change.layer === layer && startsWith(path, change.to));
  return rename ? [...rename.path, ...path.slice(rename.to.length)] : path;
}

function planChange(root: Value, change: Change): Planned {
  const { path } = change;
  const search = searchOption(root, path);
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
      return isSetBeside(root, path)
        ? { why: setUnderCondition, at: search.value.at }
        : planRemove(search, holdersOf(root, path));
    case 'rename':
      return planRename(root, change, search);
  }
}

const setUnderCondition = 'is also set under a condition, and one would replace the other';

/** Sets an option that is already written to another value. */
function planSet({ value, slot }: FoundOption, next: NewValue): Planned {
  if (next instanceof ConfigPath && value.kind === 'path') {
    const { file } = value.at.scope;
    if (!rewrittenPath(value.path, value.path.base, next.place, folderOf(file.modules.config.path)))
      return { why: 'has no literal path that could be changed', at: value.at };
    // Every other use of the expression means the same place, so it can be changed at its origin.
    return [{ kind: 'rewrite', file, value, place: next.place }];
  }
  if (!slot) return { why: 'is the config itself', at: value.at };
  const obstacle = sharedObstacle(slot.via, value.at);
  if (obstacle) return obstacle;
  const followed = value.via.slice(slot.via.length);
  const hasOwnLiteral = value.kind === 'scalar' && !value.composed && !sharedHop(followed);
  if (hasOwnLiteral) return [replaceNode(value.at.scope.file, value.at.node, next)];
  const { file } = slot.scope;
  const held = valueNode(slot);
  if (!held) return { why: 'is a method or an accessor', at: value.at };
  if (!isShorthand(slot)) return [replaceNode(file, held, next)];
  const span = spanOf(held);
  const text = `${slot.key}: ${newText(file, next)(indentAt(file.text, span.end), false)}`;
  return [{ kind: 'replace', file, edit: { ...span, text } }];
}

/** Whether a property is written as its name alone. */
function isShorthand(slot: Slot): slot is Property {
  return !slot.branch && slot.node.type === 'ObjectProperty' && slot.node.shorthand;
}

/** Writes a value over a node. */
function replaceNode(file: SourceFile, node: t.Node, value: NewValue): Operation {
  const { start, end } = spanOf(node);
  const text = () => newText(file, value, file.text[start])(indentAt(file.text, start), false);
  return { kind: 'replace', file, edit: { start, end, text, covers: true } };
}

function planRemove({ slot, value, below }: FoundOption, holders: readonly Property[]): Planned {
  if (!slot) return { why: 'is the config itself', at: value.at };
  const obstacle = slotObstacle(slot, below);
  if (obstacle) return obstacle;
  const { kind, via, node, owner, scope, branch } = slot;
  if (branch) return { why: 'is one branch of a condition', at: branch };
  const shared = sharedObstacle(via, { node: kind === 'element' ? owner : node, scope });
  return shared ?? [{ kind: 'remove', file: scope.file, slot, holders }];
}

/** Why an option can be neither moved nor removed: other code sets it as well, or a statement does. */
function slotObstacle(slot: Slot, below: Member | undefined): Obstacle | undefined {
  if (below?.kind === 'property') return { why: 'is set more than once', at: below };
  if (below) return { why: `may also be set by ${below.what}`, at: below.at };
  const isAssigned = slot.kind === 'property' && slot.isAssigned;
  return isAssigned ? { why: 'is assigned: change the assignment manually', at: slot } : undefined;
}

/** The properties that hold the objects on the way to an option, innermost first. */
function holdersOf(root: Value, path: OptionPathParts): Property[] {
  const holders: Property[] = [];
  for (let length = path.length - 1; length >= 1; length -= 1) {
    const holder = path.slice(0, length);
    const search = searchOption(root, holder);
    if (search.kind !== 'found' || search.slot?.kind !== 'property') break;
    if (search.below || sharedHop(search.slot.via)) break;
    if (search.slot.isAssigned || search.slot.branch || isChanged(search.value)) break;
    // A property that was read only in part has other content, and one that replaces another has an effect if empty.
    if (isPart(search.value) || isSetBeside(root, holder)) break;
    holders.push(search.slot);
  }
  return holders;
}

/** Renames an option: only its key changes if it stays in its object, otherwise its text moves. */
function planRename(root: Value, { path, to }: Rename, option: FoundOption): Planned {
  const { slot, value, below } = option;
  if (slot?.kind !== 'property')
    return { why: 'is not a property that can be moved', at: value.at };
  const target = searchOption(root, to);
  if (target.kind === 'unknown') return target;
  if (target.kind === 'found') return { why: `would replace ${showPath(to)}`, at: target.value.at };
  const object = writableLiteral(target.parent);
  const obstacle = slotObstacle(slot, below);
  if (obstacle) return obstacle;
  if (isReplaced(root, path, to)) return { why: setUnderCondition, at: value.at };
  const holders = holdersOf(root, path);
  const removed = planRemove(option, holders);
  if (isObstacle(removed)) return removed;
  const name = object && unknownNameAt(object.at, slot);
  if (name !== undefined)
    return { why: `uses \`${name}\`, which is not defined there`, at: value.at };
  const inserted = planInsert(target, to, { kind: 'moved', slot }, [slot, ...holders]);
  return isObstacle(inserted) ? inserted : [...removed, ...inserted];
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
  if (isSetOutside(parent, rest[0])) return { why: setUnderCondition, at: parent.at };
  const { node: container, at, via } = object;
  const obstacle = sharedObstacle(via, at);
  if (obstacle) return obstacle;
  if (rest.some((segment) => typeof segment === 'number'))
    return { why: 'has no such item', at: parent.at };
  return [{ kind: 'insert', container, file: at.scope.file, path, rest, value, from }];
}

/** The literal that new keys of an object are written to: the one with the highest precedence. */
function writableLiteral(
  value: Value,
): (Origin & { readonly node: t.ObjectExpression }) | undefined {
  if (value.kind !== 'object') return undefined;
  const { form, at, via } = value;
  if (form.kind === 'literal') return { node: form.node, at, via };
  const parts = form.kind === 'assigned' ? form.sources.toReversed() : form.sources;
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
  if (value.kind !== 'array' || isPart(value))
    return { why: 'is not an array that can be extended', at: value.at };
  const obstacle = sharedObstacle(value.via, value.at);
  if (obstacle) return obstacle;
  const { node: container, at } = value;
  const place = {
    kind: 'insert',
    container,
    file: at.scope.file,
    path,
    rest: [],
    from: [],
  } as const;
  const operations: Operation[] = [];
  for (const item of items) {
    const inserted = insertedItem(root, path, value, item);
    if (inserted && 'why' in inserted) return inserted;
    if (inserted) operations.push({ ...place, value: inserted });
  }
  // The comments around a list move with an item, so one stays even if all of them repeat others.
  const [first] = items;
  if (
    operations.length === 0 &&
    first &&
    isMovedItem(first) &&
    hasCommentsAround(root, first.from.slice(0, -1))
  )
    return planAppend(root, path, search, [{ from: first.from }]);
  return operations;
}

/** Whether there are comments about a list, or about a group that holds nothing else. */
function hasCommentsAround(root: Value, path: OptionPathParts): boolean {
  const option = searchOption(root, path);
  const slots = [
    ...(option.kind === 'found' && option.slot ? [option.slot] : []),
    ...holdersOf(root, path),
  ];
  const outer = slots.findIndex(({ scope, owner }) => itemList(scope.file, owner).items.length > 1);
  return slots.slice(0, outer === -1 ? slots.length : outer + 1).some((slot) => {
    const { start, end } = spanOf(slot.node);
    return hasComments(slot) || commentsBetween(slot.scope.file, start, end).length > 0;
  });
}

/** An item as it goes into an array, or why it cannot. Undefined for a repeat without comments of its own. */
function insertedItem(
  root: Value,
  path: OptionPathParts,
  array: Value,
  item: NewItem,
): Inserted | Obstacle | undefined {
  if (!isMovedItem(item)) return { kind: 'new', value: item };
  const source = searchOption(root, item.from);
  if (source.kind !== 'found' || source.slot?.kind !== 'element')
    return { why: 'is not an item that can be moved', at: array.at };
  const { slot, value } = source;
  if (item.isRepeat && !hasComments(slot)) return undefined;
  if (isReplaced(root, item.from.slice(0, -1), path))
    return { why: setUnderCondition, at: value.at };
  const name = unknownNameAt(array.at, slot);
  if (name === undefined) return { kind: 'moved', slot };
  return {
    why: `cannot contain code that uses \`${name}\`, which is not defined there`,
    at: array.at,
  };
}

function hasComments(slot: Slot): boolean {
  const item = itemList(slot.scope.file, slot.owner).items.find(({ node }) => node === slot.node);
  return item !== undefined && item.above.length + item.behind.length > 0;
}

/** Whether a condition also sets a key on the old or new path of a value, which cannot be moved then. */
function isReplaced(root: Value, from: OptionPathParts, to: OptionPathParts): boolean {
  const common = Math.max(
    from.findIndex((segment, index) => String(segment) !== String(to[index])),
    0,
  );
  return [from, to].some((path) =>
    path.some((_, index) => index >= common && isSetBeside(root, path.slice(0, index + 1))),
  );
}

/** A name in the text of a slot that is not defined, or not yet defined, at another place. */
function unknownNameAt({ node, scope }: Expr, slot: Slot): string | undefined {
  const text = valueNode(slot) ?? slot.node;
  const names = identifiersReadBy(text);
  if (slot.scope.file !== scope.file) return names[0];
  const { start } = spanOf(node);
  if (names.length === 0 || spanOf(text).start < start || spanOf(text).end <= spanOf(node).end)
    return undefined;
  return names.find((name) => {
    const { init, why } = findBinding(slot.scope, name)?.binding ?? {};
    if (why !== undefined) return true;
    // A function is there from the start.
    return init && init.type !== 'FunctionDeclaration' && spanOf(init).start > start;
  });
}

/** Whether an option is set in a part of an object, and also, or maybe, outside that part. */
function isSetBeside(root: Value, path: OptionPathParts): boolean {
  const holder = searchOption(root, path.slice(0, -1));
  return path.length > 0 && holder.kind === 'found' && isSetOutside(holder.value, path.at(-1));
}

/** Whether a key of a part of an object is also set, or may be, outside that part: one replaces the other. */
function isSetOutside(value: Value, key: PathSegment | undefined): boolean {
  const others = (value.kind === 'object' && value.others) || [];
  return others.some((member) => (member.key ?? String(key)) === String(key));
}

/** Whether other code sets keys of an object after it was written. */
function isChanged(value: Value): boolean {
  return value.kind === 'object' && value.changes.length > 0;
}

/** Whether only the part of a value under one condition is read. */
function isPart(value: Value): boolean {
  return (value.kind === 'object' || value.kind === 'array') && value.isPart === true;
}

/** The first name on the way to a value that is used in several places: other uses would see the change. */
function sharedHop(via: readonly Hop[]): Hop | undefined {
  return via.find(({ file, name, use, imported }) => {
    const taken = takenKeys(use.node, use.scope.file);
    // A use of another member does not share the value. Shadowed names count as well, to be safe.
    const uses = takenBy(file, name).filter((keys) =>
      taken.every((key, index) => index >= keys.length || keys[index] === key),
    );
    if (!imported) return uses.length > 1;
    return uses.length > 0 || file.modules.isImportedElsewhere(file, use.scope.file.path);
  });
}

/** Why a value cannot be changed for one option alone. Undefined if it can. */
function sharedObstacle(via: readonly Hop[], at: Expr): Obstacle | undefined {
  const shared = sharedHop(via);
  return shared && { why: `is set in \`${shared.name}\`, which is used in several places`, at };
}
