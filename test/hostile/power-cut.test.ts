import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runPlan } from '../../src/apply/transaction.ts';
import { replaced } from '../apply/support/disks.ts';
import { change, fill, projectFiles } from '../apply/support/project.ts';
import { contentsOf, newFolder } from '../apply/support/tree.ts';
import { cli, folderWith, fwMigrate } from '../cli/support/run.ts';

const preload = fileURLToPath(new URL('../cli/support/fault.mjs', import.meta.url));

const project = {
  'fw.config.ts': 'export default defineFwConfig({ ssr: true })\n',
  'pages/index.vue': '<template><p /></template>\n',
  'components/a.vue': '<template />\n',
};

/** A project whose migration stopped while its files were aside. */
function interrupted(): string {
  const folder = folderWith(project);
  const { signal } = spawnSync(process.execPath, ['--import', preload, cli, 'v4', '--quiet'], {
    cwd: folder,
    env: { ...process.env, FAULT: 'kill:renameSync:3' },
  });
  expect(signal).toBe('SIGKILL');
  expect(contentsOf(folder)).not.toEqual(project);
  return folder;
}

describe('a lock that a power cut has torn', () => {
  it.each([
    ['undo', 0],
    ['undo', 7],
    ['v4', 0],
  ])('is that of a dead run, whose journal is ours: %s, %i bytes', (command, bytes) => {
    const folder = interrupted();
    truncateSync(join(folder, '.fw-migrate/lock'), bytes);
    const { status, stderr } = fwMigrate(folder, [command, '--quiet']);
    expect([status, stderr]).toEqual([0, expect.stringContaining('It has been reverted')]);
    if (command === 'undo') expect(contentsOf(folder)).toEqual(project);
    else expect(Object.keys(contentsOf(folder))).toContain('app/pages/index.vue');
  });

  it('after a run that is done, is nothing', () => {
    const folder = folderWith(project);
    expect(fwMigrate(folder, ['v4', '--quiet']).status).toBe(0);
    writeFileSync(join(folder, '.fw-migrate/lock'), '');
    expect(fwMigrate(folder, ['undo']).status).toBe(0);
    expect(contentsOf(folder)).toEqual(project);
  });

  it('beside a journal that is not ours is not trusted, and nobody is told to delete originals', () => {
    const folder = interrupted();
    truncateSync(join(folder, '.fw-migrate/lock'), 0);
    const journal = join(folder, '.fw-migrate/journal.json');
    writeFileSync(journal, readFileSync(journal, 'utf8').replace(/"seal":"../, '"seal":"xx'));
    const before = contentsOf(folder);
    for (const command of ['undo', 'v4']) {
      const { status, stderr } = fwMigrate(folder, [command]);
      expect([status, stderr]).toEqual([2, expect.stringContaining('not from one of your runs')]);
      expect(stderr).not.toMatch(/delete|remove/i);
    }
    expect(contentsOf(folder)).toEqual(before);
  });
});

describe('before the first file is set aside', () => {
  it('all that recovery reads is on the disk', () => {
    const folder = newFolder();
    fill(folder, projectFiles);
    const opened = new Map<unknown, string>();
    const synced = new Set<string>();
    let atFirst: ReadonlySet<string> | undefined;
    const pathOf = (path: unknown) => relative(realpathSync(folder), String(path));
    const disk = replaced((name, real) => (...args) => {
      if (name === 'renameSync' && !pathOf(args[0]).startsWith('.fw-migrate'))
        atFirst ??= new Set(synced);
      const result = real(...args);
      if (name === 'openSync') opened.set(result, pathOf(args[0]));
      if (name === 'fsyncSync') synced.add(opened.get(args[0]) ?? '?');
      return result;
    });
    runPlan([change('pages/deep/.ignored', 'pages/deep/.ignored', 'stays', 'STAYS')], folder, {
      disk,
    });
    const names = [...(atFirst ?? [])].map((path) =>
      basename(path).replace(/^(lock|staging)-[\w-]+$/, '$1-…'),
    );
    expect(names.sort()).toEqual(
      ['', '.fw-migrate', '.gitignore', '0.new', 'lock-…', 'lock-…', 'lock-…', 'staging-…'].sort(),
    );
  });
});
