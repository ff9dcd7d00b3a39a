import { hostname } from 'node:os';
import { errorCode } from '../project/file-errors.ts';
import { integer, object, readAs, text } from '../project/shape.ts';
import { area, discard, makeArea, readOurs } from './area.ts';
import { lookAt, onDisk, type Place } from './disk.ts';
import { ApplyProblem, causeOf, guarded, nothingChanged } from './problem.ts';

/** There while a run is at work. */
const lockPath = `${area}/lock`;

/** A lock that says nothing is one whose owner is about to write it, or was killed before it could. */
const timeToWrite = 5_000;

/** Who is at work. */
interface Owner {
  readonly pid: number;
  readonly host: string;
  /** When the process began, in a measure of the system's own: a later process may have the same number. */
  readonly born?: string;
  /** When the run began. */
  readonly started: string;
}

const ownerShape = object({ pid: integer(1), host: text, started: text }, { born: text });

/** Takes the lock of a folder. Throws an `ApplyProblem` where a run is at work there. */
export function takeLock(place: Place): void {
  try {
    makeArea(place);
    take(place);
  } catch (error) {
    discard(place);
    throw error instanceof ApplyProblem
      ? error
      : new ApplyProblem(lockPath, `${causeOf(error)} ${nothingChanged}`);
  }
}

/** Gives the lock of a folder back. One that could not be removed is stale as soon as this process ends. */
export function unlock(place: Place): void {
  discard(place, lockPath);
}

function take(place: Place): void {
  if (create(place)) return;
  refuseLive(place);
  breakLock(place);
  if (!create(place)) throw refusal('it has just begun');
}

/** Whether there was no lock: then this process has it. */
function create(place: Place): boolean {
  const { pid } = process;
  const born = processOf(place, pid)?.born;
  const owner: Owner = {
    pid,
    host: hostname(),
    ...(born ? { born } : {}),
    started: new Date().toISOString(),
  };
  try {
    place.disk.writeFileSync(onDisk(place, lockPath), JSON.stringify(owner), { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    discard(place, lockPath);
    throw error;
  }
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

/** Throws an `ApplyProblem` where the owner of a lock is at work. */
export function refuseLive(place: Place, path = lockPath): void {
  const source = readOurs(place, path);
  if (source === undefined) return;
  const owner = readAs<Owner>(ownerShape, source);
  if (owner ? !isAlive(place, owner) : isOld(place, path)) return;
  throw refusal(owner ? told(owner) : 'it has just begun');
}

function told({ pid, host, started }: Owner): string {
  return `process ${pid}${host === hostname() ? '' : ` on ${host}`}, since ${started}`;
}

function refusal(who: string): ApplyProblem {
  return new ApplyProblem(
    lockPath,
    `Another run is at work in this folder (${who}). Let it end, then run again. ` +
      `If that process is no migration, delete ${lockPath}. ${nothingChanged}`,
  );
}

/** A run does not give way to anything else in its process; a lock with our own number is that of a predecessor. */
function isAlive(place: Place, { pid, host, born }: Owner): boolean {
  // Nobody can tell from here what another machine, or another container, is doing.
  if (host !== hostname()) return true;
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
  const found = processOf(place, pid);
  return !found || (!found.isDead && (born === undefined || born === found.born));
}

/**
 * What the system tells of a process; nothing except on Linux. One that was killed keeps its number until its parent
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

function isOld(place: Place, path: string): boolean {
  const written = guarded(path, () => lookAt(place, path))?.mtimeMs ?? 0;
  return Math.abs(Date.now() - written) > timeToWrite;
}
