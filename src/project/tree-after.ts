import { groupedBy } from '../config/grouped.ts';
import { isInside, type PlacePath, pathFrom, placeAt, splitGlob } from '../config/places.ts';
import type { DiskView, Evidence } from './evidence.ts';
import { compileGlob, compileRule } from './globs.ts';
import type { MoveMap } from './moves.ts';
import { once, remembered } from './remembered.ts';
import { parentOf, type TreePath } from './snapshot.ts';
import { type EntryKind, entriesBelow, type NameLookup, resolveFile, type Tree } from './tree.ts';

/** A tree, and what moves in it. */
export interface MovedTree {
  readonly tree: Tree;
  readonly moves: MoveMap;
}

/** Where things are before the moves that are requested by where they are afterwards. */
export interface Origins {
  /** The place itself, and where a move to it or to a folder above it starts. */
  candidates(place: PlacePath): readonly PlacePath[];
  /** Where something has to be before to be at a place afterwards, whether anything is there or not. */
  originsOf(place: PlacePath): readonly PlacePath[];
}

/** Reads moves backwards. */
export function createOrigins({ moves, after }: MoveMap): Origins {
  const sources = groupedBy(moves, ({ to }) => to);
  const candidates = (place: PlacePath): PlacePath[] => [
    place,
    ...[place, ...foldersAbove(place)].flatMap((folder) =>
      (sources.get(folder) ?? []).map(({ from }) => placeAt(from, pathFrom(folder, place))),
    ),
  ];
  return {
    candidates,
    originsOf: (place) => candidates(place).filter((origin) => after(origin) === place),
  };
}

/** The tree as the moves leave it. */
interface TreeAfter extends Origins {
  /** What is at a place afterwards; undefined if nothing is. */
  kindOf(place: PlacePath): EntryKind | undefined;
  kindsIn(folder: PlacePath): NameLookup;
}

/** Makes the tree after the moves; `tree` and `moves` are seen from the same folder. */
export function createTreeAfter(tree: Pick<Tree, 'kindOf'>, moves: MoveMap): TreeAfter {
  const origins = createOrigins(moves);
  const made = once(() => foldersMade(tree, moves));
  const kindOf = (place: PlacePath): EntryKind | undefined => {
    for (const origin of origins.originsOf(place)) {
      const kind = tree.kindOf(origin);
      if (kind !== undefined) return kind;
    }
    return made().has(place) ? 'folder' : undefined;
  };
  return { ...origins, kindOf, kindsIn: (folder) => (name) => kindOf(placeAt(folder, name)) };
}

/** The disk as the moves leave it; places are seen from where the project is then. */
export function diskAfter(evidence: Evidence, moves: MoveMap): DiskView {
  const { kindOf, candidates } = createTreeAfter(evidence, moves);
  const hasFile: DiskView['hasFile'] = (place) => {
    // What is not listed does not move either.
    if (evidence.resolve(place) === undefined && evidence.hasFile(place)) return true;
    return candidates(place).some((origin) => {
      const file = evidence.resolve(origin);
      return file !== undefined && isNamed(moves.after(file), place);
    });
  };
  return {
    kindOf,
    hasFile,
    exists: (place) => kindOf(place) !== undefined || hasFile(place),
    // What is not listed does not move.
    isListed: (place) => evidence.isListed(place),
    lists: (name) => evidence.lists(name),
    rangeOf: (name) => evidence.rangeOf(name),
    aliases: new Map(
      Array.from(evidence.aliases, ([name, place]) => [
        name,
        place === undefined ? undefined : moves.after(place),
      ]),
    ),
  };
}

/** Whether a file is what a place without an extension names. */
function isNamed(file: PlacePath, place: PlacePath): boolean {
  return file.startsWith(`${place}.`) || isInside(file, place);
}

/** The folders that are made because something moves into them. */
function foldersMade(tree: Pick<Tree, 'kindOf'>, { moves }: MoveMap): ReadonlySet<PlacePath> {
  const real = moves.filter(({ from }) => tree.kindOf(from) !== undefined);
  return new Set(real.flatMap(({ to }) => foldersAbove(to)));
}

/** All folders above a place, nearest first; the last one is the root. */
function foldersAbove(place: PlacePath): PlacePath[] {
  const folders: PlacePath[] = [];
  for (let folder = place; folder !== '' && !/(?:^|\/)\.\.$/.test(folder); folders.push(folder))
    folder = parentOf(folder);
  return folders;
}

/**
 * Files of one name with other extensions that come together because folders merge: a text without an extension may
 * then mean another one of them.
 */
