import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pc from 'picocolors';
import { describe, expect, it } from 'vitest';
import { type Format, formatNames, render } from '../../src/report/formats.ts';
import { reportOf } from '../../src/report/report-of.ts';
import { migratedFixtures, named, planIn } from '../repository/support/project-fixtures.ts';
import { expectText, isUpdating } from '../support/expected-files.ts';

const reports = fileURLToPath(new URL('../../__testfixtures__/reports', import.meta.url));

const endings: { readonly [format in Format]: string } = {
  pretty: 'txt',
  markdown: 'md',
  json: 'json',
  sarif: 'sarif',
  github: 'github',
  html: 'html',
  patch: 'patch',
};

/** Projects whose reports are kept in every format; of the others those that are short. */
const inFull = [
  'config-that-cannot-be-read-is-left-and-the-others-go-on',
  'monorepo-plans-each-app-with-its-own-root',
  'odd-file-names-move-along',
  'options-that-end-are-replaced',
  'paths-named-in-configs-of-tools-are-reported',
  'uses-of-changed-defaults-are-listed',
];
const short: readonly Format[] = ['pretty', 'github'];

describe.each(named(migratedFixtures))('%s', (name, { input, options, git }) => {
  it('is reported as before', async () => {
    const report = reportOf(await planIn(input, options, git), { dryRun: true, base: '' });
    const look = { colors: pc.createColors(false), width: 80, prefix: '' };
    for (const format of inFull.includes(name) ? formatNames : short) {
      const text = await render(format, report, { look, version: '1.2.3' });
      expectText(join(reports, `${name}.${endings[format]}`), format === 'html' ? body(text) : text);
    }
  });
});

it('no snapshot is left of a project that is gone', () => {
  const known = migratedFixtures.map(({ name }) => name);
  const isGone = (file: string) => !known.includes(file.replace(/\.\w+$/, ''));
  const gone = readdirSync(reports).filter(isGone);
  if (isUpdating) for (const file of gone) rmSync(join(reports, file));
  else expect(gone).toEqual([]);
  expect(inFull.filter((name) => !known.includes(name))).toEqual([]);
});

/** The page without its style and scripts, which are the same for all. */
function body(page: string): string {
  return page.replace(/^.*<body[^>]*>/s, '').replace(/<(style|script)\b.*?<\/\1>/gs, '');
}
