import type { TreePath } from '../project/snapshot.ts';
import type { Cleared } from './clear.ts';
import { lookAt, type Place } from './disk.ts';
import { syncPaths } from './durable.ts';
import { closeJournal } from './journal.ts';
import type { Keep, Kept } from './kept.ts';
import type { Displaced } from './problem.ts';
import { rollBack, type Stuck } from './rollback.ts';
import type { Run } from './run-document.ts';
import { asidePath, checkpointOf } from './staging.ts';
import { isOurs } from './state.ts';
import { stepsOf, touchedBy } from './steps.ts';

/** How far a run could be reverted. */
interface Reverted {
  readonly stuck: readonly Stuck[];
  /** What a person had put in the way. */
  readonly kept: readonly Kept[];
}

// What is in the way of the first part of the way back, of the second, and of folders.
const mostRounds = 4;

/** Reverts a run. If it may, it moves out of the way what a person has put there. */
export function revert(place: Place, run: Run, keep: Keep | undefined): Reverted {
  const kept: Kept[] = [];
  for (let round = 1; ; round += 1) {
    const stuck = rollBack(place, run);
    const theirs = new Set(stuck.flatMap(({ path, isTheirs }) => (isTheirs && !isOurs(path) ? [path] : [])));
    // For somebody else's run nothing of the user's makes room.
    if (!keep || run.isForeign || theirs.size === 0 || round === mostRounds)
      return { stuck: distinct(stuck), kept };
    for (const path of theirs) kept.push(...kepts(keep, path));
  }
}

/** One line for each path. */
function distinct(stuck: readonly Stuck[]): readonly Stuck[] {
  return [...new Map(stuck.toReversed().map((one) => [one.path, one])).values()].reverse();
}

/** What cannot be moved stays in the way, and is named as such. */
function kepts(keep: Keep, path: TreePath): Kept[] {
  try {
    return [keep(path, path)];
  } catch {
    return [];
  }
}

/** Makes sure that a run which is reverted stays so, and ends it. Whether that could be written down. */
export function closeReverted(place: Place, run: Run): boolean {
  const { aside, inPlace } = stepsOf(run);
  // After a power cut the journal must not be gone while files are not yet back.
  syncPaths(place, new Set([...aside, ...inPlace].flatMap(touchedBy)));
  return closeJournal(place, run);
}

/** Where the originals are that a run has moved and that are not back. */
export function whereOriginalsAre(place: Place, { staging, files }: Run): readonly Displaced[] {
  const isThere = (path: TreePath): boolean => {
    try {
      return lookAt(place, path) !== undefined;
    } catch {
      return true;
    }
  };
  const isAllAside = isThere(checkpointOf(staging));
  return files.flatMap(({ from: original, to, before, after }, index) => {
    const aside = asidePath(staging, index);
    if (before === undefined) return [];
    if (isThere(aside)) return [{ original, now: aside }];
    return isAllAside && !after && original !== to && isThere(to) ? [{ original, now: to }] : [];
  });
}

/** Says where a file is. */
export function whereabouts({ original, now }: Displaced): string {
  return `${original} is now at ${now}`;
}

/** Says where something is kept that a person wrote, and what could not be removed. */
export function notesOf({ kept, leftover }: Partial<Cleared>): string[] {
  return [
    ...(kept ?? []).map(({ path, copy }) => `${path} was saved in the meantime: that version is now ${copy}`),
    ...(leftover === undefined ? [] : [`${leftover} could not be removed; the next run will try again`]),
  ];
}
