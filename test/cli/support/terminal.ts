import { spawn, spawnSync } from 'node:child_process';
import { cli } from './run.ts';

/** Whether there is a program that runs another on a pseudo-terminal, with the options of util-linux. */
export const hasPseudoTerminal = /util-linux/.test(
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '',
);

export const keys = { enter: '\r', down: '\u001B[B', cancel: '\u0003' };

export interface Dialogue {
  /** What stands on the screen when the program waits, and what is then typed. */
  readonly says: string;
  readonly types: string;
}

export interface Ended {
  readonly status: number | null;
  /** All that was written, without colours, and as it was. */
  readonly screen: string;
  readonly raw: string;
}

/** Runs the built command line on a terminal of 80 columns, and answers what it asks. */
export function talk(
  cwd: string,
  args: readonly string[],
  dialogue: readonly Dialogue[],
): Promise<Ended> {
  const words = [process.execPath, cli, ...args].map(
    (word) => `'${word.replaceAll("'", "'\\''")}'`,
  );
  const command = `stty rows 50 cols 80; exec ${words.join(' ')}`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd,
    stdio: 'pipe',
    timeout: 60_000,
  });
  return new Promise((resolve, reject) => {
    const left = [...dialogue];
    let screen = '';
    let seen = 0;
    const answer = (): void => {
      const [next] = left;
      const at = next ? plainScreen(screen).indexOf(next.says, seen) : -1;
      if (!next || at === -1) return;
      seen = at + next.says.length;
      left.shift();
      child.stdin.write(next.types);
      answer();
    };
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      screen += chunk;
      answer();
    });
    child.on('error', reject);
    child.on('close', (status) => {
      const told = plainScreen(screen);
      if (left.length > 0)
        reject(new Error(`It never said ${JSON.stringify(left[0]?.says)}:\n${told}`));
      else resolve({ status, screen: told, raw: screen });
    });
  });
}

/** The text without what moves the cursor and colours it. */
export function plainScreen(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they are
  return text.replace(/\u001B\[[0-9;?]*[A-Za-z]/g, '').replaceAll('\r', '');
}
