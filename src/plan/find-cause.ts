import { pathFrom } from '../config/places.ts';
import type { Move } from '../project/moves.ts';
import type { TreePath } from '../project/snapshot.ts';
import type { Plan, ProjectPlan } from './plan.ts';
import type { PlanOptions } from './repository.ts';
import { choiceFor, type ProjectChoice, pathTransforms } from './selection.ts';
import type { Step } from './steps.ts';

/** A part of a plan that it can also be made without. */
export type PlanPart = PartKind & { readonly root: TreePath; readonly config: TreePath };

type PartKind =
  /** What becomes of a project in any case. Without it the project is not changed. */
  | { readonly kind: 'project' }
  /** All that a project moves, with the paths that follow. */
  | { readonly kind: 'moves'; readonly moves: readonly Move[] }
  | { readonly kind: 'move'; readonly move: Move }
  | { readonly kind: 'transform'; readonly id: string; readonly followsMoves: boolean };

/** The part of a plan that a failure comes from. */
export interface Cause {
  readonly parts: readonly PlanPart[];
  /** A plan without these has the cause alone: the rest of what is left out has nothing to do with the failure. */
  readonly unrelated: readonly PlanPart[];
  /** Whether none of the parts can be left out; unknown if the search had to stop. */
  readonly isSmallest: boolean;
}

/** Whether the plan without some parts fails. */
type FailsWithout = (absent: readonly PlanPart[]) => Promise<boolean>;

/** Finds the part of a plan that a failure comes from: first the projects, then what in them, as exactly as possible. */
export async function findCause(plan: Plan, steps: readonly Step[], fails: FailsWithout): Promise<Cause> {
  const projects = projectParts(plan);
  const guilty = await smallestFailing(projects, (present) => fails(others(projects, present)));
  const left = others(projects, guilty.units);
  const parts = plan.projects
    .filter(({ root }) => guilty.units.some((part) => part.root === root))
    .flatMap((project) => partsOf(project, steps));
  const found = await smallestFailing(parts, (present) => fails([...left, ...others(parts, present)]));
  const unrelated = [...left, ...others(parts, found.units)];
  const isSmallest = guilty.isSmallest && found.isSmallest;
  // A project with none of its parts in it takes part by what becomes of it in any case.
  const whole = guilty.units.filter(({ root }) => found.units.every((part) => part.root !== root));
  return inDetail({ parts: [...whole, ...found.units], unrelated, isSmallest }, steps, fails);
}

/** Names single paths or folders if it can be shown that they are the cause. */
async function inDetail(cause: Cause, steps: readonly Step[], fails: FailsWithout): Promise<Cause> {
  const [part, ...more] = cause.parts.filter(({ kind }) => kind === 'project' || kind === 'moves');
  if (!part || more.length > 0) return cause;
  const details = detailsOf(part, steps);
  const failsWith = (present: readonly PlanPart[]) =>
    fails([...cause.unrelated, ...others(details, present)]);
  const { units, isSmallest } = await smallestFailing(details, failsWith);
  // Holding back a folder or leaving out a path may itself break something: the plan must pass without it, too.
  const isShown = units.length > 0 && isSmallest && !(await failsWith(others(details, units)));
  if (!isShown) return cause;
  return {
    ...cause,
    parts: [...others(cause.parts, [part]), ...units],
    unrelated: [...cause.unrelated, ...others(details, units)],
  };
}

function others(all: readonly PlanPart[], some: readonly PlanPart[]): PlanPart[] {
  return all.filter((part) => !some.includes(part));
}

/** The projects that a plan does something about. */
function projectParts({ projects }: Plan): PlanPart[] {
  return projects
    .filter(({ variant, changes }) => variant !== 'unknown' || changes.length > 0)
    .map(({ root, config }) => ({ kind: 'project', root, config }));
}

/** The moves of a project with all that keeps its paths right, and each transform that does not. */
function partsOf({ root, config, moves, changes }: ProjectPlan, steps: readonly Step[]): PlanPart[] {
  const following = new Set(pathTransforms(steps));
  const ids = new Set(changes.map(({ transform }) => transform).filter((id) => !following.has(id)));
  const transforms = [...ids].map(
    (id) => ({ kind: 'transform', root, config, id, followsMoves: false }) as const,
  );
  return moves.length > 0 ? [{ kind: 'moves', root, config, moves }, ...transforms] : transforms;
}

