import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentsOf } from '../apply/support/tree.ts';
import { folderWith, fwMigrate } from './support/run.ts';

const page = '<template><div /></template>\n';
const card = "import Card from '../../web/components/Card.vue'\n";
const json = (name: string) => `{ "name": "${name}", "dependencies": { "fw": "^3.0.0" } }\n`;
const workspace = {
  'package.json': '{ "private": true, "workspaces": ["apps/*"] }\n',
  'tsconfig.json': '{ "include": ["apps/web/components/*.vue"] }\n',
  'apps/web/package.json': json('web'),
  'apps/web/fw.config.ts': 'export default defineFwConfig({})\n',
  'apps/web/components/Card.vue': page,
  'apps/web/pages/index.vue': page,
  'apps/admin/package.json': json('admin'),
  'apps/admin/fw.config.ts':
    "export default defineFwConfig({ alias: { '#web': '~~/../web/components' } })\n",
  'apps/admin/pages/index.vue': `<script setup>\n${card}</script>\n`,
};

/** The files of the project, without those of git and of the tool. */
function filesIn(folder: string): { readonly [path: string]: string } {
  const all = Object.entries(contentsOf(folder));
  return Object.fromEntries(all.filter(([path]) => !/(?:^|\/)\.(?:git|fw-migrate)\//.test(path)));
}

function repositoryWith(files: { readonly [path: string]: string }): string {
  const folder = folderWith(files);
  for (const args of [
    ['init', '--quiet'],
    ['add', '-A'],
    ['commit', '--quiet', '-m', 'Start'],
  ])
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder });
  return folder;
}

