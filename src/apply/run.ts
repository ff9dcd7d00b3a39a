import type { PlannedFile } from '../plan/plan.ts';
import { type Applied, applyPlan } from './apply.ts';
import { type Disk, realDisk } from './disk.ts';
import { dropRecord, forgetRecord, keepRecord, lastRun, prepareRecord } from './record.ts';

/** Carries out a plan, and writes it down so that it can be taken back. */
export function runPlan(files: readonly PlannedFile[], folder: string, disk: Disk = realDisk): Applied {
  if (files.length === 0) return { moved: 0, changed: 0 };
  const place = { disk, folder };
  prepareRecord(place, files);
  try {
    const applied = applyPlan(files, folder, disk);
    keepRecord(place);
    return applied;
  } catch (error) {
    dropRecord(place);
    throw error;
  }
}

/** Takes the last run in a folder back, all of it or nothing; nothing where none is written down. */
export function undoLastRun(folder: string, disk: Disk = realDisk): Applied | undefined {
  const place = { disk, folder };
  const files = lastRun(place);
  if (!files) return undefined;
  const applied = applyPlan(files.map(inverted), folder, disk);
  forgetRecord(place);
  return applied;
}

/** The way back is a plan like any other: every file must still be what the run left. */
function inverted({ from, to, text, ...rest }: PlannedFile): PlannedFile {
  const back = { ...rest, from: to, to: from };
  return text ? { ...back, text: { before: text.after, after: text.before } } : back;
}
