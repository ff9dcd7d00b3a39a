import { posix } from 'node:path';
import type { Span } from '../../config/source.ts';

/** The style languages that are told apart: they differ in comments, interpolation and ends of statements. */
export type StyleSyntax = 'css' | 'scss' | 'sass' | 'less';

/** What a file is written in. */
type FileKind =
  | { readonly kind: 'script' | 'component' | 'other' }
  | { readonly kind: 'style'; readonly syntax: StyleSyntax };

const scripts = new Set(['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs']);

const styles: ReadonlyMap<string, StyleSyntax> = new Map([
  ...['css', 'pcss', 'postcss'].map((name) => [name, 'css'] as const),
  ['scss', 'scss'],
  // Stylus has no need of braces either.
  ...['sass', 'styl', 'stylus'].map((name) => [name, 'sass'] as const),
  ['less', 'less'],
]);

/** The syntax of a style language, by its name or the extension of its files. */
export function styleSyntax(name: string): StyleSyntax | undefined {
  return styles.get(name);
}

/** What a file is written in, by its extension. */
export function fileKind(path: string): FileKind {
  const extension = posix.extname(path).slice(1);
  const syntax = styles.get(extension);
  if (syntax) return { kind: 'style', syntax };
  return { kind: scripts.has(extension) ? 'script' : extension === 'vue' ? 'component' : 'other' };
}

/** Whether a file is code, or has some in it. */
export function holdsCode(path: string): boolean {
  const { kind } = fileKind(path);
  return kind === 'script' || kind === 'component';
}

/** Comments that are found without a parser. Quoted text is matched too, so that it is skipped; a comment is the group. */
export const commentPatterns = {
  style:
    /"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|\burl\([^)"']*|(\/\*[\s\S]*?(?:\*\/|$)|\/\/.*)/g,
  json: /"(?:\\.|[^"\\\n])*"?|(\/\*[\s\S]*?(?:\*\/|$)|\/\/.*)/g,
  lines: /(?<=^|\s)(#.*)/gm,
  markup: /(<!--[\s\S]*?(?:-->|$))/g,
} as const satisfies { readonly [syntax: string]: RegExp };

/** Where comments are in a text. */
export function commentSpans(text: string, syntax: keyof typeof commentPatterns): Span[] {
  return [...text.matchAll(commentPatterns[syntax])].flatMap(({ index, 1: comment }) =>
    comment === undefined ? [] : [{ start: index, end: index + comment.length }],
  );
}
