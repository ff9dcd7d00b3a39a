import { sourceAliases } from '../../catalogue/facts.ts';
import type { Names } from '../../catalogue/names.ts';
import { coverOf, type Edit, overlap } from '../../config/edits.ts';
import { isInside, longestPath, pathFrom, placeAt } from '../../config/paths.ts';
import type { Span } from '../../config/source.ts';
import type { Move } from '../moves.ts';
import { type AliasScope, type BaseFolder, meaningKey } from '../references/reference.ts';
import { parentOf, type TreePath } from '../snapshot.ts';
import type { SourceText } from '../syntax/source-text.ts';
import { createMatchedFiles, type MovedTree } from '../tree-after.ts';
import { type PathMention, resolveWord, rewriteWord, type WordContext } from './rewrite-word.ts';
import type { MentionSyntax } from './syntaxes.ts';
import { type JoinedOption, looseWords, type PathWord, type ToolAlias } from './words.ts';

/** A file that may refer to files that move. */
export interface NamingFile {
  readonly source: SourceText;
  readonly syntax: MentionSyntax;
  readonly aliases: AliasScope;
  /** Spans that other steps edit, or that are correct: they are not searched. */
  readonly handled: readonly Span[];
  /** Whether words of known formats are edited; otherwise they are only reported. */
  readonly mayEdit: boolean;
}

/** An alias that a tool defines itself, and the new source directory. */
export interface ReportedAlias {
  readonly start: number;
  readonly name: string;
  readonly source: TreePath;
}

export interface FoundMentions {
  /** The edits of which the effect is certain. */
  readonly edits: readonly Edit[];
  /** Paths that are reported as follow-ups. */
  readonly mentions: readonly PathMention[];
  readonly aliases: readonly ReportedAlias[];
  /** Options that code joins to the source directory, but that Variant A resolves from the root. */
  readonly joined: readonly JoinedOption[];
}

const nothing: FoundMentions = { edits: [], mentions: [], aliases: [], joined: [] };

/** Longer texts are generated, so only single words are checked. */
export const longestUnderstood = 1_000_000;

/**
 * Finds the paths in a file of tooling or docs that have to change because of the moves. `projects` are the
 * folders of all projects, outer ones first.
 */
export function createMentionFinder(
  context: MovedTree,
  projects: readonly TreePath[],
  names: Names,
): (file: NamingFile) => FoundMentions {
  const command = names.package.slice(names.package.lastIndexOf('/') + 1);
  const moved = movedPlaces(context);
  const quick = namePattern(moved);
  const files = createMatchedFiles(context);
  return (file) => {
    const { syntax } = file;
    const { path, text } = file.source;
    const isMoving = context.moves.after(path) !== path;
    const source = sourceBase(file.aliases);
    const movedSourceOption = source?.before === source?.after ? undefined : syntax.sourceOption;
    const mayName =
      quick.test(text) ||
      (isMoving && text.includes('../')) ||
      (movedSourceOption !== undefined && text.includes(movedSourceOption));
    const sources = movedSources(file, context);
    const mayDefine = syntax.definesAliases && /[~@]/.test(text);
    if (!mayName && !mayDefine) return nothing;
    const isLong = text.length > longestUnderstood;
    const {
      words,
      aliases: defined,
      joined = [],
    } = isLong
      ? { words: wordsWith(quick, looseWords(text, syntax.takesPaths)), aliases: [] }
      : syntax.read(file.source);
    const aliases = defined.flatMap((alias) => reportAlias(alias, file, sources, context));
    const covered = [...file.handled, ...(aliases.length > 0 ? defined.flatMap(({ spans }) => spans) : [])];
    const uncovered = wordsOutside(words, covered);
    const wordContext: WordContext = {
      ...context,
      moved,
      bases: basesOf(file, context, projects),
      aliases: syntax.readsAliases ? file.aliases : undefined,
      mayBeGenerated: !syntax.isProse,
      isRooted: syntax.isRooted ?? false,
      command,
      files,
    };
    const contextOf = (word: PathWord): WordContext => {
      const base = onlyBase(word, path, source, context);
      return base ? { ...wordContext, bases: [base] } : wordContext;
    };
    const followed = followedIn(uncovered, mayEditIn(file, projects), contextOf, isLong ? 1 : Infinity);
    return { ...followed, aliases, joined: movedSourceOption === undefined ? [] : joined };
  };
}

