import type * as t from '@babel/types';
import { spanOf } from '../../config/source.ts';
import { unwrapTypes } from '../../config/syntax.ts';
import { joiningCall, placeOf } from '../paths/places.ts';
import { type FileNames, namesIn } from '../syntax/bindings.ts';
import { childrenOf, isSum, languageOf, spelledOnly } from '../syntax/code.ts';
import { fileArguments } from '../syntax/file-calls.ts';
import type { SourceText } from '../syntax/source-text.ts';
import type { Reference } from './reference.ts';
import { styleReferences } from './styles.ts';

/** A string in code of which the text, or at least its beginning, is known. */
export type CodeString = Omit<Reference, 'kind'>;

/** A string between quotes at the given offsets. */
export function quotedString(specifier: string, start: number, end: number): CodeString {
  const isPlain = end - start === specifier.length + 2;
  return { specifier, start: start + 1, end: end - 1, open: false, isPlain };
}

/** A text of a template literal. */
export function templateText(element: t.TemplateElement, open: boolean): CodeString {
  const { cooked, raw } = element.value;
  return { specifier: cooked ?? '', ...spanOf(element), open, isPlain: cooked === raw };
}

/** The expressions that an expression may evaluate to: both sides of a conditional count. */
export function choicesOf(at: t.Node): readonly t.Node[] {
  const node = unwrapTypes(at);
  if (node.type !== 'ConditionalExpression') return [node];
  return [...choicesOf(node.consequent), ...choicesOf(node.alternate)];
}

/** The string that an expression is or starts with. Empty strings only count between other parts. */
export function stringOf(at: t.Node, emptyToo = false): CodeString | undefined {
  const node = unwrapTypes(at);
  const string = readString(node.type === 'TSLiteralType' ? node.literal : node);
  return string && (string.specifier !== '' || (emptyToo && !string.open)) ? string : undefined;
}

function readString(node: t.Node): CodeString | undefined {
  if (node.type === 'StringLiteral') {
    const { start, end } = spanOf(node);
    return quotedString(node.value, start, end);
  }
  if (node.type === 'TemplateLiteral') {
    const [head] = node.quasis;
    return head && templateText(head, node.expressions.length > 0);
  }
  const beginning = isSum(node) ? readString(unwrapTypes(innermostSum(node).left)) : undefined;
  return beginning && { ...beginning, open: true };
}

/** The sum with the beginning of the text. */
function innermostSum(sum: t.BinaryExpression): t.BinaryExpression {
  let innermost = sum;
  for (let left = unwrapTypes(sum.left); isSum(left); left = unwrapTypes(left.left)) innermost = left;
  return innermost;
}

/** The first two parts of `first + 'text…'`, or of the equivalent template literal. */
export function beginningOf(
  node: t.Node,
): { readonly first: t.Node; readonly text: CodeString | undefined } | undefined {
  // Only the innermost sum has the beginning: outer sums append to it.
  if (isSum(node))
    return isSum(unwrapTypes(node.left)) ? undefined : { first: node.left, text: stringOf(node.right) };
  if (node.type !== 'TemplateLiteral') return undefined;
  const [head, next] = node.quasis;
  const [first, second] = node.expressions;
  if (!first || head?.value.cooked !== '') return undefined;
  return { first, text: next && templateText(next, second !== undefined) };
}

/** A string in code, whatever its purpose. */
export interface AnyString extends CodeString {
  /** The offset of the value that it is a part of: of the outermost call, sum or template, or its own. */
  readonly valueAt: number;
  /** The nearest key above the string; empty in a function, which may use it in any way. */
  readonly key: string;
  /** Whether the string follows a computed part, so that it is not a whole path. */
  readonly continues: boolean;
  /** Whether the code makes a path of it: it is joined to a folder, or passed to a function that reads files. */
  readonly isPath: boolean;
}

interface Visit extends Pick<AnyString, 'key' | 'continues' | 'open' | 'isPath'> {
  readonly node: t.Node;
  /** Undefined if the value starts at the node. */
  readonly valueAt: number | undefined;
}

/** All strings of a module that are values, in order. Throws what the parser throws. */
export function stringsIn(source: SourceText): AnyString[] {
  const { path, text } = source;
  const strings: AnyString[] = [];
  const { program } = source.parse(text, 0, languageOf(path));
  const names = namesIn([program]);
  const start = { key: '', continues: false, open: false, isPath: false, valueAt: undefined };
  const pending: Visit[] = [{ ...start, node: program }];
  for (let visit = pending.pop(); visit; visit = pending.pop()) {
    const { node } = visit;
    if (node.type === 'StringLiteral') strings.push(literalString(node, visit));
    else if (node.type === 'TemplateLiteral') {
      strings.push(...templateStrings(node, visit, names));
      for (const inner of node.expressions) pending.push({ ...start, node: inner, key: visit.key });
    } else if (node.type !== 'TSLiteralType')
      for (const inner of visitsBelow(visit, names)) pending.push(inner);
  }
  return strings.sort((a, b) => a.start - b.start);
}

