import type { TreePath } from '../project/snapshot.ts';
import { lookAt, type Place, type Stats } from './disk.ts';
import { guarded } from './problem.ts';
import { isStaged } from './staging.ts';
import type { Stamp, Step } from './steps.ts';

/**
 * Notes which file it is that goes from aside into the place of another. Should git put the original of that other back
 * after a kill, the two are told apart by this, and not taken for each other.
 */
export function stamped(place: Place, steps: readonly Step[]): readonly Step[] {
  const asides = new Map<TreePath, TreePath>();
  return steps.map((step) => {
    if (step.kind !== 'rename') return step;
    if (isStaged(step.to)) asides.set(step.to, step.from);
    const original = step.fresh ? undefined : asides.get(step.from);
    const stats = original === undefined ? undefined : guarded(original, () => lookAt(place, original));
    return stats ? { ...step, stamp: stampOf(stats) } : step;
  });
}

function stampOf({ size, mtimeMs }: Stats): Stamp {
  return { size, mtimeMs };
}

/** Whether a file still is the one that was noted, and as it was. */
export function bears(stats: Stats, { size, mtimeMs }: Stamp): boolean {
  return stats.size === size && stats.mtimeMs === mtimeMs;
}
