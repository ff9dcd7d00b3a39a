import { firstIndex } from './grouped.ts';
import type { Span } from './source.ts';

/** A replacement on the original text. Lazy text may itself be made of edited pieces of the original. */
export interface Edit extends Span {
  readonly text: string | (() => string);
  /** Removes everything inside it, including other edits. Edits must not overlap otherwise. */
  readonly covers?: boolean;
}

/** A span of the original text and what was written in its place. */
export interface MadeEdit extends Span {
  readonly text: string;
}

/** A text before and after. */
export interface ChangedText {
  readonly before: string;
  readonly after: string;
  /** The differences, in the order of the text. Absent for links, and if a codemod or several passes wrote it. */
  readonly edits?: readonly MadeEdit[];
}

/** The original text from `from` to `to` with the edits inside it made. */
export function applyEdits(original: string, edits: readonly Edit[], from = 0, to = original.length): string {
  // Joined at once, the text is one piece in memory: a parser reads that faster than a chain of small ones.
  const pieces: string[] = [];
  let at = from;
  for (const edit of madeEdits(edits.filter(({ start, end }) => start >= from && end <= to))) {
    if (edit.start < at) throw new RangeError(`Two edits overlap at offset ${edit.start}`);
    pieces.push(original.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  pieces.push(original.slice(at, to));
  return pieces.join('');
}

/** The edits that take effect, in the order of the text: those inside a covering one do not. */
export function madeEdits(edits: readonly Edit[]): MadeEdit[] {
  const made: MadeEdit[] = [];
  let covered = 0;
  for (const { start, end, text, covers } of edits.toSorted(byPosition)) {
    if (start < covered && end <= covered) continue;
    made.push({ start, end, text: typeof text === 'string' ? text : text() });
    if (covers) covered = end;
  }
  return made;
}

/** Whether two edits write the same in the same place. */
export function isSameEdit(one: Edit, other: Edit): boolean {
  return one.start === other.start && one.end === other.end && one.text === other.text;
}

/** Whether two spans have a character in common, or one is an insertion inside the other. */
export function overlap(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Tells whether one of many spans overlaps with another one, without going through all of them. */
export function coverOf(spans: readonly Span[]): (span: Span) => boolean {
  const apart: { readonly start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = apart.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else apart.push({ start, end });
  }
  return (span) => {
    const nearest = apart[firstIndex(apart, ({ end }) => end <= span.start)];
    return nearest !== undefined && overlap(nearest, span);
  };
}

/** Insertions come before replacements at the same offset, and longer replacements before the ones they may cover. */
function byPosition(one: Edit, other: Edit): number {
  if (one.start !== other.start) return one.start - other.start;
  const [length, otherLength] = [one.end - one.start, other.end - other.start];
  if (length === 0 || otherLength === 0) return length - otherLength;
  return otherLength - length || Number(other.covers ?? false) - Number(one.covers ?? false);
}

/** One edit from the first difference of two texts to the last; of no length if there is none. */
export function changedPart(before: string, after: string): MadeEdit {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let rest = 0;
  const most = Math.min(before.length, after.length) - start;
  while (rest < most && before.at(-1 - rest) === after.at(-1 - rest)) rest += 1;
  return { start, end: before.length - rest, text: after.slice(start, after.length - rest) };
}
