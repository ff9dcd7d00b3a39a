/**
 * Writes one path or pattern of a tool so that it matches the same files after the moves: `components/*.vue` becomes
 * `app/components/*.vue`.
 */

import {
  baseName,
  isInside,
  isSigned,
  type PlacePath,
  pathFrom,
  placeAt,
  splitGlob,
} from '../../base/paths.ts';
import { forms } from '../../catalogue/option.ts';
import { expandChoices } from '../../tree/globs.ts';
import { foldersAbove, splitOffFrom } from '../../tree/moves.ts';
import { inSpellingOf } from '../../tree/snapshot.ts';
import { resolveFile } from '../../tree/tree.ts';
import type { MovedTree } from '../../tree/tree-after.ts';
import { follow, relativeText } from '../follow.ts';
import { meaning, partsOf } from '../meaning.ts';
import type { AliasScope, BaseFolder } from '../references/reference.ts';
import { readerOf } from '../references/rewrite.ts';
import { isPathLike, type PathMention, type PathWord } from './words.ts';

/** Everything that is needed to resolve the words of a file. */
export interface WordContext extends MovedTree {
  /** Tried in this order: the first base in which a word exists is meant. */
  readonly bases: readonly [own: BaseFolder, ...others: BaseFolder[]];
  /** Undefined if `~` is not an alias here. */
  readonly aliases: AliasScope | undefined;
  /** Whether the text is prose: only paths that exist count. */
  readonly isProse?: boolean | undefined;
  /** Whether a leading slash means the root. */
  readonly isRooted?: boolean | undefined;
}

/** The change that a word needs; undefined if it is not a path, or the path is still correct. */
export function resolveWord(word: PathWord, context: WordContext): PathMention | undefined {
  const { text, lead } = pathIn(word.text);
  if (text === '' || text.includes('://') || /^[A-Za-z]:[\\/]/.test(text)) return undefined;
  if (!context.isRooted && word.text.startsWith('/')) return undefined;
  const start = word.start + lead;
  // A name after a variable and a slash is a path.
  const plain = word.plain || /\/$/.test(word.text.slice(0, lead));
  if (word.isInEveryFolder) return renamedFolder(start, text, context);
  for (const path of expandChoices(text)) {
    const [reading] = isSigned(path) ? [] : meantReadings(path, plain, context);
    const change = isSigned(path)
      ? resolveAlias(path, context)
      : reading && changeOf(reading, context);
    if (change) return { start, ...change };
  }
  return undefined;
}

/**
 * A negation before a pattern (in `!(a|b)` it belongs to the choices), and a variable, which usually stands for
 * the root of the repository or of a project.
 */
