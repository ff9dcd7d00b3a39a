import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import {
  planMigration,
  ReportProblem,
  readReport,
  renderReport,
  snapshotOf,
} from '../../src/index.ts';
import { folderWith, fwMigrate } from '../cli/support/run.ts';

const files = {
  'fw.config.ts':
    "export default { dir: { static: 'files' }, experimental: { templateUtils: true } }\n",
  'pages/index.vue': '<template></template>\n',
};

describe('renderReport', () => {
  it.each(['markdown', 'json', 'sarif', 'github', 'html', 'patch'] as const)(
    'gives the bytes that a dry run prints: %s',
    async (format) => {
      const { status, stdout, stderr } = fwMigrate(folderWith(files), [
        'v4',
        '--dry-run',
        '--format',
        format,
      ]);
      expect(status, stderr).toBe(0);
      const plan = await planMigration(snapshotOf(files));
      // Only the command knows when and how it was called.
      const date = new Date().toISOString().slice(0, 10);
      const { projects, ...start } = readReport(await renderReport(plan, 'json'));
      const { schemaVersion, target, dryRun, base, ...rest } = start;
      const run = { date, version: packageJson.version, command: 'fw-migrate v4' };
      const report = { schemaVersion, target, dryRun, base, run, projects, ...rest };
      expect(await renderReport(report, format)).toBe(stdout);
    },
  );

  it('renders a report that was saved like the plan that it comes from', async () => {
    const plan = await planMigration(snapshotOf(files));
    const report = readReport(await renderReport(plan, 'json'));
    for (const format of ['pretty', 'markdown', 'sarif', 'patch'] as const)
      expect(await renderReport(report, format)).toBe(await renderReport(plan, format));
  });

  it('says that a plan was carried out, and where its paths are read from', async () => {
    const plan = await planMigration(snapshotOf(files));
    const report = readReport(
      await renderReport(plan, 'json', { dryRun: false, base: 'packages/shop/' }),
    );
    expect(report).toMatchObject({ dryRun: false, base: 'packages/shop/' });
    expect(await renderReport(report, 'patch')).toContain('packages/shop/fw.config.ts');
  });

  it('has colours only where they are asked for', async () => {
    const plan = await planMigration(snapshotOf(files));
    expect(await renderReport(plan, 'pretty')).not.toContain('\u001B[');
    expect(await renderReport(plan, 'pretty', { colors: true })).toContain('\u001B[');
  });
});

describe('readReport', () => {
  it.each(['', '{}', '[]', '{"schemaVersion":1}'])('refuses what is not a report: %s', (text) => {
    expect(() => readReport(text)).toThrow(ReportProblem);
    expect(() => readReport(text, 'saved.json')).toThrow(/^saved\.json: /);
  });
});
