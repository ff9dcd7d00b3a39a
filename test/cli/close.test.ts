import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { contentsOf } from '../apply/support/tree.ts';
import { cli, folderWith, fwMigrate } from './support/run.ts';

const shop = fileURLToPath(new URL('../../examples/shop', import.meta.url));

function migrated(...args: readonly string[]): string {
  const folder = folderWith({});
  cpSync(shop, folder, { recursive: true });
  expect(fwMigrate(folder, ['v4', '--quiet', ...args]).status).toBe(0);
  return folder;
}

function reportIn(folder: string, ...args: readonly string[]): Report {
  return JSON.parse(fwMigrate(folder, ['report', '--format', 'json', ...args]).stdout) as Report;
}

/** The ids of all follow-ups, first of the one that is to be decided. */
function idsIn(folder: string): string[] {
  const all = reportIn(folder).projects.flatMap(({ followUps }) => followUps);
  return all.toSorted((a, b) => (a.kind < b.kind ? -1 : 1)).map(({ id }) => id);
}

describe('the report of the last run', () => {
  it('is kept, and shown in any format', () => {
    const folder = migrated('--output', 'run.json');
    const saved = fwMigrate(folder, ['report', 'run.json', '--format', 'html']).stdout;
    expect(fwMigrate(folder, ['report', '--format', 'html']).stdout).toBe(saved);
    expect(fwMigrate(folder, ['report']).stdout).toMatch(
      /package\.json:5:11 · install-framework · [\da-f]{12}\n/,
    );
  });

  it('is what --check waits for: it ends with 0 when all is closed, also after another run', () => {
    const folder = migrated();
    expect(fwMigrate(folder, ['v4', '--check']).status).toBe(1);
    const [first = '', ...others] = idsIn(folder);
    const closed = fwMigrate(folder, ['close', ...others, '--note', 'seen\u001B[2J\n::error::it']);
    expect(closed.stdout).toMatch(
      /^Closed: [\da-f]{12} {2}compatibility-version-3 {2}fw\.config\.ts:11:1$/m,
    );
    expect(closed.stdout).toMatch(/\n1 follow-up is open\.\n$/);
    expect(fwMigrate(folder, ['v4', '--check']).status).toBe(1);
    expect(fwMigrate(folder, ['v4', '--quiet']).stdout).toContain(
      '1 to decide, 0 to verify, 3 done.',
    );
    expect(fwMigrate(folder, ['close', first.slice(0, 6)]).stdout).toContain(
      'No follow-ups are open.',
    );
    expect(fwMigrate(folder, ['v4', '--check']).status).toBe(0);
    const shown = fwMigrate(folder, ['report']).stdout;
    expect(shown).toContain('note: seen�[2J�::error::it\n');
    expect(fwMigrate(folder, ['report', '--format', 'markdown']).stdout).toContain('seen');

    expect(fwMigrate(folder, ['close', first]).stdout).toMatch(/^Nothing has changed\.\n/);
    expect(fwMigrate(folder, ['reopen', first]).stdout).toMatch(/^Reopened: /);
    expect(fwMigrate(folder, ['v4', '--check']).status).toBe(1);
  });

  it('goes with the run that is undone, with what was closed since', () => {
    const folder = migrated();
    const [id = ''] = idsIn(folder);
    expect(fwMigrate(folder, ['undo']).status).toBe(0);
    expect(contentsOf(folder)).toEqual(contentsOf(shop));
    expect(fwMigrate(folder, ['report'])).toMatchObject({ status: 2, stdout: '' });

    expect(fwMigrate(folder, ['v4', '--quiet']).status).toBe(0);
    fwMigrate(folder, ['close', id, '--note', 'not needed']);
    expect(fwMigrate(folder, ['undo']).status).toBe(0);
    expect(fwMigrate(folder, ['report'])).toMatchObject({ status: 2, stdout: '' });
    expect(fwMigrate(folder, ['v4', '--quiet']).stdout).toContain('1 to decide, 3 to verify.');
  });

  it('stays if another command is undone', () => {
    const folder = migrated();
    const before = reportIn(folder);
    writeFileSync(
      join(folder, 'other.config.ts'),
      "export default { generate: { routes: ['/'] } }\n",
    );
    expect(fwMigrate(folder, ['transform', 'generate', 'other.config.ts']).status).toBe(0);
    const [id = ''] = idsIn(folder);
    fwMigrate(folder, ['close', id]);
    fwMigrate(folder, ['reopen', id]);
    expect(fwMigrate(folder, ['undo']).status).toBe(0);
    expect(reportIn(folder)).toMatchObject({
      dryRun: false,
      projects: [{ files: before.projects[0]?.files }],
    });
  });
});

describe('a report that the repository keeps', () => {
  it('is closed in, and only there', () => {
    const folder = migrated('--output', 'ledger.json');
    const [id = ''] = idsIn(folder);
    const before = readFileSync(join(folder, 'ledger.json'), 'utf8');
    expect(
      fwMigrate(folder, ['close', id, '--note', 'x', '--baseline', 'ledger.json']).status,
    ).toBe(0);
    const after = readFileSync(join(folder, 'ledger.json'), 'utf8');
    expect(after.split('\n').length).toBe(before.split('\n').length + 4);
    expect(
      fwMigrate(folder, ['v4', '-n', '--baseline', 'ledger.json', '--quiet']).stderr,
    ).toContain('1 done.');
    expect(reportIn(folder).summary.done).toBeUndefined();
    expect(fwMigrate(folder, ['reopen', id, '--baseline', 'ledger.json']).status).toBe(0);
  });

  it('is refused behind a link, or if it is none', () => {
    const folder = migrated('--output', 'ledger.json');
    symlinkSync('ledger.json', join(folder, 'link.json'));
    writeFileSync(join(folder, 'none.json'), '{}');
    for (const name of ['link.json', 'none.json', 'package.json', 'nowhere.json'])
      expect(fwMigrate(folder, ['close', 'abcd', '--baseline', name])).toMatchObject({
        status: 2,
        stdout: '',
      });
  });
});

