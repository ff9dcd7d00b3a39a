import { describe, expect, it } from 'vitest';
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
      'To migrate: fw-migrate v4\nFor the full patch: fw-migrate v4 --dry-run --patch\n',
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
    const counts = '1 project, 2 files would be moved, 1 file would be changed, 0 to decide, 0 to verify.\n';
    const folder = folderWith(small);
    expect((await onScreen(folder, ['v4', '-n', '--quiet'])).screen).toBe(counts);
    expect(await onScreen(folder, ['v4', '--check', '--quiet'])).toEqual({ status: 1, screen: counts });
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

describe('--patch', () => {
  it.each([
    [['--patch'], '--patch shows the patch of a dry run. Add --dry-run'],
    [['-n', '--patch', '--format', 'json'], 'Only one format can go to standard output'],
  ])('is refused in %j', (args, message) => {
    const { status, stderr } = fwMigrate(folderWith(small), ['v4', ...args]);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});
