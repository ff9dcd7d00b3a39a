import { commandWords } from './commands.ts';
import { fencedCommands } from './fences.ts';
import { namesCommands, namesPaths, quotedWords, spaced, type Word, wordsIn } from './word.ts';

interface Line {
  readonly text: string;
  readonly start: number;
}

function linesOf(text: string): Line[] {
  return [...text.matchAll(/[^\r\n]+/g)].map((match) => ({ text: match[0], start: match.index }));
}

/** A line without the comment at its end; of the same length, so that offsets hold. */
function uncommented(line: string, mark = /^\s*#|\s#/): string {
  const at = line.search(new RegExp(`(?:${mark.source})(?=(?:[^"']|"[^"]*"|'[^']*')*$)`));
  return at === -1 ? line : line.slice(0, at);
}

/** Prose, and the commands that it shows. */
export function docsWords(text: string): Word[] {
  const words = new Map([...fencedCommands(text), ...proseWords(text)].map((word) => [word.start, word]));
  return [...words.values()].sort((a, b) => a.start - b.start);
}

/** Only what has a slash can be told from words. */
function proseWords(text: string): Word[] {
  const withSlash = wordsIn(text, 0, /[^\s"'`()<>[\]|,;]+/g).filter((word) => word.text.includes('/'));
  return withSlash.map(({ text: word, start }) => {
    // Emphasis is written with the stars of a pattern.
    const lead = /^(?:[*_]+(?=[^/*]))?/.exec(word)?.[0].length ?? 0;
    // A link may go on to a line or a heading.
    const path = withoutMarks(word.slice(lead).replace(/(?<=.)[#?].*$/, '')).replace(/(?::\d+){1,2}$/, '');
    return { text: path, start: start + lead, plain: false };
  });
}

/** A path without what ends a sentence behind it; the dots of `./` and `../` are its own. */
function withoutMarks(path: string): string {
  let end = path.length;
  while (end > 0 && '*_:!?.'.includes(path.charAt(end - 1))) end -= 1;
  if (end === 0 || path.charAt(end - 1) === '/') while (path.charAt(end) === '.') end += 1;
  return path.slice(0, end);
}

/** A Dockerfile: what is copied is named by paths. */
export function containerWords(text: string): Word[] {
  const joined = text.replace(/\\[ \t]*\r?\n/g, (end) => ' '.repeat(end.length));
  const found = linesOf(joined).flatMap(({ text: line, start }): Word[] => {
    const [lead = '', instruction = ''] = /^\s*([A-Za-z]+)\s+/.exec(line) ?? [];
    // The list form says the same with quotes and commas.
    const rest = line.slice(lead.length).replace(/^\[.*\]\s*$/, (list) => list.replace(/[[\]",]/g, ' '));
    const at = start + lead.length;
    switch (instruction.toUpperCase()) {
      case 'COPY':
      case 'ADD':
        return rest.includes('--from=') ? [] : wordsIn(rest, at, spaced, true);
      case 'RUN':
      case 'CMD':
      case 'ENTRYPOINT':
        return commandWords(rest, at);
      case 'ENV':
      case 'ARG':
        return variableWords(rest, at);
      default:
        return [];
    }
  });
  return found.filter((word) => !word.text.startsWith('--'));
}

/** `KEY=value OTHER="value"`, or the older `KEY value`. */
function variableWords(text: string, offset: number): Word[] {
  const [older, name = ''] = /^([\w.-]+)\s+/.exec(text) ?? [];
  if (older !== undefined)
    return quotedWords(text.slice(older.length).trimEnd(), offset + older.length, namesPaths(name));
  return [...text.matchAll(/(?<![\w.-])([\w.-]+)=("[^"]*"|'[^']*'|[^\s"']*)/g)].flatMap((match) => {
    const [, key = '', value = ''] = match;
    const quote = /^["']/.test(value) ? 1 : 0;
    const start = offset + match.index + key.length + 1 + quote;
    return quotedWords(value.slice(quote, value.length - quote), start, namesPaths(key));
  });
}

/** A pattern without a slash, except at its end, fits in every folder: also in the one that things move to. */
export function ignoreWords(text: string): Word[] {
  return patternsIn(text).filter(({ text: pattern }) => /\/./.test(pattern.replace(/^!/, '')));
}

/** A .dockerignore reads every pattern from its own folder. */
export function containerIgnoreWords(text: string): Word[] {
  return patternsIn(text);
}

function patternsIn(text: string): Word[] {
  return linesOf(text).flatMap(({ text: line, start }) =>
    /^\s*#/.test(line) ? [] : wordsIn(line, start, /\S+/g, true).slice(0, 1),
  );
}

export function shellWords(text: string): Word[] {
  return commandWords(text, 0);
}

/** Recipes are commands; a variable holds paths where its name says so. */
export function makeWords(text: string): Word[] {
  return linesOf(text).flatMap(({ text: line, start }): Word[] => {
    const [recipe] = /^[ \t]+[@+-]*/.exec(line) ?? [];
    if (recipe !== undefined) return commandWords(line.slice(recipe.length), start + recipe.length);
    const [head, key = ''] = /^(?:export\s+)?([\w.-]+)\s*[:?+]?=\s*/.exec(line) ?? [];
    if (head === undefined) return [];
    return wordsIn(uncommented(line).slice(head.length), start + head.length, spaced, namesPaths(key));
  });
}

export function processWords(text: string): Word[] {
  return linesOf(text).flatMap(({ text: line, start }) => {
    const [head = ''] = /^\s*[\w-]+:\s*/.exec(line) ?? [];
    return commandWords(line.slice(head.length), start + head.length);
  });
}

/** `key = value` in one of several dialects. */
export function settingWords(text: string): Word[] {
  return linesOf(text).flatMap(({ text: line, start }): Word[] => {
    const [head = '', key = ''] = /^\s*"?([\w.-]+)"?\s*=\s*/.exec(line) ?? [];
    const value = uncommented(line).slice(head.length);
    const at = start + head.length;
    if (namesCommands(key)) return valuesIn(value, at, (inner, from) => commandWords(inner, from));
    const plain = namesPaths(key);
    return /["']/.test(value)
      ? valuesIn(value, at, (inner, from) => quotedWords(inner, from, plain))
      : wordsIn(value, at, spaced, plain);
  });
}

function valuesIn(text: string, offset: number, read: (inner: string, start: number) => Word[]): Word[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'/g)].flatMap((match) =>
    read(match[1] ?? match[2] ?? '', offset + match.index + 1),
  );
}

/** Texts in quotes, which are commands where a step of that name runs them. */
export function groovyWords(text: string): Word[] {
  return linesOf(text).flatMap(({ text: line, start }): Word[] => {
    const code = uncommented(line, /^\s*(?:\/\/|\*|\/\*)|\s\/\//);
    return valuesIn(code, start, (inner, at) => {
      const before = code.slice(Math.max(0, at - start - 20), at - start - 1);
      const isStep = /\b(?:sh|bat|script)[\s(:]*$/.test(before);
      return isStep ? commandWords(inner, at) : quotedWords(inner, at, false);
    });
  });
}
