import { isInside, pathFrom, placeAt } from '../../config/places.ts';
import type { Move } from '../moves.ts';
import type { AliasScope, World } from '../references/world.ts';
import { parentOf, type TreePath } from '../snapshot.ts';
import { isPackageJson, runsElsewhere, type Syntax } from './files.ts';
import { jsonNamed } from './json.ts';
import {
  containerIgnoreWords,
  containerWords,
  docsWords,
  groovyWords,
  ignoreWords,
  makeWords,
  processWords,
  settingWords,
  shellWords,
} from './lines.ts';
import { quotedIn } from './quoted.ts';
import { type Base, type Mention, type Reading, readWord } from './reading.ts';
import { scriptNamed } from './scripts.ts';
import type { Named, ToolAlias, Word } from './word.ts';
import { yamlWords } from './yaml.ts';

/** A stretch of a text that changes anyway. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A file that may name what moves. */
export interface NamingFile {
  readonly path: TreePath;
  readonly text: string;
  readonly syntax: Syntax;
  readonly aliases: AliasScope;
  /** What the run changes in the text. */
  readonly edits: readonly Span[];
}

/** Aliases that a tool reads in its own way, and where the sources are now. */
export interface ReportedAlias {
  readonly start: number;
  readonly name: string;
  readonly source: TreePath;
}

export interface Found {
  readonly mentions: readonly Mention[];
  readonly aliases: readonly ReportedAlias[];
}

/** Finds what a file of tooling or docs says about places that are others afterwards. */
export interface MentionFinder {
  find(file: NamingFile): Found;
  /** A guess by single words, for texts that are too long to be understood. */
  seemsToName(file: NamingFile): boolean;
}

const nothing: Found = { mentions: [], aliases: [] };

