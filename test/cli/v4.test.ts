import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { shown, treeIn } from '../repository/support/tree.ts';
import { cli, folderWith, fwMigrate } from './support/run.ts';

const config = 'export default defineFwConfig({})\n';

function git(folder: string, ...args: readonly string[]): string {
  const identity = [
    '-c',
    'user.name=A',
    '-c',
    'user.email=a@example.org',
    '-c',
    'init.defaultBranch=main',
  ];
  const { stdout, stderr, status } = spawnSync('git', [...identity, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stderr, args.join(' ')).not.toMatch(/error|fatal/);
  expect(status, args.join(' ')).toBe(0);
  return stdout;
}

/** A folder under git with everything committed. */
function repositoryWith(files: { readonly [path: string]: string | Buffer }): string {
  const folder = folderWith(files);
  git(folder, 'init', '-q');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'first');
  return folder;
}

/** The tree of a folder without what belongs to git and to us. */
function tree(folder: string): { [path: string]: string } {
  const all = Object.entries(shown(treeIn(folder)));
  return Object.fromEntries(all.filter(([path]) => !/(?:^|\/)\.(?:git|fw-migrate)\//.test(path)));
}

const small = {
  'fw.config.ts': config,
  'pages/index.vue': "<script setup>\nimport { a } from '~/stores/a'\n</script>\n",
  'stores/a.ts': 'export const a = 1\n',
};

describe('finding projects', () => {
  it('says where to run when there is none', () => {
    const folder = folderWith({ 'readme.md': 'x' });
    const { status, stdout, stderr } = fwMigrate(folder, ['v4']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(
      'There is no fw.config or nuxt.config.{ts,mts,cts,js,mjs,cjs} in this folder or below it',
    );
  });

  it.each([
    ['missing', 'missing: Folder not found'],
    ['fw.config.ts', 'fw.config.ts: This is not a folder'],
    ['', "'': Folder not found"],
  ])('refuses %j, which is no folder', (dir, message) => {
    const folder = folderWith({ 'fw.config.ts': config });
    const { status, stderr } = fwMigrate(folder, ['v4', dir]);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  it('refuses to move a repository inside the repository, in a dry run too', () => {
    const folder = folderWith({
      ...small,
      'pages/lib/.git': 'gitdir: elsewhere\n',
      'pages/lib/a.vue': 'x\n',
    });
    const before = tree(folder);
    for (const args of [['v4'], ['v4', '--dry-run']]) {
      const { status, stdout, stderr } = fwMigrate(folder, args);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain('pages/lib: This is a separate repository');
    }
    expect(tree(folder)).toEqual(before);
  });

  it('does not enter dependencies, build output, or what git ignores', () => {
    const folder = repositoryWith({
      ...small,
      '.gitignore': 'generated/\n/apps/*/tmp\n*.local.ts\n!keep.local.ts\n',
      'node_modules/layer/fw.config.ts': config,
      'node_modules/layer/pages/a.vue': '<template />\n',
      '.output/fw.config.ts': config,
      'dist/fw.config.ts': config,
      'generated/fw.config.ts': config,
      'generated/pages/a.vue': '<template />\n',
      'apps/web/fw.config.ts': config,
      'apps/web/pages/a.vue': '<template />\n',
      'apps/web/tmp/fw.config.ts': config,
      'apps/web/.gitignore': 'scratch\n',
      'apps/web/scratch/fw.config.ts': config,
    });
    const { stdout, status } = fwMigrate(folder, ['v4', '--dry-run', '--quiet']);
    expect(status).toBe(0);
    const renames = stdout.split('\n').filter((line) => line.startsWith('rename to '));
    expect(renames).toEqual([
      'rename to apps/web/app/pages/a.vue',
      'rename to app/pages/index.vue',
    ]);
  });

  it('does not touch a repository inside the repository', () => {
    const folder = folderWith({
      ...small,
      'vendor/lib/.git': 'gitdir: elsewhere\n',
      'vendor/lib/fw.config.ts': config,
    });
    const { stdout } = fwMigrate(folder, ['v4', '--dry-run']);
    expect(stdout).not.toContain('vendor/lib');
  });

  it('refuses to move a submodule that was not fetched', () => {
    const folder = repositoryWith({
      ...small,
      '.gitmodules': '[submodule "lib"]\n\tpath = pages/lib\n\turl = ../lib\n',
    });
    mkdirSync(join(folder, 'pages/lib'));
    const { status, stderr } = fwMigrate(folder, ['v4']);
    expect(status).toBe(2);
    expect(stderr).toContain('pages/lib: This is a separate repository');
  });

  it('heeds the rules that stand above the folder it is given', () => {
    const folder = repositoryWith({
      '.gitignore': 'web/old/\n',
      'web/fw.config.ts': config,
      'web/pages/index.vue': '<template />\n',
      'web/old/fw.config.ts': config,
      'web/old/pages/index.vue': '<template />\n',
    });
    const { stdout } = fwMigrate(join(folder, 'web'), ['v4', '--dry-run']);
    expect(stdout).toContain('rename to web/app/pages/index.vue');
    expect(stdout).not.toContain('old');
  });

  it('moves what git ignores along with its folder, but leaves dependencies and build output', () => {
    const folder = repositoryWith({
      '.gitignore': '*.local\nnode_modules\nprivate\n',
      'fw.config.ts': "export default defineFwConfig({ srcDir: 'src' })\n",
      'src/pages/index.vue': '<template />\n',
      'src/pages/notes.local': 'mine\n',
      'src/pages/private/a.vue': '<template />\n',
      'src/node_modules/x/index.js': '1\n',
      'src/plugins/.gitkeep': '',
    });
    const { status, stdout } = fwMigrate(folder, ['v4', '--layout', 'app']);
    expect(status).toBe(0);
    expect(stdout).toContain('src/node_modules');
    expect(Object.keys(tree(folder)).toSorted()).toEqual([
      '.gitignore',
      'app/pages/index.vue',
      'app/pages/notes.local',
      'app/pages/private/a.vue',
      'app/plugins/.gitkeep',
      'fw.config.ts',
      'src/node_modules/x/index.js',
    ]);
  });
});

describe('with git', () => {
  it('refuses a tree that is not committed, and names the files', () => {
    const folder = repositoryWith(small);
    writeFileSync(join(folder, 'stores/a.ts'), 'export const a = 2\n');
    writeFileSync(join(folder, 'new.ts'), '');
    const before = tree(folder);
    const { status, stdout, stderr } = fwMigrate(folder, ['v4']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('uncommitted changes');
    expect(stderr).toContain('  stores/a.ts\n');
    expect(stderr).toContain('  new.ts\n');
    expect(stderr).toContain('--allow-dirty');
    expect(tree(folder)).toEqual(before);
  });

  it('goes on with --allow-dirty, in a dry run, and where the changes are elsewhere', () => {
    const folder = repositoryWith({
      'web/fw.config.ts': config,
      'web/pages/a.vue': '<template />\n',
    });
    writeFileSync(join(folder, 'notes.md'), 'x');
    expect(fwMigrate(folder, ['v4', '--dry-run']).status).toBe(0);
    expect(fwMigrate(folder, ['v4', 'web']).status).toBe(0);
    expect(fwMigrate(folder, ['undo', 'web']).status).toBe(0);
    expect(fwMigrate(folder, ['v4', '--allow-dirty']).status).toBe(0);
    expect(Object.keys(tree(folder))).toContain('web/app/pages/a.vue');
  });

  it('shows moves as renames after git add', () => {
    const page = `<script setup>\nimport { a } from '~/stores/a'\n</script>\n${'<template />\n'.repeat(9)}`;
    const folder = repositoryWith({
      ...small,
      'pages/index.vue': page,
      'pages/about.vue': '<template>about</template>\n',
    });
    expect(fwMigrate(folder, ['v4']).status).toBe(0);
    git(folder, 'add', '-A');
    expect(git(folder, 'status', '--porcelain').split('\n').filter(Boolean)).toEqual([
      'R  pages/about.vue -> app/pages/about.vue',
      'R  pages/index.vue -> app/pages/index.vue',
    ]);
  });

  it('prints a patch that applies from the top of the repository, wherever it is called', () => {
    const files = Object.fromEntries(
      Object.entries(small).map(([path, text]) => [`apps/web/${path}`, text]),
    );
    const folder = repositoryWith({ ...files, 'readme.md': 'x\n' });
    const real = repositoryWith({ ...files, 'readme.md': 'x\n' });
    const { stdout } = fwMigrate(join(folder, 'apps/web'), ['v4', '--dry-run']);
    writeFileSync(join(folder, '../patch.diff'), stdout);
    onTestFinished(() => rmSync(join(folder, '../patch.diff'), { force: true }));
    git(folder, 'apply', '--check', '../patch.diff');
    git(folder, 'apply', '../patch.diff');
    fwMigrate(real, ['v4', 'apps/web']);
    expect(tree(folder)).toEqual(tree(real));
    expect(Object.keys(tree(real))).toContain('apps/web/app/pages/index.vue');
  });
});

describe('writing', () => {
  it('works without git, twice, and can be undone', () => {
    const folder = folderWith(small);
    chmodSync(join(folder, 'pages/index.vue'), 0o755);
    const before = tree(folder);
    const first = fwMigrate(folder, ['v4']);
    expect(first.status).toBe(0);
    expect(first.stdout).toContain('fw-migrate undo');
    expect(statSync(join(folder, 'app/pages/index.vue')).mode & 0o777).toBe(0o755);
    const after = tree(folder);
    expect(after['app/pages/index.vue']).toContain("'~~/stores/a'");
    const second = fwMigrate(folder, ['v4']);
    expect(second.stdout).toContain('already Variant A');
    expect(tree(folder)).toEqual(after);
    const undo = fwMigrate(folder, ['undo']);
    expect({ status: undo.status, stderr: undo.stderr }).toEqual({ status: 0, stderr: '' });
    expect(tree(folder)).toEqual(before);
    expect(statSync(join(folder, 'pages/index.vue')).mode & 0o777).toBe(0o755);
    expect(
      Object.keys(shown(treeIn(folder))).filter((path) => path.startsWith('.fw-migrate')),
    ).toEqual([]);
  });

  it('is undone run by run', () => {
    const folder = folderWith(small);
    const before = tree(folder);
    expect(fwMigrate(folder, ['v4', '--quiet']).status).toBe(0);
    const between = tree(folder);
    mkdirSync(join(folder, 'docs/pages'), { recursive: true });
    writeFileSync(join(folder, 'docs/fw.config.ts'), 'export default {}\n');
    writeFileSync(join(folder, 'docs/pages/a.vue'), '<template />\n');
    expect(fwMigrate(folder, ['v4', '--quiet']).status).toBe(0);
    expect(fwMigrate(folder, ['undo'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /before the run\.\nTo undo the run before it \(.* UTC\) as well: fw-migrate undo\n$/,
      ),
    });
    expect(tree(folder)).toMatchObject(between);
    expect(fwMigrate(folder, ['undo']).stdout).toMatch(/before the run\.\n$/);
    expect(tree(folder)).toMatchObject(before);
  });

  it('moves files whose names could be taken for a path', () => {
    const folder = folderWith({ ...small, 'pages/\\back.vue': 'x\n', 'pages/a\\b/c.vue': 'y\n' });
    const { status, stderr } = fwMigrate(folder, ['v4']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(Object.keys(tree(folder))).toEqual(
      expect.arrayContaining(['app/pages/\\back.vue', 'app/pages/a\\b/c.vue']),
    );
  });

  it('does not undo what was edited since', () => {
    const folder = folderWith(small);
    fwMigrate(folder, ['v4']);
    writeFileSync(join(folder, 'app/pages/index.vue'), 'edited\n');
    const after = tree(folder);
    const { status, stderr } = fwMigrate(folder, ['undo']);
    expect(status).toBe(2);
    expect(stderr).toContain('app/pages/index.vue');
    expect(tree(folder)).toEqual(after);
    const forced = fwMigrate(folder, ['undo', '--force', '--quiet']);
    expect(forced).toMatchObject({ status: 0, stderr: '' });
    expect(forced.stdout).toMatch(
      /^Reverted the run of [\d-]+ [\d:]+ UTC: .*, except 1 file edited or deleted since; .*\n$/,
    );
  });

  it('says where there is a run to undo', () => {
    const folder = folderWith({
      'fw.config.ts': 'export default {}\n',
      'pages/index.vue': '<p />\n',
    });
    expect(fwMigrate(folder, ['v4', '--quiet', '--output', 'pages/report.json']).status).toBe(0);
    expect(existsSync(join(folder, 'pages/report.json'))).toBe(true);
    const { status, stderr } = fwMigrate(join(folder, 'app'), ['undo']);
    expect(stderr).toBe(`There is no run to undo in this folder. There is one in ${folder}.\n`);
    expect(status).toBe(2);
  });

  it('says so where there is nothing to undo', () => {
    const { status, stderr } = fwMigrate(folderWith(small), ['undo']);
    expect(status).toBe(2);
    expect(stderr).toContain('There is no run to undo');
  });

  it('writes nothing where files would collide, and lists all of them', () => {
    const folder = folderWith({
      ...small,
      'app/pages/index.vue': 'other\n',
      'app/pages/About.vue': 'other\n',
      'pages/about.vue': 'mine\n',
      'package.json': '{ "dependencies": { "fw": "^3.0.0" } }\n',
    });
    const before = tree(folder);
    const { status, stderr } = fwMigrate(folder, ['v4']);
    expect(status).toBe(2);
    expect(stderr).toContain('pages/index.vue → app/pages/index.vue');
    expect(stderr).toContain(
      'pages/about.vue → app/pages/about.vue\n    already taken by app/pages/About.vue',
    );
    expect(tree(folder)).toEqual(before);
  });

  it('leaves a project whose config cannot be read, and goes on with the others', () => {
    const folder = folderWith({
      'a/fw.config.ts': 'export default load()\n',
      'a/pages/a.vue': '<template />\n',
      'b/fw.config.ts': config,
      'b/pages/b.vue': '<template />\n',
    });
    expect(fwMigrate(folder, ['v4', '--check']).status).toBe(1);
    const { status, stdout } = fwMigrate(folder, ['v4']);
    expect(status).toBe(3);
    expect(stdout).toContain('a/fw.config.ts (not migrated)');
    expect(stdout).toContain('a/fw.config.ts:1:16 · config-unreadable');
    expect(stdout).toContain('2 projects, 1 of them not migrated, 1 file moved');
    // Nothing is left to do for the others, and this one still cannot be read.
    expect(fwMigrate(folder, ['v4']).status).toBe(3);
    expect(Object.keys(tree(folder)).toSorted()).toEqual([
      'a/fw.config.ts',
      'a/pages/a.vue',
      'b/app/pages/b.vue',
      'b/fw.config.ts',
    ]);
  });

  it('ends with code 2 where no config can be read', () => {
    const folder = folderWith({ 'fw.config.ts': 'export default load(\n' });
    const { status, stderr } = fwMigrate(folder, ['v4']);
    expect(status).toBe(2);
    expect(stderr).toContain('fw.config.ts:2:1');
  });
});

describe('choosing', () => {
  it('--check ends with 1 while something is left, and writes nothing', () => {
    const folder = folderWith(small);
    const before = tree(folder);
    expect(fwMigrate(folder, ['v4', '--check']).status).toBe(1);
    expect(tree(folder)).toEqual(before);
    fwMigrate(folder, ['v4']);
    expect(fwMigrate(folder, ['v4', '--check']).status).toBe(0);
  });

  it('--check ends with 1 also where nobody reads what it says', () => {
    const folder = folderWith({
      'fw.config.ts': 'export default { generate: { routes: ["/a"] } }\n',
    });
    const command = `"${process.execPath}" "${cli}" v4 --check --format json | true; exit \${PIPESTATUS[0]}`;
    expect(spawnSync('bash', ['-c', command], { cwd: folder }).status).toBe(1);
  });

  it('--only runs a transform on the configs alone, and moves nothing', () => {
    const folder = folderWith({
      ...small,
      'fw.config.ts': "export default defineFwConfig({ generate: { routes: ['/a'] } })\n",
    });
    const { status, stdout } = fwMigrate(folder, ['v4', '--only', 'generate']);
    expect(status).toBe(0);
    expect(stdout).not.toContain('→ app/');
    expect(tree(folder)).toEqual({
      ...small,
      'fw.config.ts':
        "export default defineFwConfig({ serverEngine: { prerender: { routes: ['/a'] } } })\n",
    });
  });

  it('refuses a selection that would break paths', () => {
    const folder = folderWith(small);
    const { status, stderr } = fwMigrate(folder, ['v4', '--skip', 'css', '--skip', 'generate']);
    expect(status).toBe(2);
    expect(stderr).toContain('`css`');
  });

  it.each([
    [['--layout', 'ap'], 'Allowed choices are auto, app, keep.'],
    [['--move', 'nowhere'], 'There is no `nowhere`'],
    [['--move', 'fw.config.ts'], '`fw.config.ts` belongs in the project root'],
    [['--stay', '../x'], '`../x` is not a folder in the source directory'],
    [['--move', 'stores', '--stay', 'stores'], '`stores` is listed twice'],
    [
      ['--move', 'stores', '--layout', 'keep'],
      'With `--layout keep`, nothing moves. Leave out either',
    ],
    [['--move', 'auto', '--layout', 'keep'], 'With `--layout keep`, nothing moves.'],
    [['--only', ''], 'Unknown transform ``'],
    [['--only', 'generate', '--skip', 'generate'], '`generate` is both selected and skipped.'],
    [['--quiet', '--verbose'], "'-q, --quiet' cannot be used with option '--verbose'"],
    [['--move', '--dry-run'], "option '--move <names...>' argument missing"],
    [['--output', '-n'], "option '--output <file>' argument missing"],
    [['--only', 'generat'], 'Did you mean `generate`?'],
  ])('refuses %j', (args, message) => {
    const { status, stderr } = fwMigrate(folderWith(small), ['v4', ...args]);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  it('refuses to move folders of sources that stay', () => {
    const sources = {
      'src/pages/a.vue': '<template />\n',
      'src/stores/a.ts': 'export const a = 1\n',
    };
    const folder = folderWith({ 'fw.config.ts': "export default { srcDir: 'src' }\n", ...sources });
    const { status, stderr } = fwMigrate(folder, ['v4', '--move', 'stores']);
    expect([status, stderr]).toEqual([
      2,
      '`stores` cannot move: the sources of fw.config.ts stay where they are, because of `srcDir` or the layout `keep`. Leave the name out, or use the layout `app`.\n',
    ]);
    const dryRun = (...args: readonly string[]) =>
      fwMigrate(folder, ['v4', '--dry-run', '--quiet', ...args]);
    expect(dryRun('--move', 'stores', '--layout', 'app').status).toBe(0);
    expect(dryRun('--move', 'auto').status).toBe(0);
  });

  it('takes ids with commas between them', () => {
    const { status } = fwMigrate(folderWith(small), [
      'v4',
      '--dry-run',
      '--only',
      'generate,builder',
    ]);
    expect(status).toBe(0);
  });

  it('--quiet prints the patch and one line that counts', () => {
    const { stderr } = fwMigrate(folderWith(small), ['v4', '--dry-run', '--quiet']);
    expect(stderr).toBe(
      '1 project, 1 file would be moved, 1 file would be changed, 0 to decide, 0 to verify.\n',
    );
  });
});

describe('odd input', () => {
  it('carries names with spaces, quotes, newlines, brackets and emoji', () => {
    const names = [
      'a b',
      "it's",
      'say "x"',
      'new\nline',
      '[id]',
      '🚀',
      '-dash',
      'tab\t',
      '$x',
      '`y`',
    ];
    const files = Object.fromEntries(
      names.map((name) => [`pages/${name}.ts`, "export * from '../stores/a'\n"]),
    );
    const [folder, patched] = [
      folderWith({ ...small, ...files }),
      folderWith({ ...small, ...files }),
    ];
    const patch = fwMigrate(patched, ['v4', '--dry-run']).stdout;
    writeFileSync(join(patched, '../odd.diff'), patch);
    onTestFinished(() => rmSync(join(patched, '../odd.diff'), { force: true }));
    git(patched, 'apply', '../odd.diff');
    expect(fwMigrate(folder, ['v4']).status).toBe(0);
    for (const name of names)
      expect(tree(folder)[`app/pages/${name}.ts`]).toBe("export * from '../../stores/a'\n");
    expect(tree(patched)).toEqual(tree(folder));
  });

  it('does not stumble over JSON that is nested too deeply', () => {
    const folder = folderWith({
      ...small,
      'tsconfig.json': '['.repeat(20_000),
      'package.json': '',
    });
    const { status, stdout } = fwMigrate(folder, ['v4']);
    expect(status).toBe(0);
    expect(stdout).toContain('tsconfig.json:1:1 · unsearched-file');
    expect(stdout).not.toContain('package.json');
  });

  it('never lets a name or text command the terminal', () => {
    const folder = folderWith({ ...small, 'pages/\u001b[31mred.ts': "import '../stores/a'\n" });
    const { stdout } = fwMigrate(folder, ['v4', '--verbose']);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toContain('�[31mred.ts');
  });

  it('keeps links: broken ones, loops, and those that lead out', () => {
    const outside = mkdtempSync(join(tmpdir(), 'fw-migrate-outside-'));
    onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
    writeFileSync(join(outside, 'x.ts'), "import '~/server/x'\n");
    const folder = folderWith(small);
    symlinkSync('nowhere', join(folder, 'pages/broken'));
    symlinkSync('..', join(folder, 'pages/up'));
    symlinkSync(outside, join(folder, 'pages/out'));
    symlinkSync('../stores/a.ts', join(folder, 'pages/store.ts'));
    expect(fwMigrate(folder, ['v4']).status).toBe(0);
    expect(tree(folder)).toMatchObject({
      'app/pages/broken': '-> nowhere',
      'app/pages/up': '-> ../..',
      'app/pages/out': `-> ${outside}`,
      'app/pages/store.ts': '-> ../../stores/a.ts',
    });
    expect(shown(treeIn(outside))).toEqual({ 'x.ts': "import '~/server/x'\n" });
  });

  it('reports files that it cannot search, and moves them all the same', () => {
    const folder = folderWith({
      ...small,
      'pages/latin.ts': Buffer.from("import '~/server/x' // caf\xe9\n", 'latin1'),
      'pages/broken.ts': "const = 1\nimport '~/server/x'\n",
      'pages/large.ts': `import '~/server/x'\n// ${'x'.repeat(20_000_000)}\n`,
    });
    const { status, stdout } = fwMigrate(folder, ['v4']);
    expect(status).toBe(0);
    for (const name of ['latin', 'broken', 'large']) {
      expect(stdout).toMatch(new RegExp(`app/pages/${name}\\.ts:\\d+:\\d+ · unsearched-file`));
    }
    expect(tree(folder)['app/pages/latin.ts']).toBe("import '~/server/x' // caf\xe9\n");
  });

  it('refuses where a folder in the way of a move cannot be read', () => {
    const folder = folderWith(small);
    mkdirSync(join(folder, 'pages/secret'));
    // As the superuser every folder can be read, so a name that cannot be one stands in.
    writeFileSync(
      Buffer.concat([Buffer.from(join(folder, 'pages/secret/')), Buffer.from([0xff, 0xfe])]),
      'x',
    );
    const { status, stderr } = fwMigrate(folder, ['v4']);
    expect(status).toBe(2);
    expect(stderr).toContain('not valid UTF-8');
    expect(readdirSync(folder).toSorted()).toEqual(['fw.config.ts', 'pages', 'stores']);
  });
});
