import { dirname, join } from 'node:path';
import { errorCode } from '../project/open-file.ts';
import { integer, object, readAs, text } from '../project/shape.ts';
import type { TreePath } from '../project/snapshot.ts';
import { foldersOf, lookAt, type Place } from './disk.ts';
import { giveSecondName, putInPlace, removeFile, renameIfFree, writeNew } from './file-operations.ts';
import { isInterrupted, journalPath } from './journal.ts';
import { type ApplyProblem, guarded, refused } from './problem.ts';
import {
  foreignState,
  hasState,
  makeState,
  newPath,
  readSealed,
  removeEmptyState,
  sealed,
  stateFolder,
} from './state.ts';

/** There while a run is at work. */
const lockPath = `${stateFolder}/lock`;

// In milliseconds. A lock is held only while files are prepared and renamed.
const longestRun = 3_600_000;

/** Who is at work. */
interface Owner {
  readonly pid: number;
  /** In which space the number of a process counts: containers have their own. */
  readonly space?: string;
  /** When the process began, in a measure of the system's own: a later process may have the same number. */
  readonly born?: string;
  /** When the run began. */
  readonly started: string;
}

const ownerShape = object({ pid: integer(1), started: text }, { space: text, born: text });

/**
 * Makes sure that no other run is at work on files of a folder until the lock that it gives is released. Throws an
 * `ApplyProblem` if one is, or was interrupted: in the folder itself, in one that it lies in, or in one on the way to
 * the files.
 */
