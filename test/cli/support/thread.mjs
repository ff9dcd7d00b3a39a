import { readFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

// Runs one command after the other, in a thread that loads the built command line once.

const { cli, port, done } = workerData;

// A command that waits for another one is not what takes the time: for it, time passes ten times as fast.
const { wait } = Atomics;
const { now } = Date;
let skipped = 0;
Atomics.wait = (array, index, value, timeout) => {
  skipped += timeout * 0.9;
  return wait(array, index, value, timeout / 10);
};
Date.now = () => now() + skipped;

const [, file] = /import\("(\.\/chunks\/main-[^"]+)"\)/.exec(readFileSync(new URL(cli), 'utf8'));
const { main, processIo } = await import(new URL(file, cli).href);

let faults;

port.on('message', async ({ cwd, args, input, env }) => {
  process.env = env;
  // Only where something is to fail: counting the steps costs a little of each.
  faults ??= env.FAULT === undefined ? undefined : await import('./fault.mjs');
  faults?.arm(env.FAULT);
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    process[name].removeAllListeners('error');
    process[name].write = (text) => {
      printed[name] += text;
      return true;
    };
  }
  const io = { ...processIo(), cwd, outKind: 'pipe', readStdin: async () => Buffer.from(input) };
  const status = await main(args, io);
  port.postMessage({ status, ...printed, steps: faults?.steps() });
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
});
