import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readSnapshot } from '../../src/tree/disk.ts';
import { GitProblem, trackedBelow, uncommittedFiles } from '../../src/tree/git.ts';
import { folderWith, fwMigrate } from '../cli/support/run.ts';

const home = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };

function git(folder: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...home },
  });
  expect([args, status, stderr]).toEqual([args, 0, expect.anything()]);
  return stdout;
}

/** A repository that is made once, and then copied. */
const template = join(mkdtempSync(join(tmpdir(), 'fw-migrate-git-')), 'run');
afterAll(() => rmSync(dirname(template), { recursive: true, force: true }));

/** A repository whose one file looks touched, so that git runs the filter that attributes give it. */
function touchedRepository(attribute: Buffer | string): string {
  const folder = folderWith({});
  const run = join(folder, 'run');
  if (!existsSync(template)) {
    mkdirSync(template);
    writeFileSync(join(template, 'a.txt'), 'a\n');
    git(template, 'init', '--quiet');
    git(template, 'add', '--all');
    git(template, 'commit', '--quiet', '--message=a');
  }
  cpSync(template, run, { recursive: true });
  writeFileSync(
    join(run, '.git/info/attributes'),
    Buffer.concat([Buffer.from('*.txt filter='), Buffer.from(attribute), Buffer.from('\n')]),
  );
  utimesSync(join(run, 'a.txt'), 1, 1);
  return folder;
}

/** The setting of a filter that leaves a file behind if it is run. */
function filterSetting(folder: string, name: Buffer | string, key = 'clean'): Buffer {
  return Buffer.concat([
    Buffer.from('[filter "'),
    Buffer.from(name),
    Buffer.from(`"]\n\t${key} = "touch ${join(folder, 'ran')}; cat"\n`),
  ]);
}

function outcome(folder: string): readonly string[] | string {
  try {
    return uncommittedFiles(join(folder, 'run'));
  } catch (error) {
    return error instanceof GitProblem ? error.message : `not expected: ${error}`;
  }
}

const ran = (folder: string): boolean => existsSync(join(folder, 'ran'));

