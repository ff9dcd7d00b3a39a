import { applyEdits, type ChangedText, changedPart, type MadeEdit } from '../../config/edits.ts';
import { groupedBy } from '../../config/grouped.ts';
import type { Span } from '../../config/source.ts';
import type { TreePath } from '../../project/snapshot.ts';
import { languageOf, parseCode } from '../../project/syntax/code.ts';
import { contentOf, type Element, parseBlocks, scriptLanguage } from '../../project/syntax/component.ts';
import { commentSpans, fileKind } from '../../project/syntax/file-kind.ts';

/** A mistake in a planned text, with its offset in the original. */
export interface TextMistake {
  readonly message: string;
  readonly offset: number;
}

/** Comments that edits remove although their code stays, and that no new text contains. */
export function lostComments(
  path: TreePath,
  { before, after }: ChangedText,
  edits: readonly MadeEdit[],
  isWritten: (words: string) => boolean,
): TextMistake[] {
  const cuts = edits
    .map((edit) => cutOf(before, edit))
    .filter(({ start, end }) => opener.test(before.slice(start, end)));
  if (cuts.length === 0) return [];
  const comments = commentsIn(path, before);
  const byWords = (text: string, spans: readonly Span[]) =>
    groupedBy(spans, ({ start, end }) => wordsOf(text.slice(start, end)));
  // The same comment may occur several times.
  const [had, has] = [byWords(before, comments), byWords(after, commentsIn(path, after))];
  const code = applyEdits(
    before,
    comments.map(({ start, end }) => ({ start, end, text: mark.repeat(end - start), covers: true })),
  );
  return comments
    .filter((comment) => {
      const cut = cuts.find((span) => overlaps(span, comment));
      if (!cut) return false;
      const words = wordsOf(before.slice(comment.start, comment.end));
      const isKept = (has.get(words)?.length ?? 0) >= (had.get(words)?.length ?? 0);
      return !isKept && !isWritten(words) && !goesWithCode(before, code, comment, cut);
    })
    .map(({ start, end }) => ({
      message: `a comment would be lost: ${excerpt(before.slice(start, end))}`,
      offset: start,
    }));
}

/** The part of the text that an edit really removes: it may write its start or end again. */
function cutOf(before: string, edit: MadeEdit): Span {
  const { start, end } = changedPart(before.slice(edit.start, edit.end), edit.text);
  return { start: edit.start + start, end: edit.start + end };
}

/** Whether a span contains a part of a comment, and is not just an edit inside it. */
function overlaps(span: Span, { start, end }: Span): boolean {
  return span.start < end && start < span.end && !(start < span.start && span.end < end);
}

// Replaces each character of a comment: neither code nor space.
const mark = '\0';

/** Whether a comment is inside removed code, at the end of its last line, or directly above it. */
function goesWithCode(text: string, code: string, comment: Span, cut: Span): boolean {
  const above = code.slice(cut.start, Math.max(comment.start, cut.start));
  const below = code.slice(comment.end, cut.end);
  const hasCode = (part: string) => /[^\s,;\0]/.test(part);
  const gap = /^[\s,;\0]*(?=[^\s,;\0])/.exec(below)?.[0];
  if (gap === undefined) return hasCode(above.slice(above.lastIndexOf('\n') + 1));
  if (hasCode(above)) return true;
  return !/\n\s*\n/.test(gap) && !isHeading(text.slice(comment.start, comment.end + gap.length));
}

/** A line of dashes, or a directive for everything below, is about more than the next property. */
function isHeading(comments: string): boolean {
  return /([-=*#~_─━═])\1{3}|^[ \t]*\/(?:[/*]\s*#?(?:end)?region\b|\*!)/m.test(comments);
}

function excerpt(comment: string): string {
  const [line = ''] = comment.split(/\r?\n/);
  return `\`${line.slice(0, 60)}\``;
}

const opener = /\/\/|\/\*|<!--|(?:^|\s)#/m;

/** The comments of a text; empty if it cannot be parsed. */
function commentsIn(path: TreePath, text: string): Span[] {
  try {
    switch (fileKind(path)) {
      case 'script':
        return scriptComments(text, languageOf(path));
      case 'component':
        return parseBlocks(text).flatMap((block) => blockComments(text, block));
      case 'style':
        return commentSpans(text, 'style');
      case 'other':
        return commentSpans(text, /\.(?:jsonc?|json5)$|rc$/.test(path) ? 'json' : 'lines');
    }
  } catch {
    return [];
  }
}

function scriptComments(code: string, language: Parameters<typeof parseCode>[1]): Span[] {
  return (parseCode(code, language).comments ?? []).map(({ start = 0, end = 0 }) => ({ start, end }));
}

function blockComments(text: string, block: Element): Span[] {
  const { code, start: offset } = contentOf(text, block);
  const language = scriptLanguage(block);
  const spans =
    block.tag === 'script'
      ? language === undefined
        ? []
        : scriptComments(code, language)
      : commentSpans(code, block.tag === 'style' ? 'style' : 'markup');
  return spans.map(({ start, end }) => ({ start: start + offset, end: end + offset }));
}

/** The characters of a comment without white space and comment marks. */
export function wordsOf(comment: string): string {
  return comment.replace(/[\s/*]+/g, '');
}
