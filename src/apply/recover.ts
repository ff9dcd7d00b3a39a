import type { TreePath } from '../project/snapshot.ts';
import { area, discard, namesInArea } from './area.ts';
import { displacedBy, whereabouts } from './commit.ts';
import { type Disk, lookAt, type Place, realDisk } from './disk.ts';
import { syncFolders } from './durable.ts';
import {
  closeJournal,
  isInterrupted,
  type Journal,
  journalPath,
  type RunKind,
  readJournal,
} from './journal.ts';
import { locked } from './lock.ts';
import { ApplyProblem, guarded, nothingChanged } from './problem.ts';
import { rollBack, type Stuck } from './rollback.ts';
import { checkpointOf, perform, type Step, sealOf, touchedBy } from './steps.ts';

/** What became of a run that was interrupted. */
export interface Recovery {
  readonly run: RunKind;
  /** Taken back: all is as before it. Finished: it was carried out, and only our own files were still to be removed. */
  readonly outcome: 'taken back' | 'finished';
  /** A file or folder of ours that could not be removed. */
  readonly leftover?: TreePath;
}

/** What a run leaves that was killed: besides the record of the last run and our `.gitignore`, everything. */
const remains = /^(?:staging-.*|journal\.json|next-run\.json|lock|lock-\d+)$/;

/** Whether a run was interrupted in a folder, or is at work there: what is on disk then is neither before nor after. */
export function needsRecovery(folder: string, disk: Disk = realDisk): boolean {
  return isInterrupted({ disk, folder });
}

/**
 * Takes up a run that was interrupted in a folder, and removes what it left. Gives nothing where none was. Throws an
 * `ApplyProblem` where a person changed so much since that not everything can be put back.
 */
export function recover(folder: string, disk: Disk = realDisk): Recovery | undefined {
  const place = { disk, folder };
  if (!namesInArea(place).some((name) => remains.test(name))) {
    // A run that was killed at its very first or last call leaves the folder alone.
    discard(place);
    return undefined;
  }
  return locked(place, () => takeUp(place));
}

function takeUp(place: Place): Recovery | undefined {
  const journal = readJournal(place);
  const outcome = journal && settle(place, journal);
  const rubbish = namesInArea(place).filter((name) => remains.test(name) && name !== 'lock');
  const leftover = discard(place, ...rubbish.map((name) => `${area}/${name}`));
  if (!journal || !outcome) return undefined;
  return { run: journal.run, outcome, ...(leftover === undefined ? {} : { leftover }) };
}

/** Brings the folder to the state after the run, or before it. */
function settle(place: Place, journal: Journal): Recovery['outcome'] {
  const { staging, steps } = journal;
  if (!guarded(staging, () => lookAt(place, staging)?.isDirectory()))
    throw new ApplyProblem(journalPath, `${withoutStaging(staging)} ${nothingChanged}`);
  const isDone = guarded(staging, () => lookAt(place, sealOf(staging))) !== undefined;
  if (!isDone) takeBack(place, journal);
  syncFolders(place, new Set(steps.flatMap(touchedBy)));
  if (!closeJournal(place, staging))
    throw new ApplyProblem(journalPath, 'It could not be removed. Check the permissions, then run again.');
  return isDone ? 'finished' : 'taken back';
}

function withoutStaging(staging: TreePath): string {
  return (
    `An earlier run was interrupted, and ${staging}, where it kept files, is gone. ` +
    `Put your files back from where you have a copy, delete ${journalPath}, and run again.`
  );
}

/**
 * First all that is in place goes back aside, then from there to where it was. The second part waits until the first
 * is complete: only then is the checkpoint taken back, which tells where a file is.
 */
function takeBack(place: Place, { staging, steps }: Journal): void {
  const checkpoint = checkpointOf(staging);
  const index = steps.findIndex((step) => step.kind === 'make folder' && step.path === checkpoint);
  const aside = steps.slice(0, Math.max(index, 0));
  if (guarded(staging, () => lookAt(place, checkpoint))) {
    const stuck = rollBack(place, steps.slice(index + 1));
    if (stuck.length > 0) throw problemOf(place, stuck, aside);
    guarded(staging, () => perform(place, { kind: 'remove folder if empty', path: checkpoint }));
  }
  const stuck = rollBack(place, aside);
  if (stuck.length > 0) throw problemOf(place, stuck, []);
}

function problemOf(place: Place, stuck: readonly Stuck[], aside: readonly Step[]): ApplyProblem {
  const kept = [...aside, ...stuck.map(({ step }) => step).reverse()];
  const displaced = displacedBy(kept).filter(({ now }) => isThere(place, now));
  const lines = [
    'An earlier run was interrupted, and not all of it could be taken back. Nothing was overwritten.',
    'Rename or remove what is in the way, and run again:',
    ...stuck.map(({ path, why }) => `  ${path}: ${why}`),
    'Until then:',
    ...displaced.map((one) => `  ${whereabouts(one)}`),
  ];
  return new ApplyProblem(stuck[0]?.path ?? journalPath, lines.join('\n'), displaced);
}

function isThere(place: Place, path: TreePath): boolean {
  try {
    return lookAt(place, path) !== undefined;
  } catch {
    return true;
  }
}
