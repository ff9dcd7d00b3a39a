/**
 * Finds and reads the settings file of a repository. How its values and those of flags go together is in settings.ts.
 */

import { lstatSync } from 'node:fs';
import { basename, join, posix, relative, resolve } from 'node:path';
import { transforms } from '../../transforms/index.ts';
import { isModule } from '../catalogue/extensions.ts';
import type { Names } from '../catalogue/names.ts';
import { type Settings, settingsShape } from '../plan/shapes.ts';
import { findProjects } from '../tree/discover.ts';
import { slashed } from '../tree/git-ignore.ts';
import { memberOf, parseJson } from '../tree/json.ts';
import { settingsNames } from '../tree/own-files.ts';
import { parentOf, type Snapshot, type TreePath } from '../tree/snapshot.ts';
import type { CommandFlags } from './flags.ts';
import { type Io, UsageError } from './io.ts';
import { repositoryFolders, textOnDisk } from './named-files.ts';
import { type DataFile, type DataKind, loadDataFile } from './user-files.ts';

/** A settings file that was read. */
export interface SettingsFile extends DataFile<Settings> {
  readonly path: string;
  /** Whether the code that the file names may be run. */
  readonly isTrusted: boolean;
}

const packageFile = 'package.json';
const packageKey = 'fw-migrate';

/** The settings file of a run: the named one, else the nearest in its folder or above it in its repository. */
export async function readSettings(
  folder: string,
  { config, trustConfig = false }: CommandFlags,
  { cwd }: Io,
): Promise<SettingsFile | undefined> {
  if (config === false) return undefined;
  const path = config === undefined ? findSettings(folder) : resolve(cwd, config);
  if (path === undefined) return undefined;
  const name = config === undefined ? slashed(relative(cwd, path)) : config || "''";
  if (isModule(path) && config === undefined && !trustConfig)
    throw new UsageError(
      `${name}: Loading these settings would run code of the repository, which needs your permission. If you trust it, run with --trust-config, or with --config ${name}. To ignore it, run with --no-config.`,
    );
  const key = basename(path) === packageFile ? packageKey : undefined;
  const file = await loadDataFile(name, cwd, kind, key);
  return { ...file, path, isTrusted: trustConfig || isModule(path) };
}

/** The settings files in folders of projects below the folder of a run, which are not read. */
export function settingsBelow({ files }: Pick<Snapshot, 'files'>, names: Names): TreePath[] {
  const isBelow = (path: TreePath) =>
    settingsNames.includes(posix.basename(path)) && parentOf(path) !== '';
  const below = files.map(({ path }) => path).filter(isBelow);
  if (below.length === 0) return [];
  const projects = new Set(findProjects({ files }, names).map(({ folder }) => folder));
  return below.filter((path) => projects.has(parentOf(path)));
}

/** Searches up to the root of the repository; without one, files above the folder may belong to anybody. */
function findSettings(folder: string): string | undefined {
  for (const place of repositoryFolders(folder)) {
    // Entries that are not files count too, and are refused later.
    const names = settingsNames.filter((name) =>
      lstatSync(join(place, name), { throwIfNoEntry: false }),
    );
    const found = hasPackageKey(join(place, packageFile)) ? [...names, packageFile] : names;
    if (found.length > 1)
      throw new UsageError(
        `There is more than one settings file in ${place}: ${found.join(', ')}. Keep one of them, or choose one with --config.`,
      );
    if (found[0] !== undefined) return join(place, found[0]);
  }
  return undefined;
}

function hasPackageKey(path: string): boolean {
  const text = textOnDisk(path) ?? '';
  if (!text.includes(`"${packageKey}"`)) return false;
  const root = parseJson(text);
  // Invalid JSON that seems to have settings counts, so that an error explains why they are not read.
  return root ? memberOf(root, packageKey) !== undefined : /"fw-migrate"\s*:\s*\{/.test(text);
}

/** The advice for a mistake in the file. */
export const correctSettings = 'Fix it, or run with --no-config.';

const kind: DataKind<Settings> = {
  shape: settingsShape(transforms),
  what: 'The settings',
  advice: 'Pass a settings file with --config, or run with --no-config.',
  correct: correctSettings,
};
