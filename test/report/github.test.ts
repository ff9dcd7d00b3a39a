import { describe, expect, it } from 'vitest';
import { githubOf } from '../../src/report/github.ts';
import { exampleReport, fixtureReports, followUp, project, report } from './reports.ts';
import { commandOf } from './workflow-commands.ts';

describe('workflow commands', () => {
  it('are one for each finding, and one that sums up', async () => {
    const lines = githubOf(await exampleReport()).split('\n');
    expect(lines[0]).toBe(
      '::warning file=fw.config.ts,line=30,col=20,title=To decide%3A An experiment that Variant A does not have any more::`experimental.templateUtils` was on, and Variant A does not have it: find out whether the project relies on it.',
    );
    expect(lines.slice(1, 5).every((line) => line.startsWith('::notice file='))).toBe(true);
    expect(lines.slice(5)).toEqual([
      '::notice title=fw-migrate::1 project, 5 files would be moved, 6 files would be changed, 1 to decide, 4 to verify.',
      '',
    ]);
  });

  it('are understood by the runner for every fixture', async () => {
    for (const one of await fixtureReports()) {
      const lines = githubOf(one).split('\n');
      expect(lines.pop()).toBe('');
      for (const line of lines) expect(['warning', 'notice']).toContain(commandOf(line)?.name);
    }
  });

  it('give back every text', () => {
    const file = '100%,a:b\nc.ts';
    const message = '50% of ::error:: and %0A';
    const own = followUp({ file, message, kind: 'verify', code: 'x,y:z%' });
    const [line = ''] = githubOf(report({ base: 'a,b/', elsewhere: { files: [], followUps: [own] } })).split(
      '\n',
    );
    expect(commandOf(line)).toEqual({
      name: 'notice',
      properties: { file: `a,b/${file}`, line: '2', col: '3', title: 'To verify: x,y:z%' },
      message,
    });
  });

  it('name the first places of each finding first, ten of one at most, and leave out what is done', () => {
    const places = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ file: 'x.ts', line: index + 1, column: 1, text: '' }));
    const followUps = [
      followUp({ file: 'x.ts', line: 1, column: 1, message: 'Many.', evidence: places(14) }),
      followUp({ message: 'One.' }),
      followUp({ message: 'Gone.', status: 'done' }),
    ];
    const lines = githubOf(report({ projects: [project({ followUps })] })).split('\n');
    const found = lines.flatMap((line) => commandOf(line) ?? []);
    expect(
      found.map(({ properties, message }) => `${properties.file ?? ''} ${properties.line ?? ''} ${message}`),
    ).toEqual([
      'x.ts 1 Many.',
      'fw.config.ts 2 One.',
      ...[2, 3, 4, 5, 6, 7, 8, 9].map((line) => `x.ts ${line} Many.`),
      'x.ts 10 Many. (and 4 more places)',
      '  1 project, 0 files would be moved, 0 files would be changed, 2 to decide, 0 to verify, 1 done.',
    ]);
  });
});
