import { folderKinds } from '../catalogue/folder-kinds.ts';
import { openConfig } from '../config/document.ts';
import { placeAt } from '../config/places.ts';
import { ConfigProblem } from '../config/problem.ts';
import { isUnset } from '../project/bases.ts';
import type { LayerFolder } from '../project/rebase.ts';
import type { TreePath } from '../project/snapshot.ts';
import { compatibilityIn, variantOf } from './effective/project.ts';
import { findLayers, type LocatedConfig } from './effective/sources.ts';
import type { Migration } from './migrate.ts';
import type { OpenProject } from './open-project.ts';

/** What the layers of each project say about folders afterwards, by the option: it would hold for the project, too. */
export type LayerFolders = ReadonlyMap<OpenProject, ReadonlyMap<string, LayerFolder>>;

const options = ['srcDir', ...folderKinds.flatMap(({ option }) => option ?? [])];

/** Reads what is said in the configs as their migrations leave them. */
export function layerFoldersOf(
  migrated: ReadonlyMap<OpenProject, Migration>,
  read: (path: TreePath) => string | undefined,
): LayerFolders {
  const projects = new Map([...migrated.keys()].map((project) => [project.found.folder, project]));
  const located = new Map(
    [...projects].map(([folder, { config, evidence }]): [TreePath, LocatedConfig] => [
      folder,
      { folder, config, disk: evidence },
    ]),
  );
  const known = new Map<OpenProject, ReadonlyMap<string, LayerFolder>>();
  const foldersIn = (project: OpenProject): ReadonlyMap<string, LayerFolder> => {
    const found = known.get(project) ?? ownFolders(project, migrated.get(project), read);
    known.set(project, found);
    return found;
  };
  const result = new Map<OpenProject, ReadonlyMap<string, LayerFolder>>();
  for (const [folder, project] of projects) {
    const self = located.get(folder);
    if (!self || projects.size === 1) continue;
    const compatibility = compatibilityIn(project);
    const { layers } = findLayers({ ...self, compatibility }, variantOf(project), located);
    const said = layers.flatMap((layer) => {
      const own = projects.get(placeAt(folder, layer.folder));
      return own ? [...foldersIn(own)] : [];
    });
    // Of several layers the first counts.
    if (said.length > 0) result.set(project, new Map(said.toReversed()));
  }
  return result;
}

/** The folders that a config names after its migration. */
function ownFolders(
  { config }: OpenProject,
  migration: Migration | undefined,
  read: (path: TreePath) => string | undefined,
): ReadonlyMap<string, LayerFolder> {
  const after = migration && opened(migration, read);
  return new Map(
    options.flatMap((option): [string, LayerFolder][] => {
      const lookup = after?.lookup(option);
      if (lookup?.kind !== 'static' || typeof lookup.value !== 'string') return [];
      return [[option, { text: lookup.value, isNew: isUnset(config.lookup(option)) }]];
    }),
  );
}

function opened({ path, code, files }: Migration, read: (path: TreePath) => string | undefined) {
  const textOf = (file: TreePath) => files.find((one) => one.path === file)?.after ?? read(file);
  try {
    return openConfig(code, { filename: path, read: textOf });
  } catch (error) {
    if (error instanceof ConfigProblem) return undefined;
    throw error;
  }
}
