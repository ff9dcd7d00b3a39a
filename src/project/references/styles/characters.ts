/** What a string starts and ends with. */
export type Quote = '"' | "'";

/** Whether a string starts or ends here. */
export function isQuote(char: string | undefined): char is Quote {
  return char === '"' || char === "'";
}

/** Whether a line ends here. */
export function isNewline(char: string | undefined): boolean {
  return char === '\n' || char === '\r' || char === '\f';
}

/** Whether it is a space that stays in its line. */
export function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\t';
}

/** Whether it is a space of any kind. */
export function isSpace(char: string | undefined): boolean {
  return isBlank(char) || isNewline(char);
}

/** Whether a name behind it is no word of the language, but a rule, a variable, an id or a class. */
export function isSigil(char: string | undefined): char is '@' | '$' | '#' | '.' {
  return char === '@' || char === '$' || char === '#' || char === '.';
}

/** Whether it can be part of a name without an escape. */
export function isNameCharacter(char: string | undefined): boolean {
  return char !== undefined && (char > '\x7f' || /[\w-]/.test(char));
}
