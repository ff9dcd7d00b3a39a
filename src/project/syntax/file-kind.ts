import { posix } from 'node:path';
import type { Span } from '../../config/source.ts';

/** The kind of language in a file. */
type FileKind = 'script' | 'component' | 'style' | 'other';

const scripts = new Set(['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs']);

const styles = new Set(['css', 'pcss', 'postcss', 'scss', 'sass', 'styl', 'stylus', 'less']);

/** The kind of a file by its extension. */
export function fileKind(path: string): FileKind {
  const extension = posix.extname(path).slice(1);
  if (styles.has(extension)) return 'style';
  return scripts.has(extension) ? 'script' : extension === 'vue' ? 'component' : 'other';
}

/** Whether a file is or contains code. */
export function holdsCode(path: string): boolean {
  const kind = fileKind(path);
  return kind === 'script' || kind === 'component';
}

/** Patterns for comments, which are the group. They also match quoted text in order to skip it. */
export const commentPatterns = {
  style:
    /"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|\burl\([^)"']*|(\/\*[\s\S]*?(?:\*\/|$)|\/\/.*)/g,
  json: /"(?:\\.|[^"\\\n])*"?|(\/\*[\s\S]*?(?:\*\/|$)|\/\/.*)/g,
  lines: /(?<=^|\s)(#.*)/gm,
  markup: /(<!--[\s\S]*?(?:-->|$))/g,
} as const satisfies { readonly [syntax: string]: RegExp };

/** The spans of comments in a text. */
export function commentSpans(text: string, syntax: keyof typeof commentPatterns): Span[] {
  return [...text.matchAll(commentPatterns[syntax])].flatMap(({ index, 1: comment }) =>
    comment === undefined ? [] : [{ start: index, end: index + comment.length }],
  );
}
