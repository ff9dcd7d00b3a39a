import type { MadeEdit } from '../document.ts';
import type { Edit } from '../edits.ts';

/** The edits that the text shows, in its order: what stands inside a covering one went with it. */
export function madeEdits(edits: readonly Edit[]): MadeEdit[] {
  const made: MadeEdit[] = [];
  let covered = 0;
  for (const { start, end, text, covers } of edits.toSorted(byPlace)) {
    if (start < covered && end <= covered) continue;
    made.push({ start, end, text: typeof text === 'string' ? text : text() });
    if (covers) covered = end;
  }
  return made;
}

/** What is inserted stands before what is replaced there, and what covers most before what it covers. */
function byPlace(one: Edit, other: Edit): number {
  if (one.start !== other.start) return one.start - other.start;
  const [length, otherLength] = [one.end - one.start, other.end - other.start];
  if (length === 0 || otherLength === 0) return length - otherLength;
  return otherLength - length || Number(other.covers ?? false) - Number(one.covers ?? false);
}
