/** The command `playground`: opens the page that is part of the package. */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CommandFlags } from './flags.ts';
import { type Io, UsageError } from './io.ts';

/** The page in the package, relative to the folder that the command is built into. */
const page = new URL('../../docs/playground/index.html', import.meta.url);

/** The programs that open a page in the default browser. */
const openers: { readonly [platform: string]: readonly [string, ...string[]] } = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** `fw-migrate playground`: prints the address of the page and, on a terminal, opens it. */
export async function playgroundCommand(_: CommandFlags, io: Io): Promise<void> {
  const path = fileURLToPath(page);
  if (!existsSync(path))
    throw new UsageError(
      'The playground is not built. In a checkout, run `npm run playground` first.',
    );
  const address = pathToFileURL(path).href;
  io.out(`${address}\n`);
  if (io.outKind !== 'terminal') return;
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const opened = await new Promise<boolean>((resolve) => {
    const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
    child.on('error', () => resolve(false));
    child.on('spawn', () => resolve(true));
    child.unref();
  });
  if (!opened) io.err('Could not open a browser. Open the URL above manually.\n');
}
