import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import { describe, expect, it } from 'vitest';
import { readAs } from '../../src/catalogue/shape.ts';
import {
  campaignMarkdown,
  campaignOf,
  campaignText,
  earlierCampaign,
  type Outcome,
} from '../../src/report/campaign.ts';
import { campaignHtml } from '../../src/report/html.ts';
import type { Report } from '../../src/report/report.ts';
import { folderWith, fwMigrate } from '../cli/support/run.ts';
import { hostileReport } from './support/hostile-project.ts';
import { activeParts } from './support/markdown-parts.ts';
import { changedFile, exampleReport, followUp, project, report } from './support/reports.ts';
import { openAll, shownIn } from './support/shown-page.ts';

const look = { colors: pc.createColors(false), width: 100 };

const open = followUp({ code: 'install-framework', kind: 'verify' });
const silent = followUp({ code: 'glob-split', kind: 'decide', breaksSilently: true });
const several = followUp({
  code: 'changed-default',
  kind: 'verify',
  evidence: [1, 2, 3].map((line) => ({ file: 'a.ts', line, column: 1, text: 'x' })),
});

function of(parts: Parameters<typeof project>[0], dryRun = false): Report {
  return report({ dryRun, projects: [project(parts)] });
}

const outcomes: readonly Outcome[] = [
  { name: 'todo', report: of({ files: [changedFile('a.ts', 1)], followUps: [open] }, true) },
  { name: 'done', report: of({ followUps: [{ ...open, status: 'done' }] }) },
  { name: 'quiet', report: of({}, true) },
  { name: 'open', report: of({ followUps: [open, several, silent] }) },
  { name: 'left', report: of({ isRefused: true, followUps: [followUp({ message: 'Because.' })] }) },
  { name: 'failed', problem: 'There is no config.' },
];

describe('a campaign', () => {
  it('tells the state of each repository, what needs most attention first', () => {
    const { repositories } = campaignOf(outcomes);
    expect(
      repositories.map(({ name, state, decide, verify, why }) => [
        name,
        state,
        decide,
        verify,
        ...why,
      ]),
    ).toEqual([
      ['failed', 'refused', 0, 0, 'There is no config.'],
      ['left', 'refused', 1, 0, 'Because.'],
      ['todo', 'to-do', 0, 1],
      ['open', 'open', 1, 2],
      ['done', 'migrated', 0, 0],
      ['quiet', 'migrated', 0, 0],
    ]);
  });

  it('counts follow-ups by code with repositories and places, what breaks silently first', () => {
    const { codes } = campaignOf(outcomes);
    expect(
      codes.map(({ code, repositories, followUps, places }) => [
        code,
        repositories,
        followUps,
        places,
      ]),
    ).toEqual([
      ['glob-split', 1, 1, 1],
      ['install-framework', 2, 2, 2],
      ['changed-default', 1, 1, 3],
      [followUp({}).code, 1, 1, 1],
    ]);
    expect(codes[0]).toMatchObject({ breaksSilently: true, kind: 'decide' });
  });

  it('says what a typical repository needs', () => {
    expect(campaignOf(outcomes).typical).toEqual({
      moved: 0,
      changed: 0,
      decide: 0,
      verify: 0,
      codes: [],
    });
    const [todo, , , needy] = outcomes;
    const few = [todo, needy].flatMap((one) => one ?? []);
    expect(campaignOf(few).typical.codes).toEqual([
      'glob-split',
      'install-framework',
      'changed-default',
    ]);
  });

  it('shows progress against an earlier one', () => {
    const earlier = campaignOf([
      ...outcomes.filter(({ name }) => name !== 'done' && name !== 'quiet'),
      { name: 'done', report: of({ followUps: [open, silent] }) },
      { name: 'gone', report: of({}) },
    ]);
    const now = campaignOf(outcomes, earlier);
    expect(now.gone).toEqual(['gone']);
    expect(now.repositories.find(({ name }) => name === 'done')?.before).toEqual({
      ...{ state: 'open', decide: 1, verify: 1 },
    });
    const sentence =
      'Since the earlier campaign: 1 repository newly migrated, 7 → 5 open follow-ups, 1 new, 1 no longer there.';
    expect(campaignText(now, look)).toContain(sentence);
    expect(campaignMarkdown(now)).toContain('| `done` | migrated | 1 | 0 | 0 | open, 2 open |');
    expect(campaignHtml(now, outcomes)).toContain(sentence);
  });

  it('is checked when it is read again', () => {
    const campaign = campaignOf(outcomes);
    expect(readAs(earlierCampaign, JSON.stringify(campaign))).toEqual(campaign);
    expect(
      readAs(earlierCampaign, JSON.stringify({ ...campaign, repositories: [{ name: 'x' }] })),
    ).toBeUndefined();
  });
});

