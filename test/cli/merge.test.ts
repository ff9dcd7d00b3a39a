import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { cli, folderWith, fwMigrate } from './support/run.ts';

const shop = fileURLToPath(new URL('../../examples/shop', import.meta.url));

function git(folder: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  expect(status, `git ${args.join(' ')}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}

const templates = mkdtempSync(join(tmpdir(), 'fw-migrate-merge-test-'));
afterAll(() => rmSync(templates, { recursive: true, force: true }));

function commit(folder: string, message: string): void {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', message);
}

/** A repository whose only commit has the example; it is made once, and then copied. */
function repository(): string {
  const template = join(templates, 'shop');
  if (!existsSync(template)) {
    cpSync(shop, template, { recursive: true });
    git(template, 'init', '-q', '-b', 'main');
    git(template, 'config', 'user.name', 'Ann');
    git(template, 'config', 'user.email', 'ann@example.org');
    writeFileSync(join(template, 'package-lock.json'), '{ "lockfileVersion": 3 }\n');
    writeFileSync(join(template, 'files/pixel.png'), Buffer.from([0x89, 0x50, 0, 1, 255, 254]));
    writeFileSync(
      join(template, 'composables/crlf.ts'),
      "import a from '~/stores/cart'\r\n\r\n\r\nexport default a\r\n",
    );
    commit(template, 'first');
  }
  const folder = folderWith({});
  cpSync(template, folder, { recursive: true });
  return folder;
}

type Change = (folder: string) => void;

const nothing: Change = () => {};

/** A migrated main, and a branch that was not migrated. Both have changes of their own. */
function branched(onBranch: Change, onMain = nothing, options: readonly string[] = []): string {
  const folder = repository();
  git(folder, 'switch', '-qc', 'feature');
  onBranch(folder);
  commit(folder, 'feature');
  git(folder, 'switch', '-q', 'main');
  // A submodule stays behind.
  git(folder, 'clean', '-ffdq');
  const { status, stderr } = fwMigrate(folder, ['v4', '--commit', '--quiet', ...options]);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  onMain(folder);
  if (git(folder, 'status', '--porcelain') !== '') commit(folder, 'main');
  return folder;
}

function write(path: string, text: string | Buffer): Change {
  return (folder) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
}

function replace(path: string, from: string, to: string): Change {
  return (folder) => {
    const text = readFileSync(join(folder, path), 'utf8');
    expect(text).toContain(from);
    writeFileSync(join(folder, path), text.replace(from, to));
  };
}

function textOf(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

/** The tree, refs and files of git, to show that nothing was written. */
function stateOf(folder: string): unknown {
  const files = spawnSync('find', ['.', '-type', 'f', '-not', '-path', './.fw-migrate/*'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const hidden = spawnSync(
    'sha1sum',
    files.stdout
      .split('\n')
      .filter((path) => path && !path.endsWith('/index'))
      .toSorted(),
    { cwd: folder, encoding: 'utf8' },
  );
  return [hidden.stdout, git(folder, 'for-each-ref'), git(folder, 'status', '--porcelain')];
}

function mergeCleanly(folder: string, branch = 'feature'): string {
  const head = git(folder, 'rev-parse', 'HEAD').trim();
  const other = git(folder, 'rev-parse', branch).trim();
  const { status, stdout, stderr } = fwMigrate(folder, ['merge', branch]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(git(folder, 'status', '--porcelain')).toBe('');
  expect(git(folder, 'log', '-1', '--format=%P').trim()).toBe(`${head} ${other}`);
  expect(git(folder, 'fsck', '--no-dangling')).toBe('');
  return stdout;
}

it('a place that a branch adds to a follow-up is told, and stays open', () => {
  const inDocker = (line: string): Change => replace('Dockerfile', 'CMD x\n', `CMD x\n${line}`);
  const folder = folderWith({
    'fw.config.ts': 'export default defineFwConfig({})\n',
    'pages/index.vue': '<template/>\n',
    'components/C.vue': '<template/>\n',
    Dockerfile: 'FROM node:24\nCOPY pages /p\nCMD x\n',
  });
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'config', 'user.name', 'Ann');
  git(folder, 'config', 'user.email', 'ann@example.org');
  commit(folder, 'first');
  git(folder, 'switch', '-qc', 'feature');
  inDocker('COPY components /c\n')(folder);
  commit(folder, 'feature');
  git(folder, 'switch', '-q', 'main');
  fwMigrate(folder, ['v4', '--commit', '--quiet']);
  expect(fwMigrate(folder, ['merge', '--all']).stdout).toContain('clean, 1 new follow-up');
  mergeCleanly(folder);
  expect(fwMigrate(folder, ['next']).stdout).toContain('`components` becomes `app/components`');
});

describe('merging a branch that was not migrated', () => {
  it('merges edits, new files, renames and deletions to where the migration puts them', () => {
    const folder = branched((branch) => {
      replace('views/index.vue', 'Add to cart', 'Buy')(branch);
      replace('stores/cart.ts', '\n', '\n// The branch was here.\n')(branch);
      write(
        'composables/deep/sum.ts',
        "import prices from '../prices'\nexport default prices\n",
      )(branch);
      write(
        'views/about/team.vue',
        "<script setup>\nimport Button from '~/components/ui/Button.vue'\n</script>\n",
      )(branch);
      renameSync(join(branch, 'components/ui/Button.vue'), join(branch, 'components/ui/Knob.vue'));
      replace('views/index.vue', '@ui/Button.vue', '@ui/Knob.vue')(branch);
      rmSync(join(branch, 'files/robots.txt'));
    });
    const out = mergeCleanly(folder);
    expect(out).toMatch(
      /^Committed as \w{12}\.\nfeature was merged without conflicts: \d+ files changed\.\n/,
    );
    expect(out).toMatch(/\nTo undo: git reset --keep ORIG_HEAD\n$/);
    const page = textOf(folder, 'app/views/index.vue');
    expect(page).toContain('Buy');
    expect(page).toContain("from '@ui/Knob.vue'");
    expect(page).toContain("from '~~/stores/cart'");
    expect(existsSync(join(folder, 'app/components/ui/Knob.vue'))).toBe(true);
    expect(existsSync(join(folder, 'app/components/ui/Button.vue'))).toBe(false);
    expect(textOf(folder, 'app/composables/deep/sum.ts')).toContain("'../prices'");
    expect(existsSync(join(folder, 'app/views/about/team.vue'))).toBe(true);
    expect(existsSync(join(folder, 'views'))).toBe(false);
    expect(existsSync(join(folder, 'files/robots.txt'))).toBe(false);
    expect(git(folder, 'log', '-1', '--format=%B')).toMatch(
      /^Merge branch 'feature'\n\nMade with fw-migrate merge feature \(version .*\)\.\n\n$/,
    );
    // git undoes it.
    git(folder, 'reset', '-q', '--keep', 'ORIG_HEAD');
    expect(git(folder, 'log', '-1', '--format=%s')).toBe('Migrate to Variant A\n');
  });

  it('merges changes of the config, as the migration writes them', () => {
    const folder = branched(
      replace('fw.config.ts', "'/imprint', '/privacy'", "'/imprint', '/privacy', '/terms'"),
      replace('fw.config.ts', "'../config/**/*.json'", "'../config/**/*.json', '../more/*.json'"),
    );
    mergeCleanly(folder);
    const config = textOf(folder, 'fw.config.ts');
    expect(config).toContain("'/terms'");
    expect(config).toContain("'../more/*.json'");
    expect(config).not.toContain('generate');
  });

  it('merges package.json, and takes lock files from the migrated side', () => {
    const folder = branched(
      (branch) => {
        replace(
          'package.json',
          '"private": true,',
          '"private": true,\n  "type": "module",',
        )(branch);
        write('package-lock.json', '{ "lockfileVersion": 3, "branch": true }\n')(branch);
      },
      write('package-lock.json', '{ "lockfileVersion": 3, "main": true }\n'),
    );
    expect(mergeCleanly(folder)).toContain(
      'package-lock.json is that of the migrated branch: run `npm install`.\n',
    );
    expect(textOf(folder, 'package.json')).toContain('"type": "module"');
    expect(textOf(folder, 'package-lock.json')).toContain('main');
  });

  it('keeps modes, symbolic links, binary files and line endings', () => {
    const folder = branched(
      (branch) => {
        chmodSync(join(branch, 'composables/prices.ts'), 0o755);
        symlinkSync('../stores/cart.ts', join(branch, 'composables/cart.ts'));
        write('files/pixel.png', Buffer.from([0x89, 0x50, 0, 2, 255, 253]))(branch);
        write('assets/odd.bin', Buffer.from([0, 255, 254, 10, 13]))(branch);
        replace('composables/crlf.ts', 'export default a', 'export default [a]')(branch);
      },
      replace('app/composables/crlf.ts', 'import a', '// main\r\nimport a'),
    );
    mergeCleanly(folder);
    expect(lstatSync(join(folder, 'app/composables/prices.ts')).mode & 0o111).not.toBe(0);
    expect(readlinkSync(join(folder, 'app/composables/cart.ts'))).toBe('../../stores/cart.ts');
    expect([...readFileSync(join(folder, 'files/pixel.png'))]).toEqual([
      0x89, 0x50, 0, 2, 255, 253,
    ]);
    expect([...readFileSync(join(folder, 'app/assets/odd.bin'))]).toEqual([0, 255, 254, 10, 13]);
    expect(textOf(folder, 'app/composables/crlf.ts')).toBe(
      "// main\r\nimport a from '~~/stores/cart'\r\n\r\n\r\nexport default [a]\r\n",
    );
  });

  it('merges submodules like files that do not move', () => {
    const inner = repository();
    const folder = branched((branch) => {
      git(
        branch,
        '-c',
        'protocol.file.allow=always',
        'submodule',
        '--quiet',
        'add',
        inner,
        'vendor/inner',
      );
    });
    mergeCleanly(folder);
    expect(git(folder, 'ls-files', '-s', 'vendor/inner')).toMatch(/^160000 /);
  });

  it('merges again after the branch went on, and a branch of a branch', () => {
    const folder = branched(replace('views/index.vue', 'Add to cart', 'Buy'));
    mergeCleanly(folder);
    git(folder, 'switch', '-q', 'feature');
    replace('views/index.vue', 'Buy', 'Buy now')(folder);
    commit(folder, 'more');
    git(folder, 'switch', '-qc', 'nested');
    write('composables/nested.ts', "export { default } from './prices'\n")(folder);
    commit(folder, 'nested');
    git(folder, 'switch', '-q', 'main');
    mergeCleanly(folder);
    expect(textOf(folder, 'app/views/index.vue')).toContain('Buy now');
    mergeCleanly(folder, 'nested');
    expect(existsSync(join(folder, 'app/composables/nested.ts'))).toBe(true);
    expect(fwMigrate(folder, ['merge', 'feature'])).toEqual({
      status: 0,
      stdout: 'Already up to date: feature is merged.\n',
      stderr: '',
    });
  });

  it('merges a branch that was migrated itself as it is', () => {
    const folder = branched((branch) => {
      replace('views/index.vue', 'Add to cart', 'Buy')(branch);
      commit(branch, 'before');
      expect(fwMigrate(branch, ['v4', '--commit', '--quiet']).status).toBe(0);
      write('app/composables/later.ts', 'export default 1\n')(branch);
    });
    mergeCleanly(folder);
    expect(textOf(folder, 'app/views/index.vue')).toContain('Buy');
    expect(existsSync(join(folder, 'app/composables/later.ts'))).toBe(true);
  });

  it('merges a branch that began after the migration as git does', () => {
    const folder = branched(replace('views/index.vue', 'Add to cart', 'Buy'));
    git(folder, 'switch', '-qc', 'later', 'main');
    replace('app/views/index.vue', 'Add to cart', 'Order')(folder);
    commit(folder, 'later');
    git(folder, 'switch', '-q', 'main');
    // A run would change it.
    replace(
      'fw.config.ts',
      '// ---- Sources',
      "generate: { routes: ['/x'] },\n  // ---- Sources",
    )(folder);
    commit(folder, 'main');
    const plain = git(folder, 'merge-tree', '--write-tree', 'main', 'later');
    mergeCleanly(folder, 'later');
    expect(git(folder, 'rev-parse', 'HEAD^{tree}')).toBe(plain);
  });

  it('gives a branch the migration of main', () => {
    const folder = branched(
      (branch) => {
        replace('views/index.vue', 'Add to cart', 'Buy')(branch);
        write(
          'composables/fresh.ts',
          "import cart from '~/stores/cart'\nexport default cart\n",
        )(branch);
        write('package-lock.json', '{ "lockfileVersion": 3, "branch": true }\n')(branch);
      },
      (main) => {
        replace('app/views/index.vue', 'lang="scss" scoped', 'lang="scss"')(main);
        write('package-lock.json', '{ "lockfileVersion": 3, "main": true }\n')(main);
      },
    );
    git(folder, 'switch', '-q', 'feature');
    const out = mergeCleanly(folder, 'main');
    expect(out).toContain('package-lock.json is that of the migrated branch');
    expect(textOf(folder, 'package-lock.json')).not.toContain('branch');
    const page = textOf(folder, 'app/views/index.vue');
    expect([page.includes('Buy'), !page.includes('scoped')]).toEqual([true, true]);
    expect(textOf(folder, 'app/composables/fresh.ts')).toContain("'~~/stores/cart'");
    expect(existsSync(join(folder, 'views'))).toBe(false);
    // The pull request is then like any other.
    git(folder, 'switch', '-q', 'main');
    git(folder, 'merge', '-q', '--no-edit', 'feature');
    expect(fwMigrate(folder, ['v4', '--dry-run', '--quiet']).stdout).toBe('');
  });
});

describe('conflicts', () => {
  const both = () =>
    branched(
      (branch) => {
        replace('views/index.vue', 'Add to cart', 'Buy')(branch);
        write('composables/fine.ts', 'export default 1\n')(branch);
        rmSync(join(branch, 'server/health.ts'));
        replace('composables/crlf.ts', 'export default a', 'export default [a]')(branch);
      },
      (main) => {
        // Git merges it by itself.
        replace('app/composables/crlf.ts', 'import a', '// main\r\nimport a')(main);
        replace('app/views/index.vue', 'Add to cart', 'Order')(main);
        appendFileSync(join(main, 'server/health.ts'), '// main\n');
      },
    );

  it('are left as git leaves them, with the words of both', () => {
    const folder = both();
    const head = git(folder, 'rev-parse', 'HEAD');
    const { status, stdout, stderr } = fwMigrate(folder, ['merge', 'feature']);
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(stdout).toContain(
      'feature has 2 conflicts:\n  app/views/index.vue (contents)\n  server/health.ts (modify/delete)\n',
    );
    expect(textOf(folder, 'app/views/index.vue')).toMatch(
      /<<<<<<< HEAD\n.*Order.*\n=======\n.*Buy.*\n>>>>>>> feature\n/,
    );
    expect(git(folder, 'rev-parse', 'HEAD')).toBe(head);
    expect(git(folder, 'rev-parse', 'MERGE_HEAD')).toBe(git(folder, 'rev-parse', 'feature'));
    expect(
      git(folder, 'ls-files', '-u')
        .split('\n')
        .map((line) => line.slice(48)),
    ).toEqual(
      [
        '1\tapp/views/index.vue',
        '2\tapp/views/index.vue',
        '3\tapp/views/index.vue',
        '1\tserver/health.ts',
        '2\tserver/health.ts',
        '',
      ].map((line) => line && ` ${line}`.slice(1)),
    );
    expect(git(folder, 'status', '--porcelain')).toBe(
      'M  app/composables/crlf.ts\nA  app/composables/fine.ts\nUU app/views/index.vue\nUD server/health.ts\n',
    );
    // A second merge is refused, and the first can be finished.
    expect(fwMigrate(folder, ['merge', 'feature']).stderr).toBe(
      'merge: A merge is in progress. Finish or abort it, then run again.\nNothing was written.\n',
    );
    replace('app/views/index.vue', textOf(folder, 'app/views/index.vue'), 'both\n')(folder);
    commit(folder, 'done');
    expect(git(folder, 'log', '-1', '--format=%P').trim().split(' ')).toEqual([
      head.trim(),
      git(folder, 'rev-parse', 'feature').trim(),
    ]);
  });

  it('can be aborted', () => {
    const folder = both();
    const before = stateOf(folder);
    fwMigrate(folder, ['merge', 'feature']);
    git(folder, 'merge', '--abort');
    expect(git(folder, 'status', '--porcelain')).toBe('');
    expect(JSON.stringify(before)).toContain(git(folder, 'rev-parse', 'HEAD').trim());
    expect(textOf(folder, 'app/views/index.vue')).toContain('Order');
    expect(existsSync(join(folder, 'app/composables/fine.ts'))).toBe(false);
  });

  it('are shown by a dry run, which writes nothing', () => {
    const folder = both();
    const before = stateOf(folder);
    const { status, stdout, stderr } = fwMigrate(folder, ['merge', 'feature', '--dry-run']);
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(stdout).toBe(
      'feature would have 2 conflicts:\n  app/views/index.vue (contents)\n  server/health.ts (modify/delete)\n',
    );
    expect(stateOf(folder)).toEqual(before);
  });
});

describe('all open branches', () => {
  it('are listed with what merging them would do', () => {
    const folder = branched(
      replace('views/index.vue', 'Add to cart', 'Buy'),
      replace('app/views/index.vue', 'Add to cart', 'Order'),
    );
    git(folder, 'switch', '-qc', 'fine', 'feature~');
    write('composables/fine.ts', 'export default 1\n')(folder);
    commit(folder, 'fine');
    git(folder, 'update-ref', 'refs/remotes/origin/fine', 'fine');
    git(folder, 'switch', '-qc', 'asks', 'feature~');
    write('composables/asks.ts', "export default 'composables/prices.ts'\n")(folder);
    commit(folder, 'asks');
    git(folder, 'update-ref', 'refs/remotes/origin/asks', 'asks');
    git(folder, 'branch', '-qD', 'fine');
    git(folder, 'switch', '-q', '--orphan', 'unrelated');
    write('a.txt', 'a\n')(folder);
    commit(folder, 'unrelated');
    git(folder, 'switch', '-q', 'main');
    const before = stateOf(folder);
    const { status, stdout, stderr } = fwMigrate(folder, ['merge', '--all']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      'asks         clean, 1 new follow-up',
      'feature      1 conflict',
      'unrelated    not possible: unrelated has no commit in common with this branch, so they cannot be merged.',
      'origin/fine  clean',
      '',
    ]);
    expect(stateOf(folder)).toEqual(before);
    expect(fwMigrate(folder, ['merge', '--all', 'feature']).status).toBe(2);
    expect(fwMigrate(folder, ['merge']).status).toBe(2);
  });
});

describe('the options of the migration', () => {
  const page = replace('views/index.vue', 'Add to cart', 'Buy');

  it.each([
    ['the last run', nothing],
    [
      'the commit of the migration',
      (folder: string) => rmSync(join(folder, '.fw-migrate'), { recursive: true }),
    ],
  ])('are those of %s', (_, forget) => {
    const folder = branched(page, nothing, ['--layout', 'keep']);
    forget(folder);
    mergeCleanly(folder);
    expect(textOf(folder, 'views/index.vue')).toContain('Buy');
    expect(existsSync(join(folder, 'app'))).toBe(false);
    const moved = branched(
      (branch) => {
        page(branch);
        write('stores/new.ts', 'export default 1\n')(branch);
      },
      nothing,
      ['--move', 'stores'],
    );
    forget(moved);
    mergeCleanly(moved);
    expect(existsSync(join(moved, 'app/stores/new.ts'))).toBe(true);
  });

  it('are those of the settings file, or of flags', () => {
    const folder = branched(
      (branch) => {
        page(branch);
        write('stores/new.ts', 'export default 1\n')(branch);
      },
      nothing,
      ['--move', 'stores'],
    );
    rmSync(join(folder, '.fw-migrate'), { recursive: true });
    git(folder, 'commit', '-q', '--amend', '-m', 'chore: migrate');
    git(folder, 'rebase', '-q', '--exec', 'git commit -q --amend -m chore', 'HEAD~2');
    const asked = folderWith({});
    cpSync(folder, asked, { recursive: true });
    expect(fwMigrate(asked, ['merge', 'feature', '--move', 'stores']).status).toBe(0);
    expect(existsSync(join(asked, 'app/stores/new.ts'))).toBe(true);
    write('fw-migrate.config.json', '{ "move": ["stores"] }\n')(folder);
    commit(folder, 'settings');
    mergeCleanly(folder);
    expect(existsSync(join(folder, 'app/stores/new.ts'))).toBe(true);
  });

  it('name code only for those who trust it', () => {
    const own = "export default (file) => file.source.replace(/$/, '// own\\n')\n";
    const tools = folderWith({ 'own.mjs': own });
    const folder = branched(page, nothing, ['--transform', join(tools, 'own.mjs')]);
    rmSync(join(folder, '.fw-migrate'), { recursive: true });
    expect(fwMigrate(folder, ['merge', 'feature'])).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'The commit of the migration: `transforms` refers to code of the repository, which needs your permission to run. If you trust the repository, add --trust-config. To ignore the file, add --no-config.\n',
    });
    const asked = ['merge', 'feature', '--dry-run', '--transform', join(tools, 'own.mjs')];
    expect(fwMigrate(folder, asked).status).toBe(0);
    expect(fwMigrate(folder, ['merge', 'feature', '--trust-config']).status).toBe(0);
    expect(textOf(folder, 'fw.config.ts').match(/own/g)).toHaveLength(1);
  });

  it('are in the message of the commit, if there are any', () => {
    const folder = branched(page, nothing, ['--layout', 'keep', '--message-edits', 'feat: go']);
    expect(git(folder, 'log', '-1', '--format=%B')).toBe(
      'feat: go\n\nfw-migrate-settings: {"layout":"keep"}\n\n',
    );
  });
});

describe('follow-ups that a branch brings', () => {
  it('are in the list afterwards, where they are now', () => {
    const folder = branched(
      write('composables/asks.ts', "// first\nexport default 'composables/prices.ts'\n"),
      replace('app/composables/prices.ts', '\n', '\n// main\n'),
    );
    const before = fwMigrate(folder, ['report', '--format', 'json']).stdout;
    expect(before).not.toContain('asks.ts');
    expect(mergeCleanly(folder)).toContain(
      'It brought 1 follow-up (`fw-migrate next`):\n  app/composables/asks.ts:2:',
    );
    const after = fwMigrate(folder, ['report', '--format', 'json']).stdout;
    expect(after).toContain('app/composables/asks.ts');
    expect(fwMigrate(folder, ['report']).stdout).toContain('app/composables/asks.ts:2');
  });
});

describe('a merge is refused, and nothing is written', () => {
  const edit = replace('views/index.vue', 'Add to cart', 'Buy');

  function refusal(folder: string, args: readonly string[], env = process.env): string {
    const before = stateOf(folder);
    const { status, stdout, stderr } = fwMigrate(folder, ['merge', ...args], '', env);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stateOf(folder)).toEqual(before);
    return stderr;
  }

  it('with uncommitted changes', () => {
    const folder = branched(edit);
    appendFileSync(join(folder, 'app/app.vue'), '\n');
    expect(refusal(folder, ['feature'])).toBe(
      'There are uncommitted changes, such as app/app.vue. Nothing was written. Commit or stash them and run again; --dry-run shows the outcome without writing.\n',
    );
    expect(fwMigrate(folder, ['merge', 'feature', '--dry-run']).status).toBe(0);
  });

  it('outside of a repository, before the first commit, and with an unknown branch', () => {
    const folder = folderWith({});
    expect(fwMigrate(folder, ['merge', 'feature'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'This folder is not in a git repository.\n',
    });
    git(folder, 'init', '-q');
    expect(refusal(folder, ['feature'])).toContain('has no commits yet');
    expect(refusal(branched(edit), ['featur'])).toBe(
      'There is no branch or commit `featur`. `git fetch` gets new branches, `fw-migrate merge --all` lists those that are not merged.\n',
    );
  });

  it('with unrelated histories, and in a shallow clone', () => {
    const folder = branched(edit);
    git(folder, 'switch', '-q', '--orphan', 'unrelated');
    write('a.txt', 'a\n')(folder);
    commit(folder, 'unrelated');
    git(folder, 'switch', '-q', 'main');
    expect(refusal(folder, ['unrelated'])).toContain('has no commit in common');
    const shallow = join(folderWith({}), 'clone');
    git(folder, 'clone', '-q', '--depth=1', '--no-single-branch', `file://${folder}`, shallow);
    git(shallow, 'config', 'user.name', 'Ann');
    git(shallow, 'config', 'user.email', 'ann@example.org');
    expect(refusal(shallow, ['origin/feature'])).toContain('`git fetch --unshallow`');
    git(shallow, 'fetch', '-q', '--unshallow');
    expect(mergeCleanly(shallow, 'origin/feature')).toContain('origin/feature was merged');
    expect(git(shallow, 'log', '-1', '--format=%s')).toBe(
      "Merge remote-tracking branch 'origin/feature'\n",
    );
  });

  it('says which common ancestor is used if there are several', () => {
    const folder = branched(edit);
    git(folder, 'branch', 'other', 'feature~1');
    git(folder, 'switch', '-q', 'other');
    write('other.txt', 'other\n')(folder);
    commit(folder, 'other');
    git(folder, 'branch', 'crossed');
    git(folder, 'merge', '-q', '--no-edit', 'feature');
    git(folder, 'switch', '-q', 'feature');
    git(folder, 'merge', '-q', '--no-edit', 'crossed');
    write('feature.txt', 'feature\n')(folder);
    commit(folder, 'more');
    git(folder, 'switch', '-q', 'other');
    expect(fwMigrate(folder, ['v4', '--quiet', '--commit']).status).toBe(0);
    const { status, stderr } = fwMigrate(folder, ['merge', 'feature']);
    expect(status, stderr).toBe(0);
    expect(stderr).toContain('so they have 2 common ancestors. Commit ');
    expect(existsSync(join(folder, 'feature.txt'))).toBe(true);
  });

  it('if neither side is migrated', () => {
    const folder = repository();
    git(folder, 'switch', '-qc', 'feature');
    edit(folder);
    commit(folder, 'feature');
    git(folder, 'switch', '-q', 'main');
    write('a.txt', 'a\n')(folder);
    commit(folder, 'main');
    expect(refusal(folder, ['feature'])).toBe(
      'Neither this branch nor feature is migrated. Migrate one of them first (`fw-migrate v4 --commit`), or use `git merge`.\n',
    );
  });

  it('if git is too old', () => {
    const folder = branched(edit);
    const bin = folderWith({
      git: '#!/bin/sh\ncase "$*" in *" version") echo git version 2.34.1;; *) exec /usr/bin/git "$@";; esac\n',
    });
    chmodSync(join(bin, 'git'), 0o755);
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
    expect(refusal(folder, ['feature'], env)).toBe(
      '`fw-migrate merge` needs git 2.38 or newer; this is git version 2.34.1.\n',
    );
  });

  it('if the branch cannot be migrated', () => {
    const folder = branched(replace('fw.config.ts', 'export default', 'export defaul'));
    expect(refusal(folder, ['feature'])).toContain('fw.config.ts');
  });
});

