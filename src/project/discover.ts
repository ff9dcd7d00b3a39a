import { posix } from 'node:path';
import type { Names } from '../catalogue/names.ts';
import { parentOf, type TreeFile, type TreePath } from './snapshot.ts';

/** A folder with a config of the framework. */
export interface FoundProject {
  readonly folder: TreePath;
  readonly config: TreePath;
  /** Other configs in the same folder, which the framework does not read. */
  readonly others: readonly TreePath[];
}

/** The names that a config may have, in the order in which they are looked for. */
export function configNames({ configFile, configExtensions }: Names): readonly string[] {
  return configExtensions.map((extension) => `${configFile}.${extension}`);
}

/** Whether a file is a config of the framework by its name. */
export function isConfigFile(path: TreePath, { configFile, configExtensions }: Names): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.startsWith(`${configFile}.`) && configExtensions.includes(name.slice(configFile.length + 1));
}

/** Every project of a listing, outer ones first. */
export function findProjects(files: readonly TreeFile[], names: Names): FoundProject[] {
  const known = configNames(names);
  const byFolder = new Map<TreePath, TreePath[]>();
  for (const { path } of files) {
    if (!isConfigFile(path, names)) continue;
    const folder = parentOf(path);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), path]);
  }
  const inOrder = (a: TreePath, b: TreePath) =>
    known.indexOf(posix.basename(a)) - known.indexOf(posix.basename(b));
  return [...byFolder]
    .flatMap(([folder, paths]): FoundProject[] => {
      const [config, ...others] = paths.toSorted(inOrder);
      return config === undefined ? [] : [{ folder, config, others }];
    })
    .toSorted((a, b) => depthOf(a.folder) - depthOf(b.folder) || (a.folder < b.folder ? -1 : 1));
}

function depthOf(folder: TreePath): number {
  return folder === '' ? 0 : folder.split('/').length;
}
