import { posix } from 'node:path';
import type { SourceText } from '../syntax/source-text.ts';
import {
  commandWords,
  mergedWords,
  namesCommands,
  namesPaths,
  type PathWord,
  quotedWords,
  spaced,
  unquoted,
  wordsIn,
  wordsUnder,
} from './words.ts';

type ReadText = (text: string) => PathWord[];
type ReadLine = (line: string, start: number) => PathWord[];

function eachLine(read: ReadLine): ReadText {
  return (text) => [...text.matchAll(/[^\r\n]+/g)].flatMap((match) => read(match[0], match.index));
}

const pattern: ReadLine = (line, start) =>
  /^\s*#/.test(line) ? [] : wordsIn(line, start, /(?:\\ |\S)+/g, true).slice(0, 1);
const rule: ReadLine = (line, start) =>
  pattern(line, start).map((word) => ({ ...word, tool: { as: 'rule' } }));

/** A pattern without an inner slash matches in every folder, so that only the names of folders matter. */
function rooted(word: PathWord): PathWord {
  if (/\/./.test(word.text.replace(/^!/, ''))) return word;
  const { tool: _, ...rest } = word;
  return { ...rest, isInEveryFolder: true };
}

/** The rules of a list, each resolved from the folder of the list. */
export const ruleWords = eachLine(rule);

/** The rules of a list with gitignore syntax. */
export const rootedRuleWords = eachLine((line, start) =>
  // Git does not re-include files of an ignored folder, so an exception may need others before it.
  (/^\s*!/.test(line) ? pattern : rule)(line, start).map(rooted),
);

/** The same rules without edits, for lists that unknown tools may read. */
export const rootedPatternWords = eachLine((line, start) => pattern(line, start).map(rooted));

/** The section headings of `.editorconfig`, which are patterns. */
export const sectionWords = eachLine((line, start) => {
  const [, lead = '', text = ''] = /^(\s*\[)(.+)\]\s*$/.exec(line) ?? [];
  return [rooted({ text, start: start + lead.length, plain: false })];
});

const hashComment = /"[^"]*"|'[^']*'|(?<mark>^\s*#|\s#)/g;
const slashComment = /"[^"]*"|'[^']*'|(?<mark>^\s*(?:\/\/|\*|\/\*)|\s\/\/)/g;

/** A line without its comment. */
function uncommented(line: string, comment = hashComment): string {
  for (const { index, groups } of line.matchAll(comment))
    if (groups?.mark !== undefined) return line.slice(0, index);
  return line;
}

/** The words of prose, and of the command blocks in it. */
export function docsWords(text: string): PathWord[] {
  return mergedWords(fencedCommands(text), proseWords(text));
}

