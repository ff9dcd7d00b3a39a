/**
 * Turns the planned operations of a config into edits of its files, including values that move with their text and
 * comments.
 */

import type * as t from '@babel/types';
import {
  applyEdits,
  type ChangedText,
  type Edit,
  madeEdits,
  overlap,
  type Span,
} from '../base/edits.ts';
import { groupedBy } from '../base/grouped.ts';
import { folderOf, pathFrom, placeAt } from '../base/paths.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { type Change, compareTexts, type OptionPathParts, showPath } from './change.ts';
import { slotValue } from './evaluate.ts';
import {
  commentsBetween,
  isOneLine,
  itemList,
  type List,
  listEdits,
  looseComments,
} from './list.ts';
import { type PathLiteral, rewrittenPath } from './path-expressions.ts';
import { type Insert, type Operation, planChanges } from './plan-change.ts';
import {
  indentAt,
  keyed,
  type NewEntry,
  newText,
  plainEntry,
  printKey,
  printList,
  quoted,
  styleOf,
} from './print.ts';
import { type SourceFile, spanOf, textOf } from './source.ts';
import { keySpan, visit } from './syntax.ts';
import type { PathValue, Property, Slot, Value } from './value.ts';

/** A file that differs after rendering. */
export interface RenderedFile extends ChangedText {
  readonly path: string;
}

/** Other changes to the files of a config: updated references, and moves. */
export interface RenderContext {
  /** Edits on the original texts, by the path of the file. */
  readonly edits: ReadonlyMap<string, readonly Edit[]>;
  /** The path that a file has afterwards. */
  placeAfter(path: string): string;
}

/** All files that differ once the changes are made to a config. */
export function renderFiles(
  config: SourceFile,
  layers: readonly Value[],
  changes: readonly Change[],
  context: RenderContext,
): RenderedFile[] {
  const edits = editsOf(planChanges(layers, changes), config, context);
  for (const file of config.modules.files()) {
    const fileEdits = edits.get(file) ?? [];
    const referenceEdits = context.edits.get(file.path) ?? [];
    addEdits(fileEdits, referenceEdits, context.placeAfter(file.path) !== file.path);
    if (referenceEdits.length > 0) edits.set(file, fileEdits);
  }
  return [...edits].flatMap(([{ path, text }, all]) => {
    const made = madeEdits(all);
    const after = applyEdits(text, made);
    return after === text ? [] : [{ path, before: text, after, edits: made }];
  });
}

/** The edits that perform all operations, by file. */
function editsOf(
  operations: readonly Operation[],
  config: SourceFile,
  context: RenderContext,
): Map<SourceFile, Edit[]> {
  const rewrite = new Rewrite();
  for (const operation of operations) {
    if (operation.kind === 'replace') rewrite.add(operation.file, operation.edit);
    else if (operation.kind === 'remove') rewrite.remove(operation.slot);
  }
  const inserted = operations.filter((operation) => operation.kind === 'insert');
  const inserts = groupedBy(inserted, ({ file, container }) => itemList(file, container));
  removeEmptied(rewrite, operations, inserts);
  rewritePaths(rewrite, operations, config, context);
  // The comments of an emptied group belong above a key, and only if there is none above an item.
  const isItem = ([, [{ rest }]]: [List, readonly [Insert, ...Insert[]]]) => rest.length === 0;
  const ordered = [...inserts].toSorted((a, b) => Number(isItem(a)) - Number(isItem(b)));
  const entries = ordered.map(([list, group]) => [list, insertInto(rewrite, list, group)] as const);
  const added = new Map(entries.filter(([, atEnd]) => atEnd.length > 0));
  // The last step, because the commas between items depend on everything that is added and removed.
  for (const list of new Set([...rewrite.shortened, ...added.keys()]))
    for (const edit of listEdits(list, rewrite.removed, added.get(list) ?? []))
      rewrite.add(list.file, edit);
  return rewrite.edits;
}

/** The edits so far, and the items that are removed, with the lists that they are removed from. */
class Rewrite {
  readonly edits = new Map<SourceFile, Edit[]>();
  readonly removed = new Set<t.Node>();
  readonly shortened = new Set<List>();
  /** The objects that become empty when an option is removed, innermost first. */
  readonly #emptied = new Map<t.Node, Property[]>();
  /** The removed options whose value is an array, by the node of the array. */
  readonly #lists = new Map<t.Node, Slot>();
  readonly #taken = new Set<t.Node>();

