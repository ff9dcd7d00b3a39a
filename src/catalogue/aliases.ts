import { names } from './names.ts';

/** A place that moves with the project root or with the source directory. */
interface BasedPlace {
  readonly base: 'root' | 'source';
  /** Empty for the base itself. */
  readonly path: string;
}

export interface DefaultAlias {
  readonly name: string;
  readonly place: BasedPlace;
}

/** Stand for the source directory, whichever it is. */
export const sourceAliases: readonly string[] = ['~', '@'];

/** Stand for the project root. */
export const rootAliases: readonly string[] = ['~~', '@@'];

/** The folder that the bundler starts in, in each variant: what has a slash in front is read from there. */
export const bundlerRoot = { b: 'source', a: 'root' } as const;

function alias(name: string, base: BasedPlace['base'], path = ''): DefaultAlias {
  return { name, place: { base, path } };
}

const bases = [
  ...sourceAliases.map((name) => alias(name, 'source')),
  ...rootAliases.map((name) => alias(name, 'root')),
  alias('#shared', 'root', 'shared'),
];
const assets = alias('assets', 'source', 'assets');
const generated = [
  alias('#build', 'root', names.buildDir),
  alias('#internal/fw/paths', 'root', `${names.buildDir}/paths.mjs`),
];

/** The aliases of Variant A, which keeps server and public files at the root. */
export const aliasesA: readonly DefaultAlias[] = [
  ...bases,
  alias('#server', 'root', 'server'),
  assets,
  alias('public', 'root', 'public'),
  ...generated,
];

/** The aliases of Variant B, which keeps server and public files among the sources. */
export const aliasesB: readonly DefaultAlias[] = [
  ...bases,
  assets,
  alias('public', 'source', 'public'),
  alias('#server', 'source', 'server'),
  ...generated,
];

/** An alias table as a default is written: `{ '~': '<srcDir>' }`. */
export function spelledAliases(
  aliases: readonly DefaultAlias[],
  bases: { readonly root: string; readonly source: string },
): { readonly [name: string]: string } {
  return Object.fromEntries(
    aliases.map(({ name, place }) => [name, [bases[place.base], place.path].filter(Boolean).join('/')]),
  );
}
