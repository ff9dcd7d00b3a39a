import { describe, expect, it } from 'vitest';
import { githubOf, sarifOf } from '../../src/report/annotations.ts';
import { createColors } from '../../src/report/colors.ts';
import { markdownOf } from '../../src/report/markdown.ts';
import { patchOf } from '../../src/report/patch.ts';
import { prettyOf } from '../../src/report/pretty.ts';
import { readReport } from '../../src/report/read-report.ts';
import { allFiles, allFollowUps } from '../../src/report/summary.ts';
import { hostileReport, hostileTexts } from './support/hostile-project.ts';
import { activeParts } from './support/markdown-parts.ts';
import { sarifProblems } from './support/sarif-schema.ts';
import { commandOf } from './support/workflow-commands.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

describe.each([true, false])('a hostile project, in a report with dryRun %s', (dryRun) => {
  it('is as hostile as it is meant to be', async () => {
    const report = await hostileReport(dryRun);
    const followUps = allFollowUps(report);
    expect(followUps.length).toBeGreaterThan(hostileTexts.length);
    const told = followUps
      .map(({ message, text, file }) => `${message}\n${text}\n${file}`)
      .join('\n');
    const diffs = allFiles(report)
      .map(({ diff }) => diff)
      .join('\n');
    for (const text of hostileTexts) expect(told + diffs).toContain(text);
    expect(allFiles(report).some(({ path }) => path.includes('\n'))).toBe(true);
  });

  it('takes over no comment', async () => {
    const markdown = markdownOf(await hostileReport(dryRun));
    const { tags, text } = activeParts(markdown);
    const ours = /^(?:<!-- fw-migrate(?::[0-9a-f]{12})? -->|<\/?(?:details|summary|code|b)>|<br>)$/;
    expect(tags.filter((tag) => !ours.test(tag))).toEqual([]);
    expect(tags.filter((tag) => tag === '<!-- fw-migrate -->')).toHaveLength(1);
    expect(tags.filter((tag) => tag === '<details>').length).toBe(
      tags.filter((tag) => tag === '</details>').length,
    );
    expect(text).not.toMatch(/@\w|#\d|GH-\d|:\/\/|www\.|\$/i);
    expect(text).not.toMatch(/\]\(|\]\[|!\[/);
    expect(markdown).not.toMatch(control);
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(65_000);
  });

  it('shows no more of a long line than what is around the place', async () => {
    const lines = markdownOf(await hostileReport(dryRun)).split('\n');
    const places = lines
      .filter((line) => line.includes('<br>'))
      .map((line) => line.split('<br>').at(-1) ?? '');
    expect(places.some((place) => place.includes('…'))).toBe(true);
    expect(Math.max(...places.map((place) => place.length))).toBeLessThan(600);
  });

  it('starts no command', async () => {
    const lines = githubOf(await hostileReport(dryRun)).split('\n');
    expect(lines.pop()).toBe('');
    for (const line of lines) {
      const command = commandOf(line);
      expect(['warning', 'notice']).toContain(command?.name);
      expect(Object.keys(command?.properties ?? {}).join()).toMatch(/^(?:file,line,col,)?title$/);
      expect(line).not.toMatch(control);
    }
  });

  it('starts no command as text', async () => {
    const report = await hostileReport(dryRun);
    const colors = createColors(false);
    const texts = [80, 30, undefined].map((width) => prettyOf(report, { colors, width }));
    for (const line of [...texts, markdownOf(report)].join('\n').split('\n')) {
      expect(commandOf(line)?.name ?? '').not.toMatch(/^[a-z-]+$/);
      expect(line).not.toContain('##[');
    }
  });

  it('is found where it is by the runner', async () => {
    const report = await hostileReport(dryRun);
    const lines = githubOf(report).split('\n');
    const named = new Set(lines.map((line) => commandOf(line)?.properties.file ?? ''));
    for (const { file, after } of allFollowUps(report)) {
      const now = report.base + (dryRun ? file : (after?.file ?? file));
      if (!control.test(now)) expect(named).toContain(now);
    }
  });

  it('is valid SARIF', async () => {
    const text = sarifOf(await hostileReport(dryRun), { version: '1.0.0' });
    const log = JSON.parse(text);
    expect(sarifProblems(log)).toEqual([]);
    const [{ results }] = log.runs;
    for (const { message, locations } of results) {
      expect(message.text).not.toMatch(control);
      expect(message.text).not.toMatch(/(?<!\\)\]\(/);
      expect(locations[0].physicalLocation.artifactLocation.uri).toMatch(/^[\w.~!*'()%/-]+$/);
    }
  });

  it('comes through JSON and the patch unharmed', async () => {
    const report = await hostileReport(dryRun);
    expect(readReport(JSON.stringify(report), 'x.json')).toEqual(report);
    const headers = patchOf(report)
      .split('\n')
      .filter((line) => line.startsWith('diff --git '));
    expect(headers).toHaveLength(allFiles(report).length);
  });
});