describe('a folder in a repository chooses projects, and not files', () => {
  it('migrates the one app, and updates who refers to it', () => {
    const folder = repositoryWith(workspace);
    const { status, stdout } = fwMigrate(folder, ['v4', 'apps/web', '--quiet']);
    expect(status).toBe(0);
    expect(stdout).toContain('1 project left for later: `apps/admin`.');
    const after = filesIn(folder);
    expect(after).toMatchObject({
      'tsconfig.json': '{ "include": ["apps/web/app/components/*.vue"] }\n',
      'apps/web/app/components/Card.vue': page,
      'apps/admin/package.json': json('admin'),
      'apps/admin/fw.config.ts':
        "export default defineFwConfig({ alias: { '#web': '~~/../web/app/components' } })\n",
      'apps/admin/pages/index.vue': `<script setup>\n${card.replace('web/', 'web/app/')}</script>\n`,
    });
    expect(existsSync(join(folder, 'apps/web/.fw-migrate'))).toBe(false);
  });

  it.each([
    { cwd: 'apps/web', args: [] },
    { cwd: 'apps/admin', args: ['../web'] },
    { cwd: 'apps/web/pages', args: ['..'] },
  ])('does the same from $cwd', ({ cwd, args }) => {
    const [folder, other] = [repositoryWith(workspace), repositoryWith(workspace)];
    expect(fwMigrate(join(folder, cwd), ['v4', ...args, '-q']).status).toBe(0);
    expect(fwMigrate(other, ['v4', 'apps/web', '-q']).status).toBe(0);
    expect(filesIn(folder)).toEqual(filesIn(other));
  });

  it('takes several folders, and one after the other is the same as all at once', () => {
    const folder = repositoryWith(workspace);
    const [one, all] = [repositoryWith(workspace), repositoryWith(workspace)];
    expect(fwMigrate(folder, ['v4', 'apps/admin', 'apps/web', '-q']).status).toBe(0);
    for (const app of ['apps/admin', 'apps/web'])
      expect(fwMigrate(one, ['v4', app, '-q', '--allow-dirty']).status).toBe(0);
    expect(fwMigrate(all, ['v4', '-q']).status).toBe(0);
    expect(filesIn(folder)).toEqual(filesIn(all));
    expect(filesIn(one)).toEqual(filesIn(all));
  });

  it('can be undone, and gone on with, in any folder of the repository', () => {
    const folder = repositoryWith(workspace);
    const before = filesIn(folder);
    fwMigrate(join(folder, 'apps/web'), ['v4', '-q']);
    const elsewhere = join(folder, 'apps/admin/pages');
    expect(fwMigrate(elsewhere, ['next']).stdout).toMatch(/^1 follow-up left/);
    expect(fwMigrate(elsewhere, ['report']).stdout).toContain('left for later: `apps/admin`.');
    expect(fwMigrate(elsewhere, ['undo']).status).toBe(0);
    expect(filesIn(folder)).toEqual(before);
  });

  it('keeps the follow-ups of an app open while others are migrated', () => {
    const folder = repositoryWith({ ...workspace, 'apps/web/stores/a.ts': 'export {}\n' });
    fwMigrate(folder, ['v4', 'apps/web', '-q']);
    const [id = ''] = /[\da-f]{12}/.exec(fwMigrate(folder, ['next']).stdout) ?? [];
    fwMigrate(folder, ['v4', 'apps/admin', '-q', '--allow-dirty']);
    const { stdout } = fwMigrate(folder, ['report', '--format', 'json']);
    expect(stdout).toContain(`"id": "${id}"`);
  });

  it('has a patch and a check of its own, which name files from the top', () => {
    const folder = repositoryWith(workspace);
    const { stdout } = fwMigrate(join(folder, 'apps/web'), ['v4', '--dry-run']);
    execFileSync('git', ['apply', '-'], { cwd: folder, input: stdout });
    const { status } = fwMigrate(folder, ['v4', 'apps/web', '--check', '-q']);
    expect([status, fwMigrate(folder, ['v4', 'apps/admin', '--check', '-q']).status]).toEqual([
      0, 1,
    ]);
  });

  it('closes what a later run or an edit answers in an app that was migrated before', () => {
    const files = Object.fromEntries(
      ['web', 'admin'].flatMap((app) => [
        [`apps/${app}/package.json`, '{ "dependencies": { "@nuxt/image": "1.0.0" } }\n'],
        [`apps/${app}/nuxt.config.ts`, "export default { modules: ['@nuxt/image'] }\n"],
        [`apps/${app}/pages/index.vue`, page],
      ]),
    );
    const shared = '{ "workspaces": ["apps/*"], "dependencies": { "nuxt": "^3.17.0" } }\n';
    const folder = repositoryWith({ ...files, 'package.json': shared });
    const codes = (json: string) =>
      [...json.matchAll(/"code": "([\w-]+)"/g)].map(([, code]) => code);
    const next = () => codes(fwMigrate(folder, ['next', '--all', '--json']).stdout);
    fwMigrate(folder, ['v4', 'apps/web', '-q']);
    expect(next().toSorted()).toEqual(['framework-shared', 'module-version']);
    // The run that raises the version shows what it answers as done.
    const { stdout } = fwMigrate(folder, ['v4', 'apps/admin', '--allow-dirty']);
    expect(stdout).toContain('0 to decide, 3 to verify, 1 done.');
    expect(next().toSorted()).toEqual(['install-framework', 'module-version', 'module-version']);
    const raised = '{ "dependencies": { "@nuxt/image": "1.11.0" } }\n';
    writeFileSync(join(folder, 'apps/web/package.json'), raised);
    expect(next().toSorted()).toEqual(['install-framework', 'module-version']);
    writeFileSync(join(folder, 'apps/admin/package.json'), raised);
    expect(next()).toEqual(['install-framework']);
  });

  it('has the list of the app before after undo, and of what is left if older runs are not kept', () => {
    const stores = {
      'apps/web/stores/a.ts': 'export {}\n',
      'apps/admin/stores/a.ts': 'export {}\n',
    };
    const folder = repositoryWith({ ...workspace, ...stores });
    const list = () => fwMigrate(folder, ['next', '--all', '--json']).stdout;
    fwMigrate(folder, ['v4', 'apps/web', '-q']);
    const [before, shown] = [list(), fwMigrate(folder, ['report']).stdout];
    fwMigrate(folder, ['v4', 'apps/admin', '-q', '--allow-dirty', '--keep-runs', '1']);
    expect(list()).not.toBe(before);
    expect(fwMigrate(folder, ['undo', '-q']).status).toBe(0);
    expect(list()).toBe(before);
    expect(fwMigrate(folder, ['report']).stdout).toBe(shown);
    const { status, stderr } = fwMigrate(folder, ['undo']);
    expect(status).toBe(2);
    expect(stderr).toContain('The originals of older runs are not kept');
    expect(list()).toBe(before);
  });

  it('names the folder in the hints of a run with --here', () => {
    const folder = repositoryWith({ ...workspace, 'apps/web/stores/a.ts': 'export {}\n' });
    const { stdout } = fwMigrate(folder, ['v4', 'apps/web', '--here']);
    expect(stdout).toContain('\nIn apps/web: `fw-migrate next` goes through them;');
    expect(stdout).toContain('\nNext steps in apps/web:\n  npm install\n');
  });

  it('reads and writes only the folder with --here', () => {
    const folder = repositoryWith(workspace);
    expect(fwMigrate(folder, ['v4', 'apps/web', '--here', '-q']).status).toBe(0);
    const after = filesIn(folder);
    expect(after['apps/web/app/pages/index.vue']).toBe(page);
    expect(after['apps/admin/pages/index.vue']).toBe(workspace['apps/admin/pages/index.vue']);
    expect(fwMigrate(join(folder, 'apps/web'), ['undo']).status).toBe(0);
    expect(filesIn(folder)).toMatchObject(workspace);
  });

  it('shows the effective options of the one app', () => {
    const folder = repositoryWith(workspace);
    const { stdout } = fwMigrate(folder, ['effective', 'apps/admin', '--json']);
    const { projects } = JSON.parse(stdout) as { projects: { root: string }[] };
    expect(projects.map(({ root }) => root)).toEqual(['apps/admin']);
  });

  it('takes the settings of the app that it was started for', () => {
    const settings = { 'apps/web/fw-migrate.config.json': '{ "layout": "keep" }\n' };
    const folder = repositoryWith({ ...workspace, ...settings });
    expect(fwMigrate(join(folder, 'apps/web'), ['v4', '-q']).status).toBe(0);
    expect(filesIn(folder)['apps/web/pages/index.vue']).toBe(page);
  });

  it('leaves a layer until the last app that extends it goes', () => {
    const layered = "export default defineFwConfig({ extends: ['../../layers/base'] })\n";
    const folder = repositoryWith({
      ...workspace,
      'apps/web/fw.config.ts': layered,
      'apps/admin/fw.config.ts': layered,
      'layers/base/fw.config.ts': 'export default defineFwConfig({})\n',
      'layers/base/components/Base.vue': page,
    });
    const { stdout } = fwMigrate(folder, ['v4', 'apps/web', '-q']);
    expect(stdout).toContain('2 projects left for later: `apps/admin`, `layers/base`.');
    expect(filesIn(folder)['layers/base/components/Base.vue']).toBe(page);
    fwMigrate(folder, ['v4', 'apps/admin', '-q', '--allow-dirty']);
    expect(filesIn(folder)['layers/base/app/components/Base.vue']).toBe(page);
  });
});

