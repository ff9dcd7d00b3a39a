import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { contentsOf, type Tree } from '../apply/support/tree.ts';
import { cli, folderWith, fwMigrate } from './support/run.ts';

// Several runs at the same time, each in a process of its own.

const shop = fileURLToPath(new URL('../../examples/shop', import.meta.url));

function projectIn(folder: string): Tree {
  const entries = Object.entries(contentsOf(folder));
  return Object.fromEntries(
    entries.filter(([path]) => !/(?:^|\/)\.(?:fw-migrate|git)(?:\/|$)/.test(path)),
  );
}

/** Starts `v4` in each folder at once; what each of them ends with. */
function atOnce(folders: readonly string[]) {
  return Promise.all(
    folders.map(async (cwd) => {
      const run = spawn(process.execPath, [cli, 'v4', '--quiet'], { cwd });
      let stderr = '';
      run.stderr.on('data', (data) => {
        stderr += data;
      });
      const [status] = await once(run, 'close');
      return { status, stderr };
    }),
  );
}

const refusals =
  /Another run is in progress|A run was interrupted here, or is still in progress|after the plan was made|not from one of your runs|disappeared during the run|appeared during the run|uncommitted changes/;

function shopIn(top: string, ...places: readonly string[]): string {
  for (const place of places) cpSync(shop, join(top, place), { recursive: true });
  return top;
}

function migrated(place = '.'): Tree {
  const top = shopIn(folderWith({}), place);
  expect(fwMigrate(top, ['v4', '--quiet', '--allow-dirty']).status).toBe(0);
  return projectIn(top);
}

it.each([
  ['in one folder', ['.'], ['.', '.', '.']],
  ['in a repository and an app of it', ['apps/web'], ['.', 'apps/web', 'apps/web']],
])(
  '%s: each is done or refused, and all comes out as from one alone',
  async (_, places, started) => {
    const top = shopIn(folderWith({}), ...places);
    const ends = await atOnce(started.map((place) => join(top, place)));
    for (const { status, stderr } of ends) {
      if (status !== 0) expect(stderr).toMatch(refusals);
      expect(stderr).not.toContain('bug in fw-migrate');
    }
    expect(ends.some(({ status }) => status === 0)).toBe(true);
    expect(projectIn(top)).toEqual(migrated(places[0]));
    const last = fwMigrate(top, ['v4', '--quiet']);
    expect(last.status, last.stderr).toBe(0);
    expect(projectIn(top)).toEqual(migrated(places[0]));
  },
);

it('in two worktrees of one repository: both are done, and undone one by one', async () => {
  const top = shopIn(folderWith({}), 'main');
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: join(top, 'main') });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('-c', 'user.name=Ann', '-c', 'user.email=a@x.org', 'commit', '-qm', 'first');
  git('worktree', 'add', '-q', '../other');
  const folders = [join(top, 'main'), join(top, 'other')];
  for (const { status, stderr } of await atOnce(folders)) expect(status, stderr).toBe(0);
  for (const folder of folders) expect(projectIn(folder)).toEqual(migrated());
  expect(fwMigrate(folders[1] ?? '', ['undo']).status).toBe(0);
  expect(projectIn(folders[1] ?? '')).toEqual(projectIn(shop));
  expect(projectIn(folders[0] ?? '')).toEqual(migrated());
});
