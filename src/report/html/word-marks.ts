import { diffWordsWithSpace } from 'diff';

/** A stretch of a line: from one character up to another. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface Marks {
  readonly old: readonly Stretch[];
  readonly new: readonly Stretch[];
}

const none: Marks = { old: [], new: [] };
// Longer lines are not read word by word, and comparing them takes long.
const longest = 400;

/** What differs between a line and the one that takes its place; nothing where hardly anything is shared. */
export function wordMarks(before: string, after: string): Marks {
  if (before.length > longest || after.length > longest) return none;
  const marks = { old: [] as Stretch[], new: [] as Stretch[] };
  const at = { old: 0, new: 0 };
  let shared = 0;
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    if (!added && !removed) shared += value.trim().length;
    if (!added) at.old += value.length;
    if (!removed) at.new += value.length;
    if (removed) marks.old.push({ start: at.old - value.length, end: at.old });
    if (added) marks.new.push({ start: at.new - value.length, end: at.new });
  }
  return shared * 2 >= Math.max(before.trim().length, after.trim().length) ? marks : none;
}
