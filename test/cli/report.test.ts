import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FollowUpReport, Report } from '../../src/report/report.ts';
import { projectFixture } from '../repository/support/project-fixtures.ts';
import { folderWith, fwMigrate } from './support/run.ts';
import { hasPseudoTerminal, talk } from './support/terminal.ts';

const shop = fileURLToPath(new URL('../../examples/shop', import.meta.url));
const { input: monorepo } = projectFixture('monorepo-plans-each-app-with-its-own-root');

function copyOf(folder: string): string {
  const copy = folderWith({});
  cpSync(folder, copy, { recursive: true });
  return copy;
}

function reportFrom(folder: string, ...args: readonly string[]): Report {
  const { stdout, status, stderr } = fwMigrate(folder, ['v4', ...args, '--format', 'json']);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as Report;
}

function followUpsOf({ projects, elsewhere }: Report): FollowUpReport[] {
  return [...projects.flatMap(({ followUps }) => followUps), ...elsewhere.followUps];
}

function statuses(report: Report): { [code: string]: string | undefined } {
  return Object.fromEntries(followUpsOf(report).map(({ code, status }) => [code, status]));
}

describe('formats', () => {
  const starts = {
    pretty: 'fw.config.ts (Variant B → A)\n',
    markdown: '<!-- fw-migrate -->\n',
    json: '{\n  "schemaVersion": 1,\n',
    sarif: '{\n',
    github: '::notice title=fw-migrate::',
    html: '<!doctype html>\n',
    patch: '# fw-migrate: Made with fw-migrate v4 (version ',
  };

  it.each(Object.entries(starts))('%s goes to standard output alone', (format, start) => {
    const { status, stdout, stderr } = fwMigrate(copyOf(shop), ['v4', '-n', '--format', format]);
    expect(status).toBe(0);
    expect(stdout.slice(0, start.length)).toBe(start);
    if (format === 'pretty') expect(stderr).toBe('');
    else expect(stderr).toMatch(/^1 project, 5 files would be moved, .*\n$/);
  });

  it('several go to files at once, by their endings or by name', () => {
    const folder = copyOf(shop);
    const names = ['r.md', 'r.json', 'r.sarif', 'r.html', 'r.patch', 'r.txt'];
    const outputs = names.flatMap((name) => ['--output', name]);
    const { status, stdout, stderr } = fwMigrate(folder, [
      ...['v4', '--dry-run', ...outputs],
      ...['--output', 'annotations', '--format', 'github'],
    ]);
    expect({ status, stdout: stdout.split('\n')[0] }).toEqual({
      status: 0,
      stdout: 'fw.config.ts (Variant B → A)',
    });
    expect(stderr).toBe(
      'r.md: the report as markdown\nr.json: the report as json\nr.sarif: the report as sarif\nr.html: the report as html\nr.patch: the report as patch\nr.txt: the report as pretty\nannotations: the report as github\n',
    );
    expect(readFileSync(join(folder, 'annotations'), 'utf8')).toMatch(
      /^::notice title=fw-migrate::/,
    );
    expect(readFileSync(join(folder, 'r.patch'), 'utf8')).toBe(
      fwMigrate(copyOf(shop), ['v4', '-n']).stdout,
    );
  });

  it('earlier reports may be written over, name nothing that moved, and are nobody’s work', () => {
    const folder = copyOf(shop);
    const git = (...args: readonly string[]) =>
      spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
        cwd: folder,
      });
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'first');
    const names = ['r.md', 'r.json', 'r.sarif', 'r.html', 'r.patch', 'r.txt'];
    const args = ['v4', '-n', ...names.flatMap((name) => ['--output', name])];
    const before = fwMigrate(folder, args);
    expect(fwMigrate(folder, args)).toMatchObject({ status: 0, stdout: before.stdout });
    expect(fwMigrate(folder, ['v4']).status).toBe(0);
  });

  it('one of several goes to standard output, whichever is left', () => {
    const folder = copyOf(shop);
    const { stdout } = fwMigrate(folder, [
      'v4',
      '-n',
      '--format',
      'github,json',
      '--output',
      'r.json',
    ]);
    expect(stdout).toMatch(/^::notice title=fw-migrate::/);
    expect(JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8'))).toMatchObject({
      schemaVersion: 1,
    });
  });

  it.each([
    [['--format', 'xml'], 'Invalid format `xml`: expected pretty, markdown,'],
    [
      ['--format', 'json,html'],
      'Only one format can be written to standard output. Use --output to write json or html to a file',
    ],
    [
      ['--output', 'report'],
      'report: The format is unknown. Set it with --format, or use a matching',
    ],
    [['--output', 'missing/r.md'], 'missing/r.md: A report cannot be written there.'],
    [['--output', '', '--format', 'json'], "'': A report cannot be written there."],
    [['--output', 'files', '--format', 'json'], 'files: A report cannot be written there.'],
    [['--baseline', 'missing.json'], 'missing.json: File not found.'],
    [['--baseline', 'package.json'], 'package.json'],
    [['--shard', '0/2', '-n'], "argument '0/2' is invalid"],
    [['--shard', '3/2', '-n'], "argument '3/2' is invalid"],
    [['--shard', 'x', '-n'], "argument 'x' is invalid"],
    [
      ['--shard', '1/2', '-n', '--baseline', 'package.json'],
      "'--shard <i/n>' cannot be used with option '--baseline <file>'",
    ],
    [
      ['-n', '--output', 'fw.config.ts', '--format', 'json'],
      'fw.config.ts: This file already exists and is not a',
    ],
    [
      ['-n', '--output', 'r.md', '--output', './r.md'],
      './r.md: Two reports cannot be written to the same file.',
    ],
    [
      ['-n', '--output', '-', '--format', 'json,html'],
      'Only one format can be written to standard output.',
    ],
  ])('%j is refused before anything is done', (args, message) => {
    const folder = copyOf(shop);
    const before = readdirSync(folder, { recursive: true });
    const { status, stdout, stderr } = fwMigrate(folder, ['v4', ...args]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });
});

