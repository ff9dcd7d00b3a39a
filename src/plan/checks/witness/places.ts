import type { MoveMap } from '../../../project/moves.ts';
import type { Snapshot, TreePath } from '../../../project/snapshot.ts';

/** The files and folders that a place names: with its extension or without. */
export type Finder = (place: TreePath) => readonly TreePath[];

/** What places name before the moves and after them. */
export interface Finders {
  readonly before: Finder;
  readonly after: Finder;
}

export function createFinders(
  { files, ignored, foreign, unreadable }: Snapshot,
  moves: MoveMap,
  buildDir: string,
): Finders {
  const made = new RegExp(
    `(?:^|/)(?:${buildDir.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}|node_modules)(?:/|$)`,
  );
  const isMade = (place: TreePath) => made.test(place);
  const links = files.filter(({ link }) => link !== undefined);
  const closed = [...ignored, ...foreign, ...unreadable, ...links].map(({ path }) => path);
  const paths = files.map(({ path }) => path);
  return {
    before: createFinder(paths, closed, isMade),
    after: createFinder(paths.map(moves.after), [...closed, ...closed.map(moves.after)], isMade),
  };
}

/** Every text is looked up, so that each way to name something is made once, ahead. */
function createFinder(
  paths: readonly TreePath[],
  closed: readonly TreePath[],
  isMade: (place: TreePath) => boolean,
): Finder {
  const named = new Map<TreePath, TreePath[]>([['', ['']]]);
  const add = (place: TreePath, path: TreePath): void => {
    const known = named.get(place);
    if (!known) named.set(place, [path]);
    else if (!known.includes(path)) known.push(path);
  };
  const addFolders = (path: TreePath): void => {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (named.get(folder)?.includes(folder)) return;
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
    const found = named.get(place) ?? named.get(place.replace(/\.[cm]?jsx?$/, ''));
    if (found) return found;
    // What is outside, not listed, or made by a tool may be there.
    const isUnseen = place === '..' || place.startsWith('../') || isBelow(place, unlisted);
    return isUnseen || isMade(place) ? [place] : nothing;
  };
}

const nothing: readonly TreePath[] = [];

/** Without the extension, and without the underscore of a style sheet that is only a part. */
function shortNames(path: TreePath): readonly TreePath[] {
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
