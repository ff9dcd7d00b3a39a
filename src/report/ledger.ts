import { isSeenByRuns } from '../catalogue/follow-ups.ts';
import { groupedBy } from '../config/grouped.ts';
import type { LinePlace } from '../plan/located.ts';
import { remembered } from '../project/remembered.ts';
import { evidenceOf, placesOf } from './places.ts';
import { ReportUseProblem } from './read-report.ts';
import type { FollowUpReport, PlaceReport, ProjectReport, Report, ReportPart } from './report.ts';
import { allFollowUps, summaryOf, withFollowUps } from './summary.ts';

/** The lines of a file as it is now; undefined if there is none. */
export type ReadLines = (path: string) => readonly string[] | undefined;

/**
 * Compares a report with that of an earlier run. An earlier follow-up is done when it is no longer found and every line
 * it pointed to has changed. What a run cannot see, such as whether someone has checked a changed default, stays open:
 * someone closes it in the earlier report.
 */
export function withBaseline(report: Report, earlier: Report, linesOf: ReadLines): Report {
  refusePart('baseline', earlier);
  refusePart('report', report);
  if (earlier.base !== report.base)
    throw new ReportUseProblem(
      `The baseline is of a different folder (\`${earlier.base || '.'}\`, not \`${report.base || '.'}\`). Use a report of an earlier run on this folder.`,
    );
  const left = new Set(allFollowUps(earlier));
  const match = createMatcher(left);
  const matched = new Map(allFollowUps(report).map((now) => [now, match(now)]));
  const joined = takeJoined(left, [...matched.keys()]);
  const findIn = createLineFinder(linesOf);
  const roots = new Set(report.projects.map(({ root }) => root));
  // A project that is no longer there has no place of its own.
  const rootOf = (part: ProjectReport | ReportPart) =>
    'root' in part && roots.has(part.root) ? part.root : undefined;
  const partsBefore = groupedBy([earlier.elsewhere, ...earlier.projects], rootOf);
  const after = withFollowUps(report, (followUps, part) => [
    ...followUps.map((now) => compared(now, matched.get(now), joined.get(now))),
    ...(partsBefore.get(rootOf(part)) ?? []).flatMap((before) =>
      before.followUps
        .filter((one) => left.has(one))
        .map((one) => lookedUp(one, findIn, rootOf(part) !== undefined && isSeenByRuns(one.code))),
    ),
  ]);
  return { ...after, summary: summaryOf(after) };
}

/** What is missing in one shard may be in another, and would wrongly count as done or as new. */
function refusePart(what: string, { shard }: Report): void {
  if (shard)
    throw new ReportUseProblem(
      `The ${what} is shard ${shard.index} of ${shard.count}, which is only part of the projects. Merge all shards first: \`fw-migrate report <shards…> --format json\`.`,
    );
}

function compared(
  now: FollowUpReport,
  before: FollowUpReport | undefined,
  joined: readonly FollowUpReport[] = [],
): FollowUpReport {
  const known = [...(before ? [before] : []), ...joined];
  if (known.length > 0 && known.every(({ closed }) => closed)) {
    const notes = [...new Set(known.flatMap(({ note }) => note ?? []))];
    const note = notes.length > 0 && { note: notes.join('; ') };
    return { ...now, ...{ status: 'done', closed: true }, ...note };
  }
  return { ...now, status: known.length > 0 ? 'open' : 'new' };
}

/** Removes from those left what another follow-up reports now: one for several lines, or for a whole line. */
function takeJoined(
  left: Set<FollowUpReport>,
  all: readonly FollowUpReport[],
): ReadonlyMap<FollowUpReport | undefined, readonly FollowUpReport[]> {
  const reported = new Map<string, FollowUpReport[]>();
  for (const now of all)
    for (const key of placesOf(now).flatMap((place) => keysOf(now, place)))
      remembered(reported, key, () => []).push(now);
  const reportedIn = (one: FollowUpReport) =>
    keysOf(one, one)
      .flatMap((key) => reported.get(key) ?? [])
      .find((now) => covers(now.option, one.option));
  const joined = groupedBy(
    [...left].filter((one) => one.evidence.length === 0 && reportedIn(one)),
    reportedIn,
  );
  for (const one of [...joined.values()].flat()) left.delete(one);
  return joined;
}

