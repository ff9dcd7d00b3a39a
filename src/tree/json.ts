/** Parses JSON with comments, and finds a value and its span by a path of keys. */

import { createRequire } from 'node:module';
import type * as Jsonc from 'jsonc-parser';
import type { Span } from '../base/edits.ts';
import { lazy } from '../base/memo.ts';
import type { Json } from '../catalogue/index.ts';

const require = createRequire(import.meta.url);
const jsonc = lazy(() => require('jsonc-parser') as typeof Jsonc);

/** A value in a JSON text, with its span. */
export type JsonNode = Span &
  (
    | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
    | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
    | { readonly kind: 'string'; readonly text: string }
    | { readonly kind: 'other' }
  );

/** A member of an object, from the start of the key to the end of the value. */
export interface JsonMember extends Span {
  readonly key: string;
  readonly value: JsonNode;
}

/** Parses JSON with comments and trailing commas, as in tsconfig files; undefined if it is invalid. */
export function parseJson(text: string): JsonNode | undefined {
  // An empty text does not need the parser.
  if (text === '') return undefined;
  return parseTree(text, (root, [error]) => (root && !error ? jsonValue(root) : undefined));
}

/** The value of a node; undefined if it contains comments. */
export function plainValueOf(text: string, { start, end }: JsonNode): Json | undefined {
  const value = text.slice(start, end);
  if (jsonc().stripComments(value) !== value) return undefined;
  return jsonc().parse(value, [], { allowTrailingComma: true }) as Json;
}

/** The offset of the first error in an invalid JSON text. */
export function jsonErrorAt(text: string): number {
  return parseTree(text, (_, [error]) => error?.offset) ?? 0;
}

/** Undefined if the text is nested so deeply that the stack overflows. */
function parseTree<T>(
  text: string,
  use: (root: Jsonc.Node | undefined, errors: readonly Jsonc.ParseError[]) => T,
): T | undefined {
  const errors: Jsonc.ParseError[] = [];
  // The library does not support a byte order mark; a space keeps all offsets.
  const readable = text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
  try {
    return use(jsonc().parseTree(readable, errors, { allowTrailingComma: true }), errors);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function jsonValue({ type, offset: start, length, value, children = [] }: Jsonc.Node): JsonNode {
  const end = start + length;
  if (type === 'string') return { kind: 'string', start, end, text: String(value) };
  if (type === 'array') return { kind: 'array', start, end, items: children.map(jsonValue) };
  if (type !== 'object') return { kind: 'other', start, end };
  const members = children.flatMap(
    ({ offset, length: size, children: [key, content] = [] }): JsonMember[] =>
      key && content
        ? [{ key: String(key.value), start: offset, end: offset + size, value: jsonValue(content) }]
        : [],
  );
  return { kind: 'object', start, end, members };
}

/** The member of an object; the last one if the key is repeated. */
export function memberOf(value: JsonNode | undefined, key: string): JsonMember | undefined {
  return value?.kind === 'object'
    ? value.members.findLast((member) => member.key === key)
    : undefined;
}

/** The value under a path of keys. */
export function valueAt(
  value: JsonNode | undefined,
  ...keys: readonly string[]
): JsonNode | undefined {
  let current = value;
  for (const key of keys) current = memberOf(current, key)?.value;
  return current;
}

/** The string under a path of keys; undefined if there is none. */
export function textAt(
  value: JsonNode | undefined,
  ...keys: readonly string[]
): string | undefined {
  const node = valueAt(value, ...keys);
  return node?.kind === 'string' ? node.text : undefined;
}

/** The members of the object under a path of keys; none if there is no object. */
export function membersAt(
  value: JsonNode | undefined,
  ...keys: readonly string[]
): readonly JsonMember[] {
  const node = valueAt(value, ...keys);
  return node?.kind === 'object' ? node.members : [];
}

/** The items of an array, or the values of an object. */
export function valuesIn(value: JsonNode): readonly JsonNode[] {
  if (value.kind === 'array') return value.items;
  return value.kind === 'object' ? value.members.map((member) => member.value) : [];
}
