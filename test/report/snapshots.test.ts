import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pc from 'picocolors';
import { describe, expect, it } from 'vitest';
import { type PlanOptions, planRepository } from '../../src/plan/repository.ts';
import { readSnapshot } from '../../src/project/disk.ts';
import { type Format, formatNames, render } from '../../src/report/formats.ts';
import { reportOf } from '../../src/report/report-of.ts';
import { transforms } from '../../transforms/index.ts';

const fixtures = fileURLToPath(new URL('../../__testfixtures__', import.meta.url));

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

const projects = readdirSync(join(fixtures, 'projects')).filter(
  (name) => !existsSync(join(fixtures, 'projects', name, 'error.txt')),
);

describe.each(projects)('%s', (name) => {
  it('is reported as before', async () => {
    const folder = join(fixtures, 'projects', name);
    const path = join(folder, 'options.json');
    const options = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<PlanOptions>) : {};
    const steps = [{ kind: 'transforms', transforms } as const];
    const plan = await planRepository(readSnapshot(join(folder, 'input')), { ...options, steps });
    const report = reportOf(plan, { dryRun: true, base: '' });
    const look = { colors: pc.createColors(false), width: 80, prefix: '' };
    for (const format of inFull.includes(name) ? formatNames : short) {
      const text = await render(format, report, { look, version: '1.2.3' });
      const file = join(fixtures, 'reports', `${name}.${endings[format]}`);
      await expect(format === 'html' ? body(text) : text).toMatchFileSnapshot(file);
    }
  });
});

it('no snapshot is left of a project that is gone', () => {
  const names = readdirSync(join(fixtures, 'reports')).map((file) => file.replace(/\.\w+$/, ''));
  expect([...new Set(names)].filter((name) => !projects.includes(name))).toEqual([]);
  expect(inFull.filter((name) => !projects.includes(name))).toEqual([]);
});

/** The page without its style and scripts, which are the same for all. */
function body(page: string): string {
  return page.replace(/^.*<body[^>]*>/s, '').replace(/<(style|script)\b.*?<\/\1>/gs, '');
}
