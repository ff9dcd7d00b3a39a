import type { Plan, PlannedFile } from '../plan/plan.ts';
import { type OpenTodo, planTodos } from '../plan/todos.ts';
import type { Snapshot, TreePath } from '../project/snapshot.ts';
import { commentSyntaxOf, joinTodos, splitTodos, textIn } from '../project/todo-comments.ts';
import type { Report } from '../report/report.ts';
import { openFollowUps } from '../report/summary.ts';
import { filesNamedIn, openTodos, withoutShifts, withShifts } from '../report/todos.ts';

/** A plan that was made from texts without comments of ours. */
interface PlannedWithout {
  readonly plan: Plan;
  /** With these comments. */
  readonly disk: Snapshot;
  /** Where some were seen. */
  readonly seen: ReadonlySet<TreePath>;
  readonly ledger: Report | undefined;
}

/**
 * What a run does to files, and its report, with comments about follow-ups. They are written if that is wanted, and all
 * taken away if it is not; if nothing was said, those of follow-ups go that are settled.
 */
export function withTodos(
  { plan, disk, seen, ledger }: PlannedWithout,
  wanted: boolean | undefined,
  reported: (plan: Plan) => Report,
): { readonly files: readonly PlannedFile[]; readonly report: Report } {
  const report = reported(plan);
  const named = wanted === undefined ? filesNamedIn(ledger ?? report) : disk.files.map(({ path }) => path);
  const holding = new Set([...seen, ...named].filter((path) => todosAt(disk, path).length > 0));
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

/** The report of an earlier run, with lines as they count without comments about follow-ups. */
export function ledgerWithoutTodos(ledger: Report, disk: Snapshot): Report {
  const present = new Set(disk.files.map(({ path }) => path));
  const lines = new Map(
    [...filesNamedIn(ledger)].map((path) => {
      const todos = present.has(path) ? todosAt(disk, path) : [];
      return [path, todos.map(({ above }, index) => above + index)] as const;
    }),
  );
  return withoutShifts(ledger, (file, line) => (lines.get(file) ?? []).filter((one) => one < line).length);
}

/** A plan for texts as they are, in which comments about follow-ups stay. */
export function withTodosOfDisk(plan: Plan, disk: Snapshot, seen: ReadonlySet<TreePath>): Plan {
  if (seen.size === 0) return plan;
  const none: readonly OpenTodo[] = [];
  return {
    ...plan,
    files: planTodos(plan.files, disk, { wanted: none, stays: () => true, holding: seen }).files,
  };
}

function todosAt(disk: Snapshot, path: TreePath) {
  const text = commentSyntaxOf(path) ? textIn(disk, path) : undefined;
  return text === undefined ? [] : splitTodos(path, text).todos;
}

/** A file from which comments about follow-ups go. */
export interface RemovedTodos {
  readonly path: TreePath;
  readonly before: string;
  readonly after: string;
  /** The lines that go, counted from 1. */
  readonly lines: readonly number[];
}

/** The files of a snapshot with comments about some follow-ups, without these. */
export function withoutTodosOf(ids: ReadonlySet<string>, disk: Snapshot): RemovedTodos[] {
  return disk.files.flatMap(({ path, link }) => {
    const before = link === undefined && commentSyntaxOf(path) ? textIn(disk, path) : undefined;
    if (before === undefined) return [];
    const { clean, todos } = splitTodos(path, before);
    const lines = todos.flatMap(({ id, above }, index) => (ids.has(id) ? [above + index] : []));
    const left = todos.filter(({ id }) => !ids.has(id));
    return lines.length === 0 ? [] : [{ path, before, after: joinTodos(clean, left), lines }];
  });
}

/** A report whose lines are those without comments that went. */
export function withoutRemoved(report: Report, removed: readonly RemovedTodos[]): Report {
  const linesOf = new Map(removed.map(({ path, lines }) => [path, lines]));
  return withoutShifts(report, (file, line) => (linesOf.get(file) ?? []).filter((one) => one < line).length);
}
