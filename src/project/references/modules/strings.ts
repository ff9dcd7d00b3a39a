import type * as t from '@babel/types';
import { spanOf } from '../../../config/source.ts';
import { isSum, unwrapped } from '../../syntax/nodes.ts';
import type { Reference } from '../reference.ts';

/** A string of the code whose text, or at least its beginning, is known. */
export type CodeString = Omit<Reference, 'kind'>;

type Encode = Reference['encode'];

// Encoders are shared: callers compare them, and a closure per reference would cost memory.

const inSingleQuotes: Encode = (specifier) => specifier.replace(/[\\'\n\r\u2028\u2029]/g, escaped);
const inDoubleQuotes: Encode = (specifier) => specifier.replace(/[\\"\n\r\u2028\u2029]/g, escaped);
const inBackticks: Encode = (specifier) => specifier.replace(/[\\`\r]|\$(?=\{)/g, escaped);

/** The same for folders that a computed part follows: `join` puts the slash between them. */
export const asFolder = new Map<Encode, Encode>(
  [inSingleQuotes, inDoubleQuotes, inBackticks].map((encode) => [
    encode,
    (specifier) => encode(specifier.replace(/(?<=.)\/$/, '')),
  ]),
);

const controls: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

function escaped(character: string): string {
  return controls[character] ?? `\\${character}`;
}

/** A string in quotes that start and end at these offsets. */
export function quotedString(code: string, specifier: string, start: number, end: number): CodeString {
  const encode = code[start] === '"' ? inDoubleQuotes : inSingleQuotes;
  return { specifier, start: start + 1, end: end - 1, open: false, encode };
}

/** A text of a template literal. */
export function templateText(element: t.TemplateElement, open: boolean): CodeString {
  return { specifier: element.value.cooked ?? '', ...spanOf(element), open, encode: inBackticks };
}

/** What an expression may give. Both sides of a choice count: each is a whole specifier. */
export function choicesOf(at: t.Node): readonly t.Node[] {
  const node = unwrapped(at);
  if (node.type !== 'ConditionalExpression') return [node];
  return [...choicesOf(node.consequent), ...choicesOf(node.alternate)];
}

/** The string that an expression is, or starts with. An empty one says nothing, except between other parts. */
export function stringOf(code: string, at: t.Node, emptyToo = false): CodeString | undefined {
  const node = unwrapped(at);
  const found = readString(code, node.type === 'TSLiteralType' ? node.literal : node);
  return found && (found.specifier !== '' || (emptyToo && !found.open)) ? found : undefined;
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
  const beginning = isSum(node) ? readString(code, unwrapped(innermostSum(node).left)) : undefined;
  return beginning && { ...beginning, open: true };
}

/** The sum that has the beginning of the text: those around it add to its end. */
function innermostSum(sum: t.BinaryExpression): t.BinaryExpression {
  let innermost = sum;
  for (let left = unwrapped(sum.left); isSum(left); left = unwrapped(left.left)) innermost = left;
  return innermost;
}

/** A text that is a variable, or starts with one. */
export interface NamedString {
  readonly variable: t.Identifier;
  /** What comes behind the variable. */
  readonly rest: 'nothing' | 'slash' | 'other';
}

/** Reads `name`, `name + '/…'` and the template that says the same. */
export function namedStringOf(code: string, at: t.Node): NamedString | undefined {
  const node = unwrapped(at);
  if (node.type === 'Identifier') return { variable: node, rest: 'nothing' };
  if (node.type === 'TemplateLiteral') {
    const [head, second] = node.quasis;
    const [first] = node.expressions;
    return first && head?.value.cooked === '' ? startingWith(first, second?.value.cooked ?? '') : undefined;
  }
  if (!isSum(node)) return undefined;
  const { left, right } = innermostSum(node);
  return startingWith(left, stringOf(code, right)?.specifier ?? '');
}

function startingWith(first: t.Node, rest: string): NamedString | undefined {
  const variable = unwrapped(first);
  if (variable.type !== 'Identifier') return undefined;
  return { variable, rest: rest.startsWith('/') ? 'slash' : 'other' };
}
