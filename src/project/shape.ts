/** Tells whether a value has a shape: throws a `Mismatch` that names the place where it has not. */
export type Check = (value: unknown, at: string) => void;

/** A value that is not what a check wants. */
export class Mismatch extends Error {
  override readonly name = 'Mismatch';

  constructor(at: string, wanted: string, found: unknown) {
    super(`\`${at}\` should be ${wanted}, and is ${shown(found)}`);
  }
}

function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'function') return 'a function';
  // JSON has neither symbols nor large integers.
  const text = typeof value === 'symbol' || typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

export function where(wanted: string, test: (value: unknown) => boolean): Check {
  return (value, at) => {
    if (!test(value)) throw new Mismatch(at, wanted, value);
  };
}

export const text = where('a text', (value) => typeof value === 'string');
export const number = where('a number', (value) => typeof value === 'number');
export const flag = where('true or false', (value) => typeof value === 'boolean');

export function integer(least: number): Check {
  return where(
    `a whole number from ${least}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= least,
  );
}

export function oneOf(...values: readonly (string | number)[]): Check {
  return where(`one of ${values.join(', ')}`, (value) => values.some((one) => one === value));
}

export function listOf(check: Check): Check {
  return (value, at) => {
    if (!Array.isArray(value)) throw new Mismatch(at, 'a list', value);
    for (const [index, item] of value.entries()) check(item, `${at}[${index}]`);
  };
}

/** An object of which every field, whatever its name, passes a check. */
export function mapOf(check: Check): Check {
  return (value, at) => {
    if (!isObject(value)) throw new Mismatch(at, 'an object', value);
    for (const [name, inner] of Object.entries(value)) check(inner, inside(at, name));
  };
}

export interface Fields {
  readonly [name: string]: Check;
}

/** An object with these fields and no others. */
export function object(required: Fields, optional: Fields = {}): Check {
  const fields = new Map([...Object.entries(required), ...Object.entries(optional)]);
  return (value, at) => {
    if (!isObject(value)) throw new Mismatch(at, 'an object', value);
    for (const name of Object.keys(required))
      if (!Object.hasOwn(value, name)) throw new Mismatch(inside(at, name), 'there', undefined);
    for (const [name, inner] of Object.entries(value)) {
      const check = fields.get(name);
      if (!check) throw new Mismatch(inside(at, name), 'left out', inner);
      check(inner, inside(at, name));
    }
  };
}

function inside(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}

export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Nothing that a person writes is deeper, and what reads it goes down level by level.
const deepest = 100;

/** Any value of JSON that is not deeper than anybody would write it, and plays no trick with prototypes. */
export const json: Check = (value, at) => checkJson(value, at, deepest);

function checkJson(value: unknown, at: string, levels: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (levels === 0) throw new Mismatch(at, `not more than ${deepest} levels deep`, value);
  for (const [name, inner] of Object.entries(value)) {
    if (name === '__proto__') throw new Mismatch(inside(at, name), 'left out', inner);
    checkJson(inner, Array.isArray(value) ? `${at}[${name}]` : inside(at, name), levels - 1);
  }
}

/** What a text of JSON says; nothing where it is none, or has another shape than the type that is asked for. */
export function readAs<Type>(check: Check, source: string): Type | undefined {
  try {
    const value: unknown = JSON.parse(source);
    check(value, '');
    return value as Type;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof Mismatch) return undefined;
    throw error;
  }
}
