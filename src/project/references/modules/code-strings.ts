import type * as t from '@babel/types';
import { spanOf } from '../../../config/source.ts';
import { unwrapTypes } from '../../../config/syntax.ts';
import { functionName, isOwnFile, type PlaceNames } from '../../paths/places.ts';
import { isSum } from '../../syntax/code.ts';
import type { Reference } from '../reference.ts';

/** A string in code of which the text, or at least its beginning, is known. */
export type CodeString = Omit<Reference, 'kind'>;

type Encode = Reference['encode'];

// Encoders are shared because callers compare them, and a closure per reference would cost memory.

const inSingleQuotes: Encode = (specifier) => specifier.replace(/[\\'\n\r\u2028\u2029]/g, escaped);
const inDoubleQuotes: Encode = (specifier) => specifier.replace(/[\\"\n\r\u2028\u2029]/g, escaped);
const inBackticks: Encode = (specifier) => specifier.replace(/[\\`\r]|\$(?=\{)/g, escaped);

const controls: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

function escaped(character: string): string {
  return controls[character] ?? `\\${character}`;
}

/** A string between quotes at the given offsets. */
export function quotedString(code: string, specifier: string, start: number, end: number): CodeString {
  const encode = code[start] === '"' ? inDoubleQuotes : inSingleQuotes;
  return { specifier, start: start + 1, end: end - 1, open: false, encode };
}

/** A text of a template literal. */
export function templateText(element: t.TemplateElement, open: boolean): CodeString {
  return { specifier: element.value.cooked ?? '', ...spanOf(element), open, encode: inBackticks };
}

/** The expressions that an expression may evaluate to: both sides of a conditional count. */
export function choicesOf(at: t.Node): readonly t.Node[] {
  const node = unwrapTypes(at);
  if (node.type !== 'ConditionalExpression') return [node];
  return [...choicesOf(node.consequent), ...choicesOf(node.alternate)];
}

/** The string that an expression is or starts with. Empty strings only count between other parts. */
export function stringOf(code: string, at: t.Node, emptyToo = false): CodeString | undefined {
  const node = unwrapTypes(at);
  const string = readString(code, node.type === 'TSLiteralType' ? node.literal : node);
  return string && (string.specifier !== '' || (emptyToo && !string.open)) ? string : undefined;
}

function readString(code: string, node: t.Node): CodeString | undefined {
  if (node.type === 'StringLiteral') {
    const { start, end } = spanOf(node);
    return quotedString(code, node.value, start, end);
  }
  if (node.type === 'TemplateLiteral') {
    const [head] = node.quasis;
    return head && templateText(head, node.expressions.length > 0);
  }
  const beginning = isSum(node) ? readString(code, unwrapTypes(innermostSum(node).left)) : undefined;
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
  code: string,
  node: t.Node,
): { readonly first: t.Node; readonly text: CodeString | undefined } | undefined {
  // Only the innermost sum has the beginning: outer sums append to it.
  if (isSum(node))
    return isSum(unwrapTypes(node.left)) ? undefined : { first: node.left, text: stringOf(code, node.right) };
  if (node.type !== 'TemplateLiteral') return undefined;
  const [head, next] = node.quasis;
  const [first, second] = node.expressions;
  if (!first || head?.value.cooked !== '') return undefined;
  return { first, text: next && templateText(next, second !== undefined) };
}

/** A piece of code, and the bindings of its names. */
export interface NamedCode {
  readonly code: string;
  readonly names: PlaceNames;
}

/** Whether a node is `require`, if the file does not redefine it, or a result of `createRequire`. */
export function isRequire(file: NamedCode, node: t.Node, via: readonly string[] = []): boolean {
  if (node.type !== 'Identifier') return isOwnRequire(file, node);
  const { name } = node;
  if (via.includes(name)) return false;
  const bindings = file.names.bindings.get(name) ?? [];
  return bindings.length === 0
    ? name === 'require'
    : bindings.every(({ init, member }) => init && !member && isRequire(file, init, [...via, name]));
}

function isOwnRequire({ names }: NamedCode, node: t.Node): boolean {
  if (node.type !== 'CallExpression' || functionName(node.callee, names) !== 'createRequire') return false;
  const [from] = node.arguments;
  return from !== undefined && isOwnFile(from, names);
}
