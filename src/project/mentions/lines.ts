import { commandWords, wordsUnder } from './commands.ts';
import type { MentionSyntax } from './files.ts';
import { namesCommands, namesPaths, type PathWord, quotedWords, spaced, wordsIn } from './word.ts';
import { yamlWords } from './yaml.ts';

/** The words of each kind of text that is read line by line. */
export const lineReaders: {
  readonly [syntax in Exclude<MentionSyntax, 'script' | 'json'>]: (text: string) => PathWord[];
} = {
  docs: docsWords,
  container: containerWords,
  ignore: ignoreWords,
  'container-ignore': patternsIn,
  owners: ignoreWords,
  shell: (text) => commandWords(text, 0),
  make: makeWords,
  processes: processWords,
  yaml: yamlWords,
  settings: settingWords,
  groovy: groovyWords,
};

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
function docsWords(text: string): PathWord[] {
  const words = new Map([...fencedCommands(text), ...proseWords(text)].map((word) => [word.start, word]));
  return [...words.values()].sort((a, b) => a.start - b.start);
}

const fenceOpening = /^\s*(`{3,}|~{3,})\s*(?:sh|bash|zsh|shell|console|shell-?session|terminal)\b/i;
const prompt = /^\s*[$%] /;

interface Fence {
  readonly mark: string;
  /** The lines in it, each with where it starts. */
  readonly lines: { readonly text: string; readonly start: number }[];
}

/** The words of the command lines in fenced blocks of Markdown. */
function fencedCommands(text: string): PathWord[] {
  return fencesIn(text).flatMap(({ lines }) => {
    const [first] = lines;
    if (!first) return [];
    // If some lines are typed at a prompt, the others are its output.
    const areTyped = lines.some((line) => prompt.test(line.text));
    let goesOn = false;
    const commands = lines.map((line) => {
      const isCommand = goesOn || !areTyped || prompt.test(line.text);
      goesOn = isCommand && /\\\r?\n$/.test(line.text);
      // Of the same length, so that offsets hold.
      return isCommand ? line.text.replace(prompt, blank) : blank(line.text);
    });
    return commandWords(commands.join(''), first.start);
  });
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

function fencesIn(text: string): Fence[] {
  const fences: Fence[] = [];
  let open: Fence | undefined;
  for (const { 0: line, index: start } of text.matchAll(/[^\n]*\n|[^\n]+$/g)) {
    if (open && line.trimStart().startsWith(open.mark)) open = undefined;
    else if (open) open.lines.push({ text: line, start });
    else {
      const [, mark] = fenceOpening.exec(line) ?? [];
      if (mark === undefined) continue;
      open = { mark, lines: [] };
      fences.push(open);
    }
  }
  return fences;
}

/** Only what has a slash can be told from words. */
function proseWords(text: string): PathWord[] {
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
function containerWords(text: string): PathWord[] {
  const joined = text.replace(/\\[ \t]*\r?\n/g, (end) => ' '.repeat(end.length));
  const found = linesOf(joined).flatMap(({ text: line, start }): PathWord[] => {
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
function variableWords(text: string, offset: number): PathWord[] {
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
function ignoreWords(text: string): PathWord[] {
  return patternsIn(text).filter(({ text: pattern }) => /\/./.test(pattern.replace(/^!/, '')));
}

/** A .dockerignore reads every pattern from its own folder. */
function patternsIn(text: string): PathWord[] {
  return linesOf(text).flatMap(({ text: line, start }) =>
    /^\s*#/.test(line) ? [] : wordsIn(line, start, /\S+/g, true).slice(0, 1),
  );
}

/** Recipes are commands; a variable holds paths where its name says so. */
function makeWords(text: string): PathWord[] {
  return linesOf(text).flatMap(({ text: line, start }): PathWord[] => {
    const [recipe] = /^[ \t]+[@+-]*/.exec(line) ?? [];
    if (recipe !== undefined) return commandWords(line.slice(recipe.length), start + recipe.length);
    const [head, key = ''] = /^(?:export\s+)?([\w.-]+)\s*[:?+]?=\s*/.exec(line) ?? [];
    if (head === undefined) return [];
    return wordsIn(uncommented(line).slice(head.length), start + head.length, spaced, namesPaths(key));
  });
}

function processWords(text: string): PathWord[] {
  return linesOf(text).flatMap(({ text: line, start }) => {
    const [head = ''] = /^\s*[\w-]+:\s*/.exec(line) ?? [];
    return commandWords(line.slice(head.length), start + head.length);
  });
}

/** `key = value` in one of several dialects. */
function settingWords(text: string): PathWord[] {
  return linesOf(text).flatMap(({ text: line, start }): PathWord[] => {
    const [head = '', key = ''] = /^\s*"?([\w.-]+)"?\s*=\s*/.exec(line) ?? [];
    const value = uncommented(line).slice(head.length);
    const at = start + head.length;
    return namesCommands(key) || /["']/.test(value)
      ? valuesIn(value, at, (inner, from) => wordsUnder(key, inner, from))
      : wordsIn(value, at, spaced, namesPaths(key));
  });
}

function valuesIn(
  text: string,
  offset: number,
  read: (inner: string, start: number) => PathWord[],
): PathWord[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'/g)].flatMap((match) =>
    read(match[1] ?? match[2] ?? '', offset + match.index + 1),
  );
}

/** Texts in quotes, which are commands where a step of that name runs them. */
function groovyWords(text: string): PathWord[] {
  return linesOf(text).flatMap(({ text: line, start }): PathWord[] => {
    const code = uncommented(line, /^\s*(?:\/\/|\*|\/\*)|\s\/\//);
    return valuesIn(code, start, (inner, at) => {
      const before = code.slice(Math.max(0, at - start - 20), at - start - 1);
      const isStep = /\b(?:sh|bat|script)[\s(:]*$/.test(before);
      return isStep ? commandWords(inner, at) : quotedWords(inner, at, false);
    });
  });
}
