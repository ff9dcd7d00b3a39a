import { describe, expect, it } from 'vitest';
import { formatNames, renderReport } from '../../src/report/formats.ts';
import { readReport } from '../../src/report/read-report.ts';
import { isOwnReport } from '../../src/tree/own-files.ts';
import { changedFile, followUp, project, report } from './support/reports.ts';

const commit = '4754f8fdaed084dffc1242c97f52a159f2125b6f';
const command = 'fw-migrate v4 shop --layout app';
const run = { version: '1.2.3', commit, command };
const content = {
  projects: [project({ files: [changedFile('a.ts', 2)], followUps: [followUp({})] })],
};

describe('every format', () => {
  it.each(formatNames)('shows how to repeat the run: %s', async (format) => {
    for (const dryRun of [true, false]) {
      const text = await renderReport(report({ ...content, run, dryRun }), format);
      expect(text).toContain(command);
      expect(text).toContain('1.2.3');
      expect(text).toContain(commit.slice(0, 12));
      expect(isOwnReport(text)).toBe(true);
    }
  });

  it.each(formatNames)('is made from a report without it as well: %s', async (format) => {
    expect(await renderReport(report(content), format)).not.toContain('Made with');
  });

  it('keeps it on one line, whatever the arguments hold', async () => {
    const odd = { ...run, command: "fw-migrate v4 'a\n::error::b\u001B[31m'" };
    for (const format of ['pretty', 'github', 'patch'] as const) {
      const text = await renderReport(report({ ...content, run: odd }), format);
      expect(text).not.toMatch(/^::error/m);
      expect(text).not.toContain('\u001B');
    }
  });
});

it('a patch of nothing stays empty', async () => {
  expect(await renderReport(report({ run }), 'patch')).toBe('');
});

it('a saved report tells it again', () => {
  expect(readReport(JSON.stringify(report({ run }))).run).toEqual(run);
});
