/**
 * Whether code might nest deeper than a parser of machine code has stack for: running out of it ends the process, and
 * cannot be caught as it can in JavaScript. Counts all that may open a level, since only a parser knows what closes one.
 */
export function mayNestDeeply(code: string): boolean {
  // What nests by words alone, as `new new x`, takes a tenth of the stack for each of its letters.
  let levels = code.length / 20;
  for (let at = 0; at < code.length && levels <= maximumLevels; at += 1)
    levels += weights[code.charCodeAt(at)] ?? 0;
  return levels > maximumLevels;
}

// Measured: of 8 MB of stack a level takes 2.3 KB at most, in nested classes.
const maximumLevels = 2_400;

/** How much of a level a character may open. */
const weights: readonly number[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if ('([{<`'.includes(character)) return 1;
  return '=?:'.includes(character) ? 0.5 : 0;
});
