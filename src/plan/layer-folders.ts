import { openConfig } from '../config/document.ts';
import { placeAt } from '../config/paths.ts';
import { ifReadable } from '../config/problem.ts';
import { isUnset } from '../project/bases.ts';
import { memo } from '../project/memo.ts';
import type { LayerFolder } from '../project/rebase.ts';
import type { TreePath } from '../project/snapshot.ts';
import { findLayers, layerProjects } from './effective/config-sources.ts';
import type { Migration } from './migrate.ts';
import type { OpenProject } from './open-project.ts';
import { locatedBefore } from './open-project.ts';

/** The layers of each project that are projects of the run, by precedence. */
export type ProjectLayers = ReadonlyMap<OpenProject, readonly OpenProject[]>;

export function findProjectLayers(projects: readonly OpenProject[]): ProjectLayers {
  if (projects.length < 2) return new Map();
  const byFolder = new Map(projects.map((project) => [project.found.folder, project]));
  const located = layerProjects(projects.map((project) => locatedBefore(project)));
  return new Map(
    projects.flatMap((project): [OpenProject, OpenProject[]][] => {
      const { folder } = project.found;
      const { layers } = findLayers(locatedBefore(project), located);
      const ownLayers = layers.flatMap((layer) => byFolder.get(placeAt(folder, layer.folder)) ?? []);
      return ownLayers.length > 0 ? [[project, ownLayers]] : [];
    }),
  );
}

/** The projects that extend a layer. */
export function projectsWith(layer: OpenProject, layers: ProjectLayers): OpenProject[] {
  return [...layers].flatMap(([project, ownLayers]) => (ownLayers.includes(layer) ? [project] : []));
}

/** The projects that extend a layer, if aliases in the layer may be theirs. */
export function usersOf(layer: OpenProject, layers: ProjectLayers): OpenProject[] {
  return layer.config.catalogue.facts.layerAliases === 'layer' ? [] : projectsWith(layer, layers);
}

/** The folders that the layers of each project set after the migration, by option. */
export function layerFoldersOf(
  layers: ProjectLayers,
  migrated: ReadonlyMap<OpenProject, Migration>,
  read: (path: TreePath) => string | undefined,
): ReadonlyMap<OpenProject, ReadonlyMap<string, LayerFolder>> {
  const cache = new Map<OpenProject, ReadonlyMap<string, LayerFolder>>();
  const foldersIn = (layer: OpenProject) =>
    memo(cache, layer, () => ownFolders(layer, migrated.get(layer), read));
  const result = new Map<OpenProject, ReadonlyMap<string, LayerFolder>>();
  for (const [project, ownLayers] of layers) {
    // Of several layers, the first wins.
    const folders = new Map(ownLayers.toReversed().flatMap((layer) => [...foldersIn(layer)]));
    if (folders.size > 0) result.set(project, folders);
  }
  return result;
}

/** The folders that a config sets after its migration. */
function ownFolders(
  { config }: OpenProject,
  migration: Migration | undefined,
  read: (path: TreePath) => string | undefined,
): ReadonlyMap<string, LayerFolder> {
  const { catalogue } = config;
  const textOf = (path: TreePath) => migration?.files.find((file) => file.path === path)?.after ?? read(path);
  const after =
    migration &&
    ifReadable(() => openConfig(migration.code, { filename: migration.path, read: textOf, catalogue }));
  const options = [catalogue.path.srcDir, ...catalogue.folders.all.flatMap(({ option }) => option ?? [])];
  return new Map(
    options.flatMap((option): [string, LayerFolder][] => {
      const lookup = after?.lookup(option);
      if (lookup?.kind !== 'static' || typeof lookup.value !== 'string') return [];
      const before = config.lookup(option);
      const was = before.kind === 'static' && typeof before.value === 'string' ? before.value : undefined;
      return [[option, { text: lookup.value, isNew: isUnset(before), was }]];
    }),
  );
}
