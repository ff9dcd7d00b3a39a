import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSnapshot } from '../../src/tree/disk.ts';
import { contentsOf } from '../apply/support/tree.ts';
import { cli, folderWith, fwMigrate, spawnFwMigrate } from '../cli/support/run.ts';

const secret = 'ssh-ed25519 secret\n';
const project = {
  'run/fw.config.ts': "export default { generate: { routes: ['/a'] } }\n",
  'run/pages/index.vue': '<template><p /></template>\n',
  'home/authorized_keys': secret,
  'home/fw.config.ts': "export default { generate: { routes: ['/home'] } }\n",
  'home/options.ts': "export const generate = { routes: ['/home'] }\n",
};

/** A project beside the folder of a person, with links that its repository brings along. */
function withLinks(
  links: { readonly [path: string]: string },
  more: { readonly [path: string]: string } = {},
) {
  const folder = folderWith({ ...project, ...more });
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(join(folder, 'run', path, '..'), { recursive: true });
    symlinkSync(target, join(folder, 'run', path));
  }
  const run = join(folder, 'run');
  const home = () => contentsOf(join(folder, 'home'));
  return { folder, run, home, before: home() };
}

const isLinkMessage = /is a symbolic link, which fw-migrate does not follow/;

describe('reports are written to no place that a link leads to', () => {
  it.each([
    ['the file is one', 'report.patch', { 'report.patch': '../home/authorized_keys' }],
    ['the file is one to what does not exist', 'report.patch', { 'report.patch': '../home/new' }],
    ['the folder is one', 'reports/report.patch', { reports: '../home' }],
    ['a folder around it is one', 'a/b/report.patch', { a: '../home' }],
  ])('%s', (_, output, links) => {
    const { run, home, before } = withLinks(links, { 'home/b/.keep': '' });
    const listed = readdirSync(run);
    const { status, stderr } = fwMigrate(run, ['v4', '--output', output]);
    expect([status, stderr]).toEqual([2, expect.stringMatching(isLinkMessage)]);
    expect(home()).toEqual(before);
    // Before anything else is done.
    expect(readdirSync(run)).toEqual(listed);
  });

  it('a link of the person is none to write through either', () => {
    const { folder, run, home, before } = withLinks({});
    symlinkSync('home/authorized_keys', join(folder, 'mine.patch'));
    const { status, stderr } = fwMigrate(run, ['v4', '--dry-run', '--output', '../mine.patch']);
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('reports are not written through links'),
    ]);
    expect(home()).toEqual(before);
  });

  it('a link that appears while the run is at work', () => {
    const own = `import { symlinkSync } from 'node:fs'
      export default (file) => { try { symlinkSync('../home/authorized_keys', 'report.patch') } catch {} ; return file.source }\n`;
    const { run, home, before } = withLinks({}, { 'home/own.mjs': own });
    const { status, stderr } = spawnFwMigrate(run, [
      ...['v4', '--dry-run', '--transform', '../home/own.mjs', '--output', 'report.patch'],
    ]);
    expect([status, stderr]).toEqual([2, expect.stringMatching(isLinkMessage)]);
    expect(home()).toEqual(before);
    expect(lstatSync(join(run, 'report.patch')).isSymbolicLink()).toBe(true);
    expect(readdirSync(run).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('a pipe in its place is not waited for', () => {
    const { run } = withLinks({});
    expect(spawnSync('mkfifo', ['report.md'], { cwd: run }).status).toBe(0);
    const { status, stderr } = fwMigrate(run, ['v4', '--dry-run', '--output', 'report.md']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('This is not a regular file')]);
  });

  it('an earlier report is replaced as a whole and keeps its mode, a stream of the system is written to', () => {
    const { run } = withLinks({});
    expect(fwMigrate(run, ['v4', '--dry-run', '--output', 'report.md']).status).toBe(0);
    const { ino } = statSync(join(run, 'report.md'));
    chmodSync(join(run, 'report.md'), 0o640);
    const again = fwMigrate(run, [
      ...['v4', '--dry-run', '--format', 'markdown', '--format', 'patch'],
      ...['--output', 'report.md', '--output', '/dev/null'],
    ]);
    expect([again.status, again.stderr]).toEqual([
      0,
      expect.stringContaining('/dev/null: the report as patch'),
    ]);
    expect(statSync(join(run, 'report.md')).mode & 0o777).toBe(0o640);
    expect(statSync(join(run, 'report.md')).ino).not.toBe(ino);
    expect(readdirSync(run).toSorted()).toEqual(['fw.config.ts', 'pages', 'report.md']);
  });
});