/** `projects` are the folders of all projects, outer ones first. */
export function createMentionFinder(world: World, projects: readonly TreePath[]): MentionFinder {
  const moved = movedPlaces(world);
  const quick = namePattern(moved);
  const readingOf = (file: NamingFile): Reading => ({
    world,
    moved,
    bases: basesOf(file, world, projects),
    aliases: readsAliases(file.syntax) ? file.aliases : undefined,
    // Docs speak of much that is no path; what they mean is there.
    mayBeMade: file.syntax !== 'docs',
  });
  const find = (file: NamingFile): Found => {
    const mayName = quick.test(file.text) || (isMoving(file.path, world) && file.text.includes('../'));
    const sources = sourceAliases(file, world);
    const mayDefine = sources.size > 0 && /[~@]/.test(file.text);
    if (!mayName && !mayDefine) return nothing;
    const { words, aliases: defined } = namedIn(file);
    const reported = defined.flatMap((alias) => reportAlias(alias, file, sources, world));
    const reading = readingOf(file);
    const covered = [...file.edits, ...(reported.length > 0 ? defined.flatMap(({ spans }) => spans) : [])];
    const mentions = words
      .filter((word) => mayBePath(word.text, file))
      .filter(
        ({ start, text }) => !covered.some((span) => start < span.end && start + text.length > span.start),
      )
      .flatMap((word) => readWord(word, reading) ?? []);
    return { mentions, aliases: reported };
  };
  const seemsToName = (file: NamingFile): boolean => {
    const reading = readingOf(file);
    const plain = takesPaths(file.syntax);
    for (const { 0: text, index: start } of file.text.matchAll(/[^\s"'`()<>[\]{}|,;=]{1,1000}/g))
      if (quick.test(text) && mayBePath(text, file) && readWord({ text, start, plain }, reading)) return true;
    return false;
  };
  return { find, seemsToName };
}

/** What moves, and folders above that a part of them leaves. */
function movedPlaces({ moves, tree }: World): Move[] {
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

function isMoving(path: TreePath, { moves }: World): boolean {
  return moves.after(path) !== path;
}

/** In prose and in lists of patterns a slash in front means the root; elsewhere an address, or the disk. */
function mayBePath(text: string, { syntax }: NamingFile): boolean {
  return !text.startsWith('/') || ['docs', 'owners', 'ignore', 'container-ignore'].includes(syntax);
}

/** Where `~` is the home of whoever runs it, it is no alias. */
function readsAliases(syntax: Syntax): boolean {
  return syntax === 'docs' || syntax === 'script' || syntax === 'json' || syntax === 'settings';
}

/** Where a name alone is a path more often than not. */
function takesPaths(syntax: Syntax): boolean {
  return ['container', 'container-ignore', 'shell', 'processes'].includes(syntax);
}

function namedIn({ path, text, syntax }: NamingFile): Named {
  if (syntax === 'script') return scriptNamed(text, path);
  const json = syntax === 'json' || /^\s*\{/.test(text) ? jsonNamed(text, isPackageJson(path)) : undefined;
  return json ?? { words: syntax === 'json' ? quotedIn(text) : lineWords[syntax](text), aliases: [] };
}

const lineWords: { readonly [syntax in Exclude<Syntax, 'script' | 'json'>]: (text: string) => Word[] } = {
  docs: docsWords,
  container: containerWords,
  ignore: ignoreWords,
  'container-ignore': containerIgnoreWords,
  owners: ignoreWords,
  shell: shellWords,
  make: makeWords,
  processes: processWords,
  yaml: yamlWords,
  settings: settingWords,
  groovy: groovyWords,
};

/** The file's own folder, its project, the run's folder, and projects it names where it may run in them. */
function basesOf({ path, text, syntax }: NamingFile, world: World, projects: readonly TreePath[]): Base[] {
  const own = { before: parentOf(path), after: parentOf(world.moves.after(path)) };
  if (syntax === 'ignore' || syntax === 'container-ignore') return [own];
  if (syntax === 'owners')
    return [based(/^(?:.*\/)?(?:docs|\.\w+)$/.test(own.before) ? parentOf(own.before) : own.before, world)];
  const holding = projects.filter((folder) => isInside(path, folder)).slice(-1);
  const others = runsElsewhere(path, syntax)
    ? projects.filter((folder) => folder !== '' && text.includes(folder))
    : [];
  return [own, ...[...holding, '', ...others].map((folder) => based(folder, world))];
}

function based(folder: TreePath, { moves }: World): Base {
  return { before: folder, after: moves.after(folder) };
}

/** The source aliases that lead elsewhere now, as the file sees it, by their new places. */
function sourceAliases({ path, syntax, aliases }: NamingFile, { moves }: World): Map<string, TreePath> {
  const sources = new Map<string, TreePath>();
  if (syntax !== 'script' && syntax !== 'json' && syntax !== 'yaml') return sources;
  const [folder, folderAfter] = [parentOf(path), parentOf(moves.after(path))];
  for (const name of ['~', '@']) {
    const [before, after] = [aliases.before.get(name), aliases.after.get(name)];
    if (before === undefined || after === undefined || aliases.guessed.has(name)) continue;
    if (pathFrom(folder, before) !== pathFrom(folderAfter, after)) sources.set(name, after);
  }
  return sources;
}

function reportAlias(
  { names, start, spans, texts }: ToolAlias,
  { path, edits }: NamingFile,
  sources: ReadonlyMap<string, TreePath>,
  { moves }: World,
): ReportedAlias[] {
  const [name] = names.filter((one) => sources.has(one));
  const source = name === undefined ? undefined : sources.get(name);
  if (name === undefined || source === undefined) return [];
  const follows = edits.some((edit) => spans.some((span) => edit.start < span.end && span.start < edit.end));
  // From the folder of the file, or from the root.
  const isRight = texts
    .map(plainPath)
    .some((text) =>
      [parentOf(moves.after(path)), ''].some((folder) => text !== '' && placeAt(folder, text) === source),
    );
  return follows || isRight ? [] : [{ start, name, source }];
}

/** The folder in a target such as `<rootDir>/src/$1`. */
function plainPath(text: string): string {
  return text.replace(/^(?:<rootDir>)?\/*/, '').replace(/\/?(?:\$\d|\*)?$/, '');
}
