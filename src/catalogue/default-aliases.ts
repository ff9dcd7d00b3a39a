import { fwNames } from './names.ts';

/** A place that moves with the project root or with the source directory. */
export interface BasedPlace {
  readonly base: 'root' | 'source';
  /** Empty for the base itself. */
  readonly path: string;
}

export interface DefaultAlias {
  readonly name: string;
  readonly place: BasedPlace;
}

/** The aliases that a variant has by default. */
export type AliasTables = { readonly [variant in 'a' | 'b']: readonly DefaultAlias[] };

/** Aliases of the source directory. These and `rootAliases` mean the same in all editions. */
export const sourceAliases: readonly string[] = ['~', '@'];

/** Aliases of the project root. */
export const rootAliases: readonly string[] = ['~~', '@@'];

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
  alias('#build', 'root', fwNames.buildDir),
  alias('#internal/fw/paths', 'root', `${fwNames.buildDir}/paths.mjs`),
];

/** Variant A keeps server and public files at the root, Variant B among the sources. */
export const fwAliases: AliasTables = {
  a: [...bases, alias('#server', 'root', 'server'), assets, alias('public', 'root', 'public'), ...generated],
  b: [
    ...bases,
    assets,
    alias('public', 'source', 'public'),
    alias('#server', 'source', 'server'),
    ...generated,
  ],
};

/** An alias table in the form of a default: `{ '~': '<srcDir>' }`. */
export function spelledAliases(
  aliases: readonly DefaultAlias[],
  bases: { readonly root: string; readonly source: string },
): { readonly [name: string]: string } {
  return Object.fromEntries(
    aliases.map(({ name, place }) => [name, [bases[place.base], place.path].filter(Boolean).join('/')]),
  );
}
