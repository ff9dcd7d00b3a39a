import { escaped } from '../../../catalogue/spelling.ts';
import { isInside, pathFrom, placeAt } from '../../../config/paths.ts';
import { compileRule, type GlobTest } from '../../../project/globs.ts';
import type { MoveMap } from '../../../project/moves.ts';
import type { Snapshot, TreePath } from '../../../project/snapshot.ts';

/** The files and folders that a path may resolve to, with its extension or without. */
export type Finder = (place: TreePath) => readonly TreePath[];

/** Finders for the trees before and after the moves. */
export interface Finders {
  readonly before: Finder;
  readonly after: Finder;
}

export function createFinders(
  { files, ignored, foreign, unreadable }: Snapshot,
  moves: MoveMap,
  buildDir: string,
): Finders {
  const generated = new RegExp(`(?:^|/)(?:${escaped(buildDir)}|node_modules)(?:/|$)`);
  const isGenerated = (place: TreePath) => generated.test(place);
  const links = files.filter(({ link }) => link !== undefined);
  const closed = [...ignored, ...foreign, ...unreadable, ...links].map(({ path }) => path);
  const paths = files.map(({ path }) => path);
  return {
    before: createFinder(paths, closed, isGenerated),
    after: createFinder(paths.map(moves.after), [...closed, ...closed.map(moves.after)], isGenerated),
  };
}

/** Every text is looked up, so an index of all possible spellings is built once. */
function createFinder(
  paths: readonly TreePath[],
  closed: readonly TreePath[],
  isGenerated: (place: TreePath) => boolean,
): Finder {
  // Mostly a path has one match, and a list for each would take more memory than all paths.
  const named = new Map<TreePath, TreePath | readonly TreePath[]>([['', '']]);
  const add = (place: TreePath, path: TreePath): void => {
    const matches = listOf(named.get(place));
    if (!matches.includes(path)) named.set(place, matches.length === 0 ? path : [...matches, path]);
  };
  const addFolders = (path: TreePath): void => {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (listOf(named.get(folder)).includes(folder)) return;
      add(folder, folder);
    }
  };
  for (const path of [...paths, ...closed]) {
    add(path, path);
    addFolders(path);
    for (const place of shortNames(path)) add(place, path);
  }
  const unlisted = new Set(closed);
  return (place) => {
    const matches = named.get(place) ?? named.get(place.replace(/\.[cm]?jsx?$/, ''));
    if (matches !== undefined) return listOf(matches);
    // Places outside the repository, unlisted, or generated may exist.
    const isUnseen = place === '..' || place.startsWith('../') || isBelow(place, unlisted);
    return isUnseen || isGenerated(place) ? [place] : nothing;
  };
}

const nothing: readonly TreePath[] = [];

function listOf(matches: TreePath | readonly TreePath[] = nothing): readonly TreePath[] {
  return typeof matches === 'string' ? [matches] : matches;
}

/** Files that bundlers find without an extension. */
const extensionless = /\.(?:[cm]?[jt]sx?|vue|json|css|s[ac]ss|less|styl|postcss)$/;

/** A path without its extension, and without the underscore of a style partial. */
function shortNames(path: TreePath): readonly TreePath[] {
  if (!extensionless.test(path)) return nothing;
  const slash = path.lastIndexOf('/') + 1;
  const dot = path.lastIndexOf('.');
  const end = dot <= slash ? path.length : path.endsWith('.d.ts') ? path.length - 5 : dot;
  const stem = path.slice(0, end);
  if (path[slash] !== '_') return [stem];
  return [stem, path.slice(0, slash) + stem.slice(slash + 1), path.slice(0, slash) + path.slice(slash + 1)];
}

function isBelow(place: TreePath, folders: ReadonlySet<TreePath>): boolean {
  for (let end = place.length; end > 0; end = place.lastIndexOf('/', end - 1))
    if (folders.has(place.slice(0, end))) return true;
  return false;
}

/** The files that an old path or pattern matched, and whether new texts match the same ones. */
interface PatternMatches {
  /** If nothing matched, whether the texts start in the same folder. */
  readonly isSame: boolean;
  readonly was: readonly TreePath[];
}

/** Compares the files that texts match from any of some folders; undefined if the old text starts in none. */
export type PatternCheck = (
  old: string,
  now: readonly string[],
  near: readonly (readonly [before: TreePath, after: TreePath])[],
) => PatternMatches | undefined;

/** Where a pattern stops being a plain path: at a wildcard or an escaped character. */
const magic = /[*?{[]|[@+!]\(|\\[^\w/.]/;

/** Compares whole sets of files. */
export function createPatternCheck({ files }: Snapshot, moves: MoveMap, find: Finder): PatternCheck {
  const before = files.map(({ path }) => path);
  const after = before.map(moves.after);
  const named = (all: readonly TreePath[], folder: TreePath, texts: readonly string[]) => {
    const tests = texts.map((text) => testOf(folder, text));
    return all.filter((path) => tests.some((test) => test(path)));
  };
  return (old, current, near) => {
    const matches = near.flatMap(([from, to]) => {
      const was = named(before, from, [old]);
      if (was.length === 0) return [];
      const [wanted, is] = [new Set(was.map(moves.after)), named(after, to, current)];
      return [{ was, isSame: is.length === wanted.size && is.every((path) => wanted.has(path)) }];
    });
    if (matches.length > 0) return matches.find(({ isSame }) => isSame) ?? matches[0];
    // If a pattern matches nothing yet, or its files are not listed, its folder is compared.
    const first = near.find(([from]) => find(placeAt(from, folderOf(old))).length > 0);
    if (!first) return undefined;
    const place = placeAt(first[0], folderOf(old));
    const isSame = current.some((text) => placeAt(first[1], folderOf(text)) === moves.after(place));
    return { isSame, was: [] };
  };
}

/** The folder of a pattern, without a negation, outer slashes and a variable for the root. */
function folderOf(text: string): string {
  const path = plainPath(text);
  const at = path.search(magic);
  return at === -1 ? path : path.slice(0, Math.max(0, path.lastIndexOf('/', at)));
}

function plainPath(text: string): string {
  return text.replace(/^!(?!\()/, '').replace(/^(?:<\w+>|\$\{?\w+\}?)?\/|\/$/g, '');
}

/** Tests whether a path matches a pattern that is read from a folder, or is inside a match. */
function testOf(folder: TreePath, text: string): GlobTest {
  const [path, start] = [plainPath(text), folderOf(text)];
  const place = placeAt(folder, start);
  if (path === start) return (candidate) => isInside(candidate, place);
  const isMatch = compileRule(pathFrom(start, path));
  return (candidate) => isInside(candidate, place) && isMatch?.(pathFrom(place, candidate)) === true;
}
