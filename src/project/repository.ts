import { posix } from 'node:path';
import type { Catalogue } from '../catalogue/index.ts';
import type { Names } from '../catalogue/names.ts';
import { groupedBy } from '../config/grouped.ts';
import { placeAt } from '../config/places.ts';
import type { FindImporters } from '../config/source.ts';
import { isSigned } from './aliases.ts';
import { isConfigFile } from './discover.ts';
import { type PackageJson, pinnedGeneration, readPackageJson, readWorkspacePins } from './package-json.ts';
import { once, remembered, rememberedText } from './remembered.ts';
import { parentOf, type Snapshot, type TreePath, textIn } from './snapshot.ts';
import { holdsCode } from './syntax/file-kind.ts';
import { createTree, type Tree } from './tree.ts';

/** A snapshot, ready to be asked for what is where and what it says. */
export interface Repository {
  readonly catalogue: Catalogue;
  readonly snapshot: Snapshot;
  readonly tree: Tree;
  /** By the folder they are in. */
  readonly packages: ReadonlyMap<TreePath, PackageJson>;
  /** The folders of packages by their names. */
  readonly packageFolders: ReadonlyMap<string, TreePath>;
  /** What packages inside the repository let others import. */
  readonly importable: readonly ImportableName[];
  /** The text of a file; undefined if there is none, or if it cannot be read as UTF-8. */
  readText(path: TreePath): string | undefined;
  readonly importersOf: FindImporters;
}

/** A name that something of a package is imported by. */
export interface ImportableName {
  readonly name: string;
  /** The folder of the package. */
  readonly folder: TreePath;
  /** What it stands for; conditions may lead to different places. */
  readonly places: readonly TreePath[];
}

export function openRepository(snapshot: Snapshot, catalogue: Catalogue): Repository {
  const { names } = catalogue;
  const tree = createTree(snapshot);
  const readText = (path: TreePath) => (tree.kindOf(path) === 'file' ? textIn(snapshot, path) : undefined);
  const packages = new Map<TreePath, PackageJson>();
  for (const { path } of snapshot.files) {
    if (posix.basename(path) !== 'package.json') continue;
    const text = readText(path);
    const read = text === undefined ? undefined : readPackageJson(path, text, names);
    if (!read) continue;
    const folder = parentOf(path);
    // What a workspace pins in its catalogs counts for all of its packages, as a range of its root would.
    const workspace = placeAt(folder, 'pnpm-workspace.yaml');
    const pins = readWorkspacePins(workspace, readText(workspace) ?? '', names);
    const generation = read.generation ?? pinnedGeneration(pins);
    packages.set(folder, { ...read, generation, pins: [...read.pins, ...pins] });
  }
  const packageFolders = new Map(
    [...packages].flatMap(([folder, { name }]) => (name ? [[name, folder] as const] : [])),
  );
  const importersOf = createImporterFinder(snapshot, readText, names);
  const importable = importableIn(packages);
  return { catalogue, snapshot, tree, packages, packageFolders, importable, readText, importersOf };
}

/** Names that only one package has; the outermost is not installed anywhere. */
function importableIn(packages: ReadonlyMap<TreePath, PackageJson>): ImportableName[] {
  const inner = [...packages].filter(([folder]) => folder !== '');
  const byName = groupedBy(inner, ([, { name }]) => name);
  return [...byName.values()].flatMap(([first, ...others]) => {
    if (others.length > 0) return [];
    const [folder, { importable }] = first;
    return importable.map(({ name, places }) => ({
      name,
      folder,
      places: places.map((place) => placeAt(folder, place)),
    }));
  });
}

/**
 * Finds the files that import another one, by a glance at their texts. What other configs of the framework import is
 * changed for all of them, so they do not count.
 */
function createImporterFinder(
  { files: all }: Snapshot,
  read: (path: TreePath) => string | undefined,
  names: Names,
): FindImporters {
  const known = new Map<TreePath, readonly TreePath[]>();
  // All texts are read at most once, however many files are asked about.
  const importing = once(() => {
    const files = new Map<string, TreePath[]>();
    for (const { path } of all) {
      if (!holdsCode(path) || isConfigFile(path, names)) continue;
      const found = specifiersIn(read(path) ?? '').map((specifier) =>
        posix.basename(withoutEnding(specifier)),
      );
      for (const name of new Set(found)) rememberedText(files, name, () => []).push(path);
    }
    return files;
  });
  return (path) =>
    remembered(known, path, () => {
      const target = withoutEnding(path);
      const others = importing().get(posix.basename(target)) ?? [];
      return others.filter((other) => other !== path && isImporting(read(other) ?? '', other, target));
    });
}

function isImporting(text: string, path: TreePath, target: string): boolean {
  return specifiersIn(text).some((specifier) => mayName(specifier, parentOf(path), target));
}

/** Relative paths, and those behind an alias. */
function specifiersIn(text: string): string[] {
  const found = text.matchAll(/(['"`])((?:\.|[^\w\s'"`./]+\w*\/)[^\s'"`]*)\1/g);
  return Array.from(found, ([, , specifier = '']) => specifier);
}

/** Which folder an alias means is not known yet: every file whose path ends with the rest of the text may be meant. */
function mayName(specifier: string, folder: TreePath, target: string): boolean {
  if (!isSigned(specifier)) return withoutEnding(posix.join(folder, specifier)) === target;
  const rest = withoutEnding(specifier.slice(specifier.indexOf('/') + 1));
  return `/${target}`.endsWith(`/${rest}`);
}

function withoutEnding(path: string): string {
  return path.replace(/\.(?:[cm]?[jt]s|[jt]sx)$/, '').replace(/\/(?:index)?$/, '');
}