describe('the report as JSON', () => {
  it('of a dry run and of a real one differ only in whether something would be done', () => {
    const folder = copyOf(shop);
    const dry = reportFrom(folder, '--dry-run');
    const real = reportFrom(folder);
    const done = JSON.parse(JSON.stringify(dry).replaceAll(' would be ', ' '));
    expect({ ...done, dryRun: false }).toEqual(real);
    expect([dry.dryRun, real.dryRun]).toEqual([true, false]);
    expect(existsSync(join(folder, 'app/app.vue'))).toBe(true);
  });

  it('names paths of the repository by what stands in front of them', () => {
    const folder = folderWith({
      'apps/web/fw.config.ts': 'export default {}\n',
      'apps/web/pages/a.vue': '',
    });
    spawnSync('git', ['init', '-q'], { cwd: folder });
    const report = reportFrom(join(folder, 'apps/web'), '-n', '--here');
    expect(report.base).toBe('apps/web/');
    expect(report.projects[0]?.files[0]).toEqual({
      path: 'app/pages/a.vue',
      from: 'pages/a.vue',
      by: [],
      diff: 'diff --git a/apps/web/pages/a.vue b/apps/web/app/pages/a.vue\nrename from apps/web/pages/a.vue\nrename to apps/web/app/pages/a.vue\n',
    });
  });

  it('is shown again in every format, with the same bytes', () => {
    const folder = copyOf(shop);
    const endings = ['json', 'md', 'sarif', 'html', 'patch', 'txt'];
    const outputs = (name: string) =>
      endings.flatMap((ending) => ['--output', `${name}.${ending}`]);
    fwMigrate(folder, ['v4', '-n', ...outputs('first')]);
    expect(fwMigrate(folder, ['report', 'first.json', ...outputs('again')]).status).toBe(0);
    for (const ending of endings) {
      const [first, again] = ['first', 'again'].map((name) =>
        readFileSync(join(folder, `${name}.${ending}`), 'utf8'),
      );
      expect(again, ending).toBe(first);
    }
    const { stdout } = fwMigrate(folder, ['report', 'first.json']);
    expect(stdout).toMatch(/^fw\.config\.ts \(Variant B → A\)\n/);
  });

  it('that is none is refused', () => {
    const folder = folderWith({ 'a.json': '{"schemaVersion":2}', 'b.json': 'no' });
    for (const name of ['a.json', 'b.json', 'c.json']) {
      const { status, stdout, stderr } = fwMigrate(folder, ['report', name]);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain(name);
    }
  });
});