/** Whether what is said about an option, or about none, also tells about another: one line may set several. */
function covers(option: string | undefined, other: string | undefined): boolean {
  if (option === undefined || other === undefined || option === other) return true;
  return other.startsWith(`${option}.`) || other.startsWith(`${option}[`);
}

/** The keys of a place, before the run and afterwards. */
function keysOf({ code }: FollowUpReport, { file, text, after }: PlaceReport): string[] {
  return [{ file, text }, ...(after ? [after] : [])].map((one) =>
    [code, one.file, one.text.trim()].join('\0'),
  );
}

/** Finds an earlier follow-up and takes it from those left: by its id or, if its line was edited, by its subject. */
function createMatcher(left: Set<FollowUpReport>): (now: FollowUpReport) => FollowUpReport | undefined {
  const byId = new Map([...left].map((one) => [one.id, one]));
  const byAbout = groupedBy([...left].toReversed(), aboutOf);
  return (now) => {
    const same = byId.get(now.id);
    // The list is reversed: the first one is at the end.
    const alike = byAbout.get(aboutOf(now)) ?? [];
    for (let last = alike.at(-1); last && !left.has(last); last = alike.at(-1)) alike.pop();
    const found = same && left.has(same) ? same : alike.at(-1);
    if (found) left.delete(found);
    return found;
  };
}

function aboutOf({ code, option = '', file, after }: FollowUpReport): string {
  return [code, option, after?.file ?? file].join('\0');
}

/** An earlier follow-up that was not found again: done if that says it all, or if the line it pointed to is gone. */
function lookedUp(followUp: FollowUpReport, findIn: FindLine, isOver: boolean): FollowUpReport {
  const { evidence } = followUp;
  // Each is in the file as the run left it, or as it was where nothing was written.
  const still = evidenceOf(followUp).flatMap(
    ({ after, ...before }) => (after && findIn(after)) ?? findIn(before) ?? [],
  );
  const [first] = still;
  if (isOver || !first || followUp.closed) return { ...followUp, status: 'done' };
  const { after: _, ...rest } = followUp;
  return { ...rest, ...first, evidence: evidence.length > 0 ? still : [], status: 'open' };
}

/** Finds the line of a place as near as possible to where it was; undefined if its file has no such line. */
type FindLine = (place: LinePlace) => LinePlace | undefined;

interface LinesNow {
  readonly lines: readonly string[];
  /** Where each text stands, without the spaces around it, from the first line to the last. */
  readonly numbers: ReadonlyMap<string, readonly number[]>;
}

/** Each file is read once, however many places are in it. */
function createLineFinder(linesOf: ReadLines): FindLine {
  const files = new Map<string, LinesNow | undefined>();
  const fileAt = (path: string): LinesNow | undefined => {
    if (!files.has(path)) {
      const lines = linesOf(path);
      const numbers = groupedBy([...(lines ?? []).keys()], (index) => lines?.[index]?.trim() ?? '');
      files.set(path, lines && { lines, numbers });
    }
    return files.get(path);
  };
  return ({ file, line, column, text }) => {
    const now = fileAt(file);
    if (!now) return undefined;
    // Of what the run removed nothing can be seen: it stays open.
    if (text.trim() === '') return { file, line, column, text };
    const index = nearestTo(line - 1, now.numbers.get(text.trim()) ?? []);
    return index === undefined
      ? undefined
      : { file, line: index + 1, column, text: now.lines[index] ?? text };
  };
}

/** The number that is nearest to another, of two the smaller; the numbers are sorted. */
function nearestTo(wanted: number, numbers: readonly number[]): number | undefined {
  let [start, end] = [0, numbers.length];
  while (start < end) {
    const middle = (start + end) >> 1;
    if ((numbers[middle] ?? 0) < wanted) start = middle + 1;
    else end = middle;
  }
  const [below, above] = [numbers[start - 1], numbers[start]];
  if (below === undefined || above === undefined) return below ?? above;
  return wanted - below <= above - wanted ? below : above;
}
