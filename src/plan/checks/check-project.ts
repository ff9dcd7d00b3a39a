import type { TreePath } from '../../project/snapshot.ts';
import type { Tree } from '../../project/tree.ts';
import type { Step } from '../definition.ts';
import type { OptionComparison } from '../effective/compare.ts';
import { createComparer, type PlannedRun } from '../effective/effective-options.ts';
import type { FollowUp } from '../follow-up.ts';
import type { AppliedChange } from '../migrate.ts';
import { findProjectLayers } from '../open-projects.ts';
import { stepsFor, transformsIn } from '../selection.ts';
import { type LayoutCheck, layoutCheck } from './check-layout.ts';
import { checkOptions, type OptionChecks } from './check-options.ts';
import type { Defect } from './defect.ts';

/** A run whose projects are checked. */
export interface CheckedRun extends PlannedRun {
  readonly tree: Tree;
  readonly steps: readonly Step[];
  /** The changes in the configs of all projects. */
  readonly changes: readonly AppliedChange[];
  /** The path of a file after the plan. */
  placeOf(file: TreePath): TreePath;
  /** Whether only configs change: without the moves of the layout, there is nothing to compare. */
  readonly isOff: boolean;
}

/** The results of the checks of one project. */
export interface ProjectChecks extends OptionChecks, Omit<LayoutCheck, 'defects'> {}

export interface CheckedProject {
  readonly options: readonly OptionComparison[];
  readonly proof: ProjectChecks;
  readonly defects: readonly Defect[];
}

/** The parts of a project's plan that explain differences. */
interface PlannedProject {
  readonly root: TreePath;
  readonly config: TreePath;
  readonly changes: readonly AppliedChange[];
  readonly followUps: readonly FollowUp[];
}

const nothing: CheckedProject = {
  options: [],
  proof: { preserved: 0, changed: [], unknown: [], places: [], orphans: [] },
  defects: [],
};

/** Compares the options and files of projects before and after, and explains differences. */
export function createProjectCheck(run: CheckedRun): (plan: PlannedProject) => CheckedProject {
  const compare = createComparer(run);
  const byFolder = new Map(run.projects.map((project) => [project.found.folder, project]));
  const layers = new Set([...findProjectLayers(run.projects).values()].flat());
  return (plan) => {
    const project = byFolder.get(plan.root);
    // A project that is not changed has nothing to compare.
    if (!project || project.decision.kind === 'unknown' || run.isOff) return nothing;
    const compared = compare(project);
    if (!compared) return nothing;
    const { options, config } = compared;
    const transforms = transformsIn(stepsFor(run.steps, project.choice));
    const { proof, defects } = checkOptions(options, {
      ...plan,
      catalogue: config.catalogue,
      hasForeignAliases: config.catalogue.facts.layerAliases !== 'layer' && layers.has(project),
      everywhere: run.changes,
      transforms,
    });
    const { defects: misplaced, ...layout } = layoutCheck(project, {
      ...run,
      config,
      followUps: plan.followUps,
    });
    return { options, proof: { ...proof, ...layout }, defects: [...defects, ...misplaced] };
  };
}
