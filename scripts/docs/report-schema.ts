import type { JsonSchema } from '../../src/catalogue/shape.ts';
import { namedShapes, reportShape, schemaVersion } from '../../src/report/report.ts';
import type { Page } from './page.ts';

/** `schema/report.schema.json`: the JSON Schema of a report, made from what reads it. */
export function reportSchemaPage(): Page {
  return { path: 'schema/report.schema.json', text: `${printed(reportSchema(), 0)}\n` };
}

export function reportSchema(): JsonSchema {
  const names = new Map<unknown, string>(
    Object.entries(namedShapes).map(([name, { schema }]) => [schema, name]),
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
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:fw-migrate:report:${schemaVersion}`,
    title: 'Report of a fw-migrate run',
    ...(spelledOut(reportShape.schema) as object),
    $defs: Object.fromEntries(
      Object.entries(namedShapes).map(([name, { schema }]) => [name, spelledOut(schema)]),
    ),
  };
}

const widest = 110;

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
