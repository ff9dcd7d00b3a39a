import { openConfig } from '../config/document.ts';
import { placeAt } from '../config/places.ts';
import { ifReadable } from '../config/problem.ts';
import { isUnset } from '../project/bases.ts';
import type { LayerFolder } from '../project/rebase.ts';
import { remembered } from '../project/remembered.ts';
import type { TreePath } from '../project/snapshot.ts';
import { findLayers, layerProjects } from './effective/sources.ts';
import type { Migration } from './migrate.ts';
import type { OpenProject } from './open-project.ts';
import { locatedBefore } from './open-project.ts';

/** The layers of each project that are projects of the run, in the order in which they count. */
export type ProjectLayers = ReadonlyMap<OpenProject, readonly OpenProject[]>;

/** Finds the layers of all projects. */
export function findProjectLayers(projects: readonly OpenProject[]): ProjectLayers {
  if (projects.length < 2) return new Map();
  const byFolder = new Map(projects.map((project) => [project.found.folder, project]));
  const located = layerProjects(projects.map((project) => locatedBefore(project)));
  return new Map(
    projects.flatMap((project): [OpenProject, OpenProject[]][] => {
      const { folder } = project.found;
      const { layers } = findLayers(locatedBefore(project), located);
      const own = layers.flatMap((layer) => byFolder.get(placeAt(folder, layer.folder)) ?? []);
      return own.length > 0 ? [[project, own]] : [];
    }),
  );
}

/** The projects that a layer belongs to. */
export function projectsWith(layer: OpenProject, layers: ProjectLayers): OpenProject[] {
  return [...layers].flatMap(([project, own]) => (own.includes(layer) ? [project] : []));
}

/** The same, if an alias in the layer may be one of theirs. */
export function usersOf(layer: OpenProject, layers: ProjectLayers): OpenProject[] {
  return layer.config.catalogue.facts.layerAliases === 'layer' ? [] : projectsWith(layer, layers);
}

/** What the layers of each project say about folders afterwards, by the option: it would hold for the project, too. */
export function layerFoldersOf(
  layers: ProjectLayers,
  migrated: ReadonlyMap<OpenProject, Migration>,
  read: (path: TreePath) => string | undefined,
): ReadonlyMap<OpenProject, ReadonlyMap<string, LayerFolder>> {
  const known = new Map<OpenProject, ReadonlyMap<string, LayerFolder>>();
  const foldersIn = (layer: OpenProject) =>
    remembered(known, layer, () => ownFolders(layer, migrated.get(layer), read));
  const result = new Map<OpenProject, ReadonlyMap<string, LayerFolder>>();
  for (const [project, own] of layers) {
    // Of several layers the first counts.
    const said = new Map(own.toReversed().flatMap((layer) => [...foldersIn(layer)]));
    if (said.size > 0) result.set(project, said);
  }
  return result;
}

/** The folders that a config names after its migration. */
function ownFolders(
  { config }: OpenProject,
  migration: Migration | undefined,
  read: (path: TreePath) => string | undefined,
): ReadonlyMap<string, LayerFolder> {
  const { catalogue } = config;
  const textOf = (path: TreePath) => migration?.files.find((one) => one.path === path)?.after ?? read(path);
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
