/** Quotes texts for the shells in which people paste commands. */

/**
 * A text as one word, with quotes only if it needs them: `"my types"`. Double quotes are the only ones that sh,
 * PowerShell and the command prompt of Windows share; where they would change the text, it is quoted for sh.
 */
export function shellWord(text: string): string {
  if (/^[\w./:+-][\w./:@=+-]*$/.test(text)) return text;
  const changesInQuotes = /["$`!\n]|\\(?:\\|$)/.test(text);
  return changesInQuotes ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}
