/**
 * Finds the paths in a file of a tool or in docs that the moves make wrong, and decides between an edit and a report.
 */

import { coverOf, type Edit, overlap, type Span } from '../../base/edits.ts';
import { baseName, isInside, longestPath, pathFrom, placeAt } from '../../base/paths.ts';
import { sourceAliases } from '../../catalogue/facts.ts';
import { escaped } from '../../catalogue/spelling.ts';
import { foldersAbove } from '../../tree/moves.ts';
import { parentOf, type TreePath } from '../../tree/snapshot.ts';
import type { SourceText } from '../../tree/syntax/source-text.ts';
import type { MovedTree } from '../../tree/tree-after.ts';
import { type AliasScope, type BaseFolder, meaningKey } from '../references/reference.ts';
import { aliasEdits } from './point-alias.ts';
import { basesWith, resolveWord, rewriteWord, type WordContext } from './rewrite-word.ts';
import type { MentionSyntax } from './syntaxes.ts';
import type { PathMention, PathWord, ToolAlias } from './words.ts';

/** A file that may refer to files that move. */
export interface NamingFile {
  readonly source: SourceText;
  readonly syntax: MentionSyntax;
  readonly aliases: AliasScope;
  /** Spans that other steps edit, or that are correct: they are not searched. */
  readonly handled: readonly Span[];
  /** The words that are only reported; the others are edited if their format is known. */
  readonly refused: 'all' | readonly Span[];
}

/** An alias that a tool defines itself, and the new source directory. */
export interface ReportedAlias {
  readonly start: number;
  readonly name: string;
  readonly source: TreePath;
  /** Whether it certainly is the alias of the project: its folder is the one of that alias. */
  readonly isOfProject: boolean;
}

export interface FoundMentions {
  /** The edits of which the effect is certain. */
  readonly edits: readonly Edit[];
  /** Paths that are reported as follow-ups. */
  readonly mentions: readonly PathMention[];
  readonly aliases: readonly ReportedAlias[];
  /** Whether the text is too long to be searched, and has a path with a name of something that moves. */
  readonly isTooLong?: boolean;
}

const nothing: FoundMentions = { edits: [], mentions: [], aliases: [] };

/** Longer texts are generated. */
export const longestUnderstood = 1_000_000;

/**
 * Finds the paths in a file of tooling or docs that have to change because of the moves. `projects` are the
 * folders of all projects, outer ones first.
 */
export function createMentionFinder(
  context: MovedTree,
  projects: readonly TreePath[],
): (file: NamingFile) => FoundMentions {
  const names = movedNames(context);
  const flags = context.tree.folds ? 'i' : '';
  const quick = new RegExp(`(?<![\\w-])(?:${names})(?![\\w-])|[~@#][/\\w]`, flags);
  const inPath = new RegExp(`/(?:${names})(?![\\w-])|(?<![\\w-])(?:${names})/`, flags);
  return (file) => {
    const { source, syntax, aliases } = file;
    if (source.text.length > longestUnderstood)
      return { ...nothing, isTooLong: inPath.test(source.text) };
    if (!mayMention(file, quick, context)) return nothing;
    const found = syntax.read(source);
    const reported = reportedAliases(found.aliases ?? [], file, context);
    const defined = reported.length > 0 ? (found.aliases ?? []).flatMap(({ spans }) => spans) : [];
    const isCovered = coverOf([...file.handled, ...defined]);
    const wordContext: WordContext = {
      ...context,
      bases: basesOf(file, context, projects),
      aliases: syntax.readsAliases ? aliases : undefined,
      isProse: syntax.isProse,
      isRooted: syntax.isRooted,
    };
    // A path that is resolved in several packages may refer to any of them.
    const isShared = syntax.projects === 'inner' && wordContext.bases.length > 1;
    const refused = isShared ? 'all' : file.refused;
    const own = ownBase(file, context);
    // A link to nothing is read like other prose.
    const isLink = (word: PathWord) =>
      word.from === 'file' && basesWith(word, { ...wordContext, bases: [own] }).length > 0;
    const words = found.words
      .filter((word) => word.text.length <= longestPath && !isCovered(spanOf(word)))
      .map((word) => (word.from !== 'file' || isLink(word) ? word : plainWord(word)));
    const shared = {
      ...wordContext,
      bases: sharedBases(
        words.filter(({ from }) => from !== 'file'),
        wordContext,
      ),
    };
    const contextOf = (word: PathWord): WordContext => {
      const base = word.from === 'file' ? own : onlyBase(word, aliases);
      return base ? { ...wordContext, bases: [base] } : shared;
    };
    const followed = followedIn(words, refused, contextOf);
    const pointed = file.refused === 'all' ? undefined : pointedAliases(reported, source);
    return pointed
      ? { ...followed, edits: [...followed.edits, ...pointed], aliases: [] }
      : { ...followed, aliases: reported };
  };
}

