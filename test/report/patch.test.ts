import { expect, it } from 'vitest';
import { patchOf, patchText } from '../../src/report/patch.ts';
import { reportOf } from '../../src/report/report-of.ts';
import { fixturePlans } from './support/reports.ts';

it('gives the patch of the plan, byte by byte, for every fixture', async () => {
  for (const { plan } of await fixturePlans()) {
    for (const base of ['', 'apps/my shop/'])
      expect(patchOf(reportOf(plan, { dryRun: true, base }))).toBe(
        plan.files.map((file) => patchText(file, base)).join(''),
      );
  }
});
