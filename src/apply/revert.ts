/** Restores all files after a run that failed or was killed. A completed run is undone in undo.ts. */

import { parentOf, type TreePath } from '../tree/snapshot.ts';
import {
  ApplyProblem,
  asProblem,
  causeOf,
  type Displaced,
  nothingChanged,
} from './apply-problem.ts';
import { type Cleared, clearRuns, type Kept, keepFile, notesOf } from './clear.ts';
import {
  asidePath,
  checkpointOf,
  closeJournal,
  type FileStep,
  interruptedRun,
  journalPath,
  type RunRecord,
  removeEmptyFolders,
  stepsOf,
  syncFolders,
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
  readonly run: RunRecord['run'];
  /** Files that someone deleted since, and that cannot be found anywhere. */
  readonly missing: readonly TreePath[];
}

/** How much a command may do to files that someone changed since. */
export interface RecoverOptions extends DiskOptions {
  /** Whether files in the way may be moved into our folder, where they are kept. */
  readonly force?: boolean;
}

/** Reverts an interrupted run, if any, unless changed files are in the way, and removes the rests of runs. */
export function recover(folder: string, options: RecoverOptions = {}): Recovery | undefined {
  const root = migratedFolderAt(folder, options);
  refuseForeignState(root, { ofReport: false });
  if (!namesInState(root).some((name) => /^(?:lock|journal|staging)/.test(name))) {
    // A run that was killed at its very first or last call leaves only our empty folder.
    removeEmptyState(root);
    return undefined;
  }
  return locked(root, () => {
    const run = interruptedRun(root);
    const cause = { path: journalPath, summary: 'An earlier run was interrupted.' };
    const kept = run ? revert(root, run, { mayMove: options.force ?? false, cause }) : [];
    for (const path of pathsInState(root, 'lock-'))
      asProblem(stateFolder, () => root.removeFile(path));
    const cleared = clearRuns(root);
    if (!run) return undefined;
    // The files of the project that should be restored, but are missing.
    const restored = run.files.flatMap(({ from, before }) => (before === undefined ? [] : from));
    const missing = restored.filter((path) => !asProblem(path, () => root.lookAt(path)));
    return { run: run.run, ...cleared, kept: [...kept, ...cleared.kept], missing };
  });
}

/** As many lines as fit on a screen. */
function firstOf(lines: readonly string[]): readonly string[] {
  return lines.length > 12 ? [...lines.slice(0, 10), `  and ${lines.length - 10} more`] : lines;
}

interface RevertOptions {
  /** Whether files that someone has put in the way are moved. */
  readonly mayMove: boolean;
  /** Why the run is reverted, for the message if it cannot be. */
  readonly cause: Pick<ApplyProblem, 'path' | 'summary'>;
}

/** A run that is being reverted, and the outcome so far. */
interface Reverting extends Pick<RevertOptions, 'mayMove'> {
  readonly root: MigratedFolder;
  readonly run: RunRecord;
  /** The files before the run, by path: someone may have restored them. */
  readonly originals: ReadonlyMap<TreePath, Fingerprint>;
  /** The steps that could not be reverted: the path that is in the way, and the reason. */
  readonly stuck: ApplyProblem[];
  readonly kept: Kept[];
}

/**
 * Restores every file as it was before a run that failed or was killed, and ends that run. Returns the files
 * that were moved out of the way. Throws an `ApplyProblem` that says where all files are if a step is stuck.
 */
export function revert(
  root: MigratedFolder,
  run: RunRecord,
  { mayMove, cause }: RevertOptions,
): readonly Kept[] {
  const originals = new Map(stepsOf(run).aside.map(({ path, fingerprint }) => [path, fingerprint]));
  const reverting: Reverting = { root, run, mayMove, originals, stuck: [], kept: [] };
  const { stuck, kept } = reverting;
  rollBack(reverting);
  // After a power cut, the journal must not be gone before all files are restored.
  if (stuck.length === 0) syncFolders(root, run);
  if (stuck.length === 0) attempt(stuck, journalPath, () => closeJournal(root));
  if (stuck.length === 0) return kept;
  const displaced = whereOriginalsAre(root, run);
  const lines = [
    `${cause.summary.replace(` ${nothingChanged}`, '')} The run could not be fully reverted. Nothing was overwritten.`,
    'Resolve these and run again, or run `fw-migrate undo --force`, which moves files in the way to .fw-migrate/:',
    ...firstOf([...new Set(stuck.map(({ message }) => `  ${message}`))]),
    ...(displaced.length > 0 ? ['Where your files are now:'] : []),
    ...firstOf(displaced.map(({ original, now }) => `  ${original} is now at ${now}`)),
    ...notesOf({ kept }),
  ];
  throw new ApplyProblem(cause.path, lines.join('\n'), displaced);
}

/**
 * Reverts a run from its last step to its first, as far as possible. The disk shows which steps were done, and
 * nothing is overwritten, so it can be repeated, and files may have changed since. First, files that are in
 * place go back aside, then from there to their old paths. Files that make room for each other wait until the
 * first part is complete: only then is the checkpoint, which locates them, removed.
 */
