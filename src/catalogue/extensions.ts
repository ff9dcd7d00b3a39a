/** The one list of file extensions, by what files with them contain. */

/** The dialect of a script; `dts` only has declarations. */
export type Language = 'js' | 'jsx' | 'ts' | 'tsx' | 'dts';

const listed = {
  script: 'ts tsx mts cts d.ts js jsx mjs cjs',
  component: 'vue',
  style: 'css scss sass less styl stylus postcss pcss',
  json: 'json jsonc json5',
  yaml: 'yaml yml',
  settings: 'toml properties ini',
  prose: 'md mdx markdown txt rst adoc',
  media: 'png jpg jpeg webp gif avif ico woff woff2 ttf otf eot mp3 mp4 pdf zip gz wasm',
  record: 'log csv map lock snap patch diff',
};

/** What a file contains. */
export type Syntax = keyof typeof listed;

const syntaxes = new Map(
  Object.entries(listed).flatMap(([syntax, extensions]) =>
    extensions.split(' ').map((extension) => [extension, syntax as Syntax]),
  ),
);

/** The extensions of what a file contains, in the order in which bundlers try them. */
export function extensionsOf(...some: readonly Syntax[]): readonly string[] {
  return some.flatMap((syntax) => listed[syntax].split(' '));
}

/** Extensions of scripts that run as they are: without JSX, and with more than declarations. */
export const moduleExtensions = extensionsOf('script').filter((extension) =>
  /^[mc]?[jt]s$/.test(extension),
);

/** The extensions of what bundlers import without one. */
export const importable = [
  ...extensionsOf('script', 'component'),
  'json',
  ...extensionsOf('style'),
];

function extensionOf(path: string): string {
  return /\.(\w+)$/.exec(path)?.[1] ?? '';
}

/** The language of a script by its extension. */
export function languageOf(path: string): Language {
  if (/\.d\.(?:[^./]+\.)?[cm]?ts$/.test(path)) return 'dts';
  const dialect = extensionOf(path).replace(/^[mc]/, '');
  return (['ts', 'tsx', 'jsx'] as const).find((language) => language === dialect) ?? 'js';
}

/** What a file contains, by its extension. */
export function syntaxOf(path: string): Syntax | undefined {
  return syntaxes.get(extensionOf(path).toLowerCase());
}

/** Whether a file is a script that runs as it is. */
export function isModule(path: string): boolean {
  return moduleExtensions.includes(extensionOf(path));
}

/** A path without its extension, if that is one of some. */
export function withoutExtension(path: string, some: readonly string[]): string {
  const extension = some.findLast((one) => path.endsWith(`.${one}`));
  return extension === undefined ? path : path.slice(0, -extension.length - 1);
}
