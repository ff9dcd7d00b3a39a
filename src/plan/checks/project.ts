import type { TreePath } from '../../project/snapshot.ts';
import type { Tree } from '../../project/tree.ts';
import type { Step } from '../definition.ts';
import type { OptionComparison } from '../effective/compare.ts';
import { createComparer, type PlannedRun } from '../effective/project.ts';
import type { FollowUp } from '../follow-up.ts';
import { findProjectLayers } from '../layer-folders.ts';
import type { AppliedChange } from '../migrate.ts';
import { stepsFor, transformsIn } from '../selection.ts';
import type { Defect } from './defect.ts';
import { type LayoutCheck, layoutCheck } from './layout.ts';
import { checkOptions, type OptionChecks } from './options.ts';

/** A run whose projects are to be checked. */
export interface CheckedRun extends PlannedRun {
  readonly tree: Tree;
  readonly steps: readonly Step[];
  /** What is done to the configs of all projects. */
  readonly changes: readonly AppliedChange[];
  /** Where the plan puts a file. */
  placeOf(file: TreePath): TreePath;
  /** Where nothing moves although the layout says so, there is nothing that would have to be the same. */
  readonly isOff: boolean;
}

/** What was found about one project. */
export interface ProjectChecks extends OptionChecks, Omit<LayoutCheck, 'defects'> {}

export interface CheckedProject {
  readonly options: readonly OptionComparison[];
  readonly proof: ProjectChecks;
  readonly defects: readonly Defect[];
}

/** What is planned for a project, as far as it explains what differs. */
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

/** Compares what projects mean before and after, and says why they differ. */
export function createProjectCheck(run: CheckedRun): (plan: PlannedProject) => CheckedProject {
  const compare = createComparer(run);
  const byFolder = new Map(run.projects.map((project) => [project.found.folder, project]));
  const layers = new Set([...findProjectLayers(run.projects).values()].flat());
  return (plan) => {
    const project = byFolder.get(plan.root);
    // Of one that is not changed, nothing was settled that could be compared.
    if (!project || project.decision.kind === 'unknown' || run.isOff) return nothing;
    const compared = compare(project);
    if (!compared) return nothing;
    const { options, config } = compared;
    const transforms = transformsIn(stepsFor(run.steps, project.choice));
    const { proof, defects } = checkOptions(options, {
      ...plan,
      catalogue: config.catalogue,
      hasForeignAliases: config.catalogue.facts.layerAliases === 'project' && layers.has(project),
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
