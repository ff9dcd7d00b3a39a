import { Mismatch } from '../project/shape.ts';
import type { Step } from './steps.ts';
import { isTransform, type Transform, type TransformDefinition } from './transform.ts';

/** A transform, or a list of transforms, at any depth. */
export type TransformOrList = Transform | readonly TransformOrList[];

/** The transforms of a value that may be a list. Throws a `Mismatch` that names what is not a transform. */
export function flatTransforms(value: unknown, at: string): Transform[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => flatTransforms(item, `${at}[${index}]`));
  if (isTransform(value)) return [value];
  throw new Mismatch(at, 'a transform made with `defineTransform`, or a list of them', value);
}

/** Each one runs on what the one before it left: they may change the same option. */
export function ownSteps(transforms: readonly Transform[]): Step[] {
  return transforms.map((one) => ({ kind: 'transforms', transforms: [one] }));
}

/**
 * The steps of a run: the built-in transforms, then the user's own. Those of them that update paths run with the
 * built-in ones, since the steps after those find everything in its new place.
 */
export function stepsOfRun(builtIn: readonly TransformDefinition[], own: readonly Step[]): Step[] {
  const updating = own.flatMap((step) => (updatesPaths(step) ? step.transforms : []));
  const others = own.filter((step) => !updatesPaths(step));
  return [{ kind: 'transforms', transforms: [...builtIn, ...updating] }, ...others];
}

function updatesPaths(step: Step): step is Extract<Step, { kind: 'transforms' }> {
  return step.kind === 'transforms' && step.transforms.every((one) => one.followsMoves);
}
