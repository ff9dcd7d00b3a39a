import { diffLines } from 'diff';
import { type ChangedText, changedPart, type MadeEdit } from '../config/edits.ts';
import { linesOf, offsetOf, type Position, positionOf } from '../config/problem.ts';
import { copied, remembered } from '../project/remembered.ts';
import type { TreePath } from '../project/snapshot.ts';
import type { FollowUp, Note, NotedPosition, NowPosition } from './follow-up.ts';

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
  changed(path: TreePath): ChangedText | undefined;
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
  const files = new Map<TreePath, FileText>();
  const fileAt = (file: TreePath) => {
    if (files.size > mostFiles) files.clear();
    return remembered(files, file, () => fileText(file, outcomes));
  };
  const place = ({ file, line, column, note, now }: NotedPosition): LocatedPlace => {
    const { before, change } = fileAt(file);
    const text = copied(before[line - 1] ?? '');
    const found = now ?? (change ? positionAfter(change, { file, line, column }) : { file, line, column });
    const home = fileAt(found.file);
    const { isGone = false, ...at } = found;
    const shown = isGone ? '' : copied((home.after ?? home.before)[at.line - 1] ?? '');
    const after = { ...at, file: outcomes.after(at.file), text: shown === text ? text : shown };
    return { file, line, column, text, after, ...(note && { note: noteOf(note) }) };
  };
  const noteOf = ({ text, at }: Note): Note<LocatedPlace> => ({ text, ...(at && { at: place(at) }) });
  return {
    ...{ place, note: noteOf },
    followUp: ({ now, ...followUp }) => ({
      ...followUp,
      ...place({ ...followUp, ...(now && { now }) }),
      evidence: followUp.evidence.map(place),
    }),
  };
}

interface FileText {
  readonly before: readonly string[];
  /** Its lines afterwards; undefined if they stay. */
  readonly after?: readonly string[];
  readonly change?: ChangedText;
}

function fileText(path: TreePath, { changed, read }: FileOutcomes): FileText {
  const text = changed(path);
  if (!text) return { before: linesOf(read(path) ?? '') };
  const change = { ...text, edits: text.edits ?? lineEdits(text) };
  return { before: linesOf(text.before), after: linesOf(text.after), change };
}

// Beyond this, texts have nothing to do with each other, and looking for what they share takes seconds.
const maxEditLength = 1000;

/** The edits between two texts that were made in an unknown way. */
function lineEdits({ before, after }: ChangedText): MadeEdit[] {
  const parts = diffLines(before, after, { maxEditLength });
  if (!parts) return [changedPart(before, after)];
  const edits: MadeEdit[] = [];
  let at = 0;
  for (const { value, added, removed } of parts) {
    const last = edits.at(-1);
    if (added && last?.end === at) edits.splice(-1, 1, { ...last, text: value });
    else if (added) edits.push({ start: at, end: at, text: value });
    else at += value.length;
    if (removed) edits.push({ start: at - value.length, end: at, text: '' });
  }
  return edits;
}

/** Where what stands at a position of a text is afterwards, or was if it is gone. */
export function positionAfter(change: ChangedText, at: Position): NowPosition {
  const { before, after, edits = lineEdits(change) } = change;
  const offset = offsetOf(before, at);
  let shift = 0;
  for (const { start, end, text } of edits) {
    if (start > offset) break;
    const old = before.slice(start, end);
    if (end > offset) {
      const found = counterpart(old, text, offset - start);
      if (found !== undefined) return positionOf(at.file, after, start + shift + found);
      // What went together with the end of the line above it was on the next one.
      const rest = after.slice(start + shift + text.length);
      const [lineEnd = ''] = (/^[ \t]*\r?\n/.test(old) && /^[ \t]*\r?\n\s*/.exec(rest)) || [];
      return { ...positionOf(at.file, after, after.length - rest.length + lineEnd.length), isGone: true };
    }
    shift += text.length - old.length;
  }
  return positionOf(at.file, after, offset + shift);
}

/** Where a character of a text is in what replaces it, whatever the white space; undefined if it is in no part of it. */
function counterpart(old: string, now: string, offset: number): number | undefined {
  const part = changedPart(bare(old), bare(now));
  const index = bare(old.slice(0, offset)).length;
  if (index >= part.start && index < part.end && part.text === '') return undefined;
  const shift = index < part.start ? 0 : part.text.length - (part.end - part.start);
  let left = index >= part.start && index < part.end ? part.start : index + shift;
  for (const { index: found } of now.matchAll(/\S/g)) {
    if (left === 0) return found;
    left -= 1;
  }
  return undefined;
}

function bare(text: string): string {
  return text.replace(/\s+/g, '');
}
