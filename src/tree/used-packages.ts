/** Finds the version of a package that a project uses: the installed one, or that of the lock file. */

import { memo } from '../base/memo.ts';
import { pathFrom, placeAt } from '../base/paths.ts';
import { parseJson, textAt } from './json.ts';
import { type LockedPackage, lockedPackages, lockFiles } from './lock-files.ts';
import { foldersAbove } from './moves.ts';
import { type Snapshot, type TreePath, textIn } from './snapshot.ts';

/** What is known about a package that a project uses. */
export interface UsedPackage {
  /** Undefined if the package is neither installed nor locked. */
  readonly version?: string | undefined;
  readonly isInstalled?: boolean;
  /** The folder that it is installed in, or that it has in the repository. */
  readonly folder?: TreePath;
  /** The versions of the framework that it supports, as it says itself. */
  readonly supports?: string | undefined;
}

/** Folders above the migrated one, which may be a part of a workspace. */
const outside = ['..', '../..', '../../..'];

/**
 * Finds a package as Node does: upwards from a folder. Apart from stated-facts.ts, no other file in the folders of
 * dependencies is ever read.
 */
export function createPackageFinder(
  snapshot: Pick<Snapshot, 'read'>,
  ownPackages: ReadonlyMap<string, TreePath>,
  framework: string,
) {
  const locks = new Map<TreePath, LockedPackage[]>();

  const installedIn = (folder: TreePath, name: string): UsedPackage | undefined => {
    const home = placeAt(folder, `node_modules/${name}`);
    const jsonAt = (file: string) => parseJson(textIn(snapshot, placeAt(home, file)) ?? '');
    const version = textAt(jsonAt('package.json'), 'version');
    if (version === undefined) return undefined;
    const module = jsonAt('dist/module.json');
    const [stated = module && '*'] = [[], ['meta']].flatMap(
      (keys) => textAt(module, ...keys, 'compatibility', framework) ?? [],
    );
    return { version, isInstalled: true, folder: home, supports: stated };
  };

  return (from: TreePath, name: string, range = ''): UsedPackage => {
    // What belongs to the repository is a part of the migration.
    const own = ownPackages.get(name);
    if (own !== undefined) {
      const text = textIn(snapshot, placeAt(own, 'package.json')) ?? '';
      return { version: textAt(parseJson(text), 'version'), folder: own, supports: '*' };
    }
    const folders = [from, ...foldersAbove(from), ...outside];
    for (const folder of folders) {
      const installed = installedIn(folder, name);
      if (installed) return installed;
    }
    for (const folder of folders) {
      const locked = lockFiles.flatMap((file) => {
        const path = placeAt(folder, file);
        return memo(locks, path, () => lockedPackages(file, textIn(snapshot, path) ?? ''));
      });
      const version = lockedFor(
        pathFrom(folder, from),
        range,
        locked.filter((one) => one.name === name),
      );
      if (version !== undefined) return { version };
    }
    return {};
  };
}

/** The version of a package for the project in a folder, which requires a range; any if there is only one. */
function lockedFor(
  folder: string,
  range: string,
  locked: readonly LockedPackage[],
): string | undefined {
  const isOwn = ({ of }: LockedPackage) =>
    of === range || of === (folder || '.') || `${folder}/`.startsWith(of);
  const [nearest] = locked.filter(isOwn).toSorted((a, b) => b.of.length - a.of.length);
  const versions = new Set(locked.map(({ version }) => version));
  return nearest?.version ?? (versions.size === 1 ? locked[0]?.version : undefined);
}