describe('ids', () => {
  it('that do not exist end with 2, and the nearest is named', () => {
    const folder = migrated();
    const [id = ''] = idsIn(folder);
    const before = reportIn(folder);
    const wrong = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
    const { status, stderr } = fwMigrate(folder, ['close', idsIn(folder)[1] ?? '', wrong]);
    expect(status).toBe(2);
    expect(stderr).toContain(`Did you mean \`${id}\`?`);
    expect(reportIn(folder)).toEqual(before);
  });
});

describe('undo', () => {
  it.each<[string, (path: string) => void]>([
    ['broken JSON', (path) => writeFileSync(path, '{"version')],
    ['no report', (path) => writeFileSync(path, 'null')],
    ['a report of a newer version', (path) => writeFileSync(path, '{"version":99}')],
    ['a link', (path) => symlinkSync('/dev/zero', path)],
    ['a folder', (path) => mkdirSync(path)],
    ['nothing', () => undefined],
  ])('needs no report: %s', (_, put) => {
    const folder = migrated();
    const report = join(folder, '.fw-migrate/report.json');
    rmSync(report);
    put(report);
    const { status, stdout, stderr } = fwMigrate(folder, ['undo']);
    expect(status).toBe(0);
    expect(stdout).toContain('All of them are as they were before the run.');
    expect(existsSync(join(folder, 'app'))).toBe(false);
    if (existsSync(report)) expect(stderr).toContain('stays as it is');
    else expect(stderr).toBe('');
  });
});

describe('what a repository brings along', () => {
  const foreign = (put: (path: string) => void) => {
    const folder = folderWith({ 'fw.config.ts': 'export default {}\n', 'app/app.vue': '<p />\n' });
    mkdirSync(join(folder, '.fw-migrate'));
    put(join(folder, '.fw-migrate/report.json'));
    return folder;
  };
  const own = migrated;

  it('is shown with a note, and decides nothing', () => {
    const source = own();
    fwMigrate(source, ['close', ...idsIn(source)]);
    const folder = own();
    cpSync(join(source, '.fw-migrate/report.json'), join(folder, '.fw-migrate/report.json'));
    const shown = fwMigrate(folder, ['report']);
    expect([shown.status, shown.stderr]).toEqual([
      0,
      '.fw-migrate/report.json: This is not from one of your runs in this folder, so it is shown but not used for comparison.\n',
    ]);
    const checked = fwMigrate(folder, ['v4', '--dry-run']);
    expect(checked.stderr).toContain('so this run is not compared with it');
    expect(fwMigrate(folder, ['close', '57f5'])).toMatchObject({ status: 2, stdout: '' });
    // There is nothing left to write, besides the report.
    const again = fwMigrate(folder, ['v4']);
    expect([again.status, again.stderr]).toEqual([
      0,
      expect.stringContaining('so this run is not compared with it'),
    ]);
    expect(fwMigrate(folder, ['v4', '--check', '--recover']).status).toBe(0);
  });

  it('is refused if it is no report, or a link', () => {
    const secret = folderWith({ 'secret.json': '{"secret":1}' });
    const puts = [
      (path: string) => symlinkSync(join(secret, 'secret.json'), path),
      (path: string) => symlinkSync('/dev/zero', path),
      (path: string) => mkdirSync(path),
    ];
    for (const put of puts)
      for (const args of [['report'], ['close', 'abcd'], ['v4', '--check']]) {
        const { status, stdout, stderr } = fwMigrate(foreign(put), args);
        expect({ status, stdout }, args.join(' ')).toEqual({ status: 2, stdout: '' });
        expect(stderr).toContain('.fw-migrate/report.json');
        expect(stderr).not.toContain('secret":');
      }
    const folder = foreign((path) => writeFileSync(path, 'x'.repeat(1_000_000)));
    expect(fwMigrate(folder, ['report'])).toMatchObject({ status: 2, stdout: '' });
    expect(fwMigrate(folder, ['v4', '--check']).stderr).toContain('not from one of your runs');
    rmSync(join(folder, '.fw-migrate'), { recursive: true });
    expect(existsSync(join(folder, '.fw-migrate'))).toBe(false);
  });
});

describe('several at the same time', () => {
  it.each([
    ['the report of the last run', []],
    ['a saved report', ['--baseline', 'run.json']],
  ])('all have it closed, in %s', async (_, args) => {
    const folder = migrated('--output', 'run.json');
    const ids = idsIn(folder);
    expect(ids.length).toBeGreaterThan(3);
    const [first = '', second = '', third = '', ...others] = ids;
    expect(fwMigrate(folder, ['close', ...others, ...args]).status).toBe(0);
    const codes = await Promise.all(
      [first, second, third].map(async (id) => {
        const child = spawn(process.execPath, [cli, 'close', id, ...args], {
          cwd: folder,
          stdio: 'ignore',
        });
        const [code] = await once(child, 'exit');
        return code;
      }),
    );
    expect(codes).toEqual([0, 0, 0]);
    const { summary } = reportIn(folder, ...args.slice(1));
    expect(summary).toMatchObject({ decide: 0, verify: 0, done: ids.length });
  });
});