describe('no command reads another project through a link', () => {
  it.each([
    [
      'the config',
      ['transform', 'all', 'fw.config.mts'],
      { 'fw.config.mts': '../home/fw.config.ts' },
    ],
    ['a folder', ['transform', 'all', 'linked/fw.config.ts'], { linked: '../home' }],
    [
      'the folder of a name',
      ['transform', 'all', '-', '--stdin-filename', 'linked/x.ts'],
      { linked: '../home' },
    ],
    ['the folder of v4', ['v4', 'linked'], { linked: '../home' }],
    ['a folder around that of v4', ['v4', 'linked/in'], { linked: '../home' }],
    ['the folder of undo', ['undo', 'linked'], { linked: '../home' }],
    ['the folder of effective', ['effective', 'linked'], { linked: '../home' }],
  ])('%s', (_, args, links) => {
    const { run, home, before } = withLinks(links, {
      'home/in/fw.config.ts': 'export default {}\n',
    });
    const { status, stdout, stderr } = fwMigrate(
      run,
      args,
      "import { generate } from './options'\nexport default { generate }\n",
    );
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(isLinkMessage)]);
    expect(home()).toEqual(before);
  });

  it('the config that is found in the folder', () => {
    const folder = folderWith({
      'home/fw.config.ts': project['home/fw.config.ts'],
      'run/.keep': '',
    });
    symlinkSync('../home/fw.config.ts', join(folder, 'run/fw.config.ts'));
    const { status, stdout, stderr } = fwMigrate(join(folder, 'run'), [
      'transform',
      'all',
      '--dry-run',
    ]);
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(isLinkMessage)]);
  });

  it.each([
    ['a file', './options', { 'options.ts': '../home/options.ts' }],
    ['a folder', './linked/options', { linked: '../home' }],
  ])('%s that a config imports, although both are in one repository', (_, from, links) => {
    const text = `import { generate } from '${from}'\nexport default { generate }\n`;
    const { folder, run, home, before } = withLinks(links, {
      '.git/HEAD': '',
      'run/fw.config.ts': text,
    });
    for (const [cwd, args] of [
      [run, ['transform', 'generate']],
      [folder, ['transform', 'generate', 'run/fw.config.ts']],
    ] as const) {
      const { stdout } = fwMigrate(cwd, args);
      expect(stdout).not.toContain('/home');
      expect(home()).toEqual(before);
    }
  });

  it('the current folder itself may be reached through one', () => {
    const { folder } = withLinks({});
    symlinkSync('run', join(folder, 'mine'));
    const { status, stdout } = spawnSync(
      'sh',
      ['-c', 'cd mine && exec "$0" "$1" v4 --dry-run --quiet', process.execPath, cli],
      { cwd: folder, encoding: 'utf8' },
    );
    expect([status, stdout]).toEqual([0, expect.stringContaining('rename to app/pages/index.vue')]);
    // A link that no repository contains is the person's own.
    expect(fwMigrate(join(folder, 'home'), ['v4', '../mine', '--dry-run', '--quiet']).status).toBe(
      0,
    );
  });
});

