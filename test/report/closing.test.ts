import { describe, expect, it } from 'vitest';
import { closedText } from '../../src/report/closed-text.ts';
import { closeFollowUps, reopenFollowUps, withBaseline } from '../../src/report/ledger.ts';
import { jsonText } from '../../src/report/printing.ts';
import { ReportProblem, readReport } from '../../src/report/read-report.ts';
import type { Report } from '../../src/report/report.ts';
import { allFollowUps } from '../../src/report/summary.ts';
import { followUp, project, report } from './support/reports.ts';

const ids = ['3f2a91bc04de', '3f2a00000001', '77c0aa00bb11'] as const;

const saved = report({
  dryRun: false,
  projects: [
    project({
      followUps: [
        followUp({ id: ids[0] }),
        followUp({
          id: ids[1],
          code: 'changed-default',
          kind: 'verify',
          line: 9,
          text: '  useData()',
        }),
      ],
    }),
  ],
  elsewhere: {
    files: [],
    followUps: [followUp({ id: ids[2], file: 'Dockerfile', text: 'COPY pages .' })],
  },
});

function find(of: Report, id: string) {
  return allFollowUps(of).find((one) => one.id === id);
}

describe('close', () => {
  it('closes by id, with a note, and counts', () => {
    const { report: closed, changed } = closeFollowUps(saved, [ids[0], ids[2]], 'asked the team');
    expect(changed.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    expect(find(closed, ids[2])).toMatchObject({
      closed: true,
      status: 'done',
      note: 'asked the team',
    });
    expect(closed.summary).toMatchObject({ decide: 0, verify: 1, done: 2 });
    expect(find(closed, ids[1])).toEqual(find(saved, ids[1]));
  });

  it('takes the first letters of an id', () => {
    expect(find(closeFollowUps(saved, ['77c0']).report, ids[2])?.closed).toBe(true);
    expect(() => closeFollowUps(saved, ['7'])).toThrow(ReportProblem);
    expect(() => closeFollowUps(saved, ['3f2a'])).toThrow(
      '2 follow-ups start with `3f2a`: 3f2a91bc04de, 3f2a00000001. Use more characters of the id.',
    );
  });

  it('suggests the nearest id, and says where all are', () => {
    const hint =
      '`fw-migrate report` lists all; if you saw it in a dry run, run `fw-migrate v4` first to save it.';
    expect(() => closeFollowUps(saved, ['3f2a91bc04dd'])).toThrow(
      `The report has no follow-up \`3f2a91bc04dd\`. Nothing was changed. Did you mean \`3f2a91bc04de\`? ${hint}`,
    );
    expect(() => closeFollowUps(report({}), ['css\u001B[2J'])).toThrow(
      `The report has no follow-up \`css�[2J\`. Nothing was changed. ${hint}`,
    );
  });

  it('twice is once, and may change the note', () => {
    const once = closeFollowUps(saved, [ids[0]], 'a').report;
    expect(closeFollowUps(once, [ids[0]])).toMatchObject({ changed: [], report: once });
    expect(find(closeFollowUps(once, [ids[0], ids[0]], 'b').report, ids[0])?.note).toBe('b');
  });
});

describe('reopen', () => {
  it('is the way back', () => {
    const { report: closed } = closeFollowUps(saved, [ids[0]], 'a');
    const { report: open } = reopenFollowUps(closed, [ids[0]]);
    expect(find(open, ids[0])).toEqual({ ...find(saved, ids[0]), status: 'open' });
    expect(reopenFollowUps(open, [ids[0]]).changed).toEqual([]);
  });

  it('leaves alone what is done because its lines have changed', () => {
    const done = report({
      projects: [project({ followUps: [followUp({ id: ids[0], status: 'done' })] })],
    });
    expect(reopenFollowUps(done, [ids[0]]).changed).toEqual([]);
  });
});

it('what is closed stays so over runs that find it again, or do not', () => {
  const { report: closed } = closeFollowUps(saved, [ids[0], ids[1]], 'seen');
  const { projects: _, ...rest } = saved;
  const again: Report = { ...rest, projects: [project({ followUps: [followUp({ id: ids[0] })] })] };
  // The line of the second one still stands.
  const compared = withBaseline(again, closed, {
    ...{ exists: () => true, isIgnored: () => false, lines: () => ['  useData()'] },
  });
  for (const id of [ids[0], ids[1]])
    expect(find(compared, id)).toMatchObject({ closed: true, status: 'done', note: 'seen' });
});

describe('a saved report', () => {
  const sources = {
    'as it is written': jsonText(saved),
    'with tabs': `${JSON.stringify(saved, undefined, '\t')}\n`,
    'with other line ends and a mark': `\uFEFF${JSON.stringify(saved, undefined, 4).replaceAll('\n', '\r\n')}`,
    'on one line': JSON.stringify(saved),
  };

  it.each(Object.entries(sources))('keeps every other byte: %s', (_, source) => {
    const { report: closed } = closeFollowUps(saved, [ids[1], ids[2]], 'a "note"\n\u001B[31m');
    const text = closedText(source, saved, closed);
    expect(readReport(text)).toEqual(closed);
    const { report: open } = reopenFollowUps(closed, [ids[1], ids[2]]);
    const back = closedText(text, closed, open);
    expect(readReport(back)).toEqual(open);
    // Only lines about the two are new.
    const lines = new Set(source.split('\n'));
    const added = text.split('\n').filter((line) => !lines.has(line));
    if (lines.size > 1)
      expect(added.join('\n').replace(/[\s,]+/g, ' ')).not.toMatch(/"(?:file|proof|id)"/);
  });
});
