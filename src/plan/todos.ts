import { groupedBy } from '../config/grouped.ts';
import { linesOf } from '../config/problem.ts';
import { type Snapshot, type TreePath, textIn } from '../project/snapshot.ts';
import {
  commentSyntaxOf,
  type FoundTodo,
  joinTodos,
  splitTodos,
  type Todo,
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

/**
 * Adds to a plan what becomes of comments about follow-ups. The plan was made from texts without them; what it gives is
 * to be done to the texts as they are.
 */
export function planTodos(
  planned: readonly PlannedFile[],
  snapshot: Snapshot,
  { wanted, stays, holding }: TodoWishes,
): { readonly files: readonly PlannedFile[]; readonly shifts: TodoShifts } {
  const byTarget = new Map(planned.map((file) => [file.to, file]));
  const origins = new Set(planned.map(({ from }) => from));
  const present = new Set(snapshot.files.flatMap(({ path, link }) => (link === undefined ? [path] : [])));
  const wantedIn = groupedBy(wanted, ({ file }) => file);
  const unmoved = [...holding].filter((path) => !origins.has(path));
  const targets = new Set([...byTarget.keys(), ...wantedIn.keys(), ...unmoved]);
  const [before, after] = [new Map<TreePath, Lines>(), new Map<TreePath, Lines>()];
  const files = [...targets].flatMap((to): PlannedFile[] => {
    const known = byTarget.get(to);
    // What leaves a place has its comment elsewhere.
    if (!known && (origins.has(to) || !present.has(to))) return [];
    const file = known ?? { from: to, to, kind: 'file', by: [] };
    const isMeant = wantedIn.has(to) || holding.has(file.from);
    const isText = isMeant && file.kind === 'file' && commentSyntaxOf(to) !== undefined;
    const there = isText && present.has(file.from) ? textIn(snapshot, file.from) : undefined;
    const found = there === undefined ? undefined : commented(file, there, wantedIn.get(to) ?? [], stays);
    if (!found) return known ? [known] : [];
    before.set(file.from, found.before);
    after.set(to, found.after);
    return found.file ? [found.file] : [];
  });
  return {
    files: files.toSorted((a, b) => (a.from < b.from ? -1 : 1)),
    shifts: { before: shiftIn(before), after: shiftIn(after) },
  };
}

/** What becomes of a file with its comments, and where these are; undefined if it has none before or after. */
function commented(
  file: PlannedFile,
  there: string,
  wanted: readonly OpenTodo[],
  stays: TodoWishes['stays'],
): { readonly file?: PlannedFile; readonly before: Lines; readonly after: Lines } | undefined {
  const { text, ...place } = file;
  const { clean, todos } = splitTodos(file.from, there);
  const cleanAfter = text?.after ?? clean;
  const staying = todos.filter(({ id }) => stays(id));
  const left = movedTodos(staying, clean, cleanAfter);
  // Above one line, those that are there already keep their order.
  const order = new Map(todos.map(({ id }, index) => [id, index]));
  const rank = ({ id }: FoundTodo) => order.get(id) ?? todos.length;
  const all = [...left, ...placedTodos(file.to, cleanAfter, wanted)].sort((a, b) => rank(a) - rank(b));
  // What cannot be taken away again byte for byte is not written.
  const placed = splitTodos(file.to, joinTodos(cleanAfter, all)).clean === cleanAfter ? all : [];
  if (todos.length + placed.length === 0) return undefined;
  const lines = { before: todos, after: placed };
  const now = joinTodos(cleanAfter, placed);
  if (now === there) return file.from === file.to ? lines : { ...lines, file: place };
  const isSame = placed.length === left.length && left.length === todos.length;
  const by = isSame ? file.by : [...file.by, 'todos'];
  return { ...lines, file: { ...place, by, text: { before: there, after: now } } };
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
