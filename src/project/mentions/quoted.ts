import { commandWords } from './commands.ts';
import { namesCommands, namesPaths, quotedWords, type Word } from './word.ts';

const tokens = new RegExp(
  [
    '/\\*[^]*?(?:\\*/|$)|//[^\\n]*',
    // A quote that is missing may be what is wrong.
    '(["\'`])(?<text>(?:\\\\.|(?!\\1)[^\\\\\\n])*)\\1?(?<colon>\\s*:)?',
    '(?<![\\w$])(?<name>[\\w$]+)\\s*[:=(]',
    '\\b(?<source>from|import)\\b',
  ].join('|'),
  'g',
);

/** The texts in quotes of code or JSON that cannot be parsed, each under the nearest name before it. */
export function quotedIn(text: string): Word[] {
  let key = '';
  const found: Word[] = [];
  for (const { groups: { text: quoted, colon, name, source } = {}, index } of text.matchAll(tokens)) {
    if (quoted === undefined) key = name ?? source ?? key;
    else {
      // What is imported is a reference, which is told of as such.
      const isReference = /^(?:from|import|require)$/.test(key);
      const isKey = colon !== undefined;
      if (!isReference)
        for (const word of wordsUnder(isKey ? 'key' : key, quoted, index + 1)) found.push(word);
      if (isKey) key = quoted;
    }
  }
  return found;
}

function wordsUnder(key: string, text: string, start: number): Word[] {
  return namesCommands(key) ? commandWords(text, start) : quotedWords(text, start, namesPaths(key));
}
