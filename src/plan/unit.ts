import { names } from '../catalogue/names.ts';
import { pathFrom, placeAt } from '../config/places.ts';
import type { Move } from '../project/moves.ts';
import type { TreePath } from '../project/snapshot.ts';
import type { ProjectChoice } from './choice.ts';
import type { Step } from './migrate.ts';
import type { Plan, ProjectPlan } from './plan.ts';
import type { PlanOptions } from './repository.ts';

/** The project that a unit belongs to. */
interface OfProject {
  readonly root: TreePath;
  readonly config: TreePath;
}

/** A part of a plan that it can also be made without. */
export type Unit =
  /** What becomes of a project in any case. Without it the project is left as it is. */
  | ({ readonly kind: 'project' } & OfProject)
  /** All that a project moves, with the paths that follow. */
  | ({ readonly kind: 'moves'; readonly moves: readonly Move[] } & OfProject)
  | ({ readonly kind: 'move'; readonly move: Move } & OfProject)
  | ({ readonly kind: 'transform'; readonly id: string; readonly followsMoves: boolean } & OfProject);

export type ProjectUnit = Extract<Unit, { readonly kind: 'project' }>;
export type MovesUnit = Extract<Unit, { readonly kind: 'moves' }>;

/** The projects that a plan does something about. */
export function projectUnits({ projects }: Plan): ProjectUnit[] {
  return projects
    .filter(({ variant, changes }) => variant !== 'unknown' || changes.length > 0)
    .map(({ root, config }) => ({ kind: 'project', root, config }));
}

/** What a plan does to a project that its paths do not depend on, and its moves with those that do. */
export function partsOf(project: ProjectPlan, steps: readonly Step[]): Unit[] {
  const { root, config, moves, changes } = project;
  const following = new Set(pathTransforms(steps));
  const ids = [...new Set(changes.map(({ transform }) => transform))].filter((id) => !following.has(id));
  return [
    ...(moves.length > 0 ? [{ kind: 'moves' as const, root, config, moves }] : []),
    ...ids.map((id) => ({ kind: 'transform' as const, root, config, id, followsMoves: false })),
  ];
}

/** The folders and files that move, one by one; nothing where they can only move together. */
export function singleMoves({ root, config, moves }: MovesUnit): Unit[] {
  const canStay = ({ from, to }: Move) =>
    pathFrom(root, to) === placeAt(names.sourceDirA, pathFrom(root, from));
  return moves.every(canStay) ? moves.map((move) => ({ kind: 'move', root, config, move })) : [];
}

/** The transforms that paths depend on, which otherwise go with the project. */
export function pathUnits({ root, config }: ProjectUnit, steps: readonly Step[]): Unit[] {
  return pathTransforms(steps).map((id) => ({ kind: 'transform', root, config, id, followsMoves: true }));
}

function pathTransforms(steps: readonly Step[]): string[] {
  return steps.flatMap((step) =>
    step.kind === 'transforms' ? step.transforms.filter((one) => one.followsMoves).map(({ id }) => id) : [],
  );
}

/** What a plan is to be made with, so that it lacks some units. */
export function optionsWithout(options: PlanOptions, absent: readonly Unit[]): PlanOptions {
  const choices = new Map(options.choices);
  for (const unit of absent) choices.set(unit.root, choiceWithout(choices.get(unit.root) ?? {}, unit));
  const held = absent.flatMap((unit) => (unit.kind === 'move' ? [pathFrom(unit.root, unit.move.from)] : []));
  const move = options.move?.filter((name) => !held.includes(name));
  return { ...options, choices, move, stay: [...(options.stay ?? []), ...held] };
}

function choiceWithout(choice: ProjectChoice, unit: Unit): ProjectChoice {
  switch (unit.kind) {
    case 'project':
      return { ...choice, leave: true };
    case 'moves':
      return { ...choice, layout: 'keep' };
    case 'transform':
      return { ...choice, skip: [...(choice.skip ?? []), unit.id] };
    default:
      return choice;
  }
}
