import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { contentsOf, treeOf } from '../apply/support/tree.ts';
import { folderWith, fwMigrate } from './support/run.ts';

// What disks, and the settings of people, may be like.

const shop = fileURLToPath(new URL('../../examples/shop', import.meta.url));

function plainShop(): string {
  const folder = folderWith({});
  cpSync(shop, folder, { recursive: true });
  return folder;
}

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
}

function commitAll(folder: string): void {
  for (const setting of ['name', 'email']) git(folder, 'config', `user.${setting}`, 'ann@x.org');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'first');
}

describe('a dry run', () => {
  it.each([['v4', '--dry-run'], ['v4', '--check'], ['effective'], ['list'], ['explain', 'css']])(
    'calls nothing that writes, so that a checkout may be read-only: %s %s',
    (...args) => {
      const folder = plainShop();
      const before = treeOf(folder);
      const counted = fwMigrate(folder, args, '', { ...process.env, FAULT: 'none:0' });
      expect(counted.steps).toBe(0);
      expect(treeOf(folder)).toEqual(before);
    },
  );
});

describe('a folder without git', () => {
  it('is migrated and undone where no git is installed', () => {
    const folder = plainShop();
    const before = contentsOf(folder);
    const environment = { ...process.env, PATH: '/nowhere' };
    expect(fwMigrate(folder, ['v4', '--quiet'], '', environment).status).toBe(0);
    expect(Object.keys(contentsOf(folder))).toContain('app/app.vue');
    expect(fwMigrate(folder, ['undo'], '', environment).status).toBe(0);
    expect(contentsOf(folder)).toEqual(before);
  });

  it('that is a repository is not migrated unless that is wanted, if git is missing', () => {
    const folder = plainShop();
    git(folder, 'init', '-q');
    const environment = { ...process.env, PATH: '/nowhere' };
    const { status, stderr } = fwMigrate(folder, ['v4'], '', environment);
    expect(stderr).toContain('git is not installed or not in PATH');
    expect(stderr).toContain('--allow-dirty');
    expect(status).toBe(2);
    expect(fwMigrate(folder, ['v4', '--quiet', '--allow-dirty'], '', environment).status).toBe(0);
  });
});

describe('core.autocrlf', () => {
  it('leaves the line endings of the working tree and of the history as they are', () => {
    const folder = plainShop();
    const texts = Object.keys(contentsOf(folder)).filter((path) =>
      /\.(?:ts|vue|css|json)$/.test(path),
    );
    for (const path of texts) {
      const text = readFileSync(join(folder, path), 'utf8');
      writeFileSync(join(folder, path), text.replaceAll('\n', '\r\n'));
    }
    git(folder, 'init', '-q', '-b', 'main');
    git(folder, 'config', 'core.autocrlf', 'true');
    git(folder, 'config', 'core.safecrlf', 'false');
    commitAll(folder);
    expect(fwMigrate(folder, ['v4', '--commit', '--quiet']).status).toBe(0);
    expect(git(folder, 'status', '--porcelain')).toBe('');
    const endings = git(folder, 'ls-files', '--eol').trimEnd().split('\n');
    const changed = endings.filter((line) => !/^i\/lf +w\/crlf/.test(line));
    expect(changed.filter((line) => /\.(?:ts|vue|css|json)$/.test(line))).toEqual([]);
    expect(readFileSync(join(folder, 'fw.config.ts'), 'utf8')).not.toMatch(/[^\r]\n/);
  });
});