describe('a saved report is a file of reasonable size', () => {
  const commands = [
    ['v4', '--dry-run', '--baseline', 'saved.json'],
    ['report', 'saved.json'],
    ['report', 'good.json', '--baseline', 'saved.json'],
  ];
  const runs = (prepare: (saved: string, folder: string) => void) =>
    commands.map((args) => {
      const { folder, run } = withLinks({});
      fwMigrate(run, ['v4', '--dry-run', '--output', 'good.json']);
      prepare(join(run, 'saved.json'), folder);
      const { status, stderr } = fwMigrate(run, args);
      return [status, stderr];
    });

  it('not a pipe', () => {
    const outcomes = runs((saved) => expect(spawnSync('mkfifo', [saved]).status).toBe(0));
    for (const one of outcomes)
      expect(one).toEqual([2, expect.stringContaining('This is not a regular file.')]);
  });

  it('not a link', () => {
    const outcomes = runs((saved) => symlinkSync('/dev/zero', saved));
    for (const one of outcomes) expect(one).toEqual([2, expect.stringMatching(isLinkMessage)]);
  });

  it('not larger than any report', () => {
    const outcomes = runs((saved) => {
      writeFileSync(saved, '');
      truncateSync(saved, 257_000_000);
    });
    for (const one of outcomes)
      expect(one).toEqual([2, expect.stringContaining('larger than 256 MB')]);
  });

  it('not a device', () => {
    const { run } = withLinks({});
    const { status, stderr } = fwMigrate(run, ['report', '/dev/zero']);
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('/dev/zero: This is not a regular file.'),
    ]);
  });
});

describe('a baseline finds out nothing about files that take no part in the run', () => {
  const guessed = 'TOKEN=guessed';
  const places: readonly (readonly [string, string])[] = [
    ['outside', '../home/.env'],
    ['behind a link', 'linked.env'],
    ['behind a linked folder', 'linked/.env'],
    ['in the history', '.git/config'],
    ['ignored', '.env'],
    ['in a dependency', 'node_modules/x/index.js'],
  ];

  it.each(places)('%s', (_, path) => {
    const { run } = withLinks(
      { 'linked.env': '../home/.env', linked: '../home' },
      {
        'home/.env': `${guessed}\n`,
        'run/.git/config': `${guessed}\n`,
        'run/.env': `${guessed}\n`,
        'run/node_modules/x/index.js': `${guessed}\n`,
        'run/.gitignore': '.env\nnode_modules\n',
        'run/seen.env': `${guessed}\n`,
      },
    );
    fwMigrate(run, ['v4', '--dry-run', '--output', 'now.json']);
    const report = JSON.parse(readFileSync(join(run, 'now.json'), 'utf8'));
    const statusWith = (file: string, args: readonly string[]): unknown => {
      const followUp = {
        ...{
          id: '0123456789abcdef',
          kind: 'verify',
          code: 'own-code',
          message: 'x',
          file,
          line: 1,
          column: 1,
        },
        ...{ text: guessed, evidence: [] },
      };
      const elsewhere = { ...report.elsewhere, followUps: [followUp] };
      const summary = {
        ...report.summary,
        verify: report.summary.verify + 1 - report.elsewhere.followUps.length,
      };
      writeFileSync(join(run, 'guess.json'), JSON.stringify({ ...report, elsewhere, summary }));
      const { stdout, stderr } = fwMigrate(run, [
        ...args,
        '--baseline',
        'guess.json',
        '--format',
        'json',
      ]);
      interface Part {
        readonly followUps: readonly { id: string; status: string }[];
      }
      const { elsewhere: outside, projects }: { elsewhere?: Part; projects?: readonly Part[] } =
        stdout.startsWith('{') ? JSON.parse(stdout) : {};
      const followUps = [...(projects ?? []), ...(outside ? [outside] : [])].flatMap(
        (part) => part.followUps,
      );
      return followUps.find(({ id }) => id === followUp.id)?.status ?? stderr;
    };
    for (const args of [
      ['v4', '--dry-run'],
      ['report', 'now.json'],
    ]) {
      expect(statusWith('seen.env', args)).toBe('open');
      expect(statusWith(path, args)).not.toBe('open');
    }
  });
});

