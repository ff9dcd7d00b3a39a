/**
 * The listing of a snapshot as folders and entries, the file that a path without an extension means, and the spelling
 * of a path on a disk where capitals do not count.
 */

import { lazy, memo } from '../base/memo.ts';
import { baseName, longestPlace, placeAt } from '../base/paths.ts';
import { extensionsOf, importable } from '../catalogue/extensions.ts';
import { folded, parentOf, type Snapshot, type TreePath } from './snapshot.ts';

export type EntryKind = 'file' | 'folder' | 'link';

/** The kinds of the entries in a folder, by their names; the names are absent where they would have to be computed. */
export interface FolderEntries {
  get(name: string): EntryKind | undefined;
  keys?(): Iterable<string>;
  /** Whether capitals do not count. */
  readonly folds?: boolean;
}

/** The entries of a folder where capitals do not count: each is found in any spelling. */
class FoldedEntries extends Map<string, EntryKind> {
  readonly folds = true;
  readonly #alike = lazy(() => new Map(Array.from(this.keys(), (name) => [folded(name), name])));

  override get(name: string): EntryKind | undefined {
    return super.get(this.spelled(name));
  }

  /** A name as the disk has it. */
  spelled(name: string): string {
    return this.has(name) ? name : (this.#alike().get(folded(name)) ?? name);
  }
}

/** The listing of a snapshot as a tree. */
export type Tree = ReturnType<typeof createTree>;

const nothing: ReadonlyMap<string, EntryKind> = new Map();

export function createTree({ files, ignored, unreadable, foreign, folds = false }: Snapshot) {
  const emptyFolder = () => (folds ? new FoldedEntries() : new Map<string, EntryKind>());
  const folders = new Map([['', emptyFolder()]]);
  const add = (path: TreePath, kind: EntryKind): void => {
    const folder = parentOf(path);
    const entries = memo(folders, folder, () => {
      add(folder, 'folder');
      return emptyFolder();
    });
    entries.set(baseName(path), kind);
  };
  for (const { path, link } of files) add(path, link === undefined ? 'file' : 'link');
  for (const { path, kind } of ignored) add(path, kind);
  for (const { path } of [...unreadable, ...foreign]) add(path, 'folder');
  const closed = new Set([...ignored, ...unreadable, ...foreign].map(({ path }) => path));
  const links = new Set(files.flatMap(({ path, link }) => (link === undefined ? [] : path)));
  const openFolders = new Map<TreePath, boolean>([['', true]]);
  const isOpen = (folder: TreePath): boolean =>
    memo(
      openFolders,
      folder,
      () => !closed.has(folder) && !links.has(folder) && isOpen(parentOf(folder)),
    );
  const spellings = new Map<TreePath, TreePath>();
  const spelled = (path: TreePath): TreePath => {
    if (!folds || path === '' || path.startsWith('..') || path.length > longestPlace) return path;
    return memo(spellings, path, () => {
      const folder = spelled(parentOf(path));
      const entries = folders.get(folder);
      const name = baseName(path);
      return placeAt(folder, entries instanceof FoldedEntries ? entries.spelled(name) : name);
    });
  };
  return {
    /** Whether capitals do not count in this tree. */
    folds,
    /** A path in the spelling of the disk, as far as it exists: of `Lib/x.ts`, `lib/x.ts`. */
    spelled,
    /** The paths that were looked up so far in another spelling than that of the disk, with both. */
    respelled: (): Iterable<readonly [written: TreePath, real: TreePath]> =>
      [...spellings].filter(([written, real]) => written !== real),
    /** Whether a path is in the listed part of the disk: inside the migrated folder, not excluded or behind a link. */
    isListed(written: TreePath): boolean {
      const path = spelled(written);
      if (path === '..' || path.startsWith('../')) return false;
      return path.length > longestPlace || (!closed.has(path) && isOpen(parentOf(path)));
    },
    kindOf(written: TreePath): EntryKind | undefined {
      if (written === '') return 'folder';
      const path = folds ? spelled(written) : written;
      // Called so often that it searches for the slash only once.
      const slash = path.lastIndexOf('/');
      return folders.get(slash === -1 ? '' : path.slice(0, slash))?.get(path.slice(slash + 1));
    },
    /** The direct entries of a folder, by name. */
    entries: (folder: TreePath): ReadonlyMap<string, EntryKind> =>
      folders.get(spelled(folder)) ?? nothing,
  };
}

/** All entries below a folder, at any depth, each folder before its content; also those that the run excludes. */
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

const styleExtensions = extensionsOf('style');

/** The extensions that a path may leave out. */
export type Extensions = 'modules' | 'styles';

/** The file of a path without an extension, as bundlers resolve it; undefined if there is none. */
export function resolveFile(
  tree: { readonly entries: (folder: TreePath) => FolderEntries } & Pick<Tree, 'spelled'>,
  written: TreePath,
  also: Extensions = 'modules',
): TreePath | undefined {
  const path = tree.spelled(written);
  const folder = parentOf(path);
  const entries = tree.entries(folder);
  const name = folder === '' ? path : path.slice(folder.length + 1);
  const kind = path === '' ? 'folder' : entries.get(name);
  if (isFile(kind)) return path;
  const file = fileNamed(name, entries, also);
  if (file !== undefined) return tree.spelled(path.slice(0, path.length - name.length) + file);
  const index = kind === 'folder' ? indexIn(tree.entries(path), also) : undefined;
  return index === undefined ? undefined : tree.spelled(placeAt(path, index));
}

/** The file in a folder that a name without its full extension refers to. */
function fileNamed(name: string, entries: FolderEntries, also: Extensions): string | undefined {
  const beside = withExtension(name, entries, also);
  if (beside !== undefined) return beside;
  // TypeScript files may be imported with the extension of their output.
  const typed = name.replace(/\.([cm]?)js(x?)$/, '.$1ts$2');
  if (typed !== name && isFile(entries.get(typed))) return typed;
  // References to Sass partials have no underscore.
  return also === 'styles' ? withExtension(`_${name}`, entries, also) : undefined;
}

function indexIn(entries: FolderEntries, also: Extensions): string | undefined {
  const partial = also === 'styles' ? withExtension('_index', entries, also) : undefined;
  return partial ?? withExtension('index', entries, also);
}

function withExtension(name: string, entries: FolderEntries, also: Extensions): string | undefined {
  if (!mayBeStem(name, entries)) return undefined;
  const tried = also === 'styles' ? styleExtensions : importable;
  const extension = tried.find((ending) => isFile(entries.get(`${name}.${ending}`)));
  return extension === undefined ? undefined : `${name}.${extension}`;
}

const stems = new WeakMap<FolderEntries, ReadonlySet<string>>();

/** Whether an entry may have a name with something after it: most texts are asked about in vain. */
function mayBeStem(name: string, entries: FolderEntries): boolean {
  if (!entries.keys) return true;
  const names = entries.keys();
  const spelling = entries.folds ? folded : (text: string) => text;
  const known = memo(stems, entries, () => new Set(Array.from(stemsOf(names), spelling)));
  return known.has(spelling(name));
}

/** The beginnings of names, up to each of their dots: of `a.b.ts`, `a.b` and `a`. */
function stemsOf(names: Iterable<string>): Set<string> {
  const found = new Set<string>();
  for (const name of names)
    for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1))
      found.add(name.slice(0, dot));
  return found;
}

function isFile(kind: EntryKind | undefined): boolean {
  return kind === 'file' || kind === 'link';
}
