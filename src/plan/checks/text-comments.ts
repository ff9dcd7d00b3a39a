import type { Span } from '../../config/source.ts';
import type { TreePath } from '../../project/snapshot.ts';
import { languageOf, parseCode } from '../../project/syntax/code.ts';
import { contentOf, type Element, parseBlocks, scriptLanguage } from '../../project/syntax/component.ts';
import { syntaxOf } from './text-syntax.ts';

/** What a comment may start with. */
const opener = /\/\/|\/\*|<!--|(?:^|\s)#/m;

/** Whether a comment may stand in a piece of text. */
export function mayHoldComment(text: string): boolean {
  return opener.test(text);
}

/** Where comments stand in a text; nothing where it cannot be read. */
export function commentsIn(path: TreePath, text: string): Span[] | undefined {
  try {
    switch (syntaxOf(path)) {
      case 'script':
        return scriptComments(text, languageOf(path));
      case 'component':
        return parseBlocks(text).flatMap((block) => blockComments(text, block));
      case 'style':
        return spansOf(text, styleComment);
      case 'other':
        return spansOf(text, /\.(?:jsonc?|json5)$|rc$/.test(path) ? jsonComment : lineComment);
    }
  } catch {
    return undefined;
  }
}

function scriptComments(code: string, language: Parameters<typeof parseCode>[1]): Span[] {
  return (parseCode(code, language).comments ?? []).map(({ start = 0, end = 0 }) => ({ start, end }));
}

// Skips quoted text; the capture group is the comment itself.
const styleComment =
  /"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|\burl\([^)"']*|(\/\*[\s\S]*?\*\/|\/\/.*)/g;
const jsonComment = /"(?:\\.|[^"\\\n])*"|(\/\*[\s\S]*?\*\/|\/\/.*)/g;
const lineComment = /(?<=^|\s)(#.*)/gm;
const markupComment = /(<!--[\s\S]*?-->)/g;

function spansOf(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].flatMap(({ index, 1: comment }) =>
    comment === undefined ? [] : [{ start: index, end: index + comment.length }],
  );
}

function blockComments(text: string, block: Element): Span[] {
  const { code, start: offset } = contentOf(text, block);
  const language = scriptLanguage(block);
  const found =
    block.tag === 'script'
      ? language === undefined
        ? []
        : scriptComments(code, language)
      : spansOf(code, block.tag === 'style' ? styleComment : markupComment);
  return found.map(({ start, end }) => ({ start: start + offset, end: end + offset }));
}

/** What a comment says, however it is indented and whichever marks are around it. */
export function wordsOf(comment: string): string {
  return comment.replace(/[\s/*]+/g, '');
}
