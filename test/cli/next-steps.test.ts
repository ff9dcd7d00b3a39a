import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fwNames } from '../../src/catalogue/names.ts';
import { managerOf, nextSteps } from '../../src/cli/next-steps.ts';
import { changedFile, followUp, project, report } from '../report/support/reports.ts';
import { folderWith } from './support/run.ts';

describe('the package manager in use', () => {
  it.each([
    [{ 'pnpm-lock.yaml': '' }, 'pnpm'],
    [{ 'yarn.lock': '' }, 'yarn'],
    [{ 'bun.lock': '' }, 'bun'],
    [{ 'package-lock.json': '{}' }, 'npm'],
    [{}, 'npm'],
    [{ 'package.json': '{ "packageManager": "pnpm@9.1.0" }', 'package-lock.json': '' }, 'pnpm'],
    [{ 'pnpm-workspace.yaml': '' }, 'pnpm'],
    [{ 'pnpm-workspace.yaml': '', 'yarn.lock': '' }, 'yarn'],
    [{ 'package.json': '{ "packageManager": 7', 'yarn.lock': '' }, 'yarn'],
  ])('%j: %s', (files, name) => {
    expect(managerOf(folderWith(files)).name).toBe(name);
  });

  it('is that of the workspace, but not of a folder above the repository', () => {
    const folder = folderWith({
      'yarn.lock': '',
      'repo/pnpm-lock.yaml': '',
      'repo/apps/web/a': '',
    });
    mkdirSync(join(folder, 'repo/.git'));
    expect(managerOf(join(folder, 'repo/apps/web')).name).toBe('pnpm');
    mkdirSync(join(folder, 'bare/.git'), { recursive: true });
    expect(managerOf(join(folder, 'bare')).name).toBe('npm');
  });
});

describe('next steps', () => {
  const raised = (file: string) => ({
    files: [
      {
        path: file,
        by: ['framework'],
        diff: `--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n-  fw: 3\n+  fw: 4\n`,
      },
    ],
    followUps: [followUp({ code: 'install-framework', kind: 'verify', file, text: '  fw: 3' })],
  });
  const migrated = project(raised('package.json'));

  it('install, prepare and check types', () => {
    const folder = folderWith({
      'yarn.lock': '',
      'package.json': '{ "scripts": { "type-check": "x" } }',
    });
    expect(nextSteps(report({ dryRun: false, projects: [migrated] }), folder, fwNames)).toEqual([
      'yarn install',
      'yarn fw prepare',
      'yarn run type-check',
    ]);
  });

  it('say where, and leave out what is not needed', () => {
    const folder = folderWith({});
    const web = project({ root: 'apps/web', files: [changedFile('apps/web/a.ts', 1)] });
    const steps = (projects: readonly ReturnType<typeof project>[], dryRun = false) =>
      nextSteps(report({ dryRun, projects: [...projects] }), folder, fwNames);
    expect(steps([web])).toEqual(['npx fw prepare, in apps/web', 'npx fw typecheck, in apps/web']);
    expect(steps([web, migrated])).toEqual([
      'npm install',
      'npx fw prepare, in each of the 2 projects',
      'npx fw typecheck, in each of the 2 projects',
    ]);
    expect(steps([web], true)).toEqual([]);
    expect(steps([project({})])).toEqual([]);
  });

  it('install what is raised and not installed yet, wherever that is set', () => {
    const folder = folderWith({ 'pnpm-workspace.yaml': '' });
    mkdirSync(join(folder, '.git'));
    const first = (parts: Parameters<typeof report>[0]) =>
      nextSteps(report({ dryRun: false, ...parts }), folder, fwNames)[0];
    const web = project({ root: 'web', files: [changedFile('web/package.json', 1)] });
    expect(first({ projects: [web] })).toBe('pnpm exec fw prepare, in web');
    expect(first({ projects: [web], elsewhere: raised('pnpm-workspace.yaml') })).toBe(
      'pnpm install',
    );
    const followUps = migrated.followUps.map((item) => ({ ...item, status: 'done' as const }));
    expect(first({ projects: [project({ ...migrated, followUps })] })).toBe('pnpm exec fw prepare');
  });
});
