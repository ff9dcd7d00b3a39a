/** Finds where a place of an original file is after the run, so that a follow-up shows both. */

import { diffLines } from 'diff';
import { type ChangedText, changedPart, type MadeEdit } from '../base/edits.ts';
import { copied, memo, memoLast } from '../base/memo.ts';
import {
  type LinePart,
  linesOf,
  offsetOf,
  type Position,
  partOfLine,
  positionOf,
  positionText,
} from '../base/position.ts';
import type { Change } from '../config/change.ts';
import type { ConfigDocument, Reread } from '../config/document.ts';
import { isWritten } from '../config/lookup.ts';
import type { TreePath } from '../tree/snapshot.ts';
import type { FollowUp, Note, NotedPosition, NowPosition } from './follow-up.ts';

/** A position with the text of its line. */
export interface LinePlace extends Position, LinePart {}

/** A place before the run, and where it is afterwards. */
export interface LocatedPlace extends LinePlace {
  readonly after: LinePlace;
  /** Details about the place. */
  readonly note?: Note<LocatedPlace>;
}

/** A follow-up that can be found both before and after the run. */
export type LocatedFollowUp = FollowUp<Omit<LocatedPlace, 'note'>, LocatedPlace>;

/** The paths and texts of files before and after the run. */
interface FileOutcomes {
  /** The path of a file after the run. */
  after(path: TreePath): TreePath;
  /** The old and new text of a file that changes. */
  changed(path: TreePath): ChangedText | undefined;
  /** The text of a file before the run. */
  read(path: TreePath): string | undefined;
}

// Places come file by file, with notes about a few others. The limit keeps memory use low.
const mostFiles = 50;

/** Maps places of the original files to their places after a plan. */
export function createLocator(outcomes: FileOutcomes) {
  const files = new Map<TreePath, FileText>();
  const fileAt = (file: TreePath) => {
    if (files.size > mostFiles) files.clear();
    return memo(files, file, () => fileText(file, outcomes));
  };
  // A slice would keep its whole file in memory.
  const [lineBefore, lineAfter] = [memoLast(copied), memoLast(copied)];
  const partOf = (line: string, column: number, copy: (text: string) => string): LinePart => {
    const part = partOfLine(line, column);
    return { ...part, text: copy(part.text) };
  };
  const place = ({ file, line, column, note, now }: NotedPosition): LocatedPlace => {
    const { before, change } = fileAt(file);
    const was = partOf(before[line - 1] ?? '', column, lineBefore);
    const current =
      now ?? (change ? positionAfter(change, { file, line, column }) : { file, line, column });
    const home = fileAt(current.file);
    const { isGone = false, ...at } = current;
    const shown = partOf(isGone ? '' : (home.after[at.line - 1] ?? ''), at.column, lineAfter);
    const text = shown.text === was.text ? was.text : shown.text;
    const after = { ...at, file: outcomes.after(at.file), ...shown, text };
    return { file, line, column, ...was, after, ...(note && { note: noteOf(note) }) };
  };
  const noteOf = ({ text, at }: Note): Note<LocatedPlace> => ({
    text,
    ...(at && { at: place(at) }),
  });
  return {
    place,
    note: noteOf,
    followUp: ({ now, ...followUp }: FollowUp): LocatedFollowUp => ({
      ...followUp,
      ...place({ ...followUp, ...(now && { now }) }),
      evidence: followUp.evidence.map(place),
    }),
  };
}

type FileText = ReturnType<typeof fileText>;

/** The lines of a file before and after the run, and its change. */
function fileText(path: TreePath, { changed, read }: FileOutcomes) {
  const text = changed(path);
  const change = text && { ...text, edits: text.edits ?? lineEdits(text) };
  const before = linesOf(text?.before ?? read(path) ?? '');
  return { before, after: text ? linesOf(text.after) : before, change };
}

// Texts with more edits have nothing in common, and comparing them takes seconds.
const maxEditLength = 1000;

/** The line edits between two texts. */
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

/** The position after a change, or the position where removed text was. */
export function positionAfter(change: ChangedText, at: Position): NowPosition {
  const { before, after, edits = lineEdits(change) } = change;
  const offset = offsetOf(before, at);
  let shift = 0;
  for (const { start, end, text } of edits) {
    if (start > offset) break;
    const old = before.slice(start, end);
    if (end > offset) {
      const match = counterpart(old, text, offset - start);
      if (match !== undefined) return positionOf(at.file, after, start + shift + match);
      // Text that was removed together with the line break before it was on the next line.
      const tail = after.slice(start + shift + text.length);
      const [lineEnd = ''] = (/^[ \t]*\r?\n/.test(old) && /^[ \t]*\r?\n\s*/.exec(tail)) || [];
      return {
        ...positionOf(at.file, after, after.length - tail.length + lineEnd.length),
        isGone: true,
      };
    }
    shift += text.length - old.length;
  }
  return positionOf(at.file, after, offset + shift);
}

/** The offset of a character in its replacement text, ignoring white space; undefined if it is gone. */
function counterpart(old: string, replacement: string, offset: number): number | undefined {
  const part = changedPart(bare(old), bare(replacement));
  const index = bare(old.slice(0, offset)).length;
  if (index >= part.start && index < part.end && part.text === '') return undefined;
  const shift = index < part.start ? 0 : part.text.length - (part.end - part.start);
  let remaining = index >= part.start && index < part.end ? part.start : index + shift;
  // A codemod may replace a whole file, and most places are near its start.
  for (const { index: position } of replacement.matchAll(/\S/g)) {
    if (remaining === 0) return position;
    remaining -= 1;
  }
  return undefined;
}

function bare(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Adds the new position to follow-ups about renamed options, which may be on another line or in another file. */
export function withRenamedPlaces(
  followUps: readonly FollowUp[],
  config: ConfigDocument,
  {
    changes,
    reread,
  }: { readonly changes: readonly Change[]; readonly reread?: Reread | undefined },
): readonly FollowUp[] {
  const places = new Set(followUps.map(positionText));
  const positions = new Map<string, Position>();
  for (const change of changes) {
    if (change.kind !== 'rename' || !reread) continue;
    const layer = config.layers[change.layer] ?? '';
    const [was] = config.lookupIn(layer, change.path).filter(isWritten);
    if (!was || !places.has(positionText(was.at))) continue;
    const [now] = reread.config.lookupIn(layer, change.to).filter(isWritten);
    if (now) positions.set(positionText(was.at), { ...now.at, file: reread.originOf(now.at.file) });
  }
  return followUps.map((followUp) => {
    const place = positions.get(positionText(followUp));
    return place ? { ...followUp, now: place } : followUp;
  });
}
