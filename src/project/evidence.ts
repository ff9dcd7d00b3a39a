import { isInside, type PlacePath, pathFrom, placeAt } from '../base/paths.ts';
import { foldersAbove } from './moves.ts';
import { type Generation, type PackageJson, rangeIn } from './package-json.ts';
import { type EntryKind, resolveFile, type Tree } from './tree.ts';

/** The facts from disk and package.json about a project. Places are relative to the folder of its config. */
export interface Evidence {
  kindOf(place: PlacePath): EntryKind | undefined;
  /** Whether a place exists, with or without the extension of a file, or may exist in an unlisted folder. */
  exists(place: PlacePath): boolean;
  /** The same for files only: a folder counts if it has an index. */
  hasFile(place: PlacePath): boolean;
  /** Whether the place is in the listing, which excludes ignored files, other repositories and content of links. */
  isListed(place: PlacePath): boolean;
  /** The file of a place without an extension. */
  resolve(place: PlacePath): PlacePath | undefined;
  /** The direct entries of a folder, by name. */
  entries(folder: PlacePath): ReadonlyMap<string, EntryKind>;
  /** The generation that the nearest package.json with a range requires. */
  readonly generation: Generation | undefined;
  /** The range of a package in the nearest package.json that lists it; undefined if none does. */
  rangeOf(name: string): string | undefined;
  /** Aliases from other configs: the layers, and the projects that extend this one. */
  readonly aliases: InheritedAliases;
  /** Modules in other configs: the layers, and the projects that extend this one. */
  readonly modules: ReadonlySet<string>;
}

/** The places of aliases; undefined if the place is computed, or if several definitions differ. */
export type InheritedAliases = ReadonlyMap<string, PlacePath | undefined>;

/** The part of the evidence that is also known for the tree after a plan. */
export type DiskView = Pick<Evidence, 'kindOf' | 'exists' | 'hasFile' | 'isListed' | 'rangeOf' | 'aliases'>;

export function evidenceOf(tree: Tree, folder: PlacePath, packages: readonly PackageJson[]): Evidence {
  const at = (place: PlacePath) => placeAt(folder, place);
  const kindOf = (place: PlacePath) => tree.kindOf(at(place));
  const isListed = (place: PlacePath) => tree.isListed(at(place));
  const hasFile = (place: PlacePath) => !isListed(place) || resolveFile(tree, at(place)) !== undefined;
  return {
    kindOf,
    exists: (place) => kindOf(place) !== undefined || hasFile(place),
    hasFile,
    isListed,
    resolve(place) {
      const file = resolveFile(tree, at(place));
      return file === undefined ? undefined : pathFrom(folder, file);
    },
    entries: (place) => tree.entries(at(place)),
    generation: packages.map(({ generation }) => generation).find((value) => value !== undefined),
    rangeOf: (name) => rangeIn(packages, name),
    aliases: new Map(),
    modules: new Set(),
  };
}

/**
 * Whether a text was already written for Variant A: its place exists in Variant A and not in Variant B. If both
 * exist, or neither, package.json decides.
 */
export function isWrittenForA(
  isThereInB: boolean,
  isThereInA: boolean,
  { generation }: Pick<Evidence, 'generation'>,
): boolean {
  return isThereInB === isThereInA ? generation === 'a' : isThereInA;
}

/** The symbolic link on the path to a place, if there is one: files behind it are not moved. */
export function linkOnTheWay(evidence: Evidence, place: PlacePath, root: PlacePath): PlacePath | undefined {
  return [place, ...foldersAbove(place)]
    .filter((part) => isInside(part, root) && part !== root)
    .find((part) => evidence.kindOf(part) === 'link');
}
