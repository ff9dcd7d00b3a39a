import { isInside, pathFrom, placeAt } from '../config/paths.ts';
import { knownAliases } from '../project/aliases.ts';
import { findProjects } from '../project/discover.ts';
import type { InheritedAliases } from '../project/evidence.ts';
import { memo } from '../project/memo.ts';
import type { Repository } from '../project/repository.ts';
import type { TreePath } from '../project/snapshot.ts';
import { PlanProblem } from './checks/defect.ts';
import { findProjectLayers, type ProjectLayers, projectsWith } from './layer-folders.ts';
import {
  basesBefore,
  type FailedProject,
  type OpenProject,
  type OpenProjectOptions,
  openProject,
} from './open-project.ts';

export interface OpenedProjects {
  readonly opened: readonly OpenProject[];
  readonly failed: readonly FailedProject[];
}

/**
 * Opens every project of a repository, with the aliases and choices that they share; an unreadable one does not
 * stop the others. Throws if there is none, or none is readable.
 */
export function openFoundProjects(repository: Repository, options: OpenProjectOptions): OpenedProjects {
  const { names } = repository.catalogue;
  const projects = findProjects(repository.snapshot.files, names);
  if (projects.length === 0) {
    const extensions = names.configExtensions.join(',');
    throw new PlanProblem(
      `There is no ${names.configFile}.{${extensions}} in this folder or below it. Run fw-migrate in a project, or pass its folder.`,
    );
  }
  const results = projects.map((project) => openProject(project, repository, options));
  const readable = results.filter((result) => 'config' in result);
  const failed = results.filter((result) => 'problem' in result);
  if (readable.length === 0) throw new PlanProblem(failed.map(({ problem }) => problem.message).join('\n\n'));
  const layers = findProjectLayers(readable);
  const unread = readable.filter(isUnmigrated);
  if (layers.size === 0 && unread.length === 0) return { opened: readable, failed };
  const inherited = inheritedAliases(layers);
  const opened = readable.map((project) => {
    const aliases = inherited.get(project);
    const users = projectsWith(project, layers);
    const above = unread.find((outer) => mayExtend(outer, project.found.folder))?.found.config;
    const read = withUsers(project, users, above, { repository, options });
    return aliases ? { ...read, evidence: { ...read.evidence, aliases } } : read;
  });
  return { opened, failed };
}

/**
 * A layer as its users can read it: a user that is not migrated still looks for its sources where they are.
 * `unread` is a config above the layer that is not migrated, and may extend it in a way that cannot be read.
 */
function withUsers(
  layer: OpenProject,
  users: readonly OpenProject[],
  unread: TreePath | undefined,
  { repository, options }: { readonly repository: Repository; readonly options: OpenProjectOptions },
): OpenProject {
  const unmigrated = users.find(isUnmigrated)?.found.config;
  const user = unmigrated ?? unread;
  if (user === undefined || layer.choice.leave) return layer;
  const isMixed = !users.every(isUnmigrated);
  const choice = isMixed ? { ...layer.choice, layout: 'keep' as const } : { ...layer.choice, leave: true };
  const kept = openProject(layer.found, repository, {
    ...options,
    choices: new Map([...(options.choices ?? []), [layer.found.folder, choice]]),
  });
  if (!('config' in kept) || kept.decision.kind === 'migrated') return layer;
  const message = `This layer does not move, because ${user}, which ${unmigrated === undefined ? 'may extend' : 'extends'} it, is not migrated: migrate both together, or check that both can use it.`;
  const note = { code: 'layer-stays', option: '', at: layer.config.at, message } as const;
  return { ...kept, decision: { ...kept.decision, notes: [...kept.decision.notes, note] } };
}

/** Whether the layers of a project are computed, so that a project inside its folder may be one of them. */
export function mayExtend({ config, found }: OpenProject, folder: TreePath): boolean {
  const isAbove = folder !== found.folder && isInside(folder, found.folder);
  return isAbove && config.lookup(config.catalogue.path.extends).kind === 'dynamic';
}

/** Whether the run does not change the layout of a project: it is skipped, too old, or not decided. */
function isUnmigrated({ decision }: OpenProject): boolean {
  return decision.kind === 'unknown';
}

/** The aliases that projects get from others: those of layers apply to the project and to its other layers. */
function inheritedAliases(layers: ProjectLayers): ReadonlyMap<OpenProject, InheritedAliases> {
  const cache = new Map<OpenProject, InheritedAliases>();
  const ownOf = (project: OpenProject) => memo(cache, project, () => definedIn(project));
  const inherited = new Map<OpenProject, Map<string, TreePath | undefined>>();
  const tableOf = (project: OpenProject) =>
    memo(inherited, project, () => new Map<string, TreePath | undefined>());
  for (const [project, ownLayers] of layers) {
    // Of several layers the first wins, so it comes last.
    const merged = new Map(ownLayers.toReversed().flatMap((layer) => [...nameOf(layer), ...ownOf(layer)]));
    for (const [name, place] of merged) tableOf(project).set(name, place);
    const all = new Map([...merged, ...ownOf(project)]);
    const { a, b } = project.config.catalogue.facts.aliases;
    const builtIn = new Set([...a, ...b].map((alias) => alias.name));
    for (const layer of ownLayers) {
      const table = tableOf(layer);
      for (const [name, place] of all) {
        if (builtIn.has(name)) continue;
        // If projects disagree, the alias is unknown.
        table.set(name, table.has(name) && table.get(name) !== place ? undefined : place);
      }
    }
  }
  return new Map(
    Array.from(inherited, ([project, table]) => [
      project,
      new Map(
        Array.from(table, ([name, place]) => [
          name,
          place === undefined ? undefined : pathFrom(project.found.folder, place),
        ]),
      ),
    ]),
  );
}

/** The aliases that a config defines itself, with their places in the tree. */
function definedIn(project: OpenProject): InheritedAliases {
  const { config, evidence, found } = project;
  const { table, own, unknown } = knownAliases(config, basesBefore(project), evidence);
  return new Map([
    ...Array.from(own, (name) => [name, placeAt(found.folder, table.get(name) ?? '')] as const),
    ...Array.from(unknown, (name) => [name, undefined] as const),
  ]);
}

/** The alias that the framework creates for a layer by its folder name. */
function nameOf({ found: { folder }, config }: OpenProject): [string, TreePath][] {
  const { layerAlias } = config.catalogue.facts;
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  return name === '' ? [] : [[`${layerAlias}/${name}`, folder]];
}
