/** The tree as it is after the moves, without moving anything, and which files a pattern matches before and after. */

import { firstIndex } from '../base/grouped.ts';
import { lazy, memo } from '../base/memo.ts';
import { isInside, type PlacePath, pathFrom, placeAt, splitGlob } from '../base/paths.ts';
import { type DiskView, diskOf, type Evidence } from './evidence.ts';
import { compileGlob, compileRule, expandChoices } from './globs.ts';
import { foldersAbove, type MoveMap } from './moves.ts';
import { folded, knownName, parentOf, type TreePath } from './snapshot.ts';
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
  const treeAfter = createTreeAfter(tree, moves);
  return {
    tree,
    moves,
    disk: diskOf(tree),
    treeAfter,
    files: createMatchedFiles(tree, moves, treeAfter),
    /** Whether a name without its extension may refer to another file at its new place. */
    isAmbiguous: (place: PlacePath) =>
      shared().size > 0 && (shared().has(bare(place)) || shared().has(placeAt(place, 'index'))),
    /** Whether that applies to any name below a folder, at any depth. */
    isAmbiguousBelow: (folder: PlacePath) => [...shared()].some((name) => isInside(name, folder)),
  };
}

/** Creates the tree after the moves; `tree` and `moves` are relative to the same folder. */
function createTreeAfter(tree: Pick<Tree, 'kindOf' | 'spelled' | 'folds'>, moves: MoveMap) {
  /** The folders that are created because something moves into them. */
  const made = lazy(() => {
    const real = moves.moves.filter(({ from }) => tree.kindOf(from) !== undefined);
    return new Set(real.flatMap(({ to }) => foldersAbove(to)));
  });
  const originOf = (place: PlacePath) =>
    moves.originsOf(place).find((origin) => tree.kindOf(origin) !== undefined);
  const targets = lazy(() => {
    const places = [...made(), ...moves.moves.map(({ to }) => to)];
    return new Map(places.map((to) => [folded(to), to]));
  });
  /** A place in the spelling that the disk has after the moves. */
  const spelled = (written: PlacePath): PlacePath => {
    if (!tree.folds) return written;
    const around = [written, ...foldersAbove(written)];
    const [place = written] = around.flatMap((folder) => {
      const target = targets().get(folded(folder));
      return target === undefined ? [] : [placeAt(target, pathFrom(folder, written))];
    });
    const origin = originOf(place);
    return origin === undefined ? place : moves.after(tree.spelled(origin));
  };
  /** The kind of a place after the moves; undefined if nothing is there. */
  const kindOf = (written: PlacePath): EntryKind | undefined => {
    const place = spelled(written);
    const origin = originOf(place);
    if (origin !== undefined) return tree.kindOf(origin);
    return made().has(place) ? 'folder' : undefined;
  };
  return {
    spelled,
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
    spelled: after.spelled,
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
export function createMatchedFiles(
  tree: Pick<Tree, 'entries' | 'kindOf' | 'spelled' | 'folds'>,
  moves: MoveMap,
  { spelled } = createTreeAfter(tree, moves),
) {
  const before = lazy(() =>
    [...entriesBelow(tree, '')].flatMap(([path, kind]) => (kind === 'folder' ? [] : [path])),
  );
  const after = lazy(() => before().map(moves.after));
  return {
    spelled: tree.spelled,
    before: createMatcher(before, tree),
    after: createMatcher(after, { folds: tree.folds, spelled }),
  };
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
    const inner = files.spelled(placeAt(place, folder));
    return inner === place || moves.after(inner) === placeAt(home, pathFrom(place, inner));
  };
  const isAlike =
    named.every((file) => moves.after(file) === placeAt(home, pathFrom(place, file))) &&
    expandChoices(pattern).every(goesAlong);
  return isAlike && isSameSet(expected, files.after(home, pattern, as)) ? home : undefined;
}

export function createMatcher(
  files: () => readonly TreePath[],
  tree: Pick<Tree, 'spelled' | 'folds'>,
): FileMatcher {
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
      const place = tree.spelled(placeAt(base, folder));
      const inside = filesIn(place);
      // A path without wildcards matches a file, or everything in a folder.
      if (pattern === '') return new Set(inside);
      const name = knownName(pattern.replace(/\/$/, ''), tree);
      // A rule also matches the content of matched folders.
      const isMatch = as === 'rule' ? compileRule(name) : compileGlob(name);
      return new Set(
        isMatch && inside.filter((file) => isMatch(knownName(pathFrom(place, file), tree))),
      );
    });
}