describe('filters that a repository brings along do not run', () => {
  const names: readonly (readonly [string, Buffer | string, string])[] = [
    ['a plain name', 'x', 'x'],
    ['no name', '', ''],
    ['dots, equals signs, quotes and brackets', 'a.=b\'\\"]#;$(c)', 'a.=b\'"]#;$(c)'],
    ['capitals', 'Ab', 'Ab'],
    ['another script', 'фильтр', 'фильтр'],
  ];

  it.each(names)('by %s', (_, name, attribute) => {
    const folder = touchedRepository(attribute);
    appendFileSync(join(folder, 'run/.git/config'), filterSetting(folder, name));
    expect(outcome(folder)).toEqual([]);
    expect(ran(folder)).toBe(false);
    // The same without our care, or the test would say nothing.
    git(join(folder, 'run'), 'status');
    expect(ran(folder)).toBe(true);
  });

  it('as a process', () => {
    const folder = touchedRepository('x');
    appendFileSync(join(folder, 'run/.git/config'), filterSetting(folder, 'x', 'process'));
    expect(outcome(folder)).toEqual([]);
    expect(ran(folder)).toBe(false);
  });

  it('from a file that its settings include', () => {
    const folder = touchedRepository('x');
    writeFileSync(join(folder, 'more'), filterSetting(folder, 'x'));
    appendFileSync(
      join(folder, 'run/.git/config'),
      `[include]\n\tpath = ${join(folder, 'more')}\n`,
    );
    expect(outcome(folder)).toEqual([]);
    expect(ran(folder)).toBe(false);
  });

  it('whatever file `git config` is told to read', () => {
    const folder = touchedRepository('x');
    appendFileSync(join(folder, 'run/.git/config'), filterSetting(folder, 'x'));
    writeFileSync(join(folder, 'other'), '');
    vi.stubEnv('GIT_CONFIG', join(folder, 'other'));
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(outcome(folder)).toEqual([]);
    expect(ran(folder)).toBe(false);
  });

  it('from the settings of one working tree', () => {
    const folder = touchedRepository('x');
    git(join(folder, 'run'), 'config', 'extensions.worktreeConfig', 'true');
    writeFileSync(join(folder, 'run/.git/config.worktree'), filterSetting(folder, 'x'));
    expect(outcome(folder)).toEqual([]);
    expect(ran(folder)).toBe(false);
  });

  it('by a name that is not UTF-8: git is not asked', () => {
    const name = Buffer.from([0x66, 0xff, 0x6f]);
    const folder = touchedRepository(name);
    appendFileSync(join(folder, 'run/.git/config'), filterSetting(folder, name));
    expect(outcome(folder)).toMatch(
      /not valid UTF-8\)\. Nothing was written\. Run with --allow-dirty/,
    );
    expect(ran(folder)).toBe(false);
  });

  it('among settings that are too many to list: git is not asked', () => {
    const folder = touchedRepository('x');
    const config = join(folder, 'run/.git/config');
    appendFileSync(config, filterSetting(folder, 'x'));
    // Each has the long name of its section.
    appendFileSync(config, `[a "${'x'.repeat(1_000_000)}"]\n${'\tb\n'.repeat(101)}`);
    expect(outcome(folder)).toMatch(/git printed more than 100 MB\).*--allow-dirty/);
    expect(ran(folder)).toBe(false);
  });

  it('among filters that are too many to switch off: git is not asked', () => {
    const folder = touchedRepository('x');
    const many = Array.from({ length: 4000 }, (_, count) =>
      filterSetting(folder, `${'x'.repeat(500)}${count}`),
    );
    appendFileSync(
      join(folder, 'run/.git/config'),
      Buffer.concat([filterSetting(folder, 'x'), ...many]),
    );
    expect(outcome(folder)).toMatch(/too many filters to disable\).*--allow-dirty/);
    expect(ran(folder)).toBe(false);
  });

  it('among settings that cannot be read: git is not asked', () => {
    const folder = touchedRepository('x');
    appendFileSync(join(folder, 'run/.git/config'), filterSetting(folder, 'x'));
    appendFileSync(join(folder, 'run/.git/config'), '[broken\n');
    expect(outcome(folder)).toMatch(/bad config line.*--allow-dirty/);
    expect(ran(folder)).toBe(false);
  });
});

describe('other programs that a repository names do not run', () => {
  it.each([
    'core.fsmonitor',
    'core.pager',
    'pager.status',
    'pager.ls-files',
    'core.sshCommand',
    'alias.status',
  ])('by %s', (setting) => {
    const folder = touchedRepository('x');
    const run = join(folder, 'run');
    git(run, 'config', setting, `!touch ${join(folder, 'ran')}`);
    expect(outcome(folder)).toEqual([]);
    expect(trackedBelow(run, 'a.txt')).toEqual(['a.txt']);
    expect(ran(folder)).toBe(false);
  });

  it('as a hook', () => {
    const folder = touchedRepository('x');
    const run = join(folder, 'run');
    mkdirSync(join(run, '.git/hooks'), { recursive: true });
    writeFileSync(
      join(run, '.git/hooks/post-index-change'),
      `#!/bin/sh\ntouch ${join(folder, 'ran')}\n`,
      {
        mode: 0o755,
      },
    );
    expect(outcome(folder)).toEqual([]);
    expect(ran(folder)).toBe(false);
  });
});

