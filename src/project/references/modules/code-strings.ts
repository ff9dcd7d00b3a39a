import type * as t from '@babel/types';
import { spanOf } from '../../../config/source.ts';
import { unwrapTypes } from '../../../config/syntax.ts';
import { functionName, isOwnFile, type PlaceNames } from '../../paths/places.ts';
import { isSum } from '../../syntax/code.ts';
import type { Reference } from '../reference.ts';

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

/** Whether a node is `require`, if the file does not redefine it, or a result of `createRequire`. */
export function isRequire(names: PlaceNames, node: t.Node, via: readonly string[] = []): boolean {
  if (node.type !== 'Identifier') return isOwnRequire(names, node);
  const { name } = node;
  if (via.includes(name)) return false;
  const bindings = names.bindings.get(name) ?? [];
  return bindings.length === 0
    ? name === 'require'
    : bindings.every(({ init, member }) => init && !member && isRequire(names, init, [...via, name]));
}

function isOwnRequire(names: PlaceNames, node: t.Node): boolean {
  if (node.type !== 'CallExpression' || functionName(node.callee, names) !== 'createRequire') return false;
  const [from] = node.arguments;
  return from !== undefined && isOwnFile(from, names);
}
