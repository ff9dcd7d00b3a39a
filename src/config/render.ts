import type * as t from '@babel/types';
import {
  type Change,
  Code,
  ConfigPath,
  isMovedItem,
  isSamePath,
  type NewItem,
  type NewValue,
  type OptionPathParts,
  showPath,
  startsWith,
} from './change.ts';
import { applyEdits, type Edit } from './edits.ts';
import type { Evaluator } from './evaluate.ts';
import { type Finding, findOption } from './find.ts';
import {
  addItems,
  commentsBetween,
  isOneLine,
  type List,
  listOf,
  ownedBy,
  ownedComments,
  removeItems,
} from './lists.ts';
import { compareOptions } from './order.ts';
import { retarget } from './path-expressions.ts';
import {
  keyed,
  type NewEntry,
  type Printer,
  plainEntry,
  printJson,
  printKey,
  printList,
  quoted,
} from './print.ts';
import { identifiersIn, useCount, visit } from './references.ts';
import { type SourceFile, type Span, spanOf } from './source.ts';
import { indentAt, styleOf } from './style.ts';
import type { ArrayElement, Expr, Hop, PathPart, PathValue, Property, Value } from './value.ts';

/** Why a change cannot be written, and where. */
export interface Obstacle {
  readonly why: string;
  readonly at: Expr;
}

type ListNode = t.ObjectExpression | t.ArrayExpression;

/** A property or element in the list it stands in. */
interface ItemRef {
  readonly list: ListNode;
  readonly node: t.Node;
  readonly file: SourceFile;
}

/** A property around an option, and the literal it holds. */
interface Holder extends ItemRef {
  readonly holds: ListNode | undefined;
}

/** What one change comes down to in the text. */
type Operation =
  | { readonly kind: 'replace'; readonly file: SourceFile; readonly edit: Edit }
  | { readonly kind: 'retarget'; readonly value: PathValue; readonly place: string }
  /** `holders` are the properties around the item, innermost first: they go too when nothing is left in them. */
  | { readonly kind: 'take-out'; readonly item: ItemRef; readonly holders: readonly Holder[] }
  | {
      readonly kind: 'insert';
      readonly container: t.ObjectExpression;
      readonly file: SourceFile;
      readonly path: OptionPathParts;
      readonly rest: OptionPathParts;
      readonly value: Inserted;
      /** The items that make room, where the value is moved: the new one takes their place. */
      readonly from: readonly ItemRef[];
    }
  | {
      readonly kind: 'append';
      readonly array: t.ArrayExpression;
      readonly file: SourceFile;
      readonly items: readonly Inserted[];
    };

type Insert = Extract<Operation, { kind: 'insert' }>;
type Append = Extract<Operation, { kind: 'append' }>;

/** New text, or text that moves. */
type Inserted =
  | { readonly kind: 'new'; readonly value: NewValue }
  | { readonly kind: 'list'; readonly values: readonly NewValue[] }
  | { readonly kind: 'property'; readonly property: Property }
  | { readonly kind: 'element'; readonly item: ItemRef };

export interface Draft {
  readonly evaluator: Evaluator;
  /** The objects a config is merged from; one, mostly. */
  readonly layers: readonly Value[];
  /** What changes come down to: they are asked about before they are made. */
  readonly plans: Map<Change, Operation[] | Obstacle>;
}

/** Why a change cannot be written where it belongs, or nothing. */
export function obstacleTo(draft: Draft, change: Change): Obstacle | undefined {
  const operations = plan(draft, change, []);
  return Array.isArray(operations) ? undefined : operations;
}

/** Whether a change has nothing to do. */
export function isMoot({ evaluator, layers }: Draft, { kind, layer, path }: Change): boolean {
  const root = layers[layer];
  return kind === 'rename' && root !== undefined && findOption(evaluator, root, path).kind === 'absent';
}

/** The place that a path expression starts from afterwards, where that is changed for other reasons than options. */
export type BaseAfter = (value: PathValue) => string | undefined;

