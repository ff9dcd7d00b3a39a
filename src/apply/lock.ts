import { dirname, join } from 'node:path';
import { defined, integer, object, readAs, type TypeOf, text } from '../catalogue/shape.ts';
import { errorCode } from '../project/open-file.ts';
import type { TreePath } from '../project/snapshot.ts';
import { type FileOfRun, isInterrupted, journalPath } from './journal.ts';
import { ApplyProblem, guarded, nothingChanged, refused } from './problem.ts';
import { foldersOf, type RunFolder } from './run-folder.ts';
import {
  foreignState,
  hasState,
  makeState,
  newPath,
  readSealed,
  removeEmptyState,
  sealed,
  stateFolder,
} from './state-directory.ts';

/** Exists while a run is in progress. */
const lockPath = `${stateFolder}/lock`;

// In milliseconds. A lock is held only while files are prepared and renamed.
const longestRun = 3_600_000;

const ownerShape = object({
  pid: integer(1),
  // When the run began.
  started: text,
  // In which space the number of a process counts: containers have their own.
  'space?': text,
  // When the process began, in a measure of the system's own: a later process may have the same number.
  'born?': text,
});

/** The process that has a lock. */
interface Owner extends TypeOf<typeof ownerShape> {}

/**
 * Makes sure that no other run works on files of a folder until the returned lock is released. Throws an
 * `ApplyProblem` if one is, or was interrupted: in the folder itself, in one that it lies in, or in one on the way to
 * the files.
 */
