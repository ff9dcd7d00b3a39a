import { describe, expect, it } from 'vitest';
import { createColors } from '../../src/report/colors.ts';
import { patchText } from '../../src/report/patch.ts';
import { editsText } from '../../src/report/pretty.ts';
import type { FileReport } from '../../src/report/report.ts';
import { project, report } from './support/reports.ts';

const look = { colors: createColors(false), width: 80 };

function edited(path: string, by: readonly string[], before: string, after: string): FileReport {
  return {
    path,
    by,
    diff: patchText({ from: path, to: path, kind: 'file', text: { before, after }, by: [] }, ''),
  };
}

function textOf(files: readonly FileReport[], verbose = false): string {
  return editsText(report({ projects: [project({ files })] }), { ...look, verbose });
}

describe('the edits of a dry run', () => {
  it('leave out what only moves', () => {
    expect(
      textOf([{ path: 'app/a.vue', from: 'a.vue', by: [], diff: 'rename from a.vue\n' }]),
    ).toBe('');
  });

  it('have a config before the files whose references change', () => {
    const text = textOf([
      edited('a.ts', ['references'], '1\n', '2\n'),
      edited('fw.config.ts', ['css', 'references'], '-- x\r\n', '\ty\r\n'),
    ]);
    expect(text.split('\n')).toEqual([
      'fw.config.ts',
      '@@ -1,1 +1,1 @@',
      '--- x',
      '+    y',
      '',
      'a.ts',
      '@@ -1,1 +1,1 @@',
      '-1',
      '+2',
    ]);
  });

  it('are cut after some screens, and say how to see the rest', () => {
    const files = Array.from({ length: 60 }, (_, index) =>
      edited(`${index}.ts`, ['references'], 'a\n', 'b\n'),
    );
    expect(textOf(files)).toMatch(
      /\n\nand edits in 30 more files; --patch or --verbose shows them$/,
    );
    expect(textOf(files, true)).not.toContain('more files');
  });

  it('obey nothing', () => {
    const text = textOf([edited('\u001B[2J.ts', ['css'], '::error::a\n', '\u001B]0;x\u0007\n')]);
    expect(text).not.toContain('\u001B');
    expect(text).not.toContain('\n::');
  });
});
