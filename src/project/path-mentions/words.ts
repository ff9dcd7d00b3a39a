import { groupedBy } from '../../config/grouped.ts';
import { longestPath } from '../../config/places.ts';
import type { Span } from '../../config/source.ts';
import type { TreePath } from '../snapshot.ts';

/** A piece of a text that may name a path. */
export interface PathWord {
  readonly text: string;
  /** Its offset in the file. */
  readonly start: number;
  /** Whether a name alone, without any slash, is a path here. */
  readonly plain: boolean;
  /** Whether its backslashes escape the next character. */
  readonly isEscaped?: boolean;
  /** The only folder that it is read from, if the code says so: the source directory, or one near the file. */
  readonly from?: 'source' | NearFolder;
  /** The command that it is given to, without its folder. */
  readonly command?: string;
  /** Set if its format is known, and the text stands in the file as it is read: it may be edited. */
  readonly tool?: ToolReading;
}

/** A folder that code finds from its own place. */
export interface NearFolder {
  /** The way there, from the folder of the file. */
  readonly steps: string;
  /** Whether the steps are updated when the file moves. */
  readonly isFollowed: boolean;
}

/** How a tool reads a path. */
export interface ToolReading {
  /** `glob`: a path or a pattern. `rule`: a line of an ignore file, which also covers what is inside what it names. */
  readonly as: 'glob' | 'rule';
  /** What stands between two entries, if the path is an entry of a list. */
  readonly between?: string;
  /** The only folder that it is read from, if the format says so. */
  readonly root?: TreePath;
  /** Whether it stands without quotes where a sign in front would mean something else. */
  readonly isBare?: boolean;
}

/** A place where a tool gives a source alias a meaning of its own. */
export interface ToolAlias {
  /** `~` or `@`; both if a pattern stands for both. */
  readonly names: readonly string[];
  readonly start: number;
  /** What tells the meaning: the value, and the constants that it takes up. */
  readonly spans: readonly Span[];
  /** The texts in it. */
  readonly texts: readonly string[];
}

/** An option for a folder that code joins to the source directory of the running framework. */
export interface JoinedOption {
  readonly option: string;
  readonly start: number;
}

/** What a file of tooling or docs says about paths. */
export interface MentionedPaths {
  readonly words: readonly PathWord[];
  readonly aliases: readonly ToolAlias[];
  /** Options of which Variant A reads from the root what Variant B reads from the sources. */
  readonly joined?: readonly JoinedOption[];
}

