import { placeAt } from '../../../base/paths.ts';
import type { TreePath } from '../../../project/snapshot.ts';
import type { NamedPair, PlacePair, Scope } from './scopes.ts';

/** A place that a text may mean: a path in a folder. */
export interface Reading {
  readonly base: PlacePair;
  readonly path: string;
}

export function placeOf({ base, path }: Reading, side: keyof PlacePair): TreePath | undefined {
  const folder = base[side];
  return folder === undefined ? undefined : placeAt(folder, path);
}

/** The places that a text may mean, the likeliest first. */
export interface PathReadings {
  readonly readings: readonly Reading[];
  /** Whether the text starts as only paths do: with a dot or an alias. */
  readonly isSigned: boolean;
  /** The alias at the start of the text, if its definition cannot be read. */
  readonly unread?: string | undefined;
}

/** How the paths of a file are read. */
interface ReadingRules {
  /** The folders that a path may be relative to, unless it starts with an alias. */
  readonly bases: readonly PlacePair[];
  /** Whether a path with a leading slash is one that is served. */
  readonly isServed: boolean;
  /** Whether an alias may have no special character in front. */
  readonly hasPlainAliases: boolean;
}

/** Reads a text as a path; undefined if it is none. */
export function readPath(
  text: string,
  { names, served }: Scope,
  { bases, isServed, hasPlainAliases }: ReadingRules,
): PathReadings | undefined {
  // As in `__dirname + '/../x'`; no URL starts like that.
  const { path, isPattern } = withoutPattern(text.replace(/^\/(?=\.{1,2}\/)/, ''));
  if (path === '' || path === '.' || (!isPattern && !/[^./~@#]|^\.\.\//.test(path))) return undefined;
  const readingsIn = (folders: readonly PlacePair[], inner: string) =>
    folders.map((base) => ({ base, path: inner }));
  if (/^\.{1,2}\//.test(path)) return { readings: readingsIn(bases, path), isSigned: true };
  if (path.startsWith('/')) {
    // A URL without an extension is a page.
    const isRead = isServed && (isPattern || /\.\w+$/.test(path));
    return isRead ? { readings: readingsIn(served, path.slice(1)), isSigned: false } : undefined;
  }
  const isSigned = /^[~@#]/.test(path);
  const plain = isSigned ? [] : readingsIn(bases, path);
  if (!isSigned && !hasPlainAliases) return { readings: plain, isSigned };
  const direct = aliasedIn(path, names);
  // In styles, aliases and packages may have a `~` in front.
  const isMarked = direct.readings.length === 0 && path.startsWith('~');
  const { readings, unread } = isMarked ? aliasedIn(path.slice(1), names) : direct;
  if (isSigned && readings.length === 0 && unread === undefined) return undefined;
  return { readings: [...readings, ...plain], isSigned, unread };
}

/** The readings of the aliases that a path starts with: the nearest first, and of these the longest. */
function aliasedIn(path: string, names: Scope['names']): Pick<PathReadings, 'readings' | 'unread'> {
  let unread = /^#[\w-]+(?=\/)/.exec(path)?.[0];
  const readings: (Reading & { readonly base: NamedPair })[] = [];
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const name = path.slice(0, end);
    const targets = names.get(name);
    if (!targets) continue;
    for (const base of targets) readings.push({ base, path: path.slice(end + 1) });
    unread = name;
  }
  if (readings.length > 1) readings.sort((one, other) => other.base.folder.length - one.base.folder.length);
  const isRead =
    readings.some(({ base }) => base.before !== undefined) &&
    readings.some(({ base }) => base.after !== undefined);
  return { readings, unread: isRead ? undefined : unread };
}

/** The folder of a pattern or of a partly computed path; otherwise the path without a query. */
function withoutPattern(text: string): { readonly path: string; readonly isPattern: boolean } {
  if (!/[*{?!]|.#/.test(text)) return { path: text, isPattern: false };
  // Loaders of a bundler precede the imported path.
  const path = text.replace(/^.*-loader\b[^!]*!|^!/, '');
  const magic = path.search(/[*{]/);
  if (magic === -1) return { path: path.replace(/(?<=.)[?#].*$/, ''), isPattern: false };
  return { path: path.slice(0, Math.max(0, path.lastIndexOf('/', magic))), isPattern: true };
}
