import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { githubOf, sarifOf } from '../../src/report/annotations.ts';
import { markdownOf } from '../../src/report/markdown.ts';
import { newFileText, patchOf } from '../../src/report/patch.ts';
import { ReportProblem, readReport } from '../../src/report/read-report.ts';
import type { Report } from '../../src/report/report.ts';
import { roundsOf } from '../support/sample.ts';
import {
  changedFile,
  exampleReport,
  fixtureReports,
  followUp,
  project,
  report,
} from './support/reports.ts';

function refusalOf(text: string): string {
  try {
    readReport(text, 'old.json');
  } catch (error) {
    if (error instanceof ReportProblem) return error.message;
    throw error;
  }
  throw new Error('It was taken');
}

/** Reads a text, and shows what was read in every format; whatever is not refused must come through. */
function readAndRender(text: string): 'read' | 'refused' {
  let read: Report;
  try {
    read = readReport(text, 'old.json');
  } catch (error) {
    if (error instanceof ReportProblem) return 'refused';
    throw error;
  }
  const texts = [markdownOf(read), githubOf(read), patchOf(read), sarifOf(read, { version: '1' })];
  expect(texts.map((one) => typeof one)).toEqual(texts.map(() => 'string'));
  return 'read';
}

describe('a report that was saved', () => {
  it('is the same when it is read again', async () => {
    for (const one of await fixtureReports()) {
      expect(readReport(JSON.stringify(one), 'old.json')).toEqual(one);
      expect(readReport(`\uFEFF${JSON.stringify(one, null, 2)}\n`, 'old.json')).toEqual(one);
    }
  });

  it('is still a part where it was one', () => {
    const part = report({ shard: { index: 2, count: 2 } });
    expect(readReport(JSON.stringify(part), 'old.json')).toEqual(part);
  });
});

