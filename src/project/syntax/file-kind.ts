import { posix } from 'node:path';
import type { Span } from '../../base/edits.ts';

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

/** Comments in a style sheet or in JSON, which are the group. It also matches quoted text in order to skip it. */
export const styleComment =
  /"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|\burl\([^)"']*|(\/\*[\s\S]*?(?:\*\/|$)|\/\/.*)/g;

/** The spans of comments in a style sheet or in JSON. */
export function commentSpans(text: string): Span[] {
  return [...text.matchAll(styleComment)].flatMap(({ index, 1: comment }) =>
    comment === undefined ? [] : [{ start: index, end: index + comment.length }],
  );
}
