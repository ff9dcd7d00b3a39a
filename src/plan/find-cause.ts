import { smallestFailing } from './bisect.ts';
import type { Step } from './migrate.ts';
import type { Plan } from './plan.ts';
import {
  type MovesUnit,
  type ProjectUnit,
  partsOf,
  pathUnits,
  projectUnits,
  singleMoves,
  type Unit,
} from './unit.ts';

/** The part of a plan that a failure comes from. */
export interface Cause {
  readonly units: readonly Unit[];
  /** A plan without these has the cause alone: the rest of what is left out has nothing to do with the failure. */
  readonly unrelated: readonly Unit[];
  /** Whether none of the units can be left out; unknown where the search had to stop. */
  readonly isSmallest: boolean;
}

/** Tells whether the plan without some units fails. */
export type FailsWithout = (absent: readonly Unit[]) => Promise<boolean>;

/** Finds the part of a plan that a failure comes from: first the projects, then what in them, as exactly as can be. */
export async function findCause(plan: Plan, steps: readonly Step[], fails: FailsWithout): Promise<Cause> {
  const projects = projectUnits(plan);
  const guilty = await smallestFailing(projects, (present) => fails(others(projects, present)));
  const left = others(projects, guilty.units);
  const parts = plan.projects
    .filter(({ root }) => guilty.units.some((unit) => unit.root === root))
    .flatMap((project) => partsOf(project, steps));
  const found = await smallestFailing(parts, (present) => fails([...left, ...others(parts, present)]));
  const unrelated = [...left, ...others(parts, found.units)];
  const isSmallest = guilty.isSmallest && found.isSmallest;
  // A project with nothing of its own in it takes part by what becomes of it in any case.
  const plainly = guilty.units.filter(({ root }) => found.units.every((unit) => unit.root !== root));
  const cause = { units: [...plainly, ...found.units], unrelated, isSmallest };
  return inDetail(cause, steps, fails);
}

/** Names single paths or folders where it can be shown that it is them. */
async function inDetail(cause: Cause, steps: readonly Step[], fails: FailsWithout): Promise<Cause> {
  const rough = cause.units.filter((unit): unit is ProjectUnit | MovesUnit =>
    ['project', 'moves'].includes(unit.kind),
  );
  const [unit, ...more] = rough;
  if (!unit || more.length > 0) return cause;
  const details = unit.kind === 'moves' ? singleMoves(unit) : pathUnits(unit, steps);
  const failsWith = (present: readonly Unit[]) => fails([...cause.unrelated, ...others(details, present)]);
  const { units, isSmallest } = await smallestFailing(details, failsWith);
  // Holding back a folder or leaving out a path may break something itself: what is blamed must also heal.
  const isShown = units.length > 0 && isSmallest && !(await failsWith(others(details, units)));
  if (!isShown) return cause;
  return {
    ...cause,
    units: [...cause.units.filter((other) => other !== unit), ...units],
    unrelated: [...cause.unrelated, ...others(details, units)],
  };
}

function others(all: readonly Unit[], some: readonly Unit[]): Unit[] {
  return all.filter((unit) => !some.includes(unit));
}
