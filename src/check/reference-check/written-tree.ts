import { importable, withoutExtension } from '../../catalogue/extensions.ts';
import type { Names } from '../../catalogue/names.ts';
import { escaped } from '../../catalogue/spelling.ts';
import { foldersAbove } from '../../tree/moves.ts';
import { parentOf, type Snapshot, type TreePath, textIn } from '../../tree/snapshot.ts';
import { createMatcher } from '../../tree/tree-after.ts';

/** The files of a repository at one moment. */
export type WrittenTree = ReturnType<typeof createTree>;

/** `placeOf` and `textOf` get paths before the run, and tell the new place and the new text. */
export function createTree(
  snapshot: Snapshot,
  { buildDir }: Names,
  placeOf = (path: TreePath) => path,
  textOf = (_path: TreePath): string | undefined => undefined,
) {
  const { files, ignored, foreign, unreadable } = snapshot;
  const links = files.filter(({ link }) => link !== undefined);
  const unlisted = [...ignored, ...foreign, ...unreadable, ...links].map(({ path }) => path);
  const listed = files.filter(({ link }) => link === undefined);
  const origins = new Map(listed.map(({ path }) => [placeOf(path), path]));
  const paths = [...origins.keys()];
  return {
    paths,
    /** Where a file was before the run. */
    originOf: (path: TreePath) => origins.get(path) ?? path,
    /** The files and folders that a path may resolve to, with its extension or without. */
    find: createFinder(paths, [...unlisted, ...unlisted.map(placeOf)], buildDir),
    matched: createMatcher(() => paths),
    read(path: TreePath) {
      const origin = origins.get(path);
      return origin === undefined ? undefined : (textOf(origin) ?? textIn(snapshot, origin));
    },
  };
}

/** Every text is looked up, so an index of all possible spellings is built once. */
function createFinder(paths: readonly TreePath[], unlisted: readonly TreePath[], buildDir: string) {
  const generated = new RegExp(`(?:^|/)(?:${escaped(buildDir)}|node_modules)(?:/|$)`);
  const closed = new Set(unlisted);
  const named = new Map<TreePath, readonly TreePath[]>();
  // The spellings of a path share a list, because a list for each would take more memory than all paths.
  const add = (place: TreePath, match: readonly [TreePath]): void => {
    const matches = named.get(place);
    if (!matches) named.set(place, match);
    else if (!matches.includes(match[0])) named.set(place, [...matches, match[0]]);
  };
  const folders = new Set<TreePath>();
  for (const path of [...paths, ...unlisted]) {
    const match = [path] as const;
    for (const place of [path, ...shortNames(path)]) add(place, match);
    for (let folder = parentOf(path); !folders.has(folder); folder = parentOf(folder))
      folders.add(folder);
  }
  for (const folder of folders) add(folder, [folder]);
  return (place: TreePath): readonly TreePath[] => {
    const matches = named.get(place) ?? named.get(place.replace(/\.[cm]?jsx?$/, ''));
    if (matches) return matches;
    // Places outside the repository, unlisted, or generated may exist, with any extension.
    const isClosed = [place, ...foldersAbove(place)].some((folder) => closed.has(folder));
    const mayExist = isClosed || /^\.\.(?:\/|$)/.test(place) || generated.test(place);
    return mayExist ? [withoutExtension(place, importable)] : nothing;
  };
}

const nothing: readonly TreePath[] = [];

/** A path without its extension, and without the underscore of a style partial. */
function shortNames(path: TreePath): readonly TreePath[] {
  const stem = withoutExtension(path, importable);
  if (stem === path) return nothing;
  const slash = path.lastIndexOf('/') + 1;
  if (path[slash] !== '_') return [stem];
  return [
    stem,
    path.slice(0, slash) + stem.slice(slash + 1),
    path.slice(0, slash) + path.slice(slash + 1),
  ];
}
