import { errorCode } from '../project/file-errors.ts';
import { integer, object, readAs, text } from '../project/shape.ts';
import type { TreePath } from '../project/snapshot.ts';
import { lookAt, onDisk, type Place } from './disk.ts';
import { writeNew } from './durable.ts';
import { foreignState } from './foreign.ts';
import { giveSecondName, putInPlace, renameIfFree } from './move-file.ts';
import { giveLikeFolder } from './owner.ts';
import { ApplyProblem, causeOf, guarded, nothingChanged } from './problem.ts';
import { makeState, newName, readSealed, removeEmptyState, sealed, stateFolder } from './state.ts';

/** There while a run is at work. */
export const lockPath = `${stateFolder}/lock`;

/** A lock is held only while files are prepared and renamed. */
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

const ownerShape = object({ pid: integer(1), started: text, 'space?': text, 'born?': text });

/** Takes the lock of a folder; gives what releases it. Throws an `ApplyProblem` if a run is at work there. */
export function takeLock(place: Place): () => void {
  try {
    makeState(place);
    const content = take(place);
    return () => {
      if (!isOthers(place, content)) remove(place, lockPath);
      removeEmptyState(place);
    };
  } catch (error) {
    removeEmptyState(place);
    throw error instanceof ApplyProblem
      ? error
      : new ApplyProblem(lockPath, `${causeOf(error)} ${nothingChanged}`);
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
    place.disk.unlinkSync(onDisk(place, path));
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
  const born = processOf(place, pid)?.born;
  const space = spaceOf(place);
  const owner: Owner = {
    ...{ pid, started: new Date().toISOString() },
    ...(space ? { space } : {}),
    ...(born ? { born } : {}),
  };
  const content = JSON.stringify(owner);
  const draft = `${stateFolder}/${newName(place, 'lock')}`;
  try {
    writeNew(place, draft, sealed(place, 'lock', content), (file) => giveLikeFolder(place, file, draft));
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
  const broken = `${stateFolder}/${newName(place, 'lock')}`;
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

/** Throws an `ApplyProblem` if the owner of a lock is at work. */
function refuseLive(place: Place, path = lockPath): void {
  const who = ownerAtWork(place, path);
  if (who !== undefined) throw refusal(who);
}

/**
 * Who is at work in a folder; undefined if nobody is. Throws an `ApplyProblem` for a lock that is not ours: nobody can
 * tell from here what its owner does.
 */
export function ownerAtWork(place: Place, path = lockPath): string | undefined {
  const found = readSealed(place, 'lock', path);
  if (!found) return undefined;
  if (!found.isOwn && place.trust.acceptsForeign) return undefined;
  const owner = found.isOwn ? readAs<Owner>(ownerShape, found.content) : undefined;
  if (!owner) throw foreignState(path);
  return isAlive(place, owner, path) ? described(owner) : undefined;
}

function described({ pid, started }: Owner): string {
  return `process ${pid}, since ${started}`;
}

/** Says that another run is at work in the folder of a lock. */
export function refusal(who: string, path = lockPath): ApplyProblem {
  return new ApplyProblem(
    path,
    `Another run is at work in ${path === lockPath ? 'this' : 'that'} folder (${who}). Wait for it to finish, then run again. ` +
      `If that process is not fw-migrate, delete ${path}. ${nothingChanged}`,
  );
}

/** A run does not give way to anything else in its process; a lock with our own number is that of a predecessor. */
function isAlive(place: Place, { pid, space, born }: Owner, path: string): boolean {
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

/** In which space our processes are counted; only Linux tells. */
function spaceOf({ disk }: Place): string | undefined {
  try {
    return disk.readlinkSync('/proc/self/ns/pid', 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * What the system tells of a process; undefined except on Linux. One that was killed keeps its number until its parent
 * takes note, which in a container may be never.
 */
function processOf({ disk }: Place, pid: number): { isDead: boolean; born: string | undefined } | undefined {
  try {
    // Behind the name in brackets, which may hold anything, stands the state; much later, when the process began.
    const [, rest = ''] = /\) ([^)]*)$/.exec(disk.readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const fields = rest.split(' ');
    return { isDead: /^[ZX]/.test(rest), born: fields[19] };
  } catch {
    return undefined;
  }
}

function isOlder(place: Place, path: string, time: number): boolean {
  const written = guarded(path, () => lookAt(place, path))?.mtimeMs ?? 0;
  return Math.abs(Date.now() - written) > time;
}
