import type * as t from '@babel/types';
import { type Span, spanOf } from '../../config/source.ts';
import { type Language, parseCode, walk } from '../../project/syntax/code.ts';

/** Whose a comment is. */
export interface Owner {
  /** The keys that lead to the property or item, as far as the text shows them. */
  readonly keys: readonly string[];
  /** `on`: the comment stands at it. `in`: inside it. `between`: among what it holds, and with none of that. */
  readonly how: 'on' | 'in' | 'between';
  /** Whether it has a value of its own that could go elsewhere: a method or a shorthand has none. */
  readonly hasValue: boolean;
  /** Whether a later property of the same name counts in its place. */
  readonly isHidden: boolean;
}

interface Item extends Span {
  readonly node: t.Node;
  readonly key: string;
  readonly list: List;
}

interface List extends Span {
  readonly items: Item[];
  readonly isStatements: boolean;
}

/** Tells whose comments are, by where they stand among the properties and items of a script. */
export function createOwnerReader(text: string, language: Language): (comment: Span) => Owner[] {
  const file = parseCode(text, language);
  const comments = (file.comments ?? []).map(spanOf);
  const lists: List[] = [];
  walk(file.program, (node) => {
    if (node.type === 'ObjectExpression') lists.push(listOf(node, node.properties));
    else if (node.type === 'ArrayExpression') lists.push(listOf(node, node.elements));
    else if (node.type === 'Program' || node.type === 'BlockStatement') lists.push(listOf(node, node.body));
  });
  return (comment) => {
    const around = lists
      .filter(
        (list) =>
          holds(list, comment) && (!list.isStatements || isAtAssignment(text, list, comment, comments)),
      )
      .toSorted((a, b) => a.start - b.start);
    const list = around.at(-1);
    if (!list) return [];
    const keys = around.map((one) => one.items.find((item) => holds(item, comment))?.key);
    const path = keys.slice(0, -1).map((key) => key ?? '');
    const owner = (item: Item, how: Owner['how'], above: readonly string[]): Owner => ({
      keys: [...above, item.key],
      how,
      hasValue:
        item.node.type === 'ObjectProperty' ? !item.node.shorthand : item.node.type !== 'ObjectMethod',
      isHidden: item.list.items.some(({ start, key }) => start > item.start && key === item.key),
    });
    const inside = list.items.find((item) => holds(item, comment));
    if (inside) return [owner(inside, 'in', path)];
    const on = itemsAt(text, list, comment, comments);
    if (on.length > 0) return on.map((item) => owner(item, 'on', path));
    const outer = around.at(-2)?.items.find((item) => holds(item, comment));
    return outer ? [owner(outer, 'between', path.slice(0, -1))] : [];
  };
}

/** The properties, items or statements of a node. What is assigned in a statement is a property, too. */
function listOf(node: t.Node, items: readonly (t.Node | null)[]): List {
  const isStatements = node.type === 'Program' || node.type === 'BlockStatement';
  const list: List = { ...spanOf(node), items: [], isStatements };
  for (const item of items) {
    if (item !== null) list.items.push({ ...spanOf(item), node: item, key: keyOf(item), list });
  }
  return list;
}

/** Whether a comment stands at or in a statement that assigns to a key. Those of other statements are nobody's. */
function isAtAssignment(text: string, list: List, comment: Span, comments: readonly Span[]): boolean {
  const inside = list.items.find((item) => holds(item, comment));
  const at = inside ? [inside] : itemsAt(text, list, comment, comments);
  return at.some(({ node }) => assignedMember(node) !== undefined);
}

function assignedMember(node: t.Node): t.MemberExpression | undefined {
  if (node.type !== 'ExpressionStatement' || node.expression.type !== 'AssignmentExpression')
    return undefined;
  const { left } = node.expression;
  if (left.type !== 'MemberExpression') return undefined;
  // `module.exports = …` is the config itself.
  const isExport = left.object.type === 'Identifier' && /^(?:module|exports)$/.test(left.object.name);
  return isExport ? undefined : left;
}

function keyOf(node: t.Node): string {
  const isProperty = node.type === 'ObjectProperty' || node.type === 'ObjectMethod';
  const key = isProperty ? node.key : assignedMember(node)?.property;
  if (key?.type === 'Identifier') return key.name;
  return key?.type === 'StringLiteral' ? key.value : '';
}

function holds(outer: Span, { start, end }: Span): boolean {
  return outer.start <= start && end <= outer.end;
}

/** The items that a comment between items stands at: mostly one, none where it is a heading or stands alone. */
function itemsAt(text: string, list: List, comment: Span, comments: readonly Span[]): Item[] {
  const before = list.items.findLast(({ end }) => end <= comment.start);
  const next = list.items.find(({ start }) => start >= comment.end);
  const startsAt = before?.end ?? list.start + 1;
  const isBehind = !text.slice(startsAt, comment.start).includes('\n');
  const isBeside = next !== undefined && !text.slice(comment.end, next.start).includes('\n');
  const found: Item[] = [];
  if (isBehind && before) found.push(before);
  if (next && (isBeside || !isBehind) && leadsTo(text, comment, next, comments)) found.push(next);
  return found;
}

/** Whether nothing but comments and line ends lies between, and no empty line or heading. */
function leadsTo(text: string, comment: Span, next: Span, comments: readonly Span[]): boolean {
  const chain = comments.filter(({ start }) => start >= comment.start && start < next.start);
  return chain.every(({ start, end }, index) => {
    const gap = text.slice(end, chain[index + 1]?.start ?? next.start);
    return !/\n\s*\n/.test(gap) && !isHeading(text.slice(start, end));
  });
}

/** A line of marks, or a switch for all that follows, is about more than the next property. */
function isHeading(comment: string): boolean {
  const inner = comment.replace(/^\/\*+|\*+\/$/g, '');
  return /([-=*#~_─━═])\1{3}/.test(inner) || /^\/[/*]\s*#?(?:end)?region\b|^\/\*!/.test(comment);
}