export function lock(
  place: Place,
  files: readonly { readonly from: TreePath; readonly to: TreePath }[],
): () => void {
  const { disk, folder } = place;
  if (!guarded(folder, () => disk.statSync(folder, { throwIfNoEntry: false })?.isDirectory()))
    throw refused(folder, 'There is no such folder.');
  const release = takeLock(place);
  try {
    // Of two runs that begin at the same time, at least one sees the lock of the other.
    const below = files.flatMap(({ from, to }) => [...foldersOf(from), ...foldersOf(to)]);
    const neighbours = neighboursOf(place, below);
    for (const neighbour of neighbours) refuseLive(neighbour, lockPath, join(neighbour.folder, lockPath));
    refuseInterruptedIn(neighbours);
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Throws an `ApplyProblem` if a run was interrupted in a folder that this one lies in, or in one of those below it that
 * matter: what is there is neither before that run nor after.
 */
export function refuseInterruptedNear(place: Place, below: Iterable<TreePath>): void {
  refuseInterruptedIn(neighboursOf(place, below));
}

function refuseInterruptedIn(neighbours: readonly Place[]): void {
  for (const neighbour of neighbours) {
    if (!isInterrupted(neighbour)) continue;
    const path = join(neighbour.folder, journalPath);
    if (!readSealed(neighbour, 'run', journalPath)?.isOwn) throw foreignState(path);
    throw refused(path, 'A run on that folder was interrupted. Revert it first: `fw-migrate undo` there.');
  }
}

/** The folders below and above that have state which may matter. */
function neighboursOf(place: Place, below: Iterable<TreePath>): readonly Place[] {
  const { disk, folder } = place;
  const found = [...new Set(below)].map((path) => join(folder, path));
  const real = guarded(folder, () => disk.realpathSync(folder));
  for (let inner = real; dirname(inner) !== inner; inner = dirname(inner)) found.push(dirname(inner));
  return found.map((other) => ({ ...place, folder: other })).filter((other) => mayConcern(place, other));
}

/**
 * Whether state in a neighbouring folder can be that of a run of ours, or of the owner of this folder: anybody may put
 * something into a folder above that all users share. What cannot be read is not ours either.
 */
function mayConcern(place: Place, neighbour: Place): boolean {
  try {
    if (!hasState(neighbour)) return false;
    const owner = lookAt(neighbour, stateFolder)?.uid;
    return owner === process.getuid?.() || owner === lookAt(place, '')?.uid;
  } catch {
    return false;
  }
}

/** Takes the lock of a folder; gives what releases it. Throws an `ApplyProblem` if a run is at work there. */
function takeLock(place: Place): () => void {
  try {
    const content = guarded(lockPath, () => {
      makeState(place);
      return take(place);
    });
    return () => {
      if (!isOthers(place, content)) remove(place, lockPath);
      removeEmptyState(place);
    };
  } catch (error) {
    removeEmptyState(place);
    throw error;
  }
}

/** Whether somebody has broken our lock and taken theirs. */
function isOthers(place: Place, content: string): boolean {
  try {
    return readSealed(place, 'lock', lockPath)?.content !== content;
  } catch {
    return false;
  }
}

function remove(place: Place, path: TreePath): void {
  try {
    removeFile(place, path);
  } catch {
    // It is gone, or will be taken for stale.
  }
}

/** Gives what the lock says. */
function take(place: Place): string {
  const own = create(place);
  if (own !== undefined) return own;
  refuseLive(place);
  breakLock(place);
  const second = create(place);
  if (second === undefined) throw refusal('it has just begun');
  return second;
}

/** Makes a lock, and gives what it says; undefined if there is one already. */
function create(place: Place): string | undefined {
  const { pid } = process;
  const [born, space] = [processOf(place, pid)?.born, spaceOf(place)];
  const owner: Owner = {
    ...{ pid, started: new Date().toISOString() },
    ...(space ? { space } : {}),
    ...(born ? { born } : {}),
  };
  const content = JSON.stringify(owner);
  const draft = newPath(place, 'lock');
  try {
    writeNew(place, draft, sealed(place, 'lock', content));
    // A lock that is there is whole: whoever reads it knows whose it is.
    if (!giveSecondName(place, draft, lockPath)) renameIfFree(place, draft, lockPath);
    return content;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return undefined;
    throw error;
  } finally {
    remove(place, draft);
  }
}

/** Takes a stale lock away. Another process may have done so just now, and have a lock of its own there. */
function breakLock(place: Place): void {
  const broken = newPath(place, 'lock');
  try {
    renameIfFree(place, lockPath, broken);
  } catch (error) {
    // Its owner has just removed it.
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  try {
    refuseLive(place, broken);
  } catch (error) {
    putInPlace(place, broken, lockPath);
    throw error;
  }
  remove(place, broken);
}

/**
 * Throws an `ApplyProblem` if the owner of a lock is at work, or if the lock is not ours: nobody can tell from here what
 * its owner does.
 */
function refuseLive(place: Place, path = lockPath, shown = lockPath): void {
  const found = readSealed(place, 'lock', path);
  if (!found || (!found.isOwn && place.trust.acceptsForeign)) return;
  const owner = found.isOwn ? readAs<Owner>(ownerShape, found.content) : undefined;
  if (!owner) throw foreignState(path);
  if (isAlive(place, owner, path)) throw refusal(`process ${owner.pid}, since ${owner.started}`, shown);
}

/** Says that another run is at work in the folder of a lock. */
function refusal(who: string, path = lockPath): ApplyProblem {
  const where = path === lockPath ? 'this' : 'that';
  return refused(
    path,
    `Another run is at work in ${where} folder (${who}). Wait for it to finish, then run again. ` +
      `If that process is not fw-migrate, delete ${path}.`,
  );
}

/** A run does not give way to anything else in its process; a lock with our own number is that of a predecessor. */
function isAlive(place: Place, { pid, space, born }: Owner, path: TreePath): boolean {
  // Nobody can tell from here what another container is doing; but no run takes as long.
  if (space !== undefined && space !== spaceOf(place)) return !isOlder(place, path, longestRun);
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
  const found = processOf(place, pid);
  return !found || (!found.isDead && (born === undefined || born === found.born));
}

/** In which space our processes are counted; undefined except on Linux. */
function spaceOf({ disk }: Place): string | undefined {
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
function processOf({ disk }: Place, pid: number): { isDead: boolean; born: string | undefined } | undefined {
  try {
    // The state comes after the name in brackets, which may hold anything; much later, when the process began.
    const [, rest = ''] = /\) ([^)]*)$/.exec(disk.readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { isDead: /^[ZX]/.test(rest), born: rest.split(' ')[19] };
  } catch {
    return undefined;
  }
}

function isOlder(place: Place, path: TreePath, time: number): boolean {
  const written = guarded(path, () => lookAt(place, path))?.mtimeMs ?? 0;
  return Math.abs(Date.now() - written) > time;
}