describe('a folder that chooses nothing', () => {
  it('is refused if there is no project in it', () => {
    const folder = repositoryWith({ ...workspace, 'docs/a.md': 'a\n' });
    const { status, stderr } = fwMigrate(folder, ['v4', 'docs']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('There is no fw.config')]);
  });

  it('is refused if the folders are in several repositories', () => {
    const [one, two] = [repositoryWith(workspace), repositoryWith(workspace)];
    const { status, stderr } = fwMigrate(one, ['v4', 'apps/web', join(two, 'apps/web')]);
    expect([status, stderr]).toEqual([2, expect.stringContaining('not in one git repository')]);
  });

  it('is alone if the repository ignores it', () => {
    const folder = repositoryWith({ '.gitignore': 'apps/\n', 'README.md': 'x\n' });
    mkdirSync(join(folder, 'apps/web/pages'), { recursive: true });
    writeFileSync(join(folder, 'apps/web/fw.config.ts'), 'export default defineFwConfig({})\n');
    writeFileSync(join(folder, 'apps/web/pages/index.vue'), page);
    expect(fwMigrate(join(folder, 'apps/web'), ['v4', '-q']).status).toBe(0);
    expect(filesIn(folder)['apps/web/app/pages/index.vue']).toBe(page);
  });

  it('is all there is without git, which is said before anything is read', () => {
    const folder = folderWith(workspace);
    const { status, stderr, stdout } = fwMigrate(folder, ['v4', 'apps/web', '-q']);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^apps\/web is not in a git repository/);
    expect(stdout).not.toContain('left for later');
    expect(filesIn(folder)['apps/admin/pages/index.vue']).toContain(card);
  });
});

describe('the list of follow-ups, app by app', () => {
  const app = (name: string) => ({
    [`apps/${name}/fw.config.ts`]: 'export default defineFwConfig({})\n',
    [`apps/${name}/package.json`]: `{ "name": "${name}" }\n`,
    [`apps/${name}/pages/index.vue`]: page,
  });
  const copied = {
    ...{ ...app('a'), ...app('b'), 'package.json': '{}\n' },
    Dockerfile: 'FROM node:24\nCOPY apps/a/pages /a\nCOPY apps/b/pages /b\n',
  };
  const linesOf = (folder: string) => {
    const { stdout } = fwMigrate(folder, ['next', '--all', '--json']);
    const { items } = JSON.parse(stdout) as { items: { line: number }[] };
    return items.map(({ line }) => line).sort();
  };

  it('keeps what is open of one app, and says nothing of it for the next one', () => {
    const folder = repositoryWith(copied);
    fwMigrate(folder, ['v4', 'apps/a', '-q']);
    expect(linesOf(folder)).toEqual([2]);
    const { stdout } = fwMigrate(folder, ['v4', 'apps/b', '-q', '--allow-dirty']);
    expect(stdout).not.toContain('left for later');
    expect(linesOf(folder)).toEqual([2, 3]);
  });

  it('does not take what was closed for one app for that of the next one', () => {
    const folder = repositoryWith(copied);
    fwMigrate(folder, ['v4', 'apps/a', '-q']);
    const [id = ''] = /[\da-f]{12}/.exec(fwMigrate(folder, ['next']).stdout) ?? [];
    expect(fwMigrate(folder, ['close', id]).status).toBe(0);
    fwMigrate(folder, ['v4', 'apps/b', '-q', '--allow-dirty']);
    expect(linesOf(folder)).toEqual([3]);
  });
});
