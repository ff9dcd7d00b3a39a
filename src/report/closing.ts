import { applyEdits, type JSONPath, type ModificationOptions, modify } from 'jsonc-parser';
import { nearest } from '../catalogue/nearest.ts';
import { positionText } from '../config/problem.ts';
import { plainLine, present } from './plain.ts';
import { ReportUseProblem } from './read-report.ts';
import type { FollowUpReport, Report, ReportPart } from './report.ts';
import { counted } from './sentences.ts';
import { allFollowUps, isOpen, summaryOf, withFollowUps } from './summary.ts';

/** A report in which follow-ups were closed or reopened. */
export interface Closed {
  readonly report: Report;
  /** Those that are closed or open now, and were not before. */
  readonly changed: readonly FollowUpReport[];
  /** Those that already were. */
  readonly same: readonly FollowUpReport[];
}

/** Closes follow-ups by their ids: someone has dealt with them. */
export function closeFollowUps(report: Report, ids: readonly string[], note?: string): Closed {
  return changedIn(report, ids, (one) => {
    const isSame = one.closed === true && (note === undefined || one.note === note);
    return isSame ? one : { ...one, closed: true, status: 'done', ...(note === undefined ? {} : { note }) };
  });
}

/** Opens follow-ups again that were closed. What is done because its lines have changed stays so. */
export function reopenFollowUps(report: Report, ids: readonly string[]): Closed {
  return changedIn(report, ids, (one) => {
    const { closed, note: _, ...open } = one;
    return closed ? { ...open, status: 'open' } : one;
  });
}

function changedIn(
  report: Report,
  ids: readonly string[],
  change: (followUp: FollowUpReport) => FollowUpReport,
): Closed {
  const all = allFollowUps(report);
  const named = new Set(ids.map((id) => followUpNamed(id, all)));
  const results = new Map([...named].map((one) => [one, change(one)]));
  const after = withFollowUps(report, (followUps) => followUps.map((one) => results.get(one) ?? one));
  const isSame = (one: FollowUpReport) => results.get(one) === one;
  return {
    report: { ...after, summary: summaryOf(after) },
    changed: [...named].filter((one) => !isSame(one)).map((one) => results.get(one) ?? one),
    same: [...named].filter(isSame),
  };
}

// Fewer letters are too easily a slip.
const shortestStart = 2;
const mostListed = 5;

/** The follow-up that has an id, or the only one whose id starts like that. */
function followUpNamed(id: string, all: readonly FollowUpReport[]): FollowUpReport {
  const exact = all.find((one) => one.id === id);
  if (exact) return exact;
  const alike = id.length < shortestStart ? [] : all.filter((one) => one.id.startsWith(id));
  const [only, ...others] = alike;
  if (only && others.length === 0) return only;
  if (only)
    throw new ReportUseProblem(
      `${counted(alike.length, 'follow-up')} start with \`${plainLine(id)}\`. Use more characters of the id:\n${listed(alike)}`,
    );
  const near = nearest(
    id,
    all.map((one) => one.id),
  );
  const candidates = near === undefined ? all.filter(isOpen) : all.filter((one) => one.id === near);
  const hint = near === undefined ? 'These are open:' : 'Did you mean this one?';
  throw new ReportUseProblem(
    present([
      `The report has no follow-up \`${plainLine(id)}\`. Nothing was changed.`,
      near === undefined &&
        /^[\da-f]{2,12}$/.test(id) &&
        'If you saw it in a dry run, run `fw-migrate v4` first to save it in the report.',
      ...(candidates.length > 0 ? [hint, listed(candidates)] : ['No follow-ups are open.']),
    ]).join('\n'),
  );
}

function listed(followUps: readonly FollowUpReport[]): string {
  const rest = followUps.length - mostListed;
  const lines = followUps.slice(0, mostListed).map((one) => `  ${followUpLine(one)}`);
  return [...lines, ...(rest > 0 ? [`  and ${rest} more; \`fw-migrate report\` lists them`] : [])].join('\n');
}

/** A follow-up in one line: its id, its code and where it is. */
export function followUpLine({ id, code, after, ...before }: FollowUpReport): string {
  return plainLine(`${id}  ${code}  ${positionText(after ?? before)}`);
}

/** The text of a saved report with what was closed or reopened in it; every other byte stays. */
export function closedText(source: string, before: Report, after: Report): string {
  const mark = source.startsWith('\uFEFF') ? '\uFEFF' : '';
  const eol = source.includes('\r\n') ? '\r\n' : '\n';
  let text = source.slice(mark.length);
  const tabSize = /^\{\s*?\n( +)"/.exec(text)?.[1]?.length ?? 2;
  const options: ModificationOptions = {
    formattingOptions: { insertSpaces: !/^\t/m.test(source), tabSize, eol },
  };
  const write = (path: JSONPath, keys: readonly string[], old: object, now: object) => {
    for (const key of keys) {
      const value: unknown = Reflect.get(now, key);
      if (Reflect.get(old, key) !== value)
        text = applyEdits(text, modify(text, [...path, key], value, options));
    }
  };
  const inPart = (path: JSONPath, old: ReportPart | undefined, now: ReportPart) => {
    for (const [index, one] of now.followUps.entries()) {
      const place = [...path, 'followUps', index];
      write(place, ['closed', 'note', 'status'], old?.followUps[index] ?? one, one);
    }
  };
  for (const [index, project] of after.projects.entries())
    inPart(['projects', index], before.projects[index], project);
  inPart(['elsewhere'], before.elsewhere, after.elsewhere);
  write(['summary'], ['decide', 'verify', 'done'], before.summary, after.summary);
  return mark + text;
}
