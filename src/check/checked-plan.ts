/** A whole run before anything is written: it is planned, then checked, and planned again without what fails. */

import { type Edition, fwCatalogue } from '../catalogue/index.ts';
import type { OptionComparison } from '../effective/compare.ts';
import { CheckFailure } from '../plan/defect.ts';
import type { FollowUp } from '../plan/follow-up.ts';
import type { PlannedProject, PlannedRun } from '../plan/plan.ts';
import {
  completedPlan,
  openProjects,
  type PlanOptions,
  type PreparedPlan,
  prepareSearch,
  projectDrafts,
  withChosenFolders,
} from '../plan/plan-repository.ts';
import { type Refusals, refusedBy, remainingProjects } from '../plan/refusal.ts';
import { textAfter } from '../plan/search-files.ts';
import { choiceFor, type RunChoice } from '../plan/selection.ts';
import type { Snapshot, TreePath } from '../tree/snapshot.ts';
import { checkProjects, type ProjectChecks } from './check-project.ts';
import { createReferenceCheck, type ReferenceProof } from './check-references.ts';
import { checkTexts, type TextProof } from './check-texts.ts';
import { type FileRun, searchAll, sumReferences } from './checked-files.ts';

export interface ProjectPlan extends PlannedProject {
  /** The options that the project sets, or whose default differs, before and after. */
  readonly options: readonly OptionComparison[];
  /** The results of the checks. */
  readonly proof: ProjectChecks;
}

/** Everything that a run would do. A pure value: diff, report and transaction only read it. */
export interface Plan extends PlannedRun {
  readonly projects: readonly ProjectPlan[];
  /** The results of the checks that belong to no project. */
  readonly proof: TextProof & { readonly references: ReferenceProof };
  /** The edition that the texts speak of. */
  readonly edition: Edition;
  /** The modules whose own facts are a part of it. */
  readonly statedBy: readonly string[];
  /** How many files were searched. */
  readonly searched: number;
}

/** Plans the migration of every project in a snapshot. Pure: the snapshot is read, nothing is written. */
export async function planRepository(snapshot: Snapshot, given: PlanOptions): Promise<Plan> {
  const options = await withUsedDefaults(snapshot, withChosenFolders(snapshot, given));
  const { repository, ...projects } = openProjects(snapshot, options);
  let refused: Refusals = new Map();
  for (;;) {
    const remaining = remainingProjects(projects, refused);
    try {
      return await checkedPlan(prepareSearch(remaining, repository, options));
    } catch (error) {
      const newlyRefused = refusedBy(error, remaining.opened);
      if ([...newlyRefused.keys()].every((folder) => refused.has(folder))) throw error;
      refused = new Map([...refused, ...newlyRefused]);
    }
  }
}

/** The options with the old defaults that code relies on (`used`), which a first plan without them reports. */
async function withUsedDefaults(snapshot: Snapshot, options: PlanOptions): Promise<PlanOptions> {
  const isUsed = ({ keepDefaults }: RunChoice) => keepDefaults === 'used';
  if (![options, ...(options.choices?.values() ?? [])].some(isUsed)) return options;
  const { behaviours, findOption } = options.catalogue ?? fwCatalogue;
  const without = (choice: RunChoice) => (isUsed(choice) ? { keepDefaults: undefined } : {});
  const choices = [...(options.choices ?? [])].map(
    ([root, choice]) => [root, { ...choice, ...without(choice) }] as const,
  );
  const { projects, followUps } = await planRepository(snapshot, {
    ...options,
    ...without(options),
    choices: new Map(choices),
  });
  const reliesOn = ({ code, option }: FollowUp) =>
    findOption(option)?.former !== undefined &&
    [...behaviours.values()].some((row) => row.option === option && row.code === code);
  const used = projects.flatMap(({ root, followUps: own }) => {
    const found = [...own, ...followUps].filter(reliesOn).map(({ option }) => option);
    const choice = choiceFor(root, options);
    return isUsed(choice)
      ? [[root, { ...choice, keepDefaults: [...new Set(found)] }] as const]
      : [];
  });
  return { ...options, ...without(options), choices: new Map([...choices, ...used]) };
}

function fileRun({
  context,
  moves,
  search,
  files,
  unmigrated,
  migrated: { left },
}: PreparedPlan): FileRun {
  const { options, repository } = context;
  const projects = [...context.projects, ...context.refused];
  const textsAfter = {
    textOf: (path: TreePath) => textAfter(path, search),
    isNotMigrated: (folder: TreePath) => unmigrated.has(folder) || left.has(folder),
  };
  const check = options.configsOnly
    ? undefined
    : createReferenceCheck({ repository, projects, moves }, textsAfter);
  return { files, search, check, onProgress: options.onProgress };
}

/** Plans some of the projects and checks the result. Throws if a check fails, or `ProjectProblems`. */
async function checkedPlan(prepared: PreparedPlan): Promise<Plan> {
  const searched = await searchAll(fileRun(prepared));
  const references = sumReferences(searched);
  const drafts = projectDrafts(prepared, searched);
  const plan = completedPlan(prepared, drafts, searched);
  const { defects: inTexts, ...texts } = checkTexts(plan.files);
  const checks = checkProjects(prepared, drafts, plan.files);
  const inProjects = [...checks.values()].flatMap(({ defects }) => defects);
  const defects = [...inTexts, ...references.defects, ...inProjects];
  if (defects.length > 0) throw new CheckFailure(defects);
  return {
    ...plan,
    projects: plan.projects.flatMap((project) => {
      const { options, proof } = checks.get(project.root) ?? {};
      return options && proof ? [{ ...project, options, proof }] : [];
    }),
    proof: { ...texts, references },
    edition: prepared.context.repository.catalogue.edition,
    statedBy: prepared.context.repository.statedBy,
    searched: searched.length,
  };
}