function rollBack(reverting: Reverting): void {
  const { root, run, stuck } = reverting;
  const { aside, inPlace } = stepsOf(run);
  const checkpoint = checkpointOf(run.staging);
  for (const step of run.isForeign ? [...aside, ...inPlace] : [])
    attempt(stuck, step.path, () => refuseUnknown(reverting, step));
  if (stuck.length > 0) return;
  attempt(stuck, checkpoint, () => {
    if (!root.lookAt(checkpoint)) return;
    for (const step of inPlace.toReversed())
      attempt(stuck, step.path, () => withdraw(reverting, step));
    if (stuck.length === 0) root.removeFolder(checkpoint);
  });
  const ready = stuck.length === 0 ? aside : independentOf(run, aside);
  for (const step of ready.toReversed()) attempt(stuck, step.path, () => putBack(reverting, step));
  if (stuck.length === 0) attempt(stuck, root.folder, () => removeEmptyFolders(root, run, 'made'));
}

/** Does something; a file system error makes its path stuck. */
function attempt(stuck: ApplyProblem[], path: TreePath, act: () => void): void {
  try {
    act();
  } catch (error) {
    stuck.push(error instanceof ApplyProblem ? error : new ApplyProblem(path, causeOf(error)));
  }
}

const notOurs = 'it is not the file that the run created';

/** Throws if a file is not what the document of someone else's run says: nothing is done then. */
function refuseUnknown(
  { root, originals }: Reverting,
  { path, ours, fingerprint }: FileStep,
): void {
  const expected = [fingerprint, originals.get(path) ?? fingerprint];
  for (const place of [ours, path]) {
    const there = root.lookAt(place);
    // A run never leaves a file with a setuid, setgid or sticky bit.
    const isPlain = there?.isSymbolicLink() || ((there?.mode ?? 0) & 0o7000) === 0;
    const isKnown = !there || (isPlain && expected.some((known) => root.isAt(place, known)));
    if (!isKnown || root.obstacleTo(place) !== undefined) throw new ApplyProblem(place, notOurs);
  }
}

/** The steps for files whose paths no other file of the run uses. */
function independentOf({ files }: RunRecord, aside: readonly FileStep[]): readonly FileStep[] {
  const sources = new Set(files.map(({ from }) => from));
  const targets = new Set(files.map(({ to }) => to));
  return aside.filter(
    ({ file: { from, to } }) => from === to || !(targets.has(from) || sources.has(to)),
  );
}

/** Moves something that someone put at a path into our folder, if that is allowed; otherwise it is stuck. */
function makeWay({ root, run, mayMove, kept }: Reverting, path: TreePath, why: string): void {
  // Files of the user are never moved for someone else's run.
  if (!mayMove || run.isForeign || isOurs(path)) throw new ApplyProblem(path, why);
  kept.push(keepFile(root, path, path));
}

const inTheWay = 'something else exists there now';

function clearParents(reverting: Reverting, { path, ours }: FileStep): void {
  for (const place of [ours, path]) {
    const obstacle = reverting.root.obstacleTo(place);
    if (obstacle !== undefined) makeWay(reverting, obstacle, inTheWay);
  }
}

/** Reverts a step that set a file aside: the file goes back to its old path, with edits of the meantime. */
function putBack(reverting: Reverting, step: FileStep): void {
  const { root } = reverting;
  const { path, ours, fingerprint } = step;
  clearParents(reverting, step);
  if (!root.lookAt(ours)) return;
  if (root.lookAt(path)) {
    // A killed process leaves a file under both names, and someone may have restored the same file, as git does.
    const isRestored = [path, ours].every((place) => root.isAt(place, fingerprint));
    if (root.isOneFile(path, ours) || isRestored) {
      root.removeFile(ours);
      return;
    }
    makeWay(reverting, path, inTheWay);
  }
  // Someone may have removed the folders that seemed unused.
  if (!root.lookAt(parentOf(path))) for (const folder of foldersOf(path)) root.makeFolder(folder);
  root.putInPlace(ours, path, fingerprint.kind);
}

/** Reverts a step that put a file in place: the file goes back to our folder. */
function withdraw(reverting: Reverting, step: FileStep): void {
  const { root, originals } = reverting;
  const { file, path, ours, fingerprint } = step;
  clearParents(reverting, step);
  const there = root.lookAt(path);
  if (!there) return;
  if (root.lookAt(ours)) {
    // A process that was killed while it moved a file leaves it under both names. Any other file is not ours.
    if (!root.isOneFile(ours, path)) return;
    root.removeFile(ours);
  }
  if (!root.isAt(path, fingerprint)) {
    const original = originals.get(path);
    // Git may have restored the original where the run has put another file.
    if (original && root.isAt(path, original)) return;
    // A file that the run only moved, or that an undo restored, is the user's own: it goes back with its edits.
    const isTheirs = file.after ? file.after.original !== undefined : original === undefined;
    if (!isTheirs || kindOf(there) !== fingerprint.kind) {
      makeWay(reverting, path, notOurs);
      return;
    }
  }
  root.renameIfFree(path, ours);
}

/** The current paths of originals that a run has moved and that are not restored. */
function whereOriginalsAre(
  root: MigratedFolder,
  { staging, files }: RunRecord,
): readonly Displaced[] {
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
