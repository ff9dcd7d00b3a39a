import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runPlan } from '../../src/apply/transaction.ts';
import { planRepository } from '../../src/check/checked-plan.ts';
import { transforms } from '../../src/index.ts';
import { readSnapshot } from '../../src/tree/disk.ts';
import { contentsOf } from '../apply/support/tree.ts';
import { folderWith } from '../cli/support/run.ts';

const project = {
  'run/fw.config.ts': 'export default {}\n',
  'run/pages/index.vue': "<script>import '../components/a'</script>\n",
  'run/components/a.ts': 'export const a = 1\n',
  'outside/fw.config.ts': "export default { srcDir: 'src', generate: { routes: ['/a'] } }\n",
  'outside/options.ts': "export const options = { generate: { routes: ['/a'] } }\n",
  'outside/pages/index.vue': '<template />\n',
};

/** What is outside of the folder of the run. */
function outsideOf(folder: string): { readonly [path: string]: string } {
  return contentsOf(join(folder, 'outside'));
}

/** Plans and runs in one of several folders; the outcome, or why it was refused. */
async function migrate(folder: string): Promise<string> {
  const run = join(folder, 'run');
  try {
    const plan = await planRepository(readSnapshot(run), {
      steps: [{ kind: 'transforms', transforms }],
      layout: 'app',
    });
    runPlan(plan.files, run);
    return 'done';
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}

const away = [
  '../outside',
  'app/../../outside',
  '..\\\\outside',
  '/etc',
  'C:\\\\x',
  '\\\\\\\\server\\\\share',
  '~~/../outside',
  '.git',
  '\\0',
];
const options = [
  'srcDir: X',
  'rootDir: X',
  'serverDir: X',
  'dir: { pages: X }',
  'dir: { public: X }',
  'extends: [X]',
  'alias: { x: X }',
];

describe('options that lead outside', () => {
  it.each(options)('nothing there is changed: %s', async (option) => {
    for (const path of away) {
      const folder = folderWith({
        ...project,
        'run/fw.config.ts': `export default { ${option.replace('X', `'${path}'`)} }\n`,
      });
      const before = outsideOf(folder);
      const outcome = await migrate(folder);
      expect([path, outcome, outsideOf(folder)]).toEqual([
        path,
        expect.stringMatching(/^(?:done|PlanProblem)$/),
        before,
      ]);
    }
  });

  it('a file outside that the config is put together from is not changed', async () => {
    const folder = folderWith({
      ...project,
      'run/fw.config.ts':
        "import { options } from '../outside/options'\nexport default { ...options }\n",
    });
    const before = outsideOf(folder);
    expect(await migrate(folder)).toBe('done');
    expect(outsideOf(folder)).toEqual(before);
  });
});

const links: readonly (readonly [string, string, string])[] = [
  ['a source folder', 'layouts', '../outside/pages'],
  ['a folder of the same name in the new place', 'app/pages', '../../outside/pages'],
  ['the new place', 'app', '../outside'],
  ['a file among the sources', 'pages/link.vue', '../../outside/pages/index.vue'],
  ['a link to itself', 'pages/loop', 'loop'],
  ['a link to the folder above', 'pages/up', '..'],
  ['our own folder', '.fw-migrate', '../outside'],
  ['the package', 'package.json', '../outside/options.ts'],
  ['the rules of git', '.gitignore', '../outside/options.ts'],
];

describe('links that lead outside', () => {
  it.each(links)('nothing there is changed: %s', async (_, path, target) => {
    const folder = folderWith(project);
    mkdirSync(join(folder, 'run', path, '..'), { recursive: true });
    symlinkSync(target, join(folder, 'run', path));
    const before = outsideOf(folder);
    expect(await migrate(folder)).toMatch(/^(?:done|PlanProblem|ApplyProblem)$/);
    expect(outsideOf(folder)).toEqual(before);
  });
});

describe('what is no file', () => {
  it.skipIf(process.platform === 'win32')(
    'a pipe in the place of a file is never waited for',
    async () => {
      const folder = folderWith(project);
      const run = join(folder, 'run');
      mkdirSync(join(run, '.git/info'), { recursive: true });
      const names = [
        'package.json',
        'tsconfig.json',
        '.gitignore',
        '.gitmodules',
        '.git/info/exclude',
      ];
      expect(spawnSync('mkfifo', names, { cwd: run }).status).toBe(0);
      expect(await migrate(folder)).toBe('done');
      expect(readFileSync(join(run, 'app/components/a.ts'), 'utf8')).toBe('export const a = 1\n');
    },
  );

  it.each(['package.json', 'tsconfig.json', '.gitignore'])(
    'a folder of the name %s is one',
    async (name) => {
      const folder = folderWith({ ...project, [`run/${name}/x`]: '' });
      expect(await migrate(folder)).toBe('done');
    },
  );
});

describe('rules of git', () => {
  const deep = `${'a/'.repeat(300)}${'a'.repeat(200)}`;
  const filesWith = (rules: string): string[] => {
    const folder = folderWith({ [deep]: '', 'kept.log': '', '.git/HEAD': '' });
    writeFileSync(join(folder, '.gitignore'), `${rules}\n*.log\n`);
    return readSnapshot(folder).files.map(({ path }) => path);
  };

  it.each([
    `${'**/a/'.repeat(12)}b`,
    `${'**/a*/'.repeat(40)}b`,
    `${'*a'.repeat(40)}b`,
    `${'[a]*?'.repeat(40)}b*c*`,
    'a'.repeat(200_000),
  ])('a pattern that nothing matches is found out in time, whatever its stars: %#', (pattern) => {
    expect(filesWith(pattern)).toEqual(['.gitignore', deep]);
  });

  it.each(['**/a/'.repeat(3), '*a'.repeat(40), '**/a*/**', '[[:alpha:]]*'.repeat(10)])(
    'a pattern with many stars counts: %#',
    (pattern) => {
      expect(filesWith(pattern)).toEqual(['.gitignore']);
    },
  );

  it('may be many more than there are files', () => {
    const folder = folderWith({ '.git/HEAD': '' });
    for (let index = 0; index < 100; index += 1)
      writeFileSync(join(folder, `file-${index}.ts`), '');
    const rulesFor = (index: number) => [
      ...[`name-${index}`, `/folder/name-${index}/`, `!*.end-${index}`, `start-${index}*`],
      ...[`**/folder/*-${index}`, `file-${index}?.ts`],
    ];
    const rules = Array.from({ length: 1000 }, (_, index) => rulesFor(index)).flat();
    writeFileSync(join(folder, '.gitignore'), rules.join('\n'));
    // A file whose number has two digits or more is what a rule for one digit less matches.
    const kept = Array.from({ length: 10 }, (_, index) => `file-${index}.ts`);
    expect(readSnapshot(folder).files.map(({ path }) => path)).toEqual(['.gitignore', ...kept]);
  });

  it('of the person are those of the repository, too', () => {
    const folder = folderWith({
      'home/git/ignore': '*.swp\n*.log\n',
      'run/.git/info/exclude': '!kept.log\n',
      'run/.gitignore': '!kept.swp\n',
      ...Object.fromEntries(
        ['a.swp', 'a.log', 'kept.log', 'kept.swp'].map((name) => [`run/${name}`, '']),
      ),
    });
    vi.stubEnv('XDG_CONFIG_HOME', join(folder, 'home'));
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const filesIn = (run: string) => readSnapshot(run).files.map(({ path }) => path);
    expect(filesIn(join(folder, 'run'))).toEqual(['.gitignore', 'kept.log', 'kept.swp']);
    // Where git keeps no history, nobody's rules count.
    expect(filesIn(join(folder, 'home'))).toEqual(['git/ignore']);
  });
});

describe('a working tree whose history is elsewhere', () => {
  const filesIn = (folder: string) => readSnapshot(folder).files.map(({ path }) => path);

  it('has the rules that are kept there', () => {
    const folder = folderWith({ 'main/kept.ts': '' });
    const git = (...args: readonly string[]) =>
      spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
        cwd: join(folder, 'main'),
      }).status;
    expect(git('init', '--quiet')).toBe(0);
    expect(git('add', '--all')).toBe(0);
    expect(git('commit', '--quiet', '--message=a')).toBe(0);
    expect(git('worktree', 'add', '--quiet', '../other')).toBe(0);
    mkdirSync(join(folder, 'main/.git/info'), { recursive: true });
    writeFileSync(join(folder, 'main/.git/info/exclude'), '*.log\n');
    writeFileSync(join(folder, 'other/left.log'), '');
    expect(filesIn(join(folder, 'other'))).toEqual(['.git', 'kept.ts']);
  });

  it.each(['gitdir: ../history\n', 'gitdir: ../history\r\n'])(
    'is led there by a path: %j',
    (text) => {
      const folder = folderWith({
        'run/.git': text,
        'run/kept.ts': '',
        'run/left.log': '',
        'history/info/exclude': '*.log\n',
      });
      expect(filesIn(join(folder, 'run'))).toEqual(['.git', 'kept.ts']);
    },
  );

  it.each(['gitdir: ../gone\n', 'gitdir:\n', ''])('may have been led nowhere: %j', (text) => {
    const folder = folderWith({ 'run/.git': text, 'run/kept.ts': '' });
    expect(filesIn(join(folder, 'run'))).toEqual(['.git', 'kept.ts']);
  });
});

describe('a rule that is longer than any path', () => {
  it('is not read', () => {
    const folder = folderWith({
      '.gitignore': `[${'[:a'.repeat(1_500_000)}]\n`,
      'a/b.ts': '',
      'c.ts': '',
    });
    expect(readSnapshot(folder).files.map(({ path }) => path)).toEqual([
      '.gitignore',
      'a/b.ts',
      'c.ts',
    ]);
  });
});
