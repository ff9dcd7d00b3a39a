import type { Reference } from '../reference.ts';

type Encode = Reference['encode'];

// An ampersand only needs an escape where an entity could be read.
const entityStart = /&(?=[#a-z])/gi;

/** Between tags. */
export const inText: Encode = (specifier) => specifier.replace(entityStart, '&amp;');

const inDouble: Encode = (specifier) => inText(specifier).replaceAll('"', '&quot;');

const inSingle: Encode = (specifier) => inText(specifier).replaceAll("'", '&#39;');

const unquoted: Encode = (specifier) =>
  inText(specifier).replace(/[\s"'<=>`]/g, (character) => `&#${character.charCodeAt(0)};`);

/** For a value that starts behind a character: only a quote there has to be escaped, or all that ends a bare value. */
export function escapeBehind(opening: string | undefined): Encode {
  if (opening === '"') return inDouble;
  return opening === "'" ? inSingle : unquoted;
}

const pairs = new Map<Encode, Map<Encode, Encode>>();

/** First for the string of the code, then for the markup around the code. */
export function escapedTwice(inner: Encode, outer: Encode): Encode {
  const known = pairs.get(outer) ?? new Map<Encode, Encode>();
  pairs.set(outer, known);
  const encode = known.get(inner) ?? ((specifier: string) => outer(inner(specifier)));
  known.set(inner, encode);
  return encode;
}
