import type { OpenTodo, TodoShifts } from '../plan/todos.ts';
import { placeNow, placesOf } from './places.ts';
import type { FollowUpReport, PlaceReport, Report, ReportPart } from './report.ts';
import { allFollowUps, openFollowUps } from './summary.ts';

/** The open follow-ups of a report at each of their places, as these are once the run is done. */
export function openTodos(report: Report): OpenTodo[] {
  return openFollowUps(report).flatMap((followUp) => {
    const { id, code, message } = followUp;
    return placesOf(followUp).map((place) => {
      const { file, line } = placeNow(place, { dryRun: false });
      return { id, code, message, file, line };
    });
  });
}

/** Every file that the follow-ups of a report are about, before and after the run. */
export function filesNamedIn(report: Report): Set<string> {
  const places = allFollowUps(report).flatMap((one): readonly PlaceReport[] => [one, ...one.evidence]);
  return new Set(places.flatMap(({ file, after }) => (after ? [file, after.file] : [file])));
}

/** A report whose lines count the comments about follow-ups. */
export function withShifts(report: Report, shifts: TodoShifts): Report {
  return withPlaces(report, (place) => shifted(place, shifts));
}

/** A report of an earlier run whose lines do not count the comments that are above them by now. */
export function withoutShifts(report: Report, above: (file: string, line: number) => number): Report {
  return withPlaces(report, ({ file, line, after }) =>
    after
      ? { line, after: { ...after, line: after.line - above(after.file, after.line) } }
      : { line: line - above(file, line) },
  );
}

type Moved = Pick<PlaceReport, 'line' | 'after'>;

function withPlaces(report: Report, move: (place: PlaceReport) => Moved): Report {
  const inPart = <Part extends ReportPart>(part: Part): Part => ({
    ...part,
    followUps: part.followUps.map(
      (one): FollowUpReport => ({
        ...one,
        ...move(one),
        evidence: one.evidence.map((place) => ({ ...place, ...move(place) })),
      }),
    ),
  });
  return { ...report, projects: report.projects.map(inPart), elsewhere: inPart(report.elsewhere) };
}

function shifted(place: PlaceReport, { before, after }: TodoShifts): Moved {
  const { file, line, column, text } = place;
  const now = place.after ?? { file, line, column, text };
  const [first, then] = [line + before(file, line), now.line + after(now.file, now.line)];
  const isSame = !place.after && first === then;
  return { line: first, ...(isSame ? {} : { after: { ...now, line: then } }) };
}
