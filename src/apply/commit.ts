import { errorCode } from '../project/file-errors.ts';
import type { TreePath } from '../project/snapshot.ts';
import { area, isOurs } from './area.ts';
import type { Place } from './disk.ts';
import { syncPaths } from './durable.ts';
import type { Journal } from './journal.ts';
import { ApplyProblem, causeOf, type Displaced, nothingChanged } from './problem.ts';
import { isStaged } from './staging.ts';
import { checkpointOf, invert, perform, type Step, sealOf, touchedBy } from './steps.ts';

/** Does all steps or none: when one fails, those before it are taken back. */
export function commit(place: Place, { staging, steps }: Journal): void {
  const done: Step[] = [];
  const seal: Step = { kind: 'make folder', path: sealOf(staging) };
  for (const step of [...steps, seal]) {
    try {
      // After a power cut the seal must not be there without all that it stands for.
      if (step === seal) syncPaths(place, new Set(steps.flatMap(touchedBy)));
      perform(place, step);
    } catch (error) {
      throw failure(step, error, takeBack(place, done, checkpointOf(staging)));
    }
    done.push(step);
  }
}

/**
 * Takes steps back, the last first, as far as that goes. Returns those that are still in effect, in their order. All of
 * those up to the checkpoint are, if one after it is: or else nobody could tell any more where a file is.
 */
function takeBack(place: Place, done: readonly Step[], checkpoint: TreePath): readonly Step[] {
  const kept: Step[] = [];
  for (const [index, step] of done.toReversed().entries()) {
    const isCheckpoint = step.kind === 'make folder' && step.path === checkpoint;
    if (isCheckpoint && kept.length > 0) return [...done.slice(0, done.length - index), ...kept.reverse()];
    try {
      perform(place, invert(step));
    } catch {
      if (isCheckpoint) return done.slice(0, done.length - index);
      kept.push(step);
    }
  }
  return kept.reverse();
}

function failure(step: Step, error: unknown, kept: readonly Step[]): ApplyProblem {
  const path = blamed(step, errorCode(error));
  // A checkpoint alone is nothing to the project.
  if (!kept.some((one) => one.kind === 'rename' || !isOurs(one.path)))
    return new ApplyProblem(path, `${causeOf(error)} ${nothingChanged}`);
  const displaced = displacedBy(kept);
  const notes = [...displaced.map(whereabouts), ...extrasOf(kept)];
  const summary = `${causeOf(error)} Not all that was done could be taken back. By hand, put right:`;
  return new ApplyProblem(path, [summary, ...notes].join('\n  '), displaced);
}

/** Says where a file is. */
export function whereabouts({ original, now }: Displaced): string {
  return `${original} is now at ${now}`;
}

function blamed(step: Step, code: string | undefined): TreePath {
  if (step.kind !== 'rename') return isStaged(step.path) ? area : step.path;
  const { from, to } = step;
  if (isStaged(to)) return from;
  return isStaged(from) || code === 'EEXIST' ? to : from;
}

/** Where the files of the project are while some steps are in effect. */
export function displacedBy(kept: readonly Step[]): readonly Displaced[] {
  const originals = new Map<TreePath, TreePath>();
  for (const step of kept) {
    if (step.kind !== 'rename') continue;
    // A path of ours holds what an earlier step put there, or else a new text, which is nobody's original.
    const original = isOurs(step.from) ? originals.get(step.from) : step.from;
    if (original === undefined) continue;
    originals.delete(step.from);
    originals.set(step.to, original);
  }
  return [...originals].map(([now, original]) => ({ original, now }));
}

/** What else is not as before: new texts and folders. */
function extrasOf(kept: readonly Step[]): readonly string[] {
  const filled = new Set(kept.map((step) => (step.kind === 'rename' ? step.to : '')));
  return kept.flatMap((step) => {
    if (step.kind !== 'rename') {
      if (isOurs(step.path)) return [];
      return [step.kind === 'make folder' ? `${step.path} is a new folder` : `${step.path} was a folder`];
    }
    if (!isOurs(step.from) || filled.has(step.from)) return [];
    const { from, to } = step;
    return [isOurs(to) ? whereabouts({ original: from, now: to }) : `${to} has the new text of a file`];
  });
}
