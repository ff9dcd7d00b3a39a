/** Calculates with paths as texts and never looks at a disk: `a/b.vue` seen from `a/c` is `../b.vue`. */

import { posix } from 'node:path';

/**
 * A place on disk: a path relative to the folder of the config, with forward slashes, without `.` segments or a
 * slash at the end. The folder itself is the empty string; places outside it start with `..`.
 */
export type PlacePath = string;

// Most paths match none of these and can be joined as they are.
const needsNormalizing = /(?:^|\/)\.{0,2}(?:\/|$)|\\/;

export function placeAt(base: PlacePath, path: string): PlacePath {
  const { folder, rest } = resolveDots(base, path);
  if (!needsNormalizing.test(rest)) return folder === '' ? rest : `${folder}/${rest}`;
  return normalized(folder, rest);
}

/** Resolves the `./` and `../` at the start of a path; the rest can usually be joined as it is. */
function resolveDots(
  base: PlacePath,
  path: string,
): { readonly folder: PlacePath; readonly rest: string } {
  let [folder, rest] = [base === '.' ? '' : base, path];
  while (rest.charCodeAt(0) === dot) {
    if (rest.startsWith('./')) rest = rest.slice(2);
    else if (rest.startsWith('../') && folder !== '' && !folder.endsWith('..')) {
      folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
      rest = rest.slice(3);
    } else break;
  }
  return { folder, rest };
}

const dot = 46;

function normalized(base: PlacePath, path: string): PlacePath {
  const joined = posix.join(base || '.', path.replaceAll('\\', '/'));
  const place = joined.replace(/(?<=.)\/+$/, '');
  return place === '.' ? '' : place;
}

/** The last name in a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder that a file is in. */
export function folderOf(path: string): PlacePath {
  return placeAt('', posix.dirname(path));
}

/** The path from one place to another; empty if they are the same. */
export function pathFrom(base: PlacePath, place: PlacePath): string {
  if (base === place) return '';
  if (base === '') return place;
  if (place.startsWith(base) && place[base.length] === '/') return place.slice(base.length + 1);
  // Enough parent folders for all `..` make the result independent of the working directory.
  const above = `/${'_/'.repeat(base.split('/').length + place.split('/').length)}`;
  return posix.relative(above + base, above + place);
}

export function isInside(place: PlacePath, folder: PlacePath): boolean {
  if (folder === '') return place !== '..' && !place.startsWith('../');
  if (place === folder || (place.startsWith(folder) && place[folder.length] === '/')) return true;
  // Only a folder that ends with `..` contains places that do not start with its path.
  return (
    folder.endsWith('..') &&
    /(?:^|\/)\.\.$/.test(folder) &&
    !pathFrom(folder, place).startsWith('..')
  );
}

/** The place of a path into the source directory that is relative to the root, such as `./src/x`. */
export function placeFromRoot(
  text: string,
  root: PlacePath,
  source: PlacePath,
): PlacePath | undefined {
  const place = placeAt(root, text);
  return source !== root && isInside(place, source) ? place : undefined;
}

export function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path);
}

/** Whether a path is relative to its own file: `./x` and `..`, but not `.fw`. */
export function isRelativePath(text: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(text);
}

/** No path is longer than this: a longer text is something else, such as data. */
export const longestPath = 1000;

/** No file has a longer path from the root of a repository. */
export const longestPlace = 5000;

/** Splits a glob into the folder that contains all matches and the pattern below it. */
export function splitGlob(glob: string): { readonly folder: string; readonly pattern: string } {
  // `@`, `+` and `!` are only special in front of a bracket: `@/stores` and `@scope` are plain names.
  const magic = glob.search(/[*?{}[\]]|[@+!]\(/);
  if (magic === -1) return { folder: glob, pattern: '' };
  const start = glob.lastIndexOf('/', magic) + 1;
  return { folder: glob.slice(0, start), pattern: glob.slice(start) };
}

/** Whether a text starts with the sign of an alias; `public/x` may also be a folder. */
export function isSigned(text: string): boolean {
  return /^[~@#]/.test(text);
}
