import { isInside, type PlacePath, pathFrom } from '../../config/places.ts';
import type { MoveMap } from '../../project/moves.ts';
import { remembered } from '../../project/remembered.ts';
import { type IgnoredPath, parentOf, type TreeFile, type TreePath } from '../../project/snapshot.ts';
import { createTree, resolveFile, type Tree } from '../../project/tree.ts';

/** A tree that is asked for the same places again and again. */
export interface Side {
  readonly tree: Tree;
  /** Whether something may be at a place, whatever its ending. */
  mayBe(place: PlacePath): boolean;
  /** The file that a place without its ending means; nothing where there is none. */
  fileAt(place: PlacePath, also: 'modules' | 'styles'): TreePath | undefined;
  /** Whether a place, with an ending or without, is there. */
  isThere(place: PlacePath): boolean;
}

/** The tree as it is, and as the moves leave it. */
export interface Trees {
  readonly before: Side;
  readonly after: Side;
  readonly moves: MoveMap;
  /** A file of a folder, down to a depth, that is in none of these folders after the moves; undefined if all are. */
  lostFrom(folder: TreePath, depth: number, places: readonly TreePath[]): TreePath | undefined;
  /** Whether all that is in a folder goes where the folder goes, and meets nothing else there. */
  isCarried(folder: TreePath): boolean;
}

export function createTrees({ tree, moves }: { readonly tree: Tree; readonly moves: MoveMap }): Trees {
  const files = new Map<TreePath, readonly TreePath[]>();
  const lost = new Map<string, { readonly file: TreePath | undefined }>();
  const carried = new Map<TreePath, boolean>();
  const after = movedTree(tree, moves);
  return {
    before: sideOf(tree),
    after: sideOf(after),
    moves,
    lostFrom: (folder, depth, places) =>
      // Of many patterns in a list, most ask the same.
      remembered(lost, [folder, depth, ...places].join('\0'), () => {
        const below = remembered(files, folder, () => listed(tree, folder));
        const isKept = (file: TreePath) => places.some((place) => isNear(moves.after(file), place, depth));
        return { file: below.find((file) => isNear(file, folder, depth) && !isKept(file)) };
      }).file,
    isCarried: (folder) =>
      remembered(carried, folder, () => {
        const home = moves.after(folder);
        const names = [...tree.entries(folder).keys()];
        return (
          after.entries(home).size === names.length &&
          names.every((name) => moves.after(inside(folder, name)) === inside(home, name))
        );
      }),
  };
}

function isNear(file: TreePath, folder: TreePath, depth: number): boolean {
  return (
    isInside(file, folder) && (depth === Number.POSITIVE_INFINITY || depthOf(pathFrom(folder, file)) <= depth)
  );
}

/** How many names a path has. */
export function depthOf(path: string): number {
  return path.split('/').length;
}

function sideOf(tree: Tree): Side {
  const stems = new Map<TreePath, ReadonlySet<string>>();
  // What is not there would be asked for with every ending.
  const mayBe = (place: PlacePath): boolean => {
    const folder = parentOf(place);
    const known = remembered(stems, folder, () => stemsOf(tree.entries(folder)));
    const name = folder === '' ? place : place.slice(folder.length + 1);
    return place === '' || known.has(name) || known.has(stemOf(name));
  };
  return {
    tree,
    mayBe,
    fileAt: (place, also) => (mayBe(place) ? resolveFile(tree, place, also) : undefined),
    isThere: (place) =>
      mayBe(place) && (tree.kindOf(place) !== undefined || resolveFile(tree, place) !== undefined),
  };
}

/** What the entries of a folder may be called by: without an ending, or without the mark of a partial. */
function stemsOf(entries: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const stems = new Set<string>();
  for (const name of entries.keys()) {
    const plain = name.startsWith('_') ? name.slice(1) : name;
    stems.add(stemOf(name)).add(stemOf(plain));
    // Types have two endings.
    if (name.endsWith('.d.ts')) stems.add(stemOf(stemOf(name)));
    if (name.startsWith('.')) stems.add(name);
  }
  return stems;
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? name : name.slice(0, dot);
}

function inside(folder: TreePath, name: string): TreePath {
  return folder === '' ? name : `${folder}/${name}`;
}

function movedTree(tree: Tree, moves: MoveMap): Tree {
  const files: TreeFile[] = [];
  const ignored: IgnoredPath[] = [];
  for (const { path, kind } of entriesBelow(tree, '')) {
    const to = moves.after(path);
    if (!tree.isListed(path)) ignored.push({ path: to, kind: kind === 'folder' ? 'folder' : 'file' });
    else if (kind !== 'folder') files.push(kind === 'link' ? { path: to, link: '' } : { path: to });
  }
  const nothing = { unreadable: [], foreign: [], ignoredBy: () => undefined, list: () => [] };
  return createTree({ files, ignored, ...nothing, read: () => new Uint8Array() });
}

type Entry = { readonly path: TreePath; readonly kind: 'file' | 'folder' | 'link' };

function* entriesBelow(tree: Tree, folder: TreePath): Iterable<Entry> {
  for (const [name, kind] of tree.entries(folder)) {
    const path = inside(folder, name);
    yield { path, kind };
    if (kind === 'folder' && tree.isListed(path)) yield* entriesBelow(tree, path);
  }
}

function listed(tree: Tree, folder: TreePath): TreePath[] {
  if (!tree.isListed(folder)) return [];
  return [...entriesBelow(tree, folder)].flatMap(({ path, kind }) =>
    kind === 'folder' || !tree.isListed(path) ? [] : [path],
  );
}
