import { createRequire } from 'node:module';
import type Picomatch from 'picomatch';
import { isInside, type PlacePath, pathFrom, placeAt, splitGlob } from '../../config/places.ts';
import type { MovedTree } from '../references/reference.ts';
import { remembered } from '../remembered.ts';
import type { TreePath } from '../snapshot.ts';
import { entriesBelow } from '../tree.ts';
import type { ToolReading } from './words.ts';

const require = createRequire(import.meta.url);
let picomatch: typeof Picomatch | undefined;

/** The files that a path or pattern names from a folder, before the moves and after them. */
export interface MatchedFiles {
  before(folder: PlacePath, path: string, as: ToolReading['as']): ReadonlySet<TreePath>;
  after(folder: PlacePath, path: string, as: ToolReading['as']): ReadonlySet<TreePath>;
}

/** Files are listed when the first pattern asks for them. */
export function createMatchedFiles({ tree, moves }: MovedTree): MatchedFiles {
  let listed: readonly TreePath[] | undefined;
  let moved: readonly TreePath[] | undefined;
  const filesBefore = () => {
    listed ??= [...entriesBelow(tree, '')].flatMap(([path, kind]) => (kind === 'folder' ? [] : [path]));
    return listed;
  };
  const filesAfter = () => {
    moved ??= filesBefore().map(moves.after);
    return moved;
  };
  const known = { before: new Map(), after: new Map() } satisfies {
    readonly [when: string]: Map<string, ReadonlySet<TreePath>>;
  };
  return {
    before: (folder, path, as) =>
      remembered(known.before, `${as}:${folder}:${path}`, () => matchedIn(filesBefore(), folder, path, as)),
    after: (folder, path, as) =>
      remembered(known.after, `${as}:${folder}:${path}`, () => matchedIn(filesAfter(), folder, path, as)),
  };
}

/** A plain path names a file, or all that is in a folder. */
function matchedIn(
  files: readonly TreePath[],
  base: PlacePath,
  path: string,
  as: ToolReading['as'],
): ReadonlySet<TreePath> {
  const { folder, pattern } = splitGlob(path);
  const place = placeAt(base, folder);
  const inside = files.filter((file) => isInside(file, place));
  if (pattern === '') return new Set(inside);
  picomatch ??= require('picomatch') as typeof Picomatch;
  const isMatch = picomatch(pattern.replace(/\/$/, ''), { dot: true });
  // A rule covers what is inside what it names as well.
  const matches = as === 'rule' ? (inner: string) => withFolders(inner).some((one) => isMatch(one)) : isMatch;
  return new Set(inside.filter((file) => matches(pathFrom(place, file))));
}

function withFolders(path: string): string[] {
  const names = path.split('/');
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}
