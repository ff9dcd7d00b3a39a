import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ApplyProblem } from '../../src/apply/apply-problem.ts';
import { cleanRuns } from '../../src/apply/clear.ts';
import { recover } from '../../src/apply/revert.ts';
import { runPlan } from '../../src/apply/transaction.ts';
import { undoLastRun } from '../../src/apply/undo.ts';
import type { PlannedFile } from '../../src/plan/plan.ts';
import { rawContentsOf, treeOf } from '../apply/support/tree.ts';
import { cli, folderWith, fwMigrate } from '../cli/support/run.ts';
import { sampleOf } from '../support/sample.ts';

// State in `.fw-migrate` that the user's own run did not leave there decides nothing, and nothing is touched.

const project = {
  'fw.config.ts': "export default { generate: { routes: ['/a'] } }\n",
  'pages/index.vue': '<p />\n',
  'public/robots.txt': 'Disallow\n',
  '.env': 'SECRET=1\n',
  '.env.production': 'SECRET=2\n',
  'nested/.git/HEAD': 'ref: refs/heads/main\n',
  'nested/work.txt': 'work\n',
  '.gitignore': '.env*\nnested/\n',
};

const staging = `.fw-migrate/staging-${'0'.repeat(16)}-${'A'.repeat(16)}`;
const digest = 'x'.repeat(44);

/** Documents of runs as an attacker would write them, in the form of this version and of earlier ones. */
const documents: { readonly [name: string]: unknown } = {
  'a step list that deletes and publishes': {
    version: 2,
    run: 'migration',
    staging,
    steps: [
      { kind: 'rename', from: `${staging}/0.old`, to: '.env' },
      { kind: 'rename', from: 'public/robots.txt', to: '.env.production' },
      { kind: 'rename', from: `${staging}/1.old`, to: 'nested' },
      { kind: 'remove folder if empty', path: 'pages', mode: 0o4777 },
    ],
  },
  'a record that makes a setuid file': {
    version: 2,
    files: [
      {
        from: 'pages/run',
        to: 'public/robots.txt',
        kind: 'file',
        before: { text: '#!', mode: 0o4755 },
        left: digest,
      },
    ],
    folders: { made: [], removed: { pages: 0o7777 } },
  },
  'a document of this version without a seal': {
    version: 3,
    seal: randomBytes(32).toString('base64url'),
    content: JSON.stringify({
      run: 'migration',
      staging,
      files: [{ from: 'public/robots.txt', to: '.env', kind: 'file', before: digest }],
      folders: [{ path: 'nested', isNew: true }],
    }),
  },
  'a journal of this version without a seal': {
    version: 3,
    seal: randomBytes(32).toString('base64url'),
    content: JSON.stringify({ staging, last: staging }),
  },
  'a seal of other letters': { version: 3, seal: 'é'.repeat(43), content: '{}' },
  'a list': [],
  'a text': 'journal',
  null: null,
};