describe('what is no report', () => {
  let example: Report;

  beforeAll(async () => {
    example = await exampleReport();
  });

  it.each([
    ['', 'old.json: This is not JSON.'],
    ['{"schemaVersion": 1', 'old.json: This is not JSON.'],
    ['[]', 'old.json: This is JSON, but not a report of fw-migrate.'],
    ['null', 'old.json: This is JSON, but not a report of fw-migrate.'],
    ['{"name": "shop"}', 'old.json: This is JSON, but not a report of fw-migrate.'],
    ['{"schemaVersion": 2}', 'old.json: The schemaVersion is not 1.'],
    ['{"schemaVersion": "1"}', 'old.json: The schemaVersion is not 1.'],
    [
      '{"schemaVersion": 1}',
      'old.json: This is not a report of fw-migrate: `target` should be one of v4, but is missing.',
    ],
  ])('is refused with a reason: %s', (text, reason) => {
    const message = refusalOf(text);
    expect(message).toContain(reason);
    expect(message).toMatch(/\n.*again/);
  });

  it.each<[string, (one: Report) => object]>([
    ['projects[0].root', (one) => ({ projects: [{ ...one.projects[0], root: 7 }] })],
    ['projects[0].surprise', (one) => ({ projects: [{ ...one.projects[0], surprise: 7 }] })],
    ['summary.moved', (one) => ({ summary: { ...one.summary, moved: -1 } })],
    ['base', () => ({ base: 'apps' })],
    ['base', () => ({ base: '../' })],
    ['shard', () => ({ shard: '1/2' })],
    ['shard', () => ({ shard: { index: 3, count: 2 } })],
    ['shard.index', () => ({ shard: { index: 0, count: 2 } })],
    ['shard.count', () => ({ shard: { index: 1, count: 1 } })],
    ['shard.count', () => ({ shard: { index: 1, count: 10_000 } })],
    ['shard.of', () => ({ shard: { index: 1, count: 2, of: 3 } })],
    ['elsewhere.files', (one) => ({ elsewhere: { ...one.elsewhere, files: {} } })],
    [
      'elsewhere.followUps[0].line',
      () => ({ elsewhere: { files: [], followUps: [followUp({ line: 0 })] } }),
    ],
    [
      'elsewhere.followUps[0].text',
      () => ({ elsewhere: { files: [], followUps: [{ ...followUp({}), text: [] }] } }),
    ],
  ])('is refused where %s is wrong', (at, change) => {
    expect(refusalOf(JSON.stringify({ ...example, ...change(example) }))).toMatch(
      new RegExp(`\`${at.replace(/[[\]]/g, '\\$&')}\` (?:should be |is unknown)`),
    );
  });

  it.each(['__proto__', 'constructor', 'toString'])('is refused with a field %s', (name) => {
    const text = JSON.stringify(example).replace('"target"', `"${name}":{"dryRun":true},"target"`);
    expect(refusalOf(text)).toContain(`\`${name}\` is unknown`);
  });

  it('is refused where it is too deep, or plays with prototypes', () => {
    const withValue = (value: string) => {
      const before = { kind: 'value', value: 'HERE', from: 'default' } as const;
      const options = [
        { option: 'css', before, after: { kind: 'unset' }, change: 'changed' } as const,
      ];
      return JSON.stringify(report({ projects: [project({ options })] })).replace('"HERE"', value);
    };
    expect(readAndRender(withValue('[{"a":[1,null]}]'))).toBe('read');
    expect(refusalOf(withValue(`${'['.repeat(50_000)}${']'.repeat(50_000)}`))).toContain(
      'levels deep',
    );
    expect(refusalOf(withValue('{"__proto__":{"x":1}}'))).toContain('should be left out');
    expect(refusalOf(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toContain('not a report');
  });

  it.each(['/etc/passwd', '../x', 'a/../../x', 'C:\\x', '..\\x', 'a\0b'])(
    'has no path %j',
    (path) => {
      const good = changedFile('x', 1);
      for (const file of [
        { ...good, path },
        { ...good, from: path },
      ])
        expect(
          refusalOf(JSON.stringify(report({ projects: [project({ files: [file] })] }))),
        ).toContain('a path inside');
      const own = followUp({ file: path });
      expect(
        refusalOf(JSON.stringify(report({ elsewhere: { files: [], followUps: [own] } }))),
      ).toContain('a path inside');
    },
  );

  it.each([
    ['of another file', changedFile('.github/workflows/x.yml', 1).diff],
    ['of two files', changedFile('x', 1).diff + changedFile('y', 1).diff],
    [
      'of a second file without a header',
      `${changedFile('x', 1).diff}--- a/y\n+++ b/y\n@@ -0,0 +1,1 @@\n+z\n`,
    ],
    ['of a file outside', changedFile('../x', 1).diff],
    ['with a rename', changedFile('x', 1).diff.replace('---', 'rename from x\nrename to y\n---')],
    ['that ends too early', changedFile('x', 3).diff.slice(0, -20)],
    ['that is none', 'rm -rf'],
  ])('has a diff %s', (_, diff) => {
    const files = [{ path: 'x', by: [], diff }];
    expect(refusalOf(JSON.stringify(report({ projects: [project({ files })] })))).toContain(
      'the diff of "x"',
    );
    const good = report({ projects: [project({ files: [changedFile('x', 1)] })] });
    expect(readAndRender(JSON.stringify(good))).toBe('read');
  });

  it.each([
    ['', true],
    [newFile('x'), true],
    [newFile('x', ''), true],
    [newFile('x').replace('100644', '120000'), true],
    [newFile('x').replace('100644', '100755'), false],
    [newFile('.github/workflows/x.yml'), false],
    [newFile('x') + newFile('y'), false],
    [`${newFile('x')}--- /dev/null\n+++ b/y\n@@ -0,0 +1,1 @@\n+z\n`, false],
    [changedFile('x', 1).diff, false],
  ])('has only the file itself as a new one in a patch for others: %j', (patch, isGood) => {
    const files = [{ ...changedFile('x', 1), patch }];
    const text = JSON.stringify(report({ projects: [project({ files })] }));
    if (isGood) expect(readAndRender(text)).toBe('read');
    else expect(refusalOf(text)).toContain('"x" as a new file');
  });
});

/** What the patch holds of a file that git does not track. */
function newFile(path: string, text = 'one\ntwo'): string {
  return newFileText({ from: path, to: path, kind: 'file', by: [] }, text, '');
}

describe('any text', () => {
  const json = fc.jsonValue({ maxDepth: 6 });
  const counts = { read: 0, refused: 0 };

  it('is read and shown in every format, or refused', () => {
    fc.assert(fc.property(fc.string(), (text) => void readAndRender(text)));
    fc.assert(fc.property(json, (value) => void readAndRender(JSON.stringify(value))));
  });

  it('that was a report, and of which a part is another one now, is read and shown, or refused', async () => {
    const original = JSON.stringify(await exampleReport());
    const places = placesIn(JSON.parse(original));
    const part = fc.oneof(
      json,
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '',
        '../x',
        '/x',
        'done',
        'verify',
        'toString',
        '`',
        '\n::error::x',
        null,
        [],
        {},
        -1,
        1e300,
      ),
    );
    const property = fc.property(fc.constantFrom(...places), part, (place, value) => {
      const changed = JSON.parse(original);
      place.slice(0, -1).reduce((holder, key) => holder[key], changed)[place.at(-1) ?? ''] = value;
      counts[readAndRender(JSON.stringify(changed))] += 1;
    });
    fc.assert(property, { numRuns: roundsOf(500, 1500) });
    expect(counts.read).toBeGreaterThan(100);
    expect(counts.refused).toBeGreaterThan(100);
  });
});

function placesIn(
  value: unknown,
  at: readonly (string | number)[] = [],
): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inner = Object.entries(value).flatMap(([key, item]) => placesIn(item, [...at, key]));
  return at.length === 0 ? inner : [at, ...inner];
}