/** A fenced block of commands in Markdown, up to its closing mark or the end of the text. */
const fence =
  /^[ \t]*(`{3,}|~{3,})[ \t]*(?:sh|bash|zsh|shell|console|shell-?session|terminal)\b[^\n]*\n(?<body>[\s\S]*?)(?:^[ \t]*\1|(?![\s\S]))/gim;
const prompt = /^\s*[$%] /;

function fencedCommands(text: string): PathWord[] {
  return [...text.matchAll(fence)].flatMap((match) => {
    const body = match.groups?.body ?? '';
    const lines = body.match(/[^\n]*\n|[^\n]+$/g) ?? [];
    // If some lines start with a prompt, the others are output.
    const areTyped = lines.some((line) => prompt.test(line));
    let goesOn = false;
    const commands = lines.map((line) => {
      const isCommand = goesOn || !areTyped || prompt.test(line);
      goesOn = isCommand && /\\\r?\n$/.test(line);
      // The length stays the same, so that offsets are correct.
      return isCommand ? line.replace(prompt, blank) : blank(line);
    });
    return commandWords(commands.join(''), match.index + match[0].indexOf('\n') + 1);
  });
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** The paths in prose: only texts with a slash can be distinguished from words. */
function proseWords(text: string): PathWord[] {
  const withSlash = wordsIn(text, 0, /[^\s"'`()<>[\]|,;]+/g).filter((word) => word.text.includes('/'));
  return withSlash.map(({ text: word, start }) => {
    // Stars before a word are emphasis, not a pattern.
    const lead = /^(?:[*_]+(?=[^/*]))?/.exec(word)?.[0].length ?? 0;
    // A link may end with a line number or a heading.
    const path = withoutMarks(word.slice(lead).replace(/(?<=.)[#?].*$/, '')).replace(/(?::\d+){1,2}$/, '');
    return { text: path, start: start + lead, plain: false };
  });
}

/** A path without punctuation at its end; the dots of `./` and `../` belong to the path. */
function withoutMarks(path: string): string {
  let end = path.length;
  while (end > 0 && '*_:!?.'.includes(path.charAt(end - 1))) end -= 1;
  if (end === 0 || path.charAt(end - 1) === '/') while (path.charAt(end) === '.') end += 1;
  return path.slice(0, end);
}

/** How the arguments of Dockerfile instructions are read. */
const instructions: ReadonlyMap<string, ReadLine> = new Map([
  ...['COPY', 'ADD'].map((name): [string, ReadLine] => [name, copiedWords]),
  ...['RUN', 'CMD', 'ENTRYPOINT'].map((name): [string, ReadLine] => [name, commandWords]),
  ...['ENV', 'ARG'].map((name): [string, ReadLine] => [name, variableWords]),
]);

/** Joins lines that end with a backslash, without changing the length of the text. */
function joinedLines(text: string): string {
  return text.replace(/\\[ \t]*\r?\n/g, (end) => ' '.repeat(end.length));
}

export function containerWords(text: string): PathWord[] {
  const allWords = eachLine((line, start) => {
    const [lead = '', instruction = ''] = /^\s*([A-Za-z]+)\s+/.exec(line) ?? [];
    // The list form has the same words, with quotes and commas.
    const content = line.slice(lead.length).replace(/^\[.*\]\s*$/, (list) => list.replace(/[[\]",]/g, ' '));
    return instructions.get(instruction.toUpperCase())?.(content, start + lead.length) ?? [];
  })(joinedLines(text));
  return allWords.filter((word) => !word.text.startsWith('--'));
}

function copiedWords(text: string, start: number): PathWord[] {
  return text.includes('--from=') ? [] : wordsIn(text, start, spaced, true);
}

/** The words of `KEY=value OTHER="value"`, or of the older `KEY value`. */
function variableWords(text: string, offset: number): PathWord[] {
  const [older, name = ''] = /^([\w.-]+)\s+/.exec(text) ?? [];
  if (older !== undefined)
    return quotedWords(text.slice(older.length).trimEnd(), offset + older.length, namesPaths(name));
  return [...text.matchAll(/(?<![\w.-])([\w.-]+)=("[^"]*"|'[^']*'|[^\s"']*)/g)].flatMap((match) => {
    const [, key = '', value = ''] = match;
    return quotedWords(...unquoted(value, offset + match.index + key.length + 1), namesPaths(key));
  });
}

/** A rule (not a target-specific variable): targets, prerequisites, and a recipe in the same line. */
const makeRule = /^(?<made>[^\s:=#][^:=#]*)(?<colon>&?::?)(?!=)(?<from>(?![^;]*=)[^;]*)(?<recipe>;.*)?$/;

/** The words of a makefile: commands in recipes, files in rules, and paths in variables named so. */
export function makeWords(text: string): PathWord[] {
  const joined = joinedLines(text);
  const names = madeNames(joined);
  return eachLine((line, start) => {
    const [recipe] = /^[ \t]+[@+-]*/.exec(line) ?? [];
    if (recipe !== undefined) return commandWords(line.slice(recipe.length), start + recipe.length);
    const [head, key = ''] = /^(?:export\s+)?([\w.-]+)\s*[:?+]?=\s*/.exec(line) ?? [];
    if (head !== undefined)
      return wordsIn(uncommented(line).slice(head.length), start + head.length, spaced, namesPaths(key));
    return dependencyWords(uncommented(line), start, names);
  })(joined);
}

/** The words of a rule; `names` are targets, which need not be files. */
function dependencyWords(line: string, start: number, names: ReadonlySet<string>): PathWord[] {
  const { made = '', colon = '', from = '', recipe = '' } = makeRule.exec(line)?.groups ?? {};
  const at = start + made.length + colon.length;
  return [
    ...wordsIn(made, start, spaced),
    ...wordsIn(from, at, spaced).map((word) => ({ ...word, plain: !names.has(word.text) })),
    ...commandWords(recipe, at + from.length),
  ];
}

/** The targets of all rules, and the names that special targets such as `.PHONY` declare. */
function madeNames(text: string): ReadonlySet<string> {
  const names = text.split('\n').flatMap((line) => {
    const { made = '', from = '' } = makeRule.exec(uncommented(line.trimEnd()))?.groups ?? {};
    return (/^\.[A-Z]/.test(made) ? from : made).split(/\s+/);
  });
  return new Set(names);
}

/** The words of a Procfile: `name: command`. */
export const processWords = eachLine((line, start) => {
  const [head = ''] = /^\s*[\w-]+:\s*/.exec(line) ?? [];
  return commandWords(line.slice(head.length), start + head.length);
});

/** Keys with a command as their value although the name does not say so. */
const commandKeys: ReadonlyMap<string, string> = new Map([['netlify.toml', 'ignore']]);

/** The words of `key = value` or `key: value` in several dialects. */
export function settingWords(text: string, { path }: Pick<SourceText, 'path'>): PathWord[] {
  const commands = commandKeys.get(posix.basename(path));
  return eachLine((line, start) => {
    const [head = '', name = ''] = /^\s*(?:- +)?"?([\w.-]+)"?\s*[=:]\s*/.exec(line) ?? [];
    const key = name !== '' && name === commands ? 'command' : name;
    const value = uncommented(line).slice(head.length);
    const at = start + head.length;
    return namesCommands(key) || /["']/.test(value)
      ? inQuotes(value, at, (inner, from) => wordsUnder(key, inner, from))
      : wordsIn(value, at, spaced, namesPaths(key));
  })(text);
}

function inQuotes(text: string, offset: number, read: ReadLine): PathWord[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'/g)].flatMap((match) =>
    read(match[1] ?? match[2] ?? '', offset + match.index + 1),
  );
}

/** The words of quoted texts in Groovy, which are commands if a step like `sh` runs them. */
export const groovyWords = eachLine((line, start) => {
  const code = uncommented(line, slashComment);
  return inQuotes(code, start, (inner, at) => {
    const before = code.slice(Math.max(0, at - start - 20), at - start - 1);
    const isStep = /\b(?:sh|bat|script)[\s(:]*$/.test(before);
    return isStep ? commandWords(inner, at) : quotedWords(inner, at, false);
  });
});