/** What may stand where a file of ours is expected. */
const objects: { readonly [name: string]: (path: string) => void } = {
  ...Object.fromEntries(
    Object.entries(documents).map(([name, value]) => [
      name,
      (path: string) => writeFileSync(path, JSON.stringify(value)),
    ]),
  ),
  'an empty file': (path) => writeFileSync(path, ''),
  'a file that is not text': (path) => writeFileSync(path, Buffer.from([0xff, 0xfe, 0])),
  'a deep text': (path) => writeFileSync(path, `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  'a huge file': (path) => {
    spawnSync('truncate', ['-s', '20G', path]);
  },
  'a folder': (path) => {
    mkdirSync(path);
    writeFileSync(join(path, 'mine'), 'mine');
  },
  'a pipe': (path) => {
    spawnSync('mkfifo', [path]);
  },
  'a link to a secret': (path) => symlinkSync('../.env', path),
  'a link to a device': (path) => symlinkSync('/dev/zero', path),
  'a link to itself': (path) => symlinkSync(path, path),
  'a file of somebody else': (path) => {
    writeFileSync(path, JSON.stringify(documents['a list']));
    if (process.getuid?.() === 0) spawnSync('chown', ['1234:1234', path]);
  },
};

const places = [
  'journal.json',
  'last-run.json',
  'report.json',
  'lock',
  'lock-1',
  'staging-x',
  staging.slice(12),
];

const commands: { readonly [name: string]: readonly string[] } = {
  v4: ['v4', '--allow-dirty'],
  'v4 --dry-run': ['v4', '--dry-run'],
  'v4 --check': ['v4', '--check'],
  'v4 --recover': ['v4', '--allow-dirty', '--recover'],
  undo: ['undo'],
  'undo --force': ['undo', '--force'],
  'undo --recover --force': ['undo', '--recover', '--force'],
  clean: ['clean', '--keep-runs', '0'],
  effective: ['effective'],
  transform: ['transform', 'all'],
};

/** Everything with mode, owner and time; a huge file is not read. Our folder itself may get a lock for a moment. */
function everything(folder: string): { readonly [path: string]: string } {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !['.fw-migrate', '.fw-migrate/.gitignore'].includes(path),
  );
  return Object.fromEntries(
    paths.map((path) => {
      const stats = lstatSync(join(folder, path));
      return [path, `${stats.mode} ${stats.uid} ${stats.size} ${stats.mtimeMs}`];
    }),
  );
}

function hostile(place: string, put: (path: string) => void): string {
  const folder = folderWith(project);
  mkdirSync(join(folder, '.fw-migrate'), { recursive: true });
  put(join(folder, '.fw-migrate', place));
  return folder;
}

const plan: readonly PlannedFile[] = [
  { from: 'pages/index.vue', to: 'app/pages/index.vue', kind: 'file', by: [] },
];

/** What commands do with our state, each as they do it. */
const acts: { readonly [name: string]: (folder: string, acceptForeign: boolean) => unknown } = {
  recover: (folder, acceptForeign) => recover(folder, { acceptForeign }),
  'recover by force': (folder, acceptForeign) => recover(folder, { acceptForeign, force: true }),
  run: (folder, acceptForeign) => runPlan(plan, folder, { acceptForeign }),
  undo: (folder, acceptForeign) => undoLastRun(folder, { acceptForeign }),
  'undo by force': (folder, acceptForeign) => undoLastRun(folder, { acceptForeign, force: true }),
  clean: (folder, acceptForeign) => cleanRuns(folder, 0, () => false, { acceptForeign }),
};

const userFiles = [
  '.env',
  '.env.production',
  'nested/.git/HEAD',
  'nested/work.txt',
  'public/robots.txt',
];

describe.each(Object.entries(objects))('%s in the place of our state', (object, put) => {
  /** Each object is tried in each place, but with one of the acts. */
  const placesFor = (act: string): readonly string[] =>
    sampleOf(
      places,
      Object.keys(acts).length,
      Object.keys(objects).indexOf(object) + Object.keys(acts).indexOf(act),
    );

  it.each(Object.entries(acts))('is not trusted, and nothing is touched: %s', (name, act) => {
    for (const place of placesFor(name)) {
      const folder = hostile(place, put);
      const before = everything(folder);
      // What reverts files goes on without the report.
      if (place === 'report.json' && /^(?:undo|recover)/.test(name))
        expect(act(folder, false), place).toBeUndefined();
      else expect(() => act(folder, false), place).toThrow(ApplyProblem);
      expect(everything(folder), place).toEqual(before);
    }
  });

  it.each(Object.entries(acts))(
    'touches no file of the user even if they vouch for it: %s',
    (name, act) => {
      for (const place of placesFor(name)) {
        const folder = hostile(place, put);
        const before = everything(folder);
        try {
          act(folder, true);
        } catch (error) {
          expect(error, place).toBeInstanceOf(ApplyProblem);
        }
        const after = everything(folder);
        for (const path of userFiles)
          expect([path, after[path]], place).toEqual([path, before[path]]);
      }
    },
  );
});

describe('state that is not ours', () => {
  it.each(Object.entries(commands))('is named by %s', (_, args) => {
    const folder = hostile(
      'journal.json',
      objects['a step list that deletes and publishes'] ?? (() => {}),
    );
    const before = everything(folder);
    const { status, stdout, stderr } = fwMigrate(folder, args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^\.fw-migrate\/journal\.json: /);
    expect(stderr).not.toContain('restore the files first');
    expect(everything(folder)).toEqual(before);
  });

  it('of another user in a parent folder does not matter', () => {
    const folder = folderWith({
      'one/a': 'A',
      '.fw-migrate/lock': '{}',
      '.fw-migrate/journal.json': '{}',
    });
    const act = () => runPlan([{ from: 'a', to: 'b', kind: 'file', by: [] }], join(folder, 'one'));
    expect(act).toThrow(/\.fw-migrate\/lock: This is not from one of your runs/);
    if (process.getuid?.() !== 0) return;
    spawnSync('chown', ['-R', '1234:1234', join(folder, '.fw-migrate')]);
    expect(act()).toMatchObject({ moved: 1 });
  });
});

function git(folder: string, ...args: string[]): void {
  const own = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];
  expect(spawnSync('git', [...own, ...args], { cwd: folder }).status).toBe(0);
}

describe('state that git tracks', () => {
  it.each(Object.entries(commands))('is never trusted: %s', (name, args) => {
    const source = folderWith({ ...project, '.fw-migrate/notes.txt': 'hello' });
    rmSync(join(source, 'nested'), { recursive: true });
    writeFileSync(
      join(source, '.fw-migrate/journal.json'),
      JSON.stringify(documents['a step list that deletes and publishes']),
    );
    git(source, 'init', '-q');
    git(source, 'add', '-Af', '.');
    git(source, 'rm', '-q', '--cached', '.env', '.env.production');
    git(source, 'commit', '-qm', 'a');
    const before = treeOf(source);
    const { status, stderr } = fwMigrate(source, args);
    expect([status, stderr], name).toEqual([2, expect.stringContaining('.fw-migrate')]);
    expect(stderr, name).not.toMatch(/restore the files first with `fw-migrate undo`/);
    expect(treeOf(source)).toEqual(before);
  });

  it('is not even trusted if the user has made it, and then committed it', () => {
    const folder = folderWith({
      'fw.config.ts': 'export default {}\n',
      'pages/index.vue': '<p />\n',
    });
    git(folder, 'init', '-q');
    expect(fwMigrate(folder, ['v4', '--allow-dirty'])).toMatchObject({ status: 0 });
    git(folder, 'add', '-Af', '.');
    const before = treeOf(folder);
    const { status, stderr } = fwMigrate(folder, ['undo', '--recover']);
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/This is part of the repository.*git rm -r --cached \.fw-migrate/),
    ]);
    expect(treeOf(folder)).toEqual(before);
  });
});

describe('a run of the same user elsewhere', () => {
  /** A migrated project that came here from elsewhere, with its state. */
  function moved(): string {
    const folder = folderWith({
      'here/fw.config.ts': 'export default {}\n',
      'here/pages/index.vue': '<p />\n',
    });
    expect(fwMigrate(join(folder, 'here'), ['v4'])).toMatchObject({ status: 0 });
    renameSync(join(folder, 'here'), join(folder, 'there'));
    return join(folder, 'there');
  }

  it('is not trusted until the user confirms it', () => {
    const folder = moved();
    const before = treeOf(folder);
    for (const args of [['undo'], ['undo', '--force'], ['v4']]) {
      const { status, stderr } = fwMigrate(folder, args);
      expect([status, stderr]).toEqual([
        2,
        expect.stringMatching(/not trusted.*`fw-migrate undo --recover`/s),
      ]);
      expect(treeOf(folder)).toEqual(before);
    }
    expect(fwMigrate(folder, ['undo', '--recover'])).toMatchObject({ status: 0, stderr: '' });
    expect(rawContentsOf(folder)).toEqual({
      'fw.config.ts': 'export default {}\n',
      'pages/index.vue': '<p />\n',
    });
  });

  it('that crashed there is reverted when the user confirms it', () => {
    const folder = folderWith({
      'fw.config.ts': 'export default {}\n',
      'pages/index.vue': '<p />\n',
    });
    const preload = join(dirname(cli), '../test/cli/support/fault.mjs');
    const environment = {
      ...process.env,
      FAULT: 'kill:renameSync:2',
      XDG_STATE_HOME: folderWith({}),
    };
    spawnSync(process.execPath, ['--import', preload, cli, 'v4'], {
      cwd: folder,
      env: environment,
    });
    const before = treeOf(folder);
    expect(before['.fw-migrate/journal.json']).toBeDefined();
    for (const args of [['undo'], ['v4'], ['v4', '--dry-run']]) {
      expect(fwMigrate(folder, args)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('--recover'),
      });
      expect(treeOf(folder)).toEqual(before);
    }
    expect(fwMigrate(folder, ['undo', '--recover'])).toMatchObject({ status: 0 });
    expect(rawContentsOf(folder)).toEqual({
      'fw.config.ts': 'export default {}\n',
      'pages/index.vue': '<p />\n',
    });
  });
});

describe('the secret of a user', () => {
  const files = { 'fw.config.ts': 'export default {}\n', 'pages/index.vue': '<p />\n' };

  function run(folder: string, home: string, ...args: string[]) {
    return fwMigrate(folder, args, '', { ...process.env, XDG_STATE_HOME: home });
  }

  function replace(path: string, put: (path: string) => unknown): void {
    rmSync(path);
    put(path);
  }

  it('is private, and made once', () => {
    const home = folderWith({});
    expect(run(folderWith(files), home, 'v4')).toMatchObject({ status: 0 });
    const secret = join(home, 'fw-migrate/secret');
    expect((lstatSync(secret).mode & 0o777).toString(8)).toBe('600');
    expect(readdirSync(dirname(secret))).toEqual(['secret']);
    const { mtimeMs } = lstatSync(secret);
    expect(run(folderWith(files), home, 'v4')).toMatchObject({ status: 0 });
    expect(lstatSync(secret).mtimeMs).toBe(mtimeMs);
  });

  it.each([
    ['others may read', (path: string) => chmodSync(path, 0o644)],
    ['is a link', (path: string) => replace(path, (one) => symlinkSync('/dev/zero', one))],
    ['is a pipe', (path: string) => replace(path, (one) => spawnSync('mkfifo', [one]))],
    ['is too short', (path: string) => writeFileSync(path, 'x')],
  ])('that %s is refused', (_, spoil) => {
    const home = folderWith({});
    expect(run(folderWith(files), home, 'v4')).toMatchObject({ status: 0 });
    spoil(join(home, 'fw-migrate/secret'));
    const folder = folderWith(files);
    const { status, stderr } = run(folder, home, 'v4');
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/secret: This must be a file of 32 bytes/),
    ]);
    expect(rawContentsOf(folder)).toEqual(files);
  });

  it('is not looked for where folders have no end', () => {
    const folder = folderWith(files);
    expect(run(folder, '/proc/fw-migrate', 'v4')).toMatchObject({ status: 0 });
    expect(run(folder, '/proc/fw-migrate', 'undo', '--recover')).toMatchObject({ status: 0 });
    expect(rawContentsOf(folder)).toEqual(files);
  });

  it('that a repository around the home tracks is not used', () => {
    const top = folderWith({
      'state/fw-migrate/secret': 'x'.repeat(32),
      'one/fw.config.ts': 'export default {}\n',
    });
    chmodSync(join(top, 'state/fw-migrate/secret'), 0o600);
    git(top, 'init', '-q');
    git(top, 'add', '-A');
    git(join(top, 'one'), 'init', '-q');
    const { status, stderr } = run(
      join(top, 'one'),
      join(top, 'state'),
      'v4',
      '--allow-dirty',
      '--layout',
      'keep',
    );
    expect([status, stderr]).toEqual([0, expect.stringContaining('undo --recover')]);
  });

  it('that could come with the repository is not used, and the run says so', () => {
    const folder = folderWith(files);
    const { status, stderr } = run(folder, join(folder, '.state'), 'v4');
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(/To undo this run you need `fw-migrate undo --recover`/),
    ]);
    expect(readdirSync(folder)).not.toContain('.state');
    expect(run(folder, join(folder, '.state'), 'undo')).toMatchObject({ status: 2 });
    expect(run(folder, join(folder, '.state'), 'undo', '--recover')).toMatchObject({ status: 0 });
    expect(rawContentsOf(folder)).toEqual(files);
  });
});

describe('a document that a user trusts', () => {
  /** Adds the document and the journal of a run that was killed, as far as an attacker can make them up. */
  function plant(
    folder: string,
    files: readonly object[],
    folders: readonly object[] = [],
  ): string {
    const run = { run: 'migration', staging, files, folders };
    mkdirSync(join(folder, staging), { recursive: true });
    const documents = { [`${staging}/run.json`]: run, '.fw-migrate/journal.json': { staging } };
    for (const [path, content] of Object.entries(documents))
      writeFileSync(
        join(folder, path),
        JSON.stringify({ version: 3, seal: 'x', content: JSON.stringify(content) }),
      );
    return folder;
  }

  it('still moves nothing whose content it does not name', () => {
    // The attacker knows everything about the state but the contents of the user's files.
    const folder = folderWith(project);
    const before = rawContentsOf(folder);
    const files = [
      { from: 'public/stolen.txt', to: '.env', kind: 'file', before: digest },
      {
        from: 'public/robots.txt',
        to: '.env.production',
        kind: 'file',
        before: digest,
        after: { digest },
      },
    ];
    plant(folder, files, [
      { path: 'nested', isNew: true },
      { path: 'bin', mode: 0o777, isNew: false },
    ]);
    mkdirSync(join(folder, `${staging}/all-aside`));
    const { status, stderr } = fwMigrate(folder, ['undo', '--recover']);
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/\.env: it is not the file that the run created/),
    ]);
    expect(rawContentsOf(folder)).toMatchObject(before);
  });

  it.each([
    ['a path outside', { from: '../a', to: 'b', kind: 'file', before: digest }],
    ['a path of git', { from: 'a', to: '.git/hooks/pre-commit', kind: 'file', before: digest }],
    ['an absolute path', { from: '/etc/passwd', to: 'b', kind: 'file', before: digest }],
  ])('is refused if it names %s', (_, file) => {
    const folder = plant(folderWith(project), [file]);
    const before = rawContentsOf(folder);
    const { status, stderr } = fwMigrate(folder, ['undo', '--recover', '--force']);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/was not written by this version/)]);
    expect(rawContentsOf(folder)).toMatchObject(before);
  });

  /** Such a run with files that it set aside, in a project without git. */
  function crafted(
    files: readonly object[],
    folders: readonly object[],
    aside: { readonly [name: string]: string },
  ): string {
    const folder = plant(folderWith(project), files, folders);
    mkdirSync(join(folder, `${staging}/all-aside`));
    for (const [name, text] of Object.entries(aside))
      writeFileSync(join(folder, staging, name), text);
    return folder;
  }

  const sha = (text: string) => createHash('sha256').update(text).digest('base64');

  it.each([[[]], [['--force']]])('does nothing at all if one file is not known: %j', (force) => {
    const folder = crafted(
      [
        { from: 'bin/x', to: 'bin/y', kind: 'file', before: sha('X') },
        { from: '.env', to: 'a', kind: 'file', before: sha('guessed'), after: { digest } },
      ],
      [],
      { '0.old': 'X', '1.old': 'guessed' },
    );
    const before = rawContentsOf(folder);
    const { status, stderr } = fwMigrate(folder, ['undo', '--recover', ...force]);
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('.env: it is not the file that the run created'),
    ]);
    expect(rawContentsOf(folder)).toMatchObject(before);
    expect(readdirSync(folder)).not.toContain('bin');
  });

  it('puts no file into the project that runs as its owner', () => {
    const files = [{ from: 'bin/x', to: 'bin/y', kind: 'file', before: sha('X') }];
    const folder = crafted(files, [], { '0.old': 'X' });
    chmodSync(join(folder, staging, '0.old'), 0o6755);
    expect(fwMigrate(folder, ['undo', '--recover'])).toMatchObject({ status: 2 });
    expect(readdirSync(folder)).not.toContain('bin');
  });

  it('changes the mode of no folder', () => {
    const folder = crafted(
      [],
      [
        { path: 'public', mode: 0o777, isNew: false },
        { path: 'new', mode: 0o3777, isNew: true },
      ],
      {},
    );
    chmodSync(join(folder, 'public'), 0o700);
    expect(fwMigrate(folder, ['undo', '--recover'])).toMatchObject({ status: 0 });
    expect((lstatSync(join(folder, 'public')).mode & 0o7777).toString(8)).toBe('700');
    expect(readdirSync(folder)).not.toContain('new');
  });

  it('is refused if it gives a folder a mode that runs programs as its owner', () => {
    const folder = plant(folderWith(project), [], [{ path: 'bin', mode: 0o4755, isNew: true }]);
    expect(fwMigrate(folder, ['undo', '--recover'])).toMatchObject({ status: 2 });
    expect(readdirSync(folder)).not.toContain('bin');
  });
});
