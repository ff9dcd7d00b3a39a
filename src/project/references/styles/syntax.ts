/** The style languages that are told apart: they differ in comments, interpolation and ends of statements. */
export type StyleSyntax = 'css' | 'scss' | 'sass' | 'less';

/** Whether it is one of the two spellings of Sass. */
export function isSass(syntax: StyleSyntax): boolean {
  return syntax === 'scss' || syntax === 'sass';
}
