/** A piece of a text that may name a path. */
export interface PathWord {
  readonly text: string;
  /** Its offset in the file. */
  readonly start: number;
  /** Whether a name alone, without any slash, is a path here. */
  readonly plain: boolean;
}

/** A place where a tool gives a source alias a meaning of its own. */
export interface ToolAlias {
  /** `~` or `@`; both if a pattern stands for both. */
  readonly names: readonly string[];
  readonly start: number;
  /** What tells the meaning: the value, and the constants that it takes up. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
  /** The texts in it. */
  readonly texts: readonly string[];
}

/** What a file of tooling or docs says about paths. */
export interface MentionedPaths {
  readonly words: readonly PathWord[];
  readonly aliases: readonly ToolAlias[];
}

// Longer than any path.
const maximumLength = 1000;

/** What is between spaces, quotes and commas. */
export const spaced = /[^\s"'`,;]+/g;

/** The pieces of a text that fit a pattern. */
export function wordsIn(text: string, offset: number, pattern: RegExp, plain = false): PathWord[] {
  return [...text.matchAll(pattern)]
    .filter(([word]) => word.length <= maximumLength)
    .map((match) => ({ text: match[0], start: offset + match.index, plain }));
}

/** A text in quotes: a path as a whole, or several words of which only those with a slash count. */
export function quotedWords(text: string, start: number, plain: boolean): PathWord[] {
  if (/\s/.test(text)) return wordsIn(text, start, spaced);
  return text.length <= maximumLength ? [{ text, start, plain }] : [];
}

const pathNames = new Set(
  [
    'dir dirs directory directories folder folders path paths file files',
    'root roots src source sources base entry entries input inputs css',
    'include includes exclude excludes exclusions ignore ignores ignored',
    'content contents glob globs pattern patterns watch changes stories',
    'output outputs out outdir outfile workdir rootdir dest destination',
    'resolve join cwd',
  ].flatMap((line) => line.split(' ')),
);

/** Whether what a key holds, or a function of that name takes, is a path by that: `langDir`. */
export function namesPaths(key: string): boolean {
  const parts = (key === key.toUpperCase() ? key.toLowerCase() : key).split(/(?=[A-Z])|[^A-Za-z]+/);
  return parts.some((part) => pathNames.has(part.toLowerCase()));
}

/** Whether a text must be a path, whatever its key: it starts with a dot, or has a star or an extension. */
export function isPathLike(text: string): boolean {
  return /^\.{1,2}\/|\*|^[^@]*\w\.\w+$/.test(text);
}

/** Whether what a key holds is a command line. */
export function namesCommands(key: string): boolean {
  return /^(?:run|(?:before_|after_)?scripts?|\w*commands?|cmds?|bash|pwsh|entrypoint|args)$/i.test(key);
}
