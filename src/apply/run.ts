import type { PlannedFile } from '../plan/plan.ts';
import { type Applied, applyPlan } from './apply.ts';
import { type Disk, realDisk } from './disk.ts';
import { refuseInterrupted } from './journal.ts';
import { locked } from './lock.ts';
import { lastRun } from './record.ts';
import { refuseEdited, wayBack } from './undo.ts';

/** Carries out a plan, and writes it down so that it can be taken back. */
export function runPlan(files: readonly PlannedFile[], folder: string, disk: Disk = realDisk): Applied {
  if (files.length === 0) return { moved: 0, changed: 0 };
  return locked({ disk, folder }, () => applyPlan(files, folder, disk, { run: 'migration' }));
}

/** Takes the last run in a folder back, all of it or nothing; nothing where none is written down. */
export function undoLastRun(folder: string, disk: Disk = realDisk): Applied | undefined {
  const place = { disk, folder };
  refuseInterrupted(place);
  // Where there was no run, nothing is written either.
  if (!lastRun(place)) return undefined;
  return locked(place, () => {
    refuseInterrupted(place);
    const last = lastRun(place);
    if (!last) return undefined;
    const files = wayBack(last.files);
    refuseEdited(place, files);
    return applyPlan(files, folder, disk, {
      run: 'undo',
      ...(last.folders ? { past: last.folders } : {}),
    });
  });
}
