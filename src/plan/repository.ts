import { createScopeFinder } from '../project/alias-scopes.ts';
import { findProjects } from '../project/discover.ts';
import type { LayoutMode } from '../project/layout.ts';
import { createMoveMap, type Move } from '../project/moves.ts';
import { openRepository, type Repository } from '../project/repository.ts';
import type { Snapshot, TreePath } from '../project/snapshot.ts';
import { findTsConfigs } from '../project/ts-configs.ts';
import { names } from '../reference/names.ts';
import type { ProjectChoices } from './choice.ts';
import { createFollower } from './follow-files.ts';
import { type FollowUp, sortFollowUps } from './follow-up.ts';
import { createLocator } from './located.ts';
import { createMentionSearch, noMentions } from './mentioned-paths.ts';
import type { Step } from './migrate.ts';
import { migrateProjects, movesOf } from './migrate-projects.ts';
import { type OpenedProjects, openProjects, scopeOf, withAllMoves } from './open-project.ts';
import { placeFiles, planMoves } from './place-files.ts';
import type { Plan, ProjectPlan } from './plan.ts';
import { prescribedChanges } from './prescribed.ts';
import { PlanProblem } from './problem.ts';
import { type Defect, ProofFailure } from './proof/defect.ts';
import { createProjectProver } from './proof/project.ts';
import { proveTexts } from './proof/texts.ts';
import { searchFiles } from './search-files.ts';
import { createOwnerFinder, createShare, type Shard } from './shard.ts';
import { createUseSearch, toldByUses } from './used-behaviour.ts';

export interface PlanOptions {
  /** The transforms, and what runs after them. */
  readonly steps: readonly Step[];
  readonly layout?: LayoutMode | undefined;
  /** What was chosen for single projects. */
  readonly choices?: ProjectChoices | undefined;
  /** Folders and files of the source directories that move as well, or are held back. */
  readonly move?: readonly string[] | undefined;
  readonly stay?: readonly string[] | undefined;
  readonly keepDefaults?: boolean | undefined;
  /** Changes nothing but configs: folders stay, and no reference or file of the framework is touched. */
  readonly configsOnly?: boolean | undefined;
  /** Plans a part of the projects alone; all of them are looked at, since one may refer to another. */
  readonly shard?: Shard | undefined;
  /** Plans without the proof: for trials, which leave out what belongs together. */
  readonly unproven?: boolean | undefined;
  /** Told now and then how many of the files were looked at. */
  onProgress?(done: number, total: number): void;
}

/** Plans the migration of every project in a snapshot. Pure: the snapshot is read, nothing is written. */
export async function planRepository(snapshot: Snapshot, options: PlanOptions): Promise<Plan> {
  const repository = openRepository(snapshot);
  const { opened, failed } = projectsIn(repository, options);
  const moves = options.configsOnly ? createMoveMap([]) : planMoves(opened, repository, options);
  const placed = placeFiles(snapshot, moves);
  const projects = opened.map((project) => withAllMoves(project, moves));
  const world = { tree: repository.tree, moves };
  const tsConfigs = findTsConfigs(repository);
  const scopes = createScopeFinder({
    projects: projects.map((project) => scopeOf(project, moves)),
    tsConfigs,
    ...world,
  });
  const follower = createFollower(world, scopes, tsConfigs);
  const migrated = migrateProjects(projects, failed, { repository, follower, moves, options });
  const prescribed = options.configsOnly ? new Map() : prescribedChanges(projects, tsConfigs, repository);
  const roots = migrated.plans.map(({ root }) => root);
  const uses = createUseSearch(
    options.configsOnly ? [] : projects,
    createOwnerFinder(roots),
    repository,
    options.keepDefaults ?? false,
  );
  const folders = projects.map(({ found }) => found.folder);
  const mentions = options.configsOnly ? noMentions : createMentionSearch(repository, world, scopes, folders);
  const isMine = options.shard ? createShare(roots, options.shard) : () => true;
  const files = placed.files.filter(
    ({ path }) => isMine(path) && (!options.configsOnly || migrated.texts.has(path)),
  );
  const searched = await searchFiles(files, {
    snapshot,
    follower,
    uses,
    mentions,
    moves,
    prescribed,
    written: migrated.texts,
    onProgress: options.onProgress,
  });
  const changed = new Map(searched.files.map(({ from, text }) => [from, text]));
  const locate = createLocator({
    after: moves.after,
    changed: (path) => changed.get(path) ?? migrated.texts.get(path),
    read: repository.readText,
  });
  const located = (list: readonly FollowUp[]) => sortFollowUps(list).map(locate);
  const { defects: inTexts, ...proof } = proveTexts(searched.files, migrated.plans);
  const places = new Map(searched.files.map(({ from, to }) => [from, to]));
  const prove = createProjectProver({
    ...{ projects, texts: migrated.texts, ...world, steps: options.steps, choices: options.choices },
    changes: migrated.plans.flatMap((plan) => plan.changes),
    // Of another shard's files only the moves are known.
    placeOf: (file) => places.get(file) ?? (options.shard ? moves.after(file) : file),
    readText: repository.readText,
    configsOnly: options.configsOnly ?? false,
  });
  const defects: Defect[] = [...inTexts];
  const plans = migrated.plans
    .filter(({ root }) => isMine(root))
    .map((plan): ProjectPlan => {
      const followUps = [...plan.followUps, ...uses.followUps(plan.root)];
      const { defects: found, ...proven } = prove({ ...plan, followUps });
      defects.push(...found);
      return { ...plan, ...proven, followUps: located(toldByUses(followUps)) };
    });
  if (defects.length > 0 && !options.unproven) throw new ProofFailure(defects);
  return {
    projects: plans,
    files: searched.files,
    followUps: located([...placed.followUps.filter(({ file }) => isMine(file)), ...searched.followUps]),
    proof,
    searched: files.length,
  };
}

/** What each project would move, without looking at any other file: enough to choose a layout by. */
export function previewMoves(
  snapshot: Snapshot,
  options: PlanOptions,
): ReadonlyMap<TreePath, readonly Move[]> {
  const repository = openRepository(snapshot);
  const { opened } = projectsIn(repository, options);
  const moves = planMoves(opened, repository, options);
  return new Map(opened.map((project) => [project.found.folder, movesOf(project, repository, moves)]));
}

function projectsIn(repository: Repository, options: PlanOptions): OpenedProjects {
  const found = findProjects(repository.snapshot.files);
  if (found.length === 0) {
    const endings = names.configExtensions.join(',');
    throw new PlanProblem(
      `There is no ${names.configFile}.{${endings}} in this folder or below it. Run in the folder of a project, or name it.`,
    );
  }
  const { layout: mode = 'auto', move, stay } = options;
  const projects = openProjects(found, repository, { mode, move, stay }, options.choices);
  if (projects.opened.length === 0) {
    throw new PlanProblem(projects.failed.map(({ problem }) => problem.message).join('\n\n'));
  }
  return projects;
}
