/** Lets only one run at a time work on a folder, its parents and the folders in it. */

import { basename, dirname, join } from 'node:path';
import { defined, integer, object, readAs, type TypeOf, text } from '../catalogue/shape.ts';
import { errorCode } from '../tree/open-file.ts';
import { parentOf, type Snapshot, type TreePath } from '../tree/snapshot.ts';
import { ApplyProblem, asProblem, nothingChanged, refused } from './apply-problem.ts';
import { type FileOfRun, journalPath, refuseInterrupted } from './journal.ts';
import { foldersOf, type MigratedFolder, migratedFolderAt } from './migrated-folder.ts';
import { patiently } from './patient-disk.ts';
import {
  foreignState,
  hasState,
  makeState,
  newPath,
  readSealed,
  removeEmptyState,
  sealed,
  stateFolder,
} from './state-folder.ts';

/** Exists while a run is in progress. */
const lockPath = `${stateFolder}/lock`;

// In milliseconds. A lock is held only while files are prepared and renamed.
const longestRun = 3_600_000;

const ownerShape = object({
  pid: integer(1),
  // When the run began.
  started: text,
  // The namespace of process numbers: containers have their own.
  'space?': text,
  // When the process began, in the system's own unit: a later process may have the same number.
  'born?': text,
});

interface Owner extends TypeOf<typeof ownerShape> {}

/**
 * Locks the files of a folder against other runs until the returned function is called. Throws an
 * `ApplyProblem` if another run is in progress in the folder, or if one is in progress or was interrupted in a
 * parent of it or of the files. A run that was interrupted in the folder itself is left to the caller.
 */
