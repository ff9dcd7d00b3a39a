/** Checks values from outside, such as settings and reports, and gives the same shape as a type and as JSON Schema. */

import type { Json } from './option.ts';

/** Checks that a value has a shape: throws a `Mismatch` with the place that does not match. */
export interface Check<Type = unknown> {
  (value: unknown, at: string): void;
  /** The shape as JSON Schema, if it is published. A `$ref` contains the schema itself. */
  readonly schema?: JsonSchema;
  /** Absent at run time: it only carries the type of values that pass. */
  readonly type?: Type;
}

/** A check whose shape can be published. */
export interface Shape<Type = unknown> extends Check<Type> {
  readonly schema: JsonSchema;
  /** The same check with a description of its value, for the published schema. */
  described(description: string): Shape<Type>;
}

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** The type of values that pass a check. */
export type TypeOf<C> = C extends Check<infer Type> ? Type : never;

/** An error about the input: its message says what is wrong and what to do. Other errors that reach the user are bugs. */
export class Problem extends Error {}

/** A value that does not pass a check. */
export class Mismatch extends Error {
  override readonly name = 'Mismatch';
  /** The place in the value, as it was passed to the check. */
  readonly at: string;

  constructor(at: string, problem: string) {
    super(`\`${at}\` ${problem}`);
    this.at = at;
  }
}

/** The error for a value that does not match. */
export function mismatch(at: string, wanted: string, value: unknown): Mismatch {
  return new Mismatch(at, `should be ${wanted}, but is ${shown(value)}`);
}

function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'function') return 'a function';
  // JSON has neither symbols nor large integers.
  const text =
    typeof value === 'symbol' || typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

export function where<Type = unknown>(
  wanted: string,
  test: (value: unknown) => boolean,
  schema: JsonSchema = {},
): Shape<Type> {
  return withSchema((value, at) => {
    if (!test(value)) throw mismatch(at, wanted, value);
  }, schema);
}

/** A check with the JSON Schema of its shape. */
export function withSchema<Type>(
  check: (value: unknown, at: string) => void,
  schema: JsonSchema,
): Shape<Type> {
  return Object.assign((value: unknown, at: string) => check(value, at), {
    schema,
    described: (description: string) => withSchema<Type>(check, { description, $ref: schema }),
  });
}

export const text = where<string>('a string', (value) => typeof value === 'string', {
  type: 'string',
});

/** A string that passes a test. */
export function textThat(
  wanted: string,
  test: (value: string) => boolean,
  schema: JsonSchema = {},
): Shape<string> {
  return where(wanted, (value) => typeof value === 'string' && test(value), {
    type: 'string',
    ...schema,
  });
}

/** Whether a text is a path that never leaves the folder that it is relative to. */
export function isInnerPath(value: string): boolean {
  // On Windows, backslashes separate folders, and paths with a drive letter are absolute.
  return !/^[/\\]|^[a-z]:[/\\]|\0/i.test(value) && !value.split(/[/\\]/).includes('..');
}

/** A path that never leaves the folder that it is relative to, and that passes a test. */
export function innerPath(
  wanted: string,
  test: (path: string) => boolean = () => true,
): Shape<string> {
  return textThat(wanted, (value) => isInnerPath(value) && test(value), {
    not: { pattern: '^[/\\\\]|^[A-Za-z]:[/\\\\]|(^|[/\\\\])\\.\\.([/\\\\]|$)' },
  });
}

export const flag = where<boolean>('true or false', (value) => typeof value === 'boolean', {
  type: 'boolean',
});

export function integer(least: number, most?: number): Shape<number> {
  const limits = { minimum: least, ...(most === undefined ? {} : { maximum: most }) };
  return where(
    `a whole number from ${least}${most === undefined ? '' : ` to ${most}`}`,
    (value) =>
      Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= (most ?? Infinity),
    { type: 'integer', ...limits },
  );
}