/** The edits that make all changes, by file. The changes are settled and have no obstacle. */
export function editsFor(
  draft: Draft,
  changes: readonly Change[],
  baseAfter: BaseAfter,
): Map<SourceFile, Edit[]> {
  const simple = withoutText(draft, changes);
  const operations = simple.flatMap((change) => {
    const planned = plan(draft, change, simple);
    if (!Array.isArray(planned)) throw new Error(`${showPath(change.path)} ${planned.why}`);
    return planned;
  });
  return new Writer(operations, baseAfter).edits();
}

/**
 * A method or a shorthand that is renamed and set has no text of its own that would stay: that is one option
 * removed, and another one set.
 */
function withoutText(draft: Draft, changes: readonly Change[]): readonly Change[] {
  let result = changes;
  for (const rename of changes) {
    if (rename.kind !== 'rename') continue;
    const isBoth = ({ kind, layer, path }: Change) =>
      kind === 'set' &&
      layer === rename.layer &&
      (isSamePath(path, rename.path) || isSamePath(path, rename.to));
    const set = changes.find(isBoth);
    if (!set || !hasNoText(draft, rename)) continue;
    const { layer, path, to } = rename;
    result = result.map((change): Change => {
      if (change === rename) return { kind: 'remove', layer, path };
      return change === set ? { ...change, path: to } : change;
    });
  }
  return result;
}

function hasNoText({ evaluator, layers }: Draft, { layer, path }: Change): boolean {
  const root = layers[layer];
  const found = root && findOption(evaluator, root, path);
  if (found?.kind !== 'found' || found.site.kind !== 'property') return false;
  const { node } = found.site.property;
  return node.type === 'ObjectMethod' || node.shorthand;
}

function plan(draft: Draft, change: Change, all: readonly Change[]): Operation[] | Obstacle {
  const root = draft.layers[change.layer];
  if (!root) throw new RangeError(`The config has no layer ${change.layer}`);
  const path = change.kind === 'rename' ? change.path : beforeRenames(change, all);
  if (path !== change.path) return planAt(draft, root, change, path);
  let planned = draft.plans.get(change);
  if (!planned) {
    planned = planAt(draft, root, change, path);
    draft.plans.set(change, planned);
  }
  return planned;
}

function planAt(draft: Draft, root: Value, change: Change, path: OptionPathParts): Operation[] | Obstacle {
  const found = findOption(draft.evaluator, root, path);
  if (found.kind === 'unknown') return found;
  switch (change.kind) {
    case 'set':
      return found.kind === 'found' ? planSet(found, change.value) : planInsert(found, path, change.value);
    case 'remove':
      return found.kind === 'found' ? planTakeOut(found, holdersOf(draft, root, path)) : [];
    case 'rename':
      return found.kind === 'found' ? planRename(draft, root, change, found) : [];
    case 'append':
      return planAppend(draft, root, path, found, change.items);
  }
}

/** A child of a renamed option may be named by its new path; it is found by the old one. */
function beforeRenames({ path, layer }: Change, changes: readonly Change[]): OptionPathParts {
  for (const change of changes) {
    if (change.kind === 'rename' && change.layer === layer && startsWith(path, change.to))
      return [...change.path, ...path.slice(change.to.length)];
  }
  return path;
}

type Found = Extract<Finding, { kind: 'found' }>;
type Absent = Extract<Finding, { kind: 'absent' }>;

function planSet({ value, site }: Found, next: NewValue): Operation[] | Obstacle {
  const { scope } = value.at;
  if (next instanceof ConfigPath && value.kind === 'path') {
    if (!retarget(value.parts, value.base, next.place))
      return { why: 'has no text of its own that could lead there', at: value.at };
    // Whatever else uses the expression means the same place, so it is right to change it at its origin.
    return [{ kind: 'retarget', value, place: next.place }];
  }
  if (site.kind === 'root') return { why: 'is the config itself', at: value.at };
  const own = site.kind === 'property' ? site.property.via : site.element.owner.via;
  const shared = sharedHop(own);
  if (shared) return sharedObstacle(shared, value.at);
  const followed = value.via.slice(own.length);
  const literal = value.kind === 'scalar' && !value.composed && !sharedHop(followed);
  if (literal) return [replaceNode(scope.file, value.at.node, next)];
  if (site.kind === 'element')
    return [replaceNode(site.element.owner.at.scope.file, site.element.node, next)];
  return [replaceValue(site.property, next)];
}

