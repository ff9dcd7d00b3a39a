import { posix } from 'node:path';
import type { Span } from '../../config/source.ts';

/** The distinguished style languages: they differ in comments, interpolation and ends of statements. */
export type StyleSyntax = 'css' | 'scss' | 'sass' | 'less';

/** The kind of language in a file. */
type FileKind =
  | { readonly kind: 'script' | 'component' | 'other' }
  | { readonly kind: 'style'; readonly syntax: StyleSyntax };

const scripts = new Set(['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs']);

const styles: ReadonlyMap<string, StyleSyntax> = new Map([
  ...['css', 'pcss', 'postcss'].map((name) => [name, 'css'] as const),
  ['scss', 'scss'],
  // Stylus does not need braces either.
  ...['sass', 'styl', 'stylus'].map((name) => [name, 'sass'] as const),
  ['less', 'less'],
]);

/** The syntax of a style language, by its name or the extension of its files. */
export function styleSyntax(name: string): StyleSyntax | undefined {
  return styles.get(name);
}

/** The kind of a file by its extension. */
export function fileKind(path: string): FileKind {
  const extension = posix.extname(path).slice(1);
  const syntax = styles.get(extension);
  if (syntax) return { kind: 'style', syntax };
  return { kind: scripts.has(extension) ? 'script' : extension === 'vue' ? 'component' : 'other' };
}

/** Whether a file is or contains code. */
export function holdsCode(path: string): boolean {
  const { kind } = fileKind(path);
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
