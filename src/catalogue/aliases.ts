import { names } from './names.ts';

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

/** Stand for the source directory, whichever it is. */
export const sourceAliases: readonly string[] = ['~', '@'];

/** Stand for the project root. */
export const rootAliases: readonly string[] = ['~~', '@@'];

function table(server: 'root' | 'source'): DefaultAlias[] {
  return [
    ...sourceAliases.map((name): DefaultAlias => ({ name, place: { base: 'source', path: '' } })),
    ...rootAliases.map((name): DefaultAlias => ({ name, place: { base: 'root', path: '' } })),
    { name: '#shared', place: { base: 'root', path: 'shared' } },
    { name: 'assets', place: { base: 'source', path: 'assets' } },
    { name: 'public', place: { base: server, path: 'public' } },
    { name: '#server', place: { base: server, path: 'server' } },
    { name: '#build', place: { base: 'root', path: names.buildDir } },
    { name: '#internal/fw/paths', place: { base: 'root', path: `${names.buildDir}/paths.mjs` } },
  ];
}

/** The aliases of Variant A, which keeps server and public files at the root. */
export const aliasesA: readonly DefaultAlias[] = table('root');

/** The aliases of Variant B, which keeps server and public files among the sources. */
export const aliasesB: readonly DefaultAlias[] = table('source');

/** An alias table as a default is written: `{ '~': '<srcDir>' }`. */
export function spelledAliases(
  aliases: readonly DefaultAlias[],
  bases: { readonly root: string; readonly source: string },
): { readonly [name: string]: string } {
  return Object.fromEntries(
    aliases.map(({ name, place }) => [name, [bases[place.base], place.path].filter(Boolean).join('/')]),
  );
}