/** Whether a text has a name of something that moves, or another hint at a path to update. */
function mayMention({ source, syntax }: NamingFile, quick: RegExp, { moves }: MovedTree): boolean {
  const { path, text } = source;
  if (quick.test(text) || (syntax.definesAliases && /[~@]/.test(text))) return true;
  return text.includes('../') && moves.after(path) !== path;
}

/** The edits of the words, and mentions that cannot be edited. */
function followedIn(
  words: readonly PathWord[],
  refused: NamingFile['refused'],
  contextOf: (word: PathWord) => WordContext,
): Pick<FoundMentions, 'edits' | 'mentions'> {
  const edits: Edit[] = [];
  const mentions: PathMention[] = [];
  let settled: Span | undefined;
  for (const word of words) {
    const span = spanOf(word);
    // A part of a path with blanks is not a path.
    if (settled && span.start >= settled.start && span.end <= settled.end) continue;
    const context = contextOf(word);
    const isRefused = refused === 'all' || refused.some((other) => overlap(other, span));
    const newText = isRefused ? undefined : rewriteWord(word, context);
    if (newText !== undefined && newText !== word.text) edits.push({ ...span, text: newText });
    const mention = newText === undefined ? resolveWord(word, context) : undefined;
    if (mention) mentions.push(mention);
    if (newText !== undefined || mention) settled = span;
  }
  return { edits, mentions };
}

function plainWord({ text, start, plain }: PathWord): PathWord {
  return { text, start, plain };
}

function spanOf({ start, text }: PathWord): Span {
  return { start, end: start + text.length };
}

/** The names of places that move or lose content, as a pattern: every relevant text has one, or an alias. */
function movedNames({ moves, tree }: MovedTree): string {
  const places = moves.moves.flatMap(({ from, to }) => {
    if (tree.kindOf(from) === undefined) return [];
    return [from, ...foldersAbove(from).filter((folder) => !isInside(to, moves.after(folder)))];
  });
  const names = new Set(places.map((place) => escaped(baseName(place))));
  return [...names].join('|') || '(?!)';
}

/** The folder of a file. */
function ownBase({ source: { path } }: NamingFile, { moves }: MovedTree): BaseFolder {
  return { before: parentOf(path), after: parentOf(moves.after(path)) };
}

/** The folder of the file, its project, the root, and other projects that the file may be about. */
function basesOf(
  file: NamingFile,
  context: MovedTree,
  projects: readonly TreePath[],
): WordContext['bases'] {
  const { syntax } = file;
  const { path, text } = file.source;
  const { moves } = context;
  const own = ownBase(file, context);
  const at = (folder: TreePath): BaseFolder => ({ before: folder, after: moves.after(folder) });
  if (syntax.base === 'own') return [own];
  if (syntax.base === 'repository')
    return [at(/^(?:.*\/)?(?:docs|\.\w+)$/.test(own.before) ? parentOf(own.before) : own.before)];
  const holding = projects.filter((folder) => isInside(path, folder)).slice(-1);
  if (syntax.base === 'process') return [at(holding[0] ?? ''), at('')];
  const others = projects.filter((folder) => {
    if (syntax.projects === 'inner') return isInside(folder, own.before);
    return syntax.projects === 'mentioned' && folder !== '' && text.includes(folder);
  });
  const folders = new Set([...holding, '', ...others].filter((folder) => folder !== own.before));
  return [own, ...[...folders].map(at)];
}

