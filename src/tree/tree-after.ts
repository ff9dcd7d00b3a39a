/** The tree as it is after the moves, without moving anything, and which files a pattern matches before and after. */

import { firstIndex } from '../base/grouped.ts';
import { lazy, memo } from '../base/memo.ts';
import { isInside, type PlacePath, pathFrom, placeAt, splitGlob } from '../base/paths.ts';
import { type DiskView, diskOf, type Evidence } from './evidence.ts';
import { compileGlob, compileRule, expandChoices } from './globs.ts';
import { foldersAbove, type MoveMap } from './moves.ts';
import { parentOf, type TreePath } from './snapshot.ts';
import {
  type EntryKind,
  entriesBelow,
  type FolderEntries,
  resolveFile,
  type Tree,
} from './tree.ts';

/** A tree with its moves, and what follows from them. */
export type MovedTree = Readonly<ReturnType<typeof createMovedTree>>;

export function createMovedTree(tree: Tree, moves: MoveMap) {
  const shared = lazy(() => sharedNames(tree, moves));
  return {
    tree,
    moves,
    disk: diskOf(tree),
    treeAfter: createTreeAfter(tree, moves),
    files: createMatchedFiles(tree, moves),
    /** Whether a name without its extension may refer to another file at its new place. */
    isAmbiguous: (place: PlacePath) =>
      shared().size > 0 && (shared().has(bare(place)) || shared().has(placeAt(place, 'index'))),
    /** Whether that applies to any name below a folder, at any depth. */
    isAmbiguousBelow: (folder: PlacePath) => [...shared()].some((name) => isInside(name, folder)),
  };
}

/** Creates the tree after the moves; `tree` and `moves` are relative to the same folder. */
function createTreeAfter(tree: Pick<Tree, 'kindOf'>, moves: MoveMap) {
  /** The folders that are created because something moves into them. */
  const made = lazy(() => {
    const real = moves.moves.filter(({ from }) => tree.kindOf(from) !== undefined);
    return new Set(real.flatMap(({ to }) => foldersAbove(to)));
  });
  /** The kind of a place after the moves; undefined if nothing is there. */
  const kindOf = (place: PlacePath): EntryKind | undefined => {
    for (const origin of moves.originsOf(place)) {
      const kind = tree.kindOf(origin);
      if (kind !== undefined) return kind;
    }
    return made().has(place) ? 'folder' : undefined;
  };
  return {
    kindOf,
    entries: (folder: PlacePath): FolderEntries => ({
      get: (name) => kindOf(placeAt(folder, name)),
    }),
  };
}

/** The disk after the moves; places are relative to the new folder of the project. */
export function diskAfter(evidence: Evidence, moves: MoveMap): DiskView {
  const after = createTreeAfter(evidence, moves);
  const hasFile: DiskView['hasFile'] = (place, also) => {
    // Unlisted files do not move.
    if (evidence.resolve(place, also) === undefined && evidence.hasFile(place, also)) return true;
    return resolveFile(after, place, also) !== undefined;
  };
  return {
    ...evidence,
    kindOf: after.kindOf,
    hasFile,
    exists: (place) => after.kindOf(place) !== undefined || hasFile(place),
    resolve: (place, also) => resolveFile(after, place, also),
    aliases: new Map(
      Array.from(evidence.aliases, ([name, place]) => [name, place && moves.after(place)]),
    ),
  };
}

/**
 * The places without extensions at which entries of different folders come together: a path without an extension may
 * then refer to another one of them.
 */
function sharedNames(tree: Tree, moves: MoveMap): ReadonlySet<PlacePath> {
  const owners = new Map<PlacePath, TreePath>();
  const shared = new Set<PlacePath>();
  for (const [path] of moves.moves.length === 0 ? [] : entriesBelow(tree, '')) {
    const [name, folder] = [bare(moves.after(path)), parentOf(path)];
    if (memo(owners, name, () => folder) !== folder) shared.add(name);
  }
  return shared;
}

