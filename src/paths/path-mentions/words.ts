/**
 * Splits texts without structure into words that may be paths: command lines, lists of patterns, settings and prose.
 */

import type { Span } from '../../base/edits.ts';
import { longestPath } from '../../base/paths.ts';
import table from '../../catalogue/command-words.json' with { type: 'json' };
import type { Move } from '../../tree/moves.ts';

/** A piece of a text that may be a path. */
export interface PathWord {
  readonly text: string;
  /** Its offset in the file. */
  readonly start: number;
  /** Whether a name without a slash is a path here. */
  readonly plain: boolean;
  /** Whether it is a name that matches files and folders in every folder. */
  readonly isInEveryFolder?: boolean;
  /** The only folder that the word is resolved from, if the code or the format says so. */
  readonly from?: 'source' | 'repository' | 'file' | undefined;
  /**
   * Set if the format is known and the text is literal, so that the word may be edited. `glob`: a path or a
   * pattern. `rule`: a line of an ignore file, which also covers files in a folder.
   */
  readonly edit?: 'glob' | 'rule';
}

/** A place where a tool defines a source alias itself. */
export interface ToolAlias {
  /** `~` or `@`, or both if a pattern matches both. */
  readonly names: readonly string[];
  readonly start: number;
  /** The spans that define the alias: the value, and the constants used in it. */
  readonly spans: readonly Span[];
  /** The strings in the definition. */
  readonly texts: readonly string[];
}

/** A path in a text that has to change because of the moves. */
export interface PathMention {
  readonly start: number;
  readonly oldText: string;
  readonly newText: string;
  /** Moves of content of the folder to somewhere else than the folder. */
  readonly splitOff: readonly Move[];
}

/** The paths in a file of tooling or docs. */
export interface MentionedPaths {
  readonly words: readonly PathWord[];
  readonly aliases?: readonly ToolAlias[];
}

