import { posix } from 'node:path';
import { placeAt } from '../../config/places.ts';
import type { SourceText } from '../syntax/source.ts';
import {
  commandWords,
  escapable,
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
  /^\s*#/.test(line)
    ? []
    : wordsIn(line, start, /(?:\\ |\S)+/g, true)
        .slice(0, 1)
        .map(escapable);
const rule: ReadLine = (line, start) =>
  pattern(line, start).map((word) => ({ ...word, tool: { as: 'rule' } }));

/** A pattern without a slash inside matches in every folder, so that it needs no update. */
const isRooted = ({ text }: PathWord) => /\/./.test(text.replace(/^!/, ''));

/** A list of rules, each read from the folder of the list. */
export const ruleWords = eachLine(rule);

/** A list of rules as git has them. */
export const rootedRuleWords = eachLine((line, start) =>
  // Git does not re-include files of an ignored folder, so an exception may need others before it.
  (/^\s*!/.test(line) ? pattern : rule)(line, start).filter(isRooted),
);

/** The same, where it is unknown who else reads them. */
export const rootedPatternWords = eachLine((line, start) => pattern(line, start).filter(isRooted));

/** The headings of an editor's settings, each of them a pattern. */
export const sectionWords = eachLine((line, start) => {
  const [, lead = '', text = ''] = /^(\s*\[)(.+)\]\s*$/.exec(line) ?? [];
  return [{ text, start: start + lead.length, plain: false }].filter(isRooted);
});

const hashComment = /"[^"]*"|'[^']*'|(?<mark>^\s*#|\s#)/g;
const slashComment = /"[^"]*"|'[^']*'|(?<mark>^\s*(?:\/\/|\*|\/\*)|\s\/\/)/g;

/** A line up to the mark of a comment, which is outside of quotes. */
function uncommented(line: string, comment = hashComment): string {
  for (const { index, groups } of line.matchAll(comment))
    if (groups?.mark !== undefined) return line.slice(0, index);
  return line;
}

/** Prose, and the commands that it shows. */
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

/** A text of the same length in which what goes on behind a backslash is one line. */
function joinedLines(text: string): string {
  return text.replace(/\\[ \t]*\r?\n/g, (end) => ' '.repeat(end.length));
}

export function containerWords(text: string): PathWord[] {
  let folder: string | undefined;
  const found = eachLine((line, start) => {
    const [lead = '', instruction = ''] = /^\s*([A-Za-z]+)\s+/.exec(line) ?? [];
    if (/^FROM$/i.test(instruction)) folder = undefined;
    if (/^WORKDIR$/i.test(instruction)) folder = line.slice(lead.length).trim().replace(/\/$/, '');
    // The list form says the same with quotes and commas.
    const rest = line.slice(lead.length).replace(/^\[.*\]\s*$/, (list) => list.replace(/[[\]",]/g, ' '));
    const words = instructions.get(instruction.toUpperCase())?.(rest, start + lead.length) ?? [];
    return /^(?:COPY|ADD)$/i.test(instruction) ? copied(words, folder) : words;
  })(joinedLines(text));
  return found.filter((word) => !word.text.startsWith('--'));
}

function copiedWords(text: string, start: number): PathWord[] {
  return text.includes('--from=') ? [] : wordsIn(text, start, spaced, true);
}

/**
 * If source and target are the same path, both are updated. A target outside the working folder stays as it is. Any other
 * target may be where the sources are expected, so that nothing is edited.
 */
function copied(words: readonly PathWord[], folder: string | undefined): PathWord[] {
  const named = words.filter(({ text }) => !text.startsWith('--'));
  const [target, sources] = [named.at(-1), named.slice(0, -1)];
  const [source, ...others] = sources;
  if (!target || !source) return [...named];
  const edited = ({ ...word }: PathWord): PathWord => ({ ...word, tool: { as: 'glob' } });
  const place = placeAt('', source.text);
  const lead = folder !== undefined && target.text.startsWith(`${folder}/`) ? folder.length + 1 : 0;
  const inner = { ...target, text: target.text.slice(lead), start: target.start + lead };
  if (others.length === 0 && placeAt('', inner.text) === place && place !== '')
    return [edited(source), edited(inner)];
  const isInside = folder === undefined || !target.text.startsWith('/') || target.text.startsWith(folder);
  const isMirrored = sources.some(({ text }) =>
    target.text.replace(/\/$/, '').endsWith(`/${placeAt('', text)}`),
  );
  return isInside || isMirrored ? named : [...sources.map(edited), target];
}

/** `KEY=value OTHER="value"`, or the older `KEY value`. */
function variableWords(text: string, offset: number): PathWord[] {
  const [older, name = ''] = /^([\w.-]+)\s+/.exec(text) ?? [];
  if (older !== undefined)
    return quotedWords(text.slice(older.length).trimEnd(), offset + older.length, namesPaths(name));
  return [...text.matchAll(/(?<![\w.-])([\w.-]+)=("[^"]*"|'[^']*'|[^\s"']*)/g)].flatMap((match) => {
    const [, key = '', value = ''] = match;
    return quotedWords(...unquoted(value, offset + match.index + key.length + 1), namesPaths(key));
  });
}

/** A rule, and not a variable that counts for its target alone: what is made of what, and the recipe in the same line. */
const makeRule = /^(?<made>[^\s:=#][^:=#]*)(?<colon>&?::?)(?!=)(?<from>(?![^;]*=)[^;]*)(?<recipe>;.*)?$/;

/** Recipes are commands; a variable holds paths if its name says so, and rules are about files. */
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

/** What a rule makes of what; `names` are those that only stand for rules. */
function dependencyWords(line: string, start: number, names: ReadonlySet<string>): PathWord[] {
  const { made = '', colon = '', from = '', recipe = '' } = makeRule.exec(line)?.groups ?? {};
  const at = start + made.length + colon.length;
  return [
    ...wordsIn(made, start, spaced),
    ...wordsIn(from, at, spaced).map((word) => ({ ...word, plain: !names.has(word.text) })),
    ...commandWords(recipe, at + from.length),
  ];
}

/** What the rules of a text make, and what they declare to be a name. */
function madeNames(text: string): ReadonlySet<string> {
  const names = text.split('\n').flatMap((line) => {
    const { made = '', from = '' } = makeRule.exec(uncommented(line.trimEnd()))?.groups ?? {};
    return (/^\.[A-Z]/.test(made) ? from : made).split(/\s+/);
  });
  return new Set(names);
}

/** `name: command`. */
export const processWords = eachLine((line, start) => {
  const [head = ''] = /^\s*[\w-]+:\s*/.exec(line) ?? [];
  return commandWords(line.slice(head.length), start + head.length);
});

/** Keys that hold a command although their name does not say so. */
const commandKeys: ReadonlyMap<string, string> = new Map([['netlify.toml', 'ignore']]);

/** `key = value` or `key: value` in one of several dialects. */
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

/** Texts in quotes, which are commands if a step of that name runs them. */
export const groovyWords = eachLine((line, start) => {
  const code = uncommented(line, slashComment);
  return inQuotes(code, start, (inner, at) => {
    const before = code.slice(Math.max(0, at - start - 20), at - start - 1);
    const isStep = /\b(?:sh|bat|script)[\s(:]*$/.test(before);
    return isStep ? commandWords(inner, at) : quotedWords(inner, at, false);
  });
});
