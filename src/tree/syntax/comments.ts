/** Tells by the text of its line whether a place is in a comment, in any language. */

import { memoLast } from '../../base/memo.ts';
import { longestPath } from '../../base/paths.ts';

// Generated files have thousands of texts in one line, and no comments.
const hasMarkup = memoLast((text: string) => text.includes('<!--'));

/** Whether an offset is inside a comment: of markup, or one that starts on its line. */
export function isInComment(text: string, offset: number): boolean {
  if (hasMarkup(text) && text.lastIndexOf('<!--', offset) > text.lastIndexOf('-->', offset))
    return true;
  // Generated files have very long lines with many texts.
  const before = text.slice(Math.max(0, offset - longestPath), offset);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  // Types that JSDoc comments import are references.
  if (/(?:^\s*|\/\*)\*.*(?:\bimport\(|@import\s.*\bfrom )["']$/.test(line)) return false;
  return /^\s*\*\s|(?:^|\s)(?:\/\/(?!\/)|\/\*|<!--|#\s)/.test(line);
}
