import type { Catalogue } from '../../catalogue/index.ts';
import { type ConfigDocument, openConfig } from '../../config/document.ts';
import { type ConfigProblem, ifReadable } from '../../config/problem.ts';
import { compatibilityOf } from '../../project/bases.ts';
import { type MoveMap, movesSeenFrom } from '../../project/moves.ts';
import { openRepository } from '../../project/repository.ts';
import type { Snapshot, TreePath } from '../../project/snapshot.ts';
import { diskAfter } from '../../project/tree-after.ts';
import { openFoundProjects } from '../found-projects.ts';
import { locatedBefore, type OpenProject } from '../open-project.ts';
import { compareEffective } from './compare.ts';
import { findLayers, type LayerProjects, type LocatedConfig, layerProjects } from './config-sources.ts';
import type { EffectiveConfig, Variant } from './effective-option.ts';
import { comparableOptions, effectiveOptions } from './effective-options.ts';

/** The resolved config of a project, with the name of its file. */
export interface EffectiveProject extends EffectiveConfig {
  readonly root: string;
  readonly config: string;
}

/** The resolved options of every project, and the configs that cannot be read. */
export interface EffectiveProjects {
  readonly projects: readonly EffectiveProject[];
  readonly problems: readonly ConfigProblem[];
}

/** Resolves all projects of a snapshot, with the given variant or the one that each project has. */
export function resolvedProjects(
  snapshot: Snapshot,
  catalogue: Catalogue,
  variant: Variant | undefined,
): EffectiveProjects {
  const { opened, failed } = openFoundProjects(openRepository(snapshot, catalogue), {});
  const before = layerProjects(opened.map((project) => locatedBefore(project)));
  const projects = opened.map((project): EffectiveProject => {
    const { folder: root, config } = project.found;
    const { input, notes } = inputFor(locatedBefore(project, variant), before);
    const effective = effectiveOptions(input);
    return { root, config, ...effective, notes: [...effective.notes, ...notes] };
  });
  return { projects, problems: failed.map(({ problem }) => problem) };
}

function inputFor(located: LocatedConfig, projects: LayerProjects) {
  const { layers, notes } = findLayers(located, projects);
  return { input: { ...located, layers }, notes };
}

/** The parts of a run that decide how configs are resolved afterwards. */
export interface PlannedRun {
  readonly projects: readonly OpenProject[];
  /** The texts of configs and files that they import, by their path before. Other files are read unchanged. */
  readonly texts: ReadonlyMap<TreePath, { readonly before: string; readonly after: string }>;
  readonly moves: MoveMap;
  readText(path: TreePath): string | undefined;
}

/**
 * Compares the resolved options of a project before and after a plan, and returns its new config; undefined if
 * a codemod left none.
 */
export function createComparer(run: PlannedRun) {
  const before = layerProjects(run.projects.map((project) => locatedBefore(project)));
  const after = projectsAfter(run);
  return (project: OpenProject) => {
    const { folder } = project.found;
    const located = after.get(run.moves.after(folder));
    if (!located) return undefined;
    const { input: old } = inputFor(locatedBefore(project), before);
    const compared = comparableOptions(old, inputFor(located, after).input);
    const moves = movesSeenFrom(run.moves, folder);
    const { catalogue } = project.config;
    const files = { catalogue, moves, before: project.evidence, after: located.disk };
    return { config: located.config, options: compareEffective(compared.before, compared.after, files) };
  };
}

/** The configs after a plan, without those that a user's codemod made unreadable. */
function projectsAfter(run: PlannedRun): LayerProjects {
  const openAfter = createOpener(run);
  const packages = run.projects[0]?.packageFolders ?? [];
  const packageFolders = new Map(Array.from(packages, ([name, folder]) => [name, run.moves.after(folder)]));
  const located = run.projects.flatMap((project): LocatedConfig[] => {
    const config = openAfter(project.config);
    const disk = diskAfter(project.evidence, movesSeenFrom(run.moves, project.found.folder));
    const folder = run.moves.after(project.found.folder);
    if (!config) return [];
    return [{ folder, config, disk, variant: 'a', compatibility: compatibilityOf(config), packageFolders }];
  });
  return layerProjects(located);
}

/** Opens configs as they are after the run; if nothing changes, the same ones are used. */
function createOpener({ texts, moves, readText }: PlannedRun) {
  const isTouched = [...texts.values()].some(({ before, after }) => before !== after);
  if (!isTouched && moves.moves.length === 0) return (config: ConfigDocument) => config;
  const read = (path: TreePath): string | undefined => {
    for (const origin of moves.originsOf(path)) {
      const text = texts.get(origin)?.after ?? readText(origin);
      if (text !== undefined) return text;
    }
    return undefined;
  };
  return ({ path, catalogue }: ConfigDocument) => {
    const filename = moves.after(path);
    return ifReadable(() => openConfig(read(filename) ?? '', { filename, read, catalogue }));
  };
}