describe('the ledger', () => {
  it('tells after the run what is still open and what is done', () => {
    const folder = copyOf(shop);
    const badge = join(folder, 'app/components/StatusBadge.vue');
    mkdirSync(join(folder, 'components'), { recursive: true });
    writeFileSync(
      join(folder, 'components/StatusBadge.vue'),
      '<template><i @click="health.ok = true" /></template>\n',
    );
    expect(fwMigrate(folder, ['v4', '--output', 'first.json']).status).toBe(0);
    const again = reportFrom(folder, '-n', '--baseline', 'first.json');
    expect(new Set(Object.values(statuses(again)))).toEqual(new Set(['open']));
    expect(again.summary).toMatchObject({ decide: 1, verify: 4, done: 0 });

    writeFileSync(badge, '<template><i /></template>\n');
    expect(statuses(reportFrom(folder, '-n', '--baseline', 'first.json'))).toMatchObject({
      'shallow-data': 'done',
      'removed-experimental': 'open',
    });

    const first = JSON.parse(readFileSync(join(folder, 'first.json'), 'utf8')) as Report;
    const closed = JSON.stringify(first).replaceAll(
      '"kind":"decide"',
      '"closed":true,"kind":"decide"',
    );
    writeFileSync(join(folder, 'first.json'), closed);
    const last = fwMigrate(folder, ['v4', '--check', '--baseline', 'first.json']);
    expect(last.status).toBe(1);
    expect(last.stderr).toContain('0 to decide, 3 to verify, 2 done.');
    writeFileSync(
      join(folder, 'first.json'),
      closed.replaceAll('"kind":"verify"', '"closed":true,$&'),
    );
    expect(fwMigrate(folder, ['v4', '--check', '--baseline', 'first.json']).status).toBe(0);
  });

  it('--check is a gate for what is still open', () => {
    const folder = copyOf(shop);
    fwMigrate(folder, ['v4', '--output', 'first.json']);
    expect(fwMigrate(folder, ['v4', '--check', '--baseline', 'first.json']).status).toBe(1);
  });
});

