/**
 * Reads the config of each project again as it is after the run, and hands both sides to the checks of options and
 * layout.
 */

import { type ConfigDocument, openConfig } from '../config/document.ts';
import { ifReadable } from '../config/problem.ts';
import { compareEffective, type OptionComparison } from '../effective/compare.ts';
import { effectiveOptions } from '../effective/option-rows.ts';
import { compatibilityOf } from '../paths/bases.ts';
import type { Defect } from '../plan/defect.ts';
import {
  findLayers,
  type LayerProjects,
  type LocatedConfig,
  layerProjects,
} from '../plan/layers.ts';
import { findProjectLayers, locatedBefore, type OpenProject } from '../plan/open-projects.ts';
import type { PlannedFile } from '../plan/plan.ts';
import type { PreparedPlan, ProjectDraft } from '../plan/plan-repository.ts';
import { eachProject } from '../plan/refusal.ts';
import { stepsFor, transformsIn } from '../plan/selection.ts';
import { type MoveMap, movesSeenFrom } from '../tree/moves.ts';
import type { TreePath } from '../tree/snapshot.ts';
import { diskAfter } from '../tree/tree-after.ts';
import { type LayoutCheck, layoutCheck } from './check-layout.ts';
import { checkOptions, type OptionChecks } from './check-options.ts';

/** The parts of a run that decide how configs are resolved afterwards. */
interface ComparedRun {
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
export function createComparer(run: ComparedRun) {
  const before = layerProjects(run.projects.map((project) => locatedBefore(project)));
  const after = projectsAfter(run);
  return (project: OpenProject) => {
    const { folder } = project.found;
    const located = after.get(run.moves.after(folder));
    if (!located) return undefined;
    const old = locatedBefore(project);
    const options = compareEffective(
      effectiveOptions({
        ...old,
        ...findLayers(old, before),
        hasNewDefaults: project.decision.kind === 'layout' && project.decision.onNewDefaults,
      }),
      effectiveOptions({ ...located, ...findLayers(located, after) }),
      {
        catalogue: project.config.catalogue,
        moves: movesSeenFrom(run.moves, folder),
        before: project.evidence,
        after: located.disk,
      },
    );
    return { config: located.config, options };
  };
}

/** The configs after a plan, without those that a user's codemod made unreadable. */
function projectsAfter(run: ComparedRun): LayerProjects {
  const openAfter = createOpener(run);
  const packages = run.projects[0]?.packageFolders ?? [];
  const packageFolders = new Map(
    Array.from(packages, ([name, folder]) => [name, run.moves.after(folder)]),
  );
  const located = run.projects.flatMap((project): LocatedConfig[] => {
    const config = openAfter(project.config);
    const disk = diskAfter(project.evidence, movesSeenFrom(run.moves, project.found.folder));
    const folder = run.moves.after(project.found.folder);
    if (!config) return [];
    return [
      {
        folder,
        config,
        disk,
        variant: 'a',
        compatibility: compatibilityOf(config),
        packageFolders,
      },
    ];
  });
  return layerProjects(located);
}

/** Opens configs as they are after the run; if nothing changes, the same ones are used. */
function createOpener({ texts, moves, readText }: ComparedRun) {
  const isTouched = [...texts.values()].some(({ before, after }) => before !== after);
  if (!isTouched && moves.moves.length === 0) return (config: ConfigDocument) => config;
  const read = (path: TreePath): string | undefined => {
    for (const origin of moves.originsOf(path)) {
      const text = texts.get(origin)?.after ?? readText(origin);
      if (text !== undefined) return text;
    }
    return undefined;
  };
  return ({ path, catalogue, spelled }: ConfigDocument) => {
    const filename = moves.after(path);
    const options = { filename, read, spelled, catalogue };
    return ifReadable(() => openConfig(read(filename) ?? '', options));
  };
}

/** The results of the checks of one project. */
export interface ProjectChecks extends OptionChecks, Omit<LayoutCheck, 'defects'> {}

interface CheckedProject {
  readonly options: readonly OptionComparison[];
  readonly proof: ProjectChecks;
  readonly defects: readonly Defect[];
}

const nothing: CheckedProject = {
  options: [],
  proof: { preserved: 0, changed: [], unknown: [], places: [], orphans: [] },
  defects: [],
};

/**
 * Compares the options and files of projects before and after, and explains differences. The results are by the
 * folder of the project. Throws `ProjectProblems` if some cannot be compared.
 */
export function checkProjects(
  { context, migrated }: PreparedPlan,
  drafts: readonly ProjectDraft[],
  files: readonly PlannedFile[],
): ReadonlyMap<TreePath, CheckedProject> {
  const { projects, moves, repository } = context;
  const { steps, shard, configsOnly } = context.options;
  const { tree, readText } = repository;
  const compare = createComparer({ projects, texts: migrated.texts, moves, readText });
  const byFolder = new Map(projects.map((project) => [project.found.folder, project]));
  const layers = new Set([...findProjectLayers(projects).values()].flat());
  const everywhere = migrated.plans.flatMap(({ changes }) => changes);
  const places = new Map(files.map(({ from, to }) => [from, to]));
  // The files of other shards are not planned here; only their moves are known.
  const placeOf = (file: TreePath) => places.get(file) ?? (shard ? moves.after(file) : file);
  const check = (draft: ProjectDraft): CheckedProject => {
    const project = byFolder.get(draft.root);
    // A project that is not changed has nothing to compare, and neither have configs without their layout.
    if (!project || project.decision.kind === 'unknown' || configsOnly) return nothing;
    const compared = compare(project);
    if (!compared) return nothing;
    const { options, config } = compared;
    const { followUps } = draft;
    const { proof, defects } = checkOptions(options, {
      ...draft,
      catalogue: config.catalogue,
      hasForeignAliases: config.catalogue.facts.layerAliases !== 'layer' && layers.has(project),
      everywhere,
      transforms: transformsIn(stepsFor(steps, project.choice)),
    });
    const { defects: misplaced, ...layout } = layoutCheck(project, {
      config,
      tree,
      moves,
      placeOf,
      followUps,
    });
    const all = [...defects, ...misplaced].map((one) => ({ ...one, concerns: draft.root }));
    return { options, proof: { ...proof, ...layout }, defects: all };
  };
  return new Map(
    eachProject(
      drafts.map((draft) => ({ found: { folder: draft.root, config: draft.config }, draft })),
      ({ draft }) => [draft.root, check(draft)] as const,
    ),
  );
}