/** The words outside the spans that are already handled. */
function* wordsOutside(words: Iterable<PathWord>, covered: readonly Span[]): Generator<PathWord> {
  const isCovered = coverOf(covered);
  for (const word of words)
    if (!isCovered({ start: word.start, end: word.start + word.text.length })) yield word;
}

/** The edits of the words, and mentions that cannot be edited; stops after a number of mentions. */
function followedIn(
  words: Iterable<PathWord>,
  mayEdit: boolean,
  contextOf: (word: PathWord) => WordContext,
  maxMentions: number,
): Pick<FoundMentions, 'edits' | 'mentions'> {
  const edits: Edit[] = [];
  const mentions: PathMention[] = [];
  let settled: PathWord | undefined;
  for (const word of words) {
    if (word.text.length > longestPath || (settled && isPartOf(word, settled))) continue;
    const context = contextOf(word);
    const followed = mayEdit ? rewriteWord(word, context) : undefined;
    const { start, text, tool } = word;
    if (followed && followed !== 'holds')
      edits.push({ start, end: start + text.length, text: followed.join(tool?.between) });
    const mention = followed ? undefined : resolveWord(word, context);
    if (mention) mentions.push(mention);
    if (followed || mention) settled = word;
    if (mentions.length === maxMentions) break;
  }
  return { edits, mentions };
}

/** Whether a word is a part of another word, which is a path with blanks. */
function isPartOf({ start, text }: PathWord, whole: PathWord): boolean {
  return start >= whole.start && start + text.length <= whole.start + whole.text.length;
}

/** The words with one of the names; in a long text, resolving the others would take too long. */
function* wordsWith(names: RegExp, words: Iterable<PathWord>): Generator<PathWord> {
  for (const word of words) if (names.test(word.text)) yield word;
}

/** The moves, and the parent folders that lose a part of their content. */
function movedPlaces({ moves, tree }: MovedTree): Move[] {
  const real = moves.moves.filter(({ from }) => tree.kindOf(from) !== undefined);
  const parents = real.flatMap(({ from, to }) => {
    const folders: Move[] = [];
    for (let folder = parentOf(from); folder !== '' && !isInside(to, moves.after(folder)); ) {
      folders.push({ from: folder, to: moves.after(folder) });
      folder = parentOf(folder);
    }
    return folders;
  });
  return [...real, ...parents];
}

/** A pattern for the names of moved places and for aliases, of which every relevant text has one. */
function namePattern(moved: readonly Move[]): RegExp {
  const names = new Set(moved.map(({ from }) => from.slice(from.lastIndexOf('/') + 1)));
  const escaped = [...names].map((name) => name.replace(/[^\w]/g, '\\$&'));
  return new RegExp(`(?<![\\w-])(?:${escaped.join('|')})(?![\\w-])|[~@#][/\\w]`);
}

/** The folder of the file, its project, the root, and projects that the file mentions if it may run in them. */
function basesOf(file: NamingFile, context: MovedTree, projects: readonly TreePath[]): WordContext['bases'] {
  const { syntax } = file;
  const { path, text } = file.source;
  const { moves } = context;
  const home = { before: parentOf(path), after: parentOf(moves.after(path)) };
  const at = (folder: TreePath): BaseFolder => ({ before: folder, after: moves.after(folder) });
  if (syntax.base === 'own') return [home];
  if (syntax.base === 'repository')
    return [at(/^(?:.*\/)?(?:docs|\.\w+)$/.test(home.before) ? parentOf(home.before) : home.before)];
  const holding = projects.filter((folder) => isInside(path, folder)).slice(-1);
  if (syntax.base === 'process') return [at(holding[0] ?? ''), at('')];
  const mentioned = syntax.runsElsewhere?.test(path)
    ? projects.filter((folder) => folder !== '' && text.includes(folder))
    : [];
  return [home, ...[...holding, '', ...mentioned, ...innerProjects(file, projects)].map(at)];
}

