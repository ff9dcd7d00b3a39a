import { type Check, type Fields, isObject, Mismatch, where } from '../project/shape.ts';

/** Throws a `TypeError` that names the function and the argument if a value is not what it should be. */
export function checkArgument(caller: string, name: string, value: unknown, check: Check): void {
  try {
    check(value, name);
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    throw new TypeError(`${caller}: ${error.message}`);
  }
}

export const callable = where('a function', (value) => typeof value === 'function');

/** An object with these fields, which may have others. The optional ones may also be undefined. */
export function fields(required: Fields, optional: Fields = {}): Check {
  return (value, at) => {
    if (!isObject(value)) throw new Mismatch(at, 'an object', value);
    for (const [name, check] of Object.entries(required)) check(value[name], `${at}.${name}`);
    for (const [name, check] of Object.entries(optional))
      if (value[name] !== undefined) check(value[name], `${at}.${name}`);
  };
}