export function oneOf<const Value extends string | number>(
  ...values: readonly Value[]
): Shape<Value> {
  return where(
    `one of ${values.join(', ')}`,
    (value) => values.some((allowed) => allowed === value),
    {
      enum: values,
    },
  );
}

/** One of many names. The error for a mistyped name suggests the nearest one instead of listing all. */
export function nameIn(what: string, names: readonly string[]): Shape<string> {
  return withSchema(
    (value, at) => {
      text(value, at);
      if (names.includes(String(value))) return;
      const near = nearest(String(value), names);
      throw mismatch(at, near ? `${what} (did you mean \`${near}\`?)` : what, value);
    },
    { enum: names },
  );
}

export function exactly<const Value extends string | number>(wanted: Value): Shape<Value> {
  return where(String(wanted), (value) => value === wanted, { const: wanted });
}

export function listOf<Type>(check: Check<Type>): Shape<readonly Type[]> {
  return withSchema(
    (value, at) => {
      if (!Array.isArray(value)) throw mismatch(at, 'a list', value);
      for (const [index, item] of value.entries()) check(item, `${at}[${index}]`);
    },
    { type: 'array', items: check.schema },
  );
}

/** An object whose fields all pass a check, and their names as well if there is a check for names. */
export function mapOf<Type>(
  check: Check<Type>,
  names?: Check<string>,
): Shape<{ readonly [name: string]: Type }> {
  return withSchema(
    (value, at) => {
      if (!isObject(value)) throw mismatch(at, 'an object', value);
      for (const [name, inner] of Object.entries(value)) {
        names?.(name, inside(at, name));
        check(inner, inside(at, name));
      }
    },
    {
      type: 'object',
      ...(names && { propertyNames: names.schema }),
      additionalProperties: check.schema,
    },
  );
}

export interface Fields {
  readonly [name: string]: Check;
}

/** The type of an object with these fields; fields with a `?` after their name are optional. */
export type ObjectOf<F extends Fields> = Flat<
  { readonly [Name in keyof F as Name extends `${string}?` ? never : Name]: TypeOf<F[Name]> } & {
    readonly [Name in keyof F as Name extends `${infer Bare}?` ? Bare : never]?: TypeOf<F[Name]>;
  }
>;

type Flat<Type> = { [Name in keyof Type]: Type[Name] };

/** An object with only these fields. Fields with a `?` after their name may be missing or undefined. */
export function object<F extends Fields>(fieldChecks: F, isOpen = false): Shape<ObjectOf<F>> {
  const checks = new Map(
    Object.entries(fieldChecks).map(([name, check]) => [name.replace(/\?$/, ''), check]),
  );
  const required = Object.keys(fieldChecks).filter((name) => !name.endsWith('?'));
  const properties = Object.fromEntries([...checks].map(([name, { schema }]) => [name, schema]));
  return withSchema(
    (value, at) => {
      if (!isObject(value)) throw mismatch(at, 'an object', value);
      for (const [name, check] of checks)
        if (required.includes(name) || value[name] !== undefined)
          check(value[name], inside(at, name));
      const key = isOpen ? undefined : Object.keys(value).find((name) => !checks.has(name));
      if (key === undefined) return;
      const near = nearest(key, checks.keys());
      throw new Mismatch(
        inside(at, key),
        near ? `is unknown; did you mean \`${near}\`?` : 'is unknown',
      );
    },
    { type: 'object', additionalProperties: isOpen, required, properties },
  );
}

/** An object with these fields, which may have others. */
export function fields<F extends Fields>(fieldChecks: F): Shape<ObjectOf<F>> {
  return object(fieldChecks, true);
}

/** An object of one of several forms, which differ in their `kind`. */
export function byKind<F extends Fields>(forms: F): Shape<TypeOf<F[keyof F]>> {
  const kinds = oneOf(...Object.keys(forms));
  return withSchema(
    (value, at) => {
      const kind = isObject(value) ? value.kind : undefined;
      kinds(kind, `${at}.kind`);
      forms[String(kind)]?.(value, at);
    },
    { oneOf: Object.values(forms).map(({ schema }) => schema) },
  );
}

