import type * as t from '@babel/types';
import { type Span, spanOf } from '../../config/source.ts';
import type { TreePath } from '../../project/snapshot.ts';
import { type Language, languageOf, parseCode, walk } from '../../project/syntax/code.ts';
import { contentOf, type Element, parseBlocks, scriptLanguage } from '../../project/syntax/component.ts';
import type { AppliedChange } from '../migrate.ts';
import type { PlannedText } from '../plan.ts';
import { syntaxOf, type TextMistake } from './texts.ts';

/** What else is planned. */
export interface TextContext {
  /** The changes that concern a file. */
  changesFor(path: TreePath): readonly AppliedChange[];
  /** Whether any file would get a comment that says this. */
  isWritten(words: string): boolean;
}

/** The comments that went with what was removed, although they neither moved nor belonged to it. */
export function lostComments(
  path: TreePath,
  { before, after }: PlannedText,
  risky: readonly Span[],
  by: readonly string[],
  context: TextContext,
): TextMistake[] {
  const spans = risky.filter(({ start, end }) => opener.test(before.slice(start, end)));
  if (spans.length === 0) return [];
  const gone = (commentsIn(path, before) ?? []).filter(({ start, end }) =>
    spans.some((span) => span.start < end && start < span.end && !(start < span.start && span.end < end)),
  );
  if (gone.length === 0) return [];
  const left = countOf(path, after);
  const had = countOf(path, before);
  const words = (comment: Span) => wordsOf(before.slice(comment.start, comment.end));
  const lost = gone.filter((comment) => (left.get(words(comment)) ?? 0) < (had.get(words(comment)) ?? 0));
  const isMeant = lost.length > 0 ? meantIn(path, before, spans, by, context) : () => true;
  return lost
    .filter((comment) => !isMeant(comment) && !context.isWritten(words(comment)))
    .map(({ start, end }) => ({
      message: `a comment would be lost: ${excerpt(before.slice(start, end))}`,
      offset: start,
    }));
}

function excerpt(comment: string): string {
  const [line = ''] = comment.split(/\r?\n/);
  return `\`${line.slice(0, 60)}\``;
}

/** How often each comment stands in a text. */
function countOf(path: TreePath, text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { start, end } of commentsIn(path, text) ?? []) {
    const words = wordsOf(text.slice(start, end));
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return counts;
}

/** Whether a comment goes because what it belongs to is removed on purpose. */
function meantIn(
  path: TreePath,
  text: string,
  spans: readonly Span[],
  by: readonly string[],
  context: TextContext,
): (comment: Span) => boolean {
  if (syntaxOf(path) === 'script') {
    const ownersOf = createOwnerReader(text, languageOf(path));
    const changes = context.changesFor(path);
    return (comment) => ownersOf(comment).some((owner) => changes.some((change) => isReason(change, owner)));
  }
  // The one thing that is taken out of other files: what a tsconfig extends.
  const isReplaced = ({ start }: Span) => by.includes('framework') && text.startsWith('"extends"', start);
  const replaced = spans.filter(isReplaced);
  return ({ start, end }) => replaced.some((span) => span.start < start && end < span.end);
}

/** Whether a change takes the owner of a comment out. */
function isReason({ kind, option }: AppliedChange, { keys, how, hasValue, isHidden }: Owner): boolean {
  if (kind === 'rewrite') return true;
  const path = option.replace(/\[(?:'([^']*)'|\d+)\]/g, '.$1').split('.');
  return path.some((_, index) => {
    // A binding stands for the first part of the way.
    const rest = path.slice(index);
    if (!keys.every((key, at) => at >= rest.length || key === rest[at] || key === '')) return false;
    // What only holds an option goes when nothing is left in it; comments in it that belong to nothing stay.
    if (keys.length < rest.length) return how !== 'between' && (kind === 'remove' || kind === 'rename');
    return kind !== 'rename' || isHidden || !hasValue;
  });
}

/** What a comment may start with. */
const opener = /\/\/|\/\*|<!--|(?:^|\s)#/m;

/** Where comments stand in a text; nothing where it cannot be read. */
function commentsIn(path: TreePath, text: string): Span[] | undefined {
  try {
    switch (syntaxOf(path)) {
      case 'script':
        return scriptComments(text, languageOf(path));
      case 'component':
        return parseBlocks(text).flatMap((block) => blockComments(text, block));
      case 'style':
        return spansOf(text, styleComment);
      case 'other':
        return spansOf(text, /\.(?:jsonc?|json5)$|rc$/.test(path) ? jsonComment : lineComment);
    }
  } catch {
    return undefined;
  }
}

function scriptComments(code: string, language: Parameters<typeof parseCode>[1]): Span[] {
  return (parseCode(code, language).comments ?? []).map(({ start = 0, end = 0 }) => ({ start, end }));
}

// Skips quoted text; the capture group is the comment itself.
const styleComment =
  /"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|\burl\([^)"']*|(\/\*[\s\S]*?(?:\*\/|$)|\/\/.*)/g;
const jsonComment = /"(?:\\.|[^"\\\n])*"?|(\/\*[\s\S]*?(?:\*\/|$)|\/\/.*)/g;
const lineComment = /(?<=^|\s)(#.*)/gm;
const markupComment = /(<!--[\s\S]*?(?:-->|$))/g;

function spansOf(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].flatMap(({ index, 1: comment }) =>
    comment === undefined ? [] : [{ start: index, end: index + comment.length }],
  );
}

function blockComments(text: string, block: Element): Span[] {
  const { code, start: offset } = contentOf(text, block);
  const language = scriptLanguage(block);
  const found =
    block.tag === 'script'
      ? language === undefined
        ? []
        : scriptComments(code, language)
      : spansOf(code, block.tag === 'style' ? styleComment : markupComment);
  return found.map(({ start, end }) => ({ start: start + offset, end: end + offset }));
}

/** The words of a comment, without its indent and marks. */
export function wordsOf(comment: string): string {
  return comment.replace(/[\s/*]+/g, '');
}

/** What a comment belongs to. */
interface Owner {
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

/** Finds what comments belong to, by their position among the properties and items of a script. */
function createOwnerReader(text: string, language: Language): (comment: Span) => Owner[] {
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

/** Whether a comment stands at or in a statement that assigns to a key. Those of other statements belong to nothing. */
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
