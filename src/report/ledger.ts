import type { Place } from '../plan/located.ts';
import {
  allFollowUps,
  type Findings,
  type FollowUpReport,
  type PlaceReport,
  partsOf,
  type Report,
  type Status,
  summaryOf,
} from './report.ts';

/** The lines of a file as it is now; nothing where there is none. */
export type ReadLines = (path: string) => readonly string[] | undefined;

/**
 * Compares a report with that of an earlier run. A follow-up of then is done when it is not found any more and the text
 * it pointed to has changed: what a run cannot see, such as whether somebody has looked at a changed default, stays
 * open. A person closes such a one by setting its `status` to `done` in the earlier report.
 */
export function withBaseline(report: Report, earlier: Report, linesOf: ReadLines): Report {
  const match = createMatcher(allFollowUps(earlier));
  const marked = new Map(
    partsOf(report).map((part) => [
      part,
      part.followUps.map((now): FollowUpReport => {
        const before = match(now);
        // Closed by a person, who knows better than a rule that finds it again.
        const status: Status = before ? (before.status === 'done' ? 'done' : 'open') : 'new';
        return { ...now, status };
      }),
    ]),
  );
  const found = new Set(match.taken);
  const lost = (part: Findings) =>
    part.followUps.filter((one) => !found.has(one)).map((one) => closed(one, linesOf));
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
        // A project that is not there any more has nothing open that could be found.
        ...earlier.projects
          .filter(({ root }) => !report.projects.some((project) => project.root === root))
          .flatMap(lost),
      ],
    },
  };
  return { ...report, ...content, summary: summaryOf(content) };
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

/** A follow-up of then that was not found now: done, or still there as far as the text tells. */
function closed(followUp: FollowUpReport, linesOf: ReadLines): FollowUpReport {
  if (followUp.status === 'done') return followUp;
  const still = findAgain(followUp, linesOf);
  if (!still) return { ...followUp, status: 'done' };
  const { after: _, ...rest } = followUp;
  const evidence = followUp.evidence.flatMap((place) => findAgain(place, linesOf) ?? []);
  return { ...rest, ...still, evidence, status: 'open' };
}

/** Where a place is now: in the file as the run left it, or as it was where nothing was written. */
function findAgain({ after, ...before }: PlaceReport, linesOf: ReadLines): Place | undefined {
  const candidates = after ? [after, before] : [before];
  for (const place of candidates) {
    const lines = linesOf(place.file);
    if (lines) return findLine(place, lines);
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
