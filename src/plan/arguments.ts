import { nearest } from '../catalogue/nearest.ts';
import { type Check, type Fields, isObject, Mismatch, where } from '../project/shape.ts';

/** Throws a `TypeError` that names the function and the argument if a value is not what it should be. */
export function checkArgument(caller: string, name: string, value: unknown, check: Check): void {
  try {
    check(value, name);
  } catch (error) {
    if (!(error instanceof Mismatch || error instanceof UnknownKey)) throw error;
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

/** A key that an object of options does not have. */
class UnknownKey extends Error {}

/** The options of a function: an object with these fields and no others. A mistyped one would quietly do nothing. */
export function optionsWith(required: Fields, optional: Fields = {}): Check {
  const known = [...Object.keys(required), ...Object.keys(optional)];
  const check = fields(required, optional);
  return (value, at) => {
    check(value, at);
    for (const key of Object.keys(value as object)) {
      if (known.includes(key)) continue;
      const near = nearest(key, known);
      throw new UnknownKey(`\`${at}.${key}\` is not known${near ? `; did you mean \`${near}\`?` : ''}`);
    }
  };
}
