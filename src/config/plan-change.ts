import type * as t from '@babel/types';
import {
  type Change,
  ConfigPath,
  isMovedItem,
  isSamePath,
  type NewItem,
  type NewValue,
  type OptionPathParts,
  type PathSegment,
  showPath,
  startsWith,
} from './change.ts';
import type { Edit } from './edits.ts';
import { identifiersIn, useCount } from './identifier-uses.ts';
import { type AbsentOption, type FoundOption, findOption } from './lookup.ts';
import { membersOf } from './members.ts';
import { retarget } from './path-expressions.ts';
import { keyed, type NewText, newText, printKey } from './print.ts';
import { type SourceFile, spanOf } from './source.ts';
import { indentAt, styleOf } from './style.ts';
import { keySpan } from './syntax.ts';
import type { Expr, Hop, Origin, PathValue, Property, Slot, Value } from './value.ts';

/** Why a change cannot be written, and where. */
interface Obstacle {
  readonly why: string;
  readonly at: Expr;
}

/** A new value, or a property or element that moves with its text. */
export type Inserted =
  | { readonly kind: 'new'; readonly value: NewText }
  | { readonly kind: 'moved'; readonly slot: Slot };

/** A key that is new in an object. */
export interface Insert {
  readonly kind: 'insert';
  readonly container: t.ObjectExpression;
  readonly file: SourceFile;
  readonly path: OptionPathParts;
  /** The part of the path below the container. */
  readonly rest: OptionPathParts;
  readonly value: Inserted;
  /** The properties that are removed when the value is moved: it can take the place of one of them. */
  readonly from: readonly Property[];
}

/** Items that are new at the end of an array. */
interface Append {
  readonly kind: 'append';
  readonly array: t.ArrayExpression;
  readonly file: SourceFile;
  readonly items: readonly Inserted[];
}

/** One step of a change in the text. */
export type Operation =
  | Insert
  | Append
  | { readonly kind: 'replace'; readonly file: SourceFile; readonly edit: Edit }
  | { readonly kind: 'retarget'; readonly value: PathValue; readonly place: string }
  /** `holders` are the properties around the slot, innermost first: they are removed too if that empties them. */
  | { readonly kind: 'remove'; readonly slot: Slot; readonly holders: readonly Property[] };

type Planned = readonly Operation[] | Obstacle;

/** Why a change cannot be written. Undefined if it can. */
export function obstacleTo(layers: readonly Value[], change: Change): Obstacle | undefined {
  const planned = planAt(rootOf(layers, change), change, change.path);
  return isObstacle(planned) ? planned : undefined;
}

/** The files that a change writes to, if it can be written. */
export function filesWritten(layers: readonly Value[], change: Change): readonly SourceFile[] {
  const planned = planAt(rootOf(layers, change), change, change.path);
  return isObstacle(planned) ? [] : [...new Set(planned.flatMap(filesOf))];
}

function filesOf(operation: Operation): SourceFile[] {
  switch (operation.kind) {
    case 'retarget':
      return [operation.value.at.scope.file];
    case 'remove':
      return [operation.slot, ...operation.holders].map(({ scope }) => scope.file);
    default:
      return [operation.file];
  }
}

/** Whether a change has no effect. */
export function isMoot(layers: readonly Value[], change: Change): boolean {
  return change.kind === 'rename' && findOption(rootOf(layers, change), change.path).kind === 'absent';
}