/** Text between spaces, quotes and commas. */
export const spaced = /[^\s"'`,;]+/g;

/** The pieces of a text that match a pattern. */
export function wordsIn(text: string, offset: number, pattern: RegExp, plain = false): PathWord[] {
  return [...text.matchAll(pattern)]
    .filter(([word]) => word.length <= longestPath)
    .map((match) => ({ text: match[0], start: offset + match.index, plain }));
}

/** A set of words that are separated by spaces. */
function wordSet(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

const pathNames = wordSet(table.pathNames);

/** Whether a key or function name says that its values are paths: `langDir`, but not `ignoreWords`. */
export function namesPaths(key: string): boolean {
  const parts = (key === key.toUpperCase() ? key.toLowerCase() : key).split(/(?=[A-Z])|[^A-Za-z]+/);
  return pathNames.has(
    parts.findLast((part) => part !== '' && part !== 'Sync')?.toLowerCase() ?? '',
  );
}

/** Whether a text must be a path, whatever its key: it starts with a dot, or has a star or an extension. */
export function isPathLike(text: string): boolean {
  return /^\.{1,2}\/|\*|^[^@]*[^./]\.\w+$/.test(text);
}

/** Whether the value of a key is a command line. */
export function namesCommands(key: string): boolean {
  return /^(?:run|(?:before_|after_)?scripts?|\w*commands?|cmds?|bash|pwsh|entrypoint|args)$/i.test(
    key,
  );
}

/** Words before a command: package managers, prompts, instructions, and commands that run another one. */
const runners = wordSet(table.runners);
/** Commands whose arguments are names of tasks, packages, parts of the paths of tests and the like, or plain text. */
const commandsWithNames = wordSet(table.commandsWithNames);
/** Commands for which an argument without a slash is certainly a file or a folder. */
const commandsWithPaths = wordSet(table.commandsWithPaths);
/** Flags whose value is a name. */
const nameFlags = wordSet(table.nameFlags);
/** Words before a whole command line in quotes. */
const shells = wordSet(table.shells);
/** Commands and flags that change the folder which paths are resolved from. */
const otherFolder = /(?:^|[\s;&|(])(?:cd|pushd)\s|\s(?:-C|--prefix|--cwd|--dir)[\s=]/;

const tokens = new RegExp(
  [
    // A comment ends with its line, and its quotes have no meaning.
    /(?<![^\s;|&()])(?:#|\/\/)[^\n]*/,
    // An escaped quote does not start a string.
    /(?<!\\)"(?:[^"\\]|\\.)*"|'[^']*'|\\\r?\n|&&|\|\||[;|&\n()]/,
    // The key of `--dir=pages` or `DIR=pages`.
    /[\w.:-]+=(?=\S)/,
    // An escaped blank does not end a word, and neither do the choices of a pattern: `@(a|b)`, `{a,b}`.
    /(?:\\[ ()]|[@?+*!]\([^()\s"';&]*\)|\{[^{}\s"']*\}|[^\s"';|&(),=])+/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);
const commandEnd = /^(?:&&|\|\||[;|&\n()])$/;

/** The words of a command line in package.json; paths among them may be edited. */
export function scriptWords(text: string, offset: number): PathWord[] {
  return commandWords(text, offset, !otherFolder.test(text));
}

/**
 * The words of command lines, and of files that are much alike: a Dockerfile, a Makefile, a Procfile. A name
 * without a slash counts unless its command takes other names.
 */
export function commandWords(text: string, offset: number, mayEdit = false): PathWord[] {
  const words: PathWord[] = [];
  let [command, previous] = ['', ''];
  const argumentWords = (word: string, start: number): PathWord[] => {
    const isArgument =
      command !== '' && !commandsWithNames.has(command) && !nameFlags.has(previous);
    const plain = previous.endsWith('=') ? namesPaths(previous) : isArgument;
    const isEdited = mayEdit && plain && (word.includes('/') || commandsWithPaths.has(command));
    const whole: PathWord = { text: word, start, plain, ...(isEdited && { edit: 'glob' }) };
    if (!/\s/.test(word)) return [whole];
    // Escaped blanks are part of a word.
    const hasWords = /(?<!\\)\s/.test(word);
    if (hasWords && (command === '' || shells.has(command) || shells.has(previous)))
      return commandWords(word, start, mayEdit);
    // The text may be one path with blanks, or several words.
    return [...(plain ? [whole] : []), ...wordsIn(word, start, /[^\s"'`,;()]+/g)];
  };
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (/^(?:#|\/\/|\\\r?\n)/.test(token)) continue;
    const word = token.replace(/^["']|["']$/g, '');
    const start = offset + index + (word === token ? 0 : 1);
    const isKey = /^-|=$/.test(token);
    const isValue = previous.endsWith('=') || nameFlags.has(previous);
    if (commandEnd.test(token)) command = '';
    else if (!isKey) {
      words.push(...argumentWords(word, start));
      if (command === '' && !isValue && !runners.has(word)) command = word.replace(/^.*\/|^@/, '');
    }
    previous = word;
  }
  return words;
}

function eachLine(read: (line: string, start: number) => PathWord[]) {
  return (text: string) =>
    [...text.matchAll(/[^\r\n]+/g)].flatMap((match) => read(match[0], match.index));
}

/** How the lines of a list of patterns are read. */
interface RuleList {
  /** Whether a pattern without an inner slash matches in every folder, as in a gitignore file. */
  readonly areEverywhere: boolean;
  readonly mayEdit: boolean;
  /** The pattern in a line, if it is not the first word. */
  readonly pattern?: RegExp;
}

/** Reads a list with one pattern in each line. */
export function ruleWords({ areEverywhere, mayEdit, pattern = /(?:\\ |\S)+/g }: RuleList) {
  return eachLine((line, start) => {
    const [word] = /^\s*#/.test(line) ? [] : wordsIn(line, start, pattern, true);
    if (!word) return [];
    const isNegated = word.text.startsWith('!');
    if (areEverywhere && !/\/./.test(word.text.slice(isNegated ? 1 : 0)))
      return [{ ...word, isInEveryFolder: true }];
    // Git does not re-include files of an ignored folder, so an exception may need others before it.
    return [mayEdit && !(areEverywhere && isNegated) ? { ...word, edit: 'rule' } : word];
  });
}

/** The words of `key = value` or `key: value` in several dialects. */
export const settingWords = eachLine((line, start) => {
  const [head = '', key = ''] = /^\s*(?:- +)?["']?([\w.-]+)["']?\s*[=:]\s*/.exec(line) ?? [];
  const value = line.replace(/(?:^|\s)#.*$/, '').slice(head.length);
  const at = start + head.length;
  return namesCommands(key) ? commandWords(value, at) : wordsIn(value, at, spaced, namesPaths(key));
});

/** A fenced block of commands in Markdown, up to its closing mark or the end of the text. */
const fence =
  /^(?<head>[ \t]*(?<mark>`{3,}|~{3,})[ \t]*(?:sh|bash|zsh|shell|console|shell-?session|terminal)\b[^\n]*\n)(?<body>[\s\S]*?)(?:^[ \t]*\k<mark>|(?![\s\S]))/gim;

/** The words of prose, and of the command blocks in it. Outside of them, only texts with a slash can be paths. */
export function docsWords(text: string): PathWord[] {
  const commands = [...text.matchAll(fence)].flatMap(
    ({ groups: { head = '', body = '' } = {}, index }) => commandWords(body, index + head.length),
  );
  const prose = wordsIn(text, 0, /[^\s"'`()<>[\]|,;]+/g).filter((word) => word.text.includes('/'));
  const read = prose.map((word) => linkWord(proseWord(word), text));
  return [...read, ...commands].sort((a, b) => a.start - b.start);
}

/** A relative link is a reference from the folder of its file: `[Card](./components/Card.vue)`. */
function linkWord(word: PathWord, text: string): PathWord {
  const before = text.slice(Math.max(0, word.start - 20), word.start);
  const isLink = /(?:\]\([ \t]*<?|\]:[ \t]+<?|\s(?:href|src)=["'])$/.test(before);
  // The text of a link often repeats it.
  const isShown = text.startsWith(`](${word.text})`, word.start + word.text.length);
  const isReference = (isLink || isShown) && /^[\w.]/.test(word.text);
  return isReference ? { ...word, from: 'file', edit: 'glob' } : word;
}

function proseWord({ text, start }: PathWord): PathWord {
  // Stars before a word are emphasis, not a pattern.
  const lead = /^(?:[*_]+(?=[^/*]))?/.exec(text)?.[0].length ?? 0;
  const path = text
    .slice(lead)
    // A link may end with a heading or a line number, and a sentence with punctuation.
    .replace(/(?<=.)[#?].*$/, '')
    .replace(/(?<=[^./*_:!?])[*_:!?.]+$|!+$/, '')
    .replace(/(?::\d+){1,2}$/, '');
  return { text: path, start: start + lead, plain: false };
}
