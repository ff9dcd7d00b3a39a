import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { named, projectFixtures } from '../repository/support/project-fixtures.ts';
import { shown, type Tree, treeIn, treeOf, writeTree } from '../repository/support/tree.ts';
import { sampleOf } from '../support/sample.ts';
import { cli } from './support/run.ts';

const preload = fileURLToPath(new URL('../support/folding-disk.cjs', import.meta.url));

/** Runs the command as on a disk that does not tell capitals apart. */
function run(cwd: string, ...args: readonly string[]) {
  return spawnSync(process.execPath, ['--require', preload, cli, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, FW_MIGRATE_FOLDS: cwd },
  });
}

function git(cwd: string, ...args: readonly string[]): string {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
  return execFileSync('git', [...who, ...args], { cwd, encoding: 'utf8' });
}

function folderOf(tree: Tree, isRepository = false): string {
  const folder = mkdtempSync(join(tmpdir(), 'fw-migrate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(folder, { recursive: true });
  writeTree(folder, tree);
  if (!isRepository) return folder;
  git(folder, 'init', '-q');
  git(folder, 'config', 'core.ignorecase', 'true');
  git(folder, 'config', 'user.name', 'A');
  git(folder, 'config', 'user.email', 'a@example.com');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'start');
  return folder;
}

function sources(folder: string) {
  const tree = treeIn(folder);
  return shown(new Map([...tree].filter(([path]) => !/^(?:\.git|\.fw-migrate)\//.test(path))));
}

const project = {
  'package.json': '{ "devDependencies": { "fw": "^3.0.0" } }\n',
  'fw.config.ts': 'export default defineFwConfig({})\n',
  'pages/index.vue': "<script setup>\nimport Card from '~/Components/card.vue'\n</script>\n",
  'tests/a.ts': "import Card from '../Components/Card.vue'\n",
};

const plain = projectFixtures.filter(
  ({ options, git: { folds, tracked, repositories, why } }) =>
    Object.keys(options).length === 0 && !folds && !tracked && !repositories && !why,
);

describe('on a disk that does not tell capitals apart', () => {
  it.each(named(sampleOf(plain, 40)))('%s gives the same bytes, and back', (_, fixture) => {
    const tree = treeIn(fixture.input);
    const folder = folderOf(tree);
    const { status } = run(folder, 'v4');
    expect(status === 2).toBe(fixture.isRefused);
    if (!fixture.isRefused) {
      expect(sources(folder)).toEqual(shown(treeIn(join(fixture.folder, 'output'))));
      run(folder, 'undo');
    }
    expect(sources(folder)).toEqual(shown(tree));
  });

  it('follows names in other capitals, tells it, and takes it back', () => {
    const tree = treeOf({ ...project, 'components/Card.vue': '<template/>\n' });
    const folder = folderOf(tree);
    const { stdout, status } = run(folder, 'v4');
    expect(status).toBe(0);
    expect(stdout).toContain('`components` is also spelled `Components`');
    expect(sources(folder)).toMatchObject({
      'app/pages/index.vue': expect.stringContaining("'~/Components/card.vue'"),
      'tests/a.ts': expect.stringContaining("'../app/components/Card.vue'"),
    });
    expect(run(folder, 'undo').status).toBe(0);
    expect(sources(folder)).toEqual(shown(tree));
  });

  it('has nothing to change in a second run', () => {
    const folder = folderOf(treeOf({ ...project, 'Components/Card.vue': '<template/>\n' }));
    run(folder, 'v4');
    const after = sources(folder);
    expect(run(folder, 'v4', '--allow-dirty').status).toBe(0);
    expect(sources(folder)).toEqual(after);
  });

  it('refuses to move files where git ignores them in other capitals', () => {
    const tree = treeOf({ ...project, '.gitignore': '/App/\n', 'components/Card.vue': '' });
    const folder = folderOf(tree, true);
    const { stderr, status } = run(folder, 'v4');
    expect(status).toBe(2);
    expect(stderr).toContain('.gitignore:1 `/App/`');
    expect(sources(folder)).toEqual(shown(tree));
  });

  it.each([
    ['capitals', 'components/Caf\u00e9.vue', 'Components/Caf\u00e9.vue'],
    ['Unicode form', 'components/Caf\u00e9.vue', 'components/Cafe\u0301.vue'],
  ])('commits what the index has in another %s', (_, inIndex, onDisk) => {
    const folder = folderOf(treeOf({ ...project, [inIndex]: '<template/>\n' }), true);
    mkdirSync(dirname(join(folder, onDisk)), { recursive: true });
    renameSync(join(folder, inIndex), join(folder, onDisk));
    // To git, nothing differs on such a disk.
    git(folder, 'update-index', '--assume-unchanged', inIndex);
    writeFileSync(join(folder, '.git/info/exclude'), `/${onDisk}\n`);
    const { stderr, status } = run(folder, 'v4', '--commit');
    expect([stderr, status]).toEqual([expect.anything(), 0]);
    const listed = git(
      folder,
      '-c',
      'core.quotePath=false',
      'ls-tree',
      '-r',
      '--name-only',
      'HEAD',
    );
    const files = listed.trim().split('\n').toSorted();
    expect(files).toContain(`app/${onDisk.normalize('NFC')}`);
    expect(files).not.toContain(inIndex);
    expect(files).toHaveLength(5);
  });

  it('has a patch for what the index has in other capitals', () => {
    const folder = folderOf(treeOf({ ...project, 'components/Card.vue': '' }), true);
    mkdirSync(dirname(join(folder, 'Components/Card.vue')), { recursive: true });
    renameSync(join(folder, 'components/Card.vue'), join(folder, 'Components/Card.vue'));
    const { stdout } = run(folder, 'v4', '--dry-run', '--format', 'patch', '--allow-dirty');
    expect(stdout).toContain('rename to app/Components/Card.vue');
  });
});