export function lock(
  root: MigratedFolder,
  files: readonly Pick<FileOfRun, 'from' | 'to'>[],
): () => void {
  const { disk, folder } = root;
  if (!asProblem(folder, () => disk.statSync(folder, { throwIfNoEntry: false })?.isDirectory()))
    throw refused(folder, 'Folder not found.');
  let content: string | undefined;
  const release = () => {
    if (content !== undefined && !isOthers(root, content)) remove(root, lockPath);
    removeEmptyState(root);
  };
  try {
    content = asProblem(lockPath, () => take(root));
    // Of two runs that begin at the same time, at least one sees the lock of the other.
    const below = files.flatMap(({ from, to }) => [...foldersOf(from), ...foldersOf(to)]);
    const neighbours = neighboursOf(root, below);
    for (const neighbour of neighbours)
      refuseLive(neighbour, lockPath, join(neighbour.folder, lockPath));
    refuseInterruptedIn(neighbours);
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

// In milliseconds. Work that others wait for takes far less.
const longestWait = 5_000;

/** Does short work while it holds the lock; waits for other processes that hold it. */
export function locked<Result>(root: MigratedFolder, work: () => Result): Result {
  const isBusy = (error: unknown) => error instanceof Busy;
  const release = patiently(() => lock(root, []), isBusy, longestWait);
  try {
    return work();
  } finally {
    release();
  }
}

/** Throws if a run was interrupted in a folder, above it or in it: the files there are half-written. */
export function refuseInterruptedNear(
  folder: string,
  { ignored }: Pick<Snapshot, 'ignored'>,
): void {
  const root = migratedFolderAt(folder);
  refuseInterrupted(root);
  const below = ignored.flatMap(({ path }) =>
    basename(path) === stateFolder ? [parentOf(path)] : [],
  );
  refuseInterruptedIn(neighboursOf(root, below));
}

function refuseInterruptedIn(neighbours: readonly MigratedFolder[]): void {
  for (const neighbour of neighbours)
    refuseInterrupted(neighbour, join(neighbour.folder, journalPath));
}

/** The parent folders, and the given folders below, that have state which may matter. */
function neighboursOf(root: MigratedFolder, below: Iterable<TreePath>): readonly MigratedFolder[] {
  const { disk, folder } = root;
  const folders = [...new Set(below)].map((path) => join(folder, path));
  const real = asProblem(folder, () => disk.realpathSync(folder));
  for (let inner = real; dirname(inner) !== inner; inner = dirname(inner))
    folders.push(dirname(inner));
  return folders
    .map((path) => root.neighbour(path))
    .filter((neighbour) => mayConcern(root, neighbour));
}

/**
 * Whether state in a neighbouring folder may be that of this user or of the owner of this folder: anybody may
 * put something into a parent folder that all users share. State that cannot be read is not ours either.
 */
function mayConcern(root: MigratedFolder, neighbour: MigratedFolder): boolean {
  try {
    if (!hasState(neighbour)) return false;
    const owner = neighbour.lookAt(stateFolder)?.uid;
    return owner === process.getuid?.() || owner === root.lookAt('')?.uid;
  } catch {
    return false;
  }
}

/** Whether another process has replaced our lock with its own. */
function isOthers(root: MigratedFolder, content: string): boolean {
  try {
    return readSealed(root, 'lock', lockPath)?.content !== content;
  } catch {
    return false;
  }
}

function remove(root: MigratedFolder, path: TreePath): void {
  try {
    root.removeFile(path);
  } catch {
    // The file is gone, or will be treated as stale.
  }
}

/** Takes the lock, and returns its text; a stale lock is replaced. */
function take(root: MigratedFolder): string {
  const draft = newPath(root, 'lock');
  try {
    makeState(root);
    // A stale lock is removed first: on a full disk, the new lock needs its space.
    if (refuseLive(root)) breakLock(root);
    const { pid } = process;
    const owner: Owner = defined({
      pid,
      started: new Date().toISOString(),
      space: spaceOf(root),
      born: processOf(root, pid)?.born,
    });
    const content = JSON.stringify(owner);
    root.writeNew(draft, sealed(root, 'lock', content));
    // A lock is always complete, also after a power cut, so that readers know its owner.
    root.syncPaths([draft]);
    if (!root.giveSecondName(draft, lockPath)) root.renameIfFree(draft, lockPath);
    root.syncPaths([stateFolder]);
    return content;
  } catch (error) {
    // A run that ends at this moment removes its lock, and sometimes the folder of the lock.
    if (errorCode(error) === 'ENOENT') throw new Busy('just finished');
    if (errorCode(error) === 'EEXIST') throw new Busy('just started');
    throw error;
  } finally {
    remove(root, draft);
  }
}

/** Removes a stale lock. Another process may have just done so, and may already hold its own lock. */
function breakLock(root: MigratedFolder): void {
  const broken = newPath(root, 'lock');
  try {
    root.renameIfFree(lockPath, broken);
  } catch (error) {
    // The owner of the lock has just removed it.
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  try {
    refuseLive(root, broken);
  } catch (error) {
    root.putInPlace(broken, lockPath);
    throw error;
  }
  remove(root, broken);
}

/** Throws if the owner of a lock is running or unknown; else returns whether there is a lock, a stale one. */
function refuseLive(root: MigratedFolder, path = lockPath, shown = lockPath): boolean {
  const lockFile = readSealed(root, 'lock', path);
  if (!lockFile) return false;
  if (!lockFile.isOwn && root.trust.acceptsForeign) return true;
  if (!lockFile.isOwn) throw foreignState(path);
  const owner = readAs(ownerShape, lockFile.content);
  if (owner && isAlive(root, owner, path))
    throw new Busy(`process ${owner.pid}, since ${owner.started}`, shown);
  return true;
}

/** Another run is in progress in the folder of a lock. */
class Busy extends ApplyProblem {
  constructor(who: string, path = lockPath) {
    const where = path === lockPath ? 'this' : 'that';
    super(
      path,
      `Another run is in progress in ${where} folder (${who}). Wait for it to finish, then run again. ` +
        `If that process is not fw-migrate, delete ${path}. ${nothingChanged}`,
    );
  }
}

/** Whether the owner of a lock is running. A lock with our own number is that of an earlier process. */
function isAlive(root: MigratedFolder, { pid, space, born }: Owner, path: TreePath): boolean {
  if (space !== undefined && space !== spaceOf(root)) {
    // Processes of another container are not visible here, but no run takes longer than this.
    const written = asProblem(path, () => root.lookAt(path))?.mtimeMs ?? 0;
    return Math.abs(Date.now() - written) <= longestRun;
  }
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
  const status = processOf(root, pid);
  return !status || (!status.isDead && (born === undefined || born === status.born));
}

/** The namespace of our process numbers; undefined except on Linux. */
function spaceOf({ disk }: MigratedFolder): string | undefined {
  try {
    return disk.readlinkSync('/proc/self/ns/pid', 'utf8');
  } catch {
    return undefined;
  }
}

/** The status of a process, on Linux: a killed one keeps its number until its parent waits for it, if ever. */
function processOf({ disk }: MigratedFolder, pid: number) {
  try {
    // The state follows the name in brackets, which may contain anything. The start time comes later.
    const [, fields = ''] =
      /\) ([^)]*)$/.exec(disk.readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { isDead: /^[ZX]/.test(fields), born: fields.split(' ')[19] };
  } catch {
    return undefined;
  }
}
