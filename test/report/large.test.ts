import { expect, it } from 'vitest';
import { githubOf, sarifOf } from '../../src/report/annotations.ts';
import { htmlOf } from '../../src/report/html.ts';
import { markdownOf } from '../../src/report/markdown.ts';
import { patchOf } from '../../src/report/patch.ts';
import { mergeReports, readReport } from '../../src/report/read-report.ts';
import { changedFile, followUp, project, report } from './support/reports.ts';

const count = 2000;
const large = report({
  projects: Array.from({ length: count }, (_, index) => {
    const root = `apps/p${index}`;
    return project({
      root,
      config: `${root}/fw.config.ts`,
      moves: [{ from: `${root}/pages`, to: `${root}/app/pages` }],
      files: [1, 2].map((file) => changedFile(`${root}/${file}.ts`, 2)),
      followUps: [1, 2, 3].map((line) =>
        followUp({ id: `${index}-${line}`, file: `${root}/a.ts`, line }),
      ),
    });
  }),
});

it.each([
  { name: 'html', make: () => htmlOf(large) },
  { name: 'sarif', make: () => sarifOf(large, { version: '1.0.0' }) },
  { name: 'github', make: () => githubOf(large) },
  { name: 'patch', make: () => patchOf(large) },
  { name: 'json', make: () => JSON.stringify(readReport(JSON.stringify(large), 'report.json')) },
])('thousands of projects are all told: $name', async ({ make }) => {
  expect(await make()).toContain(`apps/p${count - 1}/`);
});

it('thousands of projects fit into a comment', async () => {
  expect((await markdownOf(large)).length).toBeLessThan(65_536);
});

it('thousands of reports are merged', () => {
  const [first, ...others] = large.projects.map((one) => report({ projects: [one] }));
  if (!first) throw new Error('There are no projects.');
  expect(mergeReports([first, ...others]).summary).toEqual(large.summary);
});
