import { parentOf, type TreePath } from '../project/snapshot.ts';
import { ApplyProblem, causeOf, type Displaced, guarded, refused } from './apply-problem.ts';
import { type Cleared, clearRuns, createKeep, type Kept, notesOf } from './clear.ts';
import {
  asidePath,
  checkpointOf,
  type FolderStep,
  foldersTouchedBy,
  type Rename,
  type RunStep,
  secondName,
  stepsOf,
} from './file-steps.ts';
import {
  closeJournal,
  isInterrupted,
  journalPath,
  lastRun,
  type Run,
  readRun,
  recordPath,
} from './journal.ts';
import { locked } from './lock.ts';
import {
  type DiskOptions,
  type Fingerprint,
  foldersOf,
  kindOf,
  type MigratedFolder,
  migratedFolderAt,
} from './migrated-folder.ts';
import {
  isOurs,
  namesInState,
  pathsInState,
  refuseForeignState,
  removeEmptyState,
  stateFolder,
} from './state-folder.ts';

/** The result of reverting an interrupted run. Files in the way that someone changed since are kept. */
export interface Recovery extends Cleared {
  readonly run: Run['run'];
  /** Files that someone deleted since, and that cannot be found anywhere. */
  readonly missing: readonly TreePath[];
}

/** How much a command may do to files that someone changed since. */
export interface RecoverOptions extends DiskOptions {
  /** Whether files in the way may be moved into our folder, where they are kept. */
  readonly force?: boolean;
}

/**
 * Throws an `ApplyProblem` if a run was interrupted in a folder or is in progress: the files are then
 * half-written. If the journal is not ours, the problem says that instead.
 */
export function refuseHalfDone(folder: string, command: string): void {
  const root = migratedFolderAt(folder);
  if (!isInterrupted(root)) return;
  refuseForeignState(root);
  throw new ApplyProblem(
    journalPath,
    `An earlier run was interrupted here, or is still in progress: the files are in an intermediate state, so ${command} would be meaningless. If no run is in progress, restore the files first with \`fw-migrate undo\`.`,
  );
}

/**
 * Reverts an interrupted run in a folder, and removes the remains of runs. Undefined if no run was interrupted.
 * Throws an `ApplyProblem` if files that someone changed since are in the way, unless they may be moved.
 */
export function recover(folder: string, options: RecoverOptions = {}): Recovery | undefined {
  const root = migratedFolderAt(folder, options);
  refuseForeignState(root);
  if (!hasRemains(root)) {
    // A run that was killed at its very first or last call leaves only our empty folder.
    removeEmptyState(root);
    return undefined;
  }
  return locked(root, () => {
    const run = readRun(root, journalPath);
    const kept = run ? revertInterrupted(root, run, options.force ?? false) : [];
    for (const path of pathsInState(root, 'lock-')) guarded(stateFolder, () => root.removeFile(path));
    const cleared = clearRuns(root);
    if (!run) return undefined;
    // The files of the project that should be restored, but are missing.
    const restored = run.files.flatMap(({ from, before }) => (before === undefined ? [] : from));
    const missing = restored.filter((path) => !guarded(path, () => root.lookAt(path)));
    return { run: run.run, ...cleared, kept: [...kept, ...cleared.kept], missing };
  });
}

/** Whether there is anything that only a killed run leaves. */
function hasRemains(root: MigratedFolder): boolean {
  if (namesInState(root).some((name) => /^lock(?:-|$)|^journal\.json$/.test(name))) return true;
  const stagings = pathsInState(root, 'staging-');
  const last = stagings.length === 0 ? undefined : lastRun(root)?.staging;
  const isCleared = (staging: TreePath) => !guarded(staging, () => root.lookAt(checkpointOf(staging)));
  return stagings.some((staging) => staging !== last || !isCleared(staging));
}

/** Restores the folder as it was before the run. Returns the files that had to be moved for that. */
function revertInterrupted(root: MigratedFolder, run: Run, force: boolean): readonly Kept[] {
  const { staging } = run;
  if (!guarded(staging, () => root.lookAt(staging)?.isDirectory()))
    throw refused(
      journalPath,
      `An earlier run was interrupted, and ${staging}, where it kept files, is gone. ` +
        `Restore your files from a backup, delete ${journalPath}, and run again.`,
    );
  const { stuck, kept, isClosed } = revert(root, run, force);
  if (stuck.length > 0) {
    const displaced = whereOriginalsAre(root, run);
    const lines = [
      'An earlier run was interrupted, and could not be fully reverted. Nothing was overwritten.',
      'Rename or remove these files and run again, or run `fw-migrate undo --force`, which moves them to .fw-migrate/:',
      ...firstOf(stuck.map(({ path, why }) => `  ${path}: ${why}`)),
      ...(displaced.length > 0 ? ['Where your files are now:'] : []),
      ...firstOf(displaced.map((file) => `  ${whereabouts(file)}`)),
      ...notesOf({ kept }),
    ];
    throw new ApplyProblem(stuck[0]?.path ?? journalPath, lines.join('\n'), displaced);
  }
  if (!isClosed)
    throw new ApplyProblem(journalPath, 'It could not be removed. Check the permissions, then run again.');
  return kept;
}