function visitsBelow({ node, key, continues, open, valueAt }: Visit, fileNames: FileNames): Visit[] {
  const isPart = isSum(node) || node.type === 'CallExpression' || node.type === 'NewExpression';
  const isWrapper = unwrapTypes(node) !== node;
  const outer = isPart ? (valueAt ?? spanOf(node).start) : isWrapper ? valueAt : undefined;
  const argument = node.type === 'CallExpression' ? pathArgument(node, fileNames) : undefined;
  const names = new Set(spelledOnly(node));
  const inner = /Function|Method/.test(node.type) ? '' : (keyOf(node) ?? key);
  return childrenOf(node)
    .filter((child) => !names.has(child))
    .map((child) => {
      const visit = { node: child, key: inner, valueAt: outer };
      if (!isSum(node)) return { ...visit, continues: false, open: false, isPath: child === argument };
      const isFirst = child === node.left;
      const isPath = !isFirst && !open && isFolder(node.left, fileNames);
      return { ...visit, continues: continues || !isFirst, open: open || isFirst, isPath };
    });
}

/** The argument of a call with which a path on disk continues or starts. */
function pathArgument(call: t.CallExpression, names: FileNames): t.Node | undefined {
  const [first] = call.arguments;
  const joining = joiningCall(call, names);
  if (joining && (joining.base || (first && isFolder(first, names)))) return joining.parts[0];
  return placeOf(call, names)?.from === 'unknown' ? first : fileArguments(call, names)[0];
}

/** Whether an expression is a place, or a value from another file of the project, which may be one. */
function isFolder(node: t.Node, names: FileNames): boolean {
  const isTaken = node.type === 'Identifier' && names.imports.get(node.name)?.source.startsWith('.');
  return isTaken || placeOf(node, names) !== undefined;
}

function keyOf(node: t.Node): string | undefined {
  if (node.type !== 'ObjectProperty' || node.computed) return undefined;
  if (node.key.type === 'Identifier') return node.key.name;
  return node.key.type === 'StringLiteral' ? node.key.value : undefined;
}

function literalString(node: t.StringLiteral, { key, continues, open, isPath, valueAt }: Visit): AnyString {
  const { start, end } = spanOf(node);
  const string = quotedString(node.value, start, end);
  return { ...string, key, continues, open, isPath, valueAt: valueAt ?? start };
}

function templateStrings(node: t.TemplateLiteral, visit: Visit, names: FileNames): AnyString[] {
  const { key, continues, open, isPath, valueAt = spanOf(node).start } = visit;
  const [only, another] = node.expressions;
  const isBehindFolder =
    !open && !another && only !== undefined && node.quasis[0]?.value.cooked === '' && isFolder(only, names);
  return node.quasis.map((quasi, index) => ({
    ...templateText(quasi, open || index < node.expressions.length),
    key,
    continues: continues || index > 0,
    valueAt,
    isPath: only ? isBehindFolder && index === 1 : isPath,
  }));
}

const styleCode = /@(?:use|import|forward|reference|plugin)\s|\burl\(/;

/** The references in the style code of a string; undefined if there is no style code. */
export function styleIn(string: AnyString, code: string): Reference[] | undefined {
  const { specifier, start, end } = string;
  if (!styleCode.test(specifier)) return undefined;
  const written = code.slice(start, end);
  return styleReferences(specifier).flatMap((reference) => {
    const offset = offsetIn(written, specifier, reference);
    if (offset === undefined) return [];
    const from = start + offset;
    const length = reference.end - reference.start;
    return [{ ...reference, start: from, end: from + length }];
  });
}

/** The offset of a piece of a string in its source; undefined if the piece has escapes. */
function offsetIn(written: string, text: string, { start, end }: Reference): number | undefined {
  if (written === text) return start;
  const piece = text.slice(start, end);
  let [inText, inCode] = [text.indexOf(piece), written.indexOf(piece)];
  while (inText < start && inCode !== -1) {
    inText = text.indexOf(piece, inText + 1);
    inCode = written.indexOf(piece, inCode + 1);
  }
  return inCode === -1 ? undefined : inCode;
}
