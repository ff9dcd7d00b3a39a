import { isInside, type PlacePath, pathFrom, placeAt } from '../config/places.ts';
import type { Generation, PackageJson } from './package-json.ts';
import { type EntryKind, resolveFile, type Tree } from './tree.ts';

/** What the disk and package.json say about a project. Places are seen from the folder of its config. */
export interface Evidence {
  kindOf(place: PlacePath): EntryKind | undefined;
  /** Whether a file or folder is there, also where the place leaves a file's ending out, or may be: not all is listed. */
  exists(place: PlacePath): boolean;
  /** The same for a file alone: a folder counts where it has an index. */
  hasFile(place: PlacePath): boolean;
  /** Whether the listing can tell what is there: it ends at what git ignores and at other repositories. */
  isListed(place: PlacePath): boolean;
  /** The file that a place without an extension means. */
  resolve(place: PlacePath): PlacePath | undefined;
  /** The names in a folder. */
  names(folder: PlacePath): readonly string[];
  /** Every folder of the project, also those that the run leaves out. */
  folders(): Iterable<PlacePath>;
  /** What package.json asks for, or one above it; undefined if none says. */
  readonly generation: Generation | undefined;
  /** Whether package.json lists a package. */
  lists(name: string): boolean;
  /** The range of a package that the nearest package.json asks for which lists it. */
  rangeOf(name: string): string | undefined;
  /** Aliases that other configs define for this one: its layers, and the projects that it is a layer of. */
  readonly aliases: InheritedAliases;
}

/** The places of aliases; undefined if only running the config would tell, or if those who define it disagree. */
export type InheritedAliases = ReadonlyMap<string, PlacePath | undefined>;

/** What is known of the files that paths are read over; of the tree after a plan it is no more. */
export type DiskView = Pick<
  Evidence,
  'kindOf' | 'exists' | 'hasFile' | 'isListed' | 'lists' | 'rangeOf' | 'aliases'
>;

export function evidenceOf(tree: Tree, folder: PlacePath, packages: readonly PackageJson[]): Evidence {
  const at = (place: PlacePath) => placeAt(folder, place);
  const kindOf = (place: PlacePath): EntryKind | undefined => {
    const behind = tree.kindOf(at(place)) === undefined ? tree.follow(at(place)) : at(place);
    return behind === undefined ? undefined : tree.kindOf(behind);
  };
  const isListed = (place: PlacePath): boolean => {
    const behind = tree.follow(at(place));
    return behind !== undefined && tree.isListed(at(place)) && tree.isListed(behind);
  };
  const hasFile = (place: PlacePath): boolean =>
    !isListed(place) || resolveFile(tree, tree.follow(at(place)) ?? at(place)) !== undefined;
  return {
    kindOf,
    exists: (place) => kindOf(place) !== undefined || hasFile(place),
    hasFile,
    isListed,
    resolve(place) {
      const file = resolveFile(tree, at(place));
      return file === undefined ? undefined : pathFrom(folder, file);
    },
    names: (place) => [...tree.entries(at(place)).keys()],
    *folders() {
      for (const path of tree.foldersBelow(folder)) yield pathFrom(folder, path);
    },
    generation: packages.map(({ generation }) => generation).find((one) => one !== undefined),
    lists: (name) => packages.some((one) => one.dependencies.has(name)),
    rangeOf: (name) => packages.flatMap((one) => one.dependencies.get(name) ?? [])[0],
    aliases: new Map(),
  };
}

/**
 * Whether a text was already written for Variant A: what Variant B reads in it is not there, and what Variant A reads
 * is. If both are there, or neither is, package.json decides.
 */
export function isWrittenForA(
  isThereInB: boolean,
  isThereInA: boolean,
  { generation }: Pick<Evidence, 'generation'>,
): boolean {
  return isThereInB === isThereInA ? generation === 'a' : isThereInA;
}

/** The first part of a place that is a symbolic link: what is behind it is not ours to move. */
export function linkOnTheWay(evidence: Evidence, place: PlacePath, root: PlacePath): PlacePath | undefined {
  for (let end = place.length; end > 0; end = place.lastIndexOf('/', end - 1)) {
    const part = place.slice(0, end);
    if (!isInside(part, root) || part === root) return undefined;
    if (evidence.kindOf(part) === 'link') return part;
  }
  return undefined;
}