/** As many lines as fit on a screen. */
function firstOf(lines: readonly string[]): readonly string[] {
  return lines.length > 12 ? [...lines.slice(0, 10), `  and ${lines.length - 10} more`] : lines;
}

/** A step that could not be reverted. */
interface Stuck {
  /** The path that is in the way, and the reason. */
  readonly path: TreePath;
  readonly why: string;
  /** Whether someone put a file there: it may be moved without losing anything. */
  readonly isTheirs: boolean;
}

// Obstacles to the first part of a revert, to the second, and to folders are found one after the other.
const mostRounds = 4;

/**
 * Restores every file as it was before a run that failed or was killed, and ends that run. If `mayMove` is set,
 * files that someone has put in the way are moved. Returns the stuck steps, the moved files, and whether
 * everything is reverted and that is recorded.
 */
export function revert(
  root: MigratedFolder,
  run: Run,
  mayMove: boolean,
): { readonly stuck: readonly Stuck[]; readonly kept: readonly Kept[]; readonly isClosed: boolean } {
  const keep = createKeep(root);
  const kept: Kept[] = [];
  // Files of the user are never moved for someone else's run.
  const rounds = mayMove && !run.isForeign ? mostRounds : 1;
  for (let round = 1; ; round += 1) {
    const stuck = rollBack(root, run);
    const theirs = new Set(stuck.flatMap(({ path, isTheirs }) => (isTheirs && !isOurs(path) ? [path] : [])));
    if (theirs.size === 0 || round === rounds) {
      const byPath = new Map(stuck.toReversed().map((step) => [step.path, step]));
      // After a power cut, the journal must not be gone before all files are restored.
      if (stuck.length === 0) root.syncPaths(foldersTouchedBy(stepsOf(run)));
      const isClosed = stuck.length === 0 && closeJournal(root, run);
      return { stuck: [...byPath.values()].reverse(), kept, isClosed };
    }
    for (const path of theirs) {
      // A file that cannot be moved stays in the way, and is reported.
      const copied = ifPossible(path, () => keep(path, path));
      if ('copy' in copied) kept.push(copied);
    }
  }
}

/** The run whose steps are reverted. */
interface Context {
  readonly root: MigratedFolder;
  readonly run: Run;
  /** The files before the run, by path: someone may have restored them. */
  readonly originals: ReadonlyMap<TreePath, Fingerprint>;
}

/**
 * Reverts a run from its last step to its first, as far as possible; returns the stuck steps. The disk shows
 * which steps were done, and nothing is overwritten, so it can be repeated, and files may have changed since.
 * First, files that are in place go back aside, then from there to their old paths. Files that make room for
 * each other wait until the first part is complete: only then is the checkpoint, which locates them, removed.
 */
