import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { contentsOf, type Tree } from '../apply/support/tree.ts';
import { sampleOf } from '../support/sample.ts';
import { folderWith, fwMigrate, type Ran } from './support/run.ts';

// Every step of a command that writes fails in turn, with the errors that a disk can have. What the folder looks like
// then is what it was before, or what it should become; and the same command, once more, gets there.

const codes = [
  'ENOSPC',
  'EROFS',
  'EIO',
  // As Node reports a full quota, for which it has no name.
  `Unknown system error -${constants.errno.EDQUOT}`,
  'EACCES',
  'EPERM',
  'EBUSY',
  'EMFILE',
];

interface Scene {
  /** Makes a folder in which the command can be run. */
  begin(): string;
  readonly args: readonly string[];
  /** What counts of the folder. */
  look(folder: string): unknown;
}

const shop = fileURLToPath(new URL('../../examples/shop', import.meta.url));

function git(folder: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return stdout;
}

function plainShop(): string {
  const folder = folderWith({});
  cpSync(shop, folder, { recursive: true });
  return folder;
}

function migratedShop(): string {
  const folder = plainShop();
  expect(fwMigrate(folder, ['v4', '--quiet']).status).toBe(0);
  return folder;
}

function repository(): string {
  const folder = plainShop();
  git(folder, 'init', '-q', '-b', 'main');
  for (const setting of ['name', 'email']) git(folder, 'config', `user.${setting}`, 'ann@x.org');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'first');
  git(folder, 'switch', '-qc', 'feature');
  writeFileSync(join(folder, 'components/New.vue'), '<template><p /></template>\n');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'feature');
  git(folder, 'switch', '-q', 'main');
  expect(fwMigrate(folder, ['v4', '--commit', '--quiet']).status).toBe(0);
  return folder;
}

/** The files of the user, without ours and those of git. */
function projectIn(folder: string): Tree {
  const entries = Object.entries(contentsOf(folder));
  return Object.fromEntries(entries.filter(([path]) => !/^\.(?:fw-migrate|git)\//.test(path)));
}

const scenes: { readonly [command: string]: Scene } = {
  v4: { begin: plainShop, args: ['v4', '--quiet'], look: projectIn },
  undo: { begin: migratedShop, args: ['undo'], look: projectIn },
  close: {
    begin: migratedShop,
    args: ['close', 'all-of-them'],
    look: (folder) => [
      projectIn(folder),
      [...fwMigrate(folder, ['next', '--json']).stdout.matchAll(/"id": "(\w+)"/g)].length,
    ],
  },
  merge: {
    begin: repository,
    args: ['merge', 'feature'],
    look: (folder) => [
      projectIn(folder),
      git(folder, 'rev-parse', 'HEAD^{tree}'),
      git(folder, 'rev-list', '--parents', '-1', 'HEAD').split(' ').length,
      git(folder, 'status', '--porcelain'),
    ],
  },
};

/** The arguments, with the follow-ups of this folder. */
function argsIn(folder: string, { args }: Scene): readonly string[] {
  if (args[0] !== 'close') return args;
  const { stdout } = fwMigrate(folder, ['next', '--json', '--all']);
  const ids = [...stdout.matchAll(/"id": ?"([\da-f]+)"/g)].map(([, id = '']) => id);
  return ['close', ...new Set(ids)];
}

function expectReadable({ status, stderr }: Ran, label: string): void {
  if (status === 0) return;
  expect(stderr, label).not.toMatch(/bug in fw-migrate|Unknown system error|injected|node:fs/);
  expect(stderr.trim(), label).toMatch(/\w+ \w+ .*[.:]$/m);
}

describe.each(Object.entries(scenes))('%s of which any step fails', (command, scene) => {
  it('has done nothing or all, says so, and is done by the next one', () => {
    let folder = scene.begin();
    const before = scene.look(folder);
    const args = argsIn(folder, scene);
    const counted = fwMigrate(folder, args, '', { ...process.env, FAULT: 'none:0' });
    expect(counted.status, counted.stderr).toBe(0);
    const after = scene.look(folder);
    expect(after).not.toEqual(before);
    const steps = Array.from({ length: counted.steps ?? 0 }, (_, index) => index + 1);
    expect(steps.length).toBeGreaterThan(5);
    folder = scene.begin();
    let refused = 0;
    for (const step of sampleOf(steps, command === 'close' ? 2 : 5)) {
      const code = codes[step % codes.length] ?? '';
      const label = `${code} at step ${step} of ${steps.length}`;
      const words = argsIn(folder, scene);
      const ran = fwMigrate(folder, words, '', { ...process.env, FAULT: `${code}:${step}` });
      expectReadable(ran, label);
      const seen = scene.look(folder);
      const isDone = JSON.stringify(seen) === JSON.stringify(after);
      if (!isDone) expect(seen, `${label}\n${ran.stderr}`).toEqual(before);
      if (!isDone) expect(ran.status, `${label}\n${ran.stdout}`).toBe(2);
      if (ran.status !== 0) refused += 1;
      if (!isDone) continue;
      folder = scene.begin();
    }
    expect(refused).toBeGreaterThan(0);
    const { status, stderr } = fwMigrate(folder, argsIn(folder, scene));
    expect(status, stderr).toBe(0);
    expect(scene.look(folder)).toEqual(after);
  });
});
