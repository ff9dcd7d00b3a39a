import { sourceAliases } from '../../catalogue/aliases.ts';
import { isInside, pathFrom, placeAt } from '../../config/places.ts';
import type { Move } from '../moves.ts';
import type { AliasScope, BaseFolder, MovedTree } from '../references/reference.ts';
import { parentOf, type TreePath } from '../snapshot.ts';
import type { SourceText } from '../syntax/source.ts';
import { isPackageJson, type MentionSyntax, runsElsewhere } from './files.ts';
import { lineReaders } from './lines.ts';
import { type PathMention, resolveWord, type WordContext } from './resolve-word.ts';
import { jsonPaths, quotedPaths, scriptPaths } from './structured.ts';
import type { MentionedPaths, ToolAlias } from './words.ts';

/** A stretch of a text that changes anyway. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A file that may name what moves. */
export interface NamingFile {
  readonly source: SourceText;
  readonly syntax: MentionSyntax;
  readonly aliases: AliasScope;
  /** What the run changes in the text. */
  readonly edits: readonly TextSpan[];
}

/** Aliases that a tool reads in its own way, and where the sources are now. */
export interface ReportedAlias {
  readonly start: number;
  readonly name: string;
  readonly source: TreePath;
}

export interface FoundMentions {
  readonly mentions: readonly PathMention[];
  readonly aliases: readonly ReportedAlias[];
}

/** Finds what a file of tooling or docs says about places that are others afterwards. */
interface MentionFinder {
  find(file: NamingFile): FoundMentions;
  /** A guess by single words, for texts that are too long to be understood. */
  seemsToName(file: NamingFile): boolean;
}

