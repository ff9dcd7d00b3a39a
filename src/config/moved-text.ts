import type * as t from '@babel/types';
import { applyEdits, type Edit } from './edits.ts';
import { itemOf, listOf } from './list.ts';
import { indentAt, type NewEntry, printKey, styleOf } from './print.ts';
import { type SourceFile, type Span, spanOf, textOf } from './source.ts';
import { keySpan, visit } from './syntax.ts';
import { itemNode, type Slot, valueNode } from './value.ts';

type Edits = ReadonlyMap<SourceFile, readonly Edit[]>;

/** A property under another key or an element in its new place, as it was written and with its comments. */
export function movedEntry(edits: Edits, slot: Slot, key = ''): NewEntry {
  const { file } = slot.scope;
  const item = itemOf(listOf(file, slot.owner), itemNode(slot));
  const above = (item?.above ?? []).map((comment) => textOf(file, comment));
  const behind = (item?.behind ?? []).map((comment) => textOf(file, comment));
  return {
    print: (indent) => slotText(edits, slot, item ?? spanOf(slot.node), key, indent),
    above,
    behind,
    commented: above.length + behind.length > 0,
  };
}

/** The list that an option holds, as items of another one. */
export function spreadEntry(edits: Edits, slot: Slot): NewEntry {
  const { file } = slot.scope;
  const node = valueNode(slot) ?? slot.node;
  const { start, end } = spanOf(node);
  const isCondition = node.type === 'ConditionalExpression' || node.type === 'LogicalExpression';
  const entry = movedEntry(edits, slot);
  return {
    ...entry,
    print: (indent) => {
      const text = movedText(edits, file, { start, end }, node, indent);
      return isCondition ? `...(${text})` : `...${text}`;
    },
  };
}

function slotText(edits: Edits, slot: Slot, item: Span, key: string, indent: string): string {
  const { file } = slot.scope;
  if (slot.kind === 'element') return movedText(edits, file, item, slot.node, indent);
  const { node } = slot;
  const name = printKey(key, styleOf(file));
  const { start, end } = spanOf(node);
  if (node.type === 'AssignmentExpression')
    return `${name}: ${movedText(edits, file, spanOf(node.right), node.right, indent)}`;
  if (node.type === 'ObjectProperty' && node.shorthand)
    return slot.key === key ? name : `${name}: ${file.text.slice(start, end)}`;
  const written = keySpan(file.text, node);
  const head = file.text.slice(start, written.start);
  return head + name + movedText(edits, file, { start: written.end, end }, node, indent);
}

/** The text of a node at its new indent, with the edits inside it made. */
function movedText(
  edits: Edits,
  file: SourceFile,
  { start, end }: Span,
  node: t.Node,
  indent: string,
): string {
  // An insertion at the edge of the span is beside it, not in it.
  const own = (edits.get(file) ?? []).filter((edit) =>
    edit.start < edit.end ? edit.start >= start && edit.end <= end : edit.start > start && edit.end < end,
  );
  return applyEdits(file.text, [...own, ...reindent(file, node, indent)], start, end);
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
  for (let at = text.indexOf('\n', start) + 1; at > 0 && at < end; at = text.indexOf('\n', at) + 1) {
    if (strings.some((span) => span.start < at && at <= span.end)) continue;
    emptyLine.lastIndex = at;
    if (text.startsWith(from, at) && !emptyLine.test(text))
      edits.push({ start: at, end: at + from.length, text: to });
  }
  return edits;
}

/** The strings that span lines. */
function longStringsIn(text: string, node: t.Node): Span[] {
  const strings: Span[] = [];
  visit(node, undefined, (inner) => {
    // A string can go on in the next line after a backslash.
    if (!/^(?:TemplateElement|StringLiteral|JSXText)$/.test(inner.type)) return;
    const span = spanOf(inner);
    if (text.slice(span.start, span.end).includes('\n')) strings.push(span);
  });
  return strings;
}