function replaceNode(file: SourceFile, node: t.Node, value: NewValue): Operation {
  const { start, end } = spanOf(node);
  const text = () => newText(file, value, file.text[start])(indentAt(file.text, start), false);
  return { kind: 'replace', file, edit: { start, end, text, covers: true } };
}

function replaceValue({ node, key, scope: { file } }: Property, value: NewValue): Operation {
  if (node.type === 'ObjectProperty' && !node.shorthand) return replaceNode(file, node.value, value);
  const { start, end } = spanOf(node);
  const text = () => keyed(key, newText(file, value), styleOf(file)).print(indentAt(file.text, start), false);
  return { kind: 'replace', file, edit: { start, end, text, covers: true } };
}

/** New text in the style of a file; a string that takes a string's place keeps its quotes. */
function newText(file: SourceFile, value: NewValue, quote?: string): Printer {
  if (value instanceof Code) return () => value.text;
  if (value instanceof ConfigPath) throw new Error('A path can only be set where a path expression stands');
  if (typeof value === 'string' && (quote === "'" || quote === '"' || quote === '`'))
    return () => quoted(value, quote);
  return printJson(value, styleOf(file));
}

function planInsert(
  { parent, rest }: Absent,
  path: OptionPathParts,
  value: NewValue,
): Operation[] | Obstacle {
  return planInto(parent, rest, path, { kind: 'new', value }, []);
}

function planInto(
  parent: Value,
  rest: OptionPathParts,
  path: OptionPathParts,
  value: Inserted,
  from: readonly ItemRef[],
): Operation[] | Obstacle {
  const object = writable(parent);
  if (!object) return { why: 'is not an object that can be written to', at: parent.at };
  const shared = sharedHop(object.via);
  if (shared) return sharedObstacle(shared, object.at);
  if (rest.some((segment) => typeof segment === 'number')) return { why: 'has no such item', at: parent.at };
  const file = object.at.scope.file;
  return [{ kind: 'insert', container: object.node, file, path, rest, value, from }];
}

/** The literal that new keys of an object go to: the one that counts most. */
function writable(value: Value): { node: t.ObjectExpression; at: Expr; via: readonly Hop[] } | undefined {
  if (value.kind !== 'object') return undefined;
  const { form } = value;
  if (form.kind === 'literal') return { node: form.node, at: value.at, via: value.via };
  const parts = form.kind === 'assigned' ? form.sources.toReversed() : form.layers;
  for (const part of parts) {
    const literal = writable(part);
    if (literal) return literal;
  }
  return undefined;
}

function planTakeOut({ site, value }: Found, holders: readonly Holder[]): Operation[] | Obstacle {
  if (site.kind === 'root') return { why: 'is the config itself', at: value.at };
  if (site.kind === 'element') {
    const { owner } = site.element;
    const shared = sharedHop(owner.via);
    if (shared) return sharedObstacle(shared, owner.at);
    return [{ kind: 'take-out', item: elementItem(site.element), holders: [] }];
  }
  if (site.below) return uncovered(site.below);
  const all = [site.property, ...site.hidden];
  for (const property of all) {
    const shared = sharedHop(property.via);
    if (shared) return sharedObstacle(shared, { node: property.node, scope: property.scope });
  }
  return all.map((property, index) => ({
    kind: 'take-out',
    item: itemOf(property),
    holders: index === 0 ? holders : [],
  }));
}

/** Without the property, something unknown would decide. */
function uncovered({ what, at }: { readonly what: string; readonly at: Expr }): Obstacle {
  return { why: `may be set a second time by ${what}`, at };
}

function itemOf({ owner, node, scope }: Property): ItemRef {
  return { list: owner, node, file: scope.file };
}

function elementItem({ owner, node }: ArrayElement): ItemRef {
  return { list: owner.node, node, file: owner.at.scope.file };
}

