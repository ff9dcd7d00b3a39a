import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Case } from './cases.ts';
import type { CaseResult } from './oracle-run.ts';

/** Runs cases in a process of its own, which may hang, run out of memory or die. */
export interface FuzzWorker {
  run(one: Case): Promise<CaseResult>;
  close(): void;
}

const jiti = fileURLToPath(new URL('../node_modules/jiti/lib/jiti-cli.mjs', import.meta.url));

export interface WorkerOptions {
  /** The module of the process. */
  readonly module?: string;
  /** How long a case may take at least; a busy machine is no hang. */
  readonly shortest?: number;
  /** How long it may take for each of its files. */
  readonly perFile?: number;
}

/** Parsers keep memory; a new process has it back. */
const casesPerProcess = 400;

const workerProcess = fileURLToPath(new URL('./worker-process.ts', import.meta.url));

export function startWorker(folder: string, options: WorkerOptions = {}): FuzzWorker {
  const { module = workerProcess, shortest = 20_000, perFile = 2_000 } = options;
  let child: ChildProcess | undefined;
  let served = 0;
  const close = () => {
    child?.removeAllListeners();
    child?.kill('SIGKILL');
    child = undefined;
  };
  const open = async (): Promise<ChildProcess> => {
    if (child && served < casesPerProcess) return child;
    close();
    served = 0;
    child = fork(jiti, [module, folder], {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=1024'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const { finding } = await answerOf(child, 120_000);
    if (!finding) return child;
    close();
    throw new Error(`The worker does not start: ${finding.message}`);
  };
  return {
    async run(one) {
      const started = await open();
      served += 1;
      const limit = Math.max(shortest, one.tree.size * perFile);
      const answer = answerOf(started, limit);
      started.send(one);
      const result = await answer;
      if (result.finding?.oracle === 'the process ends') close();
      return result;
    },
    close,
  };
}

/** What the process answers, or how it ends without an answer. */
function answerOf(child: ChildProcess, limit: number): Promise<CaseResult> {
  return new Promise((resolve) => {
    let printed = '';
    const end = (message: string) =>
      settle({ outcome: 'found', finding: { oracle: 'the process ends', message } });
    const onError = (bytes: Buffer) => {
      printed = (printed + bytes.toString()).slice(-20_000);
    };
    const timer = setTimeout(() => end('it hangs'), limit);
    const settle = (result: CaseResult) => {
      clearTimeout(timer);
      child.removeAllListeners();
      child.stderr?.off('data', onError);
      resolve(result);
    };
    child.stderr?.on('data', onError);
    child.once('message', settle);
    // Only when it is closed, all that it printed has been read.
    child.once('close', (code, signal) =>
      end(`${signal ?? code} ${/^(?:\w*Error|FATAL ERROR):.*$/m.exec(printed)?.[0] ?? ''}`),
    );
  });
}
