import { parentOf, type TreePath } from '../project/snapshot.ts';
import { createKeep, type Kept } from './clear.ts';
import { closeJournal, type Run, readRun, recordPath } from './journal.ts';
import { causeOf, type Displaced } from './problem.ts';
import { type Fingerprint, foldersOf, kindOf, type RunFolder } from './run-folder.ts';
import { isOurs } from './state-directory.ts';
import {
  asidePath,
  checkpointOf,
  type FolderStep,
  foldersTouchedBy,
  type Rename,
  type RunStep,
  secondName,
  stepsOf,
} from './steps.ts';

/** A step that could not be reverted. */
interface Stuck {
  /** What is in the way, and why. */
  readonly path: TreePath;
  readonly why: string;
  /** Whether someone put it there: it may be moved, and nothing is lost. */
  readonly isTheirs: boolean;
}

// What is in the way of the first part of the way back, of the second, and of folders.
const mostRounds = 4;

/**
 * Brings every file to where and what it was before a run that failed or was killed, and ends that run. If it may, it
 * moves out of the way what someone has put there. Returns what is stuck, what was moved for it, and whether all of it is
 * reverted and that is recorded.
 */
export function revert(
  root: RunFolder,
  run: Run,
  mayMove: boolean,
): { readonly stuck: readonly Stuck[]; readonly kept: readonly Kept[]; readonly isClosed: boolean } {
  const keep = createKeep(root);
  const kept: Kept[] = [];
  // For someone else's run nothing of the user's makes room.
  const rounds = mayMove && !run.isForeign ? mostRounds : 1;
  for (let round = 1; ; round += 1) {
    const stuck = rollBack(root, run);
    const theirs = new Set(stuck.flatMap(({ path, isTheirs }) => (isTheirs && !isOurs(path) ? [path] : [])));
    if (theirs.size === 0 || round === rounds) {
      const firstOf = new Map(stuck.toReversed().map((one) => [one.path, one]));
      // After a power cut the journal must not be gone while files are not yet back.
      if (stuck.length === 0) root.syncPaths(foldersTouchedBy(stepsOf(run)));
      const isClosed = stuck.length === 0 && closeJournal(root, run);
      return { stuck: [...firstOf.values()].reverse(), kept, isClosed };
    }
    for (const path of theirs) {
      // What cannot be moved stays in the way, and is named as such.
      const copied = ifPossible(path, () => keep(path, path));
      if ('copy' in copied) kept.push(copied);
    }
  }
}

/** What reverting steps needs to know of the run that they belong to. */
interface Context {
  readonly root: RunFolder;
  readonly run: Run;
  /** What was where before the run: someone may have put it back. */
  readonly originals: ReadonlyMap<TreePath, Fingerprint>;
}

/**
 * Reverts a run, from its last step to its first, as far as that goes; says what is in the way. Which steps were done
 * shows on the disk, and nothing is overwritten, so it can be done again, and others may have changed files since. First
 * all that is in place goes back aside, then from there to where it was. Files that make room for each other wait until
 * the first part is complete: only then is the checkpoint removed, which shows where they are.
 */
function rollBack(root: RunFolder, run: Run): readonly Stuck[] {
  const { aside, checkpoint, inPlace } = stepsOf(run);
  const originals = new Map(aside.flatMap(({ from, what }) => (what ? [[from, what]] : [])));
  const context = { root, run, originals };
  const unknown = run.isForeign ? [ifPossible(run.staging, () => unknownTo(context))].flat() : [];
  if (unknown.length > 0) return unknown;
  const isAllAside = ifPossible(checkpoint.path, () => root.lookAt(checkpoint.path) !== undefined);
  if (typeof isAllAside !== 'boolean') return [isAllAside];
  if (isAllAside) {
    const stuck = revertAll(context, inPlace);
    if (stuck.length > 0) return [...stuck, ...revertAll(context, independentOf(run, aside))];
    const failed = ifPossible(checkpoint.path, () => root.removeFolder(checkpoint.path));
    if (failed) return [failed];
  }
  return revertAll(context, aside);
}

/** What the document of someone else's run does not know for certain: if there is any of it, nothing is done at all. */
function unknownTo({ root, run, originals }: Context): Stuck[] {
  const { aside, inPlace } = stepsOf(run);
  return [...aside, ...inPlace].flatMap((step): Stuck[] => {
    if (step.kind !== 'rename' || !step.what) return [];
    const [own, theirs] = isOurs(step.to) ? [step.to, step.from] : [step.from, step.to];
    const known = [step.what, originals.get(theirs)].filter((one) => one !== undefined);
    const isKnown = (path: TreePath) => {
      const there = root.lookAt(path);
      // A file that runs as its owner is not what a run leaves.
      const isPlain = there?.isSymbolicLink() || ((there?.mode ?? 0) & 0o7000) === 0;
      return !there || (isPlain && known.some((one) => root.isAt(path, one)));
    };
    const strange = [own, theirs].find((path) => root.obstacleTo(path) !== undefined || !isKnown(path));
    return strange === undefined ? [] : [notOurs(strange)];
  });
}

/** What the file system says against something is in its way. */
function ifPossible<Result>(path: TreePath, act: () => Result): Result | Stuck {
  try {
    return act();
  } catch (error) {
    return { path, why: causeOf(error), isTheirs: false };
  }
}

