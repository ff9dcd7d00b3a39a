import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A program that leaves a mark beside itself. */
export const program = '#!/bin/sh\necho ran >> "$(dirname "$(readlink -f "$0")")/mark"\ncat\n';

/** Puts files beside a project that nothing may change, and programs that nothing may run: they leave a mark there. */
export function layOutCanaries(folder: string): void {
  mkdirSync(join(folder, 'hooks'), { recursive: true });
  writeFileSync(join(folder, '.env'), 'secret\n');
  for (const name of ['canary', 'hooks/post-index-change', 'hooks/fsmonitor-watchman'])
    writeFileSync(join(folder, name), program, { mode: 0o755 });
  writeFileSync(
    join(folder, 'gitconfig'),
    `[core]\n\tfsmonitor = ${folder}/canary\n[filter "x"]\n\tclean = ${folder}/canary\n`,
  );
}