/** What moves is made of, one by one, unless it can only move together; or the transforms that keep paths right. */
function detailsOf(part: PlanPart, steps: readonly Step[]): PlanPart[] {
  const { root, config } = part;
  if (part.kind !== 'moves')
    return pathTransforms(steps).map((id) => ({ kind: 'transform', root, config, id, followsMoves: true }));
  // What goes into the new source directory as it is can be kept in place.
  const canStay = ({ from, to }: Move) => pathFrom(root, to).endsWith(`/${pathFrom(root, from)}`);
  return part.moves.every(canStay) ? part.moves.map((move) => ({ kind: 'move', root, config, move })) : [];
}

/** What a plan is to be made with, so that it lacks some parts. */
export function optionsWithout(options: PlanOptions, absent: readonly PlanPart[]): PlanOptions {
  const choices = new Map(options.choices);
  for (const part of absent)
    choices.set(part.root, choiceWithout(choiceFor(part.root, { ...options, choices }), part));
  return { ...options, choices };
}

function choiceWithout(choice: ProjectChoice, part: PlanPart): ProjectChoice {
  switch (part.kind) {
    case 'project':
      return { ...choice, leave: true };
    case 'moves':
      return { ...choice, layout: 'keep' };
    case 'transform':
      return { ...choice, skip: [...(choice.skip ?? []), part.id] };
    case 'move': {
      const held = pathFrom(part.root, part.move.from);
      const move = choice.move?.filter((name) => name !== held);
      return { ...choice, move, stay: [...(choice.stay ?? []), held] };
    }
  }
}

/**
 * Finds units that fail together, and of which none can be left out. All of them together are known to fail. One cause
 * among n is found in log n tests, and each that takes part in it costs as many again. No subset is tested twice.
 */
export async function smallestFailing<T>(
  units: readonly T[],
  fails: (subset: readonly T[]) => Promise<boolean>,
  maximum = 40,
): Promise<{ readonly units: readonly T[]; readonly isSmallest: boolean }> {
  const known = new Map([[[...units.keys()].join(), true]]);
  const picked = (subset: readonly number[]) => units.filter((_, index) => subset.includes(index));
  let isExhausted = false;
  /** What is no longer tested counts as passing, so that it is not taken for the cause. */
  const test = async (subset: readonly number[]): Promise<boolean> => {
    const key = subset.toSorted((a, b) => a - b).join();
    const answer = known.get(key);
    if (answer !== undefined) return answer;
    isExhausted ||= known.size > maximum;
    if (isExhausted) return false;
    const failed = await fails(picked(subset));
    known.set(key, failed);
    return failed;
  };
  const found = await withoutSuperfluous(await narrowed([...units.keys()], test), test);
  return { units: picked(found), isSmallest: !isExhausted };
}

type Test = (subset: readonly number[]) => Promise<boolean>;

/** What is needed and what is still open fail together at all times: so do those that are left in the end. */
async function narrowed(units: readonly number[], test: Test): Promise<readonly number[]> {
  let needed: readonly number[] = [];
  let open = units;
  while (open.length > 0 && !(await test(needed))) {
    const length = await shortestFailing(open, needed, test);
    needed = [...needed, ...open.slice(length - 1, length)];
    open = open.slice(0, length - 1);
  }
  return needed;
}

/** How many of the first units it takes to fail: one less does not. */
async function shortestFailing(
  open: readonly number[],
  needed: readonly number[],
  test: Test,
): Promise<number> {
  let passing = 0;
  let failing = open.length;
  while (failing - passing > 1) {
    const middle = Math.floor((passing + failing) / 2);
    if (await test([...needed, ...open.slice(0, middle)])) failing = middle;
    else passing = middle;
  }
  return failing;
}

/** Fewer units may fail although more of them passed on the way. */
async function withoutSuperfluous(units: readonly number[], test: Test): Promise<readonly number[]> {
  for (const one of units) {
    const others = units.filter((other) => other !== one);
    if (await test(others)) return withoutSuperfluous(others, test);
  }
  return units;
}
