/** Finds the projects of a repository: the folders with a config of the framework. */

import { groupedBy } from '../base/grouped.ts';
import { baseName } from '../base/paths.ts';
import type { Names } from '../catalogue/names.ts';
import { knownName, parentOf, type Snapshot, type TreePath } from './snapshot.ts';

/** A folder with a config of the framework. */
export interface FoundProject {
  readonly folder: TreePath;
  readonly config: TreePath;
  /** Other configs in the same folder, which the framework does not read. */
  readonly others: readonly TreePath[];
}

/** The possible names of a config, in order of precedence. */
export function configNames({ configFile, configExtensions }: Names): readonly string[] {
  return configExtensions.map((extension) => `${configFile}.${extension}`);
}

/** Whether the name of a file is that of a framework config. */
export function isConfigFile(
  path: TreePath,
  { configFile, configExtensions }: Names,
  disk?: { readonly folds?: boolean },
): boolean {
  const name = knownName(baseName(path), disk);
  return (
    name.startsWith(`${configFile}.`) &&
    configExtensions.includes(name.slice(configFile.length + 1))
  );
}

/** All projects of a listing, outer ones first. */
export function findProjects(
  snapshot: Pick<Snapshot, 'files' | 'folds'>,
  names: Names,
): FoundProject[] {
  const configFiles = configNames(names);
  const configs = snapshot.files
    .map(({ path }) => path)
    .filter((path) => isConfigFile(path, names, snapshot));
  const rankOf = (path: TreePath) => configFiles.indexOf(knownName(baseName(path), snapshot));
  const inOrder = (a: TreePath, b: TreePath) => rankOf(a) - rankOf(b);
  return [...groupedBy(configs, parentOf)]
    .flatMap(([folder, paths]): FoundProject[] => {
      const [config, ...others] = paths.toSorted(inOrder);
      return config === undefined ? [] : [{ folder, config, others }];
    })
    .toSorted((a, b) => depthOf(a.folder) - depthOf(b.folder) || (a.folder < b.folder ? -1 : 1));
}

function depthOf(folder: TreePath): number {
  return folder === '' ? 0 : folder.split('/').length;
}

/** Returns the folder of the innermost project that contains a file; undefined if there is none. */
export type OwnerFinder = (path: TreePath) => TreePath | undefined;

export function createOwnerFinder(roots: readonly TreePath[]): OwnerFinder {
  const folders = new Set(roots);
  const ownerOf: OwnerFinder = (path) =>
    folders.has(path) ? path : path === '' ? undefined : ownerOf(parentOf(path));
  return ownerOf;
}
