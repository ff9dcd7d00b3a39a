import { fwCatalogue } from '../../../src/catalogue/index.ts';
import type { Plan } from '../../../src/check/checked-plan.ts';
import {
  type OpenProject,
  openFoundProjects,
  withAllMoves,
} from '../../../src/plan/open-projects.ts';
import { planMoves } from '../../../src/plan/plan-moves.ts';
import type { PlanOptions } from '../../../src/plan/plan-repository.ts';
import type { MoveMap } from '../../../src/tree/moves.ts';
import { openRepository, type Repository } from '../../../src/tree/repository.ts';
import type { Snapshot, TreePath } from '../../../src/tree/snapshot.ts';

/** What a plan is made from. */
export interface Opened {
  readonly repository: Repository;
  readonly moves: MoveMap;
  /** The projects, each with the moves of all of them. */
  readonly projects: readonly OpenProject[];
}

/** Opens the projects of a snapshot, as planning does. */
export function openedIn(
  snapshot: Snapshot,
  flags: Omit<PlanOptions, 'steps'> = {},
  refused: readonly TreePath[] = [],
): Opened {
  const repository = openRepository(snapshot, fwCatalogue);
  const found = openFoundProjects(repository, flags);
  const opened = found.opened.filter((project) => !refused.includes(project.found.folder));
  const moves = planMoves(opened, repository, flags.mayBeAbsent);
  return { repository, moves, projects: opened.map((project) => withAllMoves(project, moves)) };
}

/** The folders of the projects that a plan leaves out. */
export function refusedIn({ projects }: Plan): TreePath[] {
  return projects.filter(({ isRefused }) => isRefused).map(({ root }) => root);
}
