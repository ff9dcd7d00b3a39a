import type * as t from '@babel/types';
import type { Names } from '../../catalogue/names.ts';
import { reactiveFunctions } from '../../catalogue/reactivity.ts';
import type { Edit } from '../../config/edits.ts';
import { spanOf } from '../../config/source.ts';
import { isMember, unwrapTypes } from '../../config/syntax.ts';
import { type Call, hasKey, memberName, propertyOf, walk } from '../syntax/code.ts';
import type { ScriptPart } from '../syntax/part.ts';
import type { CodePiece } from '../syntax/source.ts';
import { isFunction } from './scope.ts';

/** An expression that gives data. */
export interface DataSource {
  readonly node: t.Node;
  /** What the data is shared by; undefined if it has no key. */
  readonly key: DataKey | undefined;
  /** The code that it is in: all of a script, an expression, or the part of a script that shares names with calls. */
  readonly piece: CodePiece | ScriptPart;
}

/** A call of a function that fetches data, or that gives what another call has fetched. */
export interface DataCall extends DataSource {
  readonly node: Call;
  /** The framework's name of the function. */
  readonly name: string;
  readonly options: CallOptions;
}

/** The options of a call: none, an object, or something that only running the code would tell. */
export type CallOptions =
  | { readonly kind: 'none' }
  | { readonly kind: 'object'; readonly node: t.ObjectExpression }
  | { readonly kind: 'unknown' };

/** What the names of a file stand for. */
export interface NamedValues {
  /** The object that a name stands for in this call alone. */
  objectOf(name: string): t.ObjectExpression | undefined;
  /** The value of a `const`. */
  constantOf(name: string): t.Node | undefined;
}

/** The options of a call. */
export function optionsOf(
  { arguments: given }: DataCall['node'],
  name: string,
  { addressFunctions, handlerFunctions, deepOption }: Names,
  values: NamedValues,
): CallOptions {
  if (given.some(({ type }) => type === 'SpreadElement' || type === 'ArgumentPlaceholder'))
    return { kind: 'unknown' };
  const nodes = given.map(unwrapTypes);
  const index = addressFunctions.includes(name)
    ? 1
    : handlerFunctions.includes(name)
      ? behindHandler(nodes, values)
      : undefined;
  if (index === undefined) {
    // What has the option is an object of options, anywhere.
    const node = nodes.find((one) => propertyOf(one, deepOption));
    return node?.type === 'ObjectExpression' ? { kind: 'object', node } : { kind: 'unknown' };
  }
  const options = nodes[index];
  if (!options) return nodes.length === index ? { kind: 'none' } : { kind: 'unknown' };
  const object = options.type === 'Identifier' ? values.objectOf(options.name) : options;
  return object?.type === 'ObjectExpression' ? { kind: 'object', node: object } : { kind: 'unknown' };
}

/** A key may come before the handler. */
function behindHandler(nodes: readonly t.Node[], values: NamedValues): number | undefined {
  const [first, second] = nodes;
  if (!first) return undefined;
  if (nodes.length > 2 || (second && isFunction(second))) return 2;
  const isKey = !isOpenKey(textOf(first, values));
  if (isKey && !isFunction(first)) return 2;
  if (!second || second.type === 'ObjectExpression') return 1;
  // A function that gives a text is a key that may change.
  if (isKey) return 2;
  return isFunction(first) ? 1 : undefined;
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

/** Any text can be the key. */
const openKey: DataKey = { text: '', isWhole: false };

/** Whether nothing is known about a key. */
export function isOpenKey({ text, isWhole }: DataKey): boolean {
  return text === '' && !isWhole;
}

/** The key of a call; undefined if it has none. */
export function keyOf(
  { node, name, options }: Pick<DataCall, 'node' | 'name' | 'options'>,
  { addressFunctions, handlerFunctions }: Names,
  values: NamedValues,
): DataKey | undefined {
  if (addressFunctions.includes(name)) {
    const own = options.kind === 'object' ? options.node.properties : [];
    const key = own.find((property) => hasKey(property, 'key'));
    return key && (key.type === 'ObjectProperty' ? textOf(key.value, values) : openKey);
  }
  const nodes = node.arguments.map(unwrapTypes);
  const [first] = nodes;
  if (
    handlerFunctions.includes(name) &&
    first?.type !== 'SpreadElement' &&
    behindHandler(nodes, values) === 1
  )
    return undefined;
  return first ? textOf(first, values) : openKey;
}

/** The text that an expression gives, or a function or computed ref that stands for it. */
function textOf(at: t.Node, values: NamedValues, depth = 0): DataKey {
  const node = unwrapTypes(at);
  const inner = (one: t.Node | undefined) => (one && depth < 8 ? textOf(one, values, depth + 1) : openKey);
  switch (node.type) {
    case 'StringLiteral':
      return { text: node.value, isWhole: true };
    case 'NumericLiteral':
      return { text: String(node.value), isWhole: true };
    case 'TemplateLiteral':
      return node.quasis
        .flatMap(({ value }, index) => {
          const expression = node.expressions[index];
          const own: DataKey = { text: value.cooked ?? '', isWhole: value.cooked !== undefined };
          return expression ? [own, inner(expression)] : [own];
        })
        .reduce(joined);
    case 'BinaryExpression':
      return node.operator === '+' ? joined(inner(node.left), inner(node.right)) : openKey;
    case 'Identifier':
      return inner(values.constantOf(node.name));
    case 'ArrowFunctionExpression':
      return node.body.type === 'BlockStatement' ? openKey : inner(node.body);
    case 'CallExpression': {
      const { callee } = node;
      const isComputed =
        callee.type === 'Identifier' && reactiveFunctions.get(callee.name) === 'computed' && depth > 0;
      return isComputed ? inner(node.arguments[0]) : openKey;
    }
    default:
      return openKey;
  }
}

/** Members that give fetched data by a key that is known at least in part: `app.payload.data.posts`. */
export function payloadMembersIn({ program, ...place }: CodePiece, { payloadMembers }: Names): DataSource[] {
  const found: DataSource[] = [];
  const [outer, inner] = payloadMembers;
  walk(program, (node) => {
    const held = isMember(node) ? unwrapTypes(node.object) : node;
    if (!isMember(node) || !isMember(held) || lastName(held) !== inner || lastName(held.object) !== outer)
      return;
    const name = memberName(node);
    const key = name === undefined ? textOf(node.property, unnamed) : { text: name, isWhole: true };
    if (!isOpenKey(key)) found.push({ node, key, piece: { program, ...place } });
  });
  return found;
}

/** A name, or that of a member. */
function lastName(at: t.Node): string | undefined {
  const node = unwrapTypes(at);
  if (isMember(node)) return memberName(node);
  return node.type === 'Identifier' ? node.name : undefined;
}

const unnamed: NamedValues = { objectOf: () => undefined, constantOf: () => undefined };

/** What stands behind something that is unknown is unknown either. */
function joined(one: DataKey, next: DataKey): DataKey {
  return one.isWhole ? { text: one.text + next.text, isWhole: next.isWhole } : one;
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
  const { options, node, piece } = call;
  const offsetInFile = (offset: number) => piece.offsetInFile(offset);
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