/** A check with a further condition on the whole value. */
export function suchThat<Type>(
  check: Check<Type>,
  wanted: string,
  test: (value: Type) => boolean,
): Shape<Type> {
  return withSchema((value, at) => {
    check(value, at);
    if (!test(value as Type)) throw mismatch(at, wanted, value);
  }, check.schema ?? {});
}

/** The place of a field in the object at a place. */
export function inside(at: string, name: string): string {
  if (!/^[\w$-]+$/.test(name)) return `${at}[${JSON.stringify(name)}]`;
  return at === '' ? name : `${at}.${name}`;
}

export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object without the fields that are undefined, which would replace others. */
export function defined<Values extends object>(values: Values) {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof Values]: NonNullable<Values[Key]> };
}

// The check is recursive, and nobody writes deeper values.
const deepest = 100;

/** Any JSON value, up to a reasonable depth and without a `__proto__`. */
export const json: Shape<Json> = withSchema((value, at) => checkJson(value, at, deepest), {
  description: 'Any JSON value.',
  type: ['null', 'boolean', 'number', 'string', 'array', 'object'],
  get items() {
    return json.schema;
  },
  get additionalProperties() {
    return json.schema;
  },
});

function checkJson(value: unknown, at: string, levels: number): void {
  const isPlain = value === null || typeof value === 'string' || typeof value === 'boolean';
  if (isPlain || Number.isFinite(value)) return;
  if (typeof value !== 'object') throw mismatch(at, 'a JSON value', value);
  if (levels === 0) throw mismatch(at, `at most ${deepest} levels deep`, value);
  for (const [name, inner] of Object.entries(value)) {
    if (name === '__proto__') throw mismatch(inside(at, name), 'left out', inner);
    checkJson(inner, Array.isArray(value) ? `${at}[${name}]` : inside(at, name), levels - 1);
  }
}

/** The value of a JSON text; undefined if it is not JSON, or does not pass the check. */
export function readAs<Type>(check: Check<Type>, source: string): Type | undefined {
  try {
    const value: unknown = JSON.parse(source);
    check(value, '');
    return value as Type;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof Mismatch) return undefined;
    throw error;
  }
}

/** The candidate that `word` is most likely a typo of, if any is close enough to be worth suggesting. */
export function nearest<Candidate extends string>(
  word: string,
  candidates: Iterable<Candidate>,
): Candidate | undefined {
  const wanted = word.toLowerCase();
  let closest: Candidate | undefined;
  // Short words are within two edits of too many others, so at most a third of the letters may differ.
  let limit = Math.min(2, Math.floor(word.length / 3));
  for (const candidate of candidates) {
    const most = Math.min(limit, Math.floor(candidate.length / 3));
    // The lengths alone rule most candidates out, and an equal distance does not replace an earlier candidate.
    if (Math.abs(candidate.length - word.length) > most) continue;
    const edits = distance(wanted, candidate.toLowerCase(), most);
    if (edits <= most) [closest, limit] = [candidate, edits - 1];
  }
  return closest;
}

/** How many letters are inserted, dropped, replaced or swapped, up to a limit. */
function distance(from: string, to: string, limit: number): number {
  if (from === to) return 0;
  if (limit === 0) return Number.POSITIVE_INFINITY;
  let same = 0;
  while (from[same] === to[same]) same += 1;
  const [before, after] = [from.slice(same), to.slice(same)];
  const rests = [
    [before.slice(1), after],
    [before, after.slice(1)],
    [before.slice(1), after.slice(1)],
  ];
  const isSwap = before[0] === after[1] && before[1] === after[0];
  if (isSwap) rests.push([before.slice(2), after.slice(2)]);
  return 1 + Math.min(...rests.map(([left = '', right = '']) => distance(left, right, limit - 1)));
}
