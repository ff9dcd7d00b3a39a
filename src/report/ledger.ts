import type { Place } from '../plan/located.ts';
import {
  allFollowUps,
  type Findings,
  type FollowUpReport,
  type PlaceReport,
  partsOf,
  type Report,
  summaryOf,
} from './report.ts';

/** The lines of a file as it is now; nothing where there is none. */
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
  const found = new Set(match.taken);
  const lost = (part: Findings) =>
    part.followUps.filter((one) => !found.has(one)).map((one) => lookedUp(one, linesOf));
  const content = {
    projects: report.projects.map((project) => {
      const before = earlier.projects.find(({ root }) => root === project.root);
      return { ...project, followUps: [...(marked.get(project) ?? []), ...(before ? lost(before) : [])] };
    }),
    elsewhere: {
      ...report.elsewhere,
      followUps: [
        ...(marked.get(report.elsewhere) ?? []),
        ...lost(earlier.elsewhere),
        // A project that is not there any more has no place of its own.
        ...earlier.projects
          .filter(({ root }) => !report.projects.some((project) => project.root === root))
          .flatMap(lost),
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
  readonly taken: Iterable<FollowUpReport>;
}

/** Finds a follow-up among those of then: by its id, or where its line was edited, by what it is about. */
function createMatcher(earlier: readonly FollowUpReport[]): Matcher {
  const taken = new Set<FollowUpReport>();
  const byId = new Map(earlier.map((one) => [one.id, one]));
  const take = (found: FollowUpReport | undefined) => {
    if (found) taken.add(found);
    return found;
  };
  const match = (now: FollowUpReport) => {
    const same = byId.get(now.id);
    if (same && !taken.has(same)) return take(same);
    return take(earlier.find((one) => !taken.has(one) && aboutOf(one) === aboutOf(now)));
  };
  return Object.assign(match, { taken });
}

function aboutOf({ code, option = '', file, after }: FollowUpReport): string {
  return [code, option, after?.file ?? file].join('\0');
}

/** A follow-up of then that was not found now: done, or still there as far as the texts tell. */
function lookedUp(followUp: FollowUpReport, linesOf: ReadLines): FollowUpReport {
  const { evidence } = followUp;
  const still = (evidence.length > 0 ? evidence : [followUp]).flatMap(
    (place) => findAgain(place, linesOf) ?? [],
  );
  const [first] = still;
  if (!first || followUp.closed) return { ...followUp, status: 'done' };
  const { after: _, ...rest } = followUp;
  return { ...rest, ...first, evidence: evidence.length > 0 ? still : [], status: 'open' };
}

/** Where a place is now: in the file as the run left it, or as it was where nothing was written. */
function findAgain({ after, ...before }: PlaceReport, linesOf: ReadLines): Place | undefined {
  for (const place of after ? [after, before] : [before]) {
    const lines = linesOf(place.file);
    const found = lines && findLine(place, lines);
    if (found) return found;
  }
  return undefined;
}

/** A line as near as possible to where it was. Of what the run removed nothing can be seen: it stays open. */
function findLine({ file, line, column, text }: Place, lines: readonly string[]): Place | undefined {
  if (text.trim() === '') return { file, line, column, text };
  const numbers = lines.flatMap((one, index) => (one.trim() === text.trim() ? [index + 1] : []));
  const [nearest] = numbers.toSorted((a, b) => Math.abs(a - line) - Math.abs(b - line));
  return nearest === undefined
    ? undefined
    : { file, line: nearest, column, text: lines[nearest - 1] ?? text };
}
