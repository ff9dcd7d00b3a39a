/** What disk and package.json show about one project, with places relative to its folder. */

import { isInside, type PlacePath, pathFrom, placeAt } from '../base/paths.ts';
import { foldersAbove } from './moves.ts';
import { generationOf, type PackageJson, rangeIn } from './package-json.ts';
import type { Repository } from './repository.ts';
import { type Extensions, resolveFile, type Tree } from './tree.ts';

/** The facts from disk and package.json about a project. Places are relative to the folder of its config. */
export type Evidence = Readonly<ReturnType<typeof evidenceOf>>;

/** The places of aliases; undefined if the place is computed, or if several definitions differ. */
export type InheritedAliases = ReadonlyMap<string, PlacePath | undefined>;

/** What is needed of the files to resolve a text. */
export type Disk = Pick<
  Evidence,
  'kindOf' | 'exists' | 'hasFile' | 'isListed' | 'resolve' | 'spelled' | 'folds'
> &
  Partial<Pick<Evidence, 'rangeOf'>>;

/** The files of a tree. In contrast to the evidence of a project, what is not listed does not exist. */
export function diskOf(tree: Tree): Disk {
  const resolve = (place: PlacePath, also?: Extensions) => resolveFile(tree, place, also);
  return {
    folds: tree.folds,
    spelled: tree.spelled,
    kindOf: tree.kindOf,
    exists: (place) => tree.kindOf(place) !== undefined || resolve(place) !== undefined,
    hasFile: (place, also) => resolve(place, also) !== undefined,
    isListed: tree.isListed,
    resolve,
  };
}

/** The part of the evidence that is also known for the tree after a plan. */
export type DiskView = Pick<
  Evidence,
  | 'kindOf'
  | 'exists'
  | 'hasFile'
  | 'isListed'
  | 'resolve'
  | 'spelled'
  | 'folds'
  | 'rangeOf'
  | 'aliases'
>;

export function evidenceOf(
  {
    tree,
    usedPackage,
    catalogue: { names },
  }: Pick<Repository, 'tree' | 'usedPackage' | 'catalogue'>,
  folder: PlacePath,
  packages: readonly PackageJson[],
) {
  const at = (place: PlacePath) => placeAt(folder, place);
  const kindOf = (place: PlacePath) => tree.kindOf(at(place));
  const isListed = (place: PlacePath) => tree.isListed(at(place));
  const hasFile = (place: PlacePath, also?: Extensions) =>
    !isListed(place) || resolveFile(tree, at(place), also) !== undefined;
  return {
    folds: tree.folds,
    /** A place in the spelling of the disk. */
    spelled(place: PlacePath): PlacePath {
      const [written, path] = [at(place), tree.spelled(at(place))];
      return path === written ? place : pathFrom(folder, path);
    },
    kindOf,
    /** Whether a place exists, with or without the extension of a file, or may exist in an unlisted folder. */
    exists: (place: PlacePath) => kindOf(place) !== undefined || hasFile(place),
    /** The same for files only: a folder counts if it has an index. */
    hasFile,
    /** Whether the place is in the listing, which excludes ignored files, other repositories and content of links. */
    isListed,
    /** The file of a place without an extension. */
    resolve(place: PlacePath, also?: Extensions): PlacePath | undefined {
      const file = resolveFile(tree, at(place), also);
      return file === undefined ? undefined : pathFrom(folder, file);
    },
    /** The direct entries of a folder, by name. */
    entries: (place: PlacePath) => tree.entries(at(place)),
    /** The generation that the nearest package.json with a range requires, or else the one that is installed. */
    generation:
      packages.map(({ generation }) => generation).find((value) => value !== undefined) ??
      generationOf(
        usedPackage(folder, names.package, rangeIn(packages, names.package)).version ?? '',
        names,
      ),
    /** The range of a package in the nearest package.json that lists it; undefined if none does. */
    rangeOf: (name: string) => rangeIn(packages, name),
    /** The package with a name that is installed or locked. */
    usedPackage: (name: string) => usedPackage(folder, name, rangeIn(packages, name)),
    /** Aliases from its own modules, and from other configs: the layers, and the projects that extend this one. */
    aliases: new Map() as InheritedAliases,
    /** Modules in other configs: the layers, and the projects that extend this one. */
    modules: new Set() as ReadonlySet<string>,
  };
}

/**
 * Whether a text was already written for Variant A: its place exists in Variant A and not in Variant B. If both
 * exist, or neither, package.json decides.
 */
export function isWrittenForA(isThereInB: boolean, isThereInA: boolean, isNewer: boolean): boolean {
  return isThereInB === isThereInA ? isNewer : isThereInA;
}

/** The symbolic link on the path to a place, if there is one: files behind it are not moved. */
export function linkOnTheWay(
  evidence: Evidence,
  place: PlacePath,
  root: PlacePath,
): PlacePath | undefined {
  return [place, ...foldersAbove(place)]
    .filter((part) => isInside(part, root) && part !== root)
    .find((part) => evidence.kindOf(part) === 'link');
}
