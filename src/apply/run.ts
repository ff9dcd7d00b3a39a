import type { PlannedFile } from '../plan/plan.ts';
import type { DiskSnapshot } from '../project/snapshot.ts';
import { type Applied, apply } from './apply.ts';
import { discard } from './area.ts';
import { type Disk, type Place, realDisk } from './disk.ts';
import { lock } from './exclusive.ts';
import { refuseInterrupted } from './journal.ts';
import { unlock } from './lock.ts';
import { inOneGo, type Phases } from './phases.ts';
import { type LastRun, lastRun } from './record.ts';
import type { Insistence } from './recover.ts';
import { newKeepFolder } from './set-aside.ts';
import { toDoFor } from './to-do.ts';
import { type Forced, leftToUndo, undoing } from './undo.ts';

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
export function runPlan(files: readonly PlannedFile[], folder: string, options?: RunOptions): Applied {
  return inOneGo(phasesOfRun(files, folder, options));
}

/** The same, with moments at which it may be left. */
export function* phasesOfRun(
  files: readonly PlannedFile[],
  folder: string,
  { disk = realDisk, seen }: RunOptions = {},
): Phases<Applied> {
  const toDo = toDoFor(files);
  if (toDo.length === 0) return { moved: 0, changed: 0 };
  const place = { disk, folder };
  const paths = toDo.flatMap(({ from, to }) => [from, to]);
  const purpose = { run: 'migration', ...(seen ? { seen } : {}) } as const;
  lock(place, paths);
  try {
    return yield* apply(place, toDo, purpose);
  } finally {
    unlock(place);
  }
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
export function undoLastRun(folder: string, options?: Insistence): Undone | undefined {
  return inOneGo(phasesOfUndo(folder, options));
}

/** The same, with moments at which it may be left. */
export function* phasesOfUndo(
  folder: string,
  { force = false, disk = realDisk }: Insistence = {},
): Phases<Undone | undefined> {
  const place = { disk, folder };
  refuseInterrupted(place);
  // Where there was no run, nothing is written either.
  const recorded = lastRun(place);
  if (!recorded) return undefined;
  const paths = recorded.files.flatMap(({ from, to }) => [from, to]);
  lock(place, paths);
  try {
    refuseInterrupted(place);
    const last = lastRun(place);
    return last && (yield* takeBack(place, last, force));
  } finally {
    unlock(place);
  }
}

function* takeBack(place: Place, { files, folders }: LastRun, force: boolean): Phases<Undone> {
  const copies = newKeepFolder(place);
  try {
    const left = leftToUndo(place, files);
    // On another branch there may still be something to take back.
    if (left.files.length + left.spare.length === 0) return { moved: 0, changed: 0, forced: [] };
    const { toDo, forced } = undoing(place, left.files, force ? copies : undefined);
    const purpose = { run: 'undo', past: folders } as const;
    return { ...(yield* apply(place, [...toDo, ...left.spare], purpose)), forced };
  } catch (error) {
    discard(place, copies);
    throw error;
  }
}
