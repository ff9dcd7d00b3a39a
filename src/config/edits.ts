/** A replacement on the original text. Lazy text may itself be made of edited pieces of the original. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string | (() => string);
  /** Takes away all that stands inside it, edits included; other edits must not overlap. */
  readonly covers?: boolean;
}

/** The original text from `from` to `to` with the edits that lie inside it made. */
export function applyEdits(original: string, edits: readonly Edit[], from = 0, to = original.length): string {
  const inside = edits.filter((edit) => edit.start >= from && edit.end <= to);
  const covering = inside.filter((edit) => edit.covers);
  const made = inside.filter((edit) => !covering.some((other) => other !== edit && isCovered(edit, other)));
  made.sort((a, b) => a.start - b.start || a.end - b.end);
  // Joined at once, the text is one piece in memory: a parser reads that faster than a chain of small ones.
  const pieces: string[] = [];
  let at = from;
  for (const edit of made) {
    if (edit.start < at) throw new RangeError(`Two edits overlap at offset ${edit.start}`);
    pieces.push(original.slice(at, edit.start), typeof edit.text === 'string' ? edit.text : edit.text());
    at = edit.end;
  }
  pieces.push(original.slice(at, to));
  return pieces.join('');
}

function isCovered(edit: Edit, by: Edit): boolean {
  if (edit.start < by.start || edit.end > by.end) return false;
  // An insertion at the edge of what is taken away stands beside it, not in it.
  return edit.start === edit.end ? edit.start > by.start && edit.end < by.end : !isSame(edit, by);
}

function isSame(a: Edit, b: Edit): boolean {
  return a.start === b.start && a.end === b.end && a.covers === b.covers;
}