describe('a merge that is killed', () => {
  it.each([
    ['the working tree', 'reset', nothing],
    ['the files', 'read-tree -m', replace('app/views/index.vue', 'Add to cart', 'Order')],
    [
      'the conflicts',
      'update-index -z --index-info',
      replace('app/views/index.vue', 'Add to cart', 'Order'),
    ],
  ])('before %s are written leaves nothing, or a merge that git knows', (_, call, onMain) => {
    const folder = branched((branch) => {
      replace('views/index.vue', 'Add to cart', 'Buy')(branch);
      write('composables/fine.ts', 'export default 1\n')(branch);
    }, onMain);
    const head = git(folder, 'rev-parse', 'HEAD');
    const bin = folderWith({
      git: `#!/bin/sh\ncase "$*" in *--dry-run) exec /usr/bin/git "$@";; *"${call}"*) kill -9 $PPID;; *) exec /usr/bin/git "$@";; esac\n`,
    });
    chmodSync(join(bin, 'git'), 0o755);
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
    const { signal } = spawnSync(process.execPath, [cli, 'merge', 'feature'], { cwd: folder, env });
    expect(signal).toBe('SIGKILL');
    expect(git(folder, 'rev-parse', 'HEAD')).toBe(head);
    if (existsSync(join(folder, '.git/MERGE_HEAD'))) git(folder, 'merge', '--abort');
    else expect(onMain).toBe(nothing);
    expect(git(folder, 'status', '--porcelain')).toBe('');
    expect(fwMigrate(folder, ['merge', 'feature']).status).toBe(onMain === nothing ? 0 : 1);
  });
});

