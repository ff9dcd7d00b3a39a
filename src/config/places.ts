import { posix } from 'node:path';

/**
 * A place on disk: a path relative to the folder of the config, with forward slashes, without `.` segments or a
 * slash at the end. The folder itself is the empty string; what is outside starts with `..`.
 */
export type PlacePath = string;

// Texts without any of these join by themselves, which most do.
const needsNormalizing = /(?:^|\/)\.{0,2}(?:\/|$)|\\/;

export function placeAt(base: PlacePath, path: string): PlacePath {
  const { folder, rest } = stepsTaken(base, path);
  if (!needsNormalizing.test(rest)) return folder === '' ? rest : `${folder}/${rest}`;
  return normalized(folder, rest);
}

/** Takes the steps that a relative path starts with: what is left mostly joins by itself. */
function stepsTaken(base: PlacePath, path: string): { readonly folder: PlacePath; readonly rest: string } {
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

/** The folder that a file is in. */
export function folderOf(path: string): PlacePath {
  return placeAt('', posix.dirname(path));
}

/** The path from one place to another: empty where they are the same. */
export function pathFrom(base: PlacePath, place: PlacePath): string {
  if (base === place) return '';
  if (base === '') return place;
  if (place.startsWith(base) && place[base.length] === '/') return place.slice(base.length + 1);
  // However far up a text leads, the folder that the process happens to run in has no say.
  const above = `/${'_/'.repeat(base.split('/').length + place.split('/').length)}`;
  return posix.relative(above + base, above + place);
}

export function isInside(place: PlacePath, folder: PlacePath): boolean {
  if (folder === '') return place !== '..' && !place.startsWith('../');
  if (place === folder || (place.startsWith(folder) && place[folder.length] === '/')) return true;
  // Only a folder above holds places that do not start with its name.
  return folder.endsWith('..') && /(?:^|\/)\.\.$/.test(folder) && !pathFrom(folder, place).startsWith('..');
}

/** The place of a text that starts with the source directory: such a text is meant from the root, as in `./src/x`. */
export function placeFromRoot(text: string, root: PlacePath, source: PlacePath): PlacePath | undefined {
  const place = placeAt(root, text);
  return source !== root && isInside(place, source) ? place : undefined;
}

export function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path);
}

/** Whether a text is read from where it stands: `./x`, `..`, and not `.fw`. */
export function isRelativePath(text: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(text);
}

/** Longer than any path: a text that goes on is something else, such as data. */
export const longestPath = 1000;

/** Longer than any path of a file system, from the root of a repository: nothing is there. */
export const longestPlace = 5000;

/** A glob in two parts: the folder that all it matches is in, and the pattern below it. */
export function splitGlob(glob: string): { readonly folder: string; readonly pattern: string } {
  // `@`, `+` and `!` are only special in front of a bracket: `@/stores` and `@scope` are plain names.
  const magic = glob.search(/[*?{}[\]]|[@+!]\(/);
  if (magic === -1) return { folder: glob, pattern: '' };
  const start = glob.lastIndexOf('/', magic) + 1;
  return { folder: glob.slice(0, start), pattern: glob.slice(start) };
}