/** What is between spaces, quotes and commas. */
export const spaced = /[^\s"'`,;]+/g;

/** The pieces of a text that fit a pattern. */
export function wordsIn(text: string, offset: number, pattern: RegExp, plain = false): PathWord[] {
  return [...text.matchAll(pattern)]
    .filter(([word]) => word.length <= longestPath)
    .map((match) => ({ text: match[0], start: offset + match.index, plain }));
}

/** The words that several readers find, in order; of two at the same offset, that of the later reader. */
export function mergedWords(...lists: readonly (readonly PathWord[])[]): PathWord[] {
  const words = new Map(lists.flatMap((list) => [...groupedBy(list, ({ start }) => start)]));
  return [...words.values()].flat().sort((a, b) => a.start - b.start);
}

// A letter behind a backslash is a name in a path of Windows.
const escapes = /\\([^\w/.])/g;

/** A word that is read as in a shell, or in the rules of git. */
export function escapable<Word extends Pick<PathWord, 'text'>>(
  word: Word,
): Word & Pick<PathWord, 'isEscaped'> {
  return word.text.search(escapes) === -1 ? word : { ...word, isEscaped: true };
}

/** What a word says. */
export function textOf({ text, isEscaped }: PathWord): string {
  return isEscaped ? text.replace(escapes, '$1') : text;
}

/** Writes another text in the place of a word, with the escapes that the word has. */
export function writtenFor({ text: old, isEscaped }: PathWord, text: string): string {
  if (!isEscaped) return text;
  const signs = new Set(Array.from(old.matchAll(escapes), ([, sign]) => sign));
  return [...text].map((sign) => (signs.has(sign) ? `\\${sign}` : sign)).join('');
}

/** A text in quotes: a path as a whole, or several words of which only those with a slash count. */
export function quotedWords(text: string, start: number, plain: boolean): PathWord[] {
  if (/\s/.test(text)) return wordsIn(text, start, spaced);
  return text.length <= longestPath ? [{ text, start, plain }] : [];
}

/** What is between quotes, and where it starts; a text without them is as it was. */
export function unquoted(text: string, start: number): readonly [text: string, start: number] {
  const isQuoted = text.length > 1 && /^["']/.test(text) && text.endsWith(text.charAt(0));
  return isQuoted ? [text.slice(1, -1), start + 1] : [text, start];
}

/** A set of words that are written with spaces between them. */
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

/** Whether what a key holds, or a function of that name takes, is a path by that: `langDir`. */
export function namesPaths(key: string): boolean {
  const parts = (key === key.toUpperCase() ? key.toLowerCase() : key).split(/(?=[A-Z])|[^A-Za-z]+/);
  // A `baseName` is only a name.
  return !/^base_?name$/i.test(key) && parts.some((part) => pathNames.has(part.toLowerCase()));
}

/** The key that tells what a value is: all that is below `dirs` is a folder, whatever it is the folder of. */
export function keyForValue(outer: string, key: string): string {
  return /^(?:dir(?:ectorie)?s?|folders)$/i.test(outer) ? outer : key;
}

/** Whether a text must be a path, whatever its key: it starts with a dot, or has a star or an extension. */
export function isPathLike(text: string): boolean {
  return /^\.{1,2}\/|\*|^[^@]*\w\.\w+$/.test(text);
}

/** Whether a tool must read a text as a path or pattern: by its key, because it starts as only paths do, or by its stars. */
export function isToolPath(key: string, text: string): boolean {
  const hasStars = text.includes('*') && text.includes('/');
  return namesPaths(key) || /^!?(?:\.{1,2}\/|<rootDir>\/)/.test(text) || hasStars;
}

/** What goes between an entry of a list and one that is added behind it, as the list is written. */
export function listSeparator(text: string, start: number, quote = ''): string {
  const end = start - quote.length;
  const [line] = /\r?\n[ \t]*$/.exec(text.slice(Math.max(0, end - longestPath), end)) ?? [' '];
  return `${quote},${line}${quote}`;
}

/** Whether what a key holds is a command line. */
export function namesCommands(key: string): boolean {
  return /^(?:run|(?:before_|after_)?scripts?|\w*commands?|cmds?|bash|pwsh|entrypoint|args)$/i.test(key);
}

// Command lines.

/** Run what follows them. */
const wrappers = wordSet('npx bunx pnpx cross-env cross-env-shell env sudo time exec xargs dotenv nohup');
const packageManagers = wordSet('npm yarn pnpm bun');
/** What package managers do themselves; any other word of theirs is the name of a script or of a tool. */
const managerCommands = wordSet(
  'add audit cache ci config create dedupe deploy i import info init install link list login outdated pack',
  'patch prune publish rebuild remove rm set start stop store test unlink up update upgrade version why',
  'workspace workspaces',
);
/** Their words are names of tasks, services, branches and the like, or plain text. */
const commandsWithNames = wordSet(
  'echo printf make just task nx turbo lerna rush gh glab vercel netlify wrangler firebase heroku fly',
  'docker docker-compose podman kubectl helm aws gcloud az run-s run-p npm-run-all concurrently wireit',
  'export unset alias trap kill pm2 systemctl service ssh curl wget which type command git',
);
/** What a name alone is to these is known: a file or a folder. */
const commandsWithPaths = wordSet(
  'eslint oxlint prettier stylelint biome rimraf del-cli rm cp mv ls cat mkdir find du grep cpx cspell',
  'markdownlint htmlhint vue-tsc tsc git',
);
/** After these, or with them, a path is read from another folder. */
const elsewhere = /(?:^|[\s;&|(])(?:cd|pushd)\s|\s(?:-C|--prefix|--cwd|--dir)[\s=]/;

/** The words of a command line in package.json; paths among them may be edited. */
export function scriptWords(text: string, offset: number): PathWord[] {
  const words = commandWords(text, offset);
  if (elsewhere.test(text)) return words;
  return words.map((word) => {
    const isPath = word.plain && (word.text.includes('/') || commandsWithPaths.has(word.command ?? ''));
    return isPath ? { ...word, tool: { as: 'glob' } } : word;
  });
}

/** These take whole command lines in quotes. */
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
    // A quote behind a backslash opens nothing.
    /(?<!\\)"(?:[^"\\]|\\.)*"|'[^']*'|\\\r?\n|&&|\|\||[;|&\n()]/,
    // A blank behind a backslash ends nothing, and neither do the choices of a pattern: `@(a|b)`.
    /(?:\\[ ()]|[@?+*!]\([^()\s"';&]*\)|[^\s"';|&()])+/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);
const ending = /^(?:&&|\|\||[;|&\n()])$/;

/** What a key holds: command lines, a path, or words. */
export function wordsUnder(key: string, text: string, start: number): PathWord[] {
  return namesCommands(key) ? commandWords(text, start) : quotedWords(text, start, namesPaths(key));
}

/** The words of command lines. Names alone count if the command takes paths, as far as that is known. */
export function commandWords(text: string, offset: number): PathWord[] {
  const found: PathWord[] = [];
  const scan = new RegExp(tokens);
  let command = new Command();
  for (let match = scan.exec(text); match; match = scan.exec(text)) {
    const [token] = match;
    if (token.startsWith('\\')) continue;
    if (ending.test(token)) command = new Command();
    else if (token.startsWith('#')) {
      // A comment ends with its line; its quotes mean nothing.
      const end = text.indexOf('\n', match.index);
      scan.lastIndex = end === -1 ? text.length : end;
    } else for (const word of tokenWords(token, offset + match.index, command)) found.push(word);
  }
  return found;
}

function tokenWords(token: string, at: number, command: Command): PathWord[] {
  const [text, start] = unquoted(token, at);
  const isQuoted = start > at;
  const plain = command.takes(text);
  const word = { text, start, plain, command: command.name };
  if (!isQuoted || !/\s/.test(text)) return flagValue(isQuoted ? word : escapable(word)).flatMap(listed);
  if (shells.has(command.name)) return commandWords(text, start);
  // One path with blanks, or several words.
  return [...(plain ? [word] : []), ...wordsIn(text, start, /[^\s"'`,;()]+/g)];
}

/** `--dir=pages` and `DIR=pages`: the value is what may be a path. */
function flagValue(word: PathWord): PathWord[] {
  const [, key, value] = /^([\w.:-]+)=(.+)$/.exec(word.text) ?? [];
  if (key === undefined || value === undefined) return [word];
  return [{ text: value, start: word.start + key.length + 1, plain: namesPaths(key) }];
}

/** `pages/a.vue,pages/b.vue`: several paths in one word, unless the commas are those of a pattern. */
function listed(word: PathWord): PathWord[] {
  if (!word.text.includes(',') || word.text.includes('{')) return [word];
  return [...word.text.matchAll(/[^,]+/g)].map(({ 0: text, index }) => {
    return { ...word, text, start: word.start + index };
  });
}

/** A command, as far as it has been read. */
class Command {
  name = '';
  /** What it does with the words behind its name; undefined before that. */
  #words: 'paths' | 'names' | undefined;
  #isManager = false;
  /** Whether the next word is a name by a flag before it. */
  #isName = false;

  /** Takes the next word, and tells whether it is a path although it may have no slash. */
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
    else if (!wrappers.has(word) && !/^\w+=/.test(word)) this.#start(word);
    return false;
  }

  #start(word: string): void {
    this.name = word.slice(word.lastIndexOf('/') + 1);
    const isKnown = commandsWithNames.has(this.name);
    // What only a variable names may be anything.
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