/** The steps for files that no other file of the run makes room for, and no folder. */
function independentOf({ files }: Run, aside: readonly Rename[]): readonly Rename[] {
  const uses = new Map<TreePath, number>();
  for (const { from, to } of files)
    for (const path of new Set([from, to])) uses.set(path, (uses.get(path) ?? 0) + 1);
  const isAlone = (path: TreePath) => uses.get(path) === 1 && !foldersOf(path).some((one) => uses.has(one));
  const alone = new Set(files.flatMap(({ from, to }) => (isAlone(from) && isAlone(to) ? [from] : [])));
  return aside.filter(({ from }) => alone.has(from));
}

function revertAll(context: Context, steps: readonly RunStep[]): readonly Stuck[] {
  return steps.toReversed().flatMap((step) => {
    const ends = step.kind === 'rename' ? [step.from, step.to] : [step.path];
    const path = ends.find((end) => !isOurs(end)) ?? ends.at(-1) ?? '';
    const stuck = ifPossible(path, () => {
      const obstacle = ends.map((end) => context.root.obstacleTo(end)).find((end) => end !== undefined);
      if (obstacle !== undefined) return inTheWay(obstacle);
      if (step.kind !== 'rename') return restoreFolder(context, step);
      return isOurs(step.to) ? putBack(context, step) : withdraw(context, step);
    });
    return stuck ?? [];
  });
}

function restoreFolder({ root, run }: Context, { kind, path, ...known }: FolderStep): undefined {
  // A mode, and what is in a folder, is nothing that a digest could trust.
  const { mode, spare }: Partial<FolderStep> = run.isForeign ? {} : known;
  const there = root.lookAt(path);
  // The files that were in it will say so if something took its place.
  if (there && !there.isDirectory()) return;
  if (kind === 'make folder') root.removeFolder(path);
  else if (!there) root.makeFolder(path, mode, spare);
  // The process may have been killed after it had made the folder, before it could give it its mode.
  else if (mode !== undefined && (there.mode & 0o7777) !== mode) root.setFolderMode(path, mode);
}

/** Reverts a step that took something aside: it goes back to where it was. */
function putBack({ root, run }: Context, { from, to, what }: Rename): Stuck | undefined {
  const [source, target] = [root.lookAt(from), root.lookAt(to)];
  if (!target) return undefined;
  if (source) {
    if (root.isOneFile(from, to)) root.removeFile(to);
    // Another record is still there: the step was not done.
    else if (to === recordPath) return undefined;
    // Someone has put the same file back already, as git does. What is aside is of no use then.
    else if (!what || !root.isAt(from, what)) return inTheWay(from);
    return undefined;
  }
  // What was set aside goes back, with the edits that someone saved meanwhile; a document must be the right one.
  const documented = to === recordPath ? run.next : run.previous;
  if (run.isForeign && !what && readRun(root, to)?.staging !== documented) return notOurs(to);
  // Someone may have removed folders that seemed to be of no use.
  if (!root.lookAt(parentOf(from))) for (const folder of foldersOf(from)) root.makeFolder(folder);
  root.putInPlace(to, from, what?.kind);
  return undefined;
}

/** Reverts a step that put something in place: it goes back to our folder. */
function withdraw({ root, run, originals }: Context, { from, to, what }: Rename): Stuck | undefined {
  const [source, target] = [root.lookAt(from), root.lookAt(to)];
  if (!target) return undefined;
  if (source) {
    // Only a process that was killed between the two names of a file leaves both. What else is there is not ours.
    if (root.isOneFile(from, to)) dropSecondName(root, from, to);
    return undefined;
  }
  if (!what || root.isAt(to, what)) return void root.renameIfFree(to, from);
  const original = originals.get(to);
  // Git puts originals back where the run has put something else.
  if (original && root.isAt(to, original)) return undefined;
  // What the run had only moved, or an undo has put back, is the very file of someone: it goes back with the edits.
  const isPutBack = run.previous !== undefined && from.startsWith(`${run.previous}/`);
  const isTheirs = from.endsWith('.old') && (isPutBack || !originals.has(to));
  const isEdited = isTheirs && kindOf(target) === what.kind && !run.isForeign;
  return isEdited ? void root.renameIfFree(to, from) : notOurs(to);
}

/** Taken by renaming, so that a file which an editor puts there at this moment is not the one that is deleted. */
function dropSecondName(root: RunFolder, from: TreePath, to: TreePath): void {
  const second = secondName(from);
  root.renameIfFree(to, second);
  if (root.isOneFile(from, second)) root.removeFile(second);
  else root.putInPlace(second, to);
}

function inTheWay(path: TreePath, why = 'something else exists there now'): Stuck {
  return { path, why, isTheirs: true };
}

function notOurs(path: TreePath): Stuck {
  return inTheWay(path, 'it is not the file that the run created');
}

/** Where the originals are that a run has moved and that are not back. */
export function whereOriginalsAre(root: RunFolder, { staging, files }: Run): readonly Displaced[] {
  const isThere = (path: TreePath): boolean => {
    try {
      return root.lookAt(path) !== undefined;
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