/** The properties that hold the objects on the way to an option, innermost first. */
function holdersOf(draft: Draft, root: Value, path: OptionPathParts): Holder[] {
  const holders: Holder[] = [];
  for (let length = path.length - 1; length > 0; length -= 1) {
    const found = findOption(draft.evaluator, root, path.slice(0, length));
    if (found.kind !== 'found' || found.site.kind !== 'property') break;
    const { property, hidden, below } = found.site;
    if (hidden.length > 0 || below || sharedHop(property.via)) break;
    const { value } = found;
    const literal = value.kind === 'object' && value.form.kind === 'literal' ? value.form.node : undefined;
    holders.push({ ...itemOf(property), holds: literal });
  }
  return holders;
}

function planRename(
  draft: Draft,
  root: Value,
  change: Extract<Change, { kind: 'rename' }>,
  found: Found,
): Operation[] | Obstacle {
  const { site, value } = found;
  if (site.kind !== 'property') return { why: 'is no property that could be moved', at: value.at };
  const target = findOption(draft.evaluator, root, change.to);
  if (target.kind === 'unknown') return target;
  if (target.kind === 'found') return { why: `would replace ${showPath(change.to)}`, at: target.value.at };
  if (site.below) return uncovered(site.below);
  const { property } = site;
  const object = writable(target.parent);
  if (object?.node === property.owner && target.rest.length === 1 && site.hidden.length === 0) {
    const shared = sharedHop(property.via);
    return shared ? sharedObstacle(shared, value.at) : [renameKey(property, String(target.rest[0]))];
  }
  const holders = holdersOf(draft, root, change.path);
  const taken = planTakeOut(found, holders);
  if (!Array.isArray(taken)) return taken;
  const foreign = object && object.at.scope.file !== property.scope.file && identifiersIn(property.node);
  if (foreign && foreign.length > 0)
    return { why: `uses \`${foreign[0]}\`, which the config does not know`, at: value.at };
  const from = [itemOf(property), ...holders];
  const inserted = planInto(target.parent, target.rest, change.to, { kind: 'property', property }, from);
  return Array.isArray(inserted) ? [...taken, ...inserted] : inserted;
}

function renameKey({ node, scope: { file } }: Property, key: string): Operation {
  const style = styleOf(file);
  const text = printKey(key, style, node.key.type === 'StringLiteral');
  if (node.type === 'ObjectProperty' && node.shorthand) {
    const { start } = spanOf(node.key);
    return { kind: 'replace', file, edit: { start, end: start, text: `${text}: ` } };
  }
  return { kind: 'replace', file, edit: { ...keySpan(file, node), text } };
}

/** Where a key stands; the brackets of a computed one are part of it. */
function keySpan(file: SourceFile, { key, computed }: t.ObjectProperty | t.ObjectMethod): Span {
  const { start, end } = spanOf(key);
  if (!computed) return { start, end };
  return { start: file.text.lastIndexOf('[', start), end: file.text.indexOf(']', end) + 1 };
}

function planAppend(
  draft: Draft,
  root: Value,
  path: OptionPathParts,
  found: Found | Absent,
  items: readonly NewItem[],
): Operation[] | Obstacle {
  if (found.kind === 'absent') {
    const values = items.filter((item) => !isMovedItem(item));
    if (values.length < items.length) return { why: 'is not set', at: found.parent.at };
    return planInto(found.parent, found.rest, path, { kind: 'list', values }, []);
  }
  const { value } = found;
  if (value.kind !== 'array') return { why: 'is no array that items can be added to', at: value.at };
  const shared = sharedHop(value.via);
  if (shared) return sharedObstacle(shared, value.at);
  const file = value.at.scope.file;
  const inserted: Inserted[] = [];
  for (const item of items) {
    if (!isMovedItem(item)) {
      inserted.push({ kind: 'new', value: item });
      continue;
    }
    const source = findOption(draft.evaluator, root, item.from);
    if (source.kind !== 'found' || source.site.kind !== 'element')
      return { why: 'is no item that could be moved', at: value.at };
    inserted.push({ kind: 'element', item: elementItem(source.site.element) });
  }
  return [{ kind: 'append', array: value.node, file, items: inserted }];
}

