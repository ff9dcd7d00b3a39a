import { posix } from 'node:path';
import type { Catalogue } from '../catalogue/index.ts';
import { groupedBy } from '../config/grouped.ts';
import { placeAt } from '../config/places.ts';
import type { FindImporters } from '../config/source.ts';
import { createImporterFinder } from './importers.ts';
import { type PackageJson, pinnedGeneration, readPackageJson, readWorkspacePins } from './package-json.ts';
import { parentOf, type Snapshot, type TreePath, textIn } from './snapshot.ts';
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
    if (!first || others.length > 0) return [];
    const [folder, { importable }] = first;
    return importable.map(({ name, places }) => ({
      name,
      folder,
      places: places.map((place) => placeAt(folder, place)),
    }));
  });
}
