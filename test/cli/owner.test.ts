import { spawnSync } from 'node:child_process';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, folderWith } from './support/run.ts';

/** To whom everything in a folder belongs, that of git aside. */
function ownersIn(folder: string): Set<number> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Set(
    paths
      .filter((path) => !path.startsWith('.git/'))
      .map((path) => lstatSync(join(folder, path)).uid),
  );
}

// Only the superuser can give files away, and so take them.
describe.runIf(process.getuid?.() === 0)(
  'the superuser, as in a container, in a folder of somebody else',
  () => {
    const project = { 'fw.config.ts': 'export default {}\n', 'pages/deep/index.vue': '<p />\n' };

    it('leaves everything to its owner, and hears what the user tells git', () => {
      const folder = folderWith(project);
      for (const args of [
        ['git', 'init', '-q'],
        ['git', 'add', '-A'],
        ['git', '-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', 'a'],
        ['chown', '-R', '1234:1234', '.'],
      ])
        expect(spawnSync(args[0] ?? '', args.slice(1), { cwd: folder }).status).toBe(0);
      const settings = {
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'safe.directory',
        GIT_CONFIG_VALUE_0: folder,
      };
      const run = (command: string, env = {}) =>
        spawnSync(process.execPath, [cli, command], {
          cwd: folder,
          encoding: 'utf8',
          env: { ...process.env, ...env },
        });
      const { status, stderr } = run('v4');
      expect(stderr).toMatch(
        /checking for uncommitted changes failed \(fatal: .*dubious ownership/,
      );
      expect(status).toBe(2);
      expect(run('v4', settings)).toMatchObject({ status: 0 });
      expect(readdirSync(join(folder, 'app/pages/deep'))).toEqual(['index.vue']);
      expect([...ownersIn(folder)]).toEqual([1234]);
      expect(run('undo')).toMatchObject({ status: 0 });
      expect([...ownersIn(folder)]).toEqual([1234]);
    });
  },
);
