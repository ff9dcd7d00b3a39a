import type { TreePath } from '../project/snapshot.ts';
import { area, discard, isOurs, namesInArea } from './area.ts';
import { displacedBy, whereabouts } from './commit.ts';
import { type Disk, lookAt, type Place, realDisk } from './disk.ts';
import { syncPaths } from './durable.ts';
import { lock } from './exclusive.ts';
import {
  closeJournal,
  isInterrupted,
  type Journal,
  journalPath,
  type RunKind,
  readJournal,
} from './journal.ts';
import { unlock } from './lock.ts';
import { ApplyProblem, guarded, nothingChanged } from './problem.ts';
import { rollBack, type Stuck } from './rollback.ts';
import { newKeepFolder, setAside } from './set-aside.ts';
import { checkpointOf, perform, type Step, sealOf, touchedBy } from './steps.ts';

/** What became of a run that was interrupted. */
export interface Recovery {
  readonly run: RunKind;
  /** Taken back: all is as before it. Finished: it was carried out, and only our own files were still to be removed. */
  readonly outcome: 'taken back' | 'finished';
  /** What a person changed since, and was in the way: where it was, and where it is kept. */
  readonly kept: readonly Kept[];
  /** What a person deleted since, and is nowhere to be found. */
  readonly missing: readonly TreePath[];
  /** A file or folder of ours that could not be removed. */
  readonly leftover?: TreePath;
}

/** Something that was moved out of the way. */
export interface Kept {
  readonly path: TreePath;
  readonly copy: TreePath;
}

/** How much a command may do to files that a person changed since. */
export interface Insistence {
  /** Whether what is in the way may be moved into our folder, where it is kept. */
  readonly force?: boolean;
  readonly disk?: Disk;
}

/** What a run leaves that was killed: besides the record of the last run and our `.gitignore`, everything. */
const remains = /^(?:staging-.*|journal\.json|lock|lock-\d+)$/;

/** Whether a run was interrupted in a folder, or is at work there: what is on disk then is neither before nor after. */
export function needsRecovery(folder: string, disk: Disk = realDisk): boolean {
  return isInterrupted({ disk, folder });
}

/**
 * Takes up a run that was interrupted in a folder, and removes what it left. Gives nothing where none was. Throws an
 * `ApplyProblem` where something that a person did since is in the way, unless that may be moved.
 */
export function recover(
  folder: string,
  { force = false, disk = realDisk }: Insistence = {},
): Recovery | undefined {
  const place = { disk, folder };
  if (!namesInArea(place).some((name) => remains.test(name))) {
    // A run that was killed at its very first or last call leaves the folder alone.
    discard(place);
    return undefined;
  }
  lock(place, []);
  try {
    return takeUp(place, force);
  } finally {
    unlock(place);
  }
}

function takeUp(place: Place, force: boolean): Recovery | undefined {
  const journal = readJournal(place);
  const kept: Kept[] = [];
  const outcome = journal && settle(place, journal, force ? kept : undefined);
  const rubbish = namesInArea(place).filter((name) => remains.test(name) && name !== 'lock');
  const leftover = discard(place, ...rubbish.map((name) => `${area}/${name}`));
  if (!journal || !outcome) return undefined;
  const missing = outcome === 'taken back' ? missingAfter(place, journal) : [];
  return { run: journal.run, outcome, kept, missing, ...(leftover === undefined ? {} : { leftover }) };
}

/** The files of the project that should be back, and are not. */
function missingAfter(place: Place, { steps }: Journal): readonly TreePath[] {
  const originals = steps.flatMap((step) =>
    step.kind === 'rename' && !isOurs(step.from) ? [step.from] : [],
  );
  return originals.filter((path) => !isThere(place, path));
}

/** Brings the folder to the state after the run, or before it. */
function settle(place: Place, journal: Journal, kept: Kept[] | undefined): Recovery['outcome'] {
  const { staging, steps } = journal;
  if (!guarded(staging, () => lookAt(place, staging)?.isDirectory()))
    throw new ApplyProblem(journalPath, `${withoutStaging(staging)} ${nothingChanged}`);
  const isDone = guarded(staging, () => lookAt(place, sealOf(staging))) !== undefined;
  if (!isDone) takeBack(place, journal, kept);
  syncPaths(place, new Set(steps.flatMap(touchedBy)));
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
function takeBack(place: Place, { staging, steps }: Journal, kept: Kept[] | undefined): void {
  const checkpoint = checkpointOf(staging);
  const index = steps.findIndex((step) => step.kind === 'make folder' && step.path === checkpoint);
  const aside = steps.slice(0, Math.max(index, 0));
  if (guarded(staging, () => lookAt(place, checkpoint))) {
    const stuck = rolledBack(place, steps.slice(index + 1), kept);
    if (stuck.length > 0) throw problemOf(place, stuck, aside);
    guarded(staging, () => perform(place, { kind: 'remove folder if empty', path: checkpoint }));
  }
  const stuck = rolledBack(place, aside, kept);
  if (stuck.length > 0) throw problemOf(place, stuck, []);
}

/** Takes steps back; where there is a list for it, what is in the way is moved and noted there. */
function rolledBack(place: Place, steps: readonly Step[], kept: Kept[] | undefined): readonly Stuck[] {
  const stuck = rollBack(place, steps);
  if (!kept || stuck.length === 0) return stuck;
  const folder = newKeepFolder(place);
  const theirs = new Set(stuck.filter(({ isTheirs }) => isTheirs).map(({ path }) => path));
  for (const path of theirs) kept.push({ path, copy: guarded(path, () => setAside(place, folder, path)) });
  return rollBack(place, steps);
}

function problemOf(place: Place, stuck: readonly Stuck[], aside: readonly Step[]): ApplyProblem {
  const kept = [...aside, ...stuck.map(({ step }) => step).reverse()];
  const displaced = displacedBy(kept).filter(({ now }) => isThere(place, now));
  const lines = [
    'An earlier run was interrupted, and not all of it could be taken back. Nothing was overwritten.',
    'Undo with --force, and what is in the way is kept in .fw-migrate/. Or rename or remove it, and run again:',
    ...firstOf(stuck.map(({ path, why }) => `  ${path}: ${why}`)),
    'Until then:',
    ...firstOf(displaced.map((one) => `  ${whereabouts(one)}`)),
  ];
  return new ApplyProblem(stuck[0]?.path ?? journalPath, lines.join('\n'), displaced);
}

/** As many lines as fit on a screen. */
function firstOf(lines: readonly string[]): readonly string[] {
  return lines.length > 12 ? [...lines.slice(0, 10), `  and ${lines.length - 10} more`] : lines;
}

function isThere(place: Place, path: TreePath): boolean {
  try {
    return lookAt(place, path) !== undefined;
  } catch {
    return true;
  }
}
