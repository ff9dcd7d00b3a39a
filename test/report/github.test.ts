import { describe, expect, it } from 'vitest';
import { githubOf } from '../../src/report/annotations.ts';
import { exampleReport, fixtureReports, followUp, project, report } from './support/reports.ts';
import { commandOf } from './support/workflow-commands.ts';

describe('workflow commands', () => {
  it('are one that sums up, which the first ten hold for certain, and one for each finding', async () => {
    const lines = githubOf(await exampleReport()).split('\n');
    expect(lines[0]).toBe(
      '::notice title=fw-migrate::1 project, 5 files would be moved, 6 files would be changed, 1 to decide, 3 to verify.',
    );
    // What breaks silently comes first.
    expect(lines[1]).toMatch(
      /^::notice file=fw\.config\.ts,line=26,.*`generate\.exclude` had no effect/,
    );
    expect(lines[2]).toBe(
      '::warning file=modules/search.ts,line=3,col=52,title=To decide%3A An experimental option that Variant A no longer has::Variant A has no `templateUtils` (`experimental.templateUtils`): used here. Replace it with your own functions.',
    );
    expect(lines.slice(3, 5).every((line) => line.startsWith('::notice file='))).toBe(true);
    expect(lines.slice(5)).toEqual(['']);
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
    const [, line = ''] = githubOf(
      report({ base: 'a,b/', elsewhere: { files: [], followUps: [own] } }),
    ).split('\n');
    expect(commandOf(line)).toEqual({
      name: 'notice',
      properties: { file: `a,b/${file}`, line: '2', col: '3', title: 'To verify: x,y:z%' },
      message,
    });
  });

  it('carry the instruction at every place, with what is known about that place', () => {
    const first = { file: 'a.ts', line: 2, column: 3, text: '' };
    const further = { file: 'b.ts', line: 7, column: 2, text: '', reason: 'the data is passed on' };
    const evidence = [first, further];
    const followUps = [followUp({ code: 'mine', ...first, message: 'Update `x`.', evidence })];
    const lines = githubOf(report({ base: 'web/', projects: [project({ followUps })] })).split(
      '\n',
    );
    expect(lines.flatMap((line) => commandOf(line) ?? []).map(({ message }) => message)).toEqual([
      '1 project, nothing to change, 1 to decide, 0 to verify.',
      'Update `x`.',
      'Update `x`. Here: the data is passed on. Place 2 of 2, the first is web/a.ts:2:3.',
    ]);
  });

  it('name the first places of each finding first, ten of one at most, and leave out what is done', () => {
    const places = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        file: 'x.ts',
        line: index + 1,
        column: 1,
        text: '',
      }));
    const followUps = [
      followUp({ file: 'x.ts', line: 1, column: 1, message: 'Many.', evidence: places(14) }),
      followUp({ message: 'One.' }),
      followUp({ message: 'Gone.', status: 'done' }),
    ];
    const lines = githubOf(report({ projects: [project({ followUps })] })).split('\n');
    const found = lines.flatMap((line) => commandOf(line) ?? []);
    expect(
      found.map(
        ({ properties, message }) => `${properties.file ?? ''} ${properties.line ?? ''} ${message}`,
      ),
    ).toEqual([
      '  1 project, nothing to change, 2 to decide, 0 to verify, 1 done.',
      'x.ts 1 Many.',
      'fw.config.ts 2 One.',
      ...[2, 3, 4, 5, 6, 7, 8, 9, 10].map(
        (line) =>
          `x.ts ${line} Many. Place ${line} of 14, the first is x.ts:1:1.${line === 10 ? ' 4 more places are not shown.' : ''}`,
      ),
    ]);
  });
});
