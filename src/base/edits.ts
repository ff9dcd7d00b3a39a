/**
 * Applies replacements to a text by their offsets and refuses overlaps, so that every other byte stays. Nothing here
 * knows what the text is.
 */

import { firstIndex } from './grouped.ts';

/** A part of a text, by offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A replacement on the original text. Lazy text may itself be made of edited pieces of the original. */
export interface Edit extends Span {
  readonly text: string | (() => string);
  /** Removes everything inside it, including other edits. Edits must not overlap otherwise. */
  readonly covers?: boolean;
}

/** A span of the original text and its replacement. */
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
export function applyEdits(
  original: string,
  edits: readonly Edit[],
  from = 0,
  to = original.length,
): string {
  // Joining once makes a flat string, which a parser reads faster than a chain of small ones.
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

/** The edits that take effect, in the order of the text: edits inside a covering edit are dropped. */
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
export function isSameEdit(a: Edit, b: Edit): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}

/** Whether two spans have a character in common, or one is an insertion inside the other. */
export function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Makes a function that quickly checks whether a span overlaps with any of these spans. */
export function coverOf(spans: readonly Span[]): (span: Span) => boolean {
  const merged: { readonly start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return (span) => {
    const nearest = merged[firstIndex(merged, ({ end }) => end <= span.start)];
    return nearest !== undefined && overlap(nearest, span);
  };
}

/** Insertions come before replacements at the same offset, and longer replacements before the ones they may cover. */
function byPosition(a: Edit, b: Edit): number {
  if (a.start !== b.start) return a.start - b.start;
  const [length, otherLength] = [a.end - a.start, b.end - b.start];
  if (length === 0 || otherLength === 0) return length - otherLength;
  return otherLength - length || Number(b.covers ?? false) - Number(a.covers ?? false);
}

/** One edit from the first to the last difference of two texts; empty if they are equal. */
export function changedPart(before: string, after: string): MadeEdit {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let suffix = 0;
  const longest = Math.min(before.length, after.length) - start;
  while (suffix < longest && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix += 1;
  return { start, end: before.length - suffix, text: after.slice(start, after.length - suffix) };
}
