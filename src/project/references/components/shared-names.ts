/**
 * A test whether a name of one block stands anywhere in the others: templates, styles and the second script see the
 * names of a script. The name of an element is none.
 */
export function usedOutside(text: string, start: number, code: string): (name: string) => boolean {
  return (name) => {
    const word = new RegExp(`(?<![\\w$-]|</?)${name.replaceAll('$', '\\$')}(?![\\w$-])`);
    return word.test(text.slice(0, start)) || word.test(text.slice(start + code.length));
  };
}
