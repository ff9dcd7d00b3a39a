import { diffArrays } from 'diff';
import type { MadeEdit } from '../config/edits.ts';
import { linesOf, offsetOf, type Position, positionOf } from '../config/problem.ts';
import { copied, remembered } from '../project/remembered.ts';
import type { TreePath } from '../project/snapshot.ts';
import type { FollowUp, Note, NotedPosition } from './follow-up.ts';
import type { PlannedText } from './plan.ts';

/** A position, and the line that stands there. */
export interface LinePlace extends Position {
  readonly text: string;
}

/** A place as the run finds it, and where that is afterwards. */
export interface LocatedPlace extends LinePlace {
  readonly after: LinePlace;
  /** What is known about it. */
  readonly note?: Note<LocatedPlace>;
}

/** A follow-up that can be found both before and after the run. */
export type LocatedFollowUp = FollowUp<Omit<LocatedPlace, 'note'>, LocatedPlace>;

/** What becomes of the files that follow-ups are about. */
interface FileOutcomes {
  /** Where a file is afterwards. */
  after(path: TreePath): TreePath;
  /** The text of a file that changes. */
  changed(path: TreePath): PlannedText | undefined;
  /** The text of a file as it is. */
  read(path: TreePath): string | undefined;
}

/** Finds places of the original again in what a plan makes of it. */
interface Locator {
  place(place: NotedPosition): LocatedPlace;
  note(note: Note): Note<LocatedPlace>;
  followUp(followUp: FollowUp): LocatedFollowUp;
}

// Places come file by file, and lead to a few others. Without a limit, all texts would be in memory at once.
const mostFiles = 50;

export function createLocator(outcomes: FileOutcomes): Locator {
  const files = new Map<TreePath, FileLines>();
  const place = ({ file, line, column, note }: NotedPosition): LocatedPlace => {
    if (files.size > mostFiles) files.clear();
    const { before, lineAfter } = remembered(files, file, () => fileLines(file, outcomes));
    const text = copied(before[line - 1] ?? '');
    const found = lineAfter(line, column);
    const now = { line: found.line, text: found.text === text ? text : copied(found.text) };
    const after = { file: outcomes.after(file), ...now, column: columnAfter(column, text, now.text) };
    return { file, line, column, text, after, ...(note && { note: noteOf(note) }) };
  };
  const noteOf = ({ text, at }: Note): Note<LocatedPlace> => ({ text, ...(at && { at: place(at) }) });
  return {
    ...{ place, note: noteOf },
    followUp: (followUp) => ({
      ...followUp,
      ...place(followUp),
      evidence: followUp.evidence.map(place),
    }),
  };
}

interface Line {
  readonly line: number;
  /** Empty if nothing of the line is left. */
  readonly text: string;
}

interface FileLines {
  readonly before: readonly string[];
  lineAfter(line: number, column: number): Line;
}

function fileLines(path: TreePath, { changed, read }: FileOutcomes): FileLines {
  const text = changed(path);
  const before = linesOf(text?.before ?? read(path) ?? '');
  if (!text) return { before, lineAfter: (line) => ({ line, text: before[line - 1] ?? '' }) };
  const after = linesOf(text.after);
  const lineAfter = createLineMap(before, after);
  return {
    before,
    lineAfter(line, column) {
      const found = lineAfter(line);
      // In a block of changed lines, only the edits show which line became which.
      return (found.text === '' && before[line - 1] && editedLine(text, after, { line, column })) || found;
    },
  };
}

const lineEnd = /^[ \t]*\r?\n/;

/** The line of what was written for a position, or the one that follows where that is nothing. */
function editedLine(
  { before, after: now, edits }: PlannedText,
  after: readonly string[],
  at: Omit<Position, 'file'>,
): Line | undefined {
  if (!edits) return undefined;
  const offset = offsetOf(before, at);
  let shift = 0;
  let around: MadeEdit | undefined;
  for (const edit of edits) {
    if (edit.start > offset) break;
    if (edit.end > offset) around = edit;
    else shift += edit.text.length - (edit.end - edit.start);
  }
  const rest = now.slice((around?.start ?? offset) + shift);
  const isGone = around?.text.trim() === '';
  // What went together with the end of the line above it was on the next one.
  const isBelow = isGone && lineEnd.test(before.slice(around?.start, around?.end));
  const [space = ''] = (isBelow ? lineEnd : isGone ? /^/ : /^\s*/).exec(rest) ?? [];
  const { line } = positionOf('', now, now.length - rest.length + space.length);
  return { line, text: isGone ? '' : (after[line - 1] ?? '') };
}

// Beyond this, texts have nothing to do with each other, and looking for what they share takes seconds.
const maxEditLength = 1000;

/** Where each line is afterwards. One that was rewritten is the new line most like it; else it is gone. */
function createLineMap(before: readonly string[], after: readonly string[]): (line: number) => Line {
  const parts = diffArrays([...before], [...after], { maxEditLength }) ?? [];
  const kept = new Map<number, number>();
  const added: Line[] = [];
  let [old, now] = [1, 1];
  for (const part of parts) {
    for (let offset = 0; offset < part.count; offset += 1) {
      if (part.added) added.push({ line: now + offset, text: after[now + offset - 1] ?? '' });
      // A line that is gone is where the next one is.
      else kept.set(old + offset, part.removed ? -now : now + offset);
    }
    if (!part.added) old += part.count;
    if (!part.removed) now += part.count;
  }
  const rewritten = new Map<number, Line>();
  return (line) => {
    const place = kept.get(line) ?? -line;
    if (place > 0) return { line: place, text: after[place - 1] ?? '' };
    const nearest = Math.min(-place, after.length);
    return remembered(
      rewritten,
      line,
      () => mostLike(before[line - 1] ?? '', nearest, added) ?? { line: nearest, text: '' },
    );
  };
}

/** The line that shares most of its text, if that is half of it; of several the nearest. */
function mostLike(text: string, line: number, lines: readonly Line[]): Line | undefined {
  const [best] = lines
    .map((one) => ({ one, shared: sharedLength(text.trim(), one.text.trim()) }))
    .filter(({ shared }) => shared * 2 >= text.trim().length && shared > 0)
    .toSorted((a, b) => b.shared - a.shared || Math.abs(a.one.line - line) - Math.abs(b.one.line - line));
  return best?.one;
}

/** How much two texts have in common at their start and end. */
function sharedLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return start + end;
}

/** The same column if the line is unchanged up to there; otherwise the new column of what stood there. */
function columnAfter(column: number, before: string, after: string): number {
  if (after === '') return 1;
  // In a minified line nobody looks for a column, and comparing it again for every place takes seconds.
  if (before.length > 10_000) return Math.min(column, after.length);
  if (after.startsWith(before.slice(0, column - 1))) return column;
  const rest = before.slice(column - 1);
  const at = rest === '' ? -1 : after.lastIndexOf(rest);
  return (at === -1 ? after.search(/\S/) : at) + 1;
}
