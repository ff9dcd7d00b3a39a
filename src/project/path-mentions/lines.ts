import type { MentionSyntax } from './files.ts';
import {
  commandWords,
  namesCommands,
  namesPaths,
  type PathWord,
  quotedWords,
  spaced,
  wordsIn,
  wordsUnder,
} from './words.ts';
import { yamlWords } from './yaml.ts';

type ReadText = (text: string) => PathWord[];
type ReadLine = (line: string, start: number) => PathWord[];

function eachLine(read: ReadLine): ReadText {
  return (text) => [...text.matchAll(/[^\r\n]+/g)].flatMap((match) => read(match[0], match.index));
}

const pattern: ReadLine = (line, start) =>
  /^\s*#/.test(line) ? [] : wordsIn(line, start, /\S+/g, true).slice(0, 1);

/** A pattern without a slash, except at its end, fits in every folder: also in the one that things move to. */
const rootedPattern: ReadLine = (line, start) =>
  pattern(line, start).filter(({ text }) => /\/./.test(text.replace(/^!/, '')));

/** How each kind of text that is not JSON or a script is read. */
export const lineReaders: {
  readonly [syntax in Exclude<MentionSyntax, 'script' | 'json'>]: ReadText;
} = {
  docs: docsWords,
  container: containerWords,
  // A .dockerignore reads every pattern from its own folder.
  'container-ignore': eachLine(pattern),
  ignore: eachLine(rootedPattern),
  owners: eachLine(rootedPattern),
  shell: (text) => commandWords(text, 0),
  make: eachLine(makeWords),
  processes: eachLine(processWords),
  yaml: yamlWords,
  settings: eachLine(settingWords),
  groovy: eachLine(groovyWords),
};

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

/** A fenced block of commands in Markdown, up to its closing mark or the end of the text. */
const fence =
  /^[ \t]*(`{3,}|~{3,})[ \t]*(?:sh|bash|zsh|shell|console|shell-?session|terminal)\b[^\n]*\n(?<body>[\s\S]*?)(?:^[ \t]*\1|(?![\s\S]))/gim;
const prompt = /^\s*[$%] /;

function fencedCommands(text: string): PathWord[] {
  return [...text.matchAll(fence)].flatMap((match) => {
    const body = match.groups?.body ?? '';
    const lines = body.match(/[^\n]*\n|[^\n]+$/g) ?? [];
    // If some lines are typed at a prompt, the others are its output.
    const areTyped = lines.some((line) => prompt.test(line));
    let goesOn = false;
    const commands = lines.map((line) => {
      const isCommand = goesOn || !areTyped || prompt.test(line);
      goesOn = isCommand && /\\\r?\n$/.test(line);
      // Of the same length, so that offsets hold.
      return isCommand ? line.replace(prompt, blank) : blank(line);
    });
    return commandWords(commands.join(''), match.index + match[0].indexOf('\n') + 1);
  });
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
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

/** What is copied into a container is named by paths. */
const instructions: ReadonlyMap<string, ReadLine> = new Map([
  ...['COPY', 'ADD'].map((name): [string, ReadLine] => [name, copiedWords]),
  ...['RUN', 'CMD', 'ENTRYPOINT'].map((name): [string, ReadLine] => [name, commandWords]),
  ...['ENV', 'ARG'].map((name): [string, ReadLine] => [name, variableWords]),
]);

function containerWords(text: string): PathWord[] {
  const joined = text.replace(/\\[ \t]*\r?\n/g, (end) => ' '.repeat(end.length));
  const found = eachLine((line, start) => {
    const [lead = '', instruction = ''] = /^\s*([A-Za-z]+)\s+/.exec(line) ?? [];
    // The list form says the same with quotes and commas.
    const rest = line.slice(lead.length).replace(/^\[.*\]\s*$/, (list) => list.replace(/[[\]",]/g, ' '));
    return instructions.get(instruction.toUpperCase())?.(rest, start + lead.length) ?? [];
  })(joined);
  return found.filter((word) => !word.text.startsWith('--'));
}

function copiedWords(text: string, start: number): PathWord[] {
  return text.includes('--from=') ? [] : wordsIn(text, start, spaced, true);
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

/** Recipes are commands; a variable holds paths if its name says so. */
function makeWords(line: string, start: number): PathWord[] {
  const [recipe] = /^[ \t]+[@+-]*/.exec(line) ?? [];
  if (recipe !== undefined) return commandWords(line.slice(recipe.length), start + recipe.length);
  const [head, key = ''] = /^(?:export\s+)?([\w.-]+)\s*[:?+]?=\s*/.exec(line) ?? [];
  if (head === undefined) return [];
  return wordsIn(uncommented(line).slice(head.length), start + head.length, spaced, namesPaths(key));
}

function processWords(line: string, start: number): PathWord[] {
  const [head = ''] = /^\s*[\w-]+:\s*/.exec(line) ?? [];
  return commandWords(line.slice(head.length), start + head.length);
}

/** `key = value` in one of several dialects. */
function settingWords(line: string, start: number): PathWord[] {
  const [head = '', key = ''] = /^\s*"?([\w.-]+)"?\s*=\s*/.exec(line) ?? [];
  const value = uncommented(line).slice(head.length);
  const at = start + head.length;
  return namesCommands(key) || /["']/.test(value)
    ? inQuotes(value, at, (inner, from) => wordsUnder(key, inner, from))
    : wordsIn(value, at, spaced, namesPaths(key));
}

function inQuotes(text: string, offset: number, read: ReadLine): PathWord[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'/g)].flatMap((match) =>
    read(match[1] ?? match[2] ?? '', offset + match.index + 1),
  );
}

/** Texts in quotes, which are commands if a step of that name runs them. */
function groovyWords(line: string, start: number): PathWord[] {
  const code = uncommented(line, /^\s*(?:\/\/|\*|\/\*)|\s\/\//);
  return inQuotes(code, start, (inner, at) => {
    const before = code.slice(Math.max(0, at - start - 20), at - start - 1);
    const isStep = /\b(?:sh|bat|script)[\s(:]*$/.test(before);
    return isStep ? commandWords(inner, at) : quotedWords(inner, at, false);
  });
}
