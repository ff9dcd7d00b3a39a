import { positionText } from '../base/position.ts';
import { nearest } from '../catalogue/shape.ts';
import { jsonText, plainLine } from './printing.ts';
import { ReportProblem } from './read-report.ts';
import type { FollowUpReport, Report } from './report.ts';
import { counted, enumerated } from './sentences.ts';
import { allFollowUps, withFollowUps } from './summary.ts';

/** A report in which follow-ups were closed or reopened. */
export interface Closed {
  readonly report: Report;
  readonly changed: readonly FollowUpReport[];
}

/** Closes follow-ups by their ids, after someone has dealt with them. */
export function closeFollowUps(report: Report, ids: readonly string[], note?: string): Closed {
  return changedIn(report, ids, (item) => {
    const isSame = item.closed === true && (note === undefined || item.note === note);
    return isSame ? item : { ...item, closed: true, status: 'done', ...(note === undefined ? {} : { note }) };
  });
}

/** Reopens follow-ups that were closed. A follow-up that is done because its lines changed stays done. */
export function reopenFollowUps(report: Report, ids: readonly string[]): Closed {
  return changedIn(report, ids, (item) => {
    const { closed, note: _, ...reopened } = item;
    return closed ? { ...reopened, status: 'open' } : item;
  });
}

function changedIn(
  report: Report,
  ids: readonly string[],
  change: (item: FollowUpReport) => FollowUpReport,
): Closed {
  const all = allFollowUps(report);
  const results = new Map(ids.map((id) => followUpNamed(id, all)).map((item) => [item, change(item)]));
  return {
    report: withFollowUps(report, (followUps) => followUps.map((item) => results.get(item) ?? item)),
    changed: [...results].flatMap(([item, result]) => (result === item ? [] : result)),
  };
}

// A shorter id is too likely a typo.
const shortestStart = 2;
const mostListed = 5;

/** The follow-up with this id, or the only one whose id starts with it. */
function followUpNamed(id: string, all: readonly FollowUpReport[]): FollowUpReport {
  const alike = id.length < shortestStart ? [] : all.filter((item) => item.id.startsWith(id));
  const found = all.find((item) => item.id === id) ?? (alike.length === 1 ? alike[0] : undefined);
  if (found) return found;
  const name = `\`${plainLine(id)}\``;
  const idsOf = (followUps: readonly FollowUpReport[]) => followUps.map((item) => plainLine(item.id));
  if (alike.length > 0)
    throw new ReportProblem(
      `${counted(alike.length, 'follow-up')} start with ${name}: ${enumerated(idsOf(alike), mostListed)}. Use more characters of the id.`,
    );
  const near = nearest(id, idsOf(all));
  const hint = near === undefined ? '' : ` Did you mean \`${near}\`?`;
  throw new ReportProblem(
    `The report has no follow-up ${name}. Nothing was changed.${hint} \`fw-migrate report\` lists all; if you saw it in a dry run, run \`fw-migrate v4\` first to save it.`,
  );
}

/** A follow-up in one line: its id, its code and where it is. */
export function followUpLine({ id, code, after, ...before }: FollowUpReport): string {
  return plainLine(`${id}  ${code}  ${positionText(after ?? before)}`);
}

/** The text of a saved report whose follow-ups were closed or reopened, indented as it was before. */
export function closedText(source: string, report: Report): string {
  const [, indent = ''] = /^\uFEFF?\{\r?\n([ \t]+)"/.exec(source) ?? [];
  return jsonText(report, indent);
}
