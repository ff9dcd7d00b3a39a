import type * as t from '@babel/types';
import { methodRoles } from '../../catalogue/known-functions.ts';
import type { Names } from '../../catalogue/names.ts';
import type { Edit } from '../../config/edits.ts';
import { type Span, spanOf } from '../../config/source.ts';
import { unwrapTypes, valueChildren } from '../../config/syntax.ts';
import { type Call, hasKey, isCall, isFunction, methodOf, propertyOf } from '../syntax/code.ts';
import { type LinkedCode, rootOf } from '../syntax/linked-code.ts';

/** A call of a function that fetches data, or that returns the data of another call. */
export interface DataCall {
  readonly node: Call;
  /** The framework's name of the function. */
  readonly name: string;
  readonly options: CallOptions;
  /** The key that the call shares its data by, if it is a string literal. */
  readonly key: string | undefined;
}

/** The options of a call: none, an object, or unknown without running the code. */
export type CallOptions = t.ObjectExpression | 'none' | 'unknown';

/** A call of one of the framework's functions. */
export function dataCall(node: Call, name: string, names: Names, code: LinkedCode): DataCall {
  const options = optionsOf(node, name, names, code);
  const [first] = node.arguments;
  const key =
    names.addressFunctions.includes(name) && typeof options === 'object' ? propertyOf(options, 'key') : first;
  const isKey = key?.type === 'StringLiteral' && (key !== first || !names.addressFunctions.includes(name));
  return { node, name, options, key: isKey ? key.value : undefined };
}

function optionsOf(
  { arguments: given }: Call,
  name: string,
  { addressFunctions, handlerFunctions }: Names,
  code: LinkedCode,
): CallOptions {
  if (given.some(({ type }) => type === 'SpreadElement' || type === 'ArgumentPlaceholder')) return 'unknown';
  const nodes = given.map(unwrapTypes);
  const index = addressFunctions.includes(name)
    ? 1
    : handlerFunctions.includes(name)
      ? indexAfterHandler(nodes)
      : undefined;
  if (index === undefined) return 'unknown';
  const options = nodes[index];
  if (!options) return nodes.length === index ? 'none' : 'unknown';
  const named = options.type === 'Identifier' ? code.bindingOf(options) : undefined;
  // An object that only this call refers to can be edited where it is declared.
  const object = named ? named.references.length === 1 && named.init : options;
  return object && object.type === 'ObjectExpression' ? object : 'unknown';
}

/** The index of the options of a call with a handler, which may follow a key. */
function indexAfterHandler([first, second, third]: readonly t.Node[]): number | undefined {
  if (!first) return undefined;
  if (third || (second && isFunction(second)) || /^(?:String|Template)Literal$/.test(first.type)) return 2;
  return !second || second.type === 'ObjectExpression' || isFunction(first) ? 1 : undefined;
}

/** Whether options have a key; `unknown` if a spread or computed property may set it. */
export function hasOption(options: CallOptions, key: string): boolean | 'unknown' {
  if (typeof options === 'string') return options === 'none' ? false : 'unknown';
  const { properties } = options;
  if (properties.some((property) => hasKey(property, key))) return true;
  return properties.some(isOpen) ? 'unknown' : false;
}

function isOpen(property: t.ObjectExpression['properties'][number]): boolean {
  return property.type === 'SpreadElement' || property.computed;
}

/** Edits that add `deep: true` to the options of a call; undefined if the options cannot be edited. */
export function deepEdits(
  { options, node }: DataCall,
  text: string,
  code: LinkedCode,
  { deepOption }: Names,
): Edit[] | undefined {
  const option = `${deepOption}: true`;
  const last = node.arguments.at(-1);
  // The brackets around an argument are not part of its span.
  if (options === 'unknown' || !last || last.extra?.parenthesized) return undefined;
  const spanIn = (around: t.Node, { start, end }: Span) => ({
    start: code.offsetInFile(around, start),
    end: code.offsetInFile(around, end),
  });
  if (options === 'none') {
    const { start, end } = spanIn(node, spanOf(last));
    return [{ start: end, end, text: `,${spaceBefore(text, start)}{ ${option} }` }];
  }
  const { start, end } = spanIn(options, spanOf(options.properties[0] ?? options));
  // The option comes first, so that an object spread after it still takes precedence.
  if (options.properties.length > 0)
    return [{ start, end: start, text: `${option},${spaceBefore(text, start)}` }];
  const isEmpty = text.slice(start + 1, end - 1).trim() === '';
  return isEmpty ? [{ start, end, text: `{ ${option} }` }] : undefined;
}

/** The space before an item of a list: a line break and an indent if it is on a line of its own. */
function spaceBefore(text: string, start: number): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const indent = text.slice(lineStart, start);
  const lineEnd = text[lineStart - 2] === '\r' ? '\r\n' : '\n';
  return indent.trim() === '' && lineStart > 0 ? `${lineEnd}${indent}` : ' ';
}

/** The places where a function in the arguments of a call keeps the data elsewhere, or returns what others use. */
export function keptOutside(call: Call, code: LinkedCode): t.Node[] {
  const given = call.arguments.flatMap((argument): t.Node[] =>
    argument.type === 'ObjectExpression' ? argument.properties : [argument],
  );
  const handlers = new Set(
    given.flatMap((node) => code.functionAt(node.type === 'ObjectProperty' ? node.value : node) ?? []),
  );
  const places: t.Node[] = [];
  // Set iteration also visits the functions that a handler calls.
  for (const handler of handlers)
    for (const node of nodesIn(handler)) {
      const kept = keptBy(node, handler);
      const { declaration } = (kept && code.bindingOf(rootOf(kept))) ?? {};
      if (declaration && !isWithin(declaration, handler)) places.push(node);
      const local = isCall(node) && code.functionAt(node.callee);
      if (local) handlers.add(local);
    }
  return places;
}

function isWithin(inner: t.Node, outer: t.Node): boolean {
  return (inner.start ?? 0) >= (outer.start ?? 0) && (inner.end ?? 0) <= (outer.end ?? 0);
}

function nodesIn(root: t.Node): t.Node[] {
  const nodes = [root];
  // An array also visits items added during the loop.
  for (const node of nodes) nodes.push(...valueChildren(node));
  return nodes;
}

/** The expression that a node in a handler returns or writes to. */
function keptBy(node: t.Node, handler: t.Function): t.Node | null | undefined {
  if (node.type === 'ReturnStatement') return node.argument;
  if (node === handler && node.body.type !== 'BlockStatement') return node.body;
  if (node.type === 'AssignmentExpression') return node.left;
  return isCall(node) && methodRoles.get(methodOf(node.callee)) === 'change' ? node.callee : undefined;
}
