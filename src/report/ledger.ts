import { groupedBy } from '../config/grouped.ts';
import type { Place } from '../plan/located.ts';
import type { Findings, FollowUpReport, PlaceReport, Report } from './report.ts';
import { allFollowUps, partsOf, summaryOf } from './summary.ts';

/** The lines of a file as it is now; undefined if there is none. */
export type ReadLines = (path: string) => readonly string[] | undefined;

/** A report that says nothing about the run. */
export class BaselineProblem extends Error {
  override readonly name = 'BaselineProblem';
}

/**
 * Compares a report with that of an earlier run. A follow-up of then is done when it is not found any more and every
 * text it pointed to has changed: what a run cannot see, such as whether somebody has looked at a changed default,
 * stays open. A person closes such a one by setting `closed` in the earlier report.
 */
export function withBaseline(report: Report, earlier: Report, linesOf: ReadLines): Report {
  refusePart('baseline', earlier);
  refusePart('report', report);
  if (earlier.base !== report.base)
    throw new BaselineProblem(
      `The baseline is of another folder (\`${earlier.base || '.'}\`, not \`${report.base || '.'}\`). Give the report of an earlier run on this one.`,
    );
  const match = createMatcher(allFollowUps(earlier));
  const marked = new Map(
    partsOf(report).map((part) => [part, part.followUps.map((now) => compared(now, match(now)))]),
  );
  const findIn = createLineFinder(linesOf);
  const lost = (part: Findings) =>
    part.followUps.filter((one) => !match.taken.has(one)).map((one) => lookedUp(one, findIn));
  const projectsBefore = groupedBy(earlier.projects, ({ root }) => root);
  const roots = new Set(report.projects.map(({ root }) => root));
  const content = {
    projects: report.projects.map((project) => {
      const [before] = projectsBefore.get(project.root) ?? [];
      return { ...project, followUps: [...(marked.get(project) ?? []), ...(before ? lost(before) : [])] };
    }),
    elsewhere: {
      ...report.elsewhere,
      followUps: [
        ...(marked.get(report.elsewhere) ?? []),
        ...lost(earlier.elsewhere),
        // A project that is not there any more has no place of its own.
        ...earlier.projects.filter(({ root }) => !roots.has(root)).flatMap(lost),
      ],
    },
  };
  return { ...report, ...content, summary: summaryOf(content) };
}

/** What a part does not tell of may stand in another, and would count as done or as new. */
function refusePart(what: string, { shard }: Report): void {
  if (shard)
    throw new BaselineProblem(
      `The ${what} is shard ${shard.index} of ${shard.count}, a part of the projects. Make one of all shards first: \`fw-migrate report <shards…> --format json\`.`,
    );
}

function compared(now: FollowUpReport, before: FollowUpReport | undefined): FollowUpReport {
  if (before?.closed) return { ...now, status: 'done', closed: true };
  return { ...now, status: before ? 'open' : 'new' };
}

interface Matcher {
  (now: FollowUpReport): FollowUpReport | undefined;
  readonly taken: ReadonlySet<FollowUpReport>;
}

/** Finds a follow-up among those of then: by its id, or where its line was edited, by what it is about. */
function createMatcher(earlier: readonly FollowUpReport[]): Matcher {
  const taken = new Set<FollowUpReport>();
  const byId = new Map(earlier.map((one) => [one.id, one]));
  // In each list, what was taken is dropped from the end, where the first of then is.
  const byAbout = groupedBy(earlier.toReversed(), aboutOf);
  const firstLeft = (list: FollowUpReport[] = []): FollowUpReport | undefined => {
    for (let one = list.at(-1); one; one = list.at(-1)) {
      if (!taken.has(one)) return one;
      list.pop();
    }
    return undefined;
  };
  const take = (found: FollowUpReport | undefined) => {
    if (found) taken.add(found);
    return found;
  };
  const match = (now: FollowUpReport) => {
    const same = byId.get(now.id);
    if (same && !taken.has(same)) return take(same);
    return take(firstLeft(byAbout.get(aboutOf(now))));
  };
  return Object.assign(match, { taken });
}

function aboutOf({ code, option = '', file, after }: FollowUpReport): string {
  return [code, option, after?.file ?? file].join('\0');
}

/** A follow-up of then that was not found now: done, or still there as far as the texts tell. */
function lookedUp(followUp: FollowUpReport, findIn: FindLine): FollowUpReport {
  const { evidence } = followUp;
  const still = (evidence.length > 0 ? evidence : [followUp]).flatMap(
    (place) => findAgain(place, findIn) ?? [],
  );
  const [first] = still;
  if (!first || followUp.closed) return { ...followUp, status: 'done' };
  const { after: _, ...rest } = followUp;
  return { ...rest, ...first, evidence: evidence.length > 0 ? still : [], status: 'open' };
}

/** Where a place is now: in the file as the run left it, or as it was where nothing was written. */
function findAgain({ after, ...before }: PlaceReport, findIn: FindLine): Place | undefined {
  return (after && findIn(after)) ?? findIn(before);
}

/** Finds the line of a place as near as possible to where it was; undefined if its file has no such line. */
type FindLine = (place: Place) => Place | undefined;

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
