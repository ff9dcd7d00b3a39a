import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
export function fwMigrate(cwd: string, args: readonly string[], input = ''): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [cli, ...args], { cwd, input, encoding: 'utf8', timeout: 60_000 });
}
