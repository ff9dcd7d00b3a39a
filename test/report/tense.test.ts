import { describe, expect, it } from 'vitest';
import { createColors } from '../../src/report/colors.ts';
import { type Format, render } from '../../src/report/formats.ts';
import type { Report } from '../../src/report/report.ts';
import { reportOf } from '../../src/report/report-of.ts';
import { fixturePlans } from './support/reports.ts';
import { pageBody } from './support/snapshots.ts';

const plans = await fixturePlans();
const look = { colors: createColors(false), width: undefined, verbose: true };
const said = /`[^`]+` (?:added|removed|updated|changed to|moved to|renamed to)\b/;
const formats = ['pretty', 'markdown', 'html'] as const;

async function textOf(format: Format, report: Report): Promise<string> {
  const text = await render(format, report, { look, version: '1.2.3' });
  return format === 'html' ? pageBody(text).replaceAll(/<\/?code>/g, '`') : text;
}

describe('what is done to options and sources', () => {
  it.each(formats)('would be done in a dry run, as %s', async (format) => {
    for (const { plan } of plans) {
      expect(await textOf(format, reportOf(plan, { dryRun: true, base: '' }))).not.toMatch(said);
    }
  });

  it.each(formats)('was done in a run, as %s', async (format) => {
    const planned = /would be (?:added|removed|updated|changed to|moved|renamed to)\b/;
    for (const { plan } of plans) {
      expect(await textOf(format, reportOf(plan, { dryRun: false, base: '' }))).not.toMatch(
        planned,
      );
    }
  });

  it('is the same change in both', () => {
    for (const { plan } of plans) {
      const [dry, run] = [true, false].map((dryRun) =>
        reportOf(plan, { dryRun, base: '' }).projects.flatMap(({ changes }) =>
          changes.map(({ message }) => message),
        ),
      );
      expect(dry?.map((text) => text.replace(' would be ', ' '))).toEqual(run);
      expect(dry?.filter((text) => !text.includes(' would be '))).toEqual([]);
    }
  });
});
