import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, folderWith } from '../cli/support/run.ts';

const transform = `import { defineTransform } from 'fw-migrate';

export default defineTransform({ id: 'own', remove: ['analytics'] });
`;

/** Runs a transform of the user, with a folder for temporary files that others may write to as well. */
function run(folder: string, environment: { readonly [name: string]: string }) {
  return spawnSync(process.execPath, [cli, 'transform', '../own/own.ts', '--dry-run'], {
    cwd: join(folder, 'run'),
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: join(folder, 'tmp'), ...environment },
  });
}

describe('what a loader keeps of a transform in a folder for temporary files', () => {
  it.each([{}, { JITI_FS_CACHE: 'true', JITI_CACHE: 'true' }])(
    'is not there to be tampered with, %j',
    (environment) => {
      const folder = folderWith({
        'tmp/.keep': '',
        'own/own.ts': transform,
        'run/fw.config.ts': 'export default { analytics: true }\n',
      });
      expect(run(folder, environment).status).toBe(0);
      const cache = join(folder, 'tmp/jiti');
      for (const name of existsSync(cache) ? readdirSync(cache) : []) {
        const text = readFileSync(join(cache, name), 'utf8');
        const evil = `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'ran'))}, '');`;
        writeFileSync(join(cache, name), evil + text);
      }
      const { status, stdout } = run(folder, environment);
      expect([status, stdout]).toEqual([
        0,
        expect.stringContaining('-export default { analytics: true }'),
      ]);
      expect(existsSync(join(folder, 'ran'))).toBe(false);
      expect(existsSync(cache)).toBe(false);
    },
  );
});
