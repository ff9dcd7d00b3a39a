import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Loaded before the command line. In its n-th step that writes it fails, dies right after it, or waits for a while.
// `kill:12` is the twelfth step, `kill:renameSync:2` the second of that name, `EIO:3` an error of the file system.

let fault = {};
let [done, ofName] = [0, 0];

/** Decides which step fails from now on, and counts anew. */
export function arm(text = '') {
  const [kind, ...which] = text.split(':');
  const number = which.pop();
  fault = { kind, name: which[0], number };
  [done, ofName] = [0, 0];
}

/** How many steps there were since then. */
export function steps() {
  return done;
}

const { writeFileSync } = fs;

/** Counts a step, and returns whether it is the one with the fault. */
function count(name) {
  done += 1;
  if (name === fault.name) ofName += 1;
  return fault.name === undefined
    ? done === Number(fault.number)
    : name === fault.name && ofName === Number(fault.number);
}

for (const name of [
  'fchmodSync',
  'fchownSync',
  'linkSync',
  'mkdirSync',
  'openSync',
  'renameSync',
  'rmdirSync',
  'symlinkSync',
  'unlinkSync',
  'writeFileSync',
]) {
  const real = fs[name];
  fs[name] = (...args) => {
    // Reading is no step.
    if (name === 'openSync' && args[1] !== 'wx') return real(...args);
    const isIt = count(name);
    if (isIt && fault.kind === 'pause') pause();
    else if (isIt && fault.kind !== 'kill')
      throw Object.assign(new Error(`${fault.kind}: injected`), { code: fault.kind });
    try {
      return real(...args);
    } finally {
      if (isIt && fault.kind === 'kill') process.kill(process.pid, 'SIGKILL');
    }
  };
}

const gitWrites =
  /^(?:commit-tree|fast-import|init|merge-tree|read-tree|reset|update-index|update-ref|write-tree)$/;

const { spawnSync } = childProcess;
childProcess.spawnSync = (program, args, options) => {
  const isStep = /[\\/]git(?:\.exe)?$/.test(program) && args?.some((one) => gitWrites.test(one));
  if (!isStep || !count('git') || /^(?:kill|pause)$/.test(fault.kind))
    return spawnSync(program, args, options);
  const stderr = Buffer.from('fatal: unable to write file: No space left on device\n');
  return { status: 128, signal: null, stdout: Buffer.alloc(0), stderr };
};
syncBuiltinESMExports();
arm(process.env.FAULT);

/** As long as it takes to do something else in the folder: until a file is gone. */
function pause() {
  fs.writeSync(2, 'paused');
  while (fs.existsSync('pause')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}

if (fault.kind === 'count') process.on('exit', () => writeFileSync(fault.number, String(done)));