export interface AmbiguousNames {
  /** Whether a name without its extension may mean another file afterwards, at its new place. */
  isAt(place: PlacePath): boolean;
  /** The same for any name in a folder, at any depth. */
  areBelow(folder: PlacePath): boolean;
  /** The file that a place without its extension means afterwards. */
  fileAt(place: PlacePath, also: 'modules' | 'styles'): PlacePath | undefined;
}

export function findAmbiguousNames({ tree, moves }: MovedTree): AmbiguousNames {
  const shared = moves.moves.length === 0 ? new Map<PlacePath, Set<string>>() : sharedNames(tree, moves);
  const isShared = (place: PlacePath) => shared.get(parentOf(place))?.has(stemOf(place)) ?? false;
  const after = createTreeAfter(tree, moves);
  return {
    isAt: (place) => shared.size > 0 && (isShared(place) || isShared(placeAt(place, 'index'))),
    areBelow: (folder) => shared.size > 0 && [...shared.keys()].some((place) => isInside(place, folder)),
    fileAt: (place, also) => resolveFile(after, place, also),
  };
}

/** The names that entries of different folders share afterwards, by the folder that they are in then. */
function sharedNames(tree: Tree, moves: MoveMap): Map<PlacePath, Set<string>> {
  // Mostly a folder goes somewhere as a whole, and nothing else goes there.
  const owners = new Map<PlacePath, Set<TreePath>>();
  for (const folder of ['', ...tree.foldersBelow('')]) {
    const homes = moves.startsIn(folder)
      ? [...tree.entries(folder).keys()].map((name) => parentOf(moves.after(placeAt(folder, name))))
      : [moves.after(folder)];
    for (const home of homes) remembered(owners, home, () => new Set<TreePath>()).add(folder);
  }
  const shared = new Map<PlacePath, Set<string>>();
  for (const [home, folders] of owners) {
    const names = folders.size > 1 ? repeatedNames(home, folders, tree, moves) : new Set<string>();
    if (names.size > 0) shared.set(home, names);
  }
  return shared;
}

/** The names that entries of several folders have once they are in one. */
function repeatedNames(
  home: PlacePath,
  folders: Iterable<TreePath>,
  tree: Tree,
  moves: MoveMap,
): Set<string> {
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (const folder of folders) {
    const places = [...tree.entries(folder).keys()].map((name) => moves.after(placeAt(folder, name)));
    const names = new Set(places.filter((place) => parentOf(place) === home).map(stemOf));
    for (const name of names) (seen.has(name) ? repeated : seen).add(name);
  }
  return repeated;
}

/** A name without its extensions, and without the mark of a partial. */
function stemOf(place: PlacePath): string {
  const name = place.slice(place.lastIndexOf('/') + 1).replace(/^_/, '');
  return /^.[^.]*/s.exec(name)?.[0] ?? name;
}

/** The files that a path or pattern names from a folder; as a rule also what is inside those. */
type FileMatcher = (folder: PlacePath, path: string, as: 'glob' | 'rule') => ReadonlySet<TreePath>;

/** The same before the moves and after them. */
export interface MatchedFiles {
  readonly before: FileMatcher;
  readonly after: FileMatcher;
}

/** Whether two patterns name the same files. */
export function isSameSet(one: ReadonlySet<TreePath>, other: ReadonlySet<TreePath>): boolean {
  return one.size === other.size && [...one].every((file) => other.has(file));
}

/** Files are listed when the first pattern asks for them. */
export function createMatchedFiles({ tree, moves }: MovedTree): MatchedFiles {
  const before = once(() =>
    [...entriesBelow(tree, '')].flatMap(([path, kind]) => (kind === 'folder' ? [] : [path])),
  );
  const after = once(() => before().map(moves.after));
  return { before: createMatcher(before), after: createMatcher(after) };
}

function createMatcher(files: () => readonly TreePath[]): FileMatcher {
  const known = new Map<string, ReadonlySet<TreePath>>();
  return (folder, path, as) =>
    remembered(known, `${as}:${folder}:${path}`, () => matchedIn(files(), folder, path, as));
}

/** A plain path names a file, or all that is in a folder. */
function matchedIn(
  files: readonly TreePath[],
  base: PlacePath,
  path: string,
  as: 'glob' | 'rule',
): ReadonlySet<TreePath> {
  const { folder, pattern } = splitGlob(path);
  const place = placeAt(base, folder);
  const inside = files.filter((file) => isInside(file, place));
  if (pattern === '') return new Set(inside);
  const name = pattern.replace(/\/$/, '');
  // A rule covers what is inside what it names as well.
  const isMatch = as === 'rule' ? compileRule(name) : compileGlob(name);
  return new Set(isMatch && inside.filter((file) => isMatch(pathFrom(place, file))));
}
