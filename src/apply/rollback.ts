import { parentOf, type TreePath } from '../project/snapshot.ts';
import { digestAt } from './digest.ts';
import { foldersOf, lookAt, onDisk, type Place, type Stats } from './disk.ts';
import { causeOf } from './problem.ts';
import { asideOf, isStaged } from './staging.ts';
import { bears } from './stamp.ts';
import { invert, perform, type Rename, type Step } from './steps.ts';
import type { FileToDo } from './to-do.ts';

/** A step that could not be taken back. */
export interface Stuck {
  readonly step: Step;
  /** What is in the way, and why. */
  readonly path: TreePath;
  readonly why: string;
  /** Whether a person put it there: it may be moved, and nothing is lost. */
  readonly isTheirs: boolean;
}

function inTheWay(step: Step, path: TreePath, why = 'something else is there now'): Stuck {
  return { step, path, why, isTheirs: true };
}

/**
 * Takes steps back that another process did, the last first, as far as that goes. Which ones it did shows on the disk,
 * and nothing is overwritten; so it can be done again, and others may have been at work since.
 */
export function rollBack(place: Place, steps: readonly Step[]): readonly Stuck[] {
  return steps.toReversed().flatMap((step) => {
    try {
      const stuck = step.kind === 'rename' ? putBack(place, step) : restoreFolder(place, step);
      return stuck ?? [];
    } catch (error) {
      const path = step.kind === 'rename' ? step.from : step.path;
      return [{ step, path, why: causeOf(error), isTheirs: false }];
    }
  });
}

function restoreFolder(place: Place, step: Exclude<Step, Rename>): Stuck | undefined {
  const { path, mode } = step;
  const there = lookAt(place, path);
  const link = linkOnTheWay(place, path);
  if (link !== undefined) return inTheWay(step, link);
  // The files that were in it will say so if something took its place.
  if (there && !there.isDirectory()) return undefined;
  if (step.kind === 'make folder' || !there) perform(place, invert(step));
  // The process may have been killed after it had made the folder, before it could give it its mode.
  else if (mode !== undefined && (there.mode & 0o7777) !== mode)
    place.disk.chmodSync(onDisk(place, path), mode);
  return undefined;
}

/**
 * Where a step leads to or from our folder, only what is there counts: all that is in it is ours. Elsewhere both ends
 * do.
 */
function putBack(place: Place, step: Rename): Stuck | undefined {
  const { from, to } = step;
  const link = linkOnTheWay(place, from) ?? linkOnTheWay(place, to);
  if (link !== undefined) return inTheWay(step, link);
  const [source, target] = [lookAt(place, from), lookAt(place, to)];
  if (!target || (source && isStaged(from))) return undefined;
  if (source) return isSame(place, from, to) ? dropSpare(place, step) : inTheWay(step, from);
  if (isOriginal(place, step)) return undefined;
  if (!isStill(place, step, target)) return inTheWay(step, to, 'it is not what the run put there');
  makeFoldersOf(place, from);
  perform(place, invert(step));
  return undefined;
}

/** A person has put the same file back already: git does so. The other is of no use then. */
function dropSpare(place: Place, { to }: Rename): undefined {
  if (!isStaged(to)) place.disk.rmSync(onDisk(place, to));
}

function isSame(place: Place, one: TreePath, other: TreePath): boolean {
  const [kind, otherKind] = [one, other].map((path) => kindOf(lookAt(place, path)));
  if (kind === undefined || kind !== otherKind) return false;
  return digestAt(place, one, kind) === digestAt(place, other, kind);
}

/** Whether a new text has made room for the original again: git puts that back where a file had kept its place. */
function isOriginal(place: Place, { from, to, fresh }: Rename): boolean {
  return fresh !== undefined && isSame(place, to, asideOf(from));
}

/** Whether what is at the end of a step is what the step put there, as far as that matters: nothing else may be lost. */
function isStill(place: Place, { to, fresh, stamp }: Rename, there: Stats): boolean {
  if (fresh) return kindOf(there) === fresh.kind && digestAt(place, to, fresh.kind) === fresh.digest;
  return stamp === undefined || bears(there, stamp);
}

function kindOf(stats: Stats | undefined): FileToDo['kind'] | undefined {
  if (stats?.isSymbolicLink()) return 'link';
  return stats?.isFile() ? 'file' : undefined;
}

/** Nothing is moved through a link, or through a file that took the place of a folder. */
function linkOnTheWay(place: Place, path: TreePath): TreePath | undefined {
  return foldersOf(path).find((folder) => {
    const there = lookAt(place, folder);
    return there && !there.isDirectory();
  });
}

/** A person may have removed folders that seemed to be of no use. */
function makeFoldersOf(place: Place, path: TreePath): void {
  if (!lookAt(place, parentOf(path)))
    for (const folder of foldersOf(path)) perform(place, { kind: 'make folder', path: folder });
}