/** `projects` are the folders of all projects, outer ones first. */
export function createMentionFinder(context: MovedTree, projects: readonly TreePath[]): MentionFinder {
  const moved = movedPlaces(context);
  const quick = namePattern(moved);
  const contextOf = (file: NamingFile): WordContext => ({
    ...context,
    moved,
    bases: basesOf(file, context, projects),
    aliases: readsAliases(file.syntax) ? file.aliases : undefined,
    // Docs speak of much that is no path; what they mean is there.
    mayBeMade: file.syntax !== 'docs',
  });
  const find = (file: NamingFile): FoundMentions => {
    const { path, text } = file.source;
    const isMoving = context.moves.after(path) !== path;
    const mayName = quick.test(text) || (isMoving && text.includes('../'));
    const sources = movedSources(file, context);
    const mayDefine = sources.size > 0 && /[~@]/.test(text);
    if (!mayName && !mayDefine) return { mentions: [], aliases: [] };
    const { words, aliases: defined } = pathsIn(file);
    const aliases = defined.flatMap((alias) => reportAlias(alias, file, sources, context));
    const covered = [...file.edits, ...(aliases.length > 0 ? defined.flatMap(({ spans }) => spans) : [])];
    const wordContext = contextOf(file);
    const mentions = words
      .filter((word) => mayBePath(word.text, file))
      .filter((word) => !covered.some((span) => overlaps(span, word.start, word.start + word.text.length)))
      .flatMap((word) => resolveWord(word, wordContext) ?? []);
    return { mentions, aliases };
  };
  const seemsToName = (file: NamingFile): boolean => {
    const wordContext = contextOf(file);
    const plain = takesPaths(file.syntax);
    for (const { 0: text, index: start } of file.source.text.matchAll(/[^\s"'`()<>[\]{}|,;=]{1,1000}/g))
      if (quick.test(text) && mayBePath(text, file) && resolveWord({ text, start, plain }, wordContext))
        return true;
    return false;
  };
  return { find, seemsToName };
}

function overlaps(span: TextSpan, start: number, end: number): boolean {
  return start < span.end && end > span.start;
}

/** What moves, and folders above that a part of them leaves. */
function movedPlaces({ moves, tree }: MovedTree): Move[] {
  const real = moves.moves.filter(({ from }) => tree.kindOf(from) !== undefined);
  const left = real.flatMap(({ from, to }) => {
    const folders: Move[] = [];
    for (let folder = parentOf(from); folder !== '' && !isInside(to, moves.after(folder)); ) {
      folders.push({ from: folder, to: moves.after(folder) });
      folder = parentOf(folder);
    }
    return folders;
  });
  return [...real, ...left];
}

/** Every text about what moves holds one of its names, or an alias. */
function namePattern(moved: readonly Move[]): RegExp {
  const names = new Set(moved.map(({ from }) => from.slice(from.lastIndexOf('/') + 1)));
  const escaped = [...names].map((name) => name.replace(/[^\w]/g, '\\$&'));
  return new RegExp(`(?<![\\w-])(?:${escaped.join('|')})(?![\\w-])|[~@#][/\\w]`);
}

/** In prose and in lists of patterns a slash in front means the root; elsewhere an address, or the disk. */
function mayBePath(text: string, { syntax }: NamingFile): boolean {
  return !text.startsWith('/') || ['docs', 'owners', 'ignore', 'container-ignore'].includes(syntax);
}

/** In a shell `~` is the home of whoever runs it, and no alias. */
function readsAliases(syntax: MentionSyntax): boolean {
  return syntax === 'docs' || syntax === 'script' || syntax === 'json' || syntax === 'settings';
}

/** Whether a name alone is a path more often than not. */
function takesPaths(syntax: MentionSyntax): boolean {
  return ['container', 'container-ignore', 'shell', 'processes'].includes(syntax);
}

function pathsIn({ source, syntax }: NamingFile): MentionedPaths {
  if (syntax === 'script') return scriptPaths(source);
  const { path, text } = source;
  const json = syntax === 'json' || /^\s*\{/.test(text) ? jsonPaths(source, isPackageJson(path)) : undefined;
  return json ?? { words: syntax === 'json' ? quotedPaths(text) : lineReaders[syntax](text), aliases: [] };
}

/** The file's own folder, its project, the run's folder, and projects it names if it may run in them. */
function basesOf(
  { source: { path, text }, syntax }: NamingFile,
  context: MovedTree,
  projects: readonly TreePath[],
): WordContext['bases'] {
  const { moves } = context;
  const own = { before: parentOf(path), after: parentOf(moves.after(path)) };
  const at = (folder: TreePath): BaseFolder => ({ before: folder, after: moves.after(folder) });
  if (syntax === 'ignore' || syntax === 'container-ignore') return [own];
  if (syntax === 'owners')
    return [at(/^(?:.*\/)?(?:docs|\.\w+)$/.test(own.before) ? parentOf(own.before) : own.before)];
  const holding = projects.filter((folder) => isInside(path, folder)).slice(-1);
  const others = runsElsewhere(path, syntax)
    ? projects.filter((folder) => folder !== '' && text.includes(folder))
    : [];
  return [own, ...[...holding, '', ...others].map(at)];
}

/** The source aliases that lead elsewhere now, as the file sees it, by their new places. */
function movedSources(
  { source: { path }, syntax, aliases }: NamingFile,
  { moves }: MovedTree,
): Map<string, TreePath> {
  const sources = new Map<string, TreePath>();
  if (syntax !== 'script' && syntax !== 'json' && syntax !== 'yaml') return sources;
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
  { source: { path }, edits }: NamingFile,
  sources: ReadonlyMap<string, TreePath>,
  { moves }: MovedTree,
): ReportedAlias[] {
  const name = names.find((one) => sources.has(one));
  const source = name === undefined ? undefined : sources.get(name);
  if (name === undefined || source === undefined) return [];
  const isFollowed = edits.some((edit) => spans.some(({ start: from, end }) => overlaps(edit, from, end)));
  // From the folder of the file, or from the root.
  const folders = [parentOf(moves.after(path)), ''];
  const isRight = texts
    .map(plainPath)
    .some((text) => text !== '' && folders.some((folder) => placeAt(folder, text) === source));
  return isFollowed || isRight ? [] : [{ start, name, source }];
}

/** The folder in a target such as `<rootDir>/src/$1`. */
function plainPath(text: string): string {
  return text.replace(/^(?:<rootDir>)?\/*/, '').replace(/\/?(?:\$\d|\*)?$/, '');
}
