import { isInside, type PlacePath, placeAt } from '../config/places.ts';
import { parentOf, type Snapshot, type TreePath } from './snapshot.ts';

export type EntryKind = 'file' | 'folder' | 'link';

/** The listing of a snapshot, to be asked what is where. */
export interface Tree {
  kindOf(path: TreePath): EntryKind | undefined;
  /** Whether the listing can tell: it ends at the migrated folder and at what is left out. */
  isListed(path: TreePath): boolean;
  /** Where a path leads if links on its way are followed; undefined if that is outside the migrated folder. */
  follow(path: TreePath): TreePath | undefined;
  /** What is directly in a folder, by name. */
  entries(folder: TreePath): ReadonlyMap<string, EntryKind>;
  /** Every folder at any depth below one, also those that the run leaves out. */
  foldersBelow(folder: TreePath): Iterable<TreePath>;
}

const nothing: ReadonlyMap<string, EntryKind> = new Map();

export function createTree({ files, ignored, unreadable, foreign }: Snapshot): Tree {
  const folders = new Map<TreePath, Map<string, EntryKind>>([['', new Map()]]);
  const add = (path: TreePath, kind: EntryKind): void => {
    const slash = path.lastIndexOf('/');
    const folder = slash === -1 ? '' : path.slice(0, slash);
    let entries = folders.get(folder);
    if (!entries) {
      entries = new Map();
      folders.set(folder, entries);
      add(folder, 'folder');
    }
    entries.set(path.slice(slash + 1), kind);
  };
  const links = new Map<TreePath, string>();
  for (const { path, link } of files) {
    add(path, link === undefined ? 'file' : 'link');
    if (link !== undefined) links.set(path, link);
  }
  const closed = new Set<TreePath>();
  for (const { path, kind } of ignored) {
    add(path, kind);
    closed.add(path);
  }
  for (const { path } of [...unreadable, ...foreign]) {
    add(path, 'folder');
    closed.add(path);
  }
  return {
    isListed(path) {
      if (path === '..' || path.startsWith('../')) return false;
      for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
        if (closed.has(path.slice(0, end))) return false;
      }
      return true;
    },
    follow: (path) => (links.size === 0 ? path : followLinks(path, links)),
    kindOf(path) {
      if (path === '') return 'folder';
      const slash = path.lastIndexOf('/');
      return folders.get(slash === -1 ? '' : path.slice(0, slash))?.get(path.slice(slash + 1));
    },
    entries: (folder) => folders.get(folder) ?? nothing,
    *foldersBelow(folder) {
      for (const [name, kind] of folders.get(folder) ?? nothing) {
        if (kind !== 'folder') continue;
        const inner = placeAt(folder, name);
        yield inner;
        yield* this.foldersBelow(inner);
      }
    },
  };
}

/** Everything at any depth below a folder, each folder before what is in it. */
export function* entriesBelow(
  tree: Pick<Tree, 'entries'>,
  folder: TreePath,
): Iterable<[TreePath, EntryKind]> {
  for (const [name, kind] of tree.entries(folder)) {
    const path = placeAt(folder, name);
    yield [path, kind];
    if (kind === 'folder') yield* entriesBelow(tree, path);
  }
}

// As many as a system follows.
const mostLinks = 40;

function followLinks(path: TreePath, links: ReadonlyMap<TreePath, string>): TreePath | undefined {
  let seen = path;
  for (let count = 0; count < mostLinks; count += 1) {
    const names = seen.split('/');
    const end = names.findIndex((_, index) => links.has(names.slice(0, index + 1).join('/')));
    if (end === -1) return seen;
    const link = names.slice(0, end + 1).join('/');
    const target = links.get(link) ?? '';
    if (target.startsWith('/') || /^[A-Za-z]:/.test(target)) return undefined;
    seen = placeAt(placeAt(parentOf(link), target), names.slice(end + 1).join('/'));
    if (!isInside(seen, '')) return undefined;
  }
  return undefined;
}

const styleExtensions = '.css .scss .sass .less .styl .postcss'.split(' ');
const moduleExtensions = '.ts .tsx .mts .cts .d.ts .js .jsx .mjs .cjs .vue .json'.split(' ');
const allExtensions = [...moduleExtensions, ...styleExtensions];

/** The file that a path without its extension means, as bundlers look for it; undefined if there is none. */
export function resolveFile(
  tree: Pick<Tree, 'kindOf'>,
  path: TreePath,
  also: 'modules' | 'styles' = 'modules',
): TreePath | undefined {
  const kind = tree.kindOf(path);
  if (kind === 'file' || kind === 'link') return path;
  const extensions = also === 'styles' ? styleExtensions : allExtensions;
  const beside = extensions.find((extension) => isFile(tree, path + extension));
  if (beside !== undefined) return path + beside;
  // TypeScript files may be named as what they become.
  const typed = path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2');
  if (typed !== path && isFile(tree, typed)) return typed;
  if (also === 'styles') {
    const partial = partialOf(path);
    const extension = styleExtensions.find((ending) => isFile(tree, partial + ending));
    if (extension !== undefined) return partial + extension;
  }
  if (kind !== 'folder') return undefined;
  const indexes = also === 'styles' ? ['_index', 'index'] : ['index'];
  for (const name of indexes) {
    const extension = extensions.find((ending) => isFile(tree, placeAt(path, name + ending)));
    if (extension !== undefined) return placeAt(path, name + extension);
  }
  return undefined;
}

/** The folder that a place would be made in; undefined if no part of the way to it from a base is there. */
export function nearestFolder(
  place: PlacePath,
  base: PlacePath,
  { kindOf }: Pick<Tree, 'kindOf'>,
): PlacePath | undefined {
  for (let folder = parentOf(place); folder !== '' && !isInside(base, folder); folder = parentOf(folder)) {
    const kind = kindOf(folder);
    if (kind !== undefined) return kind === 'folder' ? folder : undefined;
  }
  return undefined;
}

/** Sass keeps the underscore of a partial out of the references to it. */
function partialOf(path: TreePath): TreePath {
  const slash = path.lastIndexOf('/') + 1;
  return `${path.slice(0, slash)}_${path.slice(slash)}`;
}

function isFile(tree: Pick<Tree, 'kindOf'>, path: TreePath): boolean {
  const kind = tree.kindOf(path);
  return kind === 'file' || kind === 'link';
}