/** The operations that make all changes. The changes are settled and have no obstacle. */
export function planChanges(layers: readonly Value[], changes: readonly Change[]): Operation[] {
  const simple = withoutText(layers, changes);
  return simple.flatMap((change) => {
    const path = change.kind === 'rename' ? change.path : beforeRenames(change, simple);
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
 * A method or a shorthand that is renamed and set keeps no text of its own: that is the same as removing one option
 * and setting another.
 */
function withoutText(layers: readonly Value[], changes: readonly Change[]): readonly Change[] {
  let result = changes;
  for (const rename of changes) {
    if (rename.kind !== 'rename') continue;
    const { layer, path, to } = rename;
    const search = findOption(rootOf(layers, rename), path);
    const node = search.kind === 'found' && search.slot?.kind === 'property' ? search.slot.node : undefined;
    if (!node || (node.type === 'ObjectProperty' && !node.shorthand)) continue;
    const isSet = (other: Change) =>
      other.kind === 'set' && other.layer === layer && [path, to].some((one) => isSamePath(other.path, one));
    if (!changes.some(isSet)) continue;
    result = result.map((change): Change => {
      if (change === rename) return { kind: 'remove', layer, path };
      return isSet(change) ? { ...change, path: to } : change;
    });
  }
  return result;
}

/** A child of a renamed option may be given by its new path, but is found by its old one. */
function beforeRenames({ path, layer }: Change, changes: readonly Change[]): OptionPathParts {
  for (const change of changes) {
    if (change.kind === 'rename' && change.layer === layer && startsWith(path, change.to))
      return [...change.path, ...path.slice(change.to.length)];
  }
  return path;
}

function planAt(root: Value, change: Change, path: OptionPathParts): Planned {
  const search = findOption(root, path);
  if (search.kind === 'unknown') return search;
  if (change.kind === 'append') return planAppend(root, path, search, change.items);
  if (search.kind === 'absent')
    return change.kind === 'set' ? planInsert(search, path, { kind: 'new', value: change.value }) : [];
  switch (change.kind) {
    case 'set':
      return planSet(search, change.value);
    case 'remove':
      return planRemove(search, holdersOf(root, path));
    case 'rename':
      return planRename(root, path, change.to, search);
  }
}

/** Gives an option that is written another value. */
function planSet({ value, slot }: FoundOption, next: NewValue): Planned {
  if (next instanceof ConfigPath && value.kind === 'path') {
    if (!retarget(value.parts, value.base, next.place))
      return { why: 'has no text of its own that could lead there', at: value.at };
    // Every other use of the expression means the same place, so it can be changed at its origin.
    return [{ kind: 'retarget', value, place: next.place }];
  }
  if (!slot) return { why: 'is the config itself', at: value.at };
  const obstacle = sharedObstacle(slot.via, value.at);
  if (obstacle) return obstacle;
  const followed = value.via.slice(slot.via.length);
  const hasOwnLiteral = value.kind === 'scalar' && !value.composed && !sharedHop(followed);
  if (hasOwnLiteral) return [replaceNode(value.at.scope.file, value.at.node, next)];
  const { node } = slot;
  const { file } = slot.scope;
  if (slot.kind === 'element') return [replaceNode(file, node, next)];
  if (node.type === 'ObjectProperty' && !node.shorthand) return [replaceNode(file, node.value, next)];
  // A method or a shorthand has no value that could be replaced on its own.
  return [replaceNode(file, node, next, slot.key)];
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
  if (below) return { why: `may be set a second time by ${below.what}`, at: below.at };
  const slots = [slot, ...hidden];
  for (const { kind, via, node, owner, scope } of slots) {
    const obstacle = sharedObstacle(via, { node: kind === 'element' ? owner : node, scope });
    if (obstacle) return obstacle;
  }
  return slots.map((one) => {
    const isProperty = one === slot && one.kind === 'property';
    return { kind: 'remove', slot: one, holders: isProperty ? holders : [] };
  });
}

/** The properties that hold the objects on the way to an option, innermost first. */
function holdersOf(root: Value, path: OptionPathParts): Property[] {
  const holders: Property[] = [];
  // An object that replaces another one under a condition does so even if it is empty.
  const outermost = isSetOutside(root, path[0]) ? 2 : 1;
  for (let length = path.length - 1; length >= outermost; length -= 1) {
    const search = findOption(root, path.slice(0, length));
    if (search.kind !== 'found' || search.slot?.kind !== 'property') break;
    if (search.hidden.length > 0 || search.below || sharedHop(search.slot.via)) break;
    holders.push(search.slot);
  }
  return holders;
}

/** Gives an option another path: only its key changes if it stays in its object, otherwise its text moves. */
function planRename(root: Value, path: OptionPathParts, to: OptionPathParts, found: FoundOption): Planned {
  const { slot, value, hidden, below } = found;
  if (slot?.kind !== 'property') return { why: 'is no property that could be moved', at: value.at };
  const target = findOption(root, to);
  if (target.kind === 'unknown') return target;
  if (target.kind === 'found') return { why: `would replace ${showPath(to)}`, at: target.value.at };
  if (below) return { why: `may be set a second time by ${below.what}`, at: below.at };
  const object = writableLiteral(target.parent);
  if (object?.node === slot.owner && target.rest.length === 1 && hidden.length === 0)
    return sharedObstacle(slot.via, value.at) ?? [renameKey(slot, String(target.rest[0]))];
  const holders = holdersOf(root, path);
  const removed = planRemove(found, holders);
  if (isObstacle(removed)) return removed;
  const isForeign = object && object.at.scope.file !== slot.scope.file;
  const [name] = isForeign ? identifiersIn(slot.node) : [];
  if (name !== undefined) return { why: `uses \`${name}\`, which the config does not know`, at: value.at };
  const inserted = planInsert(target, to, { kind: 'moved', slot }, [slot, ...holders]);
  return isObstacle(inserted) ? inserted : [...removed, ...inserted];
}

function renameKey({ node, scope: { file } }: Property, key: string): Operation {
  const name = printKey(key, styleOf(file), node.key.type === 'StringLiteral');
  const { start, end } = keySpan(file.text, node);
  const isShorthand = node.type === 'ObjectProperty' && node.shorthand;
  const edit = isShorthand ? { start, end: start, text: `${name}: ` } : { start, end, text: name };
  return { kind: 'replace', file, edit };
}

/** Writes an option that is not there yet. `from` are the properties that a moved value may take the place of. */
function planInsert(
  { parent, rest }: AbsentOption,
  path: OptionPathParts,
  value: Inserted,
  from: readonly Property[] = [],
): Planned {
  const object = writableLiteral(parent);
  if (!object) return { why: 'is not an object that can be written to', at: parent.at };
  if (isSetOutside(parent, rest[0]))
    return { why: 'is set under a condition too, and one would replace the other', at: parent.at };
  const { node: container, at, via } = object;
  const obstacle = sharedObstacle(via, at);
  if (obstacle) return obstacle;
  if (rest.some((segment) => typeof segment === 'number')) return { why: 'has no such item', at: parent.at };
  return [{ kind: 'insert', container, file: at.scope.file, path, rest, value, from }];
}

/** Whether a key of a part of an object is, or may be, set by the rest of that object: one replaces the other. */
function isSetOutside(value: Value, key: PathSegment | undefined): boolean {
  if (value.kind !== 'object' || !value.part) return false;
  const { of: whole, conditional } = value.part;
  const own = value.form.kind === 'literal' ? value.form.node : undefined;
  return membersOf(whole).some((member) => {
    if ((member.key ?? String(key)) !== String(key)) return false;
    if (!conditional) return member.kind === 'property' && member.conditional;
    return member.kind === 'unknown' || member.owner !== own;
  });
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
    const values = items.filter((item) => !isMovedItem(item));
    if (values.length < items.length) return { why: 'is not set', at: search.parent.at };
    return planInsert(search, path, { kind: 'new', value: values });
  }
  const { value } = search;
  if (value.kind !== 'array') return { why: 'is no array that items can be added to', at: value.at };
  const obstacle = sharedObstacle(value.via, value.at);
  if (obstacle) return obstacle;
  const inserted: Inserted[] = [];
  for (const item of items) {
    const source = isMovedItem(item) ? findOption(root, item.from) : undefined;
    if (!isMovedItem(item)) inserted.push({ kind: 'new', value: item });
    else if (source?.kind === 'found' && source.slot?.kind === 'element')
      inserted.push({ kind: 'moved', slot: source.slot });
    else return { why: 'is no item that could be moved', at: value.at };
  }
  return [{ kind: 'append', array: value.node, file: value.at.scope.file, items: inserted }];
}

/** The first name on the way to a text that is used elsewhere too: those uses would see the change. */
function sharedHop(via: readonly Hop[]): Hop | undefined {
  return via.find(({ file, name, imported }) => useCount(file, name) > (imported ? 0 : 1));
}

/** Why a text cannot be changed for one option alone. Undefined if it can. */
function sharedObstacle(via: readonly Hop[], at: Expr): Obstacle | undefined {
  const shared = sharedHop(via);
  return shared && { why: `is written in \`${shared.name}\`, which is used elsewhere too`, at };
}
