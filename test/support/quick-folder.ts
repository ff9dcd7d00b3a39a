import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const neededBytes = 2e9;

/** Temporary folders are in memory if there is room: a real disk is slow to confirm what it has written. */
export default function setup(): (() => void) | undefined {
  if (process.env.TMPDIR || !hasRoom()) return undefined;
  const folder = mkdtempSync(join(memory, 'fw-migrate-tests-'));
  if (runsPrograms(folder)) {
    linkCache(folder);
    process.env.TMPDIR = folder;
  }
  return () => rmSync(folder, { recursive: true, force: true });
}

/** What jiti has compiled stays where it is: some tests start programs of ours with it. */
function linkCache(folder: string): void {
  const cache = join(tmpdir(), 'jiti');
  mkdirSync(cache, { recursive: true });
  symlinkSync(cache, join(folder, 'jiti'));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    accessSync(memory, constants.W_OK);
    return bavail * bsize > neededBytes;
  } catch {
    // Not every system has it.
    return false;
  }
}

/** Containers often forbid to run programs from there, which some tests do. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '', { mode: 0o755 });
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(program);
  }
}
