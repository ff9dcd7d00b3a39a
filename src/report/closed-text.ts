/** Marks follow-ups as closed in the text of a saved report, and changes nothing else in it. */

import { applyEdits, type JSONPath, type ModificationOptions, modify } from 'jsonc-parser';
import type { Report, ReportPart } from './report.ts';

/** The text of a saved report with the closed or reopened follow-ups; every other byte stays the same. */
export function closedText(source: string, before: Report, after: Report): string {
  const mark = source.startsWith('\uFEFF') ? '\uFEFF' : '';
  const eol = source.includes('\r\n') ? '\r\n' : '\n';
  let text = source.slice(mark.length);
  const tabSize = /^\{\s*?\n( +)"/.exec(text)?.[1]?.length ?? 2;
  const options: ModificationOptions = {
    formattingOptions: { insertSpaces: !/^\t/m.test(source), tabSize, eol },
  };
  const write = (path: JSONPath, keys: readonly string[], old: object, current: object) => {
    for (const key of keys) {
      const value: unknown = Reflect.get(current, key);
      if (Reflect.get(old, key) !== value)
        text = applyEdits(text, modify(text, [...path, key], value, options));
    }
  };
  const inPart = (path: JSONPath, old: ReportPart | undefined, current: ReportPart) => {
    for (const [index, followUp] of current.followUps.entries()) {
      const place = [...path, 'followUps', index];
      write(place, ['closed', 'note', 'status'], old?.followUps[index] ?? followUp, followUp);
    }
  };
  for (const [index, project] of after.projects.entries())
    inPart(['projects', index], before.projects[index], project);
  inPart(['elsewhere'], before.elsewhere, after.elsewhere);
  write(['summary'], ['decide', 'verify', 'done'], before.summary, after.summary);
  return mark + text;
}
