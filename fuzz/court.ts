import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Case } from './cases.ts';
import type { Verdict } from './judge.ts';

/** Judges cases in a process of its own, which may hang, run out of memory or die. */
export interface Court {
  judge(one: Case): Promise<Verdict>;
  close(): void;
}

const jiti = fileURLToPath(new URL('../node_modules/jiti/lib/jiti-cli.mjs', import.meta.url));

export interface CourtOptions {
  /** The module of the process. */
  readonly judges?: string;
  /** How long a case may take at least; a busy machine is no hang. */
  readonly shortest?: number;
  /** How long it may take for each of its files. */
  readonly perFile?: number;
}

/** Parsers keep memory; a new process has it back. */
const casesPerProcess = 400;

const judgeProcess = fileURLToPath(new URL('./judge-process.ts', import.meta.url));

export function openCourt(folder: string, options: CourtOptions = {}): Court {
  const { judges = judgeProcess, shortest = 20_000, perFile = 2_000 } = options;
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
    child = fork(jiti, [judges, folder], {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=1024'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const { finding } = await answerOf(child, 120_000);
    if (!finding) return child;
    close();
    throw new Error(`The process that judges does not start: ${finding.message}`);
  };
  return {
    async judge(one) {
      const judging = await open();
      served += 1;
      const limit = Math.max(shortest, one.tree.size * perFile);
      const answer = answerOf(judging, limit);
      judging.send(one);
      const verdict = await answer;
      if (verdict.finding?.oracle === 'the process ends') close();
      return verdict;
    },
    close,
  };
}

/** What the process says, or how it ends without a word. */
function answerOf(child: ChildProcess, limit: number): Promise<Verdict> {
  return new Promise((resolve) => {
    let told = '';
    const end = (message: string) =>
      settle({ outcome: 'found', finding: { oracle: 'the process ends', message } });
    const onError = (bytes: Buffer) => {
      told = (told + bytes.toString()).slice(-20_000);
    };
    const timer = setTimeout(() => end('it hangs'), limit);
    const settle = (verdict: Verdict) => {
      clearTimeout(timer);
      child.removeAllListeners();
      child.stderr?.off('data', onError);
      resolve(verdict);
    };
    child.stderr?.on('data', onError);
    child.once('message', settle);
    // Only when it is closed, all that it said has been read.
    child.once('close', (code, signal) =>
      end(`${signal ?? code} ${/^(?:\w*Error|FATAL ERROR):.*$/m.exec(told)?.[0] ?? ''}`),
    );
  });
}