describe('a hostile campaign', () => {
  const hostile = [
    '<img src=x onerror=alert(1)>',
    'a|b\\|c',
    '`x`',
    '\u001b[31mred',
    'x\n::error::y',
    '@team #1',
  ];

  async function campaign() {
    const bad = await hostileReport(true);
    return campaignOf([
      ...hostile.map((name) => ({ name, report: bad })),
      ...hostile.map((problem, index) => ({ name: `failed ${index}`, problem })),
    ]);
  }

  it('has no control character and no command on a terminal', async () => {
    const text = campaignText(await campaign(), { ...look, verbose: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(text).not.toMatch(/^\s*::/m);
  });

  it('breaks out of no cell of a table', async () => {
    const markdown = campaignMarkdown(await campaign());
    const { tags, text } = activeParts(markdown);
    expect(tags.filter((tag) => !/^<(?:!-- fw-migrate --|br)>$/.test(tag))).toEqual([]);
    expect(text).not.toMatch(/@\w|#\d/);
    const rows = markdown.split('\n').filter((line) => line.startsWith('| '));
    const cells = rows.map((row) => row.replace(/\\[\\|]/g, '').split('|').length);
    expect(new Set(cells)).toEqual(new Set([8, 7]));
  });

  it('puts no markup into the page', async () => {
    const page = campaignHtml(await campaign(), [
      { name: hostile[0] ?? '', report: await hostileReport(true) },
    ]);
    expect(page).not.toContain('<img');
    const shown = openAll(shownIn(page));
    expect(shown.all('img')).toEqual([]);
    expect(shown.textContent).toContain('<img src=x onerror=alert(1)>');
  });
});

describe('fw-migrate report --campaign', () => {
  it('takes files and folders, writes every format, and goes over its own results', async () => {
    const text = JSON.stringify(await exampleReport(), undefined, 2);
    const cwd = folderWith({
      'all/shop.json': text,
      'all/legacy.error': 'Two configs.\n',
      'blog.json': text,
    });
    const run = (...args: readonly string[]) =>
      fwMigrate(cwd, ['report', '--campaign', 'all', 'blog.json', ...args]);
    const outputs = ['json', 'md', 'html', 'txt'].flatMap((ending) => [
      '--output',
      `all/campaign.${ending}`,
    ]);
    expect(run(...outputs)).toMatchObject({ status: 0, stdout: '' });
    const first = JSON.parse(readFileSync(join(cwd, 'all/campaign.json'), 'utf8'));
    expect(first.repositories.map(({ name }: { name: string }) => name)).toEqual([
      'legacy',
      'blog',
      'shop',
    ]);
    expect(run(...outputs, '--baseline', 'all/campaign.json')).toMatchObject({ status: 0 });
    const { stdout } = run();
    expect(stdout).toContain(
      '3 repositories: 0 migrated, 0 with open follow-ups, 2 to do, 1 refused.',
    );
    expect(stdout).toContain('Two configs.');
  });

  it('refuses what is no report, a format that it does not have, and two outcomes of one repository', async () => {
    const cwd = folderWith({
      'a/x.json': '{}',
      'b/y.error': '1',
      'b/y.json': JSON.stringify(await exampleReport()),
    });
    const run = (...args: readonly string[]) => fwMigrate(cwd, ['report', '--campaign', ...args]);
    expect(run('a')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('not a report of fw-migrate'),
    });
    expect(run('b', '--format', 'sarif')).toMatchObject({
      ...{ status: 2, stderr: expect.stringContaining('Invalid format `sarif` for a campaign') },
    });
    expect(run('b')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('two reports for this repository'),
    });
    expect(run('b/y.json', '--baseline', 'a/x.json')).toMatchObject({
      ...{ status: 2, stderr: expect.stringContaining('This is not a campaign of fw-migrate') },
    });
  });
});
