import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rawContentsOf } from '../apply/support/tree.ts';
import { folderWith, fwMigrate } from './support/run.ts';
import { onScreen } from './support/screen.ts';

const small = {
  'fw.config.ts': 'export default defineFwConfig({})\n',
  'pages/about.vue': '<template />\n',
  'pages/index.vue': "<script setup>\nimport { a } from '~/stores/a'\n</script>\n",
  'stores/a.ts': 'export const a = 1\n',
};

describe('a dry run on a terminal', () => {
  it('shows the summary, the edits, and a line for each folder that moves', async () => {
    const { status, screen } = await onScreen(folderWith(small), ['v4', '--dry-run']);
    expect(status).toBe(0);
    expect(screen.split('\n').slice(0, 11)).toEqual([
      'Dry run: 2 files would be moved, 1 file changed. Nothing is written.',
      '',
      'pages/index.vue → app/pages/index.vue',
      '@@ -1,3 +1,3 @@',
      ' <script setup>',
      "-import { a } from '~/stores/a'",
      "+import { a } from '~~/stores/a'",
      ' </script>',
      '',
      'fw.config.ts (Variant B → A)',
      '  ✓ pages/ → app/pages/ (2 files)',
    ]);
    expect(screen).not.toMatch(/^(?:diff --git|rename) /m);
    expect(screen).toContain(
      'For the full patch: fw-migrate v4 --dry-run --format patch\nTo migrate: fw-migrate v4\n',
    );
  });

  it('shows the full patch with --patch', async () => {
    const folder = folderWith(small);
    const { screen } = await onScreen(folder, ['v4', '-n', '--patch']);
    const [, ...patch] = fwMigrate(folder, ['v4', '-n']).stdout.split('\n');
    expect(screen).toContain(patch.join('\n'));
    expect(screen).toContain('rename to app/pages/about.vue');
    expect(screen).toContain('✓ pages/ → app/pages/ (2 files)');
    expect(screen).not.toContain('For the full patch');
  });

  it('has no edits beside a report that goes to a file', async () => {
    const { screen } = await onScreen(folderWith(small), ['v4', '-n', '--output', 'a.html']);
    expect(screen).not.toContain('@@');
    expect(screen).toContain('✓ pages/ → app/pages/ (2 files)');
  });

  it('prints one line with --quiet', async () => {
    const counts =
      '1 project, 2 files would be moved, 1 file would be changed, 0 to decide, 0 to verify.\n';
    const folder = folderWith(small);
    expect((await onScreen(folder, ['v4', '-n', '--quiet'])).screen).toBe(counts);
    expect(await onScreen(folder, ['v4', '--check', '--quiet'])).toEqual({
      status: 1,
      screen: counts,
    });
  });
});

describe('a dry run in a pipe', () => {
  it('prints the patch, with and without --patch', () => {
    const folder = folderWith(small);
    const { stdout, stderr } = fwMigrate(folder, ['v4', '-n']);
    expect(stdout).toContain('rename to app/pages/about.vue');
    expect(stderr).toContain('✓ pages/ → app/pages/ (2 files)');
    expect(fwMigrate(folder, ['v4', '-n', '--patch'])).toEqual({ status: 0, stdout, stderr });
  });

  it('prints one line with --check --quiet', () => {
    const { status, stdout, stderr } = fwMigrate(folderWith(small), ['v4', '--check', '--quiet']);
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^1 project, .* to verify\.\n$/);
  });
});

