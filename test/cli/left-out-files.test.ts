import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { contentsOf } from '../apply/support/tree.ts';
import { folderWith, fwMigrate } from './support/run.ts';

const shop = fileURLToPath(new URL('../../examples/shop', import.meta.url));

function git(folder: string, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
}

function repository(): string {
  const folder = folderWith({});
  cpSync(shop, folder, { recursive: true });
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'add', '-A');
  git(folder, '-c', 'user.name=Ann', '-c', 'user.email=a@x.org', 'commit', '-qm', 'first');
  return folder;
}

describe('files that git knows and that are not checked out', () => {
  it('are told by the folder that is missing, where nothing of them moves', () => {
    const folder = repository();
    git(folder, 'sparse-checkout', 'set', '--no-cone', '/*', '!/stores/');
    expect(existsSync(join(folder, 'stores'))).toBe(false);
    const { status, stdout, stderr } = fwMigrate(folder, ['v4']);
    expect(status, stderr).toBe(0);
    expect(stdout).toContain(
      'Git tracks files in it (1) that are not checked out (sparse checkout or skip-worktree).',
    );
    expect(stdout).toContain('stores:1:1 · unsearched-file');
    expect(existsSync(join(folder, 'app/app.vue'))).toBe(true);
  });

  it('stop a run that would move their folder and leave them behind', () => {
    const folder = repository();
    git(folder, 'update-index', '--skip-worktree', 'components/ui/Button.vue');
    rmSync(join(folder, 'components/ui/Button.vue'));
    const before = contentsOf(folder);
    const { status, stderr } = fwMigrate(folder, ['v4']);
    expect(stderr).toContain('A folder contains something that cannot be moved');
    expect(stderr).toContain(
      'components/ui/Button.vue: Git tracks it, but it is not checked out (sparse checkout or skip-worktree)',
    );
    expect(status).toBe(2);
    expect(contentsOf(folder)).toEqual(before);
  });

  it('are not told if they are there', () => {
    const folder = repository();
    git(folder, 'update-index', '--skip-worktree', 'components/ui/Button.vue');
    const { status, stdout } = fwMigrate(folder, ['v4', '--dry-run']);
    expect(status).toBe(0);
    expect(stdout).not.toContain('not checked out');
  });
});
