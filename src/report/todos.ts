import type { Plan, PlannedFile } from '../plan/plan.ts';
import { type OpenTodo, planTodos, type TodoShifts } from '../plan/todos.ts';
import { type Snapshot, type TreePath, textIn } from '../project/snapshot.ts';
import { commentSyntaxOf, splitTodos } from '../project/todo-comments.ts';
import { placeNow, placesOf } from './places.ts';
import type { PlaceReport, Report } from './report.ts';
import { allFollowUps, openFollowUps, withFollowUps } from './summary.ts';

/** A plan that was made from texts without comments about follow-ups. */
interface PlannedWithout {
  readonly plan: Plan;
  /** With these comments. */
  readonly disk: Snapshot;
  /** Where some were seen. */
  readonly seen: ReadonlySet<TreePath>;
  readonly ledger: Report | undefined;
}

/**
 * What a run does to files, and its report, with comments about follow-ups. With `wanted` they are written, with false
 * all are removed; if nothing was said, only those go whose follow-ups are done.
 */
export function withTodos(
  { plan, disk, seen, ledger }: PlannedWithout,
  wanted: boolean | undefined,
  reported: (plan: Plan) => Report,
): { readonly files: readonly PlannedFile[]; readonly report: Report } {
  const report = reported(plan);
  const named = wanted === undefined ? filesNamedIn(ledger ?? report) : disk.files.map(({ path }) => path);
  const holding = new Set([...seen, ...named].filter((path) => (todosAt(disk, path)?.todos.length ?? 0) > 0));
  if (!wanted && holding.size === 0) return { files: plan.files, report };
  const open = new Set(openFollowUps(report).map(({ id }) => id));
  const known = new Set(openFollowUps(ledger ?? report).map(({ id }) => id));
  const { files, shifts } = planTodos(plan.files, disk, {
    wanted: wanted ? openTodos(report) : [],
    // What no report knows may be from a run elsewhere.
    stays: (id) => wanted === undefined && (open.has(id) || (!ledger && !known.has(id))),
    holding,
  });
  return { files, report: withShifts(reported({ ...plan, files }), shifts) };
}

/** A plan for texts as they are, in which comments about follow-ups stay. */
export function withTodosOfDisk(plan: Plan, disk: Snapshot, seen: ReadonlySet<TreePath>): Plan {
  if (seen.size === 0) return plan;
  const { files } = planTodos(plan.files, disk, { wanted: [], stays: () => true, holding: seen });
  return { ...plan, files };
}

/** The report of an earlier run, with lines as they count without comments about follow-ups. */
export function ledgerWithoutTodos(ledger: Report, disk: Snapshot): Report {
  const present = new Set(disk.files.map(({ path }) => path));
  const lines = [...filesNamedIn(ledger)].map((path) => {
    const todos = (present.has(path) ? todosAt(disk, path)?.todos : undefined) ?? [];
    return { path, lines: todos.map(({ above }, index) => above + index) };
  });
  return withoutLines(ledger, lines);
}

/** The lines of comments about follow-ups in a file, counted from 1. */
interface TodoLines {
  readonly path: TreePath;
  readonly lines: readonly number[];
}

/** The comments about follow-ups in a file; undefined if it can have none. */
function todosAt(disk: Snapshot, path: TreePath) {
  const text = commentSyntaxOf(path) ? textIn(disk, path) : undefined;
  return text === undefined ? undefined : splitTodos(path, text);
}

/** The open follow-ups of a report at each of their places, as these are once the run is done. */
function openTodos(report: Report): OpenTodo[] {
  return openFollowUps(report).flatMap((followUp) => {
    const { id, code, message } = followUp;
    return placesOf(followUp).map((place) => {
      const { file, line } = placeNow(place, { dryRun: false });
      return { id, code, message, file, line };
    });
  });
}

/** Every file that the follow-ups of a report are about, before and after the run. */
function filesNamedIn(report: Report): Set<string> {
  const places = allFollowUps(report).flatMap((one): readonly PlaceReport[] => [one, ...one.evidence]);
  return new Set(places.flatMap(({ file, after }) => (after ? [file, after.file] : [file])));
}

/** A report whose lines do not count comments that are above them. */
function withoutLines(report: Report, comments: readonly TodoLines[]): Report {
  const linesOf = new Map(comments.map(({ path, lines }) => [path, lines]));
  const without = <Place extends Pick<PlaceReport, 'file' | 'line'>>(place: Place): Place => {
    const above = linesOf.get(place.file)?.filter((line) => line < place.line) ?? [];
    return { ...place, line: place.line - above.length };
  };
  return withPlaces(report, (place) =>
    place.after ? { line: place.line, after: without(place.after) } : { line: without(place).line },
  );
}

/** A report whose lines count the comments about follow-ups. */
function withShifts(report: Report, shifts: TodoShifts): Report {
  return withPlaces(report, (place) => {
    const { file, line, column, text } = place;
    const now = place.after ?? { file, line, column, text };
    const [first, then] = [line + shifts.before(file, line), now.line + shifts.after(now.file, now.line)];
    const isSame = !place.after && first === then;
    return { line: first, ...(isSame ? {} : { after: { ...now, line: then } }) };
  });
}

function withPlaces(
  report: Report,
  move: (place: PlaceReport) => Pick<PlaceReport, 'line' | 'after'>,
): Report {
  return withFollowUps(report, (followUps) =>
    followUps.map((one) => ({
      ...one,
      ...move(one),
      evidence: one.evidence.map((place) => ({ ...place, ...move(place) })),
    })),
  );
}
