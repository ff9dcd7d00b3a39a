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

const hashComment = commentBehind('^\\s*#|\\s#');
const slashComment = commentBehind('^\\s*(?:\\/\\/|\\*|\\/\\*)|\\s\\/\\/');

/** Finds the mark of a comment, which is outside of quotes. */
function commentBehind(mark: string): RegExp {
  return new RegExp(`(?:${mark})(?=(?:[^"']|"[^"]*"|'[^']*')*$)`);
}

function uncommented(line: string, comment = hashComment): string {
  const at = line.search(comment);
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
  const code = uncommented(line, slashComment);
  return inQuotes(code, start, (inner, at) => {
    const before = code.slice(Math.max(0, at - start - 20), at - start - 1);
    const isStep = /\b(?:sh|bat|script)[\s(:]*$/.test(before);
    return isStep ? commandWords(inner, at) : quotedWords(inner, at, false);
  });
}

// YAML, line by line: the key of a value tells what it is.

interface YamlKey {
  readonly name: string;
  readonly indent: number;
}

const yamlLine = /^([ \t]*(?:- +)*)(?:(["']?)([^\s"'#:{}[\],&*!|>][^"'#:{}[\],]*?)\2:(?=\s|$)[ \t]*)?(.*)$/;

/** What has been read of a text so far. */
interface YamlState {
  readonly found: PathWord[];
  /** The keys that the next line may belong to, outer ones first. */
  readonly keys: YamlKey[];
  /** The key of a text of several lines. */
  block: YamlKey | undefined;
}

function yamlWords(text: string): PathWord[] {
  const state: YamlState = { found: [], keys: [], block: undefined };
  for (const { 0: content, index: start } of text.matchAll(/[^\r\n]+/g)) {
    const indent = content.search(/\S/);
    if (indent === -1 || /^\s*(?:#|---|%)/.test(content)) continue;
    if (state.block && indent <= state.block.indent) state.block = undefined;
    if (!state.block) readYamlLine(state, content, start, indent);
    else if (namesCommands(state.block.name)) add(state, commandWords(content, start));
    else if (namesPaths(state.block.name)) add(state, wordsIn(content, start, spaced, true));
  }
  return state.found;
}

function readYamlLine(state: YamlState, content: string, start: number, indent: number): void {
  const { found, keys } = state;
  const [, lead = '', quote = '', name, rest = ''] = yamlLine.exec(content) ?? [];
  const isItem = lead.includes('-');
  // The items of a list may be as far left as the key that they belong to.
  while (isClosed(keys.at(-1), isItem ? indent : lead.length, isItem)) keys.pop();
  if (name !== undefined) {
    found.push({ text: name, start: start + lead.length + quote.length, plain: false });
    keys.push({ name, indent: lead.length });
  }
  const key = keys.at(-1) ?? { name: '', indent: -1 };
  const value = uncommented(rest);
  if (/^[|>][\d+-]*\s*$/.test(value)) state.block = { name: key.name, indent: isItem ? indent : key.indent };
  else add(state, yamlValueWords(value, start + content.length - rest.length, key.name));
}

/** One by one: a long list would not fit into the arguments of a call. */
function add({ found }: YamlState, words: readonly PathWord[]): void {
  for (const word of words) found.push(word);
}

function isClosed(key: YamlKey | undefined, indent: number, isItem: boolean): boolean {
  return key !== undefined && (isItem ? key.indent > indent : key.indent >= indent);
}

function yamlValueWords(value: string, start: number, key: string): PathWord[] {
  if (/^[[{]/.test(value)) return flowWords(value, start, key);
  if (namesCommands(key)) {
    const quote = /^(["']).*\1\s*$/.test(value) ? 1 : 0;
    return commandWords(value.slice(quote, value.trimEnd().length - quote), start + quote);
  }
  return scalarWords(value, start, key);
}

function scalarWords(value: string, start: number, key: string): PathWord[] {
  const text = value.trim();
  const isQuoted = text.length > 1 && /^["']/.test(text) && text.endsWith(text.charAt(0));
  const quote = isQuoted ? 1 : 0;
  const inner = text.slice(quote, text.length - quote);
  return quotedWords(inner, start + value.indexOf(text) + quote, namesPaths(key));
}

/** `{ key: value, other: [a, b] }`. */
function flowWords(value: string, start: number, outer: string): PathWord[] {
  let key = outer;
  return [
    ...value.matchAll(/(["']?)(?<![^\s"'{}[\],])([^\s"'{}[\],]+?)\1(:(?=\s|$))?(?=[\s{}[\],]|$)/g),
  ].flatMap((match) => {
    const [, quote = '', text = '', colon] = match;
    if (colon !== undefined) key = text;
    return [
      { text, start: start + match.index + quote.length, plain: colon === undefined && namesPaths(key) },
    ];
  });
}
