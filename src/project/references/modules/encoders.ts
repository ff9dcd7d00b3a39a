import type { Reference } from '../reference.ts';

type Encode = Reference['encode'];

// Encoders are shared: callers compare them, and a closure per reference would cost memory.

/** Between single quotes. */
export const inSingle: Encode = (specifier) => specifier.replace(/[\\'\n\r\u2028\u2029]/g, escaped);

/** Between double quotes. */
export const inDouble: Encode = (specifier) => specifier.replace(/[\\"\n\r\u2028\u2029]/g, escaped);

/** Between backticks. */
export const inTemplate: Encode = (specifier) => specifier.replace(/[\\`\r]|\$(?=\{)/g, escaped);

/** Where nothing has to be escaped. */
export const asIs: Encode = (specifier) => specifier;

/** The same for folders that a computed part follows: `join` puts the slash between them. */
export const asFolder = new Map<Encode, Encode>(
  [inSingle, inDouble, inTemplate].map((encode) => [
    encode,
    (specifier) => encode(specifier.replace(/(?<=.)\/$/, '')),
  ]),
);

const controls: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

function escaped(character: string): string {
  return controls[character] ?? `\\${character}`;
}