const beforePath =
  /^(?:!(?!\())?(?:(?:<\w+>|\{\w+\}|\$\w+|\$\{[^{}]*\}|\$\{\{[^{}]*\}\}|\$\([^()]*\))\/)?/;

/** The path of a word without escapes, a variable before it, and the target of a mount (`./a:/b`). */
function pathIn(written: string): { readonly text: string; readonly lead: number } {
  // A backslash before a letter is a separator of a Windows path.
  const word = written.replace(/\\([^\w/.])/g, '$1').replaceAll('\\', '/');
  const lead = beforePath.exec(word)?.[0].length ?? 0;
  // `$1` stands for any text, like a star.
  const path = word.slice(lead).replace(/\$\d.*$/, '*');
  const colon = /^(?!\w+:\/\/|[A-Za-z]:\/)[^:@]*(?=:)/.exec(path);
  return { text: colon && !path.includes('://') ? colon[0] : path, lead };
}

/** The bases under which a word exists: those of a file share one, if all of its paths exist there. */
export function basesWith(word: PathWord, context: WordContext): readonly BaseFolder[] {
  const { text } = pathIn(word.text);
  if (text === '' || isSigned(text) || text.startsWith('/')) return [];
  return readingsOf(text, context)
    .filter((reading) => exists(reading, context))
    .map(({ base }) => base);
}

/** The change of a folder's own name, after which a pattern for that name no longer matches it. */
function renamedFolder(start: number, text: string, context: WordContext): PathMention | undefined {
  const [{ before, after }] = context.bases;
  const oldText = text.replace(/\/$/, '');
  const move = context.moves.moves.find(({ from, to }) => {
    const isRenamed = baseName(from) === oldText && baseName(to) !== oldText;
    return isRenamed && isInside(from, before) && context.tree.kindOf(from) !== undefined;
  });
  return move && { start, oldText, newText: pathFrom(after, move.to), splitOff: [] };
}

type Change = Omit<PathMention, 'start'>;

/** A path or pattern that is resolved from a folder. */
export interface Reading {
  readonly base: BaseFolder;
  readonly path: string;
  /** The folder before the pattern, or the whole path. */
  readonly folder: string;
  readonly pattern: string;
  readonly place: PlacePath;
}

/** The readings of a path that lead to a place in the tree, in the order of the bases. */
function readingsOf(written: string, { bases, tree }: WordContext): Reading[] {
  const path = written.replace(/^\/+/, '');
  const { folder, pattern } = splitGlob(path);
  return bases
    .map((base) => {
      const place = tree.spelled(placeAt(base.before, folder));
      return { base, path, folder, pattern, place };
    })
    .filter(({ place }) => isInside(place, ''));
}

/** Whether a path exists, or a pattern matches something. */
function exists(
  { base, path, pattern, place }: Reading,
  { tree, files, isProse }: WordContext,
): boolean {
  if (pattern === '' || place !== base.before) return tree.kindOf(place) !== undefined;
  return !isProse && files.before(base.before, path, 'rule').size > 0;
}

/** Whether a path leads to a file without its extension; an address or a word does not. */
function leavesOutExtension(
  written: string,
  { pattern, place }: Reading,
  { tree }: WordContext,
): boolean {
  const mayLeaveOut = pattern === '' && !/^\/|\/$/.test(written) && /[^./]\/[^/]/.test(written);
  return mayLeaveOut && resolveFile(tree, place) !== undefined;
}

/** Whether the folder of a path exists: a file that does not exist yet is created there. */
function isNear({ base, place }: Reading, { tree }: WordContext): boolean {
  const above = foldersAbove(place).filter((folder) => !isInside(base.before, folder));
  return above.map(tree.kindOf).find((kind) => kind !== undefined) === 'folder';
}

/** The readings of a path that exist; if none does and it may be created later, those in an existing folder. */
export function meantReadings(path: string, plain: boolean, context: WordContext): Reading[] {
  if (!path.includes('/') && (!plain || splitGlob(path).pattern !== '')) return [];
  const readings = readingsOf(path, context);
  const existing = readings.filter(
    (reading) => exists(reading, context) || leavesOutExtension(path, reading, context),
  );
  // Names that only look like paths are not created later.
  const mayBeGenerated = !context.isProse && path.includes('/') && (plain || isPathLike(path));
  return existing.length > 0 || !mayBeGenerated
    ? existing
    : readings.filter((reading) => isNear(reading, context));
}

/** The change that a reading needs; undefined if the path is still correct. */
export function changeOf(reading: Reading, context: WordContext): Change | undefined {
  const { base, folder, pattern, place } = reading;
  const after = context.moves.after(place);
  const splitOff = splitOffFrom(context.moves, place);
  const reached = inSpellingOf(after, placeAt(base.after, folder), context.tree);
  const isMoved = reached !== after || splitOff.length > 0;
  if (place !== base.before && isMoved)
    return {
      oldText: folder.replace(/\/\.$/, ''),
      newText: relativeText(base.after, after, folder),
      splitOff,
    };
  return pattern === '' ? undefined : lostMove(reading, context);
}

/** The move of the first file that a pattern no longer matches. */
function lostMove({ base, path }: Reading, { moves, files }: WordContext): Change | undefined {
  const matched = files.after(base.after, path, 'rule');
  const lost = [...files.before(base.before, path, 'rule')].find(
    (file) => !matched.has(moves.after(file)),
  );
  const move =
    lost === undefined ? undefined : moves.moves.find(({ from }) => isInside(lost, from));
  if (!move) return undefined;
  const [oldText, newText] = [pathFrom(base.before, move.from), pathFrom(base.after, move.to)];
  return { oldText, newText, splitOff: splitOffFrom(moves, move.from) };
}

function resolveAlias(path: string, context: WordContext): Change | undefined {
  const { aliases, bases, disk } = context;
  if (!aliases) return undefined;
  const { folder, pattern } = splitGlob(path);
  const text = (pattern === '' ? path : folder).replace(/\/$/, '');
  const rule = forms.path;
  const parts = partsOf(text, rule);
  const reader = readerOf({ ...bases[0], aliases }, context);
  const meant = meaning(parts, rule, reader.before);
  if (meant.kind !== 'place' || text === meant.alias || !disk.exists(meant.place)) return undefined;
  const followed = follow({ parts, rule }, [reader]);
  return followed.kind === 'write'
    ? { oldText: text, newText: followed.text, splitOff: [] }
    : undefined;
}

/** Words without a sign are resolved from folders alone. */
const noAliases: AliasScope = {
  before: new Map(),
  after: new Map(),
  guessed: new Set(),
  newer: false,
};

// Characters that only variables, addresses, aliases and extended patterns have, and `a/.`, which may mean more than `a`.
const notPlain = /[\\$:()|#%\t\r\n"'`]|^[~@-]|\/\.(?=\/|$)/;
// Extended patterns like `@(a|b)` in one name: tools of a project know them, pipelines and ignore files do not.
const groups = /[@?+*!]\([^()/]*\)/g;

/**
 * Rewrites a path or pattern so that it matches the same files after the moves. Undefined if that is not
 * certain: nothing matches, several bases are possible, or no text matches the same files.
 */
export function rewriteWord(word: PathWord, context: WordContext): string | undefined {
  const { edit: as, text } = word;
  if (!as) return undefined;
  const [lead = ''] = /^(?:!(?!\())?(?:<rootDir>\/)?/.exec(text) ?? [];
  const slash = as === 'rule' && text.startsWith('/', lead.length) ? '/' : '';
  const path = text.slice(lead.length + slash.length);
  if (!isPlain(path, word, lead + slash)) return undefined;
  const [reading, secondReading] = readingsOf(path, context).filter((reading) =>
    exists(reading, context),
  );
  const newPath = reading && !secondReading ? rewritePath(reading, as, context) : undefined;
  if (newPath === undefined) return undefined;
  if (newPath === path) return text;
  // A rule with no slash at its start or inside would match in every folder.
  const root = as === 'rule' && !/\/./.test(newPath) ? '/' : slash;
  const newText = lead + root + newPath;
  // A special character at the start would need quotes.
  return /^[\w./]/.test(newText) || !/^[\w./]/.test(text) ? newText : undefined;
}

/** Whether every tool reads a path in the same way. */
function isPlain(path: string, { edit, from, plain }: PathWord, lead: string): boolean {
  const text = edit === 'glob' && from === undefined ? path.replace(groups, '*') : path;
  if (path === '' || path.startsWith('/') || notPlain.test(text)) return false;
  // Whether a pattern without a slash matches in every folder or only in this one depends on the tool.
  const isName = !lead.includes('/') && !path.includes('/');
  return !isName || (plain && splitGlob(path).pattern === '');
}

/** The text that names the same files after the moves, for a tool that reads it from the folder of a reading. */
function rewritePath(
  { base, path }: Reading,
  as: 'glob' | 'rule',
  context: WordContext,
): string | undefined {
  const rule = as === 'glob' ? forms.toolPattern : forms.pattern;
  const reader = readerOf({ ...base, aliases: context.aliases ?? noAliases }, context);
  const followed = follow({ parts: partsOf(path, rule), rule }, [reader]);
  if (followed.kind === 'same') return path;
  return followed.kind === 'write' ? followed.text : undefined;
}
