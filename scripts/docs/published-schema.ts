import type { Check, JsonSchema } from '../../src/catalogue/shape.ts';
import type { Page } from './page.ts';

/** What a shape becomes as a published schema. */
interface PublishedShape {
  /** What the schema says about itself. */
  readonly head: JsonSchema;
  readonly shape: Check;
  /** The parts that have a name in it, in the order in which it lists them. */
  readonly named?: { readonly [name: string]: Check };
}

/** The JSON Schema of a shape, made from what checks it. */
export function publishedSchema({ head, shape, named = {} }: PublishedShape): JsonSchema {
  const names = new Map<unknown, string>(
    Object.entries(named).map(([name, { schema }]) => [schema, name]),
  );
  const referred = (value: unknown): unknown => {
    const name = names.get(value);
    return name === undefined ? spelledOut(value) : { $ref: `#/$defs/${name}` };
  };
  const spelledOut = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(referred);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...keywords } = value as JsonSchema;
    const own = Object.entries(keywords).map(([keyword, inner]) => [keyword, referred(inner)]);
    return { ...Object.fromEntries(own), ...(referred($ref) as object | undefined) };
  };
  const definitions = Object.entries(named).map(([name, { schema }]) => [name, spelledOut(schema)]);
  return {
    ...head,
    ...(spelledOut(shape.schema) as object),
    ...(definitions.length > 0 && { $defs: Object.fromEntries(definitions) }),
  };
}

/** The file of a schema. */
export function schemaPage(path: string, schema: JsonSchema): Page {
  return { path, text: `${printed(schema, 0)}\n` };
}

const widest = 100;

/** JSON as the formatter of this repository writes it: a list of plain values is one line, if it fits. */
function printed(value: unknown, depth: number, keyLength = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const indent = '  '.repeat(depth);
  const block = (open: string, items: readonly string[], close: string) =>
    `${open}\n${items.map((item) => `${indent}  ${item}`).join(',\n')}\n${indent}${close}`;
  if (Array.isArray(value)) {
    const line = `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
    const isPlain = value.every((item) => typeof item !== 'object');
    if (isPlain && indent.length + keyLength + line.length + 1 <= widest) return line;
    return block(
      '[',
      value.map((item) => printed(item, depth + 1)),
      ']',
    );
  }
  const members = Object.entries(value).map(([key, inner]) => {
    const name = `${JSON.stringify(key)}: `;
    return name + printed(inner, depth + 1, name.length);
  });
  return block('{', members, '}');
}
