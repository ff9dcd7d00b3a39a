import { groupedBy } from '../config/grouped.ts';
import { linesOf } from '../config/problem.ts';
import type { Snapshot, TreePath } from '../project/snapshot.ts';
import {
  commentSyntaxOf,
  type FoundTodo,
  joinTodos,
  splitTodos,
  type Todo,
  textIn,
} from '../project/todo-comments.ts';
import { placeTodo } from '../project/todo-places.ts';
import { createLineMap } from './located.ts';
import type { PlannedFile } from './plan.ts';

/** A follow-up that is open, and the line that it is about once the plan is carried out. */
export interface OpenTodo extends Todo {
  readonly file: TreePath;
  /** Counted from 1 in the text without comments of ours. */
  readonly line: number;
}

/** What is to become of comments about follow-ups. */
interface TodoWishes {
  /** What comments are written about. */
  readonly wanted: readonly OpenTodo[];
  /** Whether a comment that is there already stays as it is. */
  stays(id: string): boolean;
  /** Files that have comments of ours, as they are named before the run. */
  readonly holding: ReadonlySet<TreePath>;
}

/** How many comments of ours stand above a line, counted without them, before and after. */
export interface TodoShifts {
  before(file: TreePath, line: number): number;
  after(file: TreePath, line: number): number;
}

interface TodoPlan {
  readonly files: readonly PlannedFile[];
  readonly shifts: TodoShifts;
}

/**
 * Adds to a plan what becomes of comments about follow-ups. The plan was made from texts without them; what it gives is
 * to be done to the texts as they are.
 */
export function planTodos(
  planned: readonly PlannedFile[],
  snapshot: Snapshot,
  { wanted, stays, holding }: TodoWishes,
): TodoPlan {
  const byTarget = new Map(planned.map((file) => [file.to, file]));
  const origins = new Set(planned.map(({ from }) => from));
  const present = new Set(snapshot.files.flatMap(({ path, link }) => (link === undefined ? [path] : [])));
  const wantedIn = groupedBy(wanted, ({ file }) => file);
  const unmoved = [...holding].filter((path) => !origins.has(path));
  const targets = new Set([...byTarget.keys(), ...wantedIn.keys(), ...unmoved]);
  const [before, after] = [new Map<TreePath, Lines>(), new Map<TreePath, Lines>()];
  const files = [...targets].flatMap((to): PlannedFile[] => {
    const plannedFile = byTarget.get(to);
    const file = plannedFile ?? { from: to, to, kind: 'file', by: [] };
    const isMeant = wantedIn.has(to) || holding.has(file.from);
    const isText = isMeant && file.kind === 'file' && commentSyntaxOf(to) && present.has(file.from);
    const there = isText ? textIn(snapshot, file.from) : undefined;
    if (there === undefined) return plannedFile ? [plannedFile] : [];
    const { clean, todos } = splitTodos(file.from, there);
    const cleanAfter = file.text?.after ?? clean;
    const left = movedTodos(
      todos.filter(({ id }) => stays(id)),
      clean,
      cleanAfter,
    );
    const all = [...left, ...placedTodos(to, cleanAfter, wantedIn.get(to) ?? [])];
    // What cannot be taken away again byte for byte is not written.
    const placed = splitTodos(to, joinTodos(cleanAfter, all)).clean === cleanAfter ? all : [];
    if (todos.length === 0 && placed.length === 0) return plannedFile ? [plannedFile] : [];
    before.set(file.from, todos);
    after.set(to, placed);
    const now = joinTodos(cleanAfter, placed);
    const { text: _, ...place } = file;
    if (now === there) return file.from === to ? [] : [place];
    const isSame = joinTodos(cleanAfter, left) === now && left.length === todos.length;
    const by = isSame ? file.by : [...file.by, 'todos'];
    return [{ ...place, by, text: { before: there, after: now } }];
  });
  return {
    files: files.toSorted((a, b) => (a.from < b.from ? -1 : 1)),
    shifts: { before: shiftIn(before), after: shiftIn(after) },
  };
}

type Lines = readonly Pick<FoundTodo, 'above'>[];

function shiftIn(found: ReadonlyMap<TreePath, Lines>): TodoShifts['before'] {
  return (file, line) => (found.get(file) ?? []).filter(({ above }) => above <= line).length;
}

/** Where comments stand that stay, in what the plan makes of their text. */
function movedTodos(todos: readonly FoundTodo[], clean: string, after: string): FoundTodo[] {
  if (clean === after || todos.length === 0) return [...todos];
  const lineAfter = createLineMap(linesOf(clean), linesOf(after));
  return todos.map((todo) => ({ ...todo, above: lineAfter(todo.above).line }));
}

/** One comment for each follow-up above a line, however many places of it are there. */
function placedTodos(path: TreePath, text: string, wanted: readonly OpenTodo[]): FoundTodo[] {
  const placed = new Map<string, FoundTodo>();
  for (const todo of wanted) {
    const place = placeTodo(path, text, todo.line, todo);
    if (place) placed.set(`${place.above} ${todo.id}`, { id: todo.id, ...place });
  }
  return [...placed.values()];
}
