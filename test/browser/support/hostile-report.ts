import type { Report } from '../../../src/report/report.ts';
import { diffOf, followUpWith, projectWith, reportWith } from './sample-reports.ts';

/** A report in which everything that a project can choose is the given text. */
export function reportSaying(text: string): Report {
  const place = { file: text, line: 1, column: 1, text };
  const followUp = followUpWith({
    ...place,
    ...{ id: text, code: text, option: text, message: text, docs: text },
    after: { ...place, line: 2 },
    evidence: [place],
  });
  const list = { kind: 'value', value: [text], from: text } as const;
  const other = { ...list, value: [`${text}2`] };
  const report = reportWith({
    projects: [
      projectWith({
        ...{ root: text, config: `${text}/fw.config.ts` },
        changes: [
          {
            transform: text,
            option: text,
            kind: 'rename',
            to: text,
            file: text,
            line: 1,
            column: 1,
            message: text,
          },
        ],
        moves: [{ from: `${text}/a-${text}`, to: `${text}/app/a-${text}` }],
        files: [
          {
            ...{ path: `${text}/app/a-${text}`, from: `${text}/a-${text}`, by: [text] },
            diff: diffOf('a.txt', 'b.txt', '@@ -1,1 +1,1 @@\n-a\n+b\n'),
          },
          {
            path: `${text}/b-${text}`,
            from: `${text}/c-${text}`,
            by: [],
            diff: diffOf('a.txt', 'b.txt'),
          },
        ],
        followUps: [followUp],
        options: [
          {
            option: text,
            before: { kind: 'value', value: { [text]: [text] }, from: text },
            after: { kind: 'unknown', why: text, from: text },
            change: 'unknown',
          },
          { option: `${text}2`, before: list, after: other, change: 'changed' },
        ],
        proof: {
          ...{ preserved: 0, unknown: [], places: [], orphans: [] },
          changed: [{ option: `${text}2`, before: list, after: other, why: text }],
        },
      }),
    ],
    elsewhere: { files: [], followUps: [{ ...followUp, id: `${text}2`, status: 'done' }] },
  });
  return { ...report, run: { name: text, date: text, version: text, commit: text, command: text } };
}

/** Texts that have broken out of pages before. */
export const hostileTexts = [
  '</script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><svg onload=alert(1)>',
  '<!--<script>',
  ']]><a href="javascript:alert(1)">x</a>',
  '{{constructor.constructor("alert(1)")()}}',
  '&lt;b&gt;&quot;',
  '\u202Egnp.exe\u0000\u001B[31m\u200B',
];