/** A place without its extensions, and without the underscore of a partial. */
function bare(place: PlacePath): PlacePath {
  const start = place.lastIndexOf('/') + 1;
  const name = place.startsWith('_', start) ? place.slice(start + 1) : place.slice(start);
  const end = name.indexOf('.', 1);
  return place.slice(0, start) + (end === -1 ? name : name.slice(0, end));
}

/** The files that a path or pattern matches from a folder; a rule also matches content of matched folders. */
export type FileMatcher = (
  folder: PlacePath,
  path: string,
  as: 'glob' | 'rule',
) => ReadonlySet<TreePath>;

/** Creates the matchers, which list files on demand. */
export function createMatchedFiles(tree: Pick<Tree, 'entries'>, moves: MoveMap) {
  const before = lazy(() =>
    [...entriesBelow(tree, '')].flatMap(([path, kind]) => (kind === 'folder' ? [] : [path])),
  );
  const after = lazy(() => before().map(moves.after));
  return { before: createMatcher(before), after: createMatcher(after) };
}

/** Whether two sets have the same files. */
export function isSameSet(first: ReadonlySet<TreePath>, second: ReadonlySet<TreePath>): boolean {
  return first.size === second.size && [...first].every((file) => second.has(file));
}

/** The folder from which a pattern matches the same files after the moves, if all of them move alike. */
export function commonHome(
  place: PlacePath,
  pattern: string,
  as: 'glob' | 'rule',
  { moves, files }: Pick<MovedTree, 'moves' | 'files'>,
): PlacePath | undefined {
  const named = [...files.before(place, pattern, as)];
  const expected = new Set(named.map(moves.after));
  const [first = ''] = named;
  const [inner, to] = [`/${pathFrom(place, first)}`, `/${moves.after(first)}`];
  if (pattern === '' || named.length === 0 || !to.endsWith(inner)) return undefined;
  const home = to.slice(1, -inner.length);
  // The folder of a choice may be empty or missing, and moves in another way.
  const goesAlong = (choice: string) => {
    const folder = splitGlob(choice).folder.replace(/[^/]*$/, '');
    const inner = placeAt(place, folder);
    return inner === place || moves.after(inner) === placeAt(home, folder);
  };
  const isAlike =
    named.every((file) => moves.after(file) === placeAt(home, pathFrom(place, file))) &&
    expandChoices(pattern).every(goesAlong);
  return isAlike && isSameSet(expected, files.after(home, pattern, as)) ? home : undefined;
}

export function createMatcher(files: () => readonly TreePath[]): FileMatcher {
  const cache = new Map<string, ReadonlySet<TreePath>>();
  // In a large workspace, many texts are tried from many folders.
  const sorted = lazy(() => [...files()].sort());
  const filesIn = (folder: TreePath) => {
    const all = sorted();
    if (/^(?:\.\.|$)/.test(folder)) return all.filter((file) => isInside(file, folder));
    const [start, end] = [`${folder}/`, `${folder}0`].map((limit) =>
      firstIndex(all, (file) => file < limit),
    );
    const itself = all[firstIndex(all, (file) => file < folder)];
    return [...(itself === folder ? [folder] : []), ...all.slice(start, end)];
  };
  return (base, path, as) =>
    memo(cache, `${as}:${base}:${path}`, () => {
      const { folder, pattern } = splitGlob(path);
      const place = placeAt(base, folder);
      const inside = filesIn(place);
      // A path without wildcards matches a file, or everything in a folder.
      if (pattern === '') return new Set(inside);
      const name = pattern.replace(/\/$/, '');
      // A rule also matches the content of matched folders.
      const isMatch = as === 'rule' ? compileRule(name) : compileGlob(name);
      return new Set(isMatch && inside.filter((file) => isMatch(pathFrom(place, file))));
    });
}