/** The bases under which every path exists that exists under any of them; if there is none, all of them. */
function sharedBases(words: readonly PathWord[], context: WordContext): WordContext['bases'] {
  const { bases } = context;
  if (bases.length === 1) return bases;
  const found = words.map((word) => basesWith(word, context)).filter(({ length }) => length > 0);
  const [first, ...others] = bases.filter((base) => found.every((some) => some.includes(base)));
  return first ? [first, ...others] : bases;
}

/** The only folder that a word is resolved from; undefined if several are possible. */
function onlyBase({ from }: PathWord, { before, after }: AliasScope): BaseFolder | undefined {
  if (from !== 'source') return from && { before: '', after: '' };
  const [name = ''] = sourceAliases;
  const [old, current] = [before.get(name), after.get(name)];
  return old === undefined || current === undefined ? undefined : { before: old, after: current };
}

/** The edits that point all aliases of a file to the source directory; undefined if one is not certain. */
function pointedAliases(
  aliases: readonly ReportedAlias[],
  { path, text }: SourceText,
): Edit[] | undefined {
  const edits = aliases.map(({ start, source, isOfProject }) =>
    isOfProject ? aliasEdits(text, path, start, source) : undefined,
  );
  return edits.every((list) => list !== undefined) ? edits.flat() : undefined;
}

/** The aliases of a tool that still point to the old source directory, of the file's project or of another one. */
function reportedAliases(
  defined: readonly ToolAlias[],
  { source: { path }, handled, aliases }: NamingFile,
  { moves, tree }: MovedTree,
): ReportedAlias[] {
  const [folder, folderAfter] = [parentOf(path), parentOf(moves.after(path))];
  return defined.flatMap(({ names, start, spans, texts }) => {
    // The folders in targets such as `<rootDir>/src/$1`.
    const ends = texts.map((text) => text.replace(/^(?:<rootDir>)?\/*/, ''));
    const folders = ends.map((text) => text.replace(/\/?(?:\$\d|\*)?$/, ''));
    const paths = folders.filter((text) => text !== '');
    // The target may be relative to the folder of the file or to the root.
    const placesFrom = (base: TreePath) =>
      paths.flatMap((text) => [placeAt(base, text), placeAt('', text)]).map(tree.spelled);
    const sourcesOf = (name: string): readonly TreePath[] => {
      const [before, after] = [aliases.before.get(name), aliases.after.get(name)];
      const isKnown = before !== undefined && after !== undefined && !aliases.guessed.has(name);
      if (isKnown && pathFrom(folder, before) !== pathFrom(folderAfter, after)) return [after];
      return placesFrom(folder).flatMap((place) => {
        const later = aliases.meanings?.get(meaningKey(name, place));
        return later === undefined || later === place ? [] : later;
      });
    };
    // What a pattern such as `<rootDir>/$1` leads to cannot be checked.
    const isOwn = (name: string) =>
      !aliases.guessed.has(name) &&
      !texts.some((text) => /[<$*]/.test(text)) &&
      folders.some((text) => tree.spelled(placeAt(folder, text)) === aliases.before.get(name));
    const [alias] = names.flatMap((name) =>
      sourcesOf(name).map((source) => ({ start, name, source, isOfProject: isOwn(name) })),
    );
    const isFollowed = handled.some((edited) => spans.some((span) => overlap(edited, span)));
    const isRight = alias && placesFrom(folderAfter).includes(alias.source);
    return alias && !isFollowed && !isRight ? [alias] : [];
  });
}