function sharedHop(via: readonly Hop[]): Hop | undefined {
  return via.find(({ file, name, imported }) => useCount(file, name) > (imported ? 0 : 1));
}

function sharedObstacle({ name }: Hop, at: Expr): Obstacle {
  return { why: `is written in \`${name}\`, which is used elsewhere too`, at };
}

/** Turns operations into edits: what is taken out of a list and what is added to it must be seen together. */
class Writer {
  readonly #operations: readonly Operation[];
  readonly #baseAfter: BaseAfter;
  readonly #edits = new Map<SourceFile, Edit[]>();
  readonly #lists = new Map<ListNode, List>();
  readonly #removed = new Map<ListNode, Set<number>>();
  /** Lists that get new items behind their last one. */
  readonly #extended = new Set<ListNode>();
  readonly #inserts = new Map<t.ObjectExpression, Insert[]>();
  readonly #appends = new Map<t.ArrayExpression, Append[]>();

  constructor(operations: readonly Operation[], baseAfter: BaseAfter) {
    this.#operations = operations;
    this.#baseAfter = baseAfter;
  }

  edits(): Map<SourceFile, Edit[]> {
    this.#collect();
    this.#removeEmptied();
    this.#retarget();
    for (const [container, inserts] of this.#inserts) this.#insertInto(container, inserts);
    for (const [array, appends] of this.#appends) this.#appendTo(array, appends);
    for (const [node, removed] of this.#removed) {
      const list = this.#lists.get(node);
      if (!list) continue;
      for (const edit of removeItems(list, removed, this.#extended.has(node))) this.#add(list.file, edit);
    }
    return this.#edits;
  }

  #add(file: SourceFile, edit: Edit): void {
    const edits = this.#edits.get(file);
    if (edits) edits.push(edit);
    else this.#edits.set(file, [edit]);
  }

  #list(file: SourceFile, node: ListNode): List {
    let list = this.#lists.get(node);
    if (!list) {
      list = listOf(file, node);
      this.#lists.set(node, list);
    }
    return list;
  }

  #takenFrom(node: ListNode): Set<number> {
    let removed = this.#removed.get(node);
    if (!removed) {
      removed = new Set();
      this.#removed.set(node, removed);
    }
    return removed;
  }

  #collect(): void {
    for (const operation of this.#operations) {
      if (operation.kind === 'replace') this.#add(operation.file, operation.edit);
      else if (operation.kind === 'take-out') this.#takeOut(operation.item);
      else if (operation.kind === 'insert') push(this.#inserts, operation.container, operation);
      else if (operation.kind === 'append') push(this.#appends, operation.array, operation);
    }
  }

  #indexOf({ file, list, node }: ItemRef): number {
    return this.#list(file, list).items.findIndex((item) => item.node === node);
  }

  #takeOut(item: ItemRef): void {
    this.#takenFrom(item.list).add(this.#indexOf(item));
  }

