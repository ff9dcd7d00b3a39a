import { readFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

// Runs one command after the other, in a thread that loads the built command line once.

const { cli, port, done } = workerData;
const [, file] = /import\("(\.\/chunks\/main-[^"]+)"\)/.exec(readFileSync(new URL(cli), 'utf8'));
const { main, processIo } = await import(new URL(file, cli).href);
const ofThread = processIo();

port.on('message', async ({ cwd, args, input }) => {
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'])
    process[stream].write = (text) => {
      printed[stream] += text;
      return true;
    };
  const io = { ...ofThread, cwd, outKind: 'pipe', readStdin: async () => Buffer.from(input) };
  const status = await main(args, io);
  port.postMessage({ status, ...printed });
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
});
