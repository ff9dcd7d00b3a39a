import { isInside, type PlacePath, pathFrom, placeAt, splitGlob } from '../config/places.ts';
import { compileGlob, compileRule } from './globs.ts';
import type { MovedTree } from './references/reference.ts';
import { once, remembered } from './remembered.ts';
import type { TreePath } from './snapshot.ts';
import { entriesBelow } from './tree.ts';

/** The files that a path or pattern names from a folder; as a rule also what is inside those. */
type FileMatcher = (folder: PlacePath, path: string, as: 'glob' | 'rule') => ReadonlySet<TreePath>;

/** The same before the moves and after them. */
export interface MatchedFiles {
  readonly before: FileMatcher;
  readonly after: FileMatcher;
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
