import { createRequire } from 'node:module';
import type * as Jsonc from 'jsonc-parser';
import type { Span } from '../config/source.ts';
import { once } from './remembered.ts';

const require = createRequire(import.meta.url);
const jsonc = once(() => require('jsonc-parser') as typeof Jsonc);

/** A value in a JSON text, with its place. */
export type JsonNode = Span &
  (
    | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
    | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
    | { readonly kind: 'string'; readonly text: string }
    | { readonly kind: 'other' }
  );

/** A member of an object: from where the key starts to where the value ends. */
export interface JsonMember extends Span {
  readonly key: string;
  readonly value: JsonNode;
}

/** Reads JSON as tsconfig files have it, with comments and commas at the end; undefined if it cannot be read. */
export function parseJson(text: string): JsonNode | undefined {
  // A file that is not there need not load the parser.
  if (text === '') return undefined;
  return parseTree(text, (root, [error]) => (root && !error ? jsonValue(root) : undefined));
}

/** Where a JSON text that cannot be read is wrong first. */
export function jsonErrorAt(text: string): number {
  return parseTree(text, (_, [error]) => error?.offset) ?? 0;
}

/** Undefined if it is nested so deeply that reading it runs out of stack. */
function parseTree<T>(
  text: string,
  use: (root: Jsonc.Node | undefined, errors: readonly Jsonc.ParseError[]) => T,
): T | undefined {
  const errors: Jsonc.ParseError[] = [];
  // The library does not know the byte order mark; as a space it keeps every offset.
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
  const members = children.flatMap(({ offset, length: size, children: [key, content] = [] }): JsonMember[] =>
    key && content
      ? [{ key: String(key.value), start: offset, end: offset + size, value: jsonValue(content) }]
      : [],
  );
  return { kind: 'object', start, end, members };
}

/** The member of an object; of a repeated key the last one counts. */
export function memberOf(value: JsonNode | undefined, key: string): JsonMember | undefined {
  return value?.kind === 'object' ? value.members.findLast((member) => member.key === key) : undefined;
}

/** What is below some keys of an object. */
export function valueAt(value: JsonNode | undefined, ...keys: readonly string[]): JsonNode | undefined {
  let found = value;
  for (const key of keys) found = memberOf(found, key)?.value;
  return found;
}

/** The text below some keys; undefined if there is none. */
export function textAt(value: JsonNode | undefined, ...keys: readonly string[]): string | undefined {
  const found = valueAt(value, ...keys);
  return found?.kind === 'string' ? found.text : undefined;
}

/** The members of the object below some keys; none if there is no object. */
export function membersAt(value: JsonNode | undefined, ...keys: readonly string[]): readonly JsonMember[] {
  const found = valueAt(value, ...keys);
  return found?.kind === 'object' ? found.members : [];
}

/** The items of an array, or the values of an object. */
export function childrenOf(value: JsonNode): readonly JsonNode[] {
  if (value.kind === 'array') return value.items;
  return value.kind === 'object' ? value.members.map((member) => member.value) : [];
}