describe('a pipe, at which git waits', () => {
  const patience = 300;
  const late = /git did not finish in time/;

  it.each(['.gitignore', '.gitattributes', '.git/info/exclude', '.git/config', '.git/index'])(
    'stops nobody for long as %s',
    (path) => {
      const folder = touchedRepository('x');
      const run = join(folder, 'run');
      writeFileSync(join(run, 'new.txt'), '');
      rmSync(join(run, path), { force: true });
      execFileSync('mkfifo', [join(run, path)]);
      expect(() => uncommittedFiles(run, patience)).toThrow(late);
      // Without the settings or the index git cannot tell what it tracks either.
      if (/config|index/.test(path))
        expect(() => trackedBelow(run, 'a.txt', patience)).toThrow(late);
      else expect(trackedBelow(run, 'a.txt')).toEqual(['a.txt']);
    },
  );
});

describe('what git tracks below a path', () => {
  it('is told without running a filter', () => {
    const folder = touchedRepository('x');
    appendFileSync(join(folder, 'run/.git/config'), filterSetting(folder, 'x'));
    expect(trackedBelow(join(folder, 'run'), 'a.txt')).toEqual(['a.txt']);
    expect(ran(folder)).toBe(false);
  });

  it('is found in any letter case, and by no pattern', () => {
    const folder = folderWith({
      'in/.FW-migrate/x': '',
      'in/*/y': '',
      'in/a/z': '',
      'in/:(top)a': '',
    });
    git(folder, 'init', '--quiet');
    git(folder, 'add', '--all');
    const inside = join(folder, 'in');
    expect(trackedBelow(inside, '.fw-migrate')).toEqual(['.FW-migrate/x']);
    expect(trackedBelow(inside, '*')).toEqual(['*/y']);
    expect(trackedBelow(inside, ':(top)a')).toEqual([':(top)a']);
    expect(trackedBelow(inside, 'gone')).toEqual([]);
  });

  it('is not known outside of a repository, or where git cannot tell', () => {
    expect(trackedBelow(folderWith({}), 'a')).toBeUndefined();
    const broken = folderWith({ '.git/HEAD': 'no repository' });
    expect(() => trackedBelow(broken, 'a')).toThrow(GitProblem);
  });
});

describe('a file of rules that a repository names in its settings', () => {
  function seenWith(excludes: (folder: string) => string): string[] {
    const folder = folderWith({
      secret: 'pages\n',
      'run/pages/a.vue': '',
      'run/rules/own': 'pages\n',
    });
    const run = join(folder, 'run');
    symlinkSync(join(folder, 'secret'), join(run, 'rules/link'));
    git(run, 'init', '--quiet');
    git(run, 'config', 'core.excludesFile', excludes(folder));
    return readSnapshot(run).files.map(({ path }) => path);
  }

  it('counts inside of the repository', () => {
    expect(seenWith(() => 'rules/own')).not.toContain('pages/a.vue');
  });

  it('is not read elsewhere, where it might be a file of the person', () => {
    expect(seenWith((folder) => join(folder, 'secret'))).toContain('pages/a.vue');
    expect(seenWith(() => 'rules/link')).toContain('pages/a.vue');
    expect(seenWith(() => '../secret')).toContain('pages/a.vue');
  });
});

describe('a program called git that a repository brings along', () => {
  it.each([
    ['where package managers put programs', 'node_modules/.bin'],
    ['anywhere else', 'tools'],
  ])('is not run %s', (_, place) => {
    const folder = folderWith({
      'fw.config.ts': 'export default {}\n',
      'pages/index.vue': '<p />\n',
      [`${place}/git`]: '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n',
    });
    git(folder, 'init', '--quiet');
    git(folder, 'add', '--all', '--force');
    git(folder, 'commit', '--quiet', '--message=a');
    chmodSync(join(folder, place, 'git'), 0o755);
    git(folder, 'config', 'core.fileMode', 'false');
    const env = { ...process.env, ...home, PATH: `${join(folder, place)}:${process.env.PATH}` };
    for (const args of [['v4'], ['undo']])
      expect(fwMigrate(folder, args, '', env)).toMatchObject({ status: 0 });
    expect(existsSync(join(folder, place, 'ran'))).toBe(false);
  });
});

