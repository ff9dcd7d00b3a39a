import { groupedBy } from '../../config/grouped.ts';
import { longestPath } from '../../config/paths.ts';
import type { Span } from '../../config/source.ts';

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
  readonly from?: 'source' | 'repository' | NearFolder;
  /** The command whose argument the word is, without its folder. */
  readonly command?: string;
  /** Set if the format is known and the text is written literally: the word may be edited. */
  readonly tool?: ToolReading;
}

/** A folder that code finds relative to its own file. */
export interface NearFolder {
  /** The relative path from the folder of the file. */
  readonly steps: string;
  /** Whether the steps are updated when the file moves. */
  readonly isFollowed: boolean;
}

/** How a tool reads a path. */
export interface ToolReading {
  /** `glob`: a path or a pattern. `rule`: a line of an ignore file, which also covers files in a folder. */
  readonly as: 'glob' | 'rule';
  /** The separator between two entries, if the path is an entry of a list. */
  readonly between?: string;
  /** Whether the text has no quotes, so that a special character at its start would change its meaning. */
  readonly isBare?: boolean;
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

/** An option for a folder that code joins to the source directory of the running framework. */
export interface JoinedOption {
  readonly option: string;
  readonly start: number;
}

/** The paths in a file of tooling or docs. */
export interface MentionedPaths {
  readonly words: readonly PathWord[];
  readonly aliases: readonly ToolAlias[];
  /** Options that Variant A resolves from the root and Variant B from the source directory. */
  readonly joined?: readonly JoinedOption[];
}

/** Text between spaces, quotes and commas. */
export const spaced = /[^\s"'`,;]+/g;

/** The pieces of a text that match a pattern. */
export function wordsIn(text: string, offset: number, pattern: RegExp, plain = false): PathWord[] {
  return [...text.matchAll(pattern)]
    .filter(([word]) => word.length <= longestPath)
    .map((match) => ({ text: match[0], start: offset + match.index, plain }));
}

/** The words of a text that cannot be parsed. */
export function* looseWords(text: string, plain = false): Generator<PathWord> {
  for (const { 0: word, index: start } of text.matchAll(/[^\s"'`()<>[\]{}|,;=]{1,1000}/g))
    yield { text: word, start, plain };
}

/** The words of several readers in order; at the same offset, the later reader wins. */
export function mergedWords(...lists: readonly (readonly PathWord[])[]): PathWord[] {
  const words = new Map(lists.flatMap((list) => [...groupedBy(list, ({ start }) => start)]));
  return [...words.values()].flat().sort((a, b) => a.start - b.start);
}

/** The words of a quoted text: one path, or several words of which only those with a slash count. */
export function quotedWords(text: string, start: number, plain: boolean): PathWord[] {
  if (/\s/.test(text)) return wordsIn(text, start, spaced);
  return text.length <= longestPath ? [{ text, start, plain }] : [];
}

/** The text between quotes and its offset; a text without quotes is returned unchanged. */
export function unquoted(text: string, start: number): readonly [text: string, start: number] {
  const isQuoted = text.length > 1 && /^["']/.test(text) && text.endsWith(text.charAt(0));
  return isQuoted ? [text.slice(1, -1), start + 1] : [text, start];
}

/** A set of words that are separated by spaces. */
export function wordSet(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

const pathNames = wordSet(
  'dir dirs directory directories folder folders path paths file files',
  'root roots src source sources base entry entries input inputs css',
  'include includes exclude excludes exclusions ignore ignores ignored',
  'content contents glob globs pattern patterns watch changes stories',
  'output outputs out outdir outfile workdir rootdir dest destination resolve join cwd',
);

/** Whether a key or function name says that its values are paths: `langDir`. */
export function namesPaths(key: string): boolean {
  const parts = (key === key.toUpperCase() ? key.toLowerCase() : key).split(/(?=[A-Z])|[^A-Za-z]+/);
  // A `baseName` is only a name.
  return !/^base_?name$/i.test(key) && parts.some((part) => pathNames.has(part.toLowerCase()));
}

/** The key that describes a value: everything below `dirs` is a folder, whatever its own key. */
export function keyForValue(outer: string, key: string): string {
  return /^(?:dir(?:ectorie)?s?|folders)$/i.test(outer) ? outer : key;
}

/** Whether a text must be a path, whatever its key: it starts with a dot, or has a star or an extension. */
export function isPathLike(text: string): boolean {
  return /^\.{1,2}\/|\*|^[^@]*\w\.\w+$/.test(text);
}

/** Whether a tool must read a text as a path or pattern, because of its key, its start or its stars. */
export function isToolPath(key: string, text: string): boolean {
  const hasStars = text.includes('*') && text.includes('/');
  return namesPaths(key) || /^!?(?:\.{1,2}\/|<rootDir>\/)/.test(text) || hasStars;
}

/** The separator for an entry added to a list, formatted like the list. */
export function listSeparator(text: string, start: number, quote = ''): string {
  const end = start - quote.length;
  const [line] = /\r?\n[ \t]*$/.exec(text.slice(Math.max(0, end - longestPath), end)) ?? [' '];
  return `${quote},${line}${quote}`;
}

/** Whether the value of a key is a command line. */
export function namesCommands(key: string): boolean {
  return /^(?:run|(?:before_|after_)?scripts?|\w*commands?|cmds?|bash|pwsh|entrypoint|args)$/i.test(key);
}

/** Commands that run the command in their arguments. */
const runners = wordSet('npx bunx pnpx cross-env cross-env-shell env sudo time exec xargs dotenv nohup');
const packageManagers = wordSet('npm yarn pnpm bun');
/** Subcommands of package managers; any other word after the name is a script or a tool. */
const managerCommands = wordSet(
  'add audit cache ci config create dedupe deploy i import info init install link list login outdated pack',
  'patch prune publish rebuild remove rm set start stop store test unlink up update upgrade version why',
  'workspace workspaces',
);
/** Commands whose arguments are names of tasks, services, branches and the like, or plain text. */
const commandsWithNames = wordSet(
  'echo printf make just task nx turbo lerna rush gh glab vercel netlify wrangler firebase heroku fly',
  'docker docker-compose podman kubectl helm aws gcloud az run-s run-p npm-run-all concurrently wireit',
  'export unset alias trap kill pm2 systemctl service ssh curl wget which type command git',
);
/** Commands for which an argument without a slash is a file or a folder. */
const commandsWithPaths = wordSet(
  'eslint oxlint prettier stylelint biome rimraf del-cli rm cp mv ls cat mkdir find du grep cpx cspell',
  'markdownlint htmlhint vue-tsc tsc git',
);
/** Commands and flags that change the folder which paths are resolved from. */
const otherFolder = /(?:^|[\s;&|(])(?:cd|pushd)\s|\s(?:-C|--prefix|--cwd|--dir)[\s=]/;

/** The words of a command line in package.json; paths among them may be edited. */
export function scriptWords(text: string, offset: number): PathWord[] {
  const words = commandWords(text, offset);
  if (otherFolder.test(text)) return words;
  return words.map((word) => {
    const isPath = word.plain && (word.text.includes('/') || commandsWithPaths.has(word.command ?? ''));
    return isPath ? { ...word, tool: { as: 'glob' } } : word;
  });
}

/** Commands that take whole command lines in quotes. */
const shells = wordSet('concurrently sh bash zsh cross-env-shell');
const gitPaths = wordSet('add rm mv diff ls-files log blame restore clean');
/** Flags whose value is a name. */
const nameFlags = wordSet(
  '--filter -F --scope --project -p --projects --name -n --workspace -w --mode --env -e --target --tag -t',
  '--branch -b --service --only --job --profile --title -m --message --ext --rule --reporter --grep -g',
  '--project-name --group --label -l --tags',
);

const tokens = new RegExp(
  [
    // An escaped quote does not start a string.
    /(?<!\\)"(?:[^"\\]|\\.)*"|'[^']*'|\\\r?\n|&&|\|\||[;|&\n()]/,
    // An escaped blank does not end a word, and neither do the choices of a pattern: `@(a|b)`.
    /(?:\\[ ()]|[@?+*!]\([^()\s"';&]*\)|[^\s"';|&()])+/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);
const commandEnd = /^(?:&&|\|\||[;|&\n()])$/;

/** The words in the value of a key: command lines, a path, or words. */
export function wordsUnder(key: string, text: string, start: number): PathWord[] {
  return namesCommands(key) ? commandWords(text, start) : quotedWords(text, start, namesPaths(key));
}

/** The words of command lines. Names without a slash count if the command is known to take paths. */
export function commandWords(text: string, offset: number): PathWord[] {
  const words: PathWord[] = [];
  const scanner = new RegExp(tokens);
  let command = new Command();
  for (let match = scanner.exec(text); match; match = scanner.exec(text)) {
    const [token] = match;
    if (token.startsWith('\\')) continue;
    if (commandEnd.test(token)) command = new Command();
    else if (token.startsWith('#')) {
      // A comment ends with its line, and its quotes have no meaning.
      const end = text.indexOf('\n', match.index);
      scanner.lastIndex = end === -1 ? text.length : end;
    } else for (const word of tokenWords(token, offset + match.index, command)) words.push(word);
  }
  return words;
}

function tokenWords(token: string, at: number, command: Command): PathWord[] {
  const [text, start] = unquoted(token, at);
  const isQuoted = start > at;
  const plain = command.takes(text);
  const word = { text, start, plain, command: command.name };
  if (!isQuoted || !/\s/.test(text)) return flagValue(word).flatMap(listed);
  if (shells.has(command.name)) return commandWords(text, start);
  // The text may be one path with blanks, or several words.
  return [...(plain ? [word] : []), ...wordsIn(text, start, /[^\s"'`,;()]+/g)];
}

/** The value of `--dir=pages` or `DIR=pages`, which may be a path. */
function flagValue(word: PathWord): PathWord[] {
  const [, key, value] = /^([\w.:-]+)=(.+)$/.exec(word.text) ?? [];
  if (key === undefined || value === undefined) return [word];
  return [{ text: value, start: word.start + key.length + 1, plain: namesPaths(key) }];
}

/** Splits `pages/a.vue,pages/b.vue` into paths, unless the commas belong to a pattern. */
function listed(word: PathWord): PathWord[] {
  if (!word.text.includes(',') || word.text.includes('{')) return [word];
  return [...word.text.matchAll(/[^,]+/g)].map(({ 0: text, index }) => {
    return { ...word, text, start: word.start + index };
  });
}

/** The state of a command while its words are read. */
class Command {
  name = '';
  /** The kind of its arguments; undefined before the name has been read. */
  #words: 'paths' | 'names' | undefined;
  #isManager = false;
  /** Whether a flag says that the next word is a name. */
  #isName = false;

  /** Reads the next word, and returns whether it is a path even without a slash. */
  takes(word: string): boolean {
    if (word.startsWith('-')) {
      this.#isName = this.#isName || nameFlags.has(word);
      return false;
    }
    if (this.#isName) this.#isName = false;
    else if (this.#isManager) this.#startManaged(word);
    else if (this.#words !== undefined) {
      if (this.name === 'git' && gitPaths.has(word)) this.#words = 'paths';
      return this.#words === 'paths';
    } else if (packageManagers.has(word)) this.#isManager = true;
    else if (!runners.has(word) && !/^\w+=/.test(word)) this.#start(word);
    return false;
  }

  #start(word: string): void {
    this.name = word.slice(word.lastIndexOf('/') + 1);
    const isKnown = commandsWithNames.has(this.name);
    // A command in a variable may be anything.
    this.#words = isKnown || word.startsWith('$') ? 'names' : 'paths';
  }

  #startManaged(word: string): void {
    this.#isManager = false;
    if (/^(?:exec|dlx|x)$/.test(word)) return;
    if (/^run(?:-script)?$/.test(word)) {
      this.#words = 'paths';
      this.#isName = true;
    } else if (managerCommands.has(word)) this.#words = 'names';
    else this.#start(word);
  }
}
