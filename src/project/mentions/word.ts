/** A piece of a text that may name a path. */
export interface Word {
  readonly text: string;
  /** Where it stands in the file. */
  readonly start: number;
  /** Whether a name alone, without any slash, is a path here. */
  readonly plain: boolean;
}

/** Where a tool gives a source alias a meaning of its own. */
export interface ToolAlias {
  /** `~` or `@`; both where a pattern stands for both. */
  readonly names: readonly string[];
  readonly start: number;
  /** What tells the meaning: the value, and the constants that it takes up. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
  /** The texts in it. */
  readonly texts: readonly string[];
}

/** What a file of tooling or docs says about paths. */
export interface Named {
  readonly words: readonly Word[];
  readonly aliases: readonly ToolAlias[];
}

// Longer than any path.
const maximumLength = 1000;

/** Words that are kept apart by spaces and by some more characters. */
export function wordsIn(text: string, offset: number, apart: RegExp, plain = false): Word[] {
  return [...text.matchAll(apart)]
    .filter(([word]) => word.length <= maximumLength)
    .map((match) => ({ text: match[0], start: offset + match.index, plain }));
}

/** A text in quotes: a path as a whole, or several words of which only those with a slash count. */
export function quotedWords(text: string, start: number, plain: boolean): Word[] {
  if (/\s/.test(text)) return wordsIn(text, start, spaced);
  return text.length <= maximumLength ? [{ text, start, plain }] : [];
}

/** What is between spaces, quotes and commas. */
export const spaced = /[^\s"'`,;]+/g;

const pathNames = new Set(
  [
    ['dir', 'dirs', 'directory', 'directories', 'folder', 'folders', 'path', 'paths', 'file', 'files'],
    ['root', 'roots', 'src', 'source', 'sources', 'base', 'entry', 'entries', 'input', 'inputs', 'css'],
    ['include', 'includes', 'exclude', 'excludes', 'exclusions', 'ignore', 'ignores', 'ignored'],
    ['content', 'contents', 'glob', 'globs', 'pattern', 'patterns', 'watch', 'changes', 'stories'],
    ['output', 'outputs', 'out', 'outdir', 'outfile', 'workdir', 'rootdir', 'dest', 'destination'],
    ['resolve', 'join', 'cwd'],
  ].flat(),
);

/** Whether what stands under a key, or is handed to a function of that name, is a path by that: `langDir`. */
export function namesPaths(key: string): boolean {
  const parts = (key === key.toUpperCase() ? key.toLowerCase() : key).split(/(?=[A-Z])|[^A-Za-z]+/);
  return parts.some((part) => pathNames.has(part.toLowerCase()));
}

/** Whether a text must be a path, whatever it stands under: it starts with a dot, or has a star or an ending. */
export function isPathLike(text: string): boolean {
  return /^\.{1,2}\/|\*|^[^@]*\w\.\w+$/.test(text);
}

/** Whether what stands under a key is a command line. */
export function namesCommands(key: string): boolean {
  return /^(?:run|(?:before_|after_)?scripts?|\w*commands?|cmds?|bash|pwsh|entrypoint|args)$/i.test(key);
}