/** A path that is resolved in several packages is not edited: it may refer to any of them. */
function mayEditIn(file: NamingFile, projects: readonly TreePath[]): boolean {
  return file.mayEdit && innerProjects(file, projects).length === 0;
}

/** The projects below a file in which its paths are resolved as well. */
function innerProjects({ source: { path }, syntax }: NamingFile, projects: readonly TreePath[]): TreePath[] {
  if (!syntax.readInPackages?.test(path)) return [];
  const ownFolder = parentOf(path);
  return projects.filter((folder) => folder !== ownFolder && isInside(folder, ownFolder));
}

/** The only folder that a word is resolved from; undefined if several are possible. */
function onlyBase(
  { from }: PathWord,
  path: TreePath,
  source: BaseFolder | undefined,
  { moves }: MovedTree,
): BaseFolder | undefined {
  if (from === 'repository') return { before: '', after: '' };
  if (typeof from !== 'object') return from && source;
  const { steps, isFollowed } = from;
  const before = placeAt(parentOf(path), steps);
  const after = isFollowed ? moves.after(before) : placeAt(parentOf(moves.after(path)), steps);
  return { before, after };
}

/** The source directory before and after; undefined if there is none. */
function sourceBase({ before, after }: AliasScope): BaseFolder | undefined {
  const [name = ''] = sourceAliases;
  const [from, to] = [before.get(name), after.get(name)];
  return from === undefined || to === undefined ? undefined : { before: from, after: to };
}

/** The source aliases whose path from the file changes, with their new places. */
function movedSources(
  { source: { path }, syntax, aliases }: NamingFile,
  { moves }: MovedTree,
): Map<string, TreePath> {
  const sources = new Map<string, TreePath>();
  if (!syntax.definesAliases) return sources;
  const [folder, folderAfter] = [parentOf(path), parentOf(moves.after(path))];
  for (const name of sourceAliases) {
    const [before, after] = [aliases.before.get(name), aliases.after.get(name)];
    if (before === undefined || after === undefined || aliases.guessed.has(name)) continue;
    if (pathFrom(folder, before) !== pathFrom(folderAfter, after)) sources.set(name, after);
  }
  return sources;
}

function reportAlias(
  { names, start, spans, texts }: ToolAlias,
  { source: { path }, handled, aliases }: NamingFile,
  sources: ReadonlyMap<string, TreePath>,
  { moves }: MovedTree,
): ReportedAlias[] {
  const paths = texts.map(plainPath).filter((text) => text !== '');
  // The target may be relative to the folder of the file or to the root.
  const placesFrom = (folder: TreePath) =>
    paths.flatMap((text) => [placeAt(folder, text), placeAt('', text)]);
  const meant = names.flatMap((name) => {
    const ofProjects = placesFrom(parentOf(path)).map((place) => {
      const later = aliases.meanings?.get(meaningKey(name, place));
      return later === place ? undefined : later;
    });
    const source = sources.get(name) ?? ofProjects.find((place) => place !== undefined);
    return source === undefined ? [] : [{ start, name, source }];
  });
  const [alias] = meant;
  const isFollowed = handled.some((edited) => spans.some((span) => overlap(edited, span)));
  const isRight = alias && placesFrom(parentOf(moves.after(path))).includes(alias.source);
  return alias && !isFollowed && !isRight ? [alias] : [];
}

/** The folder in a target such as `<rootDir>/src/$1`. */
function plainPath(text: string): string {
  return text.replace(/^(?:<rootDir>)?\/*/, '').replace(/\/?(?:\$\d|\*)?$/, '');
}
