import type { MadeEdit } from '../../config/document.ts';
import type { PlannedText } from '../plan.ts';

/** A mistake in a planned text: what it is, and where it shows in the text before. */
export interface TextMistake {
  readonly message: string;
  readonly offset: number;
}

/** Whether a text is the original with the recorded edits made, and nothing else. */
export function editMistake(
  before: string,
  after: string,
  edits: readonly MadeEdit[],
): TextMistake | undefined {
  const misplaced = misplacedIn(before, edits);
  if (misplaced) return misplaced;
  let [at, written] = [0, 0];
  for (const { start, end, text } of edits) {
    const kept = start - at;
    if (!isSame(before, at, after, written, kept)) return strayAt(before, at, after, written);
    written += kept;
    if (!after.startsWith(text, written))
      return { message: 'it would not contain the text of an edit', offset: start };
    written += text.length;
    at = end;
  }
  const rest = before.length - at;
  if (after.length - written !== rest || !isSame(before, at, after, written, rest))
    return strayAt(before, at, after, written);
  return undefined;
}

function misplacedIn(before: string, edits: readonly MadeEdit[]): TextMistake | undefined {
  let at = 0;
  for (const { start, end } of edits) {
    if (start < at) return { message: 'two edits overlap or are out of order', offset: start };
    if (end < start || end > before.length)
      return { message: 'an edit is outside the text', offset: Math.min(start, before.length) };
    at = end;
  }
  return undefined;
}

function isSame(before: string, at: number, after: string, written: number, length: number): boolean {
  return before.slice(at, at + length) === after.slice(written, written + length);
}

/** The first difference of what should be alike. */
function strayAt(before: string, at: number, after: string, written: number): TextMistake {
  let length = 0;
  while (at + length < before.length && before[at + length] === after[written + length]) length += 1;
  return { message: 'it would change outside the planned edits', offset: at + length };
}

// Characters that mean nothing to any language around a string, an attribute or a tag.
const plain = /^[\w@~#./*%\- ]*$/;

/**
 * Whether an edit fills a pair of quotes with text that can neither end them nor mean anything else: whatever could be
 * read before can be read afterwards.
 */
export function isInQuotes({ before }: Pick<PlannedText, 'before'>, { start, end, text }: MadeEdit): boolean {
  const quote = before[start - 1];
  if (quote !== before[end] || (quote !== '"' && quote !== "'" && quote !== '`')) return false;
  return plain.test(text) && plain.test(before.slice(start, end));
}