  #isTaken(item: ItemRef): boolean {
    return this.#removed.get(item.list)?.has(this.#indexOf(item)) ?? false;
  }

  /** Objects that only our removals emptied go as well, unless a comment would go with them. */
  #removeEmptied(): void {
    for (const operation of this.#operations) {
      if (operation.kind !== 'take-out') continue;
      let inner = operation.item;
      for (const holder of operation.holders) {
        // What was spread into an object may be gone while the object holds more.
        if (holder.holds !== inner.list || !this.#isEmptied(inner)) break;
        this.#takeOut(holder);
        inner = holder;
      }
    }
  }

  #isEmptied({ file, list: node }: ItemRef): boolean {
    const list = this.#list(file, node);
    if ((this.#removed.get(node)?.size ?? 0) < list.items.length) return false;
    if (node.type === 'ObjectExpression' && this.#inserts.has(node)) return false;
    const all = commentsBetween(file, list.open, list.close);
    if (all.length === 0) return true;
    const comments = all.filter(
      ({ start }) => !list.items.some((item) => start > item.start && start < item.end),
    );
    const owned = list.items.flatMap((_, index) => ownedComments(ownedBy(list, index)));
    return comments.length === owned.length;
  }

  #retarget(): void {
    const moved = new Map<t.Node, string>();
    for (const operation of this.#operations) {
      if (operation.kind === 'retarget') moved.set(operation.value.at.node, operation.place);
    }
    // Several expressions may be forms of one, and share its literals.
    const seen = new Set<PathPart>();
    for (const operation of this.#operations) {
      if (operation.kind !== 'retarget') continue;
      const { value, place } = operation;
      const base = (value.from && moved.get(value.from.node)) ?? this.#baseAfter(value) ?? value.base;
      const next = retarget(value.parts, base, place);
      if (!next) throw new Error(`A path expression cannot be made to lead to ${place}`);
      if (seen.has(next.part)) continue;
      seen.add(next.part);
      const file = value.at.scope.file;
      const { start, end } = spanOf(next.part);
      const text =
        next.part.type === 'StringLiteral'
          ? quoted(next.text, file.text[start] === '"' ? '"' : "'")
          : next.text;
      if (file.text.slice(start, end) !== text) this.#add(file, { start, end, text });
    }
  }

  /** The property that a moved value's new home takes the place of. */
  #anchor({ container, from }: Insert): ItemRef | undefined {
    return from.find((item) => item.list === container && this.#isTaken(item));
  }

  #insertInto(container: t.ObjectExpression, inserts: Insert[]): void {
    const [first] = inserts;
    if (!first) return;
    const list = this.#list(first.file, container);
    const style = styleOf(first.file);
    const added: NewEntry[] = [];
    const used = new Map<t.Node, NewEntry>();
    for (const group of groupByKey(inserts, 0)) {
      const anchor = group.map((insert) => this.#anchor(insert)).find((item) => item !== undefined);
      const entry = this.#entryOf(group, 0, first.file, anchor);
      if (!anchor || used.has(anchor.node)) {
        added.push(entry);
        continue;
      }
      used.set(anchor.node, entry);
    }
    for (const [node, entry] of used) {
      this.#takenFrom(container).delete(list.items.findIndex((item) => item.node === node));
      const { start, end } = spanOf(node);
      const text = () => entry.print(indentAt(first.file.text, start), isOneLine(list));
      this.#add(first.file, { start, end, text, covers: true });
    }
    if (added.length === 0) return;
    this.#extended.add(container);
    for (const edit of addItems(list, added, this.#takenFrom(container), style)) this.#add(first.file, edit);
  }

  /** The entry that inserts with one key in common make together, `depth` keys below their container. */
  #entryOf(group: readonly Insert[], depth: number, file: SourceFile, anchor: ItemRef | undefined): NewEntry {
    const [first] = group;
    if (!first) throw new Error('An entry without an insert');
    const key = String(first.rest[depth]);
    const style = styleOf(file);
    if (first.rest.length === depth + 1) return this.#leaf(first.value, key, file, anchor);
    const children = groupByKey(group, depth + 1).map((inner) =>
      this.#entryOf(inner, depth + 1, file, anchor),
    );
    const commented = children.some((child) => child.commented);
    return keyed(key, printList('{}', children, style), style, commented);
  }

  #leaf(value: Inserted, key: string, file: SourceFile, anchor: ItemRef | undefined): NewEntry {
    if (value.kind === 'new') return keyed(key, newText(file, value.value), styleOf(file));
    if (value.kind === 'element') return this.#movedElement(value.item);
    if (value.kind === 'list') {
      const items = value.values.map((item) => plainEntry(newText(file, item)));
      return keyed(key, printList('[]', items, styleOf(file)), styleOf(file));
    }
    const entry: NewEntry = plainEntry((indent) => this.#movedProperty(value.property, key, indent));
    if (anchor?.node === value.property.node) return entry;
    return { ...entry, ...this.#commentsOf(itemOf(value.property)) };
  }

  /** The comments that belong to an item that moves. */
  #commentsOf(item: ItemRef): Omit<NewEntry, 'print'> {
    const { file } = item;
    const { above, behind } = ownedBy(this.#list(file, item.list), this.#indexOf(item));
    const text = ({ start, end }: Span) => file.text.slice(start, end);
    const commented = above.length + behind.length > 0;
    return { above: above.map(text), behind: behind.map(text), commented };
  }

  #movedElement(item: ItemRef): NewEntry {
    return {
      print: (indent) => this.#movedText(item.file, this.#spanOf(item), item.node, indent),
      ...this.#commentsOf(item),
    };
  }

  #movedProperty({ node, key: oldKey, scope: { file } }: Property, key: string, indent: string): string {
    const style = styleOf(file);
    const name = printKey(key, style);
    const { start, end } = spanOf(node);
    if (node.type === 'ObjectProperty' && node.shorthand)
      return oldKey === key ? name : `${name}: ${file.text.slice(start, end)}`;
    const written = keySpan(file, node);
    const head = file.text.slice(start, written.start);
    return head + name + this.#movedText(file, { start: written.end, end }, node, indent);
  }

  /** The place of an item with the parentheses around it. */
  #spanOf({ file, list, node }: ItemRef): Span {
    return this.#list(file, list).items.find((item) => item.node === node) ?? spanOf(node);
  }

  /** Text of a node at its new indent. What stands inside a template string is a value and keeps its own. */
  #movedText(file: SourceFile, { start, end }: Span, node: t.Node, indent: string): string {
    // What is inserted at its edge stands beside it.
    const within = (edit: Edit) =>
      edit.start >= start &&
      edit.end <= end &&
      (edit.start < edit.end || (edit.start > start && edit.end < end));
    const edits = (this.#edits.get(file) ?? []).filter(within);
    const old = indentAt(file.text, spanOf(node).start);
    const lines = reindent(file, node, old, indent).filter((edit) => edit.start >= start && edit.end <= end);
    return applyEdits(file.text, [...edits, ...lines], start, end);
  }

  #appendTo(array: t.ArrayExpression, appends: readonly Append[]): void {
    const [first] = appends;
    if (!first) return;
    const { file } = first;
    const style = styleOf(file);
    const entries = appends.flatMap(({ items }) =>
      items.map((item) => {
        if (item.kind === 'element') return this.#movedElement(item.item);
        if (item.kind !== 'new') throw new Error('A property is no array item');
        return plainEntry(newText(file, item.value));
      }),
    );
    const list = this.#list(file, array);
    if (entries.length === 0) return;
    this.#extended.add(array);
    for (const edit of addItems(list, entries, this.#takenFrom(array), style)) this.#add(file, edit);
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** Inserts that share their key at a depth, in the order of the reference. */
function groupByKey(inserts: readonly Insert[], depth: number): Insert[][] {
  const groups = new Map<string, Insert[]>();
  for (const insert of inserts) push(groups, String(insert.rest[depth]), insert);
  const pathTo = (group: Insert[]): OptionPathParts => {
    const [first] = group;
    return first ? first.path.slice(0, first.path.length - first.rest.length + depth + 1) : [];
  };
  return [...groups.values()].sort((a, b) => compareOptions(pathTo(a), pathTo(b)));
}

/** Edits that move the lines of a node from one indent to another. */
function reindent(file: SourceFile, node: t.Node, from: string, to: string): Edit[] {
  const { start, end } = spanOf(node);
  if (from === to || !file.text.slice(start, end).includes('\n')) return [];
  const fixed: Span[] = [];
  visit(node, undefined, (inner) => {
    // A string goes on over a line break behind a backslash.
    if (/^(?:TemplateElement|StringLiteral|JSXText)$/.test(inner.type)) fixed.push(spanOf(inner));
  });
  const edits: Edit[] = [];
  for (
    let at = file.text.indexOf('\n', start) + 1;
    at > 0 && at < end;
    at = file.text.indexOf('\n', at) + 1
  ) {
    if (fixed.some((span) => span.start < at && at <= span.end)) continue;
    if (file.text.startsWith(from, at) && !/^[ \t]*\r?\n/.test(file.text.slice(at)))
      edits.push({ start: at, end: at + from.length, text: to });
  }
  return edits;
}
