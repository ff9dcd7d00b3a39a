import { errorCode } from '../project/file-errors.ts';
import { area, discard, makeArea, readOurs } from './area.ts';
import { lookAt, onDisk, type Place } from './disk.ts';
import { ApplyProblem, causeOf, guarded, nothingChanged } from './problem.ts';

const lockPath = `${area}/lock`;

/** A lock that says nothing is one whose owner is about to write it, or was killed before it could. */
const timeToWrite = 5_000;

/** Who is at work. */
interface Owner {
  readonly pid: number;
  readonly started: string;
}

/** Does something in a folder while no other run is at work there. Throws an `ApplyProblem` where one is. */
export function locked<Result>(place: Place, work: () => Result): Result {
  try {
    makeArea(place);
    take(place);
  } catch (error) {
    discard(place);
    throw error instanceof ApplyProblem
      ? error
      : new ApplyProblem(lockPath, `${causeOf(error)} ${nothingChanged}`);
  }
  try {
    return work();
  } finally {
    // A lock that could not be removed is stale as soon as this process ends.
    discard(place, lockPath);
  }
}

function take(place: Place): void {
  if (create(place)) return;
  refuseLive(place, lockPath);
  breakLock(place);
  if (!create(place)) throw refusal('it has just begun');
}

/** Whether there was no lock: then this process has it. */
function create(place: Place): boolean {
  const { disk } = place;
  let file: number;
  try {
    file = disk.openSync(onDisk(place, lockPath), 'wx');
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    const owner: Owner = { pid: process.pid, started: new Date().toISOString() };
    disk.writeFileSync(file, JSON.stringify(owner));
  } catch (error) {
    discard(place, lockPath);
    throw error;
  } finally {
    disk.closeSync(file);
  }
  return true;
}

/** Takes a stale lock away. Another process may have done so just now, and have a lock of its own there. */
function breakLock(place: Place): void {
  const broken = `${lockPath}-${process.pid}`;
  place.disk.renameSync(onDisk(place, lockPath), onDisk(place, broken));
  try {
    refuseLive(place, broken);
  } catch (error) {
    if (!lookAt(place, lockPath)) place.disk.renameSync(onDisk(place, broken), onDisk(place, lockPath));
    throw error;
  }
  discard(place, broken);
  makeArea(place);
}

/** Throws where the owner of a lock is at work. */
function refuseLive(place: Place, path: string): void {
  const text = readOurs(place, path);
  if (text === undefined) return;
  const owner = ownerIn(text);
  if (owner ? !isAlive(place, owner.pid) : isOld(place, path)) return;
  throw refusal(owner ? `process ${owner.pid}, since ${owner.started}` : 'it has just begun');
}

function refusal(who: string): ApplyProblem {
  return new ApplyProblem(
    lockPath,
    `Another run is at work in this folder (${who}). Let it end, then run again. ` +
      `If that process is no migration, delete ${lockPath}. ${nothingChanged}`,
  );
}

function ownerIn(text: string): Owner | undefined {
  try {
    const owner: unknown = JSON.parse(text);
    if (typeof owner !== 'object' || owner === null || !('pid' in owner) || !('started' in owner))
      return undefined;
    const { pid, started } = owner;
    if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0) return undefined;
    return { pid, started: String(started) };
  } catch {
    return undefined;
  }
}

/** A run does not give way to anything else in its process; a lock with our own number is that of a predecessor. */
function isAlive(place: Place, pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return !isZombie(place, pid);
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

/** A process that was killed keeps its number until its parent takes note, which in a container may be never. */
function isZombie({ disk }: Place, pid: number): boolean {
  try {
    // Behind the name in brackets, which may hold anything, stands the state.
    const [, state] = /\) (\w)[^)]*$/.exec(disk.readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return state === 'Z' || state === 'X';
  } catch {
    // Only Linux tells.
    return false;
  }
}

function isOld(place: Place, path: string): boolean {
  const written = guarded(path, () => lookAt(place, path))?.mtimeMs ?? 0;
  return Math.abs(Date.now() - written) > timeToWrite;
}
