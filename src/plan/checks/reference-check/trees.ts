import { escaped } from '../../../catalogue/spelling.ts';
import type { MoveMap } from '../../../project/moves.ts';
import { parentOf, type Snapshot, type TreeFile, type TreePath, textIn } from '../../../project/snapshot.ts';
import { createMatcher, type FileMatcher } from '../../../project/tree-after.ts';

/** The files of a repository at one moment. */
export interface WrittenTree {
  readonly paths: readonly TreePath[];
  /** The files and folders that a path may resolve to, with its extension or without. */
  find(place: TreePath): readonly TreePath[];
  readonly matched: FileMatcher;
  read(path: TreePath): string | undefined;
}

/** The files before and after the run. */
export interface WrittenTrees {
  readonly before: WrittenTree;
  readonly after: WrittenTree;
  readonly moves: MoveMap;
}

/** Creates both trees; `textOf` returns the new text of a file by its path before the run, if it changes. */
export function createTrees(
  snapshot: Snapshot,
  moves: MoveMap,
  buildDir: string,
  textOf: (path: TreePath) => string | undefined,
): WrittenTrees {
  const [links, files] = [snapshot.files.filter(isLink), snapshot.files.filter((file) => !isLink(file))];
  const closed = [...snapshot.ignored, ...snapshot.foreign, ...snapshot.unreadable, ...links];
  const unlisted = closed.map(({ path }) => path);
  const textBefore = (path: TreePath) => textIn(snapshot, path);
  const treeOf = (later: MoveMap['after'], read: WrittenTree['read']): WrittenTree => {
    const origins = new Map(files.map(({ path }) => [later(path), path]));
    const [paths, places] = [[...origins.keys()], [...unlisted, ...unlisted.map(later)]];
    const find = createFinder([...paths, ...places], new Set(places), buildDir);
    const readIn = (path: TreePath) => (origins.has(path) ? read(origins.get(path) ?? path) : undefined);
    return { paths, find, matched: createMatcher(() => paths), read: readIn };
  };
  return {
    before: treeOf((path) => path, textBefore),
    after: treeOf(moves.after, (path) => textOf(path) ?? textBefore(path)),
    moves,
  };
}

function isLink({ link }: TreeFile): boolean {
  return link !== undefined;
}

/** Every text is looked up, so an index of all possible spellings is built once. */
function createFinder(
  paths: readonly TreePath[],
  unlisted: ReadonlySet<TreePath>,
  buildDir: string,
): WrittenTree['find'] {
  const generated = new RegExp(`(?:^|/)(?:${escaped(buildDir)}|node_modules)(?:/|$)`);
  const named = new Map<TreePath, readonly TreePath[]>([['', ['']]]);
  // The spellings of a path share a list, because a list for each would take more memory than all paths.
  const add = (place: TreePath, match: readonly [TreePath]): void => {
    const matches = named.get(place);
    if (!matches) named.set(place, match);
    else if (!matches.includes(match[0])) named.set(place, [...matches, match[0]]);
  };
  for (const path of paths) {
    const match = [path] as const;
    add(path, match);
    for (const place of shortNames(path)) add(place, match);
    for (let folder = parentOf(path); !named.get(folder)?.includes(folder); folder = parentOf(folder))
      add(folder, [folder]);
  }
  return (place) => {
    const matches = named.get(place) ?? named.get(place.replace(/\.[cm]?jsx?$/, ''));
    if (matches) return matches;
    // Places outside the repository, unlisted, or generated may exist, with any extension.
    const mayExist = /^\.\.(?:\/|$)/.test(place) || isBelow(place, unlisted) || generated.test(place);
    return mayExist ? [place.replace(extensionless, '')] : nothing;
  };
}

const nothing: readonly TreePath[] = [];

/** Files that bundlers find without an extension. */
const extensionless = /(?:\.d\.ts|(?<=[^/])\.(?:[cm]?[jt]sx?|vue|json|css|s[ac]ss|less|styl|postcss))$/;

/** A path without its extension, and without the underscore of a style partial. */
function shortNames(path: TreePath): readonly TreePath[] {
  const stem = path.replace(extensionless, '');
  if (stem === path) return nothing;
  const slash = path.lastIndexOf('/') + 1;
  if (path[slash] !== '_') return [stem];
  return [stem, path.slice(0, slash) + stem.slice(slash + 1), path.slice(0, slash) + path.slice(slash + 1)];
}

function isBelow(place: TreePath, folders: ReadonlySet<TreePath>): boolean {
  for (let end = place.length; end > 0; end = place.lastIndexOf('/', end - 1))
    if (folders.has(place.slice(0, end))) return true;
  return false;
}
