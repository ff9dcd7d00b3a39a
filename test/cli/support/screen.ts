import type { Io } from '../../../src/cli/io.ts';
import { main } from '../../../src/cli/main.ts';
import { createColors } from '../../../src/report/colors.ts';

interface Screen {
  readonly status: number;
  /** Standard output and standard error, as somebody in front of the terminal sees them. */
  readonly screen: string;
}

/** Runs a command as on a terminal without colours on which nobody answers, in this process. */
export async function onScreen(cwd: string, args: readonly string[], width = 80): Promise<Screen> {
  let screen = '';
  const write = (text: string): void => {
    screen += text;
  };
  const look = { colors: createColors(false), width };
  const io: Io = {
    ...{ out: write, exact: write, err: write, progress() {}, outLook: look, errLook: look },
    ...{ cwd, outKind: 'terminal', logs: [], version: '0.0.0', terminal: undefined },
    readStdin: async () => Buffer.alloc(0),
  };
  return { status: await main(args, io), screen };
}
