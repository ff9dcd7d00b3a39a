import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { cli, folderWith, spawnFwMigrate } from '../cli/support/run.ts';

const project = {
  'fw.config.ts': 'export default { ssr: false, future: { compatibilityVersion: 4 } }\n',
};

describe('a crash does not end with 1, which means that work is left', () => {
  it.skipIf(process.platform === 'win32').each([24, 28, 32, 40, 48, 56, 64])(
    'if only %i files may be open',
    (limit) => {
      const { status, stderr } = spawnSync(
        'sh',
        ['-c', `ulimit -n ${limit} && exec "$0" "$@"`, process.execPath, cli, 'list'],
        { cwd: folderWith(project), encoding: 'utf8' },
      );
      const told = /^fw-migrate failed: EMFILE: .*`ulimit -n 1024`.*\n$/;
      expect([status, stderr]).toEqual(status === 0 ? [0, ''] : [2, expect.stringMatching(told)]);
    },
  );

  it.each([
    ['a promise that nobody waits for', "Promise.reject(new Error('gone ##[error]x'))"],
    ['a timer', "setTimeout(() => { throw new Error('gone ##[error]x') }, 0)"],
    ['what is not an error', "Promise.reject('gone ##[error]x')"],
  ])('if a transform of the user fails behind our back: %s', (_, code) => {
    const folder = folderWith({
      ...project,
      'own.mjs': `${code}\nawait new Promise((resolve) => setTimeout(resolve, 200))\nexport default () => undefined\n`,
    });
    const { status, stderr } = spawnFwMigrate(folder, ['transform', './own.mjs', '--dry-run']);
    expect([status, stderr]).toEqual([
      2,
      'fw-migrate failed: gone #?[error]x. Run again; if it fails again, please report it.\n',
    ]);
  });
});