function rollBack(root: MigratedFolder, run: Run): readonly Stuck[] {
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

/** The files that are not what the document of someone else's run says: if there are any, nothing is done. */
function unknownTo({ root, run, originals }: Context): Stuck[] {
  const { aside, inPlace } = stepsOf(run);
  return [...aside, ...inPlace].flatMap((step): Stuck[] => {
    if (step.kind !== 'rename' || !step.what) return [];
    const [ours, theirs] = isOurs(step.to) ? [step.to, step.from] : [step.from, step.to];
    const expected = [step.what, originals.get(theirs)].filter((fingerprint) => fingerprint !== undefined);
    const isKnown = (path: TreePath) => {
      const there = root.lookAt(path);
      // A run never leaves a file with a setuid, setgid or sticky bit.
      const isPlain = there?.isSymbolicLink() || ((there?.mode ?? 0) & 0o7000) === 0;
      return !there || (isPlain && expected.some((fingerprint) => root.isAt(path, fingerprint)));
    };
    const strange = [ours, theirs].find((path) => root.obstacleTo(path) !== undefined || !isKnown(path));
    return strange === undefined ? [] : [notOurs(strange)];
  });
}

/** The result of an action; a file system error makes its path stuck. */
function ifPossible<Result>(path: TreePath, act: () => Result): Result | Stuck {
  try {
    return act();
  } catch (error) {
    return { path, why: causeOf(error), isTheirs: false };
  }
}

/** The steps for files whose paths no other file or folder of the run uses. */
function independentOf({ files }: Run, aside: readonly Rename[]): readonly Rename[] {
  const uses = new Map<TreePath, number>();
  for (const { from, to } of files)
    for (const path of new Set([from, to])) uses.set(path, (uses.get(path) ?? 0) + 1);
  const isAlone = (path: TreePath) =>
    uses.get(path) === 1 && !foldersOf(path).some((folder) => uses.has(folder));
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

function restoreFolder({ root, run }: Context, { kind, path, ...recorded }: FolderStep): undefined {
  // The mode and the content of a folder cannot be verified by a digest.
  const { mode, spare }: Partial<FolderStep> = run.isForeign ? {} : recorded;
  const there = root.lookAt(path);
  // If something else is there now, the files of the folder are reported as stuck.
  if (there && !there.isDirectory()) return;
  if (kind === 'make folder') root.removeFolder(path);
  else if (!there) root.makeFolder(path, mode, spare);
  // The process may have been killed after it made the folder, and before it set the mode.
  else if (mode !== undefined && (there.mode & 0o7777) !== mode) root.setFolderMode(path, mode);
}

/** Reverts a step that set a file aside: the file goes back to its old path. */
function putBack({ root, run }: Context, { from, to, what }: Rename): Stuck | undefined {
  const [source, target] = [root.lookAt(from), root.lookAt(to)];
  if (!target) return undefined;
  if (source) {
    if (root.isOneFile(from, to)) root.removeFile(to);
    // Another record is still there, so the step was not done.
    else if (to === recordPath) return undefined;
    // If someone has already restored the same file, as git does, the file that is aside is not needed.
    else if (!what || !root.isAt(from, what)) return inTheWay(from);
    return undefined;
  }
  // The file goes back with the edits that someone saved during the run; a document must be the right one.
  const documented = to === recordPath ? run.next : run.previous;
  if (run.isForeign && !what && readRun(root, to)?.staging !== documented) return notOurs(to);
  // Someone may have removed the folders that seemed unused.
  if (!root.lookAt(parentOf(from))) for (const folder of foldersOf(from)) root.makeFolder(folder);
  root.putInPlace(to, from, what?.kind);
  return undefined;
}

/** Reverts a step that put a file in place: the file goes back to our folder. */
function withdraw({ root, run, originals }: Context, { from, to, what }: Rename): Stuck | undefined {
  const [source, target] = [root.lookAt(from), root.lookAt(to)];
  if (!target) return undefined;
  if (source) {
    // A process that was killed while it moved a file leaves it under both names. Any other file is not ours.
    if (root.isOneFile(from, to)) dropSecondName(root, from, to);
    return undefined;
  }
  if (!what || root.isAt(to, what)) return void root.renameIfFree(to, from);
  const original = originals.get(to);
  // Git may have restored the original where the run has put another file.
  if (original && root.isAt(to, original)) return undefined;
  // A file that the run only moved, or that an undo restored, is the user's own: it goes back with its edits.
  const isPutBack = run.previous !== undefined && from.startsWith(`${run.previous}/`);
  const isTheirs = from.endsWith('.old') && (isPutBack || !originals.has(to));
  const isEdited = isTheirs && kindOf(target) === what.kind && !run.isForeign;
  return isEdited ? void root.renameIfFree(to, from) : notOurs(to);
}

/** Renames the second name before deleting it, so that a file that an editor saves there now is not lost. */
function dropSecondName(root: MigratedFolder, from: TreePath, to: TreePath): void {
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

/** The current paths of originals that a run has moved and that are not restored. */
export function whereOriginalsAre(root: MigratedFolder, { staging, files }: Run): readonly Displaced[] {
  const exists = (path: TreePath): boolean => {
    try {
      return root.lookAt(path) !== undefined;
    } catch {
      return true;
    }
  };
  const isAllAside = exists(checkpointOf(staging));
  return files.flatMap(({ from: original, to, before, after }, index) => {
    const aside = asidePath(staging, index);
    if (before === undefined) return [];
    if (exists(aside)) return [{ original, now: aside }];
    return isAllAside && !after && original !== to && exists(to) ? [{ original, now: to }] : [];
  });
}

/** A sentence about where a file is. */
export function whereabouts({ original, now }: Displaced): string {
  return `${original} is now at ${now}`;
}