describe('the repository', () => {
  it('may have any name, and files with any name', () => {
    const folder = join(folderWith({}), 'a:b "c"');
    const names = [
      'with space.ts',
      'quote".ts',
      'back\\slash.ts',
      'ünï.ts',
      ' lead.ts',
      'line\nbreak.ts',
    ];
    cpSync(
      branched((branch) => {
        for (const name of names)
          write(`composables/x/${name}`, "export * from '~/stores/cart'\n")(branch);
      }),
      folder,
      { recursive: true },
    );
    rmSync(join(folder, '.fw-migrate'), { recursive: true });
    expect(fwMigrate(folder, ['merge', 'feature', '--dry-run']).status).toBe(0);
    mergeCleanly(folder);
    for (const name of names)
      expect(textOf(folder, `app/composables/x/${name}`)).toBe("export * from '~~/stores/cart'\n");
  });

  it('may have a branch whose name is also something else', () => {
    const folder = branched(replace('views/index.vue', 'Add to cart', 'Buy'));
    git(folder, 'update-ref', 'refs/heads/HEAD', 'feature');
    mergeCleanly(folder, 'refs/heads/HEAD');
    expect(textOf(folder, 'app/views/index.vue')).toContain('Buy');
  });

  it('may have projects that are left for later', () => {
    const app = (name: string) => ({
      [`apps/${name}/fw.config.ts`]: 'export default defineFwConfig({})\n',
      [`apps/${name}/app.vue`]: `<template>${name}</template>\n`,
      [`apps/${name}/pages/index.vue`]: '<template>first</template>\n',
    });
    const folder = folderWith({
      ...app('web'),
      ...app('admin'),
      'package.json': '{ "dependencies": { "fw": "^3.12.0" } }\n',
      'fw-migrate.config.json': '{ "projects": { "apps/admin": { "leave": true } } }\n',
    });
    git(folder, 'init', '-q', '-b', 'main');
    git(folder, 'config', 'user.name', 'Ann');
    git(folder, 'config', 'user.email', 'ann@example.org');
    commit(folder, 'first');
    git(folder, 'switch', '-qc', 'feature');
    for (const name of ['web', 'admin', 'fresh'])
      write(`apps/${name}/pages/new.vue`, 'new\n')(folder);
    write('apps/fresh/fw.config.ts', 'export default defineFwConfig({})\n')(folder);
    commit(folder, 'feature');
    git(folder, 'switch', '-q', 'main');
    expect(fwMigrate(folder, ['v4', '--commit', '--quiet']).status).toBe(0);
    mergeCleanly(folder);
    const shown = git(folder, 'ls-files', '*new.vue');
    expect(shown).toBe(
      'apps/admin/pages/new.vue\napps/fresh/app/pages/new.vue\napps/web/app/pages/new.vue\n',
    );
  });

  it('may be in the middle of a migration app by app, with a layer that both use', () => {
    const extending = "export default defineFwConfig({ extends: ['../../layer'] })\n";
    const app = (name: string) => ({
      [`apps/${name}/fw.config.ts`]: extending,
      [`apps/${name}/package.json`]: '{ "dependencies": { "fw": "^3.12.0" } }\n',
      [`apps/${name}/pages/index.vue`]: '<template>first</template>\n',
    });
    const folder = folderWith({
      ...{ ...app('web'), ...app('admin') },
      'layer/fw.config.ts': 'export default defineFwConfig({})\n',
      'layer/composables/base.ts': 'export const base = 1\n',
    });
    git(folder, 'init', '-q', '-b', 'main');
    git(folder, 'config', 'user.name', 'Ann');
    git(folder, 'config', 'user.email', 'ann@example.org');
    commit(folder, 'first');
    fwMigrate(folder, ['v4', 'apps/web', '--commit', '--quiet']);
    git(folder, 'switch', '-qc', 'feature');
    write('layer/utils/more.ts', "import { base } from '../composables/base'\n")(folder);
    write('apps/fresh/fw.config.ts', extending)(folder);
    write('apps/fresh/pages/index.vue', '<template>fresh</template>\n')(folder);
    commit(folder, 'feature');
    git(folder, 'switch', '-q', 'main');
    // The new app stays as long as another one does.
    expect(fwMigrate(folder, ['merge', 'feature', '--dry-run']).stdout).toContain('3 files');
    fwMigrate(folder, ['v4', 'apps/admin', '--commit', '--quiet']);
    mergeCleanly(folder);
    expect(git(folder, 'ls-files', 'layer', 'apps/fresh')).toBe(
      'apps/fresh/app/pages/index.vue\napps/fresh/fw.config.ts\nlayer/app/composables/base.ts\nlayer/app/utils/more.ts\nlayer/fw.config.ts\n',
    );
  });

  it('may be a linked working tree', () => {
    const folder = branched(replace('views/index.vue', 'Add to cart', 'Buy'));
    const linked = join(realpathSync(folderWith({})), 'linked');
    git(folder, 'worktree', 'add', '-q', '-b', 'other', linked, 'main');
    mergeCleanly(linked);
    expect(textOf(linked, 'app/views/index.vue')).toContain('Buy');
    expect(textOf(folder, 'app/views/index.vue')).not.toContain('Buy');
  });

  it('runs none of its programs: hooks, filters, merge drivers', () => {
    const folder = branched(
      (branch) => {
        replace('views/index.vue', 'Add to cart', 'Buy')(branch);
        write('.gitattributes', '*.vue merge=evil\n')(branch);
      },
      (main) => {
        replace('app/views/index.vue', 'lang="scss" scoped', 'lang="scss"')(main);
        write('.gitattributes', '*.vue merge=evil\n')(main);
      },
    );
    const mark = join(folderWith({}), 'mark');
    for (const key of [
      'merge.evil.driver',
      'merge.default',
      'core.fsmonitor',
      'diff.external',
      'gpg.program',
      'core.pager',
      'core.editor',
    ])
      git(folder, 'config', key, key === 'merge.default' ? 'evil' : `touch ${mark} #`);
    for (const key of ['log.showSignature', 'commit.gpgSign', 'merge.verifySignatures'])
      git(folder, 'config', key, 'true');
    for (const hook of [
      'post-merge',
      'pre-merge-commit',
      'commit-msg',
      'post-checkout',
      'reference-transaction',
    ]) {
      write(`.git/hooks/${hook}`, `#!/bin/sh\ntouch ${mark}\n`)(folder);
      chmodSync(join(folder, '.git/hooks', hook), 0o755);
    }
    expect(fwMigrate(folder, ['merge', '--all']).stdout).toBe('feature  clean\n');
    expect(fwMigrate(folder, ['merge', 'feature']).status).toBe(0);
    expect(existsSync(mark)).toBe(false);
    for (const key of ['core.fsmonitor', 'commit.gpgSign']) git(folder, 'config', '--unset', key);
    const page = textOf(folder, 'app/views/index.vue');
    expect([page.includes('Buy'), !page.includes('scoped')]).toEqual([true, true]);
    // What a filter would change is not written without it.
    rmSync(join(folder, '.git/hooks'), { recursive: true });
    git(folder, 'switch', '-q', 'feature');
    replace('views/index.vue', 'Buy', 'Buy now')(folder);
    commit(folder, 'more');
    git(folder, 'switch', '-q', 'main');
    write('.git/info/attributes', '*.vue filter=evil\n')(folder);
    git(folder, 'config', 'filter.evil.smudge', `touch ${mark}`);
    expect(fwMigrate(folder, ['merge', 'feature']).stderr).toContain(
      'The git settings of the repository define a filter for these files, which fw-migrate does not run:\n  app/views/index.vue\n',
    );
    expect(existsSync(mark)).toBe(false);
  });

  it('keeps untracked files that are in the way', () => {
    const folder = branched(write('composables/secret.ts', 'export default 1\n'));
    write('.git/info/exclude', 'app/composables/secret.ts\n')(folder);
    write('app/composables/secret.ts', 'mine\n')(folder);
    const { status } = fwMigrate(folder, ['merge', 'feature']);
    expect([status, textOf(folder, 'app/composables/secret.ts')]).toEqual([2, 'mine\n']);
    expect(git(folder, 'log', '-1', '--format=%s')).toBe('Migrate to Variant A\n');
  });
});
