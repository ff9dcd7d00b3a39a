import type * as t from '@babel/types';
import type { OptionPathParts } from '../change.ts';
import { groupedBy } from '../grouped.ts';
import { isOneLine } from '../lists/list.ts';
import { compareOptions } from '../order.ts';
import { keyed, type NewEntry, plainEntry, printList } from '../print.ts';
import { type SourceFile, spanOf } from '../source.ts';
import { indentAt, styleOf } from '../style.ts';
import { movedElement, movedProperty } from './moved.ts';
import { newText } from './new-text.ts';
import type { Append, Insert, Inserted, ItemRef } from './operation.ts';
import type { Rewrite } from './rewrite.ts';

/** Writes new keys into an object: what moves within it over the item that makes room, all else at its end. */
export function insertInto(
  rewrite: Rewrite,
  container: t.ObjectExpression,
  inserts: readonly Insert[],
): void {
  const [first] = inserts;
  if (!first) return;
  const { file } = first;
  const added: NewEntry[] = [];
  const placed = new Map<t.Node, { readonly anchor: ItemRef; readonly entry: NewEntry }>();
  for (const group of groupByKey(inserts, 0)) {
    const anchor = group.map((insert) => anchorOf(rewrite, insert)).find((item) => item !== undefined);
    const entry = entryOf(rewrite, group, 0, file, anchor);
    if (!anchor || placed.has(anchor.node)) added.push(entry);
    else placed.set(anchor.node, { anchor, entry });
  }
  const list = rewrite.list(file, container);
  for (const { anchor, entry } of placed.values()) {
    rewrite.putBack(anchor);
    const { start, end } = spanOf(anchor.node);
    const text = () => entry.print(indentAt(file.text, start), isOneLine(list));
    rewrite.add(file, { start, end, text, covers: true });
  }
  rewrite.extend(file, container, added);
}

/** Writes new items at the end of an array. */
export function appendTo(rewrite: Rewrite, array: t.ArrayExpression, appends: readonly Append[]): void {
  const [first] = appends;
  if (!first) return;
  const { file } = first;
  const entries = appends.flatMap(({ items }) =>
    items.map((item) => {
      if (item.kind === 'element') return movedElement(rewrite, item.item);
      if (item.kind !== 'new') throw new Error('A property is no array item');
      return plainEntry(newText(file, item.value));
    }),
  );
  rewrite.extend(file, array, entries);
}

/** The property that a moved value's new home takes the place of. */
function anchorOf(rewrite: Rewrite, { container, from }: Insert): ItemRef | undefined {
  return from.find((item) => item.list === container && rewrite.isTaken(item));
}

/** Inserts that share their key at a depth, in the order of the reference. */
function groupByKey(inserts: readonly Insert[], depth: number): Insert[][] {
  const groups = groupedBy(inserts, ({ rest }) => String(rest[depth]));
  const pathTo = ([first]: readonly Insert[]): OptionPathParts =>
    first ? first.path.slice(0, first.path.length - first.rest.length + depth + 1) : [];
  return [...groups.values()].sort((a, b) => compareOptions(pathTo(a), pathTo(b)));
}

/** The entry that inserts with one key in common make together, `depth` keys below their container. */
function entryOf(
  rewrite: Rewrite,
  group: readonly Insert[],
  depth: number,
  file: SourceFile,
  anchor: ItemRef | undefined,
): NewEntry {
  const [first] = group;
  if (!first) throw new Error('An entry without an insert');
  const key = String(first.rest[depth]);
  if (first.rest.length === depth + 1) return leafOf(rewrite, first.value, key, file, anchor);
  const children = groupByKey(group, depth + 1).map((inner) =>
    entryOf(rewrite, inner, depth + 1, file, anchor),
  );
  const style = styleOf(file);
  const commented = children.some((child) => child.commented);
  return keyed(key, printList('{}', children, style), style, commented);
}

function leafOf(
  rewrite: Rewrite,
  value: Inserted,
  key: string,
  file: SourceFile,
  anchor: ItemRef | undefined,
): NewEntry {
  const style = styleOf(file);
  switch (value.kind) {
    case 'new':
      return keyed(key, newText(file, value.value), style);
    case 'list': {
      const items = value.values.map((item) => plainEntry(newText(file, item)));
      return keyed(key, printList('[]', items, style), style);
    }
    case 'property':
      return movedProperty(rewrite, value.property, key, anchor);
    case 'element':
      return movedElement(rewrite, value.item);
  }
}
