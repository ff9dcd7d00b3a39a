import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createColors } from '../../src/report/colors.ts';
import { render } from '../../src/report/formats.ts';
import { reportOf } from '../../src/report/report-of.ts';
import { migratedFixtures, named, planOf } from '../repository/support/project-fixtures.ts';
import { expectText, isUpdating } from '../support/expected-files.ts';
import {
  inFull,
  pageBody,
  reportFormats,
  snapshotFile,
  snapshotFolder,
} from './support/snapshots.ts';

describe.each(named(migratedFixtures))('%s', (name, fixture) => {
  it('is reported as before', async () => {
    const report = reportOf(await planOf(fixture), { dryRun: true, base: '' });
    const look = { colors: createColors(false), width: 80 };
    for (const format of reportFormats(name)) {
      const text = await render(format, report, { look, version: '1.2.3' });
      expectText(snapshotFile(name, format), format === 'html' ? pageBody(text) : text);
    }
  });
});

it('no snapshot is left of a project that is gone', () => {
  const known = migratedFixtures.map(({ name }) => name);
  const isGone = (file: string) => !known.includes(file.replace(/\.\w+$/, ''));
  const gone = readdirSync(snapshotFolder).filter(isGone);
  if (isUpdating) for (const file of gone) rmSync(join(snapshotFolder, file));
  else expect(gone).toEqual([]);
  expect(inFull.filter((name) => !known.includes(name))).toEqual([]);
});
