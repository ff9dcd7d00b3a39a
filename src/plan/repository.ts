import { createScopeFinder } from '../project/alias-scopes.ts';
import { findProjects } from '../project/discover.ts';
import type { LayoutMode } from '../project/layout.ts';
import { createMoveMap } from '../project/moves.ts';
import { openRepository, type Repository } from '../project/repository.ts';
import type { Snapshot } from '../project/snapshot.ts';
import { findTsConfigs } from '../project/ts-configs.ts';
import { names } from '../reference/names.ts';
import { createFollower } from './follow-files.ts';
import { type FollowUp, sortFollowUps } from './follow-up.ts';
import { createLocator } from './located.ts';
import type { Step } from './migrate.ts';
import { migrateProjects } from './migrate-projects.ts';
import { type OpenedProjects, openProjects, scopeOf, withAllMoves } from './open-project.ts';
import { placeFiles, planMoves } from './place-files.ts';
import type { Plan } from './plan.ts';
import { prescribedChanges } from './prescribed.ts';
import { PlanProblem } from './problem.ts';
import { searchFiles } from './search-files.ts';
import { createUseSearch } from './used-behaviour.ts';

export interface PlanOptions {
  /** The transforms, and what runs after them. */
  readonly steps: readonly Step[];
  readonly layout?: LayoutMode | undefined;
  /** Folders and files of the source directories that move as well, or are held back. */
  readonly move?: readonly string[] | undefined;
  readonly stay?: readonly string[] | undefined;
  readonly keepDefaults?: boolean | undefined;
  /** Changes nothing but configs: folders stay, and no reference or file of the framework is touched. */
  readonly configsOnly?: boolean | undefined;
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
  const uses = createUseSearch(options.configsOnly ? [] : projects, options.keepDefaults ?? false);
  const files = options.configsOnly
    ? placed.files.filter(({ path }) => migrated.texts.has(path))
    : placed.files;
  const searched = await searchFiles(files, {
    snapshot,
    follower,
    uses,
    moves,
    prescribed,
    written: migrated.texts,
    onProgress: options.onProgress,
  });
  const locate = createLocator(searched.files, repository.readText);
  const located = (list: readonly FollowUp[]) => sortFollowUps(list).map(locate);
  return {
    projects: migrated.plans.map((plan) => ({
      ...plan,
      followUps: located([...plan.followUps, ...uses.followUps(plan.root)]),
    })),
    files: searched.files,
    followUps: located([...placed.followUps, ...searched.followUps]),
    searched: files.length,
  };
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
  const projects = openProjects(found, repository, { mode, move, stay });
  if (projects.opened.length === 0) {
    throw new PlanProblem(projects.failed.map(({ problem }) => problem.message).join('\n\n'));
  }
  return projects;
}
