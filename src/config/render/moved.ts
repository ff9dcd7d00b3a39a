import type * as t from '@babel/types';
import { applyEdits, type Edit } from '../edits.ts';
import { ownedBy } from '../lists/owned.ts';
import { type NewEntry, plainEntry, printKey } from '../print.ts';
import { type SourceFile, type Span, spanOf } from '../source.ts';
import { indentAt, styleOf } from '../style.ts';
import type { Property } from '../value.ts';
import { keySpan } from './key-span.ts';
import { type ItemRef, itemOf } from './operation.ts';
import { reindent } from './reindent.ts';
import type { Rewrite } from './rewrite.ts';

/** An element in its new place, as it was written and with its comments. */
export function movedElement(rewrite: Rewrite, item: ItemRef): NewEntry {
  return {
    print: (indent) => movedText(rewrite, item.file, withParentheses(rewrite, item), item.node, indent),
    ...commentsOf(rewrite, item),
  };
}

/** A property in its new place, under another key. Where it only takes its own place, its comments stand there already. */
export function movedProperty(
  rewrite: Rewrite,
  property: Property,
  key: string,
  anchor: ItemRef | undefined,
): NewEntry {
  const entry = plainEntry((indent) => propertyText(rewrite, property, key, indent));
  if (anchor?.node === property.node) return entry;
  return { ...entry, ...commentsOf(rewrite, itemOf(property)) };
}

/** The comments that belong to an item that moves. */
function commentsOf(rewrite: Rewrite, item: ItemRef): Omit<NewEntry, 'print'> {
  const { file } = item;
  const { above, behind } = ownedBy(rewrite.list(file, item.list), rewrite.indexOf(item));
  const text = ({ start, end }: Span) => file.text.slice(start, end);
  const commented = above.length + behind.length > 0;
  return { above: above.map(text), behind: behind.map(text), commented };
}

function propertyText(
  rewrite: Rewrite,
  { node, key: oldKey, scope: { file } }: Property,
  key: string,
  indent: string,
): string {
  const name = printKey(key, styleOf(file));
  const { start, end } = spanOf(node);
  if (node.type === 'ObjectProperty' && node.shorthand)
    return oldKey === key ? name : `${name}: ${file.text.slice(start, end)}`;
  const written = keySpan(file, node);
  const head = file.text.slice(start, written.start);
  return head + name + movedText(rewrite, file, { start: written.end, end }, node, indent);
}

/** The place of an item with the parentheses around it. */
function withParentheses(rewrite: Rewrite, item: ItemRef): Span {
  return rewrite.list(item.file, item.list).items[rewrite.indexOf(item)] ?? spanOf(item.node);
}

/** Text of a node at its new indent, with what is edited inside it. */
function movedText(
  rewrite: Rewrite,
  file: SourceFile,
  { start, end }: Span,
  node: t.Node,
  indent: string,
): string {
  // What is inserted at its edge stands beside it.
  const within = (edit: Edit) =>
    edit.start >= start &&
    edit.end <= end &&
    (edit.start < edit.end || (edit.start > start && edit.end < end));
  const edits = (rewrite.edits.get(file) ?? []).filter(within);
  const old = indentAt(file.text, spanOf(node).start);
  const lines = reindent(file, node, old, indent).filter((edit) => edit.start >= start && edit.end <= end);
  return applyEdits(file.text, [...edits, ...lines], start, end);
}
