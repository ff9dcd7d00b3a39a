import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { fwFollowUps } from '../../src/catalogue/index.ts';
import { sarifOf } from '../../src/report/annotations.ts';
import { exampleReport, fixtureReports, followUp, project, report } from './support/reports.ts';
import { sarifProblems } from './support/sarif-schema.ts';

const version = '1.2.3';

function runOf(text: string) {
  return JSON.parse(text).runs[0];
}

/** The anchors that a code-hosting site makes of the headings of a page of this checkout. */
function anchorsOf(path: string): string[] {
  const page = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

describe('SARIF', () => {
  it('is valid for every fixture', async () => {
    for (const one of await fixtureReports()) {
      const text = sarifOf(one, { version });
      expect(sarifProblems(JSON.parse(text))).toEqual([]);
      expect(text.endsWith('}\n')).toBe(true);
    }
  });

  it('is refused by the schema where it is not SARIF', () => {
    expect(sarifProblems({ version: '2.1.0', runs: [{ tool: {} }] })).not.toEqual([]);
    expect(
      sarifProblems({ ...JSON.parse(sarifOf(report({}), { version })), surprise: 1 }),
    ).not.toEqual([]);
  });

  it('tells a finding with its rule and its place', async () => {
    const { tool, results, columnKind } = runOf(sarifOf(await exampleReport(), { version }));
    expect(columnKind).toBe('utf16CodeUnits');
    expect(tool.driver).toMatchObject({ name: 'fw-migrate', version });
    const [silent, first] = results;
    expect(silent).toMatchObject({ ruleId: 'generate-exclude-active', level: 'note' });
    expect(first).toEqual({
      ruleId: 'removed-experimental',
      ruleIndex: 3,
      level: 'warning',
      message: {
        text: 'Variant A has no `templateUtils` (`experimental.templateUtils`): used here. Replace it with your own functions.',
      },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'modules/search.ts', uriBaseId: '%SRCROOT%' },
            region: { startLine: 3, startColumn: 52 },
          },
        },
      ],
      partialFingerprints: { 'fwMigrateFollowUp/v1': expect.stringMatching(/^[0-9a-f]{12}$/) },
    });
    expect(tool.driver.rules[first.ruleIndex]).toMatchObject({
      id: 'removed-experimental',
      shortDescription: { text: 'An experimental option that Variant A no longer has' },
      defaultConfiguration: { level: 'warning' },
    });
    expect(results.map(({ level }: { level: string }) => level)).toEqual([
      'note',
      'warning',
      ...Array(2).fill('note'),
    ]);
  });

  it('has a rule for every code, once, also for codes of others', () => {
    const codes = ['mine', 'dynamic-path', 'mine', 'toString', '__proto__'];
    const followUps = codes.map((code, index) => followUp({ code, line: index + 1 }));
    const text = sarifOf(report({ projects: [project({ followUps })] }), { version });
    expect(sarifProblems(JSON.parse(text))).toEqual([]);
    const { tool, results } = runOf(text);
    const ids = tool.driver.rules.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(['__proto__', 'dynamic-path', 'mine', 'toString']);
    expect(results.map(({ ruleIndex }: { ruleIndex: number }) => ids[ruleIndex])).toEqual(codes);
  });

  it('explains every rule of ours, and leads to its place in the docs', () => {
    const codes = Object.keys(fwFollowUps);
    const followUps = [...codes, 'mine'].map((code) => followUp({ code }));
    const { tool } = runOf(sarifOf(report({ projects: [project({ followUps })] }), { version }));
    const { informationUri, rules } = tool.driver;
    expect(packageJson.repository.url).toBe(`git+${informationUri}.git`);
    const known = rules.filter(({ id }: { id: string }) => id !== 'mine');
    expect(known).toHaveLength(codes.length);
    for (const { id, help, helpUri } of known) {
      expect(helpUri.startsWith(`${informationUri}/blob/HEAD/`), helpUri).toBe(true);
      const [path, anchor] = helpUri.slice(`${informationUri}/blob/HEAD/`.length).split('#');
      expect(anchorsOf(path), id).toContain(anchor);
      expect(help.text).not.toContain('`');
      expect(help.markdown).toContain(`](${helpUri})`);
    }
    expect(rules.find(({ id }: { id: string }) => id === 'mine')).not.toHaveProperty('helpUri');
  });

  it('names further places, and encodes their paths', () => {
    const place = (file: string) => ({ file, line: 3, column: 4, text: '' });
    const reason = 'the data is passed on';
    const [first, ...others] = [
      place('pages/[id] #1?.vue'),
      { ...place('100%/ü:x.ts'), reason },
      place('a\\b\nc'),
    ];
    const own = followUp({ ...first, evidence: [first, ...others] });
    const text = sarifOf(report({ base: 'my app/', elsewhere: { files: [], followUps: [own] } }), {
      version,
    });
    expect(sarifProblems(JSON.parse(text))).toEqual([]);
    const [{ locations, relatedLocations }] = runOf(text).results;
    const uris = [...locations, ...relatedLocations].map(
      ({ physicalLocation }) => physicalLocation.artifactLocation.uri,
    );
    expect(uris).toEqual([
      'my%20app/pages/%5Bid%5D%20%231%3F.vue',
      'my%20app/100%25/%C3%BC%3Ax.ts',
      'my%20app/a%5Cb%0Ac',
    ]);
    expect(relatedLocations.map(({ id }: { id: number }) => id)).toEqual([1, 2]);
    expect(
      relatedLocations.map(({ message }: { message: { text: string } }) => message.text),
    ).toEqual(['Place 2 of 3: the data is passed on.', 'Place 3 of 3.']);
  });

  it('tells where things are now, and how they stand against an earlier run', () => {
    const after = { file: 'app/x.ts', line: 7, column: 8, text: '' };
    const followUps = (['new', 'open', 'done'] as const).map((status) =>
      followUp({ status, after }),
    );
    const of = (dryRun: boolean) =>
      runOf(sarifOf(report({ dryRun, projects: [project({ followUps })] }), { version }));
    expect(
      of(true).results.map(({ baselineState }: { baselineState: string }) => baselineState),
    ).toEqual(['new', 'unchanged', 'absent']);
    expect(of(true).results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(
      'fw.config.ts',
    );
    expect(of(false).results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'app/x.ts', uriBaseId: '%SRCROOT%' },
      region: { startLine: 7, startColumn: 8 },
    });
  });

  it('makes no link of a message, and no URI of half a character', () => {
    const own = followUp({ message: 'see [it](javascript:alert(1))\u001b[0m', file: 'a\ud800.ts' });
    const [result] = runOf(
      sarifOf(report({ elsewhere: { files: [], followUps: [own] } }), { version }),
    ).results;
    expect(result.message.text).toBe('see [it\\](javascript:alert(1))�[0m');
    expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe('a%EF%BF%BD.ts');
  });
});
