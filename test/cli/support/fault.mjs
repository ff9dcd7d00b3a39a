import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Loaded before the command line. In its n-th file-system step it fails, dies right after it, or waits for a while.
// `kill:12` is the twelfth step, `kill:renameSync:2` the second of that name.
const [kind, ...which] = (process.env.FAULT ?? '').split(':');
const number = which.pop();

const steps = [
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
];

const { writeFileSync } = fs;
let [done, ofName] = [0, 0];
for (const name of steps) {
  const real = fs[name];
  fs[name] = (...args) => {
    // Reading is no step.
    if (name === 'openSync' && args[1] !== 'wx') return real(...args);
    done += 1;
    if (name === which[0]) ofName += 1;
    const isIt =
      which.length > 0 ? name === which[0] && ofName === Number(number) : done === Number(number);
    if (isIt && kind === 'pause') pause();
    else if (isIt && kind !== 'kill')
      throw Object.assign(new Error(`${kind}: injected`), { code: kind });
    try {
      return real(...args);
    } finally {
      if (isIt && kind === 'kill') process.kill(process.pid, 'SIGKILL');
    }
  };
}
syncBuiltinESMExports();

/** As long as it takes to do something else in the folder: until a file is gone. */
function pause() {
  fs.writeSync(2, 'paused');
  while (fs.existsSync('pause')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}

if (kind === 'count') process.on('exit', () => writeFileSync(number, String(done)));