describe('shards', () => {
  it('become one report and one patch again', () => {
    const folder = copyOf(monorepo);
    const parts = [1, 2, 3].map((index) => `shard-${index}.json`);
    for (const [index, name] of parts.entries())
      fwMigrate(copyOf(monorepo), [
        'v4',
        '-n',
        '--shard',
        `${index + 1}/3`,
        '--output',
        join(folder, name),
      ]);
    for (const format of ['json', 'patch', 'markdown']) {
      const whole = fwMigrate(copyOf(monorepo), ['v4', '-n', '--format', format]).stdout;
      expect(fwMigrate(folder, ['report', ...parts.toReversed(), '--format', format]).stdout).toBe(
        whole,
      );
    }
  });

  describe('that are not all there', () => {
    const saved: { [name: string]: string } = {};

    beforeAll(() => {
      const save = (name: string, ...args: readonly string[]) => {
        saved[name] = fwMigrate(monorepo, [
          'v4',
          '-n',
          '--here',
          '--format',
          'json',
          ...args,
        ]).stdout;
      };
      for (const index of [1, 2, 3]) save(`shard-${index}.json`, '--shard', `${index}/3`);
      save('whole.json');
    });

    const said = 'Shard 1 of 3: a part of the projects.';

    it.each([
      [['shard-1.json', 'shard-3.json'], 'Shard 2 of 3 is missing.'],
      [['shard-1.json', 'shard-1.json', 'shard-2.json'], 'Shard 3 of 3 is missing.'],
      [['shard-1.json', 'whole.json'], 'Some of the reports are shards, others are whole.'],
      [
        ['whole.json', '--baseline', 'shard-1.json'],
        'The baseline is shard 1 of 3, which is only part of the projects.',
      ],
      [
        ['shard-1.json', '--baseline', 'whole.json'],
        'The report is shard 1 of 3, which is only part of the projects.',
      ],
    ])('are refused: %j', (args, message) => {
      const { status, stdout, stderr } = fwMigrate(folderWith(saved), [
        'report',
        ...args,
        '--format',
        'patch',
      ]);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain(message);
    });

    it('are no baseline of a run', () => {
      const folder = folderWith({
        ...saved,
        'fw.config.ts': 'export default {}\n',
        'pages/a.vue': '',
      });
      const before = readdirSync(folder, { recursive: true });
      const { status, stdout, stderr } = fwMigrate(folder, ['v4', '--baseline', 'shard-1.json']);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain('The baseline is shard 1 of 3, which is only part of the projects.');
      expect(readdirSync(folder, { recursive: true })).toEqual(before);
    });

    it('say so on standard output as text', () => {
      const { status, stdout, stderr } = fwMigrate(folderWith(saved), ['report', 'shard-1.json']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout.endsWith(` ${said}\n`)).toBe(true);
    });

    it.each(['json', 'sarif', 'github', 'patch', 'markdown', 'html'])(
      'say so beside %s',
      (format) => {
        const { status, stdout, stderr } = fwMigrate(folderWith(saved), [
          'report',
          'shard-1.json',
          '--format',
          format,
        ]);
        expect({ status, stderr }).toEqual({
          status: 0,
          stderr: `${said} Pass all shards to get the whole report.\n`,
        });
        expect(stdout).not.toBe('');
      },
    );

    it('say so beside a file', () => {
      const { stdout, stderr } = fwMigrate(folderWith(saved), [
        'report',
        'shard-1.json',
        '--output',
        'part.patch',
      ]);
      expect({ stdout, stderr }).toEqual({
        stdout: '',
        stderr: `${said} Pass all shards to get the whole report.\npart.patch: the report as patch\n`,
      });
    });

    it('say so in the run that makes them', () => {
      const { stderr } = fwMigrate(copyOf(monorepo), [
        'v4',
        '-n',
        '--shard',
        '1/3',
        '--format',
        'json',
      ]);
      expect(stderr.endsWith(` ${said}\n`)).toBe(true);
    });
  });

  it('give patches that can be applied one after the other', () => {
    const [one, all] = [copyOf(monorepo), copyOf(monorepo)];
    for (const index of [1, 2]) {
      const { stdout } = fwMigrate(copyOf(monorepo), ['v4', '-n', '--shard', `${index}/2`]);
      expect(spawnSync('git', ['apply', '-'], { cwd: one, input: stdout }).status).toBe(0);
    }
    const { stdout } = fwMigrate(copyOf(monorepo), ['v4', '-n']);
    expect(spawnSync('git', ['apply', '-'], { cwd: all, input: stdout }).status).toBe(0);
    const listed = (folder: string) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
    expect(listed(one)).toEqual(listed(all));
    expect(listed(all).length).toBeGreaterThan(5);
  });
});

describe.skipIf(!hasPseudoTerminal)(
  'on a terminal (skipped where there is no `script` of util-linux)',
  () => {
    it.each(['pretty', 'markdown', 'json', 'patch', 'github', 'html', 'sarif'])(
      'nothing of a project is obeyed in %s',
      async (format) => {
        const title = '\u001B]0;taken over\u0007';
        const folder = folderWith({
          'fw.config.ts': `export default { generate: { x: '${title}' }, experimental: { a: '\u009B31m' } }\n`,
        });
        mkdirSync(join(folder, 'pages'));
        writeFileSync(
          join(folder, 'pages', `${title}.vue`),
          `<script>import '~/server/x${title}'</script>`,
        );
        const { status, raw } = await talk(folder, ['v4', '--dry-run', '--format', format], []);
        expect(status).toBe(0);
        expect(raw).not.toContain(title);
        expect(raw).not.toContain('\u009B');
      },
    );
  },
);
