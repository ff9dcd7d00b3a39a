import type * as t from '@babel/types';
import type { Names } from '../../catalogue/names.ts';
import type { Edit } from '../../config/edits.ts';
import { spanOf } from '../../config/source.ts';
import { unwrapTypes } from '../../config/syntax.ts';
import { hasKey, propertyOf } from '../syntax/code.ts';
import { isFunction } from './scope.ts';

/** A call of a function that fetches data, or that gives what another call has fetched. */
export interface DataCall {
  readonly node: t.CallExpression | t.OptionalCallExpression;
  /** The framework's name of the function. */
  readonly name: string;
  readonly options: CallOptions;
  /** Where an offset of its code is in the file. */
  offsetInFile(offset: number): number;
}

/** The options of a call: none, an object, or something that only running the code would tell. */
export type CallOptions =
  | { readonly kind: 'none' }
  | { readonly kind: 'object'; readonly node: t.ObjectExpression }
  | { readonly kind: 'unknown' };

/** The options of a call; `objectOf` gives the object that a name stands for in this call alone. */
export function optionsOf(
  { arguments: given }: DataCall['node'],
  name: string,
  { addressFunctions, handlerFunctions, deepOption }: Names,
  objectOf: (name: string) => t.ObjectExpression | undefined,
): CallOptions {
  if (given.some(({ type }) => type === 'SpreadElement' || type === 'ArgumentPlaceholder'))
    return { kind: 'unknown' };
  const nodes = given.map(unwrapTypes);
  const index = addressFunctions.includes(name)
    ? 1
    : handlerFunctions.includes(name)
      ? behindHandler(nodes)
      : undefined;
  if (index === undefined) {
    // What has the option is an object of options, wherever it stands.
    const node = nodes.find((one) => propertyOf(one, deepOption));
    return node?.type === 'ObjectExpression' ? { kind: 'object', node } : { kind: 'unknown' };
  }
  const options = nodes[index];
  if (!options) return nodes.length === index ? { kind: 'none' } : { kind: 'unknown' };
  const object = options.type === 'Identifier' ? objectOf(options.name) : options;
  return object?.type === 'ObjectExpression' ? { kind: 'object', node: object } : { kind: 'unknown' };
}

/** A key may stand in front of the handler. */
function behindHandler(nodes: readonly t.Node[]): number | undefined {
  const [first, second] = nodes;
  if (!first) return undefined;
  if (nodes.length > 2 || isKey(first)) return 2;
  if (!second || isFunction(first) || second.type === 'ObjectExpression') return 1;
  return isFunction(second) ? 2 : undefined;
}

function isKey({ type }: t.Node): boolean {
  return type === 'StringLiteral' || type === 'TemplateLiteral';
}

/** Whether options have a key: what is spread may have any, and what is spread behind a key may replace it. */
export function hasOption(options: CallOptions, key: string): boolean | 'unknown' {
  if (options.kind !== 'object') return options.kind === 'none' ? false : 'unknown';
  const { properties } = options.node;
  const at = properties.findLastIndex((property) => hasKey(property, key));
  const isOpen = properties.slice(at + 1).some((one) => one.type === 'SpreadElement' || one.computed);
  return isOpen ? 'unknown' : at !== -1;
}

/** The key that a call shares its data by: the text that it starts with, and whether that is all of it. */
export interface DataKey {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Undefined if the call has none, or one of which nothing is known. */
export function keyOf({ node, name, options }: DataCall, { addressFunctions }: Names): DataKey | undefined {
  const [first] = node.arguments;
  if (!addressFunctions.includes(name)) return first && textOf(unwrapTypes(first));
  const own = options.kind === 'object' ? options.node.properties : [];
  const key = own.find((property) => hasKey(property, 'key'));
  return key?.type === 'ObjectProperty' ? textOf(unwrapTypes(key.value)) : undefined;
}

function textOf(node: t.Node): DataKey | undefined {
  if (node.type === 'StringLiteral') return { text: node.value, isWhole: true };
  if (node.type !== 'TemplateLiteral') return undefined;
  const text = node.quasis[0]?.value.cooked ?? '';
  return text === '' ? undefined : { text, isWhole: node.expressions.length === 0 };
}

/** Whether two keys may be the same. */
export function mayMeet(one: DataKey, other: DataKey): boolean {
  if (one.isWhole && other.isWhole) return one.text === other.text;
  if (one.isWhole) return one.text.startsWith(other.text);
  if (other.isWhole) return other.text.startsWith(one.text);
  return one.text.startsWith(other.text) || other.text.startsWith(one.text);
}

/** Writes `deep: true` into the options of a call; undefined if these cannot be written. */
export function deepEdits(call: DataCall, text: string, { deepOption }: Names): Edit[] | undefined {
  const { options, node, offsetInFile } = call;
  const written = `${deepOption}: true`;
  if (hasOption(options, deepOption) !== false) return undefined;
  const code: Code = { text, offsetInFile };
  if (options.kind === 'none') return appended(node.arguments, spanOf(node).end - 1, `{ ${written} }`, code);
  if (options.kind !== 'object') return undefined;
  const { start, end } = spanOf(options.node);
  if (options.node.properties.length > 0) return appended(options.node.properties, end - 1, written, code);
  const inside = text.slice(offsetInFile(start) + 1, offsetInFile(end) - 1);
  if (inside.trim() !== '') return undefined;
  return [{ start: offsetInFile(start), end: offsetInFile(end), text: `{ ${written} }` }];
}

interface Code {
  readonly text: string;
  offsetInFile(offset: number): number;
}

/** One more item behind the last one of a list: on a line of its own if the last one has one. */
function appended(
  items: readonly t.Node[],
  close: number,
  item: string,
  { text, offsetInFile }: Code,
): Edit[] | undefined {
  const last = items.at(-1);
  if (!last) return undefined;
  const start = offsetInFile(spanOf(last).start);
  const end = offsetInFile(spanOf(last).end);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const line = text.slice(lineStart, start);
  const lineEnd = text.slice(0, lineStart).endsWith('\r\n') ? '\r\n' : '\n';
  const rest = text.slice(end, offsetInFile(close));
  // What stands in parentheses ends behind them.
  const bracket = /^\s*\)/.exec(rest)?.[0].length ?? 0;
  const at = end + bracket;
  const [, comma = '', comment = ''] =
    /^(\s*,)?([^\S\n]*(?:\/\/[^\n]*|\/\*[^\n]*?\*\/)?)/.exec(rest.slice(bracket)) ?? [];
  if (line.trim() !== '' || !/\n/.test(rest)) return [{ start: at, end: at, text: `, ${item}` }];
  const below = at + comma.length + comment.trimEnd().length;
  const own = `${lineEnd}${line}${item}${comma === '' ? '' : ','}`;
  if (comma !== '') return [{ start: below, end: below, text: own }];
  return below === at
    ? [{ start: at, end: at, text: `,${own}` }]
    : [
        { start: at, end: at, text: ',' },
        { start: below, end: below, text: own },
      ];
}