describe('a snapshot reads no link, no pipe and nothing endless', () => {
  it('rules of git and the list of submodules are not read through links', () => {
    const { run } = withLinks(
      {
        '.gitignore': '../home/rules',
        '.git/info/exclude': '../../../home/rules',
        '.gitmodules': '../home/modules',
      },
      { 'home/rules': '*.vue\n', 'home/modules': '[submodule "x"]\n\tpath = pages\n' },
    );
    const { files, foreign } = readSnapshot(run);
    expect(files.map(({ path }) => path)).toContain('pages/index.vue');
    expect(foreign).toEqual([]);
  });

  it('a list of submodules does not find out which folders there are behind a link', () => {
    const { run } = withLinks({ linked: '../home' }, { 'home/there/x': '', 'run/.git/HEAD': '' });
    writeFileSync(join(run, '.gitmodules'), '[submodule "x"]\n\tpath = linked/there\n');
    expect(readSnapshot(run).foreign).toEqual([]);
  });

  it('a file that becomes a link or a pipe is refused, and told as drift', () => {
    const { folder, run } = withLinks({}, { 'run/a.ts': 'a', 'run/b.ts': 'b' });
    const snapshot = readSnapshot(run);
    snapshot.read('a.ts');
    spawnSync('sh', ['-c', 'rm a.ts b.ts && ln -s ../home/authorized_keys a.ts && mkfifo b.ts'], {
      cwd: run,
    });
    expect(() => snapshot.read('a.ts')).toThrow('a.ts: is a symbolic link');
    expect(() => snapshot.read('b.ts')).toThrow('b.ts: is not a regular file');
    expect(snapshot.drift()).toMatchObject({ path: 'a.ts', how: 'another kind' });
    expect(readFileSync(join(folder, 'home/authorized_keys'), 'utf8')).toBe(secret);
  });
});

describe('a transform of the user', () => {
  it('is not waited for if it is a pipe', () => {
    const { run } = withLinks({});
    expect(spawnSync('mkfifo', ['own.ts'], { cwd: run }).status).toBe(0);
    const { status, stderr } = fwMigrate(run, ['v4', '--dry-run', '--transform', './own.ts']);
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('own.ts: This is not a regular file.'),
    ]);
  });
});

describe('copies for --verify-command', () => {
  it('hold no pipe, whatever its name', () => {
    const { run } = withLinks({}, { 'run/package.json': '{}' });
    expect(spawnSync('mkfifo', ['pipe', 'node_modules'], { cwd: run }).status).toBe(0);
    const { status, stderr } = fwMigrate(run, [
      ...[
        'v4',
        '--dry-run',
        '--quiet',
        '--verify-command',
        'test ! -e pipe && test ! -e node_modules',
      ],
    ]);
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('cannot')]);
  });
});

describe('a report replaces nothing but a report', () => {
  it('also if the run has just moved a file there', () => {
    const folder = folderWith({
      'fw.config.ts': 'export default {}\n',
      'assets/data.json': '{"mine":1}',
      'app/assets/other.json': '{}',
      'pages/index.vue': '<p />\n',
    });
    const { status, stderr } = fwMigrate(folder, ['v4', '--output', 'app/assets/data.json']);
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining(
        'app/assets/data.json: This file already exists and is not a report.',
      ),
    ]);
    expect(readFileSync(join(folder, 'app/assets/data.json'), 'utf8')).toBe('{"mine":1}');
    expect(fwMigrate(folder, ['undo']).status).toBe(0);
    expect(readFileSync(join(folder, 'assets/data.json'), 'utf8')).toBe('{"mine":1}');
  });
});