export function lock(root: RunFolder, files: readonly Pick<FileOfRun, 'from' | 'to'>[]): () => void {
  const { disk, folder } = root;
  if (!guarded(folder, () => disk.statSync(folder, { throwIfNoEntry: false })?.isDirectory()))
    throw refused(folder, 'Folder not found.');
  let content: string | undefined;
  const release = () => {
    if (content !== undefined && !isOthers(root, content)) remove(root, lockPath);
    removeEmptyState(root);
  };
  try {
    content = guarded(lockPath, () => take(root));
    // Of two runs that begin at the same time, at least one sees the lock of the other.
    const below = files.flatMap(({ from, to }) => [...foldersOf(from), ...foldersOf(to)]);
    const neighbours = neighboursOf(root, below);
    for (const neighbour of neighbours) refuseLive(neighbour, lockPath, join(neighbour.folder, lockPath));
    refuseInterruptedIn(neighbours);
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

// In milliseconds: what is done while others wait takes far less.
const [longestWait, pause] = [5_000, 20];

/** Does short work while the lock for it is held; waits for others that do such work. */
export function locked<Result>(root: RunFolder, work: () => Result): Result {
  const end = Date.now() + longestWait;
  let release: (() => void) | undefined;
  while (!release) {
    try {
      release = lock(root, []);
    } catch (error) {
      if (!(error instanceof Busy) || Date.now() > end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
  }
  try {
    return work();
  } finally {
    release();
  }
}

/**
 * Throws an `ApplyProblem` if a run was interrupted in a folder that this one lies in, or in one of those below it that
 * matter: what is there is neither before that run nor after.
 */
export function refuseInterruptedNear(root: RunFolder, below: Iterable<TreePath>): void {
  refuseInterruptedIn(neighboursOf(root, below));
}

function refuseInterruptedIn(neighbours: readonly RunFolder[]): void {
  for (const neighbour of neighbours) {
    if (!isInterrupted(neighbour)) continue;
    const path = join(neighbour.folder, journalPath);
    if (!readSealed(neighbour, 'run', journalPath)?.isOwn) throw foreignState(path);
    throw refused(
      path,
      'A run in that folder was interrupted. Revert it first: run `fw-migrate undo` there.',
    );
  }
}

/** The folders below and above that have state which may matter. */
function neighboursOf(root: RunFolder, below: Iterable<TreePath>): readonly RunFolder[] {
  const { disk, folder } = root;
  const found = [...new Set(below)].map((path) => join(folder, path));
  const real = guarded(folder, () => disk.realpathSync(folder));
  for (let inner = real; dirname(inner) !== inner; inner = dirname(inner)) found.push(dirname(inner));
  return found.map((other) => root.neighbour(other)).filter((other) => mayConcern(root, other));
}

/**
 * Whether state in a neighbouring folder can be that of a run of ours, or of the owner of this folder: anybody may put
 * something into a folder above that all users share. What cannot be read is not ours either.
 */
function mayConcern(root: RunFolder, neighbour: RunFolder): boolean {
  try {
    if (!hasState(neighbour)) return false;
    const owner = neighbour.lookAt(stateFolder)?.uid;
    return owner === process.getuid?.() || owner === root.lookAt('')?.uid;
  } catch {
    return false;
  }
}

/** Whether someone has replaced our lock by theirs. */
function isOthers(root: RunFolder, content: string): boolean {
  try {
    return readSealed(root, 'lock', lockPath)?.content !== content;
  } catch {
    return false;
  }
}

function remove(root: RunFolder, path: TreePath): void {
  try {
    root.removeFile(path);
  } catch {
    // It is gone, or will be taken for stale.
  }
}

/** Takes the lock, and returns its text; a stale one is replaced. */
function take(root: RunFolder): string {
  const draft = newPath(root, 'lock');
  try {
    makeState(root);
    // First, because on a full disk the new one needs the room of the old one. One that is gone by now is not stale.
    if (refuseLive(root)) breakLock(root);
    const { pid } = process;
    const owner: Owner = defined({
      ...{ pid, started: new Date().toISOString() },
      ...{ space: spaceOf(root), born: processOf(root, pid)?.born },
    });
    const content = JSON.stringify(owner);
    root.writeNew(draft, sealed(root, 'lock', content));
    // A lock that is there is whole, also after a power cut: whoever reads it knows whose it is.
    root.syncPaths([draft]);
    if (!root.giveSecondName(draft, lockPath)) root.renameIfFree(draft, lockPath);
    root.syncPaths([stateFolder]);
    return content;
  } catch (error) {
    // A run that ends at this moment takes its lock away, and sometimes the folder of it.
    if (errorCode(error) === 'ENOENT') throw new Busy('just finished');
    if (errorCode(error) === 'EEXIST') throw new Busy('just started');
    throw error;
  } finally {
    remove(root, draft);
  }
}

/** Takes a stale lock away. Another process may have done so just now, and have a lock of its own there. */
function breakLock(root: RunFolder): void {
  const broken = newPath(root, 'lock');
  try {
    root.renameIfFree(lockPath, broken);
  } catch (error) {
    // Its owner has just removed it.
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

/**
 * Throws an `ApplyProblem` if the owner of a lock is still running, or if the lock is not ours: nobody can tell from
 * here what its owner does. Says whether there is a lock, which then is stale.
 */
function refuseLive(root: RunFolder, path = lockPath, shown = lockPath): boolean {
  const found = readSealed(root, 'lock', path);
  if (!found) return false;
  if (!found.isOwn && root.trust.acceptsForeign) return true;
  if (!found.isOwn) throw foreignState(path);
  const owner = readAs(ownerShape, found.content);
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

/** A run does not give way to anything else in its process; a lock with our own number is that of a predecessor. */
function isAlive(root: RunFolder, { pid, space, born }: Owner, path: TreePath): boolean {
  if (space !== undefined && space !== spaceOf(root)) {
    // Nobody can tell from here what another container is doing; but no run takes as long.
    const written = guarded(path, () => root.lookAt(path))?.mtimeMs ?? 0;
    return Math.abs(Date.now() - written) <= longestRun;
  }
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
  const found = processOf(root, pid);
  return !found || (!found.isDead && (born === undefined || born === found.born));
}

/** In which space our processes are counted; undefined except on Linux. */
function spaceOf({ disk }: RunFolder): string | undefined {
  try {
    return disk.readlinkSync('/proc/self/ns/pid', 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * What the system says of a process; undefined except on Linux. One that was killed keeps its number until its parent
 * takes note, which in a container may be never.
 */
function processOf(
  { disk }: RunFolder,
  pid: number,
): { isDead: boolean; born: string | undefined } | undefined {
  try {
    // The state comes after the name in brackets, which may hold anything; much later, when the process began.
    const [, rest = ''] = /\) ([^)]*)$/.exec(disk.readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { isDead: /^[ZX]/.test(rest), born: rest.split(' ')[19] };
  } catch {
    return undefined;
  }
}
