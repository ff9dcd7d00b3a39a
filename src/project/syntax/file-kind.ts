import { posix } from 'node:path';

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
