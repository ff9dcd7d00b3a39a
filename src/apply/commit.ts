import type { TreePath } from '../project/snapshot.ts';
import type { Place } from './disk.ts';
import { ApplyProblem, causeOf, type Displaced, errorCode, nothingChanged } from './problem.ts';
import { isOurs } from './staging.ts';
import { invert, perform, type Step } from './steps.ts';

/** Does all steps or none: when one fails, those before it are taken back. */
export function commit(place: Place, steps: readonly Step[]): void {
  const done: Step[] = [];
  for (const step of steps) {
    try {
      perform(place, step);
    } catch (error) {
      throw failure(step, error, takeBack(place, done));
    }
    done.push(step);
  }
}

/** Takes steps back, the last first, as far as that goes. Returns those that are still in effect, in their order. */
export function takeBack(place: Place, done: readonly Step[]): readonly Step[] {
  return done
    .toReversed()
    .filter((step) => {
      try {
        perform(place, invert(step));
        return false;
      } catch {
        return true;
      }
    })
    .reverse();
}

function failure(step: Step, error: unknown, kept: readonly Step[]): ApplyProblem {
  const path = blamed(step, errorCode(error));
  if (kept.length === 0) return new ApplyProblem(path, `${causeOf(error)} ${nothingChanged}`);
  const displaced = displacedBy(kept);
  const notes = [...displaced.map(({ original, now }) => `${original} is now at ${now}`), ...extrasOf(kept)];
  const summary = `${causeOf(error)} Not all that was done could be taken back. By hand, put right:`;
  return new ApplyProblem(path, [summary, ...notes].join('\n  '), displaced);
}

function blamed(step: Step, code: string | undefined): TreePath {
  if (step.kind !== 'rename') return step.path;
  const { from, to } = step;
  return isOurs(from) || (code === 'EEXIST' && !isOurs(to)) ? to : from;
}

/** Where the files of the project are while some steps are in effect. */
function displacedBy(kept: readonly Step[]): readonly Displaced[] {
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
    if (step.kind === 'make folder') return [`${step.path} is a new folder`];
    if (step.kind === 'remove folder if empty') return [`${step.path} was a folder`];
    return isOurs(step.from) && !filled.has(step.from) ? [`${step.to} has the new text of a file`] : [];
  });
}
