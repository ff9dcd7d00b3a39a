import type { PlannedFile } from '../plan/plan.ts';
import type { DiskSnapshot } from '../project/snapshot.ts';
import { type Applied, apply } from './apply.ts';
import { discard } from './area.ts';
import { type Disk, type Place, realDisk } from './disk.ts';
import { locked } from './exclusive.ts';
import { refuseInterrupted } from './journal.ts';
import { type LastRun, lastRun } from './record.ts';
import type { Insistence } from './recover.ts';
import { newKeepFolder } from './set-aside.ts';
import { toDoFor } from './to-do.ts';
import { driftedSince, type Forced, forcedBack, refuseDrifted, wayBack } from './undo.ts';

/** What a plan is carried out with. */
export interface RunOptions {
  readonly disk?: Disk;
  /** What the plan was made from. */
  readonly seen?: Pick<DiskSnapshot, 'drift'>;
}

/**
 * Carries out a plan, all of it or nothing, and writes it down so that it can be taken back. What the plan was made
 * from must still be there.
 */
export function runPlan(
  files: readonly PlannedFile[],
  folder: string,
  { disk = realDisk, seen }: RunOptions = {},
): Applied {
  const toDo = toDoFor(files);
  if (toDo.length === 0) return { moved: 0, changed: 0 };
  const place = { disk, folder };
  const paths = toDo.flatMap(({ from, to }) => [from, to]);
  return locked(place, paths, () => apply(place, toDo, { run: 'migration', ...(seen ? { seen } : {}) }));
}

/** How the last run was taken back. */
export interface Undone extends Applied {
  /** Files that were not what the run left. */
  readonly forced: readonly Forced[];
}

/**
 * Takes the last run in a folder back, all of it or nothing; nothing where none is written down. Files that were edited
 * since stop it, unless it is forced.
 */
export function undoLastRun(
  folder: string,
  { force = false, disk = realDisk }: Insistence = {},
): Undone | undefined {
  const place = { disk, folder };
  refuseInterrupted(place);
  // Where there was no run, nothing is written either.
  const recorded = lastRun(place);
  if (!recorded) return undefined;
  const paths = recorded.files.flatMap(({ from, to }) => [from, to]);
  return locked(place, paths, () => {
    refuseInterrupted(place);
    const last = lastRun(place);
    return last && takeBack(place, last, force);
  });
}

function takeBack(place: Place, { files, folders }: LastRun, force: boolean): Undone {
  const drifted = driftedSince(place, files);
  if (!force) refuseDrifted(drifted);
  const copies = newKeepFolder(place);
  try {
    const back = forcedBack(place, drifted, copies);
    const others = new Set(drifted.map(({ file }) => file));
    const toDo = [...files.filter((file) => !others.has(file)).map(wayBack), ...back.files];
    return { ...apply(place, toDo, { run: 'undo', past: folders }), forced: back.forced };
  } catch (error) {
    discard(place, copies);
    throw error;
  }
}
