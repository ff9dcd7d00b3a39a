import { posix } from 'node:path';

/**
 * A place on disk: a path relative to the folder of the config, with forward slashes, without `.` segments or a
 * slash at the end. The folder itself is the empty string; what is outside starts with `..`.
 */
export type PlacePath = string;

export function placeAt(base: PlacePath, path: string): PlacePath {
  const joined = posix.join(base || '.', path.replaceAll('\\', '/'));
  const place = joined.replace(/(?<=.)\/+$/, '');
  return place === '.' ? '' : place;
}

/** The path from one place to another: empty where they are the same. */
export function pathFrom(base: PlacePath, place: PlacePath): string {
  return posix.relative(base || '.', place || '.');
}

export function isInside(place: PlacePath, folder: PlacePath): boolean {
  const path = pathFrom(folder, place);
  return path !== '..' && !path.startsWith('../');
}

export function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path);
}

/** A glob in two parts: the folder that all it matches is in, and the pattern below it. */
export function splitGlob(glob: string): { readonly folder: string; readonly pattern: string } {
  // `@`, `+` and `!` are only special in front of a bracket: `@/stores` and `@scope` are plain names.
  const magic = glob.search(/[*?{}[\]]|[@+!]\(/);
  if (magic === -1) return { folder: glob, pattern: '' };
  const start = glob.lastIndexOf('/', magic) + 1;
  return { folder: glob.slice(0, start), pattern: glob.slice(start) };
}