  add(file: SourceFile, edit: Edit): void {
    const edits = this.edits.get(file);
    if (edits) edits.push(edit);
    else this.edits.set(file, [edit]);
  }

  remove(slot: Slot): void {
    const value = slotValue(slot);
    if (value.kind === 'array') this.#lists.set(value.node, slot);
    this.removed.add(slot.node);
    this.shortened.add(itemList(slot.scope.file, slot.owner));
  }

  /** Removes the property of an object that is empty without an option. */
  removeAround(slot: Slot, holder: Property): void {
    this.#emptied.set(slot.node, [...(this.#emptied.get(slot.node) ?? []), holder]);
    this.remove(holder);
  }

  /**
   * The comments of emptied objects and of a removed list move with the first option or item that leaves them: `//
   * Only in CI` above `generate: { routes }` → above `routes`.
   */
  commentsAround(slot: Slot, anchor?: t.Node): string[] {
    const list = this.#lists.get(slot.owner);
    const holders = [...(list ? [list] : []), ...(this.#emptied.get((list ?? slot).node) ?? [])];
    return holders.toReversed().flatMap((holder) => {
      // A property that replaces the object keeps its comments.
      if (holder.node === anchor || this.#taken.has(holder.node)) return [];
      this.#taken.add(holder.node);
      const { above, behind } = movedEntry(this.edits, holder);
      const { file } = slot.scope;
      const loose = holder === list ? looseComments(itemList(file, slot.owner)) : [];
      const inside = loose.map((comment) => textOf(file, comment));
      return [...above, ...commentsBehindKey(holder), ...behind, ...inside];
    });
  }
}

/** The comments between the key of an option and its value. */
function commentsBehindKey({ node, scope: { file } }: Slot): string[] {
  if (node.type !== 'ObjectProperty') return [];
  const comments = commentsBetween(file, spanOf(node.key).end, spanOf(node.value).start);
  return comments.map((comment) => textOf(file, comment));
}

/** Removes the objects that the removals leave empty, unless a comment in them would be lost. */
function removeEmptied(
  rewrite: Rewrite,
  operations: readonly Operation[],
  filled: ReadonlyMap<List, unknown>,
): void {
  for (const operation of operations) {
    if (operation.kind !== 'remove') continue;
    let inner = operation.slot;
    for (const holder of operation.holders) {
      const list = itemList(inner.scope.file, inner.owner);
      // A spread property belongs to another literal, and the holder has other keys too.
      const isInside = heldLiteral(holder) === inner.owner;
      if (!isInside || filled.has(list) || !isEmptied(list, rewrite.removed)) break;
      rewrite.removeAround(operation.slot, holder);
      inner = holder;
    }
  }
}

function heldLiteral(holder: Property): t.Node | undefined {
  const value = slotValue(holder);
  return value.kind === 'object' && value.form.kind === 'literal' ? value.form.node : undefined;
}

function isEmptied(list: List, removed: ReadonlySet<t.Node>): boolean {
  return list.items.every(({ node }) => removed.has(node)) && looseComments(list).length === 0;
}

/** Points path expressions to their new places, each from the base that it has afterwards. */
function rewritePaths(
  rewrite: Rewrite,
  operations: readonly Operation[],
  config: SourceFile,
  context: RenderContext,
): void {
  const home = folderOf(context.placeAfter(config.path));
  const rewrites = operations.filter((operation) => operation.kind === 'rewrite');
  const moved = new Map(rewrites.map(({ value, place }) => [value.at.node, { value, place }]));
  // Several expressions may share a literal: `normalize(a)` has the literals of `a`.
  const seen = new Set<PathLiteral>();
  for (const { value, place } of rewrites) {
    const { path } = value;
    const from = path.behind && moved.get(path.behind.node);
    const isWhole = from && from.value.place === placeAt('', path.base);
    const base = isWhole ? from.place : baseAfter(value, config.path, context);
    const next = rewrittenPath(path, base ?? path.base, place, home);
    if (!next) throw new Error(`A path expression cannot be changed to ${place}`);
    if (seen.has(next.literal)) continue;
    seen.add(next.literal);
    const { file } = value.at.scope;
    const { start, end } = spanOf(next.literal);
    // A literal keeps its quotes; a piece of a template has none.
    const quote = file.text[start] === '"' ? '"' : "'";
    const text = next.literal.type === 'StringLiteral' ? quoted(next.text, quote) : next.text;
    if (file.text.slice(start, end) !== text) rewrite.add(file, { start, end, text });
  }
}

/** The base of a path expression may be a reference that is updated, or the folder of a file that moves. */
function baseAfter(
  { path: { base, behind: from }, at }: PathValue,
  path: string,
  context: RenderContext,
): string | undefined {
  const home = folderOf(context.placeAfter(path));
  const { path: file } = (from ?? at).scope.file;
  const place = placeAt(folderOf(path), base);
  if (place === folderOf(file)) return pathFrom(home, folderOf(context.placeAfter(file)));
  if (!from) return undefined;
  const { start, end } = spanOf(from.node);
  const edits = context.edits.get(file) ?? [];
  const isUpdated = edits.some((edit) => edit.start >= start && edit.end <= end);
  return isUpdated ? pathFrom(home, context.placeAfter(place)) : undefined;
}

/**
 * Adds reference edits to the edits of options, in the same list, because an edit may contain other edits.
 * If both change one path in a file that moves, the reference wins: options are not relative to the file.
 */
function addEdits(edits: Edit[], references: readonly Edit[], isMoved: boolean): void {
  for (const edit of references) {
    const rival = edits.findIndex((made) => !made.covers && overlap(made, edit));
    if (rival === -1) edits.push(edit);
    else if (isMoved) edits.splice(rival, 1, edit);
  }
}

/**
 * Writes keys that move within their object over removed ones, `static` → `public`, and returns the entries that go to
 * the end.
 */
function insertInto(rewrite: Rewrite, list: List, inserts: readonly Insert[]): NewEntry[] {
  const { file } = list;
  const added: NewEntry[] = [];
  const replaced = new Map<t.Node, NewEntry>();
  for (const group of groupByKey(file, inserts, 0)) {
    const free = group.flatMap(({ from, container }) =>
      from.filter(({ owner }) => owner === container),
    );
    const anchor = free.find(({ node }) => rewrite.removed.has(node))?.node;
    const entry = entryFor(rewrite, group, 0, anchor);
    if (anchor && !replaced.has(anchor)) replaced.set(anchor, entry);
    else added.push(entry);
  }
  for (const [anchor, entry] of replaced) {
    rewrite.removed.delete(anchor);
    const { start, end } = spanOf(anchor);
    const text = () => entry.print(indentAt(file.text, start), isOneLine(list));
    rewrite.add(file, { start, end, text, covers: true });
  }
  return added;
}

/** Groups inserts by their key at a depth, in the order of the catalogue. Items have no key. */
function groupByKey({ modules }: SourceFile, inserts: readonly Insert[], depth: number) {
  const groups = groupedBy(inserts, (insert) => insert.rest[depth] ?? insert);
  const pathTo = ([{ path, rest }]: readonly [Insert, ...Insert[]]): OptionPathParts =>
    path.slice(0, path.length - rest.length + depth + 1);
  return [...groups.values()].sort((a, b) =>
    compareOptions(modules.catalogue, pathTo(a), pathTo(b)),
  );
}

/** Sorts new keys by the catalogue, then by name, so that the text does not depend on the order of changes. */
function compareOptions({ rankOf }: Catalogue, a: OptionPathParts, b: OptionPathParts): number {
  const [left, right] = [showPath(a), showPath(b)];
  return rankOf(left) - rankOf(right) || compareTexts(left, right);
}

/** The entry for inserts with the same key, `depth` keys below their container. */
function entryFor(
  rewrite: Rewrite,
  group: readonly [Insert, ...Insert[]],
  depth: number,
  anchor: t.Node | undefined,
): NewEntry {
  const [first] = group;
  if (first.rest.length <= depth + 1) return entryOf(rewrite, first, anchor);
  const { file } = first;
  const children = groupByKey(file, group, depth + 1).map((inner) =>
    entryFor(rewrite, inner, depth + 1, anchor),
  );
  const style = styleOf(file);
  const commented = children.some((child) => child.commented);
  return keyed(String(first.rest[depth]), printList('{}', children, style), style, commented);
}

/** The entry for one value, with a key if it goes into an object. */
function entryOf(
  rewrite: Rewrite,
  { file, value, rest }: Insert,
  anchor: t.Node | undefined,
): NewEntry {
  const key = rest.at(-1)?.toString();
  if (value.kind === 'new') {
    const print = newText(file, value.value);
    return key === undefined ? plainEntry(print) : keyed(key, print, styleOf(file));
  }
  const { slot } = value;
  const entry = movedEntry(rewrite.edits, slot, key);
  // A property that replaces itself keeps the comments that are already there.
  if (slot.node === anchor) return plainEntry(entry.print);
  const above = [...rewrite.commentsAround(slot, anchor), ...entry.above];
  return { ...entry, above, commented: above.length + entry.behind.length > 0 };
}

type Edits = ReadonlyMap<SourceFile, readonly Edit[]>;

/** A moved property, under its new key, or a moved element, with its text and comments. */
function movedEntry(edits: Edits, slot: Slot, key = ''): NewEntry {
  const { file } = slot.scope;
  const item = itemList(file, slot.owner).items.find(({ node }) => node === slot.node);
  const above = (item?.above ?? []).map((comment) => textOf(file, comment));
  const behind = (item?.behind ?? []).map((comment) => textOf(file, comment));
  return {
    print: (indent) => slotText({ edits, file, indent }, slot, item ?? spanOf(slot.node), key),
    above,
    behind,
    commented: above.length + behind.length > 0,
  };
}

/** The file of a moved text, its new indent, and the edits of all files. */
interface Moving {
  readonly edits: Edits;
  readonly file: SourceFile;
  readonly indent: string;
}

function slotText(moving: Moving, slot: Slot, item: Span, key: string): string {
  const { file } = moving;
  if (slot.kind === 'element') return movedText(moving, item, slot.node);
  const { node } = slot;
  const name = printKey(key, styleOf(file), node.key.type === 'StringLiteral');
  const { start, end } = spanOf(node);
  if (node.type === 'ObjectProperty' && node.shorthand) {
    const set = moving.edits.get(file)?.find((edit) => edit.start === start && !edit.covers);
    // With a new value, it is written out: `x: 1`.
    if (typeof set?.text === 'string') return name + set.text.slice(slot.key.length);
    return slot.key === key ? name : `${name}: ${slot.key}`;
  }
  const written = keySpan(file.text, node);
  const head = file.text.slice(start, written.start);
  return head + name + movedText(moving, { start: written.end, end }, node);
}

/** The text of a node at its new indent, with the edits inside it made. */
function movedText({ edits, file, indent }: Moving, { start, end }: Span, node: t.Node): string {
  // An insertion at the edge of the span is outside it.
  const inner = (edits.get(file) ?? []).filter((edit) =>
    edit.start < edit.end
      ? edit.start >= start && edit.end <= end
      : edit.start > start && edit.end < end,
  );
  return applyEdits(file.text, [...inner, ...reindent(file, node, indent)], start, end);
}

/** Edits that move the lines of a node to another indent. Lines inside strings are values and stay. */
function reindent({ text }: SourceFile, node: t.Node, to: string): Edit[] {
  const { start, end } = spanOf(node);
  if (!text.slice(start, end).includes('\n')) return [];
  const from = indentAt(text, start);
  if (from === to) return [];
  const strings = longStringsIn(text, node);
  const emptyLine = /[ \t]*\r?\n/y;
  const edits: Edit[] = [];
  for (
    let at = text.indexOf('\n', start) + 1;
    at > 0 && at < end;
    at = text.indexOf('\n', at) + 1
  ) {
    if (strings.some((span) => span.start < at && at <= span.end)) continue;
    emptyLine.lastIndex = at;
    if (text.startsWith(from, at) && !emptyLine.test(text))
      edits.push({ start: at, end: at + from.length, text: to });
  }
  return edits;
}

/** The strings that span several lines. */
function longStringsIn(text: string, node: t.Node): Span[] {
  const strings: Span[] = [];
  visit(node, (inner) => {
    // A string can continue in the next line after a backslash.
    if (!/^(?:TemplateElement|StringLiteral|JSXText)$/.test(inner.type)) return;
    const span = spanOf(inner);
    if (text.slice(span.start, span.end).includes('\n')) strings.push(span);
  });
  return strings;
}