function git(folder: string, ...args: readonly string[]): string {
  const own = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];
  const { status, stdout, stderr } = spawnSync('git', [...own, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

/** Every byte below a folder, without the history, our own files and what is left out. */
function bytesIn(folder: string, leftOut: readonly string[] = []): object {
  const files = Object.entries(rawContentsOf(folder));
  return Object.fromEntries(
    files.filter(([path]) => !/^\.(?:git|fw-migrate)\//.test(path) && !leftOut.includes(path)),
  );
}

describe.each(['', 'packages/shop/'])(
  'the patch of a repository with files that git does not track, in %j',
  (base) => {
    /** A repository with its clone, and then what only its working tree has. */
    function repository(): { folder: string; clone: string } {
      const files = Object.entries({ ...small, '.gitignore': '.DS_Store\n.env\n*.gen.ts\n' });
      const top = folderWith(Object.fromEntries(files.map(([path, text]) => [base + path, text])));
      git(top, 'init', '-q');
      git(top, 'add', '-A');
      git(top, 'commit', '-qm', 'a');
      const clone = folderWith({});
      git(clone, 'clone', '-q', top, '.');
      return { folder: join(top, base), clone: join(clone, base) };
    }

    const ignored = ['pages/.DS_Store', 'pages/.env', 'plugins/a.gen.ts'];
    const untracked = {
      'pages/new page.vue': "<script setup>\r\nimport { a } from '../stores/a'\n</script>\nlast",
      'pages/empty.vue': '',
      'layouts/Über.vue': '<slot />\n',
    };

    it('is applied in a fresh clone, and gives what the run gives', () => {
      const { folder, clone } = repository();
      const here = { ...untracked, ...Object.fromEntries(ignored.map((path) => [path, 'x'])) };
      for (const [path, text] of Object.entries(here)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      symlinkSync('index.vue', join(folder, 'pages/link.vue'));
      const { status, stdout: patch, stderr } = fwMigrate(folder, ['v4', '--dry-run']);
      expect(status, stderr).toBe(0);
      expect(stderr).toContain(
        ' 3 files that would be moved are not in the patch: they are ignored by git, or untracked and binary.\n',
      );
      expect(patch).not.toMatch(/DS_Store|\.env|gen\.ts/);
      fwMigrate(folder, ['v4', '--dry-run', '--quiet', '--output', 'run.json']);
      expect(fwMigrate(folder, ['report', 'run.json', '--format', 'patch']).stdout).toBe(patch);
      rmSync(join(folder, 'run.json'));

      git(join(clone, base && '../..'), 'apply', join(folderWith({ patch }), 'patch'));
      expect(fwMigrate(folder, ['v4', '--allow-dirty', '--quiet']).status).toBe(0);
      const leftOut = ignored.map((path) => `app/${path}`);
      expect(bytesIn(clone)).toEqual(bytesIn(folder, leftOut));
      expect(Object.keys(bytesIn(folder))).toEqual(expect.arrayContaining(leftOut));
    });

    it('leaves out what is binary, and says so', () => {
      const { folder, clone } = repository();
      writeFileSync(join(folder, 'pages/a.png'), Buffer.from([0, 1, 255]));
      const { stdout: patch, stderr } = fwMigrate(folder, ['v4', '--dry-run', '--quiet']);
      expect(stderr).toMatch(/ 1 file that would be moved is not in the patch: /);
      git(join(clone, base && '../..'), 'apply', '--check', join(folderWith({ patch }), 'patch'));
    });

    it('has renames where git tracks nothing, or everything', () => {
      const { folder } = repository();
      const { stdout, stderr } = fwMigrate(folder, ['v4', '--dry-run']);
      expect(stderr).not.toContain('not in the patch');
      git(folder, 'rm', '-rq', '--cached', '.');
      expect(fwMigrate(folder, ['v4', '--dry-run']).stdout).toBe(stdout);
    });
  },
);

describe('--patch', () => {
  it('is a dry run', () => {
    const folder = folderWith(small);
    expect(fwMigrate(folder, ['v4', '--patch'])).toEqual(fwMigrate(folder, ['v4', '-n']));
  });

  it('is refused with another format on standard output', () => {
    const { status, stderr } = fwMigrate(folderWith(small), ['v4', '--patch', '--format', 'json']);
    expect(status).toBe(2);
    expect(stderr).toContain('Only one format can be written to standard output');
  });
});
