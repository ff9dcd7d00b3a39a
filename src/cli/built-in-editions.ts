import { type Dirent, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Edition } from '../catalogue/index.ts';
import { fwNames, type Names } from '../catalogue/names.ts';
import { findProjects, isConfigFile } from '../project/discover.ts';
import type { Snapshot, TreePath } from '../project/snapshot.ts';
import { repositoryFolders } from './named-files.ts';

/** The editions that come with fw-migrate, by the name of their package, which their configs are named after, too. */
const shipped: { readonly [name: string]: () => Promise<Edition> } = {
  nuxt: async () => (await import('../../editions/nuxt.json', { with: { type: 'json' } })).default as Edition,
};

/** Whether an edition with this name comes with fw-migrate. */
export function isBuiltIn(name: string): boolean {
  return name === fwNames.package || Object.hasOwn(shipped, name);
}

/** Loads a built-in edition; undefined if there is none with this name. The default edition has nothing to overlay. */
export async function builtInEdition(name: string): Promise<Edition | undefined> {
  if (!isBuiltIn(name)) return undefined;
  const { $schema: _, ...edition } = (await shipped[name]?.()) ?? {};
  return edition;
}

/** How the configs of each edition are called; those of the default one come first. */
const configsOf = [fwNames.package, ...Object.keys(shipped)].map((name): readonly [string, Names] => [
  name,
  { ...fwNames, configFile: `${name}.config` },
]);

/** The edition that a file is a config of, by its name. */
function editionOfFile(file: string): string | undefined {
  return configsOf.find(([, names]) => isConfigFile(file, names))?.[0];
}

// A folder without any config ends a search like this one soon enough.
const mostFolders = 2_000;

/**
 * The built-in edition of a file or folder, by the configs that are there: of a folder, its own ones count most, then
 * those below, the outermost first, then those above it in its repository.
 */
export function editionNear(path: string): string | undefined {
  const above = () => repositoryFolders(path).map((folder) => editionIn(entriesOf(folder)));
  return editionOfFile(basename(path)) ?? editionBelow([path]) ?? above().find(Boolean);
}

function editionBelow(folders: readonly string[], looked = 0): string | undefined {
  if (folders.length === 0 || looked > mostFolders) return undefined;
  const listed = folders.map((folder) => ({ folder, entries: entriesOf(folder) }));
  const found = editionIn(listed.flatMap(({ entries }) => entries));
  if (found !== undefined) return found;
  const inside = listed.flatMap(({ folder, entries }) =>
    entries
      .filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name))
      .map(({ name }) => join(folder, name)),
  );
  return editionBelow(inside, looked + folders.length);
}

/** The edition of the configs among some files. If there are several, the default one wins, and the others are named. */
function editionIn(entries: readonly Dirent[]): string | undefined {
  const found = new Set(entries.map(({ name }) => editionOfFile(name)));
  return configsOf.find(([name]) => found.has(name))?.[0];
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Configs of other built-in editions in a folder, which a run with one edition leaves alone. */
export function configsOfOthers(
  { files }: Pick<Snapshot, 'files'>,
  own: Names,
): { readonly edition: string; readonly config: TreePath }[] {
  const taken = new Set(findProjects(files, own).map(({ folder }) => folder));
  return configsOf
    .filter(([, { configFile }]) => configFile !== own.configFile)
    .flatMap(([edition, names]) =>
      findProjects(files, names)
        .filter(({ folder }) => !taken.has(folder))
        .map(({ config }) => ({ edition, config })),
    );
}
