import { names } from './names.ts';

/** A place that moves with the project root or with the source directory. */
export interface Place {
  readonly base: 'root' | 'source';
  /** Empty for the base itself. */
  readonly path: string;
}

export interface DefaultAlias {
  readonly name: string;
  readonly place: Place;
}

const inBoth = [
  { name: '~', place: { base: 'source', path: '' } },
  { name: '@', place: { base: 'source', path: '' } },
  { name: '~~', place: { base: 'root', path: '' } },
  { name: '@@', place: { base: 'root', path: '' } },
  { name: '#shared', place: { base: 'root', path: 'shared' } },
  { name: 'assets', place: { base: 'source', path: 'assets' } },
  { name: '#build', place: { base: 'root', path: names.buildDir } },
  { name: '#internal/fw/paths', place: { base: 'root', path: `${names.buildDir}/paths.mjs` } },
] as const satisfies readonly DefaultAlias[];

/** The aliases of Variant A, which keeps server and public files at the root. */
export const aliasesA = [
  ...inBoth,
  { name: 'public', place: { base: 'root', path: 'public' } },
  { name: '#server', place: { base: 'root', path: 'server' } },
] as const satisfies readonly DefaultAlias[];

/** The aliases of Variant B, which keeps server and public files among the sources. */
export const aliasesB = [
  ...inBoth,
  { name: 'public', place: { base: 'source', path: 'public' } },
  { name: '#server', place: { base: 'source', path: 'server' } },
] as const satisfies readonly DefaultAlias[];
