import { code } from './page.ts';

/** The part of JSON Schema that the report's schema uses. */
export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly $defs?: { readonly [name: string]: Schema };
}

/** One field of an object, as a row of a table. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly isRequired: boolean;
}

/** One object of the format with its fields, or with those of each form that it may have. */
export interface Shape {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly Field[];
}

/** Every object that a schema describes: itself under `name`, its definitions, and what stands inside of them. */
export function shapesOf(schema: Schema, name: string): Shape[] {
  const definitions = schema.$defs ?? {};
  const all = [[name, schema] as const, ...Object.entries(definitions)];
  return all.flatMap(([path, one]) => shapesIn(path, one, definitions));
}

function shapesIn(path: string, schema: Schema, definitions: Definitions): Shape[] {
  if (schema.oneOf)
    return schema.oneOf.flatMap((form) => shapesIn(`${path} (${kindOf(form)})`, form, definitions));
  if (!schema.properties) return schema.items ? shapesIn(path, schema.items, definitions) : [];
  const properties = Object.entries(schema.properties);
  const fields = properties.map(([name, field]) => ({
    name,
    type: typeOf(field, `${path}.${name}`, definitions),
    description: field.description ?? resolved(field, definitions).description ?? '',
    isRequired: schema.required?.includes(name) ?? false,
  }));
  const inner = properties.flatMap(([name, field]) =>
    shapesIn(`${path}.${name}`, field, definitions),
  );
  return [{ name: path, description: schema.description ?? '', fields }, ...inner];
}

/** The texts and numbers that have a name of their own. */
export function simpleTypesOf({ $defs = {} }: Schema): Pick<Field, 'name' | 'description'>[] {
  return Object.entries($defs).flatMap(([name, { type, minimum, description }]) => {
    if (type !== 'string' && type !== 'integer') return [];
    return [{ name, description: description ?? `A whole number from ${minimum}.` }];
  });
}

type Definitions = NonNullable<Schema['$defs']>;

function kindOf({ properties, description = '' }: Schema): string {
  return String(properties?.kind?.const ?? description);
}

function resolved(schema: Schema, definitions: Definitions): Schema {
  const name = schema.$ref?.replace('#/$defs/', '');
  return (name !== undefined && definitions[name]) || schema;
}

/** What a field holds; an object with a name of its own is called by it. */
function typeOf(schema: Schema, path: string, definitions: Definitions): string {
  const name = schema.$ref?.replace('#/$defs/', '');
  const target = resolved(schema, definitions);
  if (target.properties || target.oneOf) return name ?? path;
  if (target.enum) return target.enum.map((one) => code(JSON.stringify(one))).join(', ');
  if (target.const !== undefined) return code(JSON.stringify(target.const));
  if (target.items && target.type === 'array')
    return `list of ${typeOf(target.items, path, definitions)}`;
  return Array.isArray(target.type) ? 'any JSON' : (name ?? String(target.type));
}
