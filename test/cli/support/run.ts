import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads';
import { onTestFinished } from 'vitest';

export const cli = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));

/** A folder with files in it that is gone after the test. */
export function folderWith(files: { readonly [path: string]: string | Buffer }): string {
  const folder = mkdtempSync(join(tmpdir(), 'fw-migrate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Runs the built command line as a user would, in a pipe. */
export function spawnFwMigrate(
  cwd: string,
  args: readonly string[],
  input = '',
): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [cli, ...args], {
    cwd,
    input,
    encoding: 'utf8',
    timeout: 60_000,
  });
}

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** How many steps wrote something, in a thread in which they were counted. */
  readonly steps?: number | undefined;
}

/** Does the same in a thread that stays: a process of its own would spend most of its time on loading. */
export function fwMigrate(
  cwd: string,
  args: readonly string[],
  input = '',
  env: NodeJS.ProcessEnv = process.env,
): Ran {
  thread ??= startThread();
  const { port, done } = thread;
  Atomics.store(done, 0, 0);
  port.postMessage({ cwd, args, input, env: { ...env } });
  if (Atomics.wait(done, 0, 0, 60_000) === 'timed-out') {
    // What it says later belongs to nobody.
    thread = undefined;
    throw new Error(`${args.join(' ')} does not end.`);
  }
  return receiveMessageOnPort(port)?.message;
}

const simpleLine = /^(?:npx )?fw-migrate(?<words>(?: +(?:[\w./:,=-]+|"[^"$`\\]*"))*)(?: +#.*)?$/;

/** Runs a line of the documentation that is a command of plain words: it needs neither a shell nor a process. */
export function runSimpleLine(cwd: string, line: string): Ran | undefined {
  const { words } = simpleLine.exec(line)?.groups ?? {};
  if (words === undefined) return undefined;
  const args = [...words.matchAll(/"(.*?)"|[^ ]+/g)].map(([word, quoted]) => quoted ?? word);
  return fwMigrate(cwd, args);
}

/** Runs a line of the documentation as it is pasted into a shell. */
export function paste(cwd: string, line: string): Ran {
  const ran = runSimpleLine(cwd, line);
  if (ran) return ran;
  const command = line.replace(/^(?:npx )?fw-migrate/, `"${process.execPath}" "${cli}"`);
  return spawnSync(command, { cwd, shell: true, encoding: 'utf8' });
}

let thread: ReturnType<typeof startThread> | undefined;

function startThread(): { readonly port: MessagePort; readonly done: Int32Array } {
  const { port1: port, port2 } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./thread.mjs', import.meta.url), {
    workerData: { cli: pathToFileURL(cli).href, port: port2, done },
    transferList: [port2],
  });
  worker.unref();
  port.unref();
  return { port, done };
}
