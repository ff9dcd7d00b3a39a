import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createColors } from '../../src/report/colors.ts';
import { prettyOf } from '../../src/report/pretty.ts';
import type { Look } from '../../src/report/printing.ts';
import type { FollowUpReport, Report } from '../../src/report/report.ts';
import { followUp, project, report } from './support/reports.ts';

const bare: Look = { colors: createColors(false), width: 80 };

function linesOf(one: Report, look: Partial<Look> = {}): string[] {
  return prettyOf(one, { ...bare, ...look }).split('\n');
}

function told(
  parts: Partial<FollowUpReport>,
  of: Partial<Report> = {},
  look: Partial<Look> = {},
): string[] {
  const [, , , , ...lines] = linesOf(
    report({ ...of, projects: [project({ followUps: [followUp(parts)] })] }),
    look,
  );
  return lines;
}

describe('a follow-up on a terminal', () => {
  it('says in words that it is new, with or without colours', () => {
    expect(told({ status: 'new' })[0]).toBe('  decide new: `css` is computed.');
    expect(told({ status: 'open' })[0]).toBe('  decide `css` is computed.');
    expect(told({ status: 'done' })[0]).toBe('  done   `css` is computed.');
    const colored = told({ status: 'new' }, {}, { colors: createColors(true) })[0];
    expect(colored).toContain('new: `css` is computed.');
    const long = told({ status: 'new', message: 'Some words that go on. '.repeat(6).trim() });
    expect(long.slice(0, 2)).toEqual([
      '  decide new: Some words that go on. Some words that go on. Some words that go',
      '         on. Some words that go on. Some words that go on. Some words that go',
    ]);
  });

  it('shows the first line of a file where it is about that line', () => {
    const first = { file: 'CODEOWNERS', line: 1, column: 1, text: '/pages @team' };
    expect(told({ code: 'path-in-tooling', ...first }).slice(1, 4)).toEqual([
      '         CODEOWNERS:1:1 · path-in-tooling',
      '            1 │ /pages @team',
      '              │ ^',
    ]);
  });

  it('shows no line of a file that it is about as a whole', () => {
    const first = { file: 'fw.config.js', line: 1, column: 1, text: 'export default {}' };
    expect(told({ code: 'second-config', ...first }).slice(1)).toEqual([
      '         fw.config.js:1:1 · second-config',
      '',
    ]);
    const further = { ...first, line: 3 };
    expect(told({ code: 'unsearched-file', ...further })[2]).toBe(
      '            3 │ export default {}',
    );
  });

  it('shows the line that stood there where a run took it away', () => {
    const after = { file: 'fw.config.ts', line: 2, column: 1, text: '' };
    expect(told({ after }, { dryRun: false }).slice(1, 4)).toEqual([
      '         fw.config.ts:2:1 · dynamic-path · 0123456789ab',
      '          was │ css: [main()],',
      '              │ ^',
    ]);
    expect(told({ after }, { dryRun: true })[2]).toBe('            2 │ css: [main()],');
  });

  it('shows both lines where a run wrote another', () => {
    const after = { file: 'fw.config.ts', line: 4, column: 3, text: '  css: [],' };
    expect(told({ after }, { dryRun: false }).slice(1, 5)).toEqual([
      '         fw.config.ts:4:3 · dynamic-path · 0123456789ab',
      '          was │ css: [main()],',
      '              │ ^',
      '            4 │ css: [],',
    ]);
  });
});

describe('a narrow terminal', () => {
  const file = 'packages/storefront/fw.config.ts';
  const places = [3, 4, 5, 6, 7].map((line) => ({ file, line, column: 1, text: 'x' }));
  const moves = [
    { from: 'packages/storefront/components', to: 'packages/storefront/app/components' },
    { from: 'a', to: 'app/a' },
  ];
  const files = moves.map(({ from, to }) => ({
    path: `${to}/b.ts`,
    from: `${from}/b.ts`,
    by: [],
    diff: '',
  }));
  const one = report({
    projects: [project({ moves, files, followUps: [followUp({ evidence: places })] })],
  });

  it('has moves, codes and the rest on lines of their own', () => {
    expect(linesOf(one, { width: 40 })).toEqual([
      'fw.config.ts (Variant B → A)',
      '  ✓ packages/storefront/components/',
      '    → packages/storefront/app/components/',
      '    (1 file)',
      '  ✓ a/ → app/a/ (1 file)',
      '',
      '= Verified means that names reach the',
      '  same files, options keep their effect,',
      '  and auto-imported names stay the same;',
      '  not that the project builds: build it',
      '  after the migration',
      '',
      'What would be left',
      '  decide `css` is computed.',
      '         packages/storefront/fw.config.ts:3:1',
      '         · dynamic-path',
      '            3 │ x',
      '              │ ^',
      '         packages/storefront/fw.config.ts:4:1',
      '            4 │ x',
      '              │ ^',
      '         packages/storefront/fw.config.ts:5:1',
      '            5 │ x',
      '              │ ^',
      '         and 2 more; --verbose lists',
      '         them',
      '',
    ]);
  });

  it('breaks in the same places with colours', () => {
    const colored = stripVTControlCharacters(
      linesOf(one, { width: 40, colors: createColors(true) }).join('\n'),
    );
    expect(colored.split('\n')).toEqual(linesOf(one, { width: 40 }));
  });
});

describe('moves', () => {
  it('count the files that no move inside them takes elsewhere', () => {
    const moves = [
      { from: 'src', to: 'app' },
      { from: 'src/modules', to: 'modules' },
      { from: 'src/server', to: 'server' },
      { from: 'src/server/old.ts', to: 'old.ts' },
    ];
    const file = (from: string, path: string) => ({ from, path, by: [], diff: '' });
    const files = [
      file('src/app.vue', 'app/app.vue'),
      file('src/modules/a.ts', 'modules/a.ts'),
      file('src/modules.ts', 'app/modules.ts'),
      file('src/server/a.ts', 'server/a.ts'),
      file('src/server/b/c.ts', 'server/b/c.ts'),
      file('src/server/old.ts', 'old.ts'),
      { path: 'src.ts', by: ['references'], diff: '' },
    ];
    expect(linesOf(report({ projects: [project({ moves, files })] })).slice(1, 5)).toEqual([
      '  ✓ src/ → app/ (2 files)',
      '  ✓ src/modules/ → modules/ (1 file)',
      '  ✓ src/server/ → server/ (2 files)',
      '  ✓ src/server/old.ts → old.ts',
    ]);
  });
});

describe('names that a log would obey', () => {
  it('start no line of the text', () => {
    const from = '::warning::pwn/pages';
    const moves = [{ from, to: 'app/pages' }];
    const names = Array.from({ length: 6 }, (_, index) => `::error::${index}${'x'.repeat(60)}.ts`);
    const files = names.map((path) => ({ path, by: ['references'], diff: '' }));
    const followUps = [
      followUp({ file: `${from}/a.ts`, message: '::error::x' }),
      followUp({ text: '::add-mask::a' }),
    ];
    const one = report({
      projects: [project({ config: '::stop-commands::x', moves, files, followUps })],
    });
    for (const width of [80, 40, undefined]) {
      const lines = linesOf(one, { width });
      expect(lines.filter((line) => /^\s*::/.test(line) || line.includes('##['))).toEqual([]);
      expect(lines.join('\n')).toContain('�:error::');
    }
  });
});