describe('a repository that leads git elsewhere', () => {
  const project = { 'fw.config.ts': 'export default {}\n', 'pages/index.vue': '<p />\n' };

  function commitAll(folder: string): void {
    git(folder, 'init', '--quiet', '--initial-branch=main');
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '--message=a');
  }

  /** A repository beside a private one. */
  function neighbours(): { readonly run: string; readonly secret: string } {
    const folder = folderWith({ 'secret/private-name.txt': 'private\n' });
    const [run, secret] = [join(folder, 'run'), join(folder, 'secret')];
    for (const [path, text] of Object.entries(project)) {
      mkdirSync(dirname(join(run, path)), { recursive: true });
      writeFileSync(join(run, path), text);
    }
    commitAll(run);
    commitAll(secret);
    return { run, secret };
  }

  function refusal(run: string, ...args: readonly string[]): string {
    const env = {
      ...process.env,
      ...home,
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@example.org',
    };
    const { status, stdout, stderr } = fwMigrate(run, ['v4', ...args], '', {
      ...env,
      ...{ GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.org' },
    });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).not.toContain('private-name');
    expect(existsSync(join(run, 'pages/index.vue'))).toBe(true);
    return stderr;
  }

  const redirections: { readonly [how: string]: (run: string, secret: string) => void } = {
    'core.worktree': (run, secret) => void git(run, 'config', 'core.worktree', secret),
    '`.git` as a file': (run, secret) => {
      rmSync(join(run, '.git'), { recursive: true });
      writeFileSync(join(run, '.git'), `gitdir: ${secret}/.git\n`);
    },
    '`.git` as a link': (run, secret) => {
      rmSync(join(run, '.git'), { recursive: true });
      symlinkSync(`${secret}/.git`, join(run, '.git'));
    },
    '`commondir`': (run, secret) => writeFileSync(join(run, '.git/commondir'), `${secret}/.git\n`),
    '`index` as a link': (run, secret) => {
      rmSync(join(run, '.git/index'));
      symlinkSync(`${secret}/.git/index`, join(run, '.git/index'));
    },
  };

  it.each(Object.entries(redirections))('is refused with what does it: %s', (how, redirect) => {
    for (const args of [[], ['--commit']]) {
      const { run, secret } = neighbours();
      redirect(run, secret);
      const head = readFileSync(join(secret, '.git/refs/heads/main'), 'utf8');
      expect(refusal(run, ...args)).toContain(how.split(' ')[0]);
      expect(readFileSync(join(secret, '.git/refs/heads/main'), 'utf8')).toBe(head);
    }
  });

  it.each(['logs/HEAD', 'refs/heads', 'objects/pack'])('writes through no link at %s', (path) => {
    const { run } = neighbours();
    const target = join(run, '../target');
    renameSync(join(run, '.git', path), target);
    symlinkSync(target, join(run, '.git', path));
    expect(refusal(run, '--commit')).toContain(`${path} is a symbolic link`);
  });

  it('by a file that its settings include is ignored, as git does', () => {
    const { run, secret } = neighbours();
    writeFileSync(join(run, '../more'), `[core]\n\tworktree = ${secret}\n`);
    git(run, 'config', `includeIf.gitdir:${run}/.path`, join(run, '../more'));
    git(run, 'config', 'include.path', join(run, '../more'));
    expect(git(run, 'config', 'core.worktree')).toBe(`${secret}\n`);
    expect([uncommittedFiles(run), trackedBelow(run, 'pages')]).toEqual([[], ['pages/index.vue']]);
  });

  it('further working trees and submodules are none', () => {
    const { run, secret } = neighbours();
    git(run, 'worktree', 'add', '--quiet', '../tree');
    git(secret, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', run, 'module');
    for (const folder of [join(run, '../tree'), join(secret, 'module')]) {
      expect(uncommittedFiles(folder)).toEqual([]);
      expect(trackedBelow(folder, 'pages')).toEqual(['pages/index.vue']);
    }
  });
});
