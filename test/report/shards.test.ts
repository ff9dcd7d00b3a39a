import { describe, expect, it } from 'vitest';
import { createColors } from '../../src/report/colors.ts';
import { type Format, render } from '../../src/report/formats.ts';
import type { Report } from '../../src/report/report.ts';
import { isOwnReport } from '../../src/tree/own-files.ts';
import { project, report } from './support/reports.ts';

const options = {
  look: { colors: createColors(false), width: 80 },
  version: '1.2.3',
};
const whole = report({ projects: [project({})] });
const part: Report = { ...whole, shard: { index: 1, count: 2 } };

describe('a report of a part of the projects', () => {
  it.each<[Format, string]>([
    ['pretty', ', 0 to decide, 0 to verify. Shard 1 of 2: a part of the projects.\n'],
    ['github', ', 0 to decide, 0 to verify. Shard 1 of 2: a part of the projects.\n'],
    ['markdown', ', 0 to decide, 0 to verify. Shard 1 of 2: a part of the projects. '],
    ['html', 'project. Shard 1 of 2: a part of the projects."'],
    ['json', '\n  "shard": {\n    "index": 1,\n    "count": 2\n  }'],
  ])('says so as %s', async (format, text) => {
    expect(await render(format, part, options)).toContain(text);
    expect((await render(format, whole, options)).toLowerCase()).not.toContain('shard');
  });

  it.each<Format>(['pretty', 'github', 'markdown', 'html', 'json'])(
    'is known for a report of ours as %s',
    async (format) => {
      expect(isOwnReport(await render(format, part, options))).toBe(true);
    },
  );
});
